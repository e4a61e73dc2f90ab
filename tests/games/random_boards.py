"""Boards drawn at random: every one is sound, and every row type comes up."""

from __future__ import annotations

from random import Random

from games.boards import (
    ANY,
    AXE,
    AXE_TYPES,
    FREE,
    LENGTHS,
    ORDERS,
    BadBoard,
    Board,
    Row,
    RowType,
)

MOST_SPACES = 7


def random_row(chance: Random) -> Row:
    """A row that can be completed."""
    while True:
        try:
            return _any_row(chance)
        except BadBoard:
            continue


def _any_row(chance: Random) -> Row:
    kind = chance.choice(list(RowType))
    blank = AXE if kind in AXE_TYPES else FREE
    lengths = [length for length in LENGTHS[kind] if length <= MOST_SPACES]
    spaces = [
        str(chance.randint(1, 6)) if chance.random() < 0.3 else blank
        for _ in range(chance.choice(lengths))
    ]
    points = chance.choice((-40, -20, 10, 20, 30, 50, 80))
    return Row(kind, tuple(spaces), points, chance.choice(ORDERS.get(kind, (ANY,))))


def random_board(chance: Random, name: str = "Random") -> Board:
    """A board of up to six rows."""
    rows = chance.randint(1, 6)
    return Board(name, tuple(random_row(chance) for _ in range(rows)))
