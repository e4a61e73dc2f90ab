"""Odds of Klondice: whether the next throw can be placed, and which rows it completes.

All dice in hand are thrown, so only their multiset counts: a throw completes a row if
it covers what the row still needs, in one of the ways to fill it.

>>> row = Row.parse("all_same free free free = 30")
>>> [round(completes(row, (6,), dice), 4) for dice in (1, 2, 5)]
[0.0, 0.0278, 0.1962]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.boards import NUMBERS, Dice, Row, completions
from games.dice import NO_DICE, Face, Roll
from games.klondice import FACES, MOST_THROWN, Claim, Klondice, Phase, State, Throw
from games.notation import Action
from games.odds import Odds
from games.odds.multisets import Values
from games.seats import Seat
from games.words import Sentence, say

Counts: TypeAlias = NDArray[np.intp]
"""How often each number lies there, shape (multisets, 6)."""
Covered: TypeAlias = NDArray[np.bool_]
"""Whether each multiset of a throw will do, shape (multisets,)."""


# ---- what the contract asks for


def odds(game: Klondice, state: State) -> tuple[Odds, ...]:
    """The chances of the throw that is due, or of the next one after each choice."""
    match state.phase:
        case Phase.THROW:
            rows = _of_each_row(state.claims, state.hand)
            return (*_of_the_throw(state.claims, state.hand), *rows)
        case Phase.PLACE:
            return tuple(_after_each_choice(game, state))
    return ()


def advise(game: Klondice, state: State, seat: Seat) -> Action | None:
    """What leaves the player furthest ahead, the next throws taken into account."""
    if state.phase is not Phase.PLACE:
        return None

    def worth(action: Action) -> float:
        return _worth(state, game.step(state, action).state)

    return max(game.legal_actions(state), key=worth)


# ---- chances


def can_place(claims: Iterable[Claim], dice: int) -> float:
    """The chance that one of so many dice fits some row."""
    taken = frozenset[Face]().union(*(claim.takes for claim in claims))
    return 1 - (1 - len(taken) / len(NUMBERS)) ** dice


@lru_cache(maxsize=65536)
def completes(row: Row, lies: Dice, dice: int) -> float:
    """The chance that one throw of so many dice can complete a row with these on it."""
    return float(_chances(dice) @ _covering(row, lies, dice))


def completes_any(claims: Iterable[Claim], dice: int) -> float:
    """The chance that one throw of so many dice can complete one of the rows."""
    covered = [_covering(claim.row, claim.dice, dice) for claim in claims]
    return float(_chances(dice) @ np.any(covered, axis=0))


@lru_cache(maxsize=65536)
def _covering(row: Row, lies: Dice, dice: int) -> Covered:
    """The throws that hold all that the row still needs."""
    needs = _needs(row, lies)
    if not needs or len(needs[0]) > dice:
        return np.zeros(len(_throws(dice)), dtype=np.bool_)
    covers = _throws(dice)[None, :, :] >= _counts(needs)[:, None, :]
    return np.asarray(covers.all(axis=2).any(axis=0))


@lru_cache(maxsize=65536)
def _needs(row: Row, lies: Dice) -> tuple[Dice, ...]:
    """The different sets of dice that complete the row; none where nothing does."""
    done = len(lies)
    if done == len(row.spaces):
        return ()
    fills = (fill for fill in completions(row) if fill[:done] == lies)
    return tuple(sorted({tuple(sorted(fill[done:])) for fill in fills}))


@cache
def _throws(dice: int) -> Counts:
    return _counts([*combinations_with_replacement(NUMBERS, dice)])


@cache
def _chances(dice: int) -> Values:
    """How likely each throw is: in how many orders its dice can fall, of 6 ** dice."""
    orders = [
        factorial(dice) // prod(map(factorial, counts)) for counts in _throws(dice)
    ]
    return np.array(orders, dtype=np.float64) / float(len(NUMBERS) ** dice)


def _counts(throws: Sequence[Sequence[int]]) -> Counts:
    return np.array([[throw.count(n) for n in NUMBERS] for throw in throws])


# ---- rows for people


def _of_the_throw(claims: Sequence[Claim], dice: int) -> Iterator[Odds]:
    yield Odds(say("kl.odds.place"), can_place(claims, dice))
    yield Odds(say("kl.odds.any_row"), completes_any(claims, dice))


def _of_each_row(claims: Sequence[Claim], dice: int) -> Iterator[Odds]:
    for number, claim in enumerate(claims, 1):
        chance = completes(claim.row, claim.dice, dice)
        if chance:
            about = say("kl.odds.row", row=number, points=claim.row.points)
            yield Odds(about, chance)


def _after_each_choice(game: Klondice, state: State) -> Iterator[Odds]:
    """The next throw after each choice that leaves dice to throw, best first."""
    left = [
        (action, after.claims, len(after.roll))
        for action, after in _choices(game, state)
    ]
    for about, chance in (
        (say("kl.odds.place"), can_place),
        (say("kl.odds.any_row"), completes_any),
    ):
        yield from _ranked(about, [(chance(c, n), action) for action, c, n in left])


def _choices(game: Klondice, state: State) -> Iterator[tuple[Action, State]]:
    for action in game.legal_actions(state):
        if isinstance(action, Throw):
            yield action, state
            continue
        after = game.step(state, action).state
        if after.phase is Phase.PLACE:
            yield action, after


def _ranked(about: Sentence, found: list[tuple[float, Action]]) -> Iterator[Odds]:
    for chance in sorted({chance for chance, _ in found}, reverse=True):
        actions = tuple(action for other, action in found if other == chance)
        yield Odds(about, chance, actions=actions)


# ---- advice


def _worth(before: State, after: State) -> float:
    """How far ahead a choice leaves its player, in credits.

    To the lead comes what the next throw of the same turn brings on average, if it is
    the same turn still; what the next throw of somebody else may bring is taken off.
    """
    player = before.player
    others = [seat for seat in range(len(after.credits)) if seat != player]
    ahead = float(after.credits[player])
    ahead -= max(after.credits[seat] for seat in others)
    if after.phase not in (Phase.PLACE, Phase.THROW):
        return ahead
    fear = max(min(MOST_THROWN, after.dice[seat]) for seat in others)
    ahead -= _brings(after.claims, fear, NO_DICE)
    if after.player != player:
        return ahead
    hope = len(after.roll) if after.phase is Phase.PLACE else after.hand
    return ahead + _brings(after.claims, hope, after.roll)


def _brings(claims: Iterable[Claim], dice: int, lying: Roll) -> float:
    """The credits that one throw brings on average: every row that it can complete.

    A row that dice lying there complete is certain. Rows that cost credits count where
    no other takes dice any more: elsewhere they can be left alone.
    """
    still_open = [claim for claim in claims if claim.takes]
    paying = [claim for claim in still_open if claim.row.points > 0]
    return sum(
        claim.row.points
        * (_completed_by(claim, lying) or completes(claim.row, claim.dice, dice))
        for claim in paying or still_open
    )


def _completed_by(claim: Claim, lying: Roll) -> bool:
    return any(
        lying.covers(FACES[number] for number in need)
        for need in _needs(claim.row, claim.dice)
    )
