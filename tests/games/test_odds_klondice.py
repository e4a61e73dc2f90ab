"""Odds of Klondice against every sequence of dice, played out with the rules."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.boards import NUMBERS, Row
from games.bots import random_bot, sensible_bot
from games.dice import Face, Roll
from games.klondice import Klondice, Pass, Phase, Place, State, Throw
from games.notation import Action
from games.odds import Odds, odds_of
from games.odds.klondice import can_place, completes, completes_any
from games.referee import notation_of
from games.rules import Rolled
from games.seats import Seat
from tests.games.playing import moments, random_game

MOST_DICE = 3
"""6^3 sequences, each played out in every way."""


def states(seed: int, phase: Phase) -> list[tuple[Klondice, State]]:
    """States of a random match in which few dice are thrown."""
    chance = Random(seed)
    game = random_game(Klondice, chance)
    assert isinstance(game, Klondice)
    return [
        (game, moment.state)
        for moment in moments(game, 2 + seed % 5, chance)
        if moment.state.phase is phase and in_hand(moment.state) <= MOST_DICE
    ]


def in_hand(state: State) -> int:
    return len(state.roll) if state.phase is Phase.PLACE else state.hand


def played_out(game: Klondice, state: State) -> tuple[float, float]:
    """Of every sequence: how many can be placed, and how many complete a row."""
    found = [
        ways(game, state, Roll(map(str, dice)))
        for dice in product(NUMBERS, repeat=state.hand)
    ]
    return (
        sum(placed for placed, _ in found) / len(found),
        sum(completed for _, completed in found) / len(found),
    )


def ways(game: Klondice, state: State, roll: Roll) -> tuple[bool, bool]:
    after = game.step(state, Rolled(roll)).state
    if after.player != state.player or after.phase is not Phase.PLACE:
        return False, False
    if not after.roll:  # Others are out of dice, and this is the next turn.
        return False, False
    return True, completes_some(game, after)


def completes_some(game: Klondice, state: State) -> bool:
    for place in game.legal_actions(state):
        if not isinstance(place, Place):
            continue
        claim = state.claims[place.row - 1]
        if len(claim.dice) + 1 == len(claim.row.spaces):
            return True
        after = game.step(state, place).state
        if after.phase is Phase.PLACE and completes_some(game, after):
            return True
    return False


@pytest.mark.parametrize("seed", range(8))
def test_a_throw_against_every_sequence(seed: int) -> None:
    chance = Random(seed)
    found = states(seed, Phase.THROW)
    for game, state in chance.sample(found, min(len(found), 3)):
        placed, completed = played_out(game, state)
        assert can_place(state.claims, state.hand) == pytest.approx(placed)
        assert completes_any(state.claims, state.hand) == pytest.approx(completed)
        about = {row.about.key: row.chance for row in odds_of(game, state)}
        assert about["kl.odds.place"] == pytest.approx(placed)
        assert about["kl.odds.any_row"] == pytest.approx(completed)


@pytest.mark.parametrize("seed", range(6))
def test_choices_are_followed_by_the_throw_they_lead_to(seed: int) -> None:
    found = states(seed, Phase.PLACE)
    for game, state in Random(seed).sample(found, min(len(found), 3)):
        rows = odds_of(game, state)
        for row in rows:
            for action in row.actions:
                assert game.legal(state, action)
                after = state
                if isinstance(action, Place):
                    after = game.step(state, action).state
                thrown = game.step(after, Throw()).state
                placed, completed = played_out(game, thrown)
                wanted = {"kl.odds.place": placed, "kl.odds.any_row": completed}
                assert row.chance == pytest.approx(wanted[row.about.key])
        check_order(rows)


def check_order(rows: tuple[Odds, ...]) -> None:
    for key in {row.about.key for row in rows}:
        chances = [row.chance or 0 for row in rows if row.about.key == key]
        assert chances == sorted(chances, reverse=True)
        listed = [a for row in rows if row.about.key == key for a in row.actions]
        assert len(set(listed)) == len(listed)
        assert Pass() not in listed


@pytest.mark.parametrize(
    ("row", "lies", "dice", "chance"),
    [
        ("all_same 6 6 = 20", (6,), 1, 1 / 6),
        ("all_same 6 6 = 20", (6,), 5, 1 - (5 / 6) ** 5),
        ("all_same 6 6 = 20", (), 2, 1 / 36),
        ("all_same 6 6 = 20", (), 1, 0),
        ("all_same free free = 20", (), 2, 1 / 6),
        ("all_same free free free free free = 20", (), 5, 6 / 6**5),
        ("consecutive free free = 20", (), 2, 10 / 36),
        ("consecutive free free free free free = 20", (), 5, 2 * 120 / 6**5),
        ("consecutive free free free = 20", (5,), 2, 2 / 36),
        ("full_house free free free free free = 20", (), 5, 300 / 6**5),
        ("axe_pair 4 axe axe = 20", (4,), 2, 6 / 36),
        ("axe_other_than_printed 4 axe axe = 20", (4,), 2, 5 / 36),
        ("all_same 6 6 = 20", (6, 6), 5, 0),
    ],
)
def test_chances_counted_by_hand(
    row: str, lies: tuple[int, ...], dice: int, chance: float
) -> None:
    assert completes(Row.parse(row), lies, dice) == pytest.approx(chance)


def test_rows_of_a_throw_stand_by_their_numbers() -> None:
    game = Klondice()
    state = game.start(2)
    board = "all_same 6 = 20 | consecutive free free free free free free = 90"
    for action in ("deal Test | " + board, "roll 6", "roll 1"):
        state = game.apply(state, parse(action)).state
    place, completed, first = odds_of(game, state)
    assert place.chance == pytest.approx(1 - (4 / 6) ** 5)  # 1 or 6
    assert completed.chance == first.chance == pytest.approx(1 - (5 / 6) ** 5)
    words = game.rulebook.words
    assert words.render(first.about, ()) == "row 1 is completed (20 credits)"
    assert odds_of(game, game.start(2)) == ()


def parse(text: str) -> Action:
    return notation_of(Klondice).parse(text, ("Anna", "Bo"))


def test_the_sensible_bot_beats_the_random_one() -> None:
    """Short matches, with seats exchanged: it wins nearly all of them."""
    wins = [won(Seat(match % 2), Random(match)) for match in range(12)]
    assert sum(wins) >= 10


def won(seat: Seat, chance: Random) -> bool:
    game = Klondice({"kl.rounds": "2"})
    random, state = random_bot(chance), game.start(2)
    while (to_act := game.to_act(state)) is not None:
        bot = sensible_bot if to_act == seat else random
        state = game.step(state, bot(game, state, to_act)).state
    outcome = game.outcome(state)
    return outcome is not None and outcome.winners == (seat,)


def test_the_sensible_bot_takes_what_pays_and_stops_before_it_costs() -> None:
    game = Klondice()
    state = game.start(2)
    board = "all_same 6 6 = 50 | all_same 3 = -90"
    for text in ("deal Test | " + board, "roll 6", "roll 1", "roll 6 6 4 3 1"):
        state = game.apply(state, parse(text)).state
    done = []
    while state.player == 0:
        done.append(sensible_bot(game, state, Seat(0)))
        state = game.apply(state, done[-1]).state
    assert done == [Place(Face("6"), 1), Place(Face("6"), 1), Pass()]
