"""Sightings of dice, and which of them can be dice of one picture.

A finder sees some dice twice, and takes sides, pips and heaps of dice for dice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array
from vision.read import Place

PART = 1.7  # a die so many times larger than what lies in it has that as a part
# Seen from 15 to 60 degrees off the vertical the middle of a side is 0.6 to 0.9 edges
# from that of the top, or up to 1.1 of those of a rounded die, whose faces look small.
# Nearly from above a die that touches this one can be as near as 1.0.
SLANTED, STEEP = 0.2, 0.3  # leans, in edges
SIDE_NEAR, SIDE_FAR, SIDE_FAR_STEEP = 0.5, 1.0, 1.2  # edges
LEAST_LEAN = 0.15  # edges, from which a side may be seen as a face at all
CLEARLY, NEARER = 0.5, 0.9  # shares: of the score of a top, and of what dice need


@dataclass(frozen=True)
class Sighting:
    """A die that was found: the middle and the edge of its top face in px.

    `turn` is in radians from x towards y, modulo a quarter turn. `lean` goes from the
    middle of the die's base to that of its top face, in edges along x and y: what the
    view explains included. `score` is how sure it is that there is a die (0 to 1), and
    `cut` whether the rim of the picture cuts it off.
    """

    centre: tuple[float, float]
    edge: float
    turn: float
    lean: tuple[float, float]
    score: float
    cut: bool = False

    @property
    def place(self) -> Place:
        """Return where its face is to be read."""
        return Place(self.centre, self.edge, self.turn)

    def corners(self) -> Array:
        """Return the corners (4, 2) of its top face as a square."""
        c, s = math.cos(self.turn) * self.edge / 2, math.sin(self.turn) * self.edge / 2
        around = [(c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c)]
        return np.asarray(around, np.float32) + np.asarray(self.centre, np.float32)


def once(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Return the sightings without those that see a die again; the first one stays."""
    kept: list[Sighting] = []
    for one in sightings:
        if not any(_same(one, other) for other in kept):
            kept.append(one)
    return kept


def tops(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Return the sightings without those of side faces."""
    return [one for one in sightings if not any(_side(one, top) for top in sightings)]


def too_near(one: Sighting, top: Sighting) -> bool:
    """Return whether a sighting lies before a surer top, nearer than a die can.

    Two tops on one table are an edge apart and more, less what the view shortens. What
    lies nearer, on the side towards us, where nothing could hide a die, is a side of
    the die or a part of one. Places and leans must be well measured.
    """
    lean, gap = math.hypot(*top.lean), np.subtract(top.centre, one.centre)
    apart, edge = float(np.hypot(*gap)), max(one.edge, top.edge)
    if not LEAST_LEAN < lean < 1 or one.score >= CLEARLY * top.score:
        return False
    nearest = NEARER * math.sqrt(1 - lean * lean) * edge
    before = float(gap @ top.lean) > math.cos(math.radians(50)) * apart * lean
    return before and SIDE_NEAR * edge < apart < nearest


def likely(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Return the sightings that can all be dice of one picture.

    A small one inside a large one is a part of its face, unless the large one is less
    sure: then it covers several dice. Dice on one table are much of a size: beyond a
    factor of 1.8 from the commonest the score falls as the size goes on differing.
    """
    frames = [one for one in sightings if any(_frames(one, s) for s in sightings)]
    whole = [one for one in sightings if one not in frames]
    dice = [one for one in whole if not any(inside(one, other) for other in whole)]
    return _of_a_size(dice)


def _same(one: Sighting, other: Sighting) -> bool:
    """Return whether two sightings of like size cover so much of each other that one
    is too many."""
    small, large = sorted((one.edge, other.edge))
    apart = math.dist(one.centre, other.centre)
    if large > PART * small or apart > 0.75 * (small + large):
        return False
    shared, _ = cv2.intersectConvexConvex(one.corners(), other.corners())
    return shared > 0.3 * small * small


def _side(one: Sighting, top: Sighting) -> bool:
    """Return whether a sighting is a side of the die that another is the top face of.

    It lies next to the top, towards the base, looks clearly less like a top, and leans
    much less: a die there that touches this one would be seen under the same angle.
    """
    lean = math.hypot(*top.lean)
    apart = math.dist(one.centre, top.centre)
    far = SIDE_FAR if lean < STEEP else SIDE_FAR_STEEP
    if lean < SLANTED or one.score >= 0.8 * top.score:
        return False
    if not SIDE_NEAR * top.edge < apart < far * top.edge or one.edge > PART * top.edge:
        return False
    along, down = (v / lean for v in top.lean)
    towards = (top.centre[0] - one.centre[0]) * along
    towards += (top.centre[1] - one.centre[1]) * down
    # Of a die that stands on its corner towards us, both sides lie at 45 degrees.
    below = towards > math.cos(math.radians(50)) * apart
    return below and one.lean[0] * along + one.lean[1] * down < 0.5 * lean


def _frames(one: Sighting, other: Sighting) -> bool:
    """Return whether a large sighting holds one that is clearly surer."""
    return inside(other, one) and one.score < 0.8 * other.score


def inside(one: Sighting, other: Sighting) -> bool:
    """Return whether the middle of a sighting lies in a much larger one."""
    if other.edge <= PART * one.edge:
        return False
    outline = other.corners().reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, one.centre, measureDist=False) >= 0


def _of_a_size(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Return the sightings, those of odd sizes less sure."""
    if not sightings:
        return []
    usual = math.log(usual_edge(sightings))
    odd = [max(0.0, abs(math.log(one.edge) - usual) - 0.6) for one in sightings]
    return [
        replace(one, score=one.score * math.exp(-by))
        for one, by in zip(sightings, odd, strict=True)
    ]


def usual_edge(sightings: Sequence[Sighting]) -> float:
    """Return the edge in px that the surest agree on, within a factor of 1.4.

    The fourth power: a texture taken for twenty small dice must not outvote one that is
    seen twice as well.
    """
    logs = np.log([one.edge for one in sightings])
    votes = np.asarray([one.score for one in sightings]) ** 4
    agreed = (votes * (np.abs(logs[:, None] - logs) < 0.35)).sum(1)
    return math.exp(float(logs[int(agreed.argmax())]))
