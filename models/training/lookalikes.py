"""What has pips and is no die: dominoes, cards, buttons, chips, ends of batteries."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.training.cylinders import tube
from models.training.flat import (
    Domino,
    box,
    button,
    chip,
    grey,
    spots,
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


def round_thing(rng: np.random.Generator, picture: Picture, edge_px: float) -> Picture:
    """Return a picture with a button, a chip or an end of a battery in its middle."""
    out = np.ascontiguousarray(picture)
    covered = np.zeros(out.shape[:2], np.uint8)
    middle = np.asarray(out.shape[1::-1]) / 2
    luck = rng.random()
    if luck < 0.25:
        button(rng, out, covered, middle, edge_px * rng.uniform(0.8, 1.2))
    elif luck < 0.5:
        away = rng.uniform(-0.5, 0.5, 2) * edge_px * (rng.random() < 0.5)
        chip(rng, out, covered, middle + away, edge_px * rng.uniform(0.6, 2))
    else:
        turn, far = rng.uniform(0, 6.3), rng.uniform(-2, 2) * edge_px
        away = far * np.asarray([math.cos(turn), math.sin(turn)])
        tube(rng, out, covered, middle + away, edge_px * rng.uniform(0.8, 1.5), turn)
    return out


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
