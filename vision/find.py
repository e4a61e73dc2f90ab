"""Pictures to sightings: where dice lie, how they are turned, whether they lean.

A small dense ONNX net answers for every cell of 4 px. It knows dice of 11 to 60 px, so
a picture of unknown scale is looked at in sizes an octave apart; what one size shows
must be borne out by the others in which such a die could be seen. Where the edge of the
dice is known, one look is enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Array, Picture
from vision.net import load_net
from vision.pyramid import BEST_PX, scales, shrunk
from vision.sightings import Sighting, likely, once, tops, usual_edge

CELL = 4  # px of the picture that the net sees
UNIT_PX = 24.0  # the edge whose log is 0
SEES_PX = (12.0, 60.0)  # edges that a look is asked about
# Edge in the next look, and score, that need no more: the last two looks saw such dice.
# Of 453 dice held out of training 412 are read with 48 px, 411 with 44 to 36; the
# finest look takes half of the time.
ENOUGH_PX, ENOUGH = 40.0, 0.7
LEAST_SEEN_PX = 11.0  # edges from which a look shows a die at all
LARGE_PX = 24.0  # edges from which a look measures turn and edge well
ALIKE = 0.4  # by how much the logs of edges differ that two looks give one die
STRIDE = 16  # sides of what the net sees are multiples of it
MOST = 80  # sightings of a picture; 35 dice and what else looks like one
LEAST_PX = 224  # sides of what the net sees; a multiple of STRIDE
SMALLEST_PX = 20.0  # edge of dice that are to be found on any picture
TILE, MARGIN = 1024, 128  # px of the parts in which a large look is made
INPUT, OUTPUTS = "pictures", ("heat", "places", "hands")


@dataclass(frozen=True)
class FinderSettings:
    """What belongs to one model file: its hash, and from which score a die counts."""

    sha256: str
    threshold: float = 0.2


@dataclass(frozen=True)
class Found:
    """All that was found in a picture, the surest first.

    No die is there twice, but parts of dice and heaps of them may be, which `likely`
    leaves out: best when it is known what each of them shows. `hands` (rows, columns)
    is the share of each cell, 0 to 1, that a hand or an arm covers; the cells divide
    the picture evenly. `too_small` tells of dice whose edge is below what can be read.
    """

    sightings: tuple[Sighting, ...]
    hands: Array
    too_small: bool = False


@dataclass(frozen=True)
class Look:
    """What the net says of a picture shrunk by `scale`: arrays (..., rows, columns)."""

    scale: float
    heat: Array
    places: Array
    hands: Array

    def heat_near(self, sighting: Sighting) -> float:
        """Return the most heat within a quarter edge of a die's middle, where it
        tells of a die of that size."""
        x, y = (v * self.scale / CELL for v in sighting.centre)
        reach = max(1.0, 0.25 * sighting.edge * self.scale / CELL)
        rows, columns = self.heat.shape
        top, bottom = max(0, int(y - reach)), min(rows, int(y + reach) + 1)
        left, right = max(0, int(x - reach)), min(columns, int(x + reach) + 1)
        log = math.log(sighting.edge * self.scale / UNIT_PX)
        alike = np.abs(self.places[2, top:bottom, left:right] - log) < ALIKE
        heat = self.heat[top:bottom, left:right] * alike
        return float(heat.max()) if heat.size else 0.0


class Finder:
    """The finder's net, loaded and held to its settings.

    Raises NoModel where the file is missing, BadModel where it is another one.
    """

    def __init__(self, path: Path, settings: FinderSettings) -> None:
        self.settings = settings
        self._session = load_net(
            path,
            settings.sha256,
            inputs={INPUT: [3, None, None]},
            outputs={"heat": 1, "places": 7, "hands": 1},
        )

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        """Return the dice in a picture (height, width, 3), BGR.

        `edge` is that of the dice in px, where it is known to within a factor of 1.7.
        """
        looks: list[Look] = []
        seen: list[Sighting] = []
        for small, scale in shrunk(picture, scales(picture.shape, edge)[::-1]):
            if _enough(seen, looks, scale):
                break
            looks.append(self._look(small, scale))
            seen = self._weighed(looks)
        height, width = picture.shape[:2]
        seen = tops(seen)
        dice = likely(seen)
        return Found(
            tuple(_held_against_rim(one, width, height) for one in seen),
            _hands(looks, dice),
            any(one.edge < 0.7 * SMALLEST_PX for one in dice if one.score >= ENOUGH),
        )

    def _weighed(self, looks: Sequence[Look]) -> list[Sighting]:
        """Return what the looks together show, the surest first, nothing twice."""
        least = self.settings.threshold
        borne = [
            (_borne_out(one, looks), one.edge * look.scale)
            for look in looks
            for one in peaks(look, least)
        ]
        # Of looks that are as sure of a die one that sees it large measures it best.
        borne.sort(key=lambda pair: -pair[0].score * (1 if pair[1] > LARGE_PX else 0.8))
        seen = once([one for one, _ in borne if one.score >= least])
        return sorted(seen, key=lambda one: -one.score)[:MOST]

    def _look(self, small: Picture, scale: float) -> Look:
        """Return what the net says of a picture shrunk by `scale`."""
        canvas, down, right = _mounted(small)
        rows, columns = canvas.shape[:2]
        cells = np.zeros((9, rows // CELL, columns // CELL), np.float32)
        for top, bottom in _spans(rows):
            for left, end in _spans(columns):
                said = self._run(canvas[top:bottom, left:end])
                # Of each part the middle counts: its own rim saw too little.
                inner = _inner(top, bottom, rows), _inner(left, end, columns)
                (t, b), (le, r) = ((a // CELL, z // CELL) for a, z in inner)
                at, by = top // CELL, left // CELL
                cells[:, t:b, le:r] = said[:, t - at : b - at, le - by : r - by]
        tall, wide = (-(-side // CELL) for side in small.shape[:2])
        cells = cells[:, down // CELL :, right // CELL :][:, :tall, :wide]
        heat, hands = 1 / (1 + np.exp(-cells[0])), 1 / (1 + np.exp(-cells[8]))
        return Look(scale, heat, cells[1:8], hands)

    def _run(self, part: Picture) -> Array:
        """Return the outputs (9, rows, columns) for a part of what is looked at."""
        planes = np.ascontiguousarray(part.transpose(2, 0, 1), np.float32)[None] / 255
        said = self._session.run(list(OUTPUTS), {INPUT: planes})
        return np.concatenate([one[0] for one in said])


def _mounted(picture: Picture) -> tuple[Picture, int, int]:
    """Return a picture on grey, and how far down and to the right it lies there, in px.

    The net learnt from windows that are larger than the coarsest looks; without the
    grey around them it is unsure of a die that fills them.
    """
    height, width = picture.shape[:2]
    rows, columns = (
        max(LEAST_PX, -(-side // STRIDE) * STRIDE) for side in (height, width)
    )
    down, right = (
        (a - b) // 2 // CELL * CELL for a, b in ((rows, height), (columns, width))
    )
    canvas = np.full((rows, columns, 3), 127, np.uint8)
    canvas[down : down + height, right : right + width] = picture
    return canvas, down, right


def peaks(look: Look, least: float) -> Iterator[Sighting]:
    """Yield the dice where the heat of a look has a peak of at least `least`."""
    highest = cv2.dilate(look.heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((look.heat >= least) & (look.heat >= highest))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        dx, dy, log_edge, c, s, lean_x, lean_y = look.places[:, row, column].tolist()
        edge = UNIT_PX * math.exp(min(max(log_edge, -2.0), 2.0))
        x, y = (column + 0.5) * CELL + dx * edge, (row + 0.5) * CELL + dy * edge
        yield Sighting(
            (x / look.scale, y / look.scale),
            edge / look.scale,
            math.atan2(s, c) / 4,
            (lean_x, lean_y),
            float(look.heat[row, column]),
        )


def _borne_out(one: Sighting, looks: Sequence[Look]) -> Sighting:
    """Return the sighting with the mean heat of all looks that should show it."""
    heats = [
        look.heat_near(one)
        for look in looks
        if SEES_PX[0] <= one.edge * look.scale <= SEES_PX[1]
    ]
    return replace(one, score=sum(heats) / len(heats)) if heats else one


def _enough(found: Sequence[Sighting], looks: Sequence[Look], scale: float) -> bool:
    """Return whether sure dice are so large that finer looks would show their parts.

    Two looks must have seen them: in one alone two dice on a sheet of paper are a two,
    and a playing card beside dice is a die.
    """
    sure = [one for one in likely(found) if one.score >= ENOUGH]
    if len(looks) < 2 or not sure:
        return False
    edge = usual_edge(sure)
    return edge * scale > ENOUGH_PX and edge * looks[-2].scale >= LEAST_SEEN_PX


def _held_against_rim(one: Sighting, width: int, height: int) -> Sighting:
    """Return the sighting with `cut` set where its face runs over the rim."""
    corners, slack = one.corners(), 0.1 * one.edge
    inside = (corners >= -slack) & (corners <= (width + slack, height + slack))
    return replace(one, cut=not bool(inside.all()))


def _hands(looks: Sequence[Look], found: Sequence[Sighting]) -> Array:
    """Return what hands cover, from the look in which the dice have their best size."""
    if found:
        edge = float(np.median([one.edge for one in found]))
        wanted = BEST_PX / edge
    else:
        wanted = looks[len(looks) // 2].scale
    best = min(looks, key=lambda look: abs(math.log(look.scale / wanted)))
    return best.hands


def _spans(length: int) -> list[tuple[int, int]]:
    """Return (start, end) of parts that cover a length and overlap."""
    if length <= TILE + 2 * MARGIN:
        return [(0, length)]
    return [
        (max(0, at - MARGIN), min(length, at + TILE + MARGIN))
        for at in range(0, length, TILE)
    ]


def _inner(start: int, end: int, length: int) -> tuple[int, int]:
    """Return the part of a span that no other covers better."""
    return (
        start + MARGIN if start > 0 else 0,
        end - MARGIN if end < length else length,
    )
