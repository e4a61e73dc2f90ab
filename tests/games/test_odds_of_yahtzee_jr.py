"""Odds of Yahtzee Jr. against known figures, sequences of dice and the rules."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.bots import random_bot, sensible_bot
from games.dice import Roll
from games.odds import Odds, advise, odds_of
from games.rules import Keep, Rolled
from games.seats import TOWER, Seat
from games.yahtzee_jr import COLUMNS, DICE, Phase, Place, State, YahtzeeJr
from tests.games.playing import moments, random_game, random_players

GAME = YahtzeeJr()
BEAR, FOX, *_ = GAME.characters


def expected(open_characters: int) -> float:
    """Points of a turn before its first throw, on a board without other tokens."""
    mine = (None,) * open_characters + (0,) * (COLUMNS - open_characters)
    return odds_of(GAME, State((mine,), Phase.THROW, Seat(0)))[0].worth


def choosing(dice: str, throws: int, other: tuple[int | None, ...] = ()) -> State:
    """Anna has thrown so often, and nothing is placed but what another player has."""
    mine = (None,) * COLUMNS
    tokens = (mine, other or mine)
    return State(tokens, Phase.CHOOSE, Seat(0), throws, dice=Roll.parse(dice))


def points(rows: tuple[Odds, ...]) -> dict[object, float]:
    found = [row for row in rows if row.expected is not None]
    assert {row.about.key for row in found} == {"yj.odds_points"}
    return {row.actions[0]: row.worth for row in found}


def test_known_expectations() -> None:
    assert f"{expected(1):.6f}" == "3.518519"
    assert f"{expected(5):.6f}" == "4.093345"


def test_keeps_against_every_sequence() -> None:
    """The last throw, on random boards under random options."""
    tried = 0
    for seed in range(12):
        chance = Random(seed)
        game = random_game(YahtzeeJr, chance)
        assert isinstance(game, YahtzeeJr)
        for moment in moments(game, random_players(YahtzeeJr, chance), chance):
            state, action = moment.state, moment.action
            thrown = isinstance(action, Keep) and DICE - len(action.dice)
            if state.throws != 2 or not thrown or thrown > 3:
                continue
            before = game.step(state, action).state
            ways = list(product(game.dice[0], repeat=thrown))
            finals = (game.step(before, Rolled(Roll(way))).state for way in ways)
            slow = sum(max(p.column for p in game.places(f)) for f in finals)
            found = points(odds_of(game, state))[action]
            assert found == pytest.approx(slow / len(ways))
            tried += 1
    assert tried > 10


def test_after_the_third_throw_there_is_nothing_to_keep() -> None:
    rows = odds_of(GAME, choosing("bear bear bear fox fox", 3))
    assert points(rows) == {Place(BEAR, 3): 3, Place(FOX, 2): 2}


def test_the_chance_of_five() -> None:
    rows = odds_of(GAME, choosing("bear bear bear bear fox", 2))
    fives = {row.actions[0]: row.chance for row in rows if row.chance is not None}
    assert fives[Keep(Roll.parse("bear bear bear bear"))] == pytest.approx(2 / 6)
    assert fives[Place(BEAR, 4)] == 0


def test_advice_takes_the_row_with_least_room() -> None:
    """Both give two points; the row in which another token lies goes first."""
    dice = "bear bear fox fox owl"
    taken_for_bears = choosing(dice, 3, (4, None, None, None, None))
    assert advise(GAME, taken_for_bears, Seat(0)) == Place(BEAR, 2)
    taken_for_foxes = choosing(dice, 3, (None, 4, None, None, None))
    assert advise(GAME, taken_for_foxes, Seat(0)) == Place(FOX, 2)


def test_the_bot_gets_what_the_odds_promise() -> None:
    """Alone, five turns: their expectations add up to the mean of many matches."""
    promised = sum(map(expected, range(1, COLUMNS + 1)))
    chance, matches, total = Random(1), 200, 0
    tower = random_bot(chance)
    for _ in range(matches):
        state = GAME.start(1)
        while (seat := GAME.to_act(state)) is not None:
            bot = tower if seat == TOWER else sensible_bot
            state = GAME.step(state, bot(GAME, state, seat)).state
        total += GAME.scores(state)[0]
    assert total / matches == pytest.approx(promised, abs=0.35)
