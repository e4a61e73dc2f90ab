"""CONTRIBUTING.md, "Adding a game", followed for a game that nobody plays.

The game stands here and its data file and golden record beside those of the tests; a
line in the catalogue is all that the rest of the project has to know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import games.catalog
from firmware.cli import main
from games.dice import NO_DICE, Roll, parts
from games.notation import Action
from games.record import read
from games.rulebook import load
from games.rules import Awaits, Game, Keep, Outcome, Rolled, Step, Stop
from games.seats import TOWER, Seat
from games.words import Sentence, say
from tests.games import test_every_game as every_game

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"


# ---- the game: games/duck_pond.py, if it were one of ours


@dataclass(frozen=True, slots=True)
class State:
    """Who has how many ducks, whose turn it is, how the dice lie."""

    ducks: tuple[int, ...]
    player: Seat
    throws: int = 0
    kept: Roll = NO_DICE
    dice: Roll = NO_DICE


class DuckPond(Game[State]):
    """Duck Pond for 2 to 4 players."""

    rulebook = load("duck_pond", DATA)
    kinds = (Keep, Stop)

    def opening(self, players: int) -> State:
        return State((0,) * players, Seat(0))

    def to_act(self, state: State) -> Seat | None:
        if self.outcome(state):
            return None
        return state.player if state.dice else TOWER

    def awaits(self, state: State) -> Awaits:
        if state.dice:
            return Awaits(say("dp.choose", player=state.player), (), state.dice)
        dice = self.dice[len(state.kept) :]
        words = say("dp.throw", player=state.player, dice=len(dice))
        return Awaits(words, dice, state.kept)

    def legal_actions(self, state: State) -> Sequence[Action]:
        if not state.dice:
            return ()
        reeds = ["reed"] * state.dice.count("reed")
        kept = [p for p in parts(state.dice) if p.covers(reeds) and p != state.dice]
        return (Stop(), *map(Keep, kept))

    def step(self, state: State, action: Action) -> Step[State]:
        match action:
            case Rolled(roll) if not state.throws:
                return Step(replace(state, throws=1, dice=roll))
            case Rolled(roll):
                return _scored(state, state.kept + roll)
            case Keep(dice):
                return Step(replace(state, kept=dice, dice=NO_DICE))
            case Stop():
                return _scored(state, state.dice)
        raise TypeError(f"Duck Pond knows no {action}")

    def scores(self, state: State) -> tuple[int, ...]:
        return state.ducks

    def outcome(self, state: State) -> Outcome | None:
        best = max(state.ducks)
        if best < int(self.options["dp.goal"]):
            return None
        winner = Seat(state.ducks.index(best))
        return Outcome((winner,), say("dp.won", "dp.goal", player=winner))

    def why_not(self, state: State, action: Action) -> Sentence:
        if isinstance(action, Keep) and state.dice.covers(action.dice):
            if action.dice == state.dice:
                return say("table.keep_all", "table.keep_all")
            return say("dp.no_cutting", "dp.reeds")
        return super().why_not(state, action)


def _scored(state: State, dice: Roll) -> Step[State]:
    """The next player's turn, after what the dice say (dp.two_throws)."""
    player, caught = state.player, dice.count("duck")
    ducks, told = list(state.ducks), say("dp.caught", player=player, ducks=caught)
    ducks[player] += caught
    if dice.count("frog") == len(dice):
        ducks[player], told = 0, say("dp.scared", "dp.frogs", player=player)
    following = Seat((player + 1) % len(ducks))
    return Step(State(tuple(ducks), following), (told,))


# ---- a test for each ruling


def after(*actions: Action | str, goal: str = "10") -> State:
    """The state of two players after these actions; text is a roll."""
    game, state = DuckPond({"dp.goal": goal}), DuckPond().start(2)
    for action in actions:
        act = Rolled(Roll.parse(action)) if isinstance(action, str) else action
        state = game.apply(state, act).state
    return state


def test_dp_goal() -> None:
    six = ("duck duck duck", Stop(), "reed reed reed", Stop(), "duck duck duck", Stop())
    outcome = DuckPond({"dp.goal": "6"}).outcome(after(*six, goal="6"))
    assert outcome is not None
    assert outcome.winners == (Seat(0),)
    assert DuckPond().outcome(after(*six)) is None


def test_dp_two_throws() -> None:
    state = after("duck frog frog", Keep(Roll.parse("duck")), "duck frog")
    assert (state.ducks, state.player) == ((2, 0), Seat(1))


def test_dp_reeds() -> None:
    game, state = DuckPond(), after("reed duck frog")
    assert game.legal(state, Keep(Roll.parse("reed")))
    assert not game.legal(state, Keep(Roll.parse("duck")))
    assert game.why_not(state, Keep(Roll.parse("duck"))).rule == "dp.reeds"


def test_dp_frogs() -> None:
    start = ("duck duck duck", Stop(), "reed reed reed", Stop())
    assert after(*start, "frog frog duck", Stop()).ducks == (4, 0)
    assert after(*start, "frog frog frog", Stop()).ducks == (0, 0)


# ---- a line in the catalogue, and all the rest is there


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> type[Game[Any]]:
    """The game, with its line in the catalogue."""
    monkeypatch.setattr(games.catalog, "GAMES", (*games.catalog.GAMES, DuckPond))
    return DuckPond


CONTRACT = [test for name, test in vars(every_game).items() if name.startswith("test_")]


@pytest.mark.parametrize("test", CONTRACT, ids=lambda test: str(test.__name__))
def test_it_keeps_to_what_every_game_keeps_to(test: Any, kind: type[Game[Any]]) -> None:
    wants_a_seed = "seed" in test.__code__.co_varnames[: test.__code__.co_argcount]
    for seed in range(10 if wants_a_seed else 1):
        test(kind, *([seed] if wants_a_seed else []))


def test_people_can_play_it(kind: type[Game[Any]], tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    players = ["--players", "Anna,Bo", "--bot", "Anna", "--bot", "Bo=random"]
    chance = ["--random", "7", "--option", "dp.goal=5", "--record", str(record)]
    played = CliRunner().invoke(main, ["play", "duck_pond", *players, *chance])
    assert played.exit_code == 0, played.output
    assert "has caught enough ducks" in played.output
    reading = read(record.read_bytes())
    assert reading.finished
    assert reading.match.game.options["dp.goal"] == "5"


def test_people_can_look_up_its_rules(kind: type[Game[Any]]) -> None:
    shown = CliRunner().invoke(main, ["rules", "duck_pond"])
    assert shown.exit_code == 0, shown.output
    for ruling in kind.rulebook.rulings.values():
        assert ruling.asks in shown.output


def test_the_recipe_names_what_there_is() -> None:
    """Every file and folder that the recipe speaks of exists."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    recipe = text.split("## Adding a game")[1].split("\n## ")[0]
    paths = re.findall(r"`((?:games|tests|docs|benchmarks|scripts)/[^`]*)`", recipe)
    named = [path for path in paths if "GAME" not in path]
    assert len(named) > 8
    assert [path for path in named if not (ROOT / path).exists()] == []
