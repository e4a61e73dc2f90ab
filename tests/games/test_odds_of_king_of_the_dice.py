"""The odds of King of the Dice against known ones, closed forms and the slow way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from games.citizens import Citizen
from games.dice import Face, Roll
from games.king_of_the_dice import Take
from games.needs import Needs, OfColours, OfNumber, Parity, parse, tally
from games.odds import Odds, advise, odds_of
from games.odds.king_of_the_dice import comes_for, pool_of, thrown_and_held
from games.odds.multisets import Place, Pool, Values
from games.rules import Keep
from games.seats import Seat
from tests.games.odds_by_hand import Held, Lying, best, thrown
from tests.games.test_king_of_the_dice import (
    ANNA,
    BOX,
    HARD,
    at,
    game,
    hypnotised,
    row_with,
)
from tests.games.test_king_of_the_dice import thrown as lying

EVERYBODY = [
    " ".join(card.name for card in BOX.citizens[place : place + 5])
    for place in range(0, 40, 5)
]
KNOWN = {
    "snob_even": (0.4488, 0.6789),
    "elf_5": (0.5178, 0.6806),
    "dwarf_3333": (0.2099, 0.3776),
    "gnome_blue5": (0.4282, 0.6614),
    "orc_32": (0.7614, 0.8783),
    "mushroom_5": (0.6401, 0.8181),
    "fairy_red3_blue2": (0.7301, 0.8727),
    "dragon_28": (0.6115, 0.8098),
}


@cache
def chances(throws: int) -> dict[str, float]:
    """The chance of every citizen before the first of so many throws."""
    found: dict[str, float] = {}
    for row in EVERYBODY:
        state = at(row)
        turn = state.turn._replace(limit=max(throws, 3), throws=max(3 - throws, 0))
        rows = odds_of(game(), replace(state, turn=turn))
        found |= {card.name: chance(rows, card) for card in cards_of(row)}
    return found


def cards_of(row: str) -> list[Citizen]:
    return [card for card in BOX.citizens if card.name in row.split()]


def chance(rows: tuple[Odds, ...], card: Citizen) -> float:
    called = game().called(card)
    (found,) = [r.chance for r in rows if ("card", called) in r.about.values]
    assert found is not None
    return found


@pytest.mark.parametrize("name", KNOWN)
def test_known_probabilities(name: str) -> None:
    assert round(chances(3)[name], 4) == KNOWN[name][0]
    assert round(chances(4)[name], 4) == KNOWN[name][1]


@pytest.mark.parametrize("throws", [1, 2, 3, 4])
def test_hypnotist_and_dragon_mirror_each_other(throws: int) -> None:
    found = chances(throws)
    assert found["hypnotist_12"] == pytest.approx(found["dragon_30"], abs=1e-12)


@pytest.mark.parametrize("throws", [1, 2, 3, 4])
def test_one_number_or_colour_in_closed_form(throws: int) -> None:
    """Each die is thrown until it shows what is wanted: a binomial chance."""
    checked = 0
    for card in BOX.citizens:
        hit, count = _wanted(card.needs)
        if count:
            p = 1 - (1 - hit) ** throws
            exact = sum(comb(6, k) * p**k * (1 - p) ** (6 - k) for k in range(count, 7))
            assert chances(throws)[card.name] == pytest.approx(float(exact), abs=1e-12)
            checked += 1
    assert checked == 8 + 6 + 2


def _wanted(needs: Needs) -> tuple[Fraction, int]:
    """The chance of one die, and how many are needed; 0 where it is not so simple."""
    match needs:
        case OfNumber(_, count):
            return Fraction(1, 6), count
        case OfColours(counts) if len(counts) == 1:
            return Fraction(1, 3), counts[0][1]
        case Parity():
            return Fraction(1, 2), 6
    return Fraction(0), 0


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_no_throw_is_ever_lost(throws: int) -> None:
    fewer, more = chances(throws), chances(throws + 1)
    assert len(fewer) == 40
    assert all(more[name] > fewer[name] for name in fewer)


# ---- the slow way, with three dice

THREE = (BOX.dice[0], BOX.dice[2], BOX.dice[4])
SMALL = ["run of 2", "red blue", "a a", "3 3", "sum >= 14"]


def small(needs: str) -> tuple[Pool, Values, Callable[[Lying], Fraction]]:
    """Three dice, one of each type, and what the need is worth with them."""
    wanted = parse(needs)
    return (
        pool_of(THREE),
        np.asarray(comes_for(THREE, wanted), dtype=np.float64),
        lambda faces: Fraction(int(wanted.met(tally(Roll(faces))))),
    )


def place(pool: Pool, held: Held) -> Place:
    return pool.index(*(Roll([face] if face else []) for face in held))


NOTHING: Held = (None, None, None)


@pytest.mark.parametrize("needs", SMALL)
def test_best_play_the_slow_way(needs: str) -> None:
    pool, values, worth = small(needs)
    for held in (NOTHING, (Face("red-3"), None, None)):
        exact = best(THREE, held, 2, worth)
        found = pool.keeps(values, 2)[place(pool, held)]
        assert float(found) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("needs", SMALL[:3])
def test_dice_that_stay_the_slow_way(needs: str) -> None:
    """kotd.reroll_set_aside = third_only: what is kept stays in the fourth throw."""
    pool, values, worth = small(needs)
    found = thrown_and_held(pool, pool.thrown(values))
    for held in (NOTHING, (Face("red-3"), None, Face("green-1"))):

        def more(faces: Lying, held: Held = held) -> Fraction:
            ways = product(
                *(
                    (face,) if stays else (face, None)
                    for face, stays in zip(faces, held, strict=True)
                )
            )
            return max(thrown(THREE, way, worth) for way in ways)

        exact = thrown(THREE, held, more)
        assert float(found[place(pool, held)]) == pytest.approx(float(exact), abs=1e-12)


def test_literal_reading_costs_a_little() -> None:
    """Under third_only four throws are worth less, but more than three."""
    literal = game(reroll_set_aside="third_only")
    for name in ("orc_222", "elf_6", "orc_42"):
        (card,) = cards_of(name)
        rows = [odds_of(g, at(row_of(name), limit=4)) for g in (game(), literal)]
        free, stays = (chance(row, card) for row in rows)
        assert chances(3)[name] < stays <= free
    assert odds_of(game(), at(HARD)) == odds_of(literal, at(HARD))


def row_of(name: str) -> str:
    others = [other for other in HARD.split() if other != name]
    return " ".join([name, *others[:4]])


# ---- what to keep


def advised(rows: tuple[Odds, ...], name: str) -> list[str]:
    (card,) = cards_of(name)
    called = game().called(card)
    (row,) = [r for r in rows if ("card", called) in r.about.values]
    return [str(a.dice) for a in row.actions if isinstance(a, Keep)]


def test_which_dice_to_keep() -> None:
    rows = odds_of(game(), lying("3 1 3 1 3 6", row_with("dwarf_3333", "snob_odd")))
    assert advised(rows, "dwarf_3333") == ["blue-3 green-3 red-3"]
    assert advised(rows, "snob_odd") == ["blue-1 blue-3 green-3 red-1 red-3"]


def test_whocomes_for_is_certain_and_can_be_taken() -> None:
    state = lying("1 1 1 2 3 4", row_with("orc_3", "dwarf_111"))
    rows = odds_of(game(), state)
    sure = [row for row in rows if row.chance == 1]
    assert len(sure) == 2
    actions = [action for row in sure for action in row.actions]
    assert {a.citizen for a in actions if isinstance(a, Take)} == {
        "orc_3",
        "dwarf_111",
    }


def test_after_the_last_throw_nothing_elsecomes_for() -> None:
    state = lying("1 1 1 2 3 4", row_with("orc_3", "dwarf_66666"), throws=2)
    rows = odds_of(game(), state)
    assert sorted(row.chance for row in rows if row.chance is not None) == [
        0,
        0,
        0,
        0,
        1,
    ]


def test_rows_come_likeliest_first() -> None:
    found = [row.chance or 0 for row in odds_of(game(), at(EVERYBODY[4]))[1:]]
    assert found == sorted(found, reverse=True)


def test_either_snob_is_likelier() -> None:
    (card,) = cards_of("snob_even")
    state = at(row_with("snob_even"))
    either = chance(odds_of(game(snob="either"), state), card)
    assert either > chance(odds_of(game(), state), card)


def test_nobody_is_told_to_throw_on_for_nothing() -> None:
    """The dwarf is sure now, and would stay so with three or more of the dice kept."""
    row = "orc_22 dwarf_333 gnome_green3 elf_4 dragon_30"
    first, *_ = odds_of(game(), lying("3 3 3 1 2 5", row))
    assert first.expected == pytest.approx(6)
    assert first.actions == (Take("dwarf_333", village="mine_2"),)


def test_points_of_the_turn_are_points() -> None:
    """In the last throw they follow from the faces: 4 for the dwarf, else an idiot."""
    state = at("dwarf_111 dwarf_66666 snob_even elf_6 dragon_30", throws=2)
    state = replace(state, turn=state.turn._replace(kept=Roll.parse("blue-1 blue-1")))
    row, *others = odds_of(game(), state)
    assert [other.chance for other in others].count(0) == 4
    assert row.expected is not None
    a_third_one = 1 - (5 / 6) ** 4
    assert row.expected == pytest.approx(4 * a_third_one - 2 * (1 - a_third_one))


def test_points_of_the_turn_count_the_village_and_not_the_win() -> None:
    stacks = ((BOX.stacks[0][2],), *BOX.stacks[1:])
    state = lying("1 2 3 4 4 4", row_with("elf_4"), stacks=stacks, throws=2)
    row = odds_of(game(), state)[0]
    assert row.expected == 5
    assert row.actions == (Take("elf_4", village="city_4"),)


# ---- what to do


def test_advice_takes_the_village_too() -> None:
    state = lying("1 1 1 2 2 2", row_with("elf_6", "dwarf_111"), throws=2)
    assert advise(game(), state, ANNA) == Take("dwarf_111", village="mine_2")


def test_advice_gives_the_dragon_to_the_leader() -> None:
    piles = ("", "orc_3", "elf_6 snob_odd")
    state = lying("6 6 6 5 5 5", row_with("dragon_30"), *piles, throws=2)
    assert advise(game(), state, ANNA) == Take("dragon_30", receiver=Seat(2))


def test_advice_throws_on_rather_than_take_an_idiot() -> None:
    assert isinstance(advise(game(), lying("1 2 3 4 5 5", HARD), ANNA), Keep)


def test_advice_does_not_end_a_match_that_is_being_lost() -> None:
    stacks = ((BOX.stacks[0][2],), *BOX.stacks[1:])
    behind = lying(
        "1 2 3 4 4 4", row_with("elf_4"), "", "elf_6 snob_odd", stacks=stacks, throws=2
    )
    assert advise(game(), behind, ANNA) == Take("elf_4")
    ahead = lying(
        "1 2 3 4 4 4", row_with("elf_4"), "elf_6", "", stacks=stacks, throws=2
    )
    assert advise(game(), ahead, ANNA) == Take("elf_4", village="city_4")


def test_advice_with_the_hypnotist() -> None:
    dragon = hypnotised(row_with("hypnotist_12", "dragon_28"))
    action = advise(game(), dragon, ANNA)
    assert str(action) == str(game().legal_actions(dragon)[1]), (
        "the dragon goes to the other player"
    )
    dwarf = hypnotised()
    assert "mine_2" in str(advise(game(), dwarf, ANNA))
