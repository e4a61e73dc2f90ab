"""What every game's odds and advice keep to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby, islice
from random import Random
from typing import Any

import pytest

from games.bots import random_bot, sensible_bot
from games.catalog import GAMES
from games.odds import ADVISERS, advise, odds_of
from games.roll import FreeRoll
from games.rules import Game
from games.seats import Seat
from tests.games.playing import Moment, moments, random_game, random_players

WITH_ODDS = [kind for kind in GAMES if kind.rulebook.game in ADVISERS]
GAME = pytest.mark.parametrize("kind", WITH_ODDS, ids=lambda kind: kind.rulebook.game)
NAMES = ("Anna", "Bo", "Cleo", "Dov", "Eli", "Fay")


def positions(kind: type[Game[Any]]) -> Iterator[Moment]:
    """Positions of random matches under random options."""
    for seed in range(4):
        chance = Random(seed)
        game, players = random_game(kind, chance), random_players(kind, chance)
        yield from islice(moments(game, players, chance), 60)


def test_every_game_that_ends_has_odds() -> None:
    games = {kind.rulebook.game for kind in GAMES if not kind.endless}
    assert set(ADVISERS) == games


@GAME
def test_rows_make_sense(kind: type[Game[Any]]) -> None:
    found = 0
    for moment in positions(kind):
        rows = odds_of(moment.game, moment.state)
        abouts = [about for about, _ in groupby(row.about for row in rows)]
        assert len(abouts) == len(set(abouts)), "rows about one thing stand together"
        for row in rows:
            assert moment.game.rulebook.words.render(row.about, NAMES)
            assert (row.chance is None) != (row.expected is None)
            assert row.chance is None or -1e-12 <= row.chance <= 1 + 1e-12
            assert all(moment.game.legal(moment.state, act) for act in row.actions)
        found += len(rows)
    assert found > 100


@GAME
def test_advice_is_legal(kind: type[Game[Any]]) -> None:
    advised = 0
    for moment in positions(kind):
        if moment.seat < 0:
            continue
        action = advise(moment.game, moment.state, moment.seat)
        advised += action is not None
        assert action is None or moment.game.legal(moment.state, action)
    assert advised > 10


@GAME
def test_the_sensible_bot_beats_a_random_player(kind: type[Game[Any]]) -> None:
    """Against one random player in 40 matches, seats changing."""
    chance, wins = Random(11), 0
    for number in range(40):
        clever = Seat(number % 2)
        game = kind()
        state = game.start(2)
        while (seat := game.to_act(state)) is not None:
            bot = sensible_bot if seat == clever else random_bot(chance)
            state = game.step(state, bot(game, state, seat)).state
        outcome = game.outcome(state)
        assert outcome is not None
        wins += outcome.winners == (clever,)
    assert wins >= 28


def test_no_odds_where_there_are_none() -> None:
    game = FreeRoll()
    state = game.start(2)
    assert odds_of(game, state) == ()
    assert advise(game, state, Seat(0)) is None


def test_numpy_is_loaded_only_when_odds_are_asked_for() -> None:
    code = "import sys, games.bots, games.record; print('numpy' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"
