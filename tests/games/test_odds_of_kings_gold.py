"""Odds of King's Gold against known figures, sequences of dice and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from games.bots import sensible_bot
from games.dice import NO_DICE, Face, Roll
from games.kings_gold import BONES, COINS, DICE, KingsGold, Lineup, Phase, Rob, State
from games.odds import Odds, advise, odds_of
from games.rules import Keep, Rolled, Stop
from games.seats import Seat
from tests.games.odds_by_hand import Lying, best
from tests.games.playing import moments, random_game, random_players

DIE = KingsGold.rulebook.dice[0]


def throwing(throws: int = 0, kept: str = "-") -> State:
    """About to throw for the time after so many throws."""
    seats = (Seat(0), Seat(1))
    return State(
        coins=(5, 5),
        box=40,
        king=COINS - 50,
        phase=Phase.THROW,
        player=seats[0],
        lineup=Lineup(seats, contenders=seats),
        throws=throws,
        kept=Roll.parse(kept),
    )


def about(goal: str, rows: tuple[Odds, ...]) -> list[Odds]:
    return [row for row in rows if row.about.key == f"kg.odds_{goal}"]


def chance(goal: str, state: State, game: KingsGold | None = None) -> float:
    (row,) = about(goal, odds_of(game or KingsGold(), state))
    return row.worth


def test_known_probabilities() -> None:
    assert f"{chance('penalty', throwing(throws=2)):.6f}" == "0.146734"
    assert f"{chance('all_skulls', throwing()):.6f}" == "0.005393"
    assert chance("all_cannons", throwing()) == pytest.approx(
        chance("all_skulls", throwing())
    )


def _bones(faces: Lying) -> int:
    return faces.count(BONES)


def _pair(faces: Lying) -> bool:
    return any(face.startswith("coin") for face in faces) and "skull" in faces


@pytest.mark.parametrize("kept", ["crossbones skull", "crossbones crossbones coin1"])
@pytest.mark.parametrize("cancels", ["true", "false"])
def test_chances_against_every_sequence(kept: str, cancels: str) -> None:
    """With crossbones that stay, and a turn that ends with the third."""
    held: list[Face | None] = list(Roll.parse(kept))
    places = (*held, *[None] * (DICE - len(held)))

    def worth(faces: Lying) -> Fraction:
        stopped = _bones(faces) > 2 and cancels == "true"
        return Fraction(_pair(faces) and not stopped)

    slow = best(
        [DIE] * DICE,
        places,
        2,
        worth,
        locked=frozenset({BONES}),
        over=lambda faces: _bones(faces) > 2,
    )
    game = KingsGold({"kg.three_bones_cancels": cancels})
    found = chance("coin_and_skull", throwing(1, kept), game)
    assert found == pytest.approx(float(slow))


def test_a_combination_that_lies_there_is_sure() -> None:
    game = KingsGold()
    state = game.step(throwing(), Rolled(Roll.parse("coin1 coin2 skull cannon skull")))
    rows = odds_of(game, state.state)
    sure = about("coin_and_cannon", rows)
    assert Stop() in [row.actions[0] for row in sure if row.chance == 1]
    assert [row.chance for row in about("all_coins", rows) if row.actions == (Stop(),)]
    penalty = about("penalty", rows)
    shown = [round(row.worth, 9) for row in penalty]
    assert shown == sorted(shown)
    assert penalty[0].actions == (Stop(),)


def most(game: KingsGold, state: State, seat: Seat) -> int:
    """The most coins that carrying out the dice can bring, by playing everything."""
    if state.player != seat or state.phase is not Phase.FULFIL:
        return state.coins[seat]
    after = (game.step(state, act).state for act in game.legal_actions(state))
    return max(most(game, each, seat) for each in after)


def choices() -> Iterator[tuple[KingsGold, State]]:
    """Choices of random matches under random options, with money on the table."""
    for seed in range(8):
        dice = Random(seed)
        game = random_game(KingsGold, dice)
        assert isinstance(game, KingsGold)
        seen = list(moments(game, random_players(KingsGold, dice), dice))
        yield from (
            (game, m.state) for m in seen[60::9] if m.state.phase is Phase.CHOOSE
        )


def test_coins_are_those_that_the_rules_give() -> None:
    for game, state in choices():
        seat, rows = state.player, about("coins", odds_of(game, state))
        (stop,) = [row for row in rows if row.actions == (Stop(),)]
        now = most(game, game.step(state, Stop()).state, seat) - state.coins[seat]
        assert stop.expected == now


def test_coins_of_a_last_throw_against_every_sequence() -> None:
    tried = 0
    for game, state in choices():
        if state.throws != 2:
            continue
        rows = about("coins", odds_of(game, state))
        row = next(r for r in rows if 2 <= len(kept(r)) < DICE)
        before = game.step(state, row.actions[0]).state
        ways = list(product(DIE, repeat=DICE - len(kept(row))))
        sums = sum(
            most(game, game.step(before, Rolled(Roll(way))).state, state.player)
            for way in ways
        )
        expected = sums / len(ways) - state.coins[state.player]
        assert row.expected == pytest.approx(expected)
        tried += 1
    assert tried > 5


def kept(row: Odds) -> Roll:
    action = row.actions[0]
    return action.dice if isinstance(action, Keep) else NO_DICE


def test_advice() -> None:
    game = KingsGold()

    def advised(dice: str, throws: int = 0) -> object:
        state = game.step(throwing(throws), Rolled(Roll.parse(dice))).state
        return advise(game, state, Seat(0))

    assert advised("coin3 coin3 cannon skull crossbones") == Stop()
    best = advised("cannon cannon cannon cannon skull", throws=1)
    assert best == Keep(Roll.parse("cannon cannon cannon cannon"))


def test_which_victim_the_scores_tell() -> None:
    game = KingsGold()
    seats = (Seat(0), Seat(1), Seat(2))
    state = State(
        coins=(1, 2, 9),
        box=40,
        king=8,
        phase=Phase.FULFIL,
        player=seats[0],
        lineup=Lineup(seats, contenders=seats),
        dice=Roll.parse("skull skull skull skull skull"),
    )
    assert sensible_bot(game, state, Seat(0)) == Rob(Seat(2))
