"""Odds of King of the Dice: Junior against sequences, formulas and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from games.castle_cards import Card
from games.dice import Die, Face, Roll
from games.king_of_the_dice_junior import (
    THROWS,
    Crown,
    Deal,
    KingOfTheDiceJunior,
    Phase,
    State,
    Take,
)
from games.odds import Odds, advise, odds_of
from games.odds.multisets import Values
from games.rules import Keep, Rolled, Stop
from games.seats import Seat
from tests.games.playing import moments, random_game
from tests.games.test_king_of_the_dice_junior import (
    BOTH,
    GEMS,
    GREENS,
    NOTHING,
    RESIDENTS,
    after,
    card,
    crown,
    game,
    keep,
    take,
    turn,
)

FREE = {"may_refuse_match": "true", "crown_only_if_no_match": "false"}
ONE_GREEN = "red-gem red-animal green-gem blue-animal"


def rows(state: State, of: KingOfTheDiceJunior | None = None) -> dict[str, Odds]:
    """The rows by what they are about, in words."""
    rules = of or game()
    found = odds_of(rules, state)
    words = [rules.rulebook.words.render(row.about, ()) for row in found]
    assert len(set(words)) == len(words)
    return dict(zip(words, found, strict=True))


def chance(row: Odds) -> float:
    assert row.chance is not None
    return row.chance


# ---- the slow way: every sequence of faces, and every way to match a card


def matched(card: Card, faces: tuple[Face, ...]) -> bool:
    """Whether some order of the dice shows the card, die by die."""
    return any(
        all(
            wanted in (f"{face.colour}-", face.symbol)
            for wanted, face in zip(card.shows, order, strict=False)
        )
        for order in permutations(faces, len(card.shows))
    )


@cache
def shown(dice: tuple[Die, ...], card: Card) -> Values:
    """1 where a sequence of faces shows the card, else 0; one axis for each die."""
    values = [float(matched(card, faces)) for faces in product(*dice)]
    return np.array(values).reshape([len(die) for die in dice])


def best_throw(values: Values) -> Values:
    """The value of each sequence if the best of its dice are thrown again."""
    best = np.zeros_like(values)
    for number in range(1, 1 + values.ndim):
        for again in combinations(range(values.ndim), number):
            best = np.maximum(best, values.mean(axis=again, keepdims=True))
    return best


def by_sequences(
    rules: KingOfTheDiceJunior, state: State, cards: list[Card], throws: int, last: int
) -> Values:
    """The chance of one of ``cards`` for each sequence that lies after ``throws``."""

    def any_of(some: Sequence[Card]) -> Values:
        goal: Values = np.max([shown(rules.dice, card) for card in some], axis=0)
        return goal

    goal, any_card = any_of(cards), any_of(state.cards.face_up)
    values = goal
    for done in range(last - 1, throws - 1, -1):
        rule = "kj.may_refuse_match" if done == 1 else "kj.crown_only_if_no_match"
        must_take = rules.options[rule] == ("false" if done == 1 else "true")
        values = np.maximum(goal, best_throw(values))
        if must_take:
            values = np.where(any_card > 0, goal, values)
    return values


def place(rules: KingOfTheDiceJunior, roll: Roll) -> tuple[int, ...]:
    """Where the sequence of a roll stands, dice in an order that they can show."""
    for order in permutations(roll):
        pairs = list(zip(rules.dice, order, strict=True))
        if all(face in die for die, face in pairs):
            return tuple(die.index(face) for die, face in pairs)
    raise ValueError(f"{roll} cannot lie there")


PAIRS = [(GREENS, GEMS), (RESIDENTS, GREENS), ("blue- blue- red- red- lizards 3", GEMS)]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("options", [{}, FREE, {"may_refuse_match": "true"}])
def test_every_row_before_the_first_throw(
    pair: tuple[str, str], options: dict[str, str]
) -> None:
    rules, state = game(**options), turn(*pair)
    found = odds_of(rules, state)
    wanted = [list(map(card, pair)), *([card(text)] for text in pair)]
    expected = {
        by_sequences(rules, state, cards, 1, last).mean().round(12)
        for cards in wanted
        for last in (THROWS, THROWS + 1)
    }
    assert {round(chance(row), 12) for row in found} == expected
    assert len(found) == 6


@pytest.mark.parametrize("options", [{}, FREE, {"crown_only_if_no_match": "false"}])
@pytest.mark.parametrize("dice", [NOTHING, ONE_GREEN, BOTH])
def test_every_row_after_the_first_throw(dice: str, options: dict[str, str]) -> None:
    rules, pair = game(**options), (GREENS, RESIDENTS)
    state = after(turn(*pair), dice, of=rules)
    found, at = rows(state, rules), place(rules, state.dice)
    words = {
        "any card": list(map(card, pair)),
        "the card with green, green, green (2 lizards)": [card(GREENS)],
        "the card with animal, flower, flower, gem (2 lizards)": [card(RESIDENTS)],
    }
    for about, cards in words.items():
        for last, more in ((THROWS, ""), (THROWS + 1, ", with the crown")):
            expected = by_sequences(rules, state, cards, 1, last)[at]
            assert chance(found[about + more]) == pytest.approx(expected, abs=1e-12)


def own_dice(*dice: str) -> KingOfTheDiceJunior:
    cards = "; ".join(["a- a- e- lizards 1"] * 39 + ["x x x lizards 1"])
    return KingOfTheDiceJunior({"kj.dice": "; ".join(dice), "kj.cards": cards})


def test_dice_of_two_kinds() -> None:
    """Two dice show a to c, two show d to f, so that no face leaves a doubt."""
    first, second = "a-x a-y b-x b-y c-x c-y", "d-x d-x e-x e-x f-y f-y"
    rules = own_dice(first, second, first, second)
    state = rules.start(2)
    for text in ("a- a- e- lizards 1", "x x x lizards 1"):
        state = after(state, Deal(Card.parse(text)), of=rules)
    cards = list(state.cards.face_up)
    before = rows(state, rules)
    expected = by_sequences(rules, state, cards, 1, THROWS)
    assert chance(before["any card"]) == pytest.approx(expected.mean(), abs=1e-12)
    state = after(state, "a-y c-y d-x f-y", of=rules)
    found = rows(state, rules)["any card"]
    assert chance(found) == pytest.approx(expected[place(rules, state.dice)], abs=1e-12)


# ---- formulas


def test_three_alike_by_the_formula_of_single_dice() -> None:
    """With nothing else in the way, every die that is not green is thrown again."""
    free = game(**FREE)
    found = rows(turn(GREENS, GEMS), free)
    for throws, more in ((THROWS, ""), (THROWS + 1, ", with the crown")):
        green = 1 - (2 / 3) ** throws
        expected = 4 * green**3 * (1 - green) + green**4
        row = found[f"the card with green, green, green (2 lizards){more}"]
        assert chance(row) == pytest.approx(expected, abs=1e-12)


def test_after_the_second_throw_only_the_crown_helps() -> None:
    state = after(turn(), NOTHING, keep("-"), ONE_GREEN)
    found = rows(state)
    greens = found["the card with green, green, green (2 lizards), with the crown"]
    # Two of three more dice green, at least: 3 * 1/3^2 * 2/3 + 1/3^3 = 7/27.
    assert chance(greens) == pytest.approx(7 / 27)
    assert greens.actions == (crown("green-gem"),)
    assert chance(found["any card"]) == 0
    assert found["any card"].actions == ()


def test_the_crown_row_goes_with_the_crown() -> None:
    bare = (False, True, True)
    assert not any("crown" in words for words in rows(turn(crowns=bare)))
    state = after(turn(), NOTHING, keep("-"), NOTHING, crown("red-gem"))
    assert next(iter(rows(state))) == "any card"
    assert not any("crown" in words for words in rows(state))
    gems = rows(state)["the card with gem, gem, gem (2 lizards)"]
    assert chance(gems) == pytest.approx(7 / 27)


def test_what_matches_is_certain_and_the_other_out_of_reach() -> None:
    state = after(turn(), "green-gem green-flower green-gem red-animal")
    found = rows(state)
    assert found["any card"].actions == (take(GREENS),)
    assert chance(found["any card"]) == 1
    assert chance(found["the card with gem, gem, gem (2 lizards)"]) == 0
    free = rows(state, game(**FREE))["the card with gem, gem, gem (2 lizards)"]
    assert free.actions == (keep("green-gem green-gem"),)
    # One of two more dice a gem: 1 - (2/3)^2.
    assert chance(free) == pytest.approx(5 / 9)
    both = rows(after(turn(), BOTH))["any card"]
    assert set(both.actions) == {take(GREENS), take(GEMS)}


# ---- the rules themselves


def every_roll(rules: KingOfTheDiceJunior, state: State) -> Iterator[State]:
    for faces in product(*(rules.awaits(state).dice or ())):
        yield rules.apply(state, Rolled(Roll(faces))).state


@pytest.mark.parametrize("crowned", [False, True])
def test_the_last_throw_played_out_by_the_game(*, crowned: bool) -> None:
    """Each keep, and every way in which the other dice can fall, through the rules."""
    rules = game()
    state = after(turn(RESIDENTS, GREENS, crowns=(crowned, True, True)), ONE_GREEN)
    if crowned:
        state = after(state, keep("red-gem"), "red-animal green-gem blue-flower")
    kind = Crown if crowned else Keep
    keeps = [a for a in rules.legal_actions(state) if isinstance(a, kind)]
    reached: dict[Any, float] = {}
    for action in keeps:
        thrown = rules.apply(state, action).state
        took = [bool(rules.matching(end)) for end in every_roll(rules, thrown)]
        reached[action] = sum(took) / len(took)
    found = rows(state)["any card" + (", with the crown" if crowned else "")]
    most = max(reached.values())
    assert chance(found) == pytest.approx(most, abs=1e-12)
    assert set(found.actions) == {a for a in keeps if reached[a] > most - 1e-12}


# ---- advice


def test_advice() -> None:
    rules, anna = game(), Seat(0)
    assert advise(rules, after(turn(), BOTH), anna) in (take(GREENS), take(GEMS))
    richer = after(turn(GREENS, "green- green- red- red- lizards 3"), BOTH)
    assert advise(rules, richer, anna) == take(GREENS)
    state = after(turn(), ONE_GREEN)
    assert advise(rules, state, anna) in rows(state)["any card"].actions
    hopeless = after(turn(RESIDENTS, GREENS), NOTHING, keep("-"), NOTHING)
    row = rows(hopeless)["any card, with the crown"]
    advised = advise(rules, hopeless, anna)
    assert chance(row) < 0.4
    assert advised == Stop()
    near = after(
        turn(), NOTHING, keep("-"), "green-gem green-gem red-animal red-animal"
    )
    assert isinstance(advise(rules, near, anna), Crown)
    assert advise(rules, turn(), anna) is None


def test_there_are_odds_while_dice_are_in_play() -> None:
    for seed in range(12):
        rules = random_game(KingOfTheDiceJunior, Random(seed))
        for moment in list(moments(rules, 2, Random(seed)))[:60]:
            found = odds_of(rules, moment.state)
            assert bool(found) == (moment.state.phase is not Phase.DEAL)
            actions = [action for row in found for action in row.actions]
            legal = set(rules.legal_actions(moment.state))
            assert set(actions) <= legal
            assert not any(isinstance(action, Take) for action in actions) or (
                moment.state.phase is Phase.CHOOSE
            )
    over = replace(turn(), phase=Phase.OVER)
    assert odds_of(game(), over) == ()
