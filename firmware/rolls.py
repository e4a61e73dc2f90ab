"""Frames to rolls: still frames are read, and held against what lay there before.

The nets run when the tray is quiet, on a handful of frames, and never while dice roll.
What a hand took, left or pushed is told apart, so that a roll is what was thrown. A die
that moves later never changes a roll silently: a correction is a roll of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from firmware.camera import AFTER, GREY
from firmware.stills import Stills
from games.dice import Roll
from vision.arrays import Array
from vision.frame import Frame
from vision.read import State
from vision.recognise import HAND, STRICT, Finds, Reads, Seen, SeenDie, recognise
from vision.settle import Phase, Settler
from vision.track import Lying, Zone, follow, inside, lying
from vision.vote import Doubtful, Recognised, vote

LATE_S = 1.5  # a die that comes so long after the others still belongs to their throw
PATIENCE = 2  # times that dice which do not lie quite still are given longer
HELD_S = 3.0  # no hand is kept as still for longer: it is something else

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
    """What was read while all was still.

    `hand`: one was seen there, or hides dice. `sways`: not every look saw every die
    where it was.
    """

    answer: Recognised | Doubtful
    still: Frame
    first: int
    dice: tuple[Lying, ...]
    hand: bool
    sways: bool


@dataclass(frozen=True)
class _Waiting:
    """A rest with dice that was not told, for it was to be looked at again.

    It is still from `since_s` to the frame `last`. Before it something `reached` in, or
    `moved`: dice that lie there from the start nobody threw. `touched`: something
    reached in after it.
    """

    rest: _Rest
    since_s: float
    last: int
    reached: bool
    moved: bool
    touched: bool = False


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
        self._stills = Stills()
        self._number = 0
        self._current: RollEvent | None = None
        self._last = 0
        self._knows_start = False
        self._hand, self._waited = False, 0
        self._scenery = False  # whether what looks like a hand belongs to the place
        self._waiting: _Waiting | None = None
        self._taken = False  # whether dice of the current roll are gone
        self._kept: set[int] = set()  # which of what lies there was not thrown last

    def feed(self, frame: Frame) -> Sequence[RollEvent]:
        """Return the rolls that this frame completes: mostly none."""
        if AFTER in frame.metadata:  # nobody knows what happened while it was away
            self._hand = True
        self.phase = self._settler.feed(_grey(frame), frame.taken_at_s)
        self._note_still(frame)
        waiting = self._waiting
        if waiting and waiting.since_s == self._settler.still_since_s:
            self._waiting = replace(waiting, last=frame.number)
        elif waiting and self._settler.crossed:
            self._waiting = replace(waiting, touched=True)
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
        """Return what was still open when the frames ended: doubts, never a roll."""
        return self._outlived(None)

    # ---- which frames

    def _note_still(self, frame: Frame) -> None:
        since_s = self._settler.still_since_s
        self._stills.begin(since_s)
        shown = self.phase in (Phase.SHOWN, Phase.EMPTY)
        if frame.taken_at_s >= since_s and not shown:
            self._stills.add(frame)

    # ---- reading

    def _read(self, now: Frame) -> Sequence[RollEvent]:
        rest = self._rest(now)
        settler = self._settler
        reached = self._hand or settler.reached
        moved = settler.stirred or self._knows_start
        if rest is not None and self._waits(rest, now):
            if rest.dice:
                self._waiting = _Waiting(
                    rest, settler.still_since_s, now.number, reached, moved
                )
            settler.not_yet(hand=rest.hand)
            return []
        if rest is not None and not rest.dice:
            rest = None
        settler.noted(dice=rest is not None)
        events = [*self._outlived(rest)]
        self._last, self._hand, self._waited = now.number, False, 0
        self._knows_start = True
        before, self.lying = self.lying, rest.dice if rest else ()
        if rest is None:
            self._end_rest()
            self._current, self._kept = None, set()
        elif moved:
            events += self._told(rest, before, hand=reached, at_s=now.taken_at_s)
        return events

    def _rest(self, now: Frame) -> _Rest | None:
        """Return what lies there, None where there is nothing."""
        frames = self._stills.chosen(self._settler.still_since_s, now)
        looks = [self._look(frames[0], None)]
        if not looks[0].dice:
            frames, looks = [now], [self._look(now, None)]
            hand = HAND in looks[0].doubts or self._hides(0)
            if not looks[0].dice and not hand:
                return None
        else:
            edge = float(np.median([die.sighting.edge for die in looks[0].dice]))
            looks += [self._look(frame, edge) for frame in frames[1:]]
        answer = vote(looks)
        still = frames[-1]
        return _Rest(
            answer,
            still,
            frames[0].number,
            lying(still.picture, answer.dice),
            hand=any(HAND in look.doubts for look in looks)
            or self._hides(len(answer.dice)),
            sways=any(len(look.dice) < len(answer.dice) for look in looks),
        )

    def _hides(self, seen: int) -> bool:
        """Return whether what reaches in may lie over dice that were seen before."""
        return self._settler.crossed and seen < len(self.lying)

    def _look(self, frame: Frame, edge: float | None) -> Seen:
        seen = recognise(
            frame.picture, self._finds, self._reads, edge=edge, cocked=self._cocked
        )
        if self._scenery and not self._settler.crossed:
            others = (why for why in seen.doubts if why != HAND)
            seen = replace(seen, doubt="; ".join(others) or None)
        return seen

    def _waits(self, rest: _Rest, now: Frame) -> bool:
        """Return whether a rest is to be looked at again before it is told.

        A hand reaches in over the border, or it is something that belongs to the place
        and that the finder takes for one.
        """
        still_s = now.taken_at_s - self._settler.still_since_s
        if rest.hand and self._settler.crossed:
            return still_s < HELD_S
        self._waited += rest.hand or rest.sways
        if rest.hand and (not rest.dice or self._waited > PATIENCE):
            self._scenery = True
            return False
        return (rest.hand or rest.sways) and self._waited <= PATIENCE

    def _outlived(self, rest: _Rest | None) -> Sequence[RollEvent]:
        """Return the doubt about a rest that was over before it was looked at again.

        Mostly the next rest is of the same dice, and says all.
        """
        waiting, self._waiting = self._waiting, None
        if waiting is None or not waiting.moved:
            return []
        if rest is not None:
            fewer = len(rest.dice) < len(waiting.rest.dice)
            if waiting.rest.hand or not (fewer and waiting.touched):
                return []
        elif waiting.rest.hand and self.lying:  # it came for those that were read
            return []
        before, self.lying = self.lying, waiting.rest.dice
        at_s = waiting.rest.still.taken_at_s
        told = self._told(waiting.rest, before, hand=waiting.reached, at_s=at_s)
        if told:
            self._last = waiting.last
            self._end_rest()
        return told

    # ---- what it means

    def _told(
        self, rest: _Rest, before: tuple[Lying, ...], *, hand: bool, at_s: float
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
        if changes.thrown and all(self._is_kept(rest.dice[j]) for j in changes.thrown):
            self._go_on()  # dice that were carried to the keep zone are no roll
            return []
        if changes.thrown:
            if current is not None and not self._taken and _is_late(current, at_s):
                return [self._event(rest, current, at_s)]
            # Among dice that a hand threw, one that shows another face was thrown too,
            # onto the place of one that had lain there.
            thrown = {j for _, j in other} if hand else set()
            self._kept = set(changes.kept) - thrown
            return [self._event(rest, None, at_s)]
        if current is None or not other:
            # What was left, taken or pushed to the same face is the same roll.
            self._go_on()
            return []
        if hand:
            rest = replace(rest, answer=_knocked(rest.answer, before, other))
        return [self._event(rest, current, at_s)]

    def _event(
        self,
        rest: _Rest,
        corrected: RollEvent | None,
        at_s: float,
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
            at_s,
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


def _is_late(current: RollEvent, at_s: float) -> bool:
    return at_s - current.read_at_s <= LATE_S


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
