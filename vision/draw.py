"""Dice and readings drawn on pictures, for people who would rather look than read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, Picture
from vision.lettering import Ink, height_of, width_of, write
from vision.read import Reading, State
from vision.recognise import Seen, SeenDie
from vision.words import name_die, say

COLOURS: dict[State, Ink] = {  # BGR
    State.READ: (80, 175, 60),
    State.DOUBTFUL: (0, 150, 240),
    State.COCKED: (200, 90, 160),
    State.UNKNOWN: (60, 60, 215),
}
WHITE: Ink = (255, 255, 255)
SHADE: Ink = (25, 25, 25)
ASKING: Ink = (70, 190, 255)
LEAST = 240  # px across, so that the words under a small picture can be read
# The longer side of a drawn photograph in px: enough for a screen; more where dice
# would be smaller than LEAST_DIE, up to what a viewer opens with ease.
LONGER, LONGEST = (640, 1600), 4096
LEAST_DIE = 44
NARROWEST = 480  # px across, for the caption
LETTERS = (15.0, 44.0)  # px that the words beside a die are high, at least and at most


def draw_seen(picture: Picture, seen: Seen) -> Picture:
    """Return a photograph in a size for screens, its dice marked, a caption below."""
    scale = _scale(picture, seen.dice)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    shown = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way))
    mark(shown, seen.dice, scale)
    return _captioned(shown, seen)


def mark(picture: Picture, dice: Sequence[SeenDie], scale: float = 1.0) -> None:
    """Draw the outline and the face of each die onto a picture, `scale` of its size."""
    outlines = [_Outline.of(die, scale) for die in dice]
    for outline in outlines:
        outline.draw(picture)
    taken = [outline.inside for outline in outlines]
    for outline in outlines:
        badge = _placed(outline, taken, picture)
        taken.append(badge.box)
        badge.draw(picture)


@dataclass(frozen=True)
class _Box:
    """A rectangle: its middle, and how far it reaches along x and y."""

    x: float
    y: float
    along: float
    down: float

    def overlap(self, other: _Box) -> float:
        """Return the area that two rectangles share."""
        return _shared(self.x, self.along, other.x, other.along) * _shared(
            self.y, self.down, other.y, other.down
        )


def _shared(middle: float, reach: float, other: float, others: float) -> float:
    """Return how long the part is that two stretches of a line share."""
    start, end = (
        max(middle - reach, other - others),
        min(middle + reach, other + others),
    )
    return max(end - start, 0.0)


@dataclass(frozen=True)
class _Outline:
    """The square around a die on the drawn picture."""

    x: float
    y: float
    edge: float
    turn: float
    colour: Ink
    words: str

    @staticmethod
    def of(die: SeenDie, scale: float) -> _Outline:
        at, colour = die.sighting, COLOURS[die.state]
        words = name_die(die) + ("" if die.state is State.READ else "?")
        words = "?" if die.face is None else words
        x, y = at.centre[0] * scale, at.centre[1] * scale
        return _Outline(x, y, at.edge * scale, at.turn, colour, words)

    @property
    def inside(self) -> _Box:
        """Return the part of the die that nothing should hide."""
        return _Box(self.x, self.y, 0.42 * self.edge, 0.42 * self.edge)

    def draw(self, picture: Picture) -> None:
        corners = self.turn + np.arange(4) * math.pi / 2 + math.pi / 4
        reach = 1.08 * self.edge / math.sqrt(2)  # a little outside of what it shows
        points = np.stack(
            [self.x + reach * np.cos(corners), self.y + reach * np.sin(corners)], 1
        )
        line = [np.round(points * 16).astype(np.int32)]
        thick = round(min(max(self.edge / 18, 2), 6))
        for colour, width in ((SHADE, thick + 2), (self.colour, thick)):
            cv2.polylines(picture, line, True, colour, width, cv2.LINE_AA, 4)


@dataclass(frozen=True)
class _Badge:
    """The words beside a die, on a pill of its colour."""

    box: _Box
    size: float
    outline: _Outline

    def draw(self, picture: Picture) -> None:
        box = self.box
        reach = box.along - box.down
        ends = [(round(box.x + side * reach), round(box.y)) for side in (-1, 1)]
        high = round(2 * box.down)
        for colour, width in ((SHADE, high + 2), (self.outline.colour, high)):
            cv2.line(picture, ends[0], ends[1], colour, width, cv2.LINE_AA)
        left = box.x - width_of(self.outline.words, self.size) / 2
        foot = box.y + height_of(self.size) / 2
        write(picture, self.outline.words, (left, foot), self.size, WHITE)


def _placed(outline: _Outline, taken: Sequence[_Box], picture: Picture) -> _Badge:
    """Return the words of a die at the place beside it that hides least."""
    size = min(max(0.4 * outline.edge, LETTERS[0]), LETTERS[1])
    down = 0.66 * size
    along = max(width_of(outline.words, size) / 2 + 0.35 * size, down)
    boxes = list(_places(outline, along, down))
    near = [box for box in taken if _near(box, outline, along)]
    hidden = [_hidden(box, near, picture) for box in boxes]
    # One place less usual is worth a fiftieth of the words' own area.
    costs = [area + rank * along * down / 12 for rank, area in enumerate(hidden)]
    return _Badge(boxes[costs.index(min(costs))], size, outline)


def _places(outline: _Outline, along: float, down: float) -> Iterator[_Box]:
    """Yield places for words, the likeliest first: at the corners, then further off."""
    for away in (0.0, 0.3):
        for across, upward in ((1, -1), (1, 1), (-1, -1), (-1, 1)):
            reach = (0.44 + away) * outline.edge
            x = outline.x + across * (reach + along - 0.4 * down)
            y = outline.y + upward * (reach + 0.6 * down)
            yield _Box(x, y, along, down)
        for across, upward in ((1, 0), (-1, 0), (0, -1), (0, 1)):
            reach = (0.6 + away) * outline.edge
            x = outline.x + across * (reach + along)
            yield _Box(x, outline.y + upward * (reach + down), along, down)


def _near(box: _Box, outline: _Outline, along: float) -> bool:
    reach = 2 * outline.edge + 4 * along + box.along
    return abs(box.x - outline.x) < reach and abs(box.y - outline.y) < reach


def _hidden(box: _Box, taken: Sequence[_Box], picture: Picture) -> float:
    """Return what a box hides of dice and words, and how much of it is off the rim."""
    height, width = picture.shape[:2]
    whole = _Box(width / 2, height / 2, width / 2, height / 2)
    outside = 4 * box.along * box.down - box.overlap(whole)
    return sum(box.overlap(other) for other in taken) + 4 * outside


def _scale(picture: Picture, dice: Sequence[SeenDie]) -> float:
    """Return how many times its size a photograph is shown."""
    longer = max(picture.shape[:2])
    scale = min(max(1.0, LONGER[0] / longer), LONGER[1] / longer)
    if dice:
        scale = max(scale, LEAST_DIE / min(die.sighting.edge for die in dice))
    return float(min(scale, LONGEST / longer, 8.0))


def _captioned(picture: Picture, seen: Seen) -> Picture:
    """Return the picture with what was seen written below it."""
    width = max(picture.shape[1], NARROWEST)
    size = min(max(width / 40, 16.0), 40.0)
    rim = round(0.7 * size)
    lines = list(_lines(seen, size, width - 2 * rim))
    bar: Array = np.full((round(1.45 * size * len(lines)) + rim, width, 3), SHADE[0])
    bar = bar.astype(np.uint8)
    for number, (words, ink) in enumerate(lines):
        foot = rim + 1.45 * size * number + height_of(size)
        write(bar, words, (rim, foot), size, ink)
    left = (width - picture.shape[1]) // 2
    sides = (left, width - picture.shape[1] - left)
    framed = cv2.copyMakeBorder(picture, 0, 0, *sides, cv2.BORDER_CONSTANT, value=SHADE)
    return np.asarray(np.concatenate([framed, bar]), np.uint8)


def _lines(seen: Seen, size: float, width: int) -> Iterator[tuple[str, Ink]]:
    """Yield the caption, broken where the picture is too narrow for it."""
    sure = any(die.state is State.READ for die in seen.dice)
    for number, part in enumerate(say(seen, places=False).split("; ")):
        ink = WHITE if sure and number == 0 else ASKING
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}".strip()
            if line and width_of(longer, size) > width:
                yield line, ink
                longer = word
            line = longer
        yield line, ink


def draw_whole(picture: Picture, reading: Reading) -> Picture:
    """Return the picture in a frame of the state's colour, the answer under it."""
    scale = max(1.0, LEAST / picture.shape[1])
    shown = cv2.resize(
        picture,
        None,
        fx=scale,
        fy=scale,
        interpolation=cv2.INTER_NEAREST if scale > 2 else cv2.INTER_LINEAR,
    )
    colour, rim = COLOURS[reading.state], max(4, shown.shape[1] // 60)
    room = shown.shape[1] // 6
    framed = np.asarray(
        cv2.copyMakeBorder(
            shown, rim, rim + room, rim, rim, cv2.BORDER_CONSTANT, value=colour
        ),
        np.uint8,
    )
    foot = framed.shape[0] - rim - shown.shape[1] / 24
    write(framed, caption(reading), (2 * rim, foot), shown.shape[1] / 13, WHITE)
    return framed


def caption(reading: Reading) -> str:
    """Return what a reading says, in a few words."""
    if reading.face is None:
        return f"no face  {reading.confidence:.1%}"
    return f"{reading.face}  {reading.state.value}  {reading.confidence:.1%}"
