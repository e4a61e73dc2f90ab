"""Square windows cut from a photograph, shrunk without flicker and turned upright."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Picture


def cut(
    picture: Picture,
    centre: tuple[float, float],
    width: float,
    side: int,
    turn: float = 0.0,
) -> Picture:
    """Return a window `width` px wide around `centre`, as (side, side, 3).

    `turn` is the angle, in radians from x towards y, of what shall lie along x. What
    lies outside the picture is its own mirror image.
    """
    scale = side / width
    reach = 0.5 * width * (abs(math.cos(turn)) + abs(math.sin(turn))) + 2
    left, top = math.floor(centre[0] - reach), math.floor(centre[1] - reach)
    across = math.ceil(2 * reach) + 1
    around = _window(picture, left, top, across)
    if scale < 1:  # warping alone would skip pixels
        small = max(1, round(across * scale))
        around = cv2.resize(around, (small, small), interpolation=cv2.INTER_AREA)
    shrunk = around.shape[0] / across
    at = ((centre[0] - left) * shrunk - 0.5, (centre[1] - top) * shrunk - 0.5)
    zoom = scale / shrunk
    to_middle = (side - 1) / 2 - np.array(at)
    matrix = np.array(cv2.getRotationMatrix2D(at, math.degrees(turn), zoom))
    matrix[:, 2] = matrix[:, 2] + to_middle
    out = cv2.warpAffine(
        around,
        matrix,
        (side, side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    return np.asarray(out, np.uint8)


def _window(picture: Picture, left: int, top: int, across: int) -> Picture:
    """Return a square of the picture, mirrored where it runs over the rim."""
    height, width = picture.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + across, width), min(top + across, height)
    if x0 >= x1 or y0 >= y1:
        raise ValueError(
            f"expected a window that meets the picture of {width}x{height} px, "
            f"got {across} px from ({left}, {top})"
        )
    part = picture[y0:y1, x0:x1]
    rim = (y0 - top, top + across - y1, x0 - left, left + across - x1)
    if any(rim):
        part = cv2.copyMakeBorder(part, *rim, cv2.BORDER_REFLECT)
    return np.asarray(part, np.uint8)
