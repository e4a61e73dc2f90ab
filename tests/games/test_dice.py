"""Faces, rolls and their notation."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dice import Face, Roll, can_show, parts, throw
from games.errors import BadNotation

names = st.from_regex(r"[a-z0-9_]{1,6}(-[a-z0-9_]{0,6})?", fullmatch=True)
rolls = st.lists(names, max_size=8).map(Roll)
small = st.lists(st.sampled_from(["1", "2", "red-3", "red-"]), max_size=6).map(Roll)


@given(rolls)
def test_notation_both_ways(roll: Roll) -> None:
    assert Roll.parse(str(roll)) == roll
    assert eval(repr(roll)) == roll


@given(rolls, rolls)
def test_sum_and_difference(one: Roll, other: Roll) -> None:
    assert (one + other) - other == one
    assert (one + other).covers(one)


@given(small)
def test_parts_are_all_and_differ(roll: Roll) -> None:
    found = parts(roll)
    assert len(set(found)) == len(found)
    expected = 1
    for number in Counter(roll).values():
        expected *= number + 1
    assert len(found) == expected
    assert all(roll.covers(part) for part in found)


@pytest.mark.parametrize(
    ("name", "colour", "symbol"),
    [
        ("5", None, "5"),
        ("skull", None, "skull"),
        ("red-5", "red", "5"),
        ("red-", "red", None),
    ],
)
def test_face(name: str, colour: str | None, symbol: str | None) -> None:
    assert (Face(name).colour, Face(name).symbol) == (colour, symbol)


@pytest.mark.parametrize(
    "name", ["", "-", "-5", "Skull", "red-5-6", "five!", "a b", "é"]
)
def test_what_is_no_face(name: str) -> None:
    with pytest.raises(BadNotation, match="is no face: expected SYMBOL"):
        Face(name)


def test_difference_of_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="no skull left"):
        Roll.parse("coin1 skull") - Roll.parse("skull skull")


@given(st.integers(0, 2**32))
def test_dice_can_show_what_they_threw(seed: int) -> None:
    chance = Random(seed)
    dice = [tuple(map(Face, faces)) for faces in (("1", "2"), ("2", "3"), ("3", "a"))]
    thrown = dice * 2
    assert can_show(thrown, throw(thrown, chance))


@pytest.mark.parametrize(
    ("roll", "can"),
    [("1 3", True), ("2 2", True), ("1 1", False), ("3 3", False), ("1", False)],
)
def test_two_different_dice(roll: str, can: bool) -> None:
    dice = [(Face("1"), Face("2")), (Face("2"), Face("3"))]
    assert can_show(dice, Roll.parse(roll)) is can
