"""What else lies on tables: coins, cards, dominoes, tokens, pens, other dice, print."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from models.training.cylinders import tube
from models.training.flat import (
    Domino,
    box,
    button,
    chip,
    ring,
    shade,
    two_colours,
    write,
)
from vision.arrays import Array, Picture


def litter(
    rng: np.random.Generator, picture: Picture, dice: Sequence[Array], edge_px: float
) -> Picture:
    """Return the picture with flat things on it, none over the outlines of dice."""
    if rng.random() < 0.45:
        return picture
    out = np.ascontiguousarray(picture)
    side = out.shape[0]
    taken = np.zeros(out.shape[:2], np.uint8)
    for outline in dice:
        cv2.fillConvexPoly(taken, outline.astype(np.int32), (1,))
    for _ in range(int(rng.integers(1, 9))):
        at = rng.uniform(0, side, 2)
        size = edge_px * float(np.exp(rng.uniform(-0.5, 1.1)))
        patch = out.copy()
        covered = np.zeros_like(taken)
        THINGS[rng.choice(len(THINGS), p=OFTEN)](rng, patch, covered, at, size)
        if not (covered & taken).any():
            shade(rng, out, covered, size)
            out[covered > 0] = patch[covered > 0]
            taken |= covered
    return out


def _coin(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a coin or a chip, its rim, and some relief."""
    middle = (int(at[0]), int(at[1]))
    radius = max(3, int(size * rng.uniform(0.4, 0.9)))
    colour, dark = two_colours(rng)
    cv2.circle(covered, middle, radius, (1,), -1)
    cv2.circle(picture, middle, radius, colour, -1, cv2.LINE_AA)
    thick = max(1, radius // 8)
    cv2.circle(picture, middle, int(radius * 0.85), dark, thick, cv2.LINE_AA)
    if rng.random() < 0.5:
        write(rng, picture, at, radius, dark)
    else:
        for angle in np.linspace(0, 6.28, int(rng.integers(4, 13)))[:-1]:
            away = radius * rng.uniform(0.6, 0.95)
            spot = (
                int(at[0] + away * math.cos(angle)),
                int(at[1] + away * math.sin(angle)),
            )
            cv2.circle(picture, spot, max(1, radius // 7), dark, -1, cv2.LINE_AA)


def _card(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a card or a square tile with words, lines or a frame on it."""
    long = size * rng.uniform(0.9, 3)
    corners = box(rng, at, (long, long * rng.uniform(0.5, 1.0)))
    colour, dark = two_colours(rng)
    cv2.fillConvexPoly(covered, corners, (1,))
    cv2.fillConvexPoly(picture, corners, colour, cv2.LINE_AA)
    inner = (at + 0.8 * (corners - at)).astype(np.int32)
    if rng.random() < 0.5:
        cv2.polylines(picture, [inner], True, dark, max(1, int(size / 25)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        spot = at + rng.uniform(-0.3, 0.3, 2) * long
        write(rng, picture, spot, 0.2 * long, dark)


def _domino(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a domino somewhere."""
    tile = Domino.some(rng, size * rng.uniform(0.8, 1.3))
    tile.draw(rng, picture, covered, at, rng.uniform(0, 6.3))


def _polyhedron(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a die of another shape: facets around a face of three to five sides."""
    outer, inner = int(rng.integers(5, 11)), int(rng.integers(3, 6))
    radius, turn = size * rng.uniform(0.5, 0.9), rng.uniform(0, 6.3)
    rim = ring(at, radius, outer, turn)
    face = ring(at, radius * rng.uniform(0.45, 0.7), inner, turn + rng.uniform(0, 1))
    base = rng.uniform(20, 235, 3)
    cv2.fillConvexPoly(covered, rim.astype(np.int32), (1,))
    for index in range(outer):
        facet = np.asarray([at, rim[index], rim[(index + 1) % outer]]).astype(np.int32)
        shade = tuple(float(v) for v in np.clip(base * rng.uniform(0.5, 1.1), 0, 255))
        cv2.fillConvexPoly(picture, facet, shade, cv2.LINE_AA)
    light = tuple(float(v) for v in np.clip(base * 1.1, 0, 255))
    cv2.fillConvexPoly(picture, face.astype(np.int32), light, cv2.LINE_AA)
    ink = (0, 0, 0) if base.mean() > 110 else (245, 245, 245)
    write(rng, picture, at, 0.4 * radius, ink, numeral=True)


def _pen(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw something long: a pen, a cable, the rim of a book."""
    angle, long = rng.uniform(0, 6.3), size * rng.uniform(2, 9)
    along = np.asarray([math.cos(angle), math.sin(angle)]) * long / 2
    ends = [(at + s * along).astype(int).tolist() for s in (-1, 1)]
    thick = max(1, int(size * rng.uniform(0.05, 0.4)))
    cv2.line(covered, ends[0], ends[1], (1,), thick)
    cv2.line(picture, ends[0], ends[1], two_colours(rng)[0], thick, cv2.LINE_AA)


def _scribble(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw words, spots or strokes of ink on the ground itself."""
    ink = two_colours(rng)[int(rng.integers(2))]
    kind = rng.integers(3)
    for canvas, colour in ((covered, (1,)), (picture, ink)):
        again = np.random.default_rng(int(at[0] * 1000))
        if kind == 0:
            write(again, canvas, at, size, colour)
        elif kind == 1:
            for _ in range(int(again.integers(2, 12))):
                spot = (at + again.normal(0, 0.5 * size, 2)).astype(int).tolist()
                cv2.circle(
                    canvas,
                    spot,
                    max(1, int(size * again.uniform(0.04, 0.16))),
                    colour,
                    -1,
                )
        else:
            points = (at + again.normal(0, 0.6 * size, (6, 2))).astype(np.int32)
            cv2.polylines(canvas, [points], False, colour, max(1, int(size / 20)))


# Dominoes are seldom: where most pairs of white squares with pips were dominoes, white
# dice that lay flush were taken for one.
THINGS, OFTEN = zip(
    (_coin, 0.12),
    (chip, 0.06),
    (_card, 0.16),
    (_domino, 0.04),
    (_polyhedron, 0.16),
    (_pen, 0.12),
    (_scribble, 0.18),
    (button, 0.06),
    (tube, 0.1),
    strict=True,
)
