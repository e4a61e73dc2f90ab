"""What is like a die and is none: halves of dominoes, playing cards, packages."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.training.flat import (
    Domino,
    any_ink,
    box,
    grey,
    ring,
    shade,
    spots,
    two_colours,
    write,
)
from vision.arrays import Array, Picture


def half_of_domino(
    rng: np.random.Generator, picture: Picture, edge_px: float
) -> Picture:
    """Return a picture with a half of a domino in its middle, and others around it."""
    out = np.ascontiguousarray(picture)
    covered = np.zeros(out.shape[:2], np.uint8)
    tile = Domino.some(rng, edge_px * rng.uniform(0.85, 1.15))
    turn = rng.uniform(0, 6.3)
    along = np.asarray([math.cos(turn), math.sin(turn)])
    across = np.asarray([-along[1], along[0]])
    at = np.asarray(out.shape[1::-1]) / 2 - 0.5 * tile.half * along
    for _ in range(int(rng.integers(0, 4))):  # neighbours in the chain
        if rng.random() < 0.5:
            tile.draw(rng, out, covered, at + 2.02 * tile.half * along, turn)
        else:
            side = rng.choice([-1, 1])
            aside = (
                1.52 * tile.half * along
                + side * rng.uniform(0, 0.5) * tile.half * across
            )
            tile.draw(rng, out, covered, at + aside, turn + math.pi / 2)
    tile.draw(rng, out, covered, at, turn)
    return out


def suits(rng: np.random.Generator, picture: Picture, edge_px: float) -> Picture:
    """Return a picture with the suit symbols of a playing card in its middle."""
    out = np.ascontiguousarray(picture)
    middle = np.asarray(out.shape[1::-1]) / 2
    long = edge_px * rng.uniform(1.3, 4)
    away = rng.uniform(-0.3, 0.3, 2) * long
    card = box(rng, middle + away, (long, 1.45 * long))
    cv2.fillConvexPoly(out, card, grey(rng.uniform(215, 255)), cv2.LINE_AA)
    ink = (40.0, 30.0, 190.0) if rng.random() < 0.5 else grey(rng.uniform(0, 50))
    turn, pitch = rng.uniform(0, 6.3), edge_px * rng.uniform(0.22, 0.4)
    along = np.asarray([math.cos(turn), math.sin(turn)])
    across = np.asarray([-along[1], along[0]])
    shape = _suit(int(rng.integers(4)))
    size = pitch * rng.uniform(0.35, 0.6)
    for x, y in spots(int(rng.integers(1, 7))):
        spot = middle + pitch * (x * across + 1.3 * y * along)
        points = spot + size * (shape[:, :1] * across + shape[:, 1:] * along)
        cv2.fillPoly(out, [points.astype(np.int32)], ink, cv2.LINE_AA)
    return out


def package(rng: np.random.Generator, picture: Picture, edge_px: float) -> Picture:
    """Return a picture with a part of something printed in its middle.

    A battery, a box, a tube: stripes, signs and letters, bent or flat.
    """
    long, wide = (int(edge_px * rng.uniform(*span)) for span in ((1.2, 5), (0.8, 1.8)))
    colour, _ = two_colours(rng)
    print_ = np.full((wide, long, 3), colour, np.uint8)
    for _ in range(int(rng.integers(0, 3))):
        left, thick = int(rng.uniform(0, long)), int(edge_px * rng.uniform(0.05, 0.6))
        cv2.rectangle(print_, (left, 0), (left + thick, wide), any_ink(rng), -1)
    for _ in range(int(rng.integers(1, 6))):
        at = rng.uniform(0.05, 0.95, 2) * (long, wide)
        _sign(rng, print_, at, edge_px * rng.uniform(0.22, 0.55))
    if rng.random() < 0.5:  # it is round: brightest along a line, dark at its rims
        bend = np.linspace(-1, 1, wide) - rng.uniform(-0.5, 0.5)
        light = np.sqrt(np.clip(1 - 0.7 * bend**2, 0.05, 1))
        print_ = (print_ * light[:, None, None]).astype(np.uint8)
    turn = rng.uniform(0, 360)
    middle = (rng.uniform(0.1, 0.9) * long, rng.uniform(0.25, 0.75) * wide)
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, turn, 1.0), np.float64)
    matrix[:, 2] += np.asarray(picture.shape[1::-1]) / 2 - middle
    size = picture.shape[1::-1]
    covered = cv2.warpAffine(np.ones((wide, long), np.uint8), matrix, size)
    out = np.ascontiguousarray(picture)
    shade(rng, out, covered, edge_px)
    out[covered > 0] = cv2.warpAffine(print_, matrix, size)[covered > 0]
    return out


def _sign(rng: np.random.Generator, picture: Picture, at: Array, size: float) -> None:
    """Draw a plus, a minus, a triangle, a square or letters; nothing like pips."""
    ink, thick = any_ink(rng), max(1, int(size * rng.uniform(0.1, 0.3)))
    kind, (x, y), half = rng.integers(5), at.astype(int).tolist(), int(size / 2)
    if kind <= 1:
        cv2.line(picture, (x - half, y), (x + half, y), ink, thick, cv2.LINE_AA)
        if kind == 0:
            cv2.line(picture, (x, y - half), (x, y + half), ink, thick, cv2.LINE_AA)
    elif kind <= 3:
        corners = ring(at, half, 3 + int(kind == 3), rng.uniform(0, 6.3))
        filled = -1 if rng.random() < 0.5 else thick
        cv2.drawContours(picture, [corners.astype(np.int32)], 0, ink, filled)
    else:
        write(rng, picture, at, size, ink)


def _suit(kind: int) -> Array:
    """Return the outline (n, 2) of a diamond, a heart, a spade or a club."""
    t = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    heart = np.column_stack(
        [16 * np.sin(t) ** 3, -13 * np.cos(t) + 5 * np.cos(2 * t) + 2 * np.cos(3 * t)]
    )
    if kind == 0:
        return np.asarray([[0, -1.1], [0.75, 0], [0, 1.1], [-0.75, 0]])
    if kind == 1:
        return heart / 15
    if kind == 2:
        return heart * (1, -1) / 15
    leaves = 0.6 + 0.4 * np.cos(3 * t)
    return np.column_stack([leaves * np.sin(t), -leaves * np.cos(t)])
