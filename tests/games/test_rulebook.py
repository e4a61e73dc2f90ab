"""Options of the owner's own, in data files."""

from __future__ import annotations

import pytest

from games.rulebook import BadOption, BadRulebook, Option, parse

DATA = """
title = "A"
players = [1, 2]
leaving = "nothing"

[[ruling]]
id = "a.names"
status = "HOUSE"
asks = "Which names?"
default = "fox owl"
own = "two names"
examples = ["a b"]
says = "The names are {value}."
"""


def test_options_of_ones_own_in_a_data_file() -> None:
    ruling = parse(DATA, "a").rulings["a.names"]
    assert ruling.option == Option(
        "a.names", "fox owl", ("fox owl", "a b"), own="two names"
    )
    assert ruling.sentence({"a.names": "x y"}) == "The names are x y."
    assert ruling.option.check("anything") == "anything"
    with pytest.raises(BadOption, match=r"a\.names cannot be '': expected .*two names"):
        ruling.option.check("")


def test_default_that_is_none_of_the_values() -> None:
    data = DATA.replace('own = "two names"', 'values = {yes = "Yes.", no = "No."}')
    with pytest.raises(BadRulebook, match=r"a\.toml, ruling a\.names: default"):
        parse(data, "a")
