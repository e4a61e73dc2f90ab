"""Several pictures of the same dice to one answer, or to what has to be asked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.dice import Roll
from vision.read import State
from vision.recognise import NO_DICE, WHY, Seen, SeenDie

SAME_PLACE = 0.25  # edges that a still die may move between looks


@dataclass(frozen=True)
class Recognised:
    """Dice that were all read, alike in every look."""

    dice: tuple[SeenDie, ...]

    @property
    def roll(self) -> Roll:
        """Return their faces."""
        return Roll(die.face for die in self.dice if die.face is not None)


@dataclass(frozen=True)
class Doubtful:
    """Dice about which people have to be asked.

    `which` are the indices of dice in doubt, each with its candidates; it is empty
    where the doubt is about the whole. `expected` is how many dice were.
    """

    dice: tuple[SeenDie, ...]
    which: tuple[int, ...]
    why: str
    expected: int | None


def vote(
    looks: Sequence[Seen], *, expected: int | None = None
) -> Recognised | Doubtful:
    """Return what several pictures of dice that lie still say together.

    Log-probabilities are averaged, die by die. A die is read where most looks read it
    and none reads something else there. Raises ValueError without a look.
    """
    if not looks:
        raise ValueError("expected at least one look at the dice, got none")
    groups = _groups(looks)
    dice = tuple(_voted(group) for group in groups)
    faults = {
        index: why
        for index, (die, group) in enumerate(zip(dice, groups, strict=True))
        if (why := _fault(die, len(group), len(looks)))
    }
    whys = [*faults.values(), *(why for look in looks for why in look.doubts)]
    if expected is not None and len(dice) != expected:
        whys.insert(0, f"expected {_count(expected)}, saw {len(dice)}")
    if not whys and dice:
        return Recognised(dice)
    why = "; ".join(dict.fromkeys(whys)) or NO_DICE
    return Doubtful(dice, tuple(faults), why, expected)


def _groups(looks: Sequence[Seen]) -> list[list[SeenDie]]:
    """Return the looks at each die, in the order in which the dice were first seen.

    The same die is the nearest one within SAME_PLACE edges that this look has not
    given to another.
    """
    groups: list[list[SeenDie]] = []
    for look in looks:
        near = sorted(
            (_gap(die, group[0]), i, j)
            for i, die in enumerate(look.dice)
            for j, group in enumerate(groups)
            if _gap(die, group[0]) <= SAME_PLACE
        )
        given: dict[int, int] = {}
        for _, i, j in near:
            if i not in given and j not in given.values():
                given[i] = j
        for i, die in enumerate(look.dice):
            if i in given:
                groups[given[i]].append(die)
            else:
                groups.append([die])
    return groups


def _gap(die: SeenDie, other: SeenDie) -> float:
    """Return how far two sightings lie apart, in edges of the smaller."""
    edge = min(die.sighting.edge, other.sighting.edge)
    return math.dist(die.sighting.centre, other.sighting.centre) / edge


def _voted(group: Sequence[SeenDie]) -> SeenDie:
    """Return one die for several looks at it."""
    shares = _averaged([dict(die.candidates) for die in group])
    order = sorted(shares.items(), key=lambda pair: -pair[1])
    states = Counter(die.state for die in group)
    face, confidence = order[0] if order else (None, 0.0)
    read = {die.face for die in group if die.state is State.READ}
    if states[State.READ] * 2 > len(group) and read == {face}:
        state = State.READ
    else:
        worst = (State.UNKNOWN, State.COCKED, State.DOUBTFUL)
        others = [one for one in worst if states[one]]
        state = max(others, key=lambda one: states[one], default=State.DOUBTFUL)
    return SeenDie(group[0].sighting, face, confidence, state, tuple(order))


def _averaged(looks: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean of log-probabilities, as probabilities; "no face" is one of them.

    No look alone can rule a face out: every probability is at least 1e-4.
    """
    faces = sorted({face for look in looks for face in look})
    table = np.array(
        [
            [*(look.get(face, 0.0) for face in faces), 1 - sum(look.values())]
            for look in looks
        ]
    )
    raised = np.exp(np.log(np.maximum(table, 1e-4)).mean(0))
    shares = raised / raised.sum()
    return {face: float(share) for face, share in zip(faces, shares, strict=False)}


def _fault(die: SeenDie, seen: int, looks: int) -> str | None:
    """Return why a voted die is in doubt, or None."""
    if seen < looks:
        return f"a die was seen in {seen} of {looks} looks"
    return WHY.get(die.state)


def _count(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"
