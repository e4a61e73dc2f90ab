"""How large a picture is, told from its header before anything is decoded.

A few bytes of a broken or hostile file can ask for gigabytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

# Markers of a JPEG's frame header: all from C0 to CF but tables and restarts.
FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
SCAN = 0xDA
TIFF_SIZE = {256: 0, 257: 1}  # tags of width and height


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height in px, before any turning; None where none is told."""
    try:
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
        if data.startswith(b"\x89PNG"):
            return _unpacked(">II", data, 16)
        if data.startswith(b"GIF8"):
            return _unpacked("<HH", data, 6)
        if data.startswith(b"BM"):
            width, height = struct.unpack_from("<ii", data, 18)
            return width, abs(height)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith((b"II*\0", b"MM\0*")):
            return _tiff(data)
        if data[4:8] == b"ftyp" and b"ispe" in data:  # AVIF, HEIC
            return _unpacked(">II", data, data.index(b"ispe") + 8)
    except struct.error:  # it ends within its header
        return None
    return None


def segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield marker and place of each segment of a JPEG, to its first scan."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        yield data[at + 1], at
        if data[at + 1] == SCAN:
            return
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def _jpeg(data: bytes) -> tuple[int, int] | None:
    for marker, at in segments(data):
        if marker in FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":  # 24 bits each, less one
        width = int.from_bytes(data[24:27], "little") + 1
        return width, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L":  # 14 bits each, less one
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


def _tiff(data: bytes) -> tuple[int, int] | None:
    order = "<" if data.startswith(b"II") else ">"
    (table,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, table)
    size = [0, 0]
    for at in range(table + 2, table + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(f"{order}HH", data, at)
        if tag in TIFF_SIZE:
            number = "H" if kind == 3 else "I"
            (size[TIFF_SIZE[tag]],) = struct.unpack_from(
                f"{order}{number}", data, at + 8
            )
    return size[0], size[1]


def _unpacked(form: str, data: bytes, at: int) -> tuple[int, int]:
    first, second = struct.unpack_from(form, data, at)
    return first, second
