"""What every game keeps to, whatever its rules are."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.catalog import GAMES
from games.dice import Roll
from games.record import Header, read, write
from games.referee import Accepted, Match, Refused, begin, judge
from games.rules import Game, IllegalAction, Rolled
from games.seats import TOWER, BadPlayers
from tests.games import conserved
from tests.games.playing import Moment, moments, random_game, random_players
from tests.golden import RECORDS, check

SEEDS = range(60)
NAMES = ("Anna", "Bo", "Cleo", "Dov", "Eli", "Fay")
GAME = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.rulebook.game)


def referee_match(kind: type[Game[Any]], seed: int) -> Match:
    """A random match, refereed to its end, that checks itself at every action."""
    chance = Random(seed)
    game, players = random_game(kind, chance), random_players(kind, chance)
    match = begin(game, NAMES[:players])
    for moment in moments(game, players, chance):
        check_moment(moment, match)
        judged = judge(match, moment.seat, moment.action)
        assert isinstance(judged, Accepted), judged
        for sentence in judged.told:
            assert match.render(sentence)
        match = judged.match
    return match


def check_moment(moment: Moment, match: Match) -> None:
    game, state, action = moment.game, moment.state, moment.action
    before = hash(state)  # What can change in itself has no hash.
    assert match.state == state
    assert match.render(game.awaits(state).words)
    if match.next_number % 10 == 0:  # As it is long, not each time.
        assert all(match.render(line) for line in game.on_table(state))
    assert len(game.scores(state)) == moment.players
    conserved.check(game, game.apply(state, action).state)
    assert hash(state) == before, "the state has changed"
    assert match.parse(match.text(action)) == action


@GAME
@pytest.mark.parametrize("seed", SEEDS)
def test_random_match_and_its_record(kind: type[Game[Any]], seed: int) -> None:
    match = referee_match(kind, seed)
    assert kind.endless or match.outcome is not None
    header = Header(kind.rulebook.game, match.players, match.game.options)
    reading = read(write(match, header).encode())
    assert reading.faults == ()
    assert reading.match.entries == match.entries
    assert reading.match.states == match.states
    assert reading.header == header


@GAME
def test_what_is_not_legal_is_refused_with_a_rule(kind: type[Game[Any]]) -> None:
    """Actions of other moments: accepted exactly where they are legal."""
    chance = Random(5)
    game, players = random_game(kind, chance), random_players(kind, chance)
    seen = list(moments(game, players, chance))[:150]
    strangers = [m.action for m in chance.sample(seen, min(len(seen), 40))]
    for moment in seen:
        match = begin(game, NAMES[:players])
        match = dataclasses.replace(match, states=(moment.state,))
        for action in strangers:
            judged = judge(match, moment.seat, action)
            assert isinstance(judged, Accepted) == game.legal(moment.state, action)
            if isinstance(judged, Refused):
                assert judged.rule in kind.rulebook.rulings
                assert match.render(judged.why)
                with pytest.raises(IllegalAction):
                    game.apply(moment.state, action)


@GAME
def test_listed_actions_are_legal_and_differ(kind: type[Game[Any]]) -> None:
    chance = Random(7)
    game, players = random_game(kind, chance), random_players(kind, chance)
    for moment in moments(game, players, chance):
        listed = game.legal_actions(moment.state)
        assert len(set(listed)) == len(listed)
        assert (moment.seat == TOWER) == (not listed)
        assert all(game.legal(moment.state, action) for action in listed)


@GAME
def test_states_are_frozen_values(kind: type[Game[Any]]) -> None:
    state = kind().start(kind.rulebook.fewest)
    field = dataclasses.fields(state)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(state, field, None)


@GAME
def test_number_of_players(kind: type[Game[Any]]) -> None:
    for number in (kind.rulebook.fewest - 1, kind.rulebook.most + 1):
        with pytest.raises(BadPlayers, match="players"):
            kind().start(number)


@GAME
def test_too_many_dice_are_refused(kind: type[Game[Any]]) -> None:
    game, state = next(_throws(kind))
    dice = game.awaits(state).dice
    if dice is None:
        pytest.skip("any number of dice is right in this game")
    roll = Roll([die[0] for die in (*dice, dice[0])])
    assert not game.legal(state, Rolled(roll))
    assert "dice" in game.rulebook.words.render(
        game.why_not(state, Rolled(roll)), NAMES
    )


def _throws(kind: type[Game[Any]]) -> Any:
    chance = Random(3)
    for moment in moments(kind(), kind.rulebook.fewest, chance):
        if moment.seat == TOWER:
            yield moment.game, moment.state


@GAME
def test_golden_record(kind: type[Game[Any]]) -> None:
    if kind.endless:
        pytest.skip("a game without rules has no golden record")
    reading = check(RECORDS / f"{kind.rulebook.game}.txt")
    assert reading.header.game == kind.rulebook.game


@GAME
def test_every_ruling_has_a_test(kind: type[Game[Any]]) -> None:
    """A ruling ``kg.pairing`` is shown by a test called test_kg_pairing..."""
    here = Path(__file__).parent
    tests = "\n".join(path.read_text() for path in here.glob("test_*.py"))
    rules = [rule.replace(".", "_") for rule in kind.rulebook.rulings]
    missing = [r for r in rules if not re.search(rf"def test_{r}\b", tests)]
    assert missing == []


@GAME
def test_rulings_are_whole_sentences(kind: type[Game[Any]]) -> None:
    for ruling in kind.rulebook.rulings.values():
        assert ruling.asks.endswith("?")
        values = ruling.option.values if ruling.option else ()
        assert set(ruling.says) in (set(values), {""})  # One for all of a range.
        for sentence in ruling.says.values():
            assert sentence[0].isupper()
            assert sentence.endswith(".")
        assert ruling.status != "STATED" or ruling.section
