"""What a camera does to a picture: blur, motion, noise, white balance, compression."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture


@dataclass(frozen=True)
class Optics:
    """The faults of one shot, in the order in which a camera makes them.

    `defocus` is a Gaussian in px, `motion` a length in px along `direction` (radians),
    `shrink` the share of the pixels across that the sensor has, `noise` the deviation
    of a mid grey of 255, `gains` the white balance, `sharpen` the strength of an
    unsharp mask, `quality` that of JPEG (100: not compressed).
    """

    defocus: float = 0.0
    motion: float = 0.0
    direction: float = 0.0
    shrink: float = 1.0
    noise: float = 0.0
    exposure: float = 1.0
    contrast: float = 1.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    sharpen: float = 0.0
    quality: int = 100

    def shoot(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """Return the picture (height, width, 3) as such a camera would take it."""
        height, width = picture.shape[:2]
        out = picture
        if self.defocus > 0.2:
            out = cv2.GaussianBlur(out, (0, 0), self.defocus)
        if self.motion > 1:
            out = cv2.filter2D(out, -1, _streak(self.motion, self.direction))
        if self.shrink < 0.95:
            small = (
                max(8, round(width * self.shrink)),
                max(8, round(height * self.shrink)),
            )
            out = cv2.resize(out, small, interpolation=cv2.INTER_AREA)
        out = self._expose(out, rng)
        if self.quality < 100:
            packed = cv2.imencode(
                ".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self.quality]
            )[1]
            out = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
        if out.shape[:2] != (height, width):
            out = cv2.resize(out, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(out, np.uint8)

    def _expose(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """Return the picture after gains, contrast, noise and sharpening."""
        gains = np.asarray(self.gains, np.float32) * self.exposure * self.contrast
        out = picture * gains + 128 * (1 - self.contrast)
        if self.noise:
            grain = rng.standard_normal(picture.shape, np.float32)
            out += self.noise * grain * (0.5 + picture / 255)
        if self.sharpen:
            out += self.sharpen * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
        return np.asarray(np.clip(out, 0, 255), np.uint8)


def _streak(length: float, direction: float) -> NDArray[np.float32]:
    """Return the kernel of a straight movement."""
    size = int(length) | 1
    kernel = np.zeros((size, size), np.uint8)
    half = size // 2
    along = np.array([np.cos(direction), np.sin(direction)]) * half
    start = (round(half - along[0]), round(half - along[1]))
    end = (round(half + along[0]), round(half + along[1]))
    cv2.line(kernel, start, end, 255, 1)
    return kernel.astype(np.float32) / max(float(kernel.sum()), 1.0)
