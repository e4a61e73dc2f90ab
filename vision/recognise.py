"""A picture to what lies on it.

Vision never decides: it says which die is in doubt, why, and what it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.arrays import Picture
from vision.find import Found
from vision.lean import View
from vision.legible import blur, brightness
from vision.read import Place, Reading, State, view
from vision.sightings import Sighting, inside, likely, once, too_near
from vision.tilt import Pair, Tilt, faces, tilts, view_of

STRICT = 6.0  # degrees of a die's own lean from which it is cocked: flat or not
LENIENT = 18.0  # the same where another die could just stand on top
# By how much more leans err, for each edge that the view makes flat dice lean: of drawn
# ones 99 in 100 err by up to 5 degrees from above, by up to 20 at 0.7 edges.
ASLANT = 3.0
OUTLYING = 4.0  # times what the median die leans off the view; the leans err as much

WHY = {
    State.DOUBTFUL: "a face is not sure",
    State.COCKED: "a die leans or lies on another",
    State.UNKNOWN: "something like a die that could not be read",
}
UNREADABLE = 0.05  # of its score is left to what shows no face
PLAIN = 0.8  # confidence of a face that is plainly read
HEAP, CONTESTED = 0.8, 0.35  # shares of its score that make a sighting a heap, doubtful
ALIKE = 1.4  # by how much the edges of dice of one set differ in a picture
PIP_EDGE = (0.125, 0.4)  # what a pip looks like a die of, in edges of its own die,
PIP = 0.5  # which has at least that share of its score
NO_DICE = "no dice were found"
HAND = "a hand is in the picture"


class Finds(Protocol):
    """What finds dice: a `Finder`, or a double."""

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        """Return the dice of a picture; `edge` is theirs in px where it is known."""
        ...


class Reads(Protocol):
    """What reads faces: a `FaceReader`, or a double that says faces of any game."""

    def read(self, picture: Picture, places: Sequence[Place]) -> list[Reading]:
        """Return one reading for each place."""
        ...


@dataclass(frozen=True)
class Settings:
    """From where on something counts, for whole pictures.

    Measured on 134 photographs with 453 flat dice that were held out of training: with
    `sure` 0.3 and `maybe` 0.22, 432 are right, 411 are read, two of them wrong; with
    0.18 of `maybe` one more is right and two more things are asked about that are no
    dice, with 0.26 nothing changes; with 0.5 of `sure` 407 are read. Nothing without a
    hand gives more than 0.029 of `hand`. Of 336 dice the most blurred gives 0.13, the
    darkest 0.53.
    """

    sound: float = 0.5  # the finder's score: there is a die, whatever the reader says
    maybe: float = 0.22  # score times probability of a face: there may be a die
    sure: float = 0.3  # score times confidence of a die that may count as read
    pose_lean: float = 6.0  # degrees from which the reader learnt to say "leaning"
    least_edge: float = 14.0  # px; dice of 20 must pass, and edges are estimates
    blurred: float = 0.2  # edges that a step of brightness is wide
    dark: float = 0.18  # of full brightness
    hand: float = 0.04  # share of the picture that is more likely hand than not


@dataclass(frozen=True)
class SeenDie:
    """A die that was found and read.

    `face` is the best guess whatever the state, None if there is none. `candidates`
    are all faces it may show with their probabilities, best first; what they lack to 1
    is the probability that it is no face at all.
    """

    sighting: Sighting
    face: str | None
    confidence: float
    state: State
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Seen:
    """What lies on one picture; `doubt` is why the whole cannot be trusted."""

    dice: tuple[SeenDie, ...]
    doubt: str | None

    @property
    def doubts(self) -> list[str]:
        """Return each of the reasons that `doubt` joins."""
        return self.doubt.split("; ") if self.doubt else []


def recognise(
    picture: Picture,
    finds: Finds,
    reads: Reads,
    *,
    edge: float | None = None,
    cocked: float = STRICT,
    camera: View | None = None,
    settings: Settings = Settings(),
) -> Seen:
    """Return what lies on a picture (height, width, 3), BGR, cut from its full size.

    `edge` is the edge of the dice in px where it is known, `cocked` the house rule in
    degrees, `camera` what a known view makes of flat dice.
    """
    found = finds.find(picture, edge)
    places = [one.place for one in found.sightings]
    pairs = _dice(found.sightings, reads.read(picture, places), settings)
    known = camera or view_of(pairs, max(picture.shape[:2]))
    judge = _Judge(cocked, settings, camera is None and len(faces(pairs)) < 3)
    dice, widths, lights = [], [], []
    for (sighting, reading), tilt in zip(pairs, tilts(pairs, known), strict=True):
        look = view(picture, sighting.place)
        widths.append(blur(look))
        lights.append(brightness(look))
        dice.append(judge.die(sighting, reading, tilt, widths[-1]))
    light = float(np.median(lights)) if lights else brightness(picture)
    blurred = bool(widths) and float(np.median(widths)) >= settings.blurred
    doubts = [
        *(["too dark"] if light < settings.dark else ()),
        *(["blurred"] if blurred else ()),
        *_doubts(found, dice, settings),
    ]
    return Seen(tuple(_relied_on(dice)), "; ".join(doubts) or None)


@dataclass(frozen=True)
class _Judge:
    """The house rule and the settings.

    `alone`: there are too few dice to know the view.
    """

    cocked: float
    settings: Settings
    alone: bool

    def die(
        self, sighting: Sighting, reading: Reading, tilt: Tilt, blurred: float
    ) -> SeenDie:
        state = self.state(sighting, reading, tilt, blurred)
        return SeenDie(
            sighting, reading.face, reading.confidence, state, reading.candidates
        )

    def state(
        self, sighting: Sighting, reading: Reading, tilt: Tilt, blurred: float
    ) -> State:
        settings = self.settings
        if reading.face is None or reading.state is State.UNKNOWN:
            return State.UNKNOWN
        if self.leans(reading, tilt):
            return State.COCKED
        poor = (
            reading.state is State.DOUBTFUL
            or tilt.side
            or sighting.score * reading.confidence < settings.sure
            or sighting.edge < settings.least_edge
            or sighting.cut
            or blurred >= settings.blurred
        )
        return State.DOUBTFUL if poor else State.READ

    def leans(self, reading: Reading, tilt: Tilt) -> bool:
        """Return whether a die is cocked: by its own lean, or as the reader sees it."""
        error = reading.lean_error * (1 + ASLANT * tilt.aslant)
        error = max(error, OUTLYING * tilt.usual)
        if tilt.angle - error >= self.cocked:
            return True
        if reading.state is not State.COCKED:
            return False
        # A rule that allows more than the reader's "leaning" goes by the measured lean.
        stacked = reading.pose[2] > reading.pose[1]
        return bool(stacked) or self.alone or self.cocked <= self.settings.pose_lean


def _dice(
    sightings: Sequence[Sighting], readings: Sequence[Reading], settings: Settings
) -> list[Pair]:
    """Return the sightings that finder and reader together take for dice.

    Of a die and a part of it, and of dice and a heap of them, that one stays whose face
    can be read. What the reader cannot read either stays if the finder is sure of it.
    """
    found = list(zip(sightings, readings, strict=True))
    whole = [one for one in found if not _holds_die(one[0], sightings, readings, HEAP)]
    believed = [
        replace(one, score=one.score * max(1 - reading.nothing, UNREADABLE))
        for one, reading in whole
        if not any(_pip(one, reading, *die) for die in whole)
    ]
    stay = {(one.centre, one.edge): one.score for one in likely(believed)}
    pairs = []
    for one, reading in found:
        left = stay.get((one.centre, one.edge))
        if left is None:
            continue
        score = left / max(1 - reading.nothing, UNREADABLE)
        sized = replace(_measured(one, reading), score=score)
        contested = _holds_die(one, sightings, readings, CONTESTED) or any(
            pip[0].score > one.score and _pip(*pip, one, reading) for pip in found
        )
        if contested:
            reading = _doubted(reading)
        face = sized.score * (1 - reading.nothing)
        if sized.score >= settings.sound or face >= settings.maybe:
            pairs.append((sized, reading))
    return _apart(pairs)


def _apart(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs without those in which a part of a die led to the whole of it,
    and without sides of dice.

    Where one seems to show another face than the surer one there, it is doubted: dice
    may lie on each other.
    """
    tops: list[Pair] = []
    others: list[Pair] = []
    for one, reading in sorted(faces(pairs), key=lambda pair: -pair[0].score):
        there = [top for top in tops if len(once([top[0], one])) < 2]
        if not there:
            tops.append((one, reading))
        elif reading.face != there[0][1].face:
            others.append((one, _doubted(reading)))
    strange = [pair for pair in pairs if pair[1].nothing >= 0.5]
    return [
        pair
        for pair in (*tops, *others, *strange)
        if not any(too_near(pair[0], top) for top, _ in tops)
    ]


def _measured(one: Sighting, reading: Reading) -> Sighting:
    """Return a sighting as the reader sees it, in full size: the finder saw it in a few
    pixels. What rather is no face has no place that could be better known."""
    place = reading.place
    if place is None or reading.nothing >= 0.5:
        return replace(one, lean=reading.lean)
    return replace(one, centre=place.centre, edge=place.edge, lean=reading.lean)


def _doubted(reading: Reading) -> Reading:
    """Return the reading as one that nobody relies on."""
    if reading.state is not State.READ:
        return reading
    return replace(reading, state=State.DOUBTFUL)


def _pip(one: Sighting, seen: Reading, die: Sighting, reading: Reading) -> bool:
    """Return whether a sighting is a pip of a die that is plainly read.

    Pips are round spots on a square and look like ones, large clear ones even more than
    their die looks like a die.
    """
    return (
        PIP_EDGE[0] * die.edge < one.edge < PIP_EDGE[1] * die.edge
        and inside(one, die)
        and reading.face not in (None, "1")
        and reading.confidence >= PLAIN
        and die.score >= PIP * one.score
        and (seen.face in (None, "1") or seen.confidence < PLAIN)
    )


def _holds_die(
    one: Sighting,
    sightings: Sequence[Sighting],
    readings: Sequence[Reading],
    share: float,
) -> bool:
    """Return whether a sighting holds a much smaller die that is plainly read.

    Then it is a heap, or the sheet on which dice lie. A pip on a large die may well
    look like a one, but not like any other face. `share` of its score is what the
    surest in it has at least that is of that size: dice lie there together.
    """
    within = [
        (other, reading)
        for other, reading in zip(sightings, readings, strict=True)
        if inside(other, one) and other.score >= CONTESTED * one.score
    ]
    return any(
        reading.face not in (None, "1")
        and reading.confidence >= PLAIN
        and max(s.score for s, _ in within if _alike(s, other)) >= share * one.score
        for other, reading in within
    )


def _alike(one: Sighting, other: Sighting) -> bool:
    """Return whether two are so much of a size as dice of one set before a camera."""
    return max(one.edge, other.edge) < ALIKE * min(one.edge, other.edge)


def _relied_on(dice: Sequence[SeenDie]) -> Iterator[SeenDie]:
    """Yield the dice; none is relied on where most of what is like a die is none.

    A board of dominoes has a hundred halves; some of them look like a die in all.
    """
    strange = sum(die.state is State.UNKNOWN for die in dice)
    for die in dice:
        doubtful = die.state is State.READ and 2 * strange > len(dice)
        yield replace(die, state=State.DOUBTFUL) if doubtful else die


def _doubts(found: Found, dice: Sequence[SeenDie], settings: Settings) -> Iterator[str]:
    """Yield what speaks against the whole picture, as phrases."""
    if found.hands.size and float((found.hands >= 0.5).mean()) >= settings.hand:
        yield HAND
    edges = [die.sighting.edge for die in dice]
    if found.too_small or any(edge < settings.least_edge for edge in edges):
        yield "dice too small to read"
    if any(die.sighting.cut for die in dice):
        yield "a die is cut off by the picture's edge"
    if any(die.state is State.UNKNOWN for die in dice):
        yield WHY[State.UNKNOWN]
    if not dice:
        yield NO_DICE
