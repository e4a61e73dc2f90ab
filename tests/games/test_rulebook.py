"""Options whose value is the owner's own."""

from __future__ import annotations

import pytest

from games.rulebook import BadOption, BadRulebook, Option, parse

CHARACTERS = Option("yj.characters", "fox owl", ("fox owl",), faces=2)
DATA = """
title = "A game"
players = [1, 2]
leaving = "nothing"
[[ruling]]
id = "a.faces"
status = "HOUSE"
asks = "Which faces?"
default = "red-1 red-2"
faces = 2
examples = ["a b"]
says = "The faces are {value}."
"""


def test_any_faces_will_do() -> None:
    assert CHARACTERS.check("cat red-gem") == "cat red-gem"


@pytest.mark.parametrize("value", ["fox", "fox owl bear", "Fox owl", "fox  owl", ""])
def test_but_as_many_as_are_wanted(value: str) -> None:
    with pytest.raises(BadOption, match=r"yj\.characters.*expected 2 faces"):
        CHARACTERS.check(value)


def test_faces_in_a_data_file() -> None:
    ruling = parse(DATA, "a").rulings["a.faces"]
    assert ruling.option == Option(
        "a.faces", "red-1 red-2", ("red-1 red-2", "a b"), faces=2
    )
    assert ruling.sentence({"a.faces": "x y"}) == "The faces are x y."


def test_an_example_that_is_none() -> None:
    with pytest.raises(BadRulebook, match=r"a\.toml, ruling a\.faces.*'red-1'"):
        parse(DATA.replace('"a b"', '"a b", "red-1"'), "a")
