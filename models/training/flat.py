"""Flat things and print, drawn from above: what clutter is made of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.arrays import Array, Picture

Ink: TypeAlias = tuple[float, float, float]  # blue, green, red; 0 to 255

LETTERS = "AaBcDEefGgHiKLMmNnoPRrSstTuVwXyZ0123456789%&!?"


@dataclass(frozen=True)
class Domino:
    """How the dominoes of a set look: the sides of a half, of pips and lines, in px.

    `rounding` is the radius of the corners and `rim` the width of the bevel, in halves.
    """

    half: float
    pip: float
    pitch: float
    line: int
    rounding: float
    rim: float
    body: Ink
    ink: Ink

    @staticmethod
    def some(rng: np.random.Generator, half: float) -> Domino:
        """Return a set of dominoes: mostly light ones with dark pips.

        Their pips lie as those of dice do: what tells them is the body that goes on.
        """
        body, ink = two_colours(rng)
        if rng.random() < 0.6:
            body = grey(rng.uniform(200, 250))
            ink = grey(rng.uniform(5, 60))
        pitch = half * rng.uniform(0.17, 0.31)
        return Domino(
            half,
            pitch * rng.uniform(0.33, 0.5),
            pitch,
            max(1, int(half * rng.uniform(0.03, 0.09))),
            rng.uniform(0.04, 0.2),
            rng.uniform(0.0, 0.08),
            body,
            ink,
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
        outline = self._outline(at, along, across, 0.97)
        inner = self._outline(at, along, across, 0.97 - self.rim)
        dark = tuple(float(v) * rng.uniform(0.5, 0.9) for v in self.body)
        cv2.fillPoly(covered, [outline], (1,))
        cv2.fillPoly(picture, [outline], dark, cv2.LINE_AA)
        cv2.fillPoly(picture, [inner], self.body, cv2.LINE_AA)
        reach = rng.choice([0.35, 0.42, 0.48]) * self.half
        ends = [(at + s * reach * across).astype(int).tolist() for s in (-1, 1)]
        cv2.line(picture, ends[0], ends[1], self.ink, self.line, cv2.LINE_AA)
        for side in (-0.5, 0.5):
            middle = at + side * self.half * along
            for x, y in spots(int(rng.integers(0, 7))):
                spot = middle + self.pitch * (x * across + y * along)
                disc(picture, spot, self.pip, self.ink)

    def _outline(self, at: Array, along: Array, across: Array, reach: float) -> Array:
        """Return an oblong (n, 2) with round corners, `reach` halves from its middle
        lengthwise."""
        radius = min(self.rounding, reach - 0.5)
        angles = np.linspace(0, math.pi / 2, 5)
        quarter = np.column_stack([np.cos(angles), np.sin(angles)]) * radius
        corner = quarter + np.asarray([reach - radius, reach - 0.5 - radius])
        halves = [
            corner,
            corner[::-1] * (-1, 1),
            corner * (-1, -1),
            corner[::-1] * (1, -1),
        ]
        points = self.half * np.concatenate(halves)
        return np.asarray(at + points[:, :1] * along + points[:, 1:] * across, np.int32)


def button(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw something round with a few spots on it: a button, the end of a bolt."""
    body, ink = two_colours(rng)
    radius = size * rng.uniform(0.4, 0.6)
    rim = tuple(float(v) * rng.uniform(0.6, 1.2) for v in body)
    disc(covered, at, radius, (1,))
    disc(picture, at, radius, rim)
    disc(picture, at, radius * rng.uniform(0.7, 0.97), body)
    holes = int(rng.choice([1, 2, 2, 3, 4, 4]))
    away = radius * rng.uniform(0.25, 0.6) * (holes > 1)
    for spot in ring(at, away, holes, rng.uniform(0, 6.3)):
        disc(picture, spot, radius * rng.uniform(0.1, 0.22), ink)


def chip(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a chip as people play with: marks round its rim, a ring or a word inside."""
    body, marks = two_colours(rng)
    radius, turn = size * rng.uniform(0.45, 0.9), rng.uniform(0, 6.3)
    disc(covered, at, radius, (1,))
    disc(picture, at, radius, body)
    count = int(rng.choice([3, 4, 4, 6, 6, 8]))
    wide = rng.uniform(0.25, 0.6) * math.pi / count
    deep = rng.uniform(0.6, 0.85) * radius
    for angle in turn + np.arange(count) * 2 * math.pi / count:
        ends = [angle - wide, angle + wide]
        outer, inner = (
            [np.asarray(at) + r * np.asarray([math.cos(a), math.sin(a)]) for a in ends]
            for r in (0.98 * radius, deep)
        )
        corners = np.asarray([*outer, *inner[::-1]]).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, marks, cv2.LINE_AA)
    middle = (int(at[0]), int(at[1]))
    if rng.random() < 0.7:
        thick = max(1, int(radius * rng.uniform(0.02, 0.08)))
        cv2.circle(picture, middle, int(0.85 * deep), marks, thick, cv2.LINE_AA)
    if rng.random() < 0.5:
        write(rng, picture, np.asarray(at), 0.4 * deep, marks)


def shade(
    rng: np.random.Generator, picture: Picture, covered: Array, size: float
) -> None:
    """Darken the ground beside a thing that is about to be put down."""
    slide = rng.normal(0, 0.05 * size, 2)
    moved = np.asarray([[1, 0, slide[0]], [0, 1, slide[1]]], np.float32)
    shadow = cv2.warpAffine(covered.astype(np.float32), moved, covered.shape[::-1])
    shadow = cv2.GaussianBlur(shadow, (0, 0), 0.04 * size + 0.5) * rng.uniform(0.2, 0.6)
    picture[:] = (picture * (1 - shadow[:, :, None])).astype(np.uint8)


def disc(picture: Array, at: Array, radius: float, colour: tuple[float, ...]) -> None:
    """Draw a round spot of at least a pixel."""
    middle = (int(at[0]), int(at[1]))
    cv2.circle(picture, middle, max(1, round(radius)), colour, -1, cv2.LINE_AA)


def grey(value: float) -> Ink:
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


def two_colours(rng: np.random.Generator) -> tuple[Ink, Ink]:
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
