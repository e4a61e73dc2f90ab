"""Frames to rolls: still frames are read, and held against what lay there before.

The nets run when the tray is quiet, on a handful of frames, and never while dice roll.
What a hand took, left or pushed is told apart, so that a roll is what was thrown. A die
that moves later never changes a roll silently: a correction is a roll of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from firmware.camera import AFTER, GREY
from games.dice import Roll
from vision.arrays import Array
from vision.frame import Frame
from vision.read import State
from vision.recognise import (
    STRICT,
    Doubtful,
    Finds,
    Reads,
    Recognised,
    Seen,
    SeenDie,
    recognise,
    vote,
)
from vision.settle import Phase, Settler
from vision.track import Lying, Zone, follow, inside, lying

LOOKS = 4  # frames that vote
FRESH = 0.3  # of the time that is waited for quiet: the last swaying is over then
COPY = 0.05  # grey levels that a frame differs from its copy, on average, shrunk
LATE_S = 1.5  # a die that comes so long after the others still belongs to their throw
PATIENCE = 2  # times that dice which do not lie quite still are given longer

Region = tuple[int, int, int, int]


@dataclass(frozen=True)
class RollEvent:
    """Dice that came to rest, or a die that moved after it had been read.

    `number` counts the events, `corrects` is that of the one whose place this takes,
    whose `first` it repeats: the first frame that was used. `still` is the picture that
    was read, `answer` what was thrown there, `kept` what lay there before or lies in
    the keep zone (None where nobody can tell), `tray` everything outside the keep zone,
    `read_at_s` when it was known.
    """

    number: int
    corrects: int | None
    first: int
    still: Frame
    answer: Recognised | Doubtful
    kept: Roll | None
    tray: tuple[SeenDie, ...]
    read_at_s: float

    @property
    def doubt(self) -> str | None:
        """Why the roll is in doubt, or None."""
        return self.answer.why if isinstance(self.answer, Doubtful) else None


@dataclass(frozen=True)
class _Rest:
    """What was read while all was still."""

    answer: Recognised | Doubtful
    still: Frame
    first: int
    dice: tuple[Lying, ...]

    @property
    def hand(self) -> bool:
        return "hand" in (self.answer.why if isinstance(self.answer, Doubtful) else "")


class RollWatcher:
    """Turns frames into rolls.

    `ended` has the last frame of each rest that is over, by the number of its event.
    """

    def __init__(
        self,
        finds: Finds,
        reads: Reads,
        zone: Region | Zone | None = None,
        *,
        cocked: float = STRICT,
        settler: Settler | None = None,
    ) -> None:
        self.phase = Phase.EMPTY
        self.ended: dict[int, int] = {}
        self.lying: tuple[Lying, ...] = ()
        self._finds, self._reads, self._cocked = finds, reads, cocked
        self._zone = _corners(zone)
        self._settler = settler or Settler()
        self._still: deque[Frame] = deque(maxlen=2 * LOOKS)
        self._number = 0
        self._current: RollEvent | None = None
        self._last = 0
        self._knows_start = False
        self._hand, self._waited = False, 0
        self._taken = False  # whether dice of the current roll are gone
        self._kept: set[int] = set()  # which of what lies there was not thrown last

    def feed(self, frame: Frame) -> Sequence[RollEvent]:
        """Return the rolls that this frame completes: mostly none."""
        if AFTER in frame.metadata:  # nobody knows what happened while it was away
            self._hand = True
        self.phase = self._settler.feed(_grey(frame), frame.taken_at_s)
        self._note_still(frame)
        if self.phase is Phase.QUIET:
            return self._read(frame)
        if self.phase in (Phase.SHOWN, Phase.EMPTY):
            self._last = frame.number
        else:
            self._end_rest()
        return []

    @property
    def current(self) -> RollEvent | None:
        """The roll that counts now, or None."""
        return self._current

    def end(self) -> Sequence[RollEvent]:
        """Return what was still open when the frames ended: never a roll."""
        return []

    # ---- which frames

    def _note_still(self, frame: Frame) -> None:
        """Keep the frames of this rest, without copies of one another."""
        since = self._settler.still_since_s
        while self._still and self._still[0].taken_at_s < since:
            self._still.popleft()
        if frame.taken_at_s < since or self.phase in (Phase.SHOWN, Phase.EMPTY):
            return
        if not self._still or _differ(self._still[-1], frame):
            self._still.append(frame)

    def _chosen(self, now: Frame) -> list[Frame]:
        """Return the frames that vote, evenly from the later part of the rest."""
        since = self._settler.still_since_s
        fresh = since + FRESH * (now.taken_at_s - since)
        frames = [f for f in self._still if f.taken_at_s >= fresh] or [now]
        places = np.linspace(0, len(frames) - 1, min(LOOKS, len(frames)))
        return [frames[round(float(place))] for place in places]

    # ---- reading

    def _read(self, now: Frame) -> Sequence[RollEvent]:
        rest = self._rest(now)
        stirred, hand = self._settler.stirred, self._hand or self._settler.reached
        if rest is not None and (rest.hand or self._sways(rest)):
            self._settler.not_yet()
            return []
        self._settler.noted(dice=rest is not None)
        self._last, self._hand, self._waited = now.number, False, 0
        start, self._knows_start = not self._knows_start, True
        before, self.lying = self.lying, rest.dice if rest else ()
        if rest is None:
            self._end_rest()
            self._current, self._kept = None, set()
            return []
        if start and not stirred:  # it lies there from the start: nobody threw it
            return []
        return self._told(rest, before, hand=hand, now=now)

    def _rest(self, now: Frame) -> _Rest | None:
        """Return what lies there, None where there is nothing."""
        frames = self._chosen(now)
        looks = [self._look(frames[0], None)]
        if not looks[0].dice and "hand" not in (looks[0].doubt or ""):
            frames, looks = [now], [self._look(now, None)]
            if not looks[0].dice and "hand" not in (looks[0].doubt or ""):
                return None
        else:
            edges = [die.sighting.edge for die in looks[0].dice]
            edge = float(np.median(edges)) if edges else None
            looks += [self._look(frame, edge) for frame in frames[1:]]
        answer = vote(looks)
        still = frames[-1]
        dice = lying(still.picture, answer.dice)
        return _Rest(answer, still, frames[0].number, dice)

    def _look(self, frame: Frame, edge: float | None) -> Seen:
        return recognise(
            frame.picture, self._finds, self._reads, edge=edge, cocked=self._cocked
        )

    def _sways(self, rest: _Rest) -> bool:
        """Return whether the dice do not lie quite still, and may be given longer."""
        why = rest.answer.why if isinstance(rest.answer, Doubtful) else ""
        self._waited += "looks" in why
        return "looks" in why and self._waited <= PATIENCE

    # ---- what it means

    def _told(
        self, rest: _Rest, before: tuple[Lying, ...], *, hand: bool, now: Frame
    ) -> Sequence[RollEvent]:
        """Return the event that a rest is, if it is one."""
        changes = follow(before, rest.dice, hand=hand)
        stayed = (*changes.left, *changes.knocked)
        self._taken = self._taken or bool(changes.taken)
        self._kept = {j for i, j in stayed if i in self._kept}
        other = [
            (i, j)
            for i, j in stayed
            if _read_otherwise(before[i].die, rest.dice[j].die)
        ]
        current = self._current
        if changes.thrown:
            if current is not None and not self._taken and self._is_late(current, now):
                return [self._event(rest, current, now=now)]
            self._kept = set(changes.kept)
            return [self._event(rest, None, now=now)]
        if current is None or not other:
            # What was left, taken or pushed to the same face is the same roll.
            self._go_on()
            return []
        if hand:
            rest = replace(rest, answer=_knocked(rest.answer, before, other))
        return [self._event(rest, current, now=now)]

    def _is_late(self, current: RollEvent, now: Frame) -> bool:
        return now.taken_at_s - current.read_at_s <= LATE_S

    def _event(
        self,
        rest: _Rest,
        corrected: RollEvent | None,
        *,
        now: Frame,
    ) -> RollEvent:
        """Return the event of a rest, and take it for what lies there."""
        self._end_rest()
        if self._current is not None:
            self.ended.setdefault(self._current.number, self._last)
        zoned = {j for j, one in enumerate(rest.dice) if self._is_kept(one)}
        tray = [j for j in range(len(rest.dice)) if j not in zoned]
        kept = set() if self._zone else self._kept
        event = RollEvent(
            self._number,
            corrected.number if corrected else None,
            corrected.first if corrected else rest.first,
            rest.still,
            _part(rest.answer, [j for j in tray if j not in kept]),
            _faces([rest.dice[j].die for j in sorted(zoned | kept)]),
            tuple(rest.answer.dice[j] for j in tray),
            now.taken_at_s,
        )
        self._number += 1
        self._current, self._taken = event, False
        return event

    def _is_kept(self, one: Lying) -> bool:
        return self._zone is not None and inside(self._zone, one.die.sighting)

    def _end_rest(self) -> None:
        if self._current is not None:
            self.ended.setdefault(self._current.number, self._last)

    def _go_on(self) -> None:
        """Take the rest that was over for one that goes on."""
        if self._current is not None:
            self.ended.pop(self._current.number, None)


def _corners(zone: Region | Zone | None) -> Zone | None:
    """Return the corners of a zone that may be given as x, y, width, height."""
    if zone is None or not isinstance(zone[0], int | float):
        return zone  # type: ignore[return-value]
    x, y, width, height = (float(v) for v in zone)  # type: ignore[arg-type]
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _grey(frame: Frame) -> Array:
    """Return the small grey picture that the camera made, or one of the frame."""
    grey = frame.metadata.get(GREY)
    if grey is not None:
        return np.asarray(grey)
    return np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY))


def _differ(one: Frame, other: Frame) -> bool:
    """Return whether two frames are more than copies of one another."""
    if one.picture.shape != other.picture.shape:
        return True
    step = max(1, one.picture.shape[1] // 160)
    a, b = one.picture[::step, ::step], other.picture[::step, ::step]
    return float(cv2.absdiff(a, b).mean()) > COPY


def _read_otherwise(before: SeenDie, after: SeenDie) -> bool:
    """Return whether a die shows something else than before, as far as was read."""
    return before.face != after.face and State.READ in (before.state, after.state)


def _knocked(
    answer: Recognised | Doubtful,
    before: Sequence[Lying],
    other: Sequence[tuple[int, int]],
) -> Doubtful:
    """Return an answer in which the dice that a hand turned are in doubt."""
    was, now = before[other[0][0]].face, answer.dice[other[0][1]].face
    why = f"a hand moved a die: it was {was} and is {now}"
    which = {j for _, j in other}
    if isinstance(answer, Doubtful):
        why, which = f"{why}; {answer.why}", which | set(answer.which)
    return Doubtful(answer.dice, tuple(sorted(which)), why, None)


def _part(
    answer: Recognised | Doubtful, indices: Sequence[int]
) -> Recognised | Doubtful:
    """Return an answer about some of its dice."""
    dice = tuple(answer.dice[j] for j in indices)
    if isinstance(answer, Recognised):
        return Recognised(dice)
    which = tuple(n for n, j in enumerate(indices) if j in answer.which)
    return replace(answer, dice=dice, which=which)


def _faces(dice: Sequence[SeenDie]) -> Roll | None:
    """Return what dice show; None where one of them was not read."""
    if any(die.state is not State.READ or die.face is None for die in dice):
        return None
    return Roll(str(die.face) for die in dice)
