"""Whether a camera's pictures show anything: not black, not frozen, all of a size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from firmware.camera import Fault
from vision.arrays import Array, Picture

LOOKED = 90  # rows, about: a sensor's noise shows in any of them
BLACK_MEAN, BLACK_SPREAD = 12.0, 4.0  # of 255: what a covered lens gives at high gain
FROZEN_S = 1.5
SMALLEST = 120  # px: below this a die in a tray has no pips


@dataclass(frozen=True)
class Look:
    """What is to be thought of a picture, as BGR.

    `fault` is what seems wrong, for `bad_s` by now; `use`: whether it can be used.
    """

    picture: Picture
    use: bool
    fault: Fault | None = None
    why: str = ""
    bad_s: float = 0.0


class Soundness:
    """Looks at the pictures of a device, one after the other."""

    def __init__(self) -> None:
        self._repeats = False
        self._size: tuple[int, int] | None = None
        self._before: Array | None = None
        self._changed_s = 0.0
        self._lit_s: float | None = None

    def reopened(self, *, repeats: bool) -> None:
        """Take pictures of any one size from now on.

        `repeats`: the same picture again is used until it has stayed for long; else it
        is left out at once, as no sensor gives the same noise twice. What was black or
        frozen before is so still until there is another picture.
        """
        self._repeats, self._size = repeats, None

    def look(self, picture: Picture, now_s: float) -> Look:
        """Return what is to be thought of the next picture, which came at this time."""
        bgr = as_bgr(picture)
        if bgr is None:
            why = f"an array {picture.shape} of {picture.dtype} is no picture"
            return Look(picture, False, Fault.BROKEN, why, float("inf"))
        size = (bgr.shape[1], bgr.shape[0])
        self._size = self._size or size
        if size != self._size or min(size) < SMALLEST:
            return Look(bgr, False, Fault.SIZE, self._why_size(size), float("inf"))
        step = max(1, min(size) // LOOKED)
        sample = bgr[::step, ::step].copy()
        black_s = self._black_s(sample, now_s)
        same_s = self._same_s(sample, now_s)
        if black_s is not None:
            why = "the picture is black: is the lens covered, or the light off"
            return Look(bgr, False, Fault.BLACK, why, black_s)
        if same_s is None:
            return Look(bgr, True)
        why = f"the same picture for {same_s:.1f} s: the camera stands still"
        bad_s = same_s if same_s >= FROZEN_S else 0.0
        return Look(bgr, self._repeats, Fault.FROZEN, why, bad_s)

    def _why_size(self, size: tuple[int, int]) -> str:
        if size == self._size:
            return f"{size[0]}x{size[1]} px, expected at least {SMALLEST} each way"
        wanted = self._size or size
        return f"{size[0]}x{size[1]} px, expected {wanted[0]}x{wanted[1]} as before"

    def _black_s(self, sample: Array, now_s: float) -> float | None:
        """Return for how long there has been no light; None where there is some."""
        mean, spread = cv2.meanStdDev(sample)
        if mean.max() > BLACK_MEAN or spread.max() > BLACK_SPREAD:
            self._lit_s = now_s
            return None
        self._lit_s = now_s if self._lit_s is None else self._lit_s
        return now_s - self._lit_s

    def _same_s(self, sample: Array, now_s: float) -> float | None:
        """Return for how long the picture has been the same; None where it is new."""
        before, self._before = self._before, sample
        if before is None or not np.array_equal(before, sample):
            self._changed_s = now_s
            return None
        return now_s - self._changed_s


def as_bgr(picture: Array) -> Picture | None:
    """Return any 8-bit picture as (height, width, 3); None where it is none."""
    if picture.dtype != np.uint8 or picture.ndim not in (2, 3) or picture.size == 0:
        return None
    channels = 1 if picture.ndim == 2 else picture.shape[2]
    if channels == 3:
        return picture
    if channels == 4:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR), np.uint8)
    if channels == 1:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    return None
