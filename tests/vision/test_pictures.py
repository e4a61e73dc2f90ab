"""Picture files: whole or refused, in whatever form they come."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.errors import BadPicture
from vision.pictures import load_picture, pictures_in

WIDE = np.zeros((40, 60, 3), np.uint8)
WIDE[:, :20] = (255, 0, 0)  # a blue band on the left


def saved(path: Path, picture: np.ndarray) -> Path:
    packed = cv2.imencode(path.suffix, picture)[1]
    path.write_bytes(packed.tobytes())
    return path


def turned_by_exif(data: bytes, orientation: int) -> bytes:
    """Put a camera's note of how it was held into a JPEG."""
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    body = b"Exif\0\0" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".webp", ".tiff"])
def test_colours_survive(tmp_path: Path, suffix: str) -> None:
    picture = load_picture(saved(tmp_path / f"wide{suffix}", WIDE))
    assert picture.shape == WIDE.shape
    assert picture.dtype == np.uint8
    assert np.abs(picture[20, 10].astype(int) - (255, 0, 0)).max() < 20
    assert picture[20, 50].max() < 20


def test_grey_becomes_colour(tmp_path: Path) -> None:
    grey = np.full((30, 30), 90, np.uint8)
    picture = load_picture(saved(tmp_path / "grey.png", grey))
    assert picture.shape == (30, 30, 3)
    assert (picture == 90).all()


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    deep = np.full((30, 30, 3), 0x8000, np.uint16)
    picture = load_picture(saved(tmp_path / "deep.png", deep))
    assert picture.dtype == np.uint8
    assert np.abs(picture.astype(int) - 128).max() <= 1


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_what_is_seen_through_lies_on_white(tmp_path: Path, kind: type) -> None:
    most = 255 if kind is np.uint8 else 65535
    clear: Picture = np.zeros((30, 30, 4), kind)
    clear[:, :15, 3] = most  # black and solid on the left, nothing on the right
    picture = load_picture(saved(tmp_path / "clear.png", clear))
    assert (picture[:, :15] == 0).all()
    assert (picture[:, 15:] == 255).all()


def test_exif_turns_the_picture(tmp_path: Path) -> None:
    path = saved(tmp_path / "held.jpg", WIDE)
    path.write_bytes(turned_by_exif(path.read_bytes(), 6))
    picture = load_picture(path)
    assert picture.shape == (60, 40, 3)
    assert picture[5, 20, 0] > 200  # the band of the left is now at the top


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
def test_a_cut_off_file_is_refused(tmp_path: Path, suffix: str, share: float) -> None:
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (80, 80, 3)).astype(np.uint8)
    path = saved(tmp_path / f"cut{suffix}", noise)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(BadPicture, match=path.name):
        load_picture(path)


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("empty.jpg", b"", "empty file"),
        ("words.jpg", b"not a picture at all", "got something else"),
        ("page.pdf", b"%PDF-1.7\n", "got something else"),
        ("head.jpg", b"\xff\xd8\xff", "ends after 3 bytes"),
    ],
)
def test_no_picture_is_refused(
    tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(BadPicture, match=says):
        load_picture(path)


def test_a_single_pixel_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "dot.png", np.zeros((1, 1, 3), np.uint8))
    with pytest.raises(BadPicture, match="at least 12x12 px, got 1x1"):
        load_picture(path)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.png"):
        load_picture(tmp_path / "gone.png")


def test_pictures_of_a_folder_come_in_order(tmp_path: Path) -> None:
    for name in ("b.PNG", "a.jpg", "notes.txt", ".hidden.png"):
        (tmp_path / name).write_bytes(b"x")
    assert [path.name for path in pictures_in(tmp_path)] == ["a.jpg", "b.PNG"]
