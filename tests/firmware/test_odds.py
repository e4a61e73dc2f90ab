"""``dicetower odds``."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.firmware.terminal import ROOT, Ran, dicetower, one_sentence
from tests.golden import RECORDS

GOLDEN = str(RECORDS / "yahtzee_jr.txt")


def lines(ran: Ran) -> list[str]:
    assert ran.status == 0, ran.err
    return [line.strip() for line in ran.out.splitlines()]


def test_dice_that_lie_there() -> None:
    ask = ("odds", "yahtzee_jr", "--dice", "bear bear bear bear fox")
    assert "4.00  place bear in 4" in lines(dicetower(*ask, "--all"))
    out = lines(dicetower(*ask))
    assert out[out.index("points of this turn") + 1] == "4.56  keep bear bear bear bear"
    assert out[out.index("five alike") + 1] == "55.56 %  keep bear bear bear bear"


def test_dice_that_are_kept_and_how_often_the_others_are_thrown() -> None:
    ask = ("odds", "kings_gold", "--dice", "skull skull skull skull")
    assert "16.67 %  all skulls" in lines(dicetower(*ask, "--throws-left", "1"))
    assert "30.56 %  all skulls" not in lines(dicetower(*ask, "--throws-left", "1"))
    assert "27.78 %  all skulls" in lines(dicetower(*ask, "--throws-left", "2"))


def test_a_turn_before_its_first_throw() -> None:
    out = lines(dicetower("odds", "kings_gold"))
    assert "0.54 %  all skulls" in out
    out = lines(dicetower("odds", "kings_gold", "--throws-left", "1"))
    assert "14.67 %  the penalty" in out


def test_where_a_match_stood() -> None:
    out = lines(dicetower("odds", GOLDEN, "--at", "9"))
    assert "The dice: hare hare hare hare hare" in out
    assert "4.00  place hare in 4" in out
    assert "3 more with --all" in out
    more = lines(dicetower("odds", GOLDEN, "--at", "9", "--all"))
    assert len(more) > len(out)
    assert not any("--all" in line for line in more)


def test_a_match_that_is_over() -> None:
    assert lines(dicetower("odds", GOLDEN)) == ["The match is over: no odds are left."]


def test_for_other_programs() -> None:
    ran = dicetower("odds", GOLDEN, "--at", "9", "--json")
    rows = json.loads(ran.out)
    assert rows[0] == {
        "about": "points of this turn",
        "chance": None,
        "expected": 4.0,
        "actions": ["place hare in 4"],
    }
    assert {row["about"] for row in rows} == {"points of this turn", "five alike"}


def test_house_rules_count() -> None:
    names = "yj.characters=anna ben cleo dov eli"
    ask = ("odds", "yahtzee_jr", "--dice", "anna anna anna wild ben")
    assert "keep anna anna anna wild" in dicetower(*ask, "--option", names).out


def test_a_damaged_record_counts_up_to_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "torn.txt"
    text = (RECORDS / "yahtzee_jr.txt").read_text()
    path.write_text(text[: text.index("2. Anna: keep") + 20])
    ran = dicetower("odds", str(path))
    assert ran.status == 1
    assert "The dice: bear bear fox frog hare" in ran.out
    assert "torn" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere",), "neither a file nor a game"),
        (("yahtzee_jr", "--dice", "cat"), "cannot show cat, expected bear, fox"),
        (("yahtzee_jr", "--dice", "bear " * 6), "has 5 dice, not 6"),
        (("yahtzee_jr", "--dice", "bear", "--throws-left", "3"), "expected 1 to 2"),
        (("yahtzee_jr", "--at", "3"), "--at belongs to the record"),
        (("kings_gold", "--dice", "crossbones " * 3), "three crossbones"),
        (("roll", "--dice", "1 2"), "no odds hang on dice alone"),
        ((GOLDEN, "--dice", "bear"), "belong to a game"),
        ((GOLDEN, "--at", "99"), "expected 0 to 38"),
    ],
)
def test_what_cannot_be_asked(arguments: tuple[str, ...], said: str) -> None:
    assert said in one_sentence(dicetower("odds", *arguments))


def test_the_examples_of_the_documentation() -> None:
    text = (ROOT / "docs" / "odds.md").read_text()
    shown = re.findall(r"```console\n\$ dicetower (.+)\n([^`]+)```", text)
    assert len(shown) == 3
    for command, out in shown:
        assert dicetower(*shlex.split(command)).out == out
