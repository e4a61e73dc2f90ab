"""The games that there are; adding one is a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.errors import GamesError
from games.king_of_the_dice import KingOfTheDice
from games.king_of_the_dice_junior import KingOfTheDiceJunior
from games.kings_gold import KingsGold
from games.klondice import Klondice
from games.roll import FreeRoll
from games.rules import Game
from games.yahtzee_jr import YahtzeeJr

GAMES: tuple[type[Game[Any]], ...] = (
    FreeRoll,
    Klondice,
    KingsGold,
    YahtzeeJr,
    KingOfTheDice,
    KingOfTheDiceJunior,
)


class UnknownGame(GamesError, ValueError):
    """There is no game of this name."""


def find(name: str) -> type[Game[Any]]:
    """The game called ``name`` in commands and records; raises `UnknownGame`."""
    for game in GAMES:
        if game.rulebook.game == name:
            return game
    known = ", ".join(game.rulebook.game for game in GAMES)
    raise UnknownGame(f"there is no game {name!r}: expected one of {known}")


def load_game(name: str, options: Mapping[str, str] | None = None) -> Game[Any]:
    """The game ``name`` under these options."""
    return find(name)(options)
