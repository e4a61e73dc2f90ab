"""Frames to still frames: after the dice stopped, with no hand above them.

A `Settler` is fed one small grey picture after the other, each with its time, and says
in which phase the tray is. It does not know dice: it says `QUIET` when something may
have come to rest, and is told what lay there. What then stirs begins anew, so that a
die that moves later is seen.

    EMPTY -> HAND -> ROLLING -> QUIET -> SHOWN -> CLEARING -> QUIET -> EMPTY
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.arrays import Array
from vision.motion import Comparison


class Phase(Enum):
    """What goes on in the tray."""

    EMPTY = "empty"  # nothing lies there that was thrown
    HAND = "hand"  # something reaches in over the border
    ROLLING = "rolling"  # something moves
    QUIET = "quiet"  # all is still, and somebody should look
    SHOWN = "shown"  # what lies there is known
    CLEARING = "clearing"  # a hand came after that


@dataclass(frozen=True)
class Holds:
    """How long nothing moves before it counts as still.

    A die that stands on an edge before it falls is slower than the other dice, but not
    by much; 0.2 s is longer than copies of a frame last in clips with a varying rate.
    Where something reaches in it takes longer: hands rest a moment, shadows stay. The
    camera may drift by so many widths of the picture meanwhile: 0.013 is the most of a
    phone that is held still.
    """

    still_s: float = 0.2
    crossed_s: float = 0.3
    frames: int = 4
    drift: float = 0.015


class Settler:
    """Tells still from moving, frame by frame.

    `still_since_s` is the time of the first still frame. Since the last `noted`, or the
    begin: `stirred` says whether anything moved, `reached` whether a hand was there;
    `crossed` whether something reaches in now.
    """

    def __init__(self, holds: Holds = Holds()) -> None:
        self.still_since_s = 0.0
        self.stirred = self.reached = self.crossed = False
        self._holds = holds
        self._comparison: Comparison | None = None
        self._due, self._shown = True, False
        self._frames, self._not_before_s = 0, 0.0
        self._now_s = 0.0

    def feed(self, grey: Array, taken_at_s: float) -> Phase:
        """Return the phase after a frame (height, width), uint8, of any one size."""
        self._now_s = taken_at_s
        if self._comparison is None or not self._comparison.fits(grey):
            self._comparison = Comparison(grey)
            self._begin_rest()
            return self._phase(moving=False, crossed=False)
        motion = self._comparison.compare(grey)
        # Where time went back the source began anew, and nothing is known between.
        if motion.moved or taken_at_s < self.still_since_s:
            self.stirred = self._due = True
            self._begin_rest()
        else:
            self._frames += 1
        self.crossed = motion.crosses
        self.reached = self.reached or motion.crosses
        return self._phase(moving=motion.moved, crossed=motion.crosses)

    def noted(self, *, dice: bool) -> None:
        """Say that the rest was looked at, and whether dice lie there."""
        self._due, self._shown = False, dice
        self.stirred = self.reached = False
        if self._comparison is not None:
            self._comparison.keep()

    def not_yet(self, *, hand: bool) -> None:
        """Say that it was no rest: a hand lay there, or the dice did not lie still."""
        self.reached = self.reached or hand
        self._not_before_s = self._now_s + self._holds.still_s

    def _begin_rest(self) -> None:
        self.still_since_s = self._not_before_s = self._now_s
        self._frames = 1

    def _phase(self, *, moving: bool, crossed: bool) -> Phase:
        if not self._due:
            return Phase.SHOWN if self._shown else Phase.EMPTY
        if self._is_still(crossed=crossed):
            if not self._swings():
                return Phase.QUIET
            self._begin_rest()
        if crossed:
            return Phase.CLEARING if self._shown else Phase.HAND
        return Phase.ROLLING if moving or self.stirred else Phase.EMPTY

    def _swings(self) -> bool:
        """Return whether the camera moved too far for a rest, and let it begin anew."""
        comparison = self._comparison
        if comparison is None or comparison.drifted <= self._holds.drift:
            return False
        comparison.begin()
        return True

    def _is_still(self, *, crossed: bool) -> bool:
        hold_s = self._holds.crossed_s if crossed else self._holds.still_s
        # Clips round their times to a millisecond.
        held = self._now_s - self.still_since_s >= hold_s - 0.002
        enough = self._frames >= self._holds.frames
        return held and enough and self._now_s >= self._not_before_s
