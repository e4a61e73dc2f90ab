"""Who can act: the players by their index, and three seats that are no player."""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import BadNotation, GamesError


class BadPlayers(GamesError, ValueError):
    """These names, or this many, cannot sit down to a match."""


class Seat(int):
    """A player's index, clockwise from 0, or one of `TOWER`, `DECK`, `TABLE`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Seat({int(self)})"


TOWER = Seat(-1)
"""Chance with dice: every roll is an action of this seat."""

DECK = Seat(-2)
"""Chance with cards and boards."""

TABLE = Seat(-3)
"""All people at the table together: corrections and agreed take-backs."""

_TITLES = {TOWER: "tower", DECK: "deck", TABLE: "table"}
_SEATS = {title: seat for seat, title in _TITLES.items()}
_RESERVED = set(':,;"[](){}|#')
LONGEST_NAME = 24


def name_of(seat: Seat, players: Sequence[str]) -> str:
    """What the seat is called in records and sentences."""
    return _TITLES.get(seat) or players[seat]


def seat_of(name: str, players: Sequence[str]) -> Seat:
    """The seat called ``name``; raises `BadNotation` where nobody is."""
    if name in _SEATS:
        return _SEATS[name]
    if name in players:
        return Seat(players.index(name))
    raise BadNotation(f"nobody here is called {name!r}: expected {', '.join(players)}")


def check_names(players: Sequence[str]) -> None:
    """Raise `BadPlayers` where a name cannot stand in a record, or stands twice."""
    for name in players:
        if not name.isprintable():
            raise BadPlayers(
                f"{name!r} is no player's name: it holds a character that cannot be"
                " printed"
            )
        if not 0 < len(name) <= LONGEST_NAME or name != " ".join(name.split()):
            raise BadPlayers(
                f"{name!r} is no player's name: expected 1 to {LONGEST_NAME}"
                " characters, with single spaces between words and none around"
            )
        if set(name) & _RESERVED:
            raise BadPlayers(
                f"{name!r} is no player's name: it holds a character that the"
                f" record needs, one of {''.join(sorted(_RESERVED))}"
            )
        if name.casefold() in _SEATS:
            raise BadPlayers(f"{name!r} is no player's name: that seat is taken")
    folded = [name.casefold() for name in players]
    for name in players:
        if folded.count(name.casefold()) > 1:
            raise BadPlayers(f"two players are called {name!r}: give each its own name")
