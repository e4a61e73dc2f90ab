"""Flat things and print, drawn from above: what clutter is made of."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, Picture

LETTERS = "AaBcDEefGgHiKLMmNnoPRrSstTuVwXyZ0123456789%&!?"


@dataclass(frozen=True)
class Domino:
    """How the dominoes of a set look: the sides of a half, of pips and lines, in px."""

    half: float
    pip: float
    pitch: float
    line: int
    body: tuple[float, float, float]
    ink: tuple[float, float, float]

    @staticmethod
    def some(rng: np.random.Generator, half: float) -> Domino:
        """Return a set of dominoes: mostly light ones with dark pips."""
        body, ink = two_colours(rng)
        if rng.random() < 0.6:
            body = grey(rng.uniform(200, 250))
            ink = grey(rng.uniform(5, 60))
        pip, pitch = half * rng.uniform(0.06, 0.13), half * rng.uniform(0.22, 0.3)
        return Domino(
            half, pip, pitch, max(1, int(half * rng.uniform(0.03, 0.09))), body, ink
        )

    def draw(
        self,
        rng: np.random.Generator,
        picture: Picture,
        covered: Array,
        at: Array,
        turn: float,
    ) -> None:
        """Draw one with its middle `at`, the line across `turn`."""
        along = np.asarray([math.cos(turn), math.sin(turn)])
        across = np.asarray([-along[1], along[0]])
        signs = np.asarray([[0.97, 0.47], [-0.97, 0.47], [-0.97, -0.47], [0.97, -0.47]])
        corners = at + self.half * (signs[:, :1] * along + signs[:, 1:] * across)
        outline = corners.astype(np.int32)
        for canvas, colour in ((covered, (1,)), (picture, self.body)):
            cv2.fillConvexPoly(canvas, outline, colour)
            cv2.polylines(canvas, [outline], True, colour, max(1, int(self.half / 12)))
        ends = [
            (at + s * 0.4 * self.half * across).astype(int).tolist() for s in (-1, 1)
        ]
        cv2.line(picture, ends[0], ends[1], self.ink, self.line, cv2.LINE_AA)
        for side in (-0.5, 0.5):
            middle = at + side * self.half * along
            for x, y in spots(int(rng.integers(0, 7))):
                spot = middle + self.pitch * (x * across + y * along)
                centre = (int(spot[0]), int(spot[1]))
                cv2.circle(
                    picture, centre, max(1, round(self.pip)), self.ink, -1, cv2.LINE_AA
                )


def shade(
    rng: np.random.Generator, picture: Picture, covered: Array, size: float
) -> None:
    """Darken the ground beside a thing that is about to be put down."""
    slide = rng.normal(0, 0.05 * size, 2)
    moved = np.asarray([[1, 0, slide[0]], [0, 1, slide[1]]], np.float32)
    shadow = cv2.warpAffine(covered.astype(np.float32), moved, covered.shape[::-1])
    shadow = cv2.GaussianBlur(shadow, (0, 0), 0.04 * size + 0.5) * rng.uniform(0.2, 0.6)
    picture[:] = (picture * (1 - shadow[:, :, None])).astype(np.uint8)


def grey(value: float) -> tuple[float, float, float]:
    """Return a grey of 0 to 255 as a colour."""
    return (value, value, value)


def spots(count: int) -> list[tuple[int, int]]:
    """Return where the pips of a number are, in pitches from their middle."""
    corners = [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)]
    return corners[: count - count % 2] + ([(0, 0)] if count % 2 else [])


def write(
    rng: np.random.Generator,
    picture: Picture,
    at: Array,
    size: float,
    colour: tuple[float, ...],
    *,
    numeral: bool = False,
) -> None:
    """Write some letters, or a number up to 20, around a place."""
    words = str(int(rng.integers(1, 21)))
    if not numeral:
        words = "".join(rng.choice(list(LETTERS), int(rng.integers(1, 8))))
    scale = size / 22
    place = (int(at[0] - size * 0.3 * len(words)), int(at[1] + size * 0.4))
    thick = max(1, int(size / 9))
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX]))
    cv2.putText(picture, words, place, font, scale, colour, thick, cv2.LINE_AA)


def two_colours(
    rng: np.random.Generator,
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Return two colours of which one is much darker, in either order."""
    light = rng.uniform(90, 255, 3)
    dark = light * rng.uniform(0.0, 0.5)
    pair = (light, dark) if rng.random() < 0.7 else (dark, light)
    one, two = (tuple(float(v) for v in c) for c in pair)
    return one, two  # type: ignore[return-value]


def box(rng: np.random.Generator, at: Array, sides: tuple[float, float]) -> Array:
    """Return the corners (4, 2) of an oblong that lies as it comes."""
    turn = rng.uniform(0, 180)
    corners = cv2.boxPoints(((float(at[0]), float(at[1])), sides, turn))
    return np.asarray(corners, np.int32)


def ring(at: Array, radius: float, count: int, turn: float) -> Array:
    """Return `count` points (count, 2) that lie evenly on a circle."""
    angles = turn + np.arange(count) * 2 * math.pi / count
    return np.asarray(at) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
