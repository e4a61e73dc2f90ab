"""Dice as multisets, in arrays: exact chances and best play over several throws.

Five dice fall in 7,776 ways, but lie in 252: order never counts. A value for each way
in which they can lie becomes, by `Pool.thrown`, the value of each keep, and by
`Pool.chosen` the value before the choice of a keep; and so on for as many throws as
are left.

>>> coin = (Face("head"), Face("tail"))
>>> pool = Pool([Multisets(coin, 2)])
>>> heads = pool.values(lambda roll: float(roll == Roll.parse("head head")))
>>> float(pool.thrown(heads)[pool.index(Roll())])
0.25
>>> float(pool.keeps(heads, throws=2)[pool.index(Roll())])
0.5625
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.dice import Die, Face, Roll, parts

Values: TypeAlias = NDArray[np.float64]
Place: TypeAlias = tuple[Any, ...]
"""An index into values: whatever axes the caller has, then one number a kind."""


class Multisets:
    """Every multiset of up to ``count`` equal dice, in order of their number.

    ``locked`` faces are never lifted again: every keep holds all of them.

    >>> coins = Multisets((Face("head"), Face("tail")), 2)
    >>> [str(roll) for roll in coins.rolls]
    ['-', 'head', 'tail', 'head head', 'head tail', 'tail tail']
    >>> coins.throw.tolist()[:2]
    [[0.25, 0.5, 0.25], [0.5, 0.5, 0.0]]
    """

    def __init__(self, die: Die, count: int, locked: Iterable[Face] = ()) -> None:
        self.die = die
        self.count = count
        self.locked = frozenset(locked)
        self.faces = tuple(sorted(set(die)))
        self.rolls = tuple(
            Roll(faces)
            for number in range(count + 1)
            for faces in combinations_with_replacement(self.faces, number)
        )
        self.finals = tuple(roll for roll in self.rolls if len(roll) == count)
        """The last of ``rolls``: those in which all dice lie there."""
        self.index = {roll: i for i, roll in enumerate(self.rolls)}

    @cached_property
    def throw(self) -> Values:
        """The chance of each final roll after each keep, shape (rolls, finals)."""
        chances = np.zeros((len(self.rolls), len(self.finals)))
        chances[-len(self.finals) :] = np.eye(len(self.finals))
        for roll in reversed(self.rolls[: -len(self.finals)]):
            for face in self.faces:
                share = self.die.count(face) / len(self.die)
                more = self.index[roll + Roll([face])]
                chances[self.index[roll]] += share * chances[more]
        return chances

    @cached_property
    def parts(self) -> NDArray[np.intp]:
        """What may be kept of each final roll, shape (finals, most parts).

        Rolls with fewer parts name themselves again, which changes no maximum.
        """
        kept = [[self.index[part] for part in self.keeps(f)] for f in self.finals]
        most = max(map(len, kept))
        return np.array([row + row[-1:] * (most - len(row)) for row in kept])

    def keeps(self, final: Roll) -> list[Roll]:
        """What may be kept of a final roll, the whole of it included."""
        stuck = Roll(face for face in final if face in self.locked)
        return [stuck + part for part in parts(final - stuck)]


class Pool:
    """Dice of one or several kinds that are thrown together.

    Values stand in arrays with one axis for each kind, after any axes of the caller
    (several goals at once): over ``finals`` where all dice lie there, over ``rolls``
    where some are kept.
    """

    def __init__(self, kinds: Sequence[Multisets]) -> None:
        self.kinds = tuple(kinds)

    def index(self, *rolls: Roll) -> Place:
        """Where the value of a keep stands: one roll for each kind of dice."""
        places = zip(self.kinds, rolls, strict=True)
        return (..., *(kind.index[roll] for kind, roll in places))

    def final_index(self, *rolls: Roll) -> Place:
        """Where the value of dice that all lie there stands."""
        places = zip(self.kinds, rolls, strict=True)
        before = (len(kind.rolls) - len(kind.finals) for kind in self.kinds)
        at = (kind.index[roll] for kind, roll in places)
        return (..., *(i - n for i, n in zip(at, before, strict=True)))

    def values(self, worth: Callable[..., float]) -> Values:
        """What each way to lie is worth; ``worth`` takes a roll for each kind."""
        shape = tuple(len(kind.finals) for kind in self.kinds)
        found = [
            worth(*(kind.finals[i] for kind, i in zip(self.kinds, at, strict=True)))
            for at in np.ndindex(shape)
        ]
        return np.array(found, dtype=np.float64).reshape(shape)

    def thrown(self, values: Values) -> Values:
        """The value of each keep: what lies there after a throw, on average."""
        first = values.ndim - len(self.kinds)
        for kind in self.kinds:  # Each leaves its axis last, so all come round.
            values = np.tensordot(values, kind.throw, axes=([first], [1]))
        return values

    def chosen(self, kept: Values) -> Values:
        """The value of dice that lie there, if the best of all keeps is chosen."""
        first = kept.ndim - len(self.kinds)
        for axis, kind in enumerate(self.kinds, first):
            kept = np.take(kept, kind.parts, axis=axis).max(axis=axis + 1)
        return kept

    def keeps(
        self, values: Values, throws: int, over: NDArray[np.bool_] | None = None
    ) -> Values:
        """The value of each keep with so many throws left, at least one, best play.

        A player may stop at any time: that is to keep all dice. Where ``over`` is true,
        over the finals, the dice end the turn.
        """
        kept = self.thrown(values)
        for _ in range(throws - 1):
            lying = self.chosen(kept)
            if over is not None:
                lying = np.where(over, values, lying)
            kept = self.thrown(lying)
        return kept
