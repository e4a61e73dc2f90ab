"""Odds of Yahtzee Jr.: what each choice brings in this turn.

What a choice costs later is left out: every turn uses up one character, and without
tokens in the way all characters are alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.dice import Die, Roll
from games.notation import Action
from games.odds import Odds, best_first, throws_made
from games.odds.multisets import Multisets, Pool, Values
from games.rules import Keep
from games.seats import Seat
from games.words import say
from games.yahtzee_jr import (
    COLUMNS,
    DICE,
    THROWS,
    Phase,
    Place,
    State,
    YahtzeeJr,
    matching,
)


def odds(game: YahtzeeJr, state: State) -> tuple[Odds, ...]:
    """The points that each choice brings on average, and its chance to bring five."""
    if state.phase not in (Phase.THROW, Phase.CHOOSE):
        return ()
    fives = [
        Odds(say("yj.odds_five"), chance=chance, actions=actions)
        for actions, chance in _choices(game, state, lambda n: float(n == COLUMNS))
    ]
    return (*_points(game, state), *best_first(fives))


def advise(game: YahtzeeJr, state: State, seat: Seat) -> Action | None:
    """The choice that brings most points; of equal ones, the row with least room."""
    if state.phase is not Phase.CHOOSE:
        return None
    rows = _points(game, state)
    best = [row.actions[0] for row in rows if math.isclose(row.worth, rows[0].worth)]
    return min(best, key=lambda action: _room(game, state, action))


def position(game: YahtzeeJr, dice: Roll, throws_left: int | None) -> State:
    """Anybody's dice on an empty board; raises `BadPosition`."""
    start, throws = game.start(2), throws_made(throws_left, THROWS, dice)
    if len(dice) < DICE:
        return replace(start, throws=throws, kept=dice)
    return replace(start, phase=Phase.CHOOSE, throws=throws, dice=dice)


def _points(game: YahtzeeJr, state: State) -> tuple[Odds, ...]:
    return best_first(
        Odds(say("yj.odds_points"), expected=points, actions=actions)
        for actions, points in _choices(game, state, float)
    )


def _choices(
    game: YahtzeeJr, state: State, worth: Callable[[int], float]
) -> Iterator[tuple[tuple[Action, ...], float]]:
    """What can be done now, and its worth if a token in column n is worth so much.

    Dice about to be thrown are one choice, without an action.
    """
    if state.phase is Phase.CHOOSE:
        yield from (((place,), worth(place.column)) for place in game.places(state))
    if state.throws == THROWS:
        return
    pool = _pool(game.dice[0])
    kept = pool.keeps(_values(game, state, worth), THROWS - state.throws)
    if state.phase is Phase.THROW:
        yield (), float(kept[pool.index(state.kept)])
    for action in game.legal_actions(state):
        if isinstance(action, Keep):
            yield (action,), float(kept[pool.index(action.dice)])


def _values(game: YahtzeeJr, state: State, worth: Callable[[int], float]) -> Values:
    """The worth of each final roll, shape (finals,): its best column of any row."""
    best = np.full(len(_matches(game.dice[0])[0]), worth(0))
    for character in game.in_hand(state):
        row = game.characters.index(character)
        by_matches = [
            worth(game.open_column(state, character, matches))
            for matches in range(DICE + 1)
        ]
        best = np.maximum(best, np.take(by_matches, _matches(game.dice[0])[row]))
    return best


def _room(game: YahtzeeJr, state: State, action: Action) -> int:
    """How many columns are open in the row; for a keep, more than any row has."""
    if not isinstance(action, Place):
        return COLUMNS + 1
    columns = range(1, COLUMNS + 1)
    return sum(game.open_column(state, action.character, n) == n for n in columns)


@cache
def _pool(die: Die) -> Pool:
    return Pool([Multisets(die, DICE)])


@cache
def _matches(die: Die) -> NDArray[np.intp]:
    """How many dice count as each character, shape (characters, finals)."""
    finals = _pool(die).kinds[0].finals
    return np.array([[matching(roll, face) for roll in finals] for face in die[:-1]])
