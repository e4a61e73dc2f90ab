"""Odds the slow way, as the reference: every sequence of faces, each as likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from games.dice import Die, Face

Lying = tuple[Face, ...]
"""Dice in their places, each showing a face."""
Held = tuple[Face | None, ...]
"""The same dice after the choice: None where one is thrown again."""
Worth = Callable[[Lying], Fraction]


def thrown(dice: Sequence[Die], held: Held, worth: Worth) -> Fraction:
    """The worth on average, of every way in which the dice not held can fall."""
    ways = list(
        product(
            *(
                die if face is None else (face,)
                for die, face in zip(dice, held, strict=True)
            )
        )
    )
    return sum((worth(way) for way in ways), Fraction(0)) / len(ways)


def best(
    dice: Sequence[Die],
    held: Held,
    throws: int,
    worth: Worth,
    locked: frozenset[Face] = frozenset(),
    over: Callable[[Lying], bool] = lambda faces: False,
) -> Fraction:
    """The worth with best play: throw what is not held, and again up to ``throws``."""

    @cache
    def lying(faces: Lying, left: int) -> Fraction:
        if not left or over(faces):
            return worth(faces)
        ways = product(*((face,) if face in locked else (face, None) for face in faces))
        return max(
            thrown(dice, way, lambda after: lying(after, left - 1)) for way in ways
        )

    return thrown(dice, held, lambda after: lying(after, throws - 1))
