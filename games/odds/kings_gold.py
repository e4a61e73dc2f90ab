"""Odds of King's Gold: each combination, the penalty, and the coins of this turn.

Each chance is that of a player who goes for this alone from now on; the penalty is
that of one who does everything to avoid it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from typing import TypeAlias

import numpy as np

from games.dice import NO_DICE, Face, Roll
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
GOALS = ("coin_and_cannon", "coin_and_skull", "all_coins", "all_skulls", "all_cannons")
PENALISED = frozenset({"penalty"})


def odds(game: KingsGold, state: State) -> tuple[Odds, ...]:
    """The coins of this turn by what is done now, then each combination's chance."""
    if state.phase not in (Phase.THROW, Phase.CHOOSE):
        return ()
    return (*_coins(game, state), *_combinations(game, state))


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
    """The coins of this turn for everything that can be done now."""
    choices = _choices(game, state, _gains(game, state)[np.newaxis])
    about = say("kg.odds_coins")
    return best_first(
        Odds(about, expected=coins, actions=actions) for actions, (coins,) in choices
    )


def _combinations(game: KingsGold, state: State) -> Iterator[Odds]:
    """The chances of each combination, and last that of the penalty."""
    cancels = game.options["kg.three_bones_cancels"] == "true"
    choices = list(_choices(game, state, _reached(cancels)))
    for i, goal in enumerate(GOALS):
        about = say(f"kg.odds_{goal}")
        yield from best_first(
            Odds(about, chance=chances[i], actions=actions)
            for actions, chances in choices
        )
    about = say("kg.odds_penalty")
    yield from best_first(
        (
            Odds(about, chance=max(0.0, 1 - chances[-1]), actions=actions)
            for actions, chances in choices
        ),
        feared=True,
    )


def _choices(
    game: KingsGold, state: State, values: Values
) -> Iterator[tuple[tuple[Action, ...], list[float]]]:
    """What can be done now, and its worth for each goal.

    ``values`` are those of the final rolls, shape (goals, finals). Dice about to be
    thrown are one choice, without an action.
    """
    kept = POOL.keeps(values, THROWS - state.throws, OVER)
    if state.phase is Phase.THROW:
        yield (), kept[POOL.index(state.kept)].tolist()
    for action in game.legal_actions(state):
        match action:
            case Stop():
                yield (action,), values[POOL.final_index(state.dice)].tolist()
            case Keep(dice):
                yield (action,), kept[POOL.index(dice)].tolist()


# ---- what the dice show


@cache
def _reached(cancels: bool) -> Values:
    """1 where a final roll shows a goal, and last where it costs no penalty, else 0.

    Shape (goals + 1, finals).
    """
    shown = [_shown(dice, cancels) for dice in FINALS]
    goals = [[goal in each for each in shown] for goal in GOALS]
    return np.array([*goals, ["penalty" not in each for each in shown]], np.float64)


@cache
def _shown(dice: Roll, cancels: bool) -> frozenset[str]:
    """Every combination that the dice show, and the penalty."""
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
        return found or PENALISED
    return PENALISED if cancels else found | PENALISED


# ---- what they bring

Pair: TypeAlias = tuple[Face, Face]
"""A coin die and its attacker."""


def _gains(game: KingsGold, state: State) -> Values:
    """The coins that each final roll brings, pairs made for most, shape (finals,)."""
    cancels = game.options["kg.three_bones_cancels"] == "true"
    highest = game.options["kg.pairing"] == "highest_coin"
    mine, others = state.coins[state.player], _others(state)
    whole = {
        "all_coins": state.king,
        "all_skulls": others[-1],
        "all_cannons": state.box,
    }
    by_pairs = {
        (pairs, penalty): _gain(game, state, pairs, penalty)
        for pairs in _all_plans()
        for penalty in (False, True)
    }

    def gain(dice: Roll) -> int:
        shown = _shown(dice, cancels)
        for goal, coins in whole.items():
            if goal in shown:
                return coins
        if shown == PENALISED:
            return -min(PENALTY, mine)
        penalty = "penalty" in shown
        return max(by_pairs[pairs, penalty] for pairs in _plans(dice, highest))

    return POOL.values(gain)


def _others(state: State) -> list[int]:
    """What those have who can be robbed, the richest last."""
    playing = state.lineup.playing
    return sorted(state.coins[seat] for seat in playing if seat != state.player)


@cache
def _plans(dice: Roll, highest: bool) -> tuple[tuple[Pair, ...], ...]:
    """Every order in which every pair that can be made is made (kg.forced_pairs)."""
    coins = [face for face in dice if face in VALUE]
    attackers = [face for face in dice if face in (CANNON, SKULL)]
    number = min(len(coins), len(attackers))
    if highest:
        coins = coins[len(coins) - number :]
    chosen = product(permutations(coins, number), permutations(attackers, number))
    return tuple({tuple(zip(mine, theirs, strict=True)) for mine, theirs in chosen})


@cache
def _all_plans() -> frozenset[tuple[Pair, ...]]:
    return frozenset(pairs for dice in FINALS for pairs in _plans(dice, highest=False))


def _gain(game: KingsGold, state: State, pairs: tuple[Pair, ...], penalty: bool) -> int:
    """The coins that these pairs bring, in this order, whoever has most robbed."""
    box, others, gain = state.box, _others(state), 0
    for coin, attacker in pairs:
        if attacker == SKULL:
            stolen = min(VALUE[coin], others[-1])
            others = sorted((*others[:-1], others[-1] - stolen))
            gain += stolen
            continue
        taken, kings = game.shares(box, VALUE[coin])
        emptied = box > 0 and box == taken + kings
        box, gain = box - taken - kings, gain + taken
        if emptied and game.options["kg.box_empty_mid_turn"] == "end_now":
            return gain
    return gain - min(PENALTY, state.coins[state.player] + gain) * penalty
