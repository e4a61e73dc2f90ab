"""Random light and random cameras: lamps, their glare on a face, faults of a shot."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from models.training.dice import Ingredients, colour_of
from vision.arrays import Array, Colour
from vision.optics import Optics
from vision.scene import Camera, Die, Lamp


def any_lamps(
    rng: np.random.Generator, ingredients: Ingredients, die: Die, camera: Camera
) -> tuple[Lamp, ...]:
    """Return one or two lamps, in one of three crops mirrored by the top face."""
    lamps = []
    for _ in range(int(rng.choice([1, 1, 2]))):
        slant, side = math.radians(rng.uniform(3, 65)), rng.uniform(0, 6.3)
        towards = np.asarray(
            [
                math.sin(slant) * math.cos(side),
                math.sin(slant) * math.sin(side),
                math.cos(slant),
            ],
            np.float32,
        )
        if ingredients.glare and rng.random() < 0.35:
            towards = _mirrored_by_top(rng, die, camera)
        if ingredients.hard and rng.random() < 0.6:
            lamps.append(_ring(rng, _mirrored_by_top(rng, die, camera)))
            continue
        power = rng.uniform(0.1, 0.8)
        colour = np.clip(1 + rng.normal(0, 0.08, 3), 0.7, 1.3) * power
        lamps.append(
            Lamp(
                towards,
                colour_of(colour),
                size=(_patch_size(rng), _patch_size(rng)),
                turn=rng.uniform(0, 6.3),
                hole=0.75 if rng.random() < 0.2 else 0.0,
                glare=float(np.exp(rng.uniform(0, 2.6))),
                softness=float(np.exp(rng.uniform(-4, -0.9))),
                shadow=rng.uniform(0.2, 1.0) if ingredients.shadows else 0.0,
            )
        )
    return tuple(lamps)


def dimmed(
    rng: np.random.Generator, lamps: tuple[Lamp, ...]
) -> tuple[tuple[Lamp, ...], Colour]:
    """Return the lamps and a sky, dimmed to what a camera would expose for."""
    sky = np.clip(1 + rng.normal(0, 0.08, 3), 0.7, 1.3) * rng.uniform(0.15, 0.6)
    total = sum(np.mean(lamp.colour) * float(lamp.towards[2]) for lamp in lamps)
    share = rng.uniform(0.5, 0.95) / (float(sky.mean()) + total)
    dimmed = tuple(
        replace(lamp, colour=colour_of(share * np.asarray(lamp.colour)))
        for lamp in lamps
    )
    return dimmed, colour_of(share * sky)


def _ring(rng: np.random.Generator, towards: Array) -> Lamp:
    """Return a lamp that a hollow face mirrors as a ring, an arc or a bright spot."""
    size = float(np.exp(rng.uniform(math.log(0.02), math.log(0.3))))
    return Lamp(
        towards,
        colour_of(np.full(3, rng.uniform(0.1, 0.5))),
        size=(size, size * rng.uniform(0.6, 1.0)),
        turn=rng.uniform(0, 6.3),
        hole=rng.uniform(0.6, 0.93) if rng.random() < 0.7 else 0.0,
        glare=rng.uniform(3, 14),
        softness=0.2,
        shadow=rng.uniform(0.2, 1.0),
    )


def _patch_size(rng: np.random.Generator) -> float:
    """Return the size of a lamp as a body mirrors it, from a bulb to a window."""
    return float(np.exp(rng.uniform(math.log(0.02), math.log(0.3))))


def _mirrored_by_top(rng: np.random.Generator, die: Die, camera: Camera) -> Array:
    """Return the direction of a lamp whose image lies on or near the top face."""
    top = die.top()
    normal = np.cross(top[2] - top[1], top[4] - top[1])
    normal /= np.linalg.norm(normal)
    normal *= np.sign(normal[2])
    view = camera.position - top[0]
    view /= np.linalg.norm(view)
    towards = 2 * (normal @ view) * normal - view + rng.normal(0, 0.12, 3)
    towards[2] = max(towards[2], 0.1)
    return np.asarray(towards / np.linalg.norm(towards), np.float32)


def optics(rng: np.random.Generator) -> Optics:
    """Return a camera's faults, mild on most crops, strong on some."""
    shrink = 1.0
    if rng.random() < 0.4:  # down to a die of 15 px
        shrink = float(np.exp(rng.uniform(math.log(0.35), 0)))
    return Optics(
        defocus=rng.uniform(0, 1.3) if rng.random() < 0.7 else 0.0,
        motion=rng.uniform(2, 7) if rng.random() < 0.1 else 0.0,
        direction=rng.uniform(0, math.pi),
        shrink=shrink,
        noise=rng.uniform(0, 9),
        exposure=float(np.exp(rng.normal(0.05, 0.25))),
        contrast=rng.uniform(0.75, 1.2),
        gains=colour_of(np.exp(rng.normal(0, 0.08, 3))),
        sharpen=rng.uniform(0.2, 1.2) if rng.random() < 0.35 else 0.0,
        quality=int(rng.uniform(35, 98)),
    )
