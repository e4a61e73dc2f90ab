"""Random matches, step by step, for the tests of every game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from games.bots import random_bot
from games.king_of_the_dice import KingOfTheDice
from games.king_of_the_dice_junior import KingOfTheDiceJunior
from games.klondice import Klondice
from games.notation import Action
from games.rules import Game
from games.seats import Seat
from tests.games.random_boards import random_board
from tests.games.random_castles import random_box
from tests.games.random_citizens import random_deck

ENDLESS_STEPS = 60
LONGEST = 20_000


@dataclass(frozen=True)
class Moment:
    """A state of a match, who acts in it and what they do."""

    game: Game[Any]
    players: int
    state: Any
    seat: Seat
    action: Action


def random_game(kind: type[Game[Any]], chance: Random) -> Game[Any]:
    """The game under options drawn at random, also on random boards and cards."""
    options = {
        option.name: chance.choice(option.values)
        for option in kind.rulebook.options.values()
    }
    if issubclass(kind, Klondice) and chance.random() < 0.5:
        boards = [random_board(chance, f"Random {i}") for i in range(1, 7)]
        return kind(options, boards)
    if issubclass(kind, KingOfTheDice) and chance.random() < 0.3:
        options["kotd.cards"] = random_deck(chance)
    if issubclass(kind, KingOfTheDiceJunior) and chance.random() < 0.5:
        options |= random_box(chance)
    return kind(options)


def random_players(kind: type[Game[Any]], chance: Random) -> int:
    """A number of players that fits."""
    return chance.randint(kind.rulebook.fewest, min(kind.rulebook.most, 6))


def moments(game: Game[Any], players: int, chance: Random) -> Iterator[Moment]:
    """A random match from the start to its end."""
    bot, state = random_bot(chance), game.start(players)
    for _ in range(ENDLESS_STEPS if game.endless else LONGEST):
        seat = game.to_act(state)
        if seat is None:
            return
        action = bot(game, state, seat)
        yield Moment(game, players, state, seat, action)
        state = game.apply(state, action).state
    assert game.endless, f"no end after {LONGEST} actions: {game.options}"
