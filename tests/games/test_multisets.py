"""Arrays of multisets against every sequence of faces."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from games.dice import Face, Roll
from games.odds.multisets import Multisets, Pool
from tests.games.odds_by_hand import Lying, best

LOADED = tuple(map(Face, ("1", "2", "2", "3")))
COLOURED = tuple(map(Face, ("red-1", "red-2", "blue-3")))
STUCK = frozenset({Face("3")})


def numbers(faces: Lying) -> Fraction:
    """Something uneven: the sum, and a prize for pairs and for a three alone."""
    symbols = [face.symbol or "" for face in faces]
    prize = 7 * (symbols.count("2") == 2) + 4 * (symbols.count("3") == 1)
    return Fraction(sum(map(int, symbols)) + prize)


def test_known_numbers_of_multisets() -> None:
    die = tuple(Face(str(n)) for n in range(1, 7))
    five, six = Multisets(die, 5), Multisets(die, 6)
    assert (len(five.finals), len(five.rolls)) == (252, 462)
    assert (len(six.finals), len(six.rolls)) == (462, 924)


def test_chances_add_up_to_one() -> None:
    kind = Multisets(LOADED, 4)
    assert np.allclose(kind.throw.sum(axis=1), 1)


@pytest.mark.parametrize("throws", [1, 2, 3])
@pytest.mark.parametrize("locked", [frozenset(), STUCK])
@pytest.mark.parametrize("kept", ["-", "2", "3", "1 3"])
def test_equal_dice(throws: int, locked: frozenset[Face], kept: str) -> None:
    pool = Pool([Multisets(LOADED, 3, locked)])
    values = pool.values(lambda roll: float(numbers(roll)))
    held = Roll.parse(kept)
    empty = [None] * (3 - len(held))
    slow = best([LOADED] * 3, (*held, *empty), throws, numbers, locked)
    assert pool.keeps(values, throws)[pool.index(held)] == pytest.approx(float(slow))


@pytest.mark.parametrize("throws", [1, 2, 3, 4])
@pytest.mark.parametrize("kept", ["-", "red-2", "blue-3"])
def test_dice_of_two_kinds(throws: int, kept: str) -> None:
    pool = Pool([Multisets(LOADED, 1), Multisets(COLOURED, 2)])
    values = pool.values(lambda one, two: float(numbers((*one, *two))))
    held = Roll.parse(kept)
    empty = [None] * (2 - len(held))
    dice = [LOADED, COLOURED, COLOURED]
    slow = best(dice, (None, *held, *empty), throws, numbers)
    found = pool.keeps(values, throws)[pool.index(Roll(), held)]
    assert found == pytest.approx(float(slow))


def test_several_goals_at_once() -> None:
    pool = Pool([Multisets(LOADED, 2), Multisets(COLOURED, 1)])
    goals = [
        pool.values(lambda one, two: float(one.count(Face("2")))),
        pool.values(lambda one, two: float(two.count(Face("blue-3")))),
    ]
    together = pool.keeps(np.stack(goals), 2)
    for goal, found in zip(goals, together, strict=True):
        assert np.allclose(pool.keeps(goal, 2), found)


def test_places_of_rolls() -> None:
    pool = Pool([Multisets(LOADED, 2), Multisets(COLOURED, 1)])
    rolls = Roll.parse("2 3"), Roll.parse("blue-3")
    values = pool.values(lambda *lying: float(lying == rolls))
    assert values[pool.final_index(*rolls)] == 1
    assert values.sum() == 1
    assert pool.thrown(values)[pool.index(*rolls)] == 1
