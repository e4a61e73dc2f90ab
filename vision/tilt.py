"""How the dice of a picture lean: as the view has it, of their own, or as sides do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.lean import Lean, View, fit_view, own_angles
from vision.read import Reading
from vision.sightings import Sighting

SLANTED = 0.25  # lean of flat dice, in edges, from which sides show a face of their own
AWAY = -0.1  # lean of a side, in edges, along that of flat dice
SIDE_NEAR, SIDE_FAR = 0.4, 1.3  # edges from the middle of a top to that of its side
WITHIN = math.cos(math.radians(50))  # of a die on its corner both sides lie at 45

DOWN = View((0.0, 0.0), 0.0)

Pair = tuple[Sighting, Reading]


@dataclass(frozen=True)
class Tilt:
    """How a die leans.

    `angle` is by how many degrees of its own, `aslant` how far, in edges, a flat one
    would lean there by the view alone, `usual` by how many degrees the median die of
    the picture leans otherwise than the view has it. `side` tells that it looks like
    the side of another die.
    """

    angle: float
    aslant: float
    usual: float
    side: bool = False


def view_of(dice: Sequence[Pair], longest: float) -> View:
    """Return how the camera looked at dice; the longer side of the picture is in px.

    Those that show a face say so, if there are any: what is no die leans as it likes.
    Without dice it looked straight down.
    """
    if not dice:
        return DOWN
    return fit_view(_leans(faces(dice) or dice), longest)


def faces(dice: Sequence[Pair]) -> list[Pair]:
    """Return those that rather show a face than none."""
    return [one for one in dice if one[1].nothing < 0.5]


def tilts(dice: Sequence[Pair], view: View) -> list[Tilt]:
    """Return the tilt of each die."""
    if not dice:
        return []
    tops = faces(dice)
    usual = float(np.median(own_angles(_leans(tops or dice), view=view)))
    return [
        Tilt(
            angle,
            math.hypot(*view.explains(one.centre)),
            usual,
            any(_side(one, top, view) for top, _ in tops),
        )
        for (one, _), angle in zip(
            dice, own_angles(_leans(dice), view=view), strict=True
        )
    ]


def _leans(dice: Sequence[Pair]) -> list[Lean]:
    return [Lean(one.centre, one.lean) for one, _ in dice]


def _side(one: Sighting, top: Sighting, view: View) -> bool:
    """Return whether a sighting looks like a side of a die with another for its top.

    Seen aslant, the middle of a top lies beyond that of its base; that of a side that
    we see lies before that of the side behind. So it leans the other way.
    """
    flat = np.asarray(view.explains(one.centre))
    aslant = float(np.linalg.norm(flat))
    if aslant < SLANTED:
        return False
    ahead = flat / aslant
    gap, edge = np.subtract(top.centre, one.centre), max(one.edge, top.edge)
    apart = float(np.linalg.norm(gap))
    return bool(
        np.dot(one.lean, ahead) < AWAY
        and np.dot(top.lean, ahead) > 0
        and SIDE_NEAR * edge < apart < SIDE_FAR * edge
        and np.dot(gap, ahead) > WITHIN * apart
    )
