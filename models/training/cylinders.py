"""Round things that lie on their side, drawn with light on them: batteries, pens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np

from models.training.flat import disc, grey, ring, two_colours, write
from vision.arrays import Array, Picture


def tube(
    rng: np.random.Generator,
    picture: Picture,
    covered: Array,
    at: Array,
    size: float,
    turn: float | None = None,
) -> None:
    """Draw something long and round with bands, words and caps, its middle `at`.

    Its end with two marks on it is as square as a face.
    """
    turn = rng.uniform(0, 6.3) if turn is None else turn
    thick = max(6.0, size * rng.uniform(0.35, 1.1))
    skin = _lit(rng, _skin(rng, round(thick * rng.uniform(2.2, 6)), round(thick)))
    tall, long = skin.shape[:2]
    c, s = math.cos(turn), math.sin(turn)
    linear = np.asarray([[c, -s], [s, c]])
    middle = np.asarray([(long - 1) / 2, (tall - 1) / 2])
    way = np.column_stack([linear, np.asarray(at) - linear @ middle])
    shape = picture.shape[1::-1]
    mask = _outline(rng, long, tall)
    put = cv2.warpAffine(skin, way, shape, flags=cv2.INTER_LINEAR)
    here = cv2.warpAffine(mask, way, shape, flags=cv2.INTER_LINEAR)[:, :, None]
    covered[here[:, :, 0] > 0.5] = 1
    picture[:] = (picture * (1 - here) + put * here).astype(np.uint8)


def _outline(rng: np.random.Generator, long: int, tall: int) -> Array:
    """Return where a tube is (tall, long), 0 to 1: its far end may be narrower."""
    mask = np.zeros((tall, long), np.float32)
    nub, narrow = int(tall * rng.uniform(0.05, 0.3)), rng.uniform(0.25, 0.9)
    cv2.rectangle(mask, (0, 0), (long - nub, tall), (1.0,), -1)
    low = int(tall * (1 - narrow) / 2)
    cv2.rectangle(mask, (long - nub, low), (long, tall - low), (1.0,), -1)
    return np.asarray(mask)


def _skin(rng: np.random.Generator, long: int, tall: int) -> Picture:
    """Return what is printed round a tube (tall, long, 3), as seen from one side."""
    skin = np.zeros((tall, long, 3), np.uint8)
    inks = two_colours(rng)
    places = [0, *np.sort(rng.integers(0, long, int(rng.integers(0, 4)))), long]
    for begin, end in pairwise(places):
        skin[:, begin:end] = two_colours(rng)[0]
    if rng.random() < 0.5:  # a ring of metal between two bands
        begin, wide = (
            int(rng.choice(places)),
            max(1, int(tall * rng.uniform(0.03, 0.2))),
        )
        skin[:, begin : begin + wide] = rng.uniform(150, 250)
    for end in (0, long):
        if rng.random() < 0.6:  # and of its caps
            wide = max(1, int(tall * rng.uniform(0.03, 0.15)))
            skin[:, max(0, end - wide) : end + wide] = rng.uniform(110, 230)
    for _ in range(int(rng.integers(1, 4))):
        middle = np.asarray([rng.uniform(0, long), tall * rng.uniform(0.25, 0.75)])
        _print(rng, skin, middle, tall, inks)
    return skin


def _print(
    rng: np.random.Generator,
    skin: Picture,
    at: Array,
    tall: int,
    inks: Sequence[tuple[float, ...]],
) -> None:
    """Draw a sign, some spots, or words on a skin."""
    kind, ink = rng.random(), inks[int(rng.integers(2))]
    if rng.random() < 0.4:
        ink = grey(rng.choice([rng.uniform(0, 50), rng.uniform(190, 255)]))
    if kind < 0.4:
        reach, thick = rng.uniform(0.07, 0.25) * tall, max(1, int(tall / 16))
        x, y = at
        ends = [((x - reach, y), (x + reach, y)), ((x, y - reach), (x, y + reach))]
        for one, other in ends[: 1 if rng.random() < 0.3 else 2]:
            tips = [tuple(int(v) for v in end) for end in (one, other)]
            cv2.line(skin, tips[0], tips[1], ink, thick, cv2.LINE_AA)
    elif kind < 0.65:
        for spot in ring(at, 0.25 * tall, int(rng.integers(1, 4)), rng.uniform(0, 6.3)):
            disc(skin, spot, tall * rng.uniform(0.05, 0.12), ink)
    else:
        write(rng, skin, at, tall * rng.uniform(0.15, 0.5), ink)


def _lit(rng: np.random.Generator, skin: Picture) -> Picture:
    """Return a skin as light falls on what is round: dark to its sides, a streak."""
    across = np.linspace(-1, 1, skin.shape[0])
    facing = np.sqrt(np.clip(1 - (across - rng.uniform(-0.5, 0.5)) ** 2, 0, 1))
    light = rng.uniform(0.15, 0.5) + rng.uniform(0.4, 0.8) * facing
    streak = (across - rng.uniform(-0.7, 0.7)) / rng.uniform(0.04, 0.2)
    shine = rng.uniform(0, 160) * np.exp(-(streak**2)) * (rng.random() < 0.7)
    lit = skin * light[:, None, None] + shine[:, None, None]
    return np.asarray(np.clip(lit, 0, 255), np.uint8)
