"""Pictures to sightings: where dice lie, how they are turned, whether they lean."""

from __future__ import annotations

from dataclasses import dataclass

from vision.arrays import Array
from vision.read import Place


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


@dataclass(frozen=True)
class Found:
    """All that was found in a picture.

    `hands` (rows, columns) is the share of each cell, 0 to 1, that a hand or an arm
    covers; the cells divide the picture evenly. `too_small` tells of dice whose edge is
    below what can be read.
    """

    sightings: tuple[Sighting, ...]
    hands: Array
    too_small: bool = False
