"""Faces and rolls: the words that vision and games share.

>>> roll = Roll.parse("skull coin2 skull")
>>> str(roll), roll.count("skull")
('coin2 skull skull', 2)
>>> roll - Roll.parse("skull")
Roll.parse('coin2 skull')
>>> Face("red-5").colour, Face("red-5").symbol
('red', '5')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, product
from typing import Protocol, Self, TypeAlias, TypeVar

from games.errors import BadNotation

_NAME = "[a-z0-9_]+"
_FACE = re.compile(f"{_NAME}|{_NAME}-(?:{_NAME})?")


class Face(str):
    """The side of a die that counts: ``SYMBOL``, ``COLOUR-SYMBOL`` or ``COLOUR-``.

    A face is its name, so it compares, sorts, prints and travels as text.
    Raises `BadNotation` for anything else.
    """

    __slots__ = ()

    def __new__(cls, name: str) -> Self:
        if not is_face(name):
            raise BadNotation(
                f"{name!r} is no face: expected SYMBOL (5, skull), COLOUR-SYMBOL"
                " (red-5) or COLOUR- (red-), in small letters, digits and _"
            )
        return super().__new__(cls, name)

    @property
    def colour(self) -> str | None:
        """The colour, or None where the face has none."""
        return self.split("-")[0] if "-" in self else None

    @property
    def symbol(self) -> str | None:
        """The symbol, or None where the colour alone counts."""
        return self.rsplit("-", 1)[-1] or None


def is_face(name: str) -> bool:
    """Whether a face can be called so."""
    return _FACE.fullmatch(name) is not None


T = TypeVar("T")


class Chance(Protocol):
    """Where chance comes from: a seeded `random.Random`, handed in by the caller."""

    def choice(self, options: Sequence[T], /) -> T:
        """One of ``options``, each as likely as the next."""
        ...


Die: TypeAlias = tuple[Face, ...]
"""The faces of one die, each as likely as it is often here."""

EMPTY = "-"
"""How a roll without dice is written."""


class Roll(tuple[Face, ...]):
    """Dice that lie together, each showing a face; a multiset: order never counts."""

    __slots__ = ()

    def __new__(cls, faces: Iterable[str] = ()) -> Self:
        named = [face if type(face) is Face else Face(face) for face in faces]
        return super().__new__(cls, sorted(named))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The roll written as ``text``: faces with spaces between, or ``-``.

        >>> Roll.parse("-")
        Roll.parse('-')
        """
        return cls(() if text.strip() == EMPTY else text.split())

    def __str__(self) -> str:
        return " ".join(self) or EMPTY

    def __repr__(self) -> str:
        return f"Roll.parse({str(self)!r})"

    def __add__(self, other: Iterable[str]) -> Roll:  # type: ignore[override]
        return Roll([*self, *other])

    def __sub__(self, other: Iterable[str]) -> Roll:
        """What is left without ``other``; raises `ValueError` where it is no part."""
        left = list(self)
        for face in other:
            if face not in left:
                raise ValueError(f"{Roll(other)} is no part of {self}: no {face} left")
            left.remove(Face(face))
        return Roll(left)

    def covers(self, other: Iterable[str]) -> bool:
        """Whether every die of ``other`` is among these, counted."""
        return not Counter(other) - Counter(self)


NO_DICE = Roll()


@cache
def parts(roll: Roll) -> tuple[Roll, ...]:
    """Every different part of ``roll``, the empty and the whole one included.

    >>> [str(part) for part in parts(Roll.parse("1 1 2"))]
    ['-', '2', '1', '1 2', '1 1', '1 1 2']
    """
    groups = [
        [(face,) * number for number in range(count + 1)]
        for face, count in sorted(Counter(roll).items())
    ]
    # The faces come in order: without sorting and checking them this takes a third.
    return tuple(
        tuple.__new__(Roll, chain.from_iterable(chosen)) for chosen in product(*groups)
    )


def can_show(dice: Sequence[Die], roll: Roll) -> bool:
    """Whether these dice, all thrown, can come to rest as ``roll``.

    >>> coin, number = (Face("head"), Face("tail")), (Face("1"), Face("2"))
    >>> can_show([coin, number], Roll.parse("1 head"))
    True
    >>> can_show([coin, number], Roll.parse("1 2"))
    False
    """
    return len(dice) == len(roll) and _matched(tuple(dice), roll)


@cache
def _matched(dice: tuple[Die, ...], roll: Roll) -> bool:
    if not roll:
        return True
    if all(die is dice[0] for die in dice):
        return set(roll) <= set(dice[0])
    first, rest = roll[0], Roll(roll[1:])
    return any(
        _matched(dice[:i] + dice[i + 1 :], rest)
        for i, die in enumerate(dice)
        if first in die and die not in dice[:i]
    )


def throw(dice: Sequence[Die], chance: Chance) -> Roll:
    """A roll of these dice, each face as likely as the next."""
    return Roll(chance.choice(die) for die in dice)
