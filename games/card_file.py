"""Card files: the owner's own cards, in TOML that says to which game they belong.

Each game with cards of its own has a module that reads them, named here. The files
under ``games/data`` are card files too: those of the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from games.rulebook import BadRulebook, Table, entry, toml


class CardFile(NamedTuple):
    """The cards of a file that their game can use."""

    game: str
    cards: tuple[str, ...]
    """Each card in a line, as people read it."""
    options: Mapping[str, str]
    """The options of a match that is played with these cards."""


class Reader(Protocol):
    """What the module that reads the cards of a game offers."""

    def card_file(self, table: Table, name: str) -> CardFile:
        """The cards in this table of the file ``name``; raises a `GamesError`."""


READERS: Mapping[str, str] = {
    "king_of_the_dice": "games.citizens",
    "king_of_the_dice_junior": "games.king_of_the_dice_junior",
}
"""The module that reads the cards of each game that has some, by its name."""


def read(data: bytes, name: str) -> CardFile:
    """The cards of a card file, ``name`` being what it is called.

    Raises a `GamesError` that says in a sentence what is wrong where.
    """
    try:
        table = toml(data.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        raise BadRulebook(f"{name} is no UTF-8 text") from error
    if "game" not in table:
        raise BadRulebook(
            f'{name} names no game, expected game = "{next(iter(READERS))}"'
        )
    game = entry(table, "game", str, name)
    if game not in READERS:
        known = ", ".join(READERS)
        raise BadRulebook(f"{name}: game is {game!r}, expected one of {known}")
    return cast("Reader", import_module(READERS[game])).card_file(table, name)
