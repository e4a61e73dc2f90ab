"""What is on the face of a die: pips, a drawn symbol, or nothing.

A mark is asked for points of its face in half edges, (0, 0) the middle and (1, 1) a
corner, and answers how much paint lies there and how the surface slopes.

>>> spots = pips(5, pitch=0.5, radius=0.2)
>>> cover, _, _ = spots.at(np.array([0.0, 0.25]), np.array([0.0, 0.0]), 0.01)
>>> cover.tolist()
[1.0, 0.0]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.arrays import Array, Colour

# Places of the pips in pitches; a 2, 3 and 6 may also lie the other way.
PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Pips:
    """Round spots, sunk into the face by `depth` radii (0: printed).

    `centres` has shape (n, 2), in half edges, as `radius`.
    """

    centres: Array
    radius: float
    depth: float = 0.3
    colour: Colour = (0.05, 0.05, 0.05)
    painted: bool = True

    def at(self, u: Array, v: Array, footprint: float) -> tuple[Array, Array, Array]:
        """Return paint (0 to 1) and slopes along u and v, each of the shape of `u`."""
        cover, along_u, along_v = (np.zeros_like(u) for _ in range(3))
        for x, y in self.centres:
            du, dv = u - x, v - y
            away = np.sqrt(du * du + dv * dv)
            inside = np.clip((self.radius - away) / footprint + 0.5, 0, 1)
            bowl = inside * (2 * self.depth / self.radius)
            along_u += bowl * du
            along_v += bowl * dv
            np.maximum(cover, inside, out=cover)
        return (cover if self.painted else cover * 0.15), along_u, along_v


@dataclass(frozen=True)
class Symbol:
    """A picture of paint, `mask` of shape (n, n) with 0 to 1, drawn in `colour`.

    It fills the middle `size` of the face. `tint`, of shape (n, n, 3), takes the place
    of the one colour where the picture has several.
    """

    mask: Array
    size: float = 0.7
    depth: float = 0.0
    colour: Colour = (0.05, 0.05, 0.05)
    painted: bool = True

    def at(self, u: Array, v: Array, footprint: float) -> tuple[Array, Array, Array]:
        """Return paint (0 to 1) and slopes along u and v, each of the shape of `u`."""
        across = self.mask.shape[0]
        # A mask finer than the picture is shrunk first, or its strokes would flicker.
        coarse = max(1.0, footprint * across / (2 * self.size))
        soft = cv2.GaussianBlur(self.mask, (0, 0), 0.4 * coarse)
        scale = across / (2 * self.size)
        x, y = (u * scale + (across - 1) / 2), (v * scale + (across - 1) / 2)
        cover = _look_up(soft, x, y)
        if self.depth == 0:
            return cover, np.zeros_like(u), np.zeros_like(v)
        step = coarse + 0.5
        along_u = self.depth * (
            _look_up(soft, x - step, y) - _look_up(soft, x + step, y)
        )
        along_v = self.depth * (
            _look_up(soft, x, y - step) - _look_up(soft, x, y + step)
        )
        return cover, along_u, along_v


@dataclass(frozen=True)
class Blank:
    """A face without anything on it."""

    colour: Colour = (0.0, 0.0, 0.0)

    def at(self, u: Array, v: Array, footprint: float) -> tuple[Array, Array, Array]:
        """Return no paint and no slope."""
        nothing = np.zeros_like(u)
        return nothing, nothing, nothing


Mark: TypeAlias = Pips | Symbol | Blank


def pips(
    value: int,
    pitch: float,
    radius: float,
    *,
    depth: float = 0.3,
    colour: Colour = (0.05, 0.05, 0.05),
    crosswise: bool = False,
    squeeze: float = 1.0,
    painted: bool = True,
) -> Pips:
    """Return the pips of `value`.

    Below 1 `squeeze` brings the two rows of a six together, above 1 the pips of a row.
    """
    places = np.asarray(PLACES[value], np.float32) * pitch
    if value == 6:
        places[:, 0] *= min(squeeze, 1)
        places[:, 1] /= max(squeeze, 1)
        radius = min(radius, 0.5 * pitch / max(squeeze, 1))
    if crosswise:
        places = np.ascontiguousarray(places[:, ::-1]) * np.asarray([1, -1], np.float32)
    return Pips(places, radius, depth, colour, painted)


def _look_up(mask: Array, x: Array, y: Array) -> Array:
    """Return the mask at the points, 0 outside it."""
    width = 1024  # cv2.remap refuses rows of 32,768 points and more
    room = -len(x) % width
    across = np.pad(x, (0, room)).astype(np.float32).reshape(-1, width)
    down = np.pad(y, (0, room)).astype(np.float32).reshape(-1, width)
    found = cv2.remap(
        mask, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    return np.asarray(found, np.float32).reshape(-1)[: len(x)]
