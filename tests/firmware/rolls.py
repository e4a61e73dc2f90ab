"""Rolls as if they had been seen: a double of what turns frames into rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from firmware.camera_tower import RollEvent
from games.dice import Roll
from tests.firmware.seen import dice
from vision.frame import Frame
from vision.recognise import Doubtful, Recognised, SeenDie


@dataclass(frozen=True)
class Event:
    """A roll that was seen."""

    answer: Recognised | Doubtful
    kept: Roll | None = None
    corrects: int | None = None
    still: Frame | None = None


def seen(*faces: str, kept: str | None = None, corrects: int | None = None) -> Event:
    """Dice that were read without a doubt."""
    beside = None if kept is None else Roll.parse(kept)
    return Event(Recognised(dice(*faces)), beside, corrects)


def doubted(why: str, *there: SeenDie, which: Sequence[int] = ()) -> Event:
    """Dice about which people have to be asked."""
    return Event(Doubtful(tuple(there), tuple(which), why, None))


@dataclass(frozen=True)
class _Still:
    """An event with the frame that brought it."""

    event: Event
    still: Frame

    @property
    def answer(self) -> Recognised | Doubtful:
        return self.event.answer

    @property
    def kept(self) -> Roll | None:
        return self.event.kept

    @property
    def corrects(self) -> int | None:
        return self.event.corrects


class RollsDouble:
    """Says what it is told to, at the frames that it is told; the rest at the end."""

    def __init__(self, at: Mapping[int, Event]) -> None:
        self._at = dict(at)
        self._last: Frame | None = None

    def feed(self, frame: Frame) -> Sequence[RollEvent]:
        self._last = frame
        due = [number for number in self._at if number <= frame.number]
        return [_Still(self._at.pop(number), frame) for number in sorted(due)]

    def end(self) -> Sequence[RollEvent]:
        left, self._at = self._at, {}
        if self._last is None:
            return []
        return [_Still(left[number], self._last) for number in sorted(left)]


class Thrower:
    """Says at every frame that what ``throws`` gives has come to rest."""

    def __init__(self, throws: Callable[[], Event]) -> None:
        self._throws = throws

    def feed(self, frame: Frame) -> Sequence[RollEvent]:
        return [_Still(self._throws(), frame)]

    def end(self) -> Sequence[RollEvent]:
        return []
