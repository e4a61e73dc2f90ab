"""The tower's seat, taken by a camera: rolls are seen, and what is doubtful is asked.

The camera says what it saw, the referee whether that can be, and people what it was
where either has doubts. What was seen is kept as evidence before it counts.
"""

from __future__ import annotations

import select
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import click

from firmware.camera import Camera, News
from firmware.evidence import Evidence
from firmware.last_seconds import LastSeconds
from firmware.offers import offers
from firmware.records import RecordFile
from firmware.rolls import Region, RollEvent
from firmware.terminal import Question, Quit, Said, Typed
from games.dice import Roll
from games.notation import Numbered
from games.referee import Accepted, Correct, Match, judge
from games.rules import Rolled
from games.seats import TABLE, TOWER, Seat
from vision.frame import Frame
from vision.recognise import Seen
from vision.vote import Doubtful, Recognised
from vision.words import say

SEEN, ASKED = "camera", "camera, asked"
"""Notes of rolls: as the camera read them, or as people said when they were asked."""


class Rolls(Protocol):
    """Turns frames into rolls."""

    def feed(self, frame: Frame) -> Sequence[RollEvent]:
        """Return what this frame brings to an end: mostly nothing."""
        ...

    def end(self) -> Sequence[RollEvent]:
        """Return what was still open when the frames ended."""
        ...


@dataclass
class CameraTower:
    """Where the tower's actions come from while a camera looks at the tray.

    `asks`: whether there is anybody to ask. Else a doubt is recorded as one, the roll
    stays open, and a game stops there.
    """

    camera: Camera
    rolls: Rolls
    record: RecordFile
    evidence: Evidence
    asks: bool
    tray: Region | None = None
    last: LastSeconds = field(default_factory=LastSeconds)
    listen: Callable[[], str | None] = lambda: None

    def __post_init__(self) -> None:
        self._frames: Iterator[Frame] = self.camera.frames()
        self._events: deque[RollEvent] = deque()
        self._entries: dict[int, int] = {}  # which entry an event became
        self._open: tuple[int, Question, int | None] | None = None
        self._disputed: tuple[int, LastSeconds] | None = None

    def __call__(self, match: Match, seat: Seat) -> Said | Question | Typed | None:
        """What the tower does, or what has to be asked; raises `Quit` at the end."""
        if self._open is not None:
            begun, question, roll = self._open
            if not self._answered(match, begun, roll):
                return question
            self._open = None
        self.finish()
        event = self._next()
        return event if isinstance(event, Typed) else self._seen(match, event)

    def _answered(self, match: Match, begun: int, roll: int | None) -> bool:
        """Whether people have said what an open roll was; note its number."""
        for entry in match.entries[begun:]:
            if isinstance(entry.action, Rolled | Correct):
                if roll is not None:
                    self._entries[roll] = entry.number
                return True
        return False

    def _next(self) -> RollEvent | Typed:
        """The next roll that is seen, or what somebody types meanwhile."""
        while not self._events:
            frame = next(self._frames, None)
            if frame is None:
                self._events.extend(self.rolls.end())
                if self._events:
                    break
                click.secho(f"  {self.camera.source} has ended.", dim=True)
                raise Quit
            self.last.add(frame)
            self._events.extend(self.rolls.feed(frame))
            text = self.listen()
            if text is not None:
                return Typed(text)
        return self._events.popleft()

    # ---- one roll

    def _seen(self, match: Match, event: RollEvent) -> Said | Question | None:
        number = self._kept(event)
        if event.corrects is not None:
            return self._moved(match, event, number)
        rolled = self._rolled(match, event)
        if isinstance(event.answer, Doubtful):
            words = say(_seen(event.answer), places=False)
            return self._doubtful(match, event, number, words)
        judged = judge(match, TOWER, rolled, SEEN)
        if isinstance(judged, Accepted):
            self._entries[event.number] = match.next_number
            return Said(TOWER, rolled, SEEN)
        words = f"{rolled.roll}: {match.render(judged.why)} [{judged.rule}]"
        return self._doubtful(match, event, number, words)

    def _rolled(self, match: Match, event: RollEvent) -> Rolled:
        roll = event.answer.roll if isinstance(event.answer, Recognised) else Roll()
        return Rolled(roll, self._beside(match, event))

    def _beside(self, match: Match, event: RollEvent) -> Roll | None:
        """What lies beside the throw, in a game that asks for it."""
        return None if match.game.endless else event.kept

    def _kept(self, event: RollEvent) -> int:
        """Write the evidence and pin it in the record; return its number."""
        source = self.camera.source
        pinned = self.evidence.keep(
            event.still, event.answer, source=source, tray=self.tray
        )
        read = (
            f"{die.face or 'no face'} {die.confidence:.3f}" for die in event.answer.dice
        )
        self.record.comment(f"{pinned} {', '.join(read)}")
        return pinned.number

    def _doubtful(
        self, match: Match, event: RollEvent, number: int, words: str
    ) -> Question | None:
        """Ask about a roll; without anybody to ask, leave it open."""
        self.record.comment(f"doubt {number:04}: {words}")
        self._disputed = (number, self.last.copy())
        if not self.asks:
            self.finish()
            self._leave_open(match, words)
            return None
        offered = offers(match, event.answer, self._beside(match, event))
        question = Question(
            words=f"The camera is not sure: {words}",
            more=f"The picture: {self.evidence.picture(number)}",
            offered=tuple(Said(TOWER, rolled, ASKED) for rolled in offered),
            hint="Type the letter, or what the dice show; 'again': it does not count.",
            note=ASKED,
            drop=lambda: self._drop(number),
        )
        self._open = (len(match.entries), question, event.number)
        return question

    def _leave_open(self, match: Match, words: str) -> None:
        click.secho(f"  Left open: {words}", fg="yellow")
        if not match.game.endless:
            raise Quit

    def finish(self) -> None:
        """Write the clip of the last doubt: after the answer, for it takes seconds."""
        if self._disputed is not None:
            (number, last), self._disputed = self._disputed, None
            clip = self.evidence.keep_clip(number, last)
            if clip is not None:
                self.record.comment(str(clip))

    def _drop(self, number: int) -> None:
        self._open = None
        self.record.comment(f"roll {number:04} does not count")

    # ---- a die that moved

    def _moved(self, match: Match, event: RollEvent, number: int) -> Question | None:
        """Ask whether a roll that looks different now was misread."""
        before = self._entries.get(-1 if event.corrects is None else event.corrects)
        if before is not None:
            self._entries[event.number] = before
        words = f"it shows now: {say(_seen(event.answer), places=False)}"
        if before is None or all(entry.number != before for entry in match.line):
            self.record.comment(f"doubt {number:04}: no roll that counts; {words}")
            return None
        words = f"number {before} was read, then dice moved; {words}"
        self.record.comment(f"doubt {number:04}: {words}")
        if not self.asks:
            click.secho(f"  Left open: {words}", fg="yellow")
            return None
        offered = []
        if isinstance(event.answer, Recognised):
            change = Numbered(before, self._rolled(match, event))
            offered = [Said(TABLE, Correct((change,)), ASKED)]
        question = Question(
            words=f"The dice have moved: {words}",
            more=f"The picture: {self.evidence.picture(number)}",
            offered=tuple(offered),
            hint=f"Type the letter where {before} was misread; 'again': it stays.",
            note=ASKED,
            drop=lambda: self._drop(number),
        )
        self._open = (len(match.entries), question, None)
        return question


def _seen(answer: Recognised | Doubtful) -> Seen:
    return Seen(answer.dice, answer.why if isinstance(answer, Doubtful) else None)


def tell(news: News) -> None:
    """Say what befalls the camera, beside what is played."""
    click.secho(f"  {news}", fg="yellow", err=True)


def typed_meanwhile() -> str | None:
    """A line that somebody has typed while the camera looks, or None."""
    if not select.select([sys.stdin], [], [], 0)[0]:
        return None
    return sys.stdin.readline().strip() or None
