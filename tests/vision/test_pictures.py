"""Picture files: whole or refused, in whatever form they come."""

from __future__ import annotations

import base64
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.errors import BadPicture
from vision.headers import size_of
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
        ("phone.heic", b"\0\0\0\x18ftypheic\0\0\0\0", "got HEIC"),
        ("signature.png", b"\x89PNG\r\n\x1a\n", "ends after 8 bytes"),
        ("signature.bmp", b"BM", "got something else"),
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


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".webp", ".tiff", ".gif"])
def test_the_header_tells_the_size(tmp_path: Path, suffix: str) -> None:
    assert size_of(saved(tmp_path / f"wide{suffix}", WIDE).read_bytes()) == (60, 40)


def test_the_header_of_lossless_webp_tells_the_size() -> None:
    quality = [cv2.IMWRITE_WEBP_QUALITY, 101]
    packed = cv2.imencode(".webp", WIDE, quality)[1].tobytes()
    assert packed[12:16] == b"VP8L"
    assert size_of(packed) == (60, 40)


def test_what_is_no_picture_has_no_size() -> None:
    for data in (b"", b"words", b"RIFF....WEBPXXXX", b"II*\0\xff\xff\xff\x7f"):
        assert size_of(data) is None


def giant(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header asks for so many pixels."""
    header = struct.pack(">II5B", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + b"\0\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IEND\xaeB`\x82"


def test_a_giant_is_refused_by_its_header(tmp_path: Path) -> None:
    path = tmp_path / "giant.png"
    path.write_bytes(giant(200_000, 100_000))
    says = "at most 64 megapixels, got 200000x100000 px"
    with pytest.raises(BadPicture, match=says):
        load_picture(path)


@pytest.mark.full
def test_fifty_megapixels_are_read(tmp_path: Path) -> None:
    path = saved(tmp_path / "large.jpg", np.full((6250, 8000, 3), 90, np.uint8))
    assert load_picture(path).shape == (6250, 8000, 3)


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".png"])
def test_an_animation_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"moving{suffix}"
    film = cv2.Animation()
    film.frames = [np.full((40, 60, 3), value, np.uint8) for value in (20, 120, 220)]
    film.durations = [100, 100, 100]
    assert cv2.imwriteanimation(str(path), film)
    with pytest.raises(BadPicture, match=rf"got 3 in one file.*moving\{suffix}"):
        load_picture(path)


def test_a_still_gif_is_read(tmp_path: Path) -> None:
    assert load_picture(saved(tmp_path / "still.gif", WIDE)).shape == WIDE.shape


# Blue, green and red bands of 20 px as a press prints them: a JPEG in CMYK (Pillow).
CMYK = """
/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4L
CxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAFAgAKAA8BEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAAB
AgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNi
coIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SV
lpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E
QwBNAFkASwAAPwD8qq/Kqv1Tr9U6KKKK6jwT/wAvv/AP/Zq/Qr/gkp/zVX/uFf8At5X5V/8ABc7/AJon/wBxv/2w
orqK/Quvyrooooor+hWvwfrtaKKKKKKKKK/mariq/pzooooorqPBP/L7/wAA/wDZq/Qr/gkp/wA1V/7hX/t5X5V/
8Fzv+aJ/9xv/ANsKK6iv0Lr8q6KKKKK/oVr8H67Wiiiiiiiiiv5mq4qv6c6KKKKK6jwT/wAvv/AP/Zq/Qr/gkp/z
VX/uFf8At5X5V/8ABc7/AJon/wBxv/2worqK/Quvyrooooor+hWvwfrtaKKKKKKKKK/mariq/pzooooorqPBP/L7
/wAA/wDZq/Qr/gkp/wA1V/7hX/t5X5V/8Fzv+aJ/9xv/ANsKK6iv0Lr8q6KKKKK/oVr8H67Wiiiiiiiiiv5mq4qv
6c6KKKKK6jwT/wAvv/AP/Zq/Qr/gkp/zVX/uFf8At5X5V/8ABc7/AJon/wBxv/2worqK/Quvyrooooor+hWvwfrt
aKKKKKKKKK//2Q==
"""


def test_the_colours_of_a_press_become_those_of_a_screen(tmp_path: Path) -> None:
    path = tmp_path / "press.jpg"
    path.write_bytes(base64.b64decode(CMYK))
    picture = load_picture(path)
    for x, colour in ((10, (255, 0, 0)), (30, (0, 200, 30)), (50, (20, 20, 230))):
        assert np.abs(picture[20, x].astype(int) - colour).max() < 8


def test_a_panorama_is_read(tmp_path: Path) -> None:
    wide = np.zeros((80, 800, 3), np.uint8)
    assert load_picture(saved(tmp_path / "wide.jpg", wide)).shape == (80, 800, 3)


def test_pictures_of_telephones_are_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "IMG_1.HEIC").write_bytes(b"x")
    assert [path.name for path in pictures_in(tmp_path)] == ["IMG_1.HEIC"]
