"""Picture files to arrays, whole or not at all.

Grey and 16-bit pictures become 8-bit BGR, see-through ones are laid on white, and a
camera's note of how it was held (EXIF) is followed. A file that ends too early is
refused: a decoder would fill the rest with grey, and grey shows no dice.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Array, Picture
from vision.errors import BadPicture

SUFFIXES = (".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp")
SMALLEST = 12  # px; below this no six can be told from a five


def load_picture(path: Path) -> Picture:
    """Return the picture (height, width, 3), BGR.

    Raises BadPicture for what is no whole picture, OSError for what cannot be opened.
    """
    data = path.read_bytes()
    if not data:
        raise BadPicture(f"expected a picture, got an empty file: {path}")
    if _ends_early(data):
        raise BadPicture(
            f"expected a whole picture, got one that ends after {len(data)} bytes: "
            f"{path}; copy it again"
        )
    picture = _decoded(np.frombuffer(data, np.uint8))
    if picture is None:
        raise BadPicture(
            f"expected a picture ({', '.join(s[1:] for s in SUFFIXES)}), got something "
            f"else: {path}"
        )
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST:
        raise BadPicture(
            f"expected a picture of at least {SMALLEST}x{SMALLEST} px, got "
            f"{width}x{height}: {path}"
        )
    return picture


def pictures_in(folder: Path) -> list[Path]:
    """Return the picture files of a folder in order of name, without hidden ones."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in SUFFIXES and not path.name.startswith(".")
    )


def _decoded(data: NDArray[np.uint8]) -> Picture | None:
    """Return the picture that bytes hold, or None."""
    try:
        raw = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
        if raw is not None and raw.ndim == 3 and raw.shape[2] == 4:
            return _on_white(raw)
        plain = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:  # more pixels than OpenCV accepts, or a broken header
        return None
    return None if plain is None else np.asarray(plain, np.uint8)


def _on_white(picture: Array) -> Picture:
    """Return a see-through picture (height, width, 4) as it looks on white paper."""
    most = np.iinfo(picture.dtype).max if picture.dtype.kind == "u" else 1
    share = np.asarray(picture, np.float32) / most
    colour, cover = share[:, :, :3], share[:, :, 3:]
    return np.asarray((colour * cover + 1 - cover) * 255 + 0.5, np.uint8)


def _ends_early(data: bytes) -> bool:
    """Return whether the end of a JPEG, PNG or WebP is missing."""
    if data.startswith(b"\xff\xd8"):
        scan = _first_scan(data)
        return scan is None or data.find(b"\xff\xd9", scan) < 0
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data[-64:]
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return False


def _first_scan(data: bytes) -> int | None:
    """Return where the pixels of a JPEG begin: behind headers and thumbnails."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xDA:
            return at
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
