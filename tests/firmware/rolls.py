"""Rolls as if they had been seen: a double of what turns frames into rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from firmware.rolls import RollEvent
from games.dice import Roll
from tests.firmware.seen import dice
from vision.frame import Frame
from vision.recognise import SeenDie
from vision.vote import Doubtful, Recognised


@dataclass(frozen=True)
class Event:
    """A roll that was seen."""

    answer: Recognised | Doubtful
    kept: Roll | None = None
    corrects: int | None = None


def seen(*faces: str, kept: str | None = None, corrects: int | None = None) -> Event:
    """Dice that were read without a doubt."""
    beside = None if kept is None else Roll.parse(kept)
    return Event(Recognised(dice(*faces)), beside, corrects)


def doubted(why: str, *there: SeenDie, which: Sequence[int] = ()) -> Event:
    """Dice about which people have to be asked."""
    return Event(Doubtful(tuple(there), tuple(which), why, None))


def _happened(event: Event, number: int, still: Frame) -> RollEvent:
    """The event as it comes of this frame, the one of this number."""
    return RollEvent(
        number,
        event.corrects,
        still.number,
        still,
        event.answer,
        event.kept,
        event.answer.dice,
        still.taken_at_s,
    )


class RollsDouble:
    """Says what it is told to, at the frames that it is told."""

    def __init__(self, at: Mapping[int, Event]) -> None:
        self._at = dict(at)
        self._said = 0

    def feed(self, frame: Frame) -> Sequence[RollEvent]:
        due = sorted(number for number in self._at if number <= frame.number)
        return [self._say(self._at.pop(number), frame) for number in due]

    def _say(self, event: Event, frame: Frame) -> RollEvent:
        self._said += 1
        return _happened(event, self._said - 1, frame)

    def end(self) -> Sequence[RollEvent]:
        return []


class Thrower:
    """Says at every frame that what ``throws`` gives has come to rest."""

    def __init__(self, throws: Callable[[], Event]) -> None:
        self._throws = throws

    def feed(self, frame: Frame) -> Sequence[RollEvent]:
        return [_happened(self._throws(), frame.number, frame)]

    def end(self) -> Sequence[RollEvent]:
        return []
