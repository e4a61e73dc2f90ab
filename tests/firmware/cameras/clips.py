"""Clips and folders whose every frame says its number, made for a test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture

SIZE = (96, 64)  # width, height
COLUMNS = 8


def numbered(number: int, size: tuple[int, int] = SIZE) -> Picture:
    """A picture of grey squares that spell the number in binary, lowest bit first."""
    width, height = size
    bits = np.array([[60 + 130 * (number >> bit & 1) for bit in range(COLUMNS)]])
    grey = cv2.resize(
        bits.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST
    )
    return np.repeat(grey[:, :, None], 3, axis=2)


def number_on(picture: Picture) -> int:
    """The number that a picture of this kind shows."""
    step = picture.shape[1] // COLUMNS
    middle = picture[picture.shape[0] // 2, step // 2 :: step, 1][:COLUMNS]
    return sum(int(value > 125) << bit for bit, value in enumerate(middle))


def write_clip(path: Path, numbers: Sequence[int], fps: float = 30.0) -> Path:
    """A clip of these numbers, Motion JPEG in an AVI."""
    code = cv2.VideoWriter.fourcc(*"MJPG")
    video = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, fps, SIZE)
    for number in numbers:
        video.write(numbered(number))
    video.release()
    return path


def write_folder(folder: Path, numbers: Sequence[int]) -> Path:
    """A folder of pictures, one a number, in the order given."""
    folder.mkdir()
    for place, number in enumerate(numbers):
        cv2.imwrite(str(folder / f"{place:04}.png"), numbered(number))
    return folder
