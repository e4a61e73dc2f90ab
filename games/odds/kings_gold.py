"""Odds of King's Gold: each combination, the penalty, and the coins of this turn.

Each chance is that of a player who goes for this alone from now on; the penalty is
that of one who does everything to avoid it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from games.dice import NO_DICE, Roll
from games.kings_gold import (
    BONES,
    CANNON,
    DICE,
    FATAL_BONES,
    PENALTY,
    SKULL,
    THROWS,
    VALUE,
    KingsGold,
    Phase,
    State,
)
from games.notation import Action
from games.odds import BadPosition, Odds, best_first, throws_made
from games.odds.multisets import Multisets, Pool, Values
from games.rules import Keep, Stop
from games.seats import Seat
from games.words import say

POOL = Pool([Multisets(KingsGold.rulebook.dice[0], DICE, locked=[BONES])])
FINALS = POOL.kinds[0].finals
OVER = np.array([roll.count(BONES) >= FATAL_BONES for roll in FINALS])
"""Where the third crossbones end the turn (kg.three_bones_ends_turn)."""
_PENALTY = frozenset({"penalty"})
GOALS = ("coin_and_cannon", "coin_and_skull", "all_coins", "all_skulls", "all_cannons")


def odds(game: KingsGold, state: State) -> tuple[Odds, ...]:
    """The coins of this turn by what is done now, then each combination's chance."""
    if state.phase not in (Phase.THROW, Phase.CHOOSE):
        return ()
    cancels = game.options["kg.three_bones_cancels"] == "true"
    return (
        *_coins(game, state),
        *(row for goal in GOALS for row in _chances(game, state, goal, cancels)),
        *_penalty(game, state, cancels),
    )


def advise(game: KingsGold, state: State, seat: Seat) -> Action | None:
    """The choice that brings most coins; which pairs to make, the scores tell."""
    if state.phase is not Phase.CHOOSE:
        return None
    return _coins(game, state)[0].actions[0]


def position(game: KingsGold, dice: Roll, throws_left: int | None) -> State:
    """The dice of a first turn, when all coins are in the box; raises `BadPosition`."""
    throws = throws_made(throws_left, THROWS, dice)
    if dice.count(BONES) >= FATAL_BONES:
        raise BadPosition(f"{dice}: three crossbones have ended the turn")
    start = replace(game.start(2), phase=Phase.THROW, throws=throws, kept=dice)
    if len(dice) < DICE:
        return start
    return replace(start, phase=Phase.CHOOSE, kept=NO_DICE, dice=dice)


# ---- rows


def _coins(game: KingsGold, state: State) -> tuple[Odds, ...]:
    about, mine = say("kg.odds_coins"), state.coins[state.player]
    gains = np.array([_most_coins(game, state, roll) - mine for roll in FINALS])
    choices = _choices(game, state, gains.astype(np.float64))
    return best_first(
        Odds(about, expected=n, actions=actions) for actions, n in choices
    )


def _chances(
    game: KingsGold, state: State, goal: str, cancels: bool
) -> tuple[Odds, ...]:
    about = say(f"kg.odds_{goal}")
    choices = _choices(game, state, _reached(goal, cancels))
    return best_first(Odds(about, chance=p, actions=actions) for actions, p in choices)


def _penalty(game: KingsGold, state: State, cancels: bool) -> tuple[Odds, ...]:
    about = say("kg.odds_penalty")
    choices = _choices(game, state, 1 - _reached("penalty", cancels))
    rows = (Odds(about, chance=max(0.0, 1 - p), actions=acts) for acts, p in choices)
    return best_first(rows, feared=True)


def _choices(
    game: KingsGold, state: State, values: Values
) -> Iterator[tuple[tuple[Action, ...], float]]:
    """What can be done now, and its worth if final rolls are worth ``values``.

    Dice about to be thrown are one choice, without an action.
    """
    kept = POOL.keeps(values, THROWS - state.throws, OVER)
    if state.phase is Phase.THROW:
        yield (), float(kept[POOL.index(state.kept)])
    for action in game.legal_actions(state):
        match action:
            case Stop():
                yield (action,), float(values[POOL.final_index(state.dice)])
            case Keep(dice):
                yield (action,), float(kept[POOL.index(dice)])


# ---- what the dice are worth


@cache
def _reached(goal: str, cancels: bool) -> Values:
    """1 where the final roll shows the combination, else 0."""
    return POOL.values(lambda roll: float(goal in _shown(roll, cancels)))


@cache
def _shown(dice: Roll, cancels: bool) -> frozenset[str]:
    """Every combination that the dice show, or the penalty."""
    coins = sum(face in VALUE for face in dice)
    cannons, skulls = dice.count(CANNON), dice.count(SKULL)
    shown = {
        "coin_and_cannon": coins and cannons,
        "coin_and_skull": coins and skulls,
        "all_coins": coins == DICE,
        "all_skulls": skulls == DICE,
        "all_cannons": cannons == DICE,
    }
    found = frozenset(goal for goal, is_there in shown.items() if is_there)
    if dice.count(BONES) < FATAL_BONES:
        return found or _PENALTY
    return _PENALTY if cancels else found | _PENALTY


def _most_coins(game: KingsGold, state: State, dice: Roll) -> int:
    """How many coins the player can have when these dice have been carried out."""
    mine = state.coins[state.player]
    others = tuple(state.coins[i] for i in state.lineup.playing if i != state.player)
    shown = _shown(dice, game.options["kg.three_bones_cancels"] == "true")
    if "all_coins" in shown:
        return mine + state.king
    if "all_skulls" in shown:
        return mine + max(others)
    if "all_cannons" in shown:
        return mine + state.box
    hand = _Hand(mine, state.box, others, "penalty" in shown)
    if shown == _PENALTY:
        return _most_of(game, hand)
    highest = game.options["kg.pairing"] == "highest_coin"
    return _most_of(game, _Hand(*hand[:4], *_pairing(dice, highest)))


@cache
def _pairing(dice: Roll, highest: bool) -> tuple[tuple[int, ...], int, int]:
    """The coins that may be paired, by value, and the cannons and skulls."""
    cannons, skulls = dice.count(CANNON), dice.count(SKULL)
    coins = tuple(sorted(VALUE[face] for face in dice if face in VALUE))
    return coins[-(cannons + skulls) :] if highest else coins, cannons, skulls


class _Hand(NamedTuple):
    """What somebody has, and the dice of which pairs can still be made."""

    mine: int
    box: int
    others: tuple[int, ...]
    penalty: bool
    """Whether the penalty is due after the pairs."""
    coins: tuple[int, ...] = ()
    cannons: int = 0
    skulls: int = 0


def _most_of(game: KingsGold, hand: _Hand) -> int:
    """The most coins that carrying out every pair can lead to."""
    if not hand.coins or not hand.cannons + hand.skulls:
        return hand.mine - (min(PENALTY, hand.mine) if hand.penalty else 0)
    after = []
    for coin in set(hand.coins):
        if hand.cannons:
            after.append(_taken(game, hand, coin))
        if hand.skulls:
            after.append(_stolen(hand, coin))
    return max(_most_of(game, each) for each in after)


def _taken(game: KingsGold, hand: _Hand, coin: int) -> _Hand:
    mine, box, others, penalty, coins, cannons, skulls = hand
    taken, kings = game.shares(box, coin)
    left = box - taken - kings
    if box and not left and game.options["kg.box_empty_mid_turn"] == "end_now":
        return _Hand(mine + taken, left, others, penalty=False)
    rest = _without(coins, coin)
    return _Hand(mine + taken, left, others, penalty, rest, cannons - 1, skulls)


def _stolen(hand: _Hand, coin: int) -> _Hand:
    """The richest is robbed: nobody else gives more."""
    mine, box, others, penalty, coins, cannons, skulls = hand
    *poorer, richest = sorted(others)
    stolen = min(coin, richest)
    others, rest = (*poorer, richest - stolen), _without(coins, coin)
    return _Hand(mine + stolen, box, others, penalty, rest, cannons, skulls - 1)


def _without(coins: tuple[int, ...], coin: int) -> tuple[int, ...]:
    at = coins.index(coin)
    return coins[:at] + coins[at + 1 :]
