"""What else lies on tables: coins, cards, dominoes, tokens, pens, other dice, print."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

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
        THINGS[rng.integers(len(THINGS))](rng, patch, covered, at, size)
        if not (covered & taken).any():
            _shade(rng, out, covered, size)
            out[covered > 0] = patch[covered > 0]
            taken |= covered
    return out


def _shade(
    rng: np.random.Generator, picture: Picture, covered: Array, size: float
) -> None:
    """Darken the ground beside a thing that is about to be put down."""
    slide = rng.normal(0, 0.05 * size, 2)
    moved = np.asarray([[1, 0, slide[0]], [0, 1, slide[1]]], np.float32)
    shadow = cv2.warpAffine(covered.astype(np.float32), moved, covered.shape[::-1])
    shadow = cv2.GaussianBlur(shadow, (0, 0), 0.04 * size + 0.5) * rng.uniform(0.2, 0.6)
    picture[:] = (picture * (1 - shadow[:, :, None])).astype(np.uint8)


def _coin(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a coin or a chip, its rim, and some relief."""
    middle = (int(at[0]), int(at[1]))
    radius = max(3, int(size * rng.uniform(0.4, 0.9)))
    colour, dark = _colours(rng)
    cv2.circle(covered, middle, radius, (1,), -1)
    cv2.circle(picture, middle, radius, colour, -1, cv2.LINE_AA)
    thick = max(1, radius // 8)
    cv2.circle(picture, middle, int(radius * 0.85), dark, thick, cv2.LINE_AA)
    if rng.random() < 0.5:
        _text(rng, picture, at, radius, dark)
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
    corners = _box(rng, at, (long, long * rng.uniform(0.5, 1.0)))
    colour, dark = _colours(rng)
    cv2.fillConvexPoly(covered, corners, (1,))
    cv2.fillConvexPoly(picture, corners, colour, cv2.LINE_AA)
    inner = (at + 0.8 * (corners - at)).astype(np.int32)
    if rng.random() < 0.5:
        cv2.polylines(picture, [inner], True, dark, max(1, int(size / 25)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        spot = at + rng.uniform(-0.3, 0.3, 2) * long
        _text(rng, picture, spot, 0.2 * long, dark)


def _domino(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a domino somewhere."""
    tile = Domino.some(rng, size * rng.uniform(0.8, 1.3))
    tile.draw(rng, picture, covered, at, rng.uniform(0, 6.3))


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
        body, ink = _colours(rng)
        if rng.random() < 0.6:
            body = _grey(rng.uniform(200, 250))
            ink = _grey(rng.uniform(5, 60))
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
            for x, y in _spots(int(rng.integers(0, 7))):
                spot = middle + self.pitch * (x * across + y * along)
                centre = (int(spot[0]), int(spot[1]))
                cv2.circle(
                    picture, centre, max(1, round(self.pip)), self.ink, -1, cv2.LINE_AA
                )


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
    card = _box(rng, middle + away, (long, 1.45 * long))
    cv2.fillConvexPoly(out, card, _grey(rng.uniform(215, 255)), cv2.LINE_AA)
    ink = (40.0, 30.0, 190.0) if rng.random() < 0.5 else _grey(rng.uniform(0, 50))
    turn, pitch = rng.uniform(0, 6.3), edge_px * rng.uniform(0.22, 0.4)
    along = np.asarray([math.cos(turn), math.sin(turn)])
    across = np.asarray([-along[1], along[0]])
    shape = _suit(int(rng.integers(4)))
    size = pitch * rng.uniform(0.35, 0.6)
    for x, y in _spots(int(rng.integers(1, 7))):
        spot = middle + pitch * (x * across + 1.3 * y * along)
        points = spot + size * (shape[:, :1] * across + shape[:, 1:] * along)
        cv2.fillPoly(out, [points.astype(np.int32)], ink, cv2.LINE_AA)
    return out


def package(rng: np.random.Generator, picture: Picture, edge_px: float) -> Picture:
    """Return a picture with a part of something printed in its middle.

    A battery, a box, a tube: stripes, signs and letters, bent or flat.
    """
    long, wide = (int(edge_px * rng.uniform(*span)) for span in ((1.2, 5), (0.8, 1.8)))
    colour, _ = _colours(rng)
    print_ = np.full((wide, long, 3), colour, np.uint8)
    for _ in range(int(rng.integers(0, 3))):
        left, thick = int(rng.uniform(0, long)), int(edge_px * rng.uniform(0.05, 0.6))
        cv2.rectangle(print_, (left, 0), (left + thick, wide), _ink(rng), -1)
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
    _shade(rng, out, covered, edge_px)
    out[covered > 0] = cv2.warpAffine(print_, matrix, size)[covered > 0]
    return out


def _sign(rng: np.random.Generator, picture: Picture, at: Array, size: float) -> None:
    """Draw a plus, a minus, a triangle, a square or letters; nothing like pips."""
    ink, thick = _ink(rng), max(1, int(size * rng.uniform(0.1, 0.3)))
    kind, (x, y), half = rng.integers(5), at.astype(int).tolist(), int(size / 2)
    if kind <= 1:
        cv2.line(picture, (x - half, y), (x + half, y), ink, thick, cv2.LINE_AA)
        if kind == 0:
            cv2.line(picture, (x, y - half), (x, y + half), ink, thick, cv2.LINE_AA)
    elif kind <= 3:
        corners = _ring(at, half, 3 + int(kind == 3), rng.uniform(0, 6.3))
        filled = -1 if rng.random() < 0.5 else thick
        cv2.drawContours(picture, [corners.astype(np.int32)], 0, ink, filled)
    else:
        _text(rng, picture, at, size, ink)


def _ink(rng: np.random.Generator) -> tuple[float, float, float]:
    """Return a colour as things are printed: white, black, or any."""
    kind = rng.random()
    if kind < 0.4:
        return _grey(rng.uniform(200, 255))
    return _grey(rng.uniform(0, 50)) if kind < 0.6 else _colours(rng)[0]


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


def _grey(value: float) -> tuple[float, float, float]:
    return (value, value, value)


def _spots(count: int) -> list[tuple[int, int]]:
    corners = [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)]
    return corners[: count - count % 2] + ([(0, 0)] if count % 2 else [])


def _polyhedron(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw a die of another shape: facets around a face of three to five sides."""
    outer, inner = int(rng.integers(5, 11)), int(rng.integers(3, 6))
    radius, turn = size * rng.uniform(0.5, 0.9), rng.uniform(0, 6.3)
    rim = _ring(at, radius, outer, turn)
    face = _ring(at, radius * rng.uniform(0.45, 0.7), inner, turn + rng.uniform(0, 1))
    base = rng.uniform(20, 235, 3)
    cv2.fillConvexPoly(covered, rim.astype(np.int32), (1,))
    for index in range(outer):
        facet = np.asarray([at, rim[index], rim[(index + 1) % outer]]).astype(np.int32)
        shade = tuple(float(v) for v in np.clip(base * rng.uniform(0.5, 1.1), 0, 255))
        cv2.fillConvexPoly(picture, facet, shade, cv2.LINE_AA)
    light = tuple(float(v) for v in np.clip(base * 1.1, 0, 255))
    cv2.fillConvexPoly(picture, face.astype(np.int32), light, cv2.LINE_AA)
    ink = (0, 0, 0) if base.mean() > 110 else (245, 245, 245)
    _text(rng, picture, at, 0.4 * radius, ink, numeral=True)


def _pen(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw something long: a pen, a cable, the rim of a book."""
    angle, long = rng.uniform(0, 6.3), size * rng.uniform(2, 9)
    along = np.asarray([math.cos(angle), math.sin(angle)]) * long / 2
    ends = [(at + s * along).astype(int).tolist() for s in (-1, 1)]
    thick = max(1, int(size * rng.uniform(0.05, 0.4)))
    cv2.line(covered, ends[0], ends[1], (1,), thick)
    cv2.line(picture, ends[0], ends[1], _colours(rng)[0], thick, cv2.LINE_AA)


def _scribble(
    rng: np.random.Generator, picture: Picture, covered: Array, at: Array, size: float
) -> None:
    """Draw words, spots or strokes of ink on the ground itself."""
    ink = _colours(rng)[int(rng.integers(2))]
    kind = rng.integers(3)
    for canvas, colour in ((covered, (1,)), (picture, ink)):
        again = np.random.default_rng(int(at[0] * 1000))
        if kind == 0:
            _text(again, canvas, at, size, colour)
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


LETTERS = "AaBcDEefGgHiKLMmNnoPRrSstTuVwXyZ0123456789%&!?"
THINGS: tuple[
    Callable[[np.random.Generator, Picture, Array, Array, float], None], ...
] = (_coin, _card, _domino, _polyhedron, _pen, _scribble)


def _text(
    rng: np.random.Generator,
    picture: Picture,
    at: Array,
    size: float,
    colour: tuple[float, ...],
    *,
    numeral: bool = False,
) -> None:
    words = str(int(rng.integers(1, 21)))
    if not numeral:
        words = "".join(rng.choice(list(LETTERS), int(rng.integers(1, 8))))
    scale = size / 22
    place = (int(at[0] - size * 0.3 * len(words)), int(at[1] + size * 0.4))
    thick = max(1, int(size / 9))
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX]))
    cv2.putText(picture, words, place, font, scale, colour, thick, cv2.LINE_AA)


def _colours(
    rng: np.random.Generator,
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Return two colours of which one is much darker, in either order."""
    light = rng.uniform(90, 255, 3)
    dark = light * rng.uniform(0.0, 0.5)
    pair = (light, dark) if rng.random() < 0.7 else (dark, light)
    one, two = (tuple(float(v) for v in c) for c in pair)
    return one, two  # type: ignore[return-value]


def _box(rng: np.random.Generator, at: Array, sides: tuple[float, float]) -> Array:
    box = cv2.boxPoints(((float(at[0]), float(at[1])), sides, rng.uniform(0, 180)))
    return np.asarray(box, np.int32)


def _ring(at: Array, radius: float, count: int, turn: float) -> Array:
    angles = turn + np.arange(count) * 2 * math.pi / count
    return np.asarray(at) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
