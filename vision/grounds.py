"""What dice lie on: tiles of felt, wood, leather, paper, cloth, stone and print.

A tile is (n, n, 3), BGR from 0 to 1; a table repeats it mirrored.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Array, Picture

SIZE = 160


def felt(rng: np.random.Generator) -> Array:
    """Return short fibres in one colour."""
    return _tinted(
        rng, 0.5 * _noise(rng, 80) + 0.3 * _noise(rng, 20), rng.uniform(0.05, 0.3)
    )


def plain(rng: np.random.Generator) -> Array:
    """Return a smooth board, nearly one colour."""
    return _tinted(rng, _noise(rng, 4), rng.uniform(0.0, 0.1))


def leather(rng: np.random.Generator) -> Array:
    """Return dark creases between grains."""
    grains = np.abs(_noise(rng, 24)) + 0.5 * np.abs(_noise(rng, 48))
    return _tinted(rng, grains - 0.5, rng.uniform(0.1, 0.4))


def wood(rng: np.random.Generator) -> Array:
    """Return grain along one direction, in browns, with darker rings and joints."""
    long = cv2.resize(
        rng.normal(0, 1, (SIZE // 2, 5)).astype("f"),
        (SIZE, SIZE),
        interpolation=cv2.INTER_CUBIC,
    )
    y = np.linspace(0, rng.uniform(3, 14), SIZE, dtype=np.float32)[:, None]
    rings = np.sin(6.28 * (y + 0.25 * _noise(rng, 3)))
    base = np.asarray([0.35, 0.5, 0.65], np.float32) * rng.uniform(0.4, 1.4)
    shade = rng.uniform(0.03, 0.12) * (rings + long)
    tile = base * (1 + 1.5 * shade[:, :, None] * np.asarray([1.2, 1, 0.8], np.float32))
    if rng.random() < 0.4:
        tile[:: int(rng.uniform(25, 80))] *= 0.5
    return _turned(rng, np.clip(tile, 0, 1).astype(np.float32))


def paper(rng: np.random.Generator) -> Array:
    """Return white paper, lined, squared or scribbled on."""
    tile = np.full((SIZE, SIZE, 3), rng.uniform(0.7, 1.0), np.float32)
    ink = [float(v) for v in rng.uniform(0, 0.7, 3)]
    step = int(rng.uniform(8, 30))
    kind = rng.integers(4)
    for at in range(0, SIZE, step) if kind else ():
        cv2.line(tile, (0, at), (SIZE, at), ink, 1, cv2.LINE_AA)
        if kind == 2:
            cv2.line(tile, (at, 0), (at, SIZE), ink, 1, cv2.LINE_AA)
    if kind == 3:
        points = rng.integers(0, SIZE, (12, 1, 2)).astype(np.int32)
        cv2.polylines(tile, [points], False, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
    return np.clip(tile + 0.01 * _noise(rng, 80)[:, :, None], 0, 1)


def cloth(rng: np.random.Generator) -> Array:
    """Return stripes, checks or dots, woven."""
    x, y = np.meshgrid(np.arange(SIZE), np.arange(SIZE))
    step = rng.uniform(6, 40)
    across, down = np.sin(x * 6.28 / step), np.sin(y * 6.28 / step)
    figure = (across, across * down, across + down)[rng.integers(3)]
    share = (figure > rng.uniform(-0.5, 0.9)).astype(np.float32)[:, :, None]
    one, two = (rng.uniform(0.02, 1, 3).astype("f") for _ in range(2))
    weave = 0.06 * np.sin(x * 1.6) * np.sin(y * 1.6) + 0.03 * _noise(rng, 80)
    tile = one + (two - one) * share + weave[:, :, None]
    return _turned(rng, np.clip(tile, 0, 1).astype(np.float32))


def printed(rng: np.random.Generator) -> Array:
    """Return coloured shapes and spots, as on the board of a game."""
    tile = np.full((SIZE, SIZE, 3), rng.uniform(0, 1, 3), np.float32)
    for _ in range(int(rng.integers(4, 16))):
        colour = [float(v) for v in rng.uniform(0, 1, 3)]
        corners = rng.normal(rng.uniform(0, SIZE, 2), rng.uniform(4, 40), (5, 2))
        if rng.random() < 0.5:
            cv2.fillConvexPoly(
                tile, cv2.convexHull(corners.astype(np.int32)), colour, cv2.LINE_8
            )
        else:
            middle = (int(corners[0, 0]), int(corners[0, 1]))
            cv2.circle(tile, middle, int(rng.uniform(2, 16)), colour, -1, cv2.LINE_8)
    soft = cv2.GaussianBlur(tile, (0, 0), rng.uniform(0.5, 2.0))
    return np.clip(soft + 0.02 * _noise(rng, 40)[:, :, None], 0, 1)


def stone(rng: np.random.Generator) -> Array:
    """Return speckles in several sizes, as stone, cork and carpet have them."""
    grain = _noise(rng, 80) + 0.7 * _noise(rng, 40) + 0.5 * _noise(rng, 12)
    return _tinted(rng, grain, rng.uniform(0.1, 0.35), spread=0.15)


def speck(rng: np.random.Generator, picture: Picture, at: Array, radius: float) -> None:
    """Draw a crumb or a spot of ink, darker or lighter than what lies around it."""
    x, y = (int(v) for v in at)
    height, width = picture.shape[:2]
    if not (0 <= x < width and 0 <= y < height):
        return
    shade = rng.uniform(0.0, 0.6) if rng.random() < 0.8 else rng.uniform(1.3, 2.0)
    colour = np.clip(picture[y, x] * shade + rng.normal(0, 15, 3), 0, 255)
    for _ in range(int(rng.integers(1, 4))):
        middle = np.asarray(at) + rng.normal(0, 0.6 * radius, 2)
        axes = np.maximum(radius * rng.uniform(0.4, 1.2, 2), 0.5)
        cv2.ellipse(
            picture,
            (middle.tolist(), (2 * axes).tolist(), float(rng.uniform(0, 180))),
            [float(v) for v in colour],
            -1,
            cv2.LINE_AA,
        )


GROUNDS: dict[str, Callable[[np.random.Generator], Array]] = {
    "felt": felt,
    "plain": plain,
    "leather": leather,
    "wood": wood,
    "paper": paper,
    "cloth": cloth,
    "printed": printed,
    "stone": stone,
}


def _noise(rng: np.random.Generator, cells: int) -> Array:
    """Return smooth noise (SIZE, SIZE), about -1 to 1, with so many cells across."""
    coarse = rng.normal(0, 0.6, (cells, cells)).astype(np.float32)
    return cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)


def _tinted(
    rng: np.random.Generator, pattern: Array, strength: float, spread: float = 0.0
) -> Array:
    grey = rng.beta(0.8, 0.8)
    colour = np.clip(grey + rng.normal(0, rng.choice([0.02, 0.25]), 3), 0.02, 0.98)
    tint = strength * (1 + rng.normal(0, spread, 3))
    tile = cv2.merge(
        [
            c * (1 + t * pattern)
            for c, t in zip(colour.tolist(), tint.tolist(), strict=True)
        ]
    )
    return np.asarray(np.clip(tile, 0, 1), np.float32)


def _turned(rng: np.random.Generator, tile: Array) -> Array:
    return np.ascontiguousarray(np.rot90(tile, int(rng.integers(4))))
