"""Dice from one rest to the next: which were left, knocked, thrown or taken.

A die that lies where one lay is that one, as long as it looks like it. Where a hand
came in between, dice that are elsewhere were thrown; where none did, something pushed
them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, Picture
from vision.recognise import SeenDie
from vision.sightings import Sighting

SAME = 0.35  # edges that a die which was not touched seems to move at most
NUDGED = 1.5  # edges that a hand pushes a die in passing
PUSHED = 4.0  # edges that a die goes where no hand came: it fell, or another hit it
UNLIKE = 0.1  # of the colours' sum: what one die seems to change in other light

Zone = Sequence[tuple[float, float]]
"""The corners of a part of the picture, in px."""


@dataclass(frozen=True)
class Lying:
    """A die at rest, and what colour it is: shares of blue, green and red, (3,)."""

    die: SeenDie
    colour: Array

    @property
    def face(self) -> str | None:
        """What it shows, as far as is known."""
        return self.die.face


@dataclass(frozen=True)
class Changes:
    """What became of dice, as indices into those before and those after.

    `left` lie where they lay, `knocked` lie close by; `thrown` are new there, and
    `taken` are gone.
    """

    left: tuple[tuple[int, int], ...]
    knocked: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]
    taken: tuple[int, ...]

    @property
    def none(self) -> bool:
        """Whether everything lies as it lay."""
        return not (self.knocked or self.thrown or self.taken)

    @property
    def kept(self) -> tuple[int, ...]:
        """Which of the dice after were there before."""
        return tuple(sorted(after for _, after in (*self.left, *self.knocked)))


def lying(picture: Picture, dice: Sequence[SeenDie]) -> tuple[Lying, ...]:
    """Return the dice of a picture (height, width, 3), BGR, with their colours."""
    return tuple(Lying(die, _colour(picture, die.sighting)) for die in dice)


def inside(zone: Zone, sighting: Sighting) -> bool:
    """Return whether the middle of a die lies in a part of the picture."""
    corners = np.asarray(zone, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(corners, sighting.centre, measureDist=False) >= 0


def follow(before: Sequence[Lying], after: Sequence[Lying], *, hand: bool) -> Changes:
    """Return what became of dice between two rests; `hand`: one came in meanwhile."""
    left = _paired(before, after, SAME)
    lost = [i for i in range(len(before)) if i not in {a for a, _ in left}]
    new = [j for j in range(len(after)) if j not in {b for _, b in left}]
    if lost and new and (whole := _as_one(before, after)):
        return Changes(tuple(whole), (), (), ())
    # Where a hand left nothing as it lay, it threw everything.
    swept = hand and not left and len(before) > 1
    reach = 0.0 if swept else NUDGED if hand else PUSHED
    knocked = [
        (lost[a], new[b])
        for a, b in _paired([before[i] for i in lost], [after[j] for j in new], reach)
    ]
    moved_from, moved_to = {a for a, _ in knocked}, {b for _, b in knocked}
    return Changes(
        tuple(left),
        tuple(knocked),
        tuple(j for j in new if j not in moved_to),
        tuple(i for i in lost if i not in moved_from),
    )


def _paired(
    before: Sequence[Lying], after: Sequence[Lying], reach: float
) -> list[tuple[int, int]]:
    """Return dice that can be the same, nearest first, within `reach` edges."""
    near = sorted(
        (gap, i, j)
        for i, one in enumerate(before)
        for j, other in enumerate(after)
        if (gap := _gap(one, other)) <= reach and _alike(one, other)
    )
    pairs: list[tuple[int, int]] = []
    for _, i, j in near:
        if all(i != a and j != b for a, b in pairs):
            pairs.append((i, j))
    return sorted(pairs)


def _gap(one: Lying, other: Lying) -> float:
    a, b = one.die.sighting, other.die.sighting
    return math.dist(a.centre, b.centre) / min(a.edge, b.edge)


def _alike(one: Lying, other: Lying) -> bool:
    return float(np.abs(one.colour - other.colour).sum()) <= UNLIKE


def _colour(picture: Picture, sighting: Sighting) -> Array:
    """Return the shares of the three colours in the middle of a face, (3,)."""
    (x, y), reach = sighting.centre, 0.35 * sighting.edge
    height, width = picture.shape[:2]
    top, bottom = max(0, int(y - reach)), min(height, int(y + reach) + 1)
    left, right = max(0, int(x - reach)), min(width, int(x + reach) + 1)
    part = picture[top:bottom, left:right].reshape(-1, 3)
    if not len(part):
        return np.full(3, 1 / 3)
    middle = np.median(part, axis=0) + 8  # or noise would colour a black die
    return np.asarray(middle / middle.sum())


# ---- a camera that was moved


def _as_one(
    before: Sequence[Lying], after: Sequence[Lying]
) -> list[tuple[int, int]] | None:
    """Return who is who if all dice moved as one, as when the camera is moved.

    Two dice can always be laid over two others, so it takes three, faces and all.
    """
    if len(before) != len(after) or len(before) < 3:
        return None
    if sorted(map(_face, before)) != sorted(map(_face, after)):
        return None
    olds, news = [_place(one) for one in before], [_place(one) for one in after]
    edge = min(one.die.sighting.edge for one in after)
    for j, k in itertools.permutations(range(len(news)), 2):
        span = olds[1] - olds[0]
        turn = (news[k] - news[j]) / span if span else 0
        if not 0.7 <= abs(turn) <= 1.4:
            continue
        pairs = []
        for i, old in enumerate(olds):
            there = news[j] + turn * (old - olds[0])
            near = min(range(len(news)), key=lambda n: abs(news[n] - there))
            fits = abs(news[near] - there) <= SAME * edge
            if fits and _face(before[i]) == _face(after[near]):
                pairs.append((i, near))
        if len({b for _, b in pairs}) == len(olds):
            return pairs
    return None


def _face(one: Lying) -> str:
    return one.face or ""


def _place(one: Lying) -> complex:
    return complex(*one.die.sighting.centre)
