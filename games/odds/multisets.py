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
from itertools import accumulate, combinations_with_replacement
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
        levels = [
            [Roll(faces) for faces in combinations_with_replacement(self.faces, n)]
            for n in range(count + 1)
        ]
        self.rolls = tuple(roll for level in levels for roll in level)
        self.finals = tuple(levels[-1])
        """The last of ``rolls``: those in which all dice lie there."""
        self.index = {roll: i for i, roll in enumerate(self.rolls)}
        ends = list(accumulate(map(len, levels)))
        self._levels = [
            slice(end - len(level), end)
            for level, end in zip(levels, ends, strict=True)
        ]
        self._shares = np.array([die.count(face) / len(die) for face in self.faces])

    @cached_property
    def throw(self) -> Values:
        """The chance of each final roll after each keep, shape (rolls, finals)."""
        return self.thrown(np.eye(len(self.finals))).T

    def thrown(self, values: Values) -> Values:
        """The value of each keep: the last axis grows from finals to rolls.

        One die after the other is thrown, which takes a few sums where a product of
        matrices would take a table of rolls by finals, and threads: on a busy machine
        those waited for each other, 50 ms instead of 1.
        """
        *goals, finals = values.shape
        kept = np.empty((*goals, len(self.rolls)))
        kept[..., -finals:] = values
        for level in reversed(self._levels[:-1]):
            kept[..., level] = (kept[..., self._more[level]] * self._shares).sum(
                axis=-1
            )
        return kept

    def chosen(self, kept: Values) -> Values:
        """The value of the best keep: the last axis shrinks from rolls to finals.

        One die after the other is lifted.
        """
        best = kept.copy()
        for level in self._levels[1:]:
            fewer = best[..., self._fewer[level]].max(axis=-1)
            best[..., level] = np.maximum(best[..., level], fewer)
        return best[..., self._levels[-1]]

    @cached_property
    def _more(self) -> NDArray[np.intp]:
        """Where each keep stands with one face more, shape (keeps, faces)."""
        keeps = self.rolls[: -len(self.finals)]
        return np.array(
            [
                [self.index[Roll((*keep, face))] for face in self.faces]
                for keep in keeps
            ],
            dtype=np.intp,
        ).reshape(len(keeps), len(self.faces))

    @cached_property
    def _fewer(self) -> NDArray[np.intp]:
        """Where each roll stands with one face fewer, shape (rolls, faces).

        A roll that lacks the face, or must hold it, stands for itself.
        """
        fewer = np.arange(len(self.rolls))[:, np.newaxis].repeat(len(self.faces), 1)
        for keep, more in enumerate(self._more):
            for face in range(len(self.faces)):
                if self.faces[face] not in self.locked:
                    fewer[more[face], face] = keep
        return fewer

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
            values = kind.thrown(np.moveaxis(values, first, -1))
        return values

    def chosen(self, kept: Values) -> Values:
        """The value of dice that lie there, if the best of all keeps is chosen."""
        first = kept.ndim - len(self.kinds)
        for kind in self.kinds:
            kept = kind.chosen(np.moveaxis(kept, first, -1))
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
