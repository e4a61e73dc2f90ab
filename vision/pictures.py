"""Picture files to arrays, whole or not at all.

Grey and 16-bit pictures become 8-bit BGR, see-through ones are laid on white, and a
camera's note of how it was held (EXIF) is followed. A file that ends too early is
refused: a decoder would fill the rest with grey, and grey shows no dice. So is a file
of several pictures, of which none is the one meant.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Array, Picture
from vision.errors import BadPicture
from vision.headers import SCAN, segments, size_of

JPEG = b"\xff\xd8"
SUFFIXES = (".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
UNREADABLE = (".heic", ".heif")  # what telephones write; to be named, not passed over
SMALLEST = 12  # px; below this no six can be told from a five
LARGEST = 64_000_000  # pixels; decoded they take 192 MB
KINDS = ", ".join(suffix[1:] for suffix in SUFFIXES)
STRIP = 256  # rows at a time, so that numbers as floats stay small


def load_picture(path: Path) -> Picture:
    """Return the picture (height, width, 3), BGR.

    Raises BadPicture for what is no whole picture of a size that can be read, OSError
    for what cannot be opened.
    """
    data = path.read_bytes()
    _check_header(data, path)
    picture = _decoded(data)
    if picture is None:
        raise BadPicture(f"expected a picture ({KINDS}), got {_kind(data)}: {path}")
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST:
        raise BadPicture(
            f"expected a picture of at least {SMALLEST}x{SMALLEST} px, got "
            f"{width}x{height}: {path}"
        )
    if (count := _count(path)) > 1:
        raise BadPicture(
            f"expected one picture, got {count} in one file, an animation or pages: "
            f"{path}; save the one that you mean"
        )
    return picture


def pictures_in(folder: Path) -> list[Path]:
    """Return the picture files of a folder in order of name, without hidden ones."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in (*SUFFIXES, *UNREADABLE)
        and not path.name.startswith(".")
    )


def _check_header(data: bytes, path: Path) -> None:
    """Refuse what need not be decoded to be refused."""
    if not data:
        raise BadPicture(f"expected a picture, got an empty file: {path}")
    if _ends_early(data):
        raise BadPicture(
            f"expected a whole picture, got one that ends after {len(data)} bytes: "
            f"{path}; copy it again"
        )
    width, height = size_of(data) or (SMALLEST, SMALLEST)
    if width * height > LARGEST:
        raise BadPicture(
            f"expected a picture of at most {LARGEST // 1_000_000} megapixels, got "
            f"{width}x{height} px: {path}; make it smaller"
        )


def _kind(data: bytes) -> str:
    """Return what a file is that cannot be decoded, where people can help it."""
    if data[4:8] == b"ftyp":
        return "HEIC or a film; let the telephone save JPEG, or convert it"
    return "something else"


def _decoded(data: bytes) -> Picture | None:
    """Return the picture that bytes hold, or None."""
    packed = np.frombuffer(data, np.uint8)
    try:
        if not data.startswith(JPEG):
            raw = cv2.imdecode(packed, cv2.IMREAD_UNCHANGED)
            if raw is not None and raw.ndim == 3 and raw.shape[2] == 4:
                return _on_white(raw)
            del raw  # large ones do not fit twice
        plain = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    except cv2.error:  # more pixels than OpenCV accepts, or a broken header
        return None
    return None if plain is None else np.asarray(plain, np.uint8)


def _on_white(picture: Array) -> Picture:
    """Return a see-through picture (height, width, 4) as it looks on white paper."""
    most = np.iinfo(picture.dtype).max if picture.dtype.kind == "u" else 1
    out = np.empty((*picture.shape[:2], 3), np.uint8)
    for top in range(0, len(picture), STRIP):
        share = np.asarray(picture[top : top + STRIP], np.float32) / most
        colour, cover = share[:, :, :3], share[:, :, 3:]
        out[top : top + STRIP] = (colour * cover + 1 - cover) * 255 + 0.5
    return out


def _count(path: Path) -> int:
    """Return how many pictures a file holds."""
    try:
        return int(cv2.imcount(str(path)))
    except cv2.error:
        return 1


def _ends_early(data: bytes) -> bool:
    """Return whether the end of a JPEG, PNG or WebP is missing."""
    if data.startswith(JPEG):
        scan = next((at for marker, at in segments(data) if marker == SCAN), None)
        return scan is None or data.find(b"\xff\xd9", scan) < 0
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data[-64:]
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return False
