"""Small grey pictures of a tray, drawn by hand: felt, square dice, an arm."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Array

WIDTH, HEIGHT = 160, 120
FPS = 30


def tray(
    dice: tuple[tuple[float, float], ...] = (),
    *,
    arm: float = 0.0,
    shift: tuple[float, float] = (0.0, 0.0),
    light: Array | float = 1.0,
) -> Array:
    """Return a picture (HEIGHT, WIDTH), uint8: dice by their middles, all of 12 px.

    `arm` is how far an arm reaches in from the left, in px; `shift` moves the view;
    `light` multiplies everything, as a number or for each pixel.
    """
    rng = np.random.default_rng(1)
    wide = (WIDTH + 40, HEIGHT + 40)
    felt = 90 + 3 * cv2.resize(rng.normal(0, 1, (50, 70)), wide)
    felt[:, :22] = felt[:18] = 40  # two walls of the tray
    picture = cv2.resize(felt, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
    for x, y in dice:
        _square(picture, x, y, 12, 210)
        _square(picture, x + 3, y - 3, 3, 20)
        _square(picture, x - 3, y + 3, 3, 20)
    if arm:
        left, right = 0, round(4 * (20 + arm))
        picture[4 * 70 : 4 * 95, left:right] = 170
        picture[4 * 80 : 4 * 83, left:right] = 120
    matrix = np.array([[1.0, 0, 4 * shift[0]], [0, 1, 4 * shift[1]]])
    size = (picture.shape[1], picture.shape[0])
    moved = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(moved, wide, interpolation=cv2.INTER_AREA)
    seen = small[20 : 20 + HEIGHT, 20 : 20 + WIDTH] * light
    return np.asarray(np.clip(seen + rng.normal(0, 0.3, seen.shape), 0, 255), np.uint8)


def soft_shadow(x: float) -> Array:
    """Return light that a soft shadow around column `x` takes from a tray."""
    across = np.arange(WIDTH)[None, :] - x
    return np.asarray(1 - 0.4 * np.exp(-((across / 25) ** 2)) * np.ones((HEIGHT, 1)))


def _square(picture: Array, x: float, y: float, edge: float, grey: float) -> None:
    left, top = round(4 * (20 + x - edge / 2)), round(4 * (20 + y - edge / 2))
    side = round(4 * edge)
    picture[top : top + side, left : left + side] = grey
