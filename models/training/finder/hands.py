"""Hands and arms over a tray, and what they cover."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from models.training.dice import any_colour, colour_of
from vision.arrays import Array, Colour, Picture
from vision.render import render
from vision.scene import Camera, Limb, Scene, Table


def hand(rng: np.random.Generator, edge_px: float, side: int) -> tuple[Limb, ...]:
    """Return an arm from the rim of a picture `side` px wide, with some fingers."""
    width = side * rng.uniform(0.06, 0.22)
    angle = rng.uniform(0, 2 * math.pi)
    out = np.asarray([math.cos(angle), math.sin(angle)])
    palm = side / 2 + rng.uniform(-0.4, 0.4, 2) * side
    skin = colour_of(rng.uniform(0.25, 0.95) * np.asarray([0.6, 0.72, 0.95]))
    sleeve = any_colour(rng) if rng.random() < 0.6 else skin
    fingers = []
    for bend in np.linspace(-0.7, 0.7, int(rng.integers(1, 6))):
        towards = angle + math.pi + bend + rng.normal(0, 0.12)
        reach = width * rng.uniform(1.2, 2.4)
        tip = palm + reach * np.asarray([math.cos(towards), math.sin(towards)])
        fingers.append(_limb(palm, tip, 0.26 * width * rng.uniform(0.8, 1.2), skin))
    wrist = palm + out * width * rng.uniform(0.8, 1.8)
    arm = _limb(wrist, palm + out * 2 * side, 0.75 * width, sleeve)
    return (arm, _limb(palm, wrist, 0.7 * width, skin), *fingers)


def _limb(start: Array, end: Array, radius: float, colour: Colour) -> Limb:
    return Limb(
        (float(start[0]), float(start[1])),
        (float(end[0]), float(end[1])),
        radius,
        colour,
    )


def with_limbs(
    picture: Picture, limbs: tuple[Limb, ...]
) -> tuple[Picture, NDArray[np.uint8]]:
    """Return a square picture with limbs over it, and what they cover (side, side)."""
    side = picture.shape[0]
    covered = np.zeros((side, side), np.uint8)
    if not limbs:
        return picture, covered
    ground = Scene(
        (), Table(np.zeros((4, 4, 3), np.float32)), _above(side), (), limbs=limbs
    )
    drawn = render(ground)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    for limb in limbs:
        (x0, y0), (x1, y1) = limb.start, limb.end
        dx, dy = x1 - x0, y1 - y0
        share = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        away = np.hypot(x - x0 - share * dx, y - y0 - share * dy)
        covered[away < limb.radius] = 1
    return np.where(covered[:, :, None] > 0, drawn, picture), covered


def _above(side: int) -> Camera:
    return Camera.above(distance=10, edge_px=40, size=(side, side))
