"""Boards of Klondice: rows of spaces, which dice fill them, and their text both ways.

A row is known by the sequences of dice that fill it; everything else follows: what it
takes next, whether it can be completed at all, and what a picture says about it.
Source: "Row Types" of the rulebook; what that leaves open is said in the rulings.

>>> row = Row.parse("consecutive free free free free free = 60")
>>> sorted(takes(row, ())), sorted(takes(row, (2,)))
([1, 2, 5, 6], [3])
>>> sorted(takes(row, (), dead=True))
[1, 2, 3, 4, 5, 6]
>>> board = Board.parse("Two Rows | all_same 3 3 = 20 | axe_pair 5 axe axe = -30")
>>> str(board.rows[1])
'axe_pair 5 axe axe = -30'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from itertools import permutations
from typing import Self, TypeAlias

from games.errors import BadNotation

NUMBERS = tuple(range(1, 7))
FREE, AXE = "free", "axe"
ANY = "any"
MOST_ROWS = 10
LONGEST_ROW = 10
LONGEST_NAME = 32
LONGEST_ABOUT = 48
TOKEN = 10
"""The smallest gold token: credits come in tens."""
MOST_POINTS = 990

_NAME = re.compile(r"\w[\w'.-]*( [\w'.-]+)*")

Dice: TypeAlias = tuple[int, ...]
"""The numbers that lie in a row, from left to right."""


class BadBoard(BadNotation):
    """Text that is no board, or a board that nobody could ever complete."""


class RowType(StrEnum):
    """What the dice of a row have to be like."""

    CONSECUTIVE = "consecutive"
    """Up or down by one."""
    ALL_SAME = "all_same"
    """All alike; also where the first die is free and the others follow it."""
    FULL_HOUSE = "full_house"
    """Two of one number and three of another."""
    AXE_PAIR = "axe_pair"
    """The printed numbers; the dice on the axes alike."""
    AXE_OTHER = "axe_other_than_printed"
    """The same, and the axes show none of the printed numbers."""


AXE_TYPES = (RowType.AXE_PAIR, RowType.AXE_OTHER)
ASCENDING, DESCENDING = "ascending", "descending"
PAIR_FIRST, THREE_FIRST = "2then3", "3then2"
ORDERS: Mapping[RowType, tuple[str, ...]] = {
    RowType.CONSECUTIVE: (ANY, ASCENDING, DESCENDING),
    RowType.FULL_HOUSE: (ANY, PAIR_FIRST, THREE_FIRST),
}
LENGTHS: Mapping[RowType, range] = {
    RowType.CONSECUTIVE: range(2, len(NUMBERS) + 1),
    RowType.ALL_SAME: range(1, LONGEST_ROW + 1),
    RowType.FULL_HOUSE: range(5, 6),
    RowType.AXE_PAIR: range(2, LONGEST_ROW + 1),
    RowType.AXE_OTHER: range(2, LONGEST_ROW + 1),
}


@dataclass(frozen=True, slots=True, repr=False)
class Row:
    """One claim of a board: its type, its spaces and what completing it is worth.

    A space is ``free``, ``axe`` or the number printed on it. ``order`` is what the
    board prints about a run (ascending, descending) or a full house (2then3, 3then2).
    Raises `BadBoard` for a row that no dice can fill.
    """

    type: RowType
    spaces: tuple[str, ...]
    points: int
    order: str = ANY

    def __post_init__(self) -> None:
        for fault in _row_faults(self):
            raise BadBoard(fault)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The row that ``text`` says, written ``TYPE [ORDER] SPACE ... = POINTS``."""
        words, equals, points = text.partition("=")
        name, *spaces = words.split() or [""]
        if not equals or not re.fullmatch(r"\s*[+-]?\d{1,4}\s*", points):
            raise BadBoard(f"{text!r} is no row: expected TYPE SPACE ... = POINTS")
        type_ = type_of(name)
        orders = ORDERS.get(type_, ())
        order = spaces.pop(0) if spaces and spaces[0] in orders else ANY
        return cls(type_, tuple(spaces), int(points), order)

    def __str__(self) -> str:
        order = () if self.order == ANY else (self.order,)
        return " ".join((self.type, *order, *self.spaces, "=", str(self.points)))

    def __repr__(self) -> str:
        return f"Row.parse({str(self)!r})"

    @property
    def printed(self) -> tuple[int, ...]:
        """The numbers printed on its spaces."""
        return tuple(int(space) for space in self.spaces if space.isdecimal())


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A side of a sheet: a name and rows; raises `BadBoard` where it cannot be played.

    ``about`` is said of a board (a sample, easy, whose it is) and is no part of it.
    """

    name: str
    rows: tuple[Row, ...]
    about: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for fault in _board_faults(self):
            raise BadBoard(fault)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The board that one line says: its name and its rows with ``|`` between."""
        name, *rows = (part.strip() for part in text.split("|"))
        parsed = []
        for number, row in enumerate(rows, 1):
            try:
                parsed.append(Row.parse(row))
            except BadBoard as error:
                raise BadBoard(f"board {name!r}, row {number}: {error}") from error
        return cls(name, tuple(parsed))

    def __str__(self) -> str:
        return " | ".join((self.name, *map(str, self.rows)))

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    @property
    def spaces(self) -> int:
        """How many dice it takes."""
        return sum(len(row.spaces) for row in self.rows)


# ---- what fills a row


@lru_cache(maxsize=4096)
def sequences(row: Row, length: int) -> frozenset[Dice]:
    """All dice that fill its first ``length`` spaces, whatever comes after them."""
    match row.type:
        case RowType.CONSECUTIVE:
            patterns = _runs(row.order, length)
        case RowType.ALL_SAME:
            patterns = ((number,) * length for number in NUMBERS)
        case RowType.FULL_HOUSE:
            patterns = (house[:length] for house in _full_houses(row.order))
        case RowType.AXE_PAIR:
            patterns = _with_axes(row, length, NUMBERS)
        case RowType.AXE_OTHER:
            others = [number for number in NUMBERS if number not in row.printed]
            patterns = _with_axes(row, length, others)
    printed = [(i, int(s)) for i, s in enumerate(row.spaces[:length]) if s.isdecimal()]
    return frozenset(
        dice for dice in patterns if all(dice[i] == number for i, number in printed)
    )


def completions(row: Row) -> frozenset[Dice]:
    """All dice that fill the whole row.

    >>> sorted(completions(Row.parse("consecutive free 2 free = 20")))
    [(1, 2, 3), (3, 2, 1)]
    """
    return sequences(row, len(row.spaces))


@lru_cache(maxsize=65536)
def takes(row: Row, dice: Dice, *, dead: bool = False) -> frozenset[int]:
    """The numbers that its next space takes after these dice.

    With ``dead`` also those that match the space, but leave a row that cannot be
    completed any more.
    """
    done = len(dice)
    if done == len(row.spaces):
        return frozenset()
    fills = sequences(row, done + 1 if dead else len(row.spaces))
    return frozenset(fill[done] for fill in fills if fill[:done] == dice)


def _runs(order: str, length: int) -> Iterator[Dice]:
    steps = {ASCENDING: (1,), DESCENDING: (-1,)}.get(order, (1, -1))
    for first in NUMBERS:
        for step in steps:
            if first + step * (length - 1) in NUMBERS:
                yield tuple(first + step * i for i in range(length))


@cache
def _full_houses(order: str) -> tuple[Dice, ...]:
    shapes = {PAIR_FIRST: ["aabbb"], THREE_FIRST: ["aaabb"]}.get(
        order, sorted(set(map("".join, permutations("aabbb"))))
    )
    return tuple(
        tuple({"a": a, "b": b}[letter] for letter in shape)
        for shape in shapes
        for a, b in permutations(NUMBERS, 2)
    )


def _with_axes(row: Row, length: int, numbers: Iterable[int]) -> Iterator[Dice]:
    for number in numbers:
        yield tuple(
            number if space == AXE else int(space) for space in row.spaces[:length]
        )


# ---- what can be wrong


def type_of(text: str) -> RowType:
    """The row type of this name; raises `BadBoard` where there is none."""
    if text not in list(RowType):
        raise BadBoard(f"{text!r} is no row type: expected {_or(RowType)}")
    return RowType(text)


def _row_faults(row: Row) -> Iterator[str]:
    yield from _space_faults(row)
    length, lengths = len(row.spaces), LENGTHS[row.type]
    if length not in lengths:
        least, most = lengths[0], lengths[-1]
        expected = f"{least}" if least == most else f"{least} to {most}"
        yield (
            f"a row {row.type} of {counted(length)} cannot be completed:"
            f" expected {expected}"
        )
    orders = ORDERS.get(row.type, (ANY,))
    if row.order not in orders:
        yield f"order {row.order!r} does not fit {row.type}: expected {_or(orders)}"
    if not completions(row):
        wording = str(row).partition(" =")[0]
        yield f"no dice can complete {wording}: expected {_expected(row)}"
    if not 0 < abs(row.points) <= MOST_POINTS or row.points % TOKEN:
        yield (
            f"points {row.points}, expected a multiple of {TOKEN} up to"
            f" {MOST_POINTS}, below 0 where it is to be paid"
        )


def _space_faults(row: Row) -> Iterator[str]:
    allowed = [*map(str, NUMBERS), AXE if row.type in AXE_TYPES else FREE]
    for number, space in enumerate(row.spaces, 1):
        if space not in allowed:
            yield f"space {number} is {space!r}, expected 1 to 6 or {allowed[-1]}"
    if row.type in AXE_TYPES and row.spaces.count(AXE) < 2:
        yield f"a row {row.type} with fewer than 2 axes, expected 2 or more"


def _expected(row: Row) -> str:
    match row.type:
        case RowType.CONSECUTIVE:
            order = "" if row.order == ANY else f"{row.order} "
            return f"printed numbers that fit into {order}steps of 1 from 1 to 6"
        case RowType.ALL_SAME:
            return "printed numbers that are all the same"
        case RowType.FULL_HOUSE:
            return "printed numbers that fit two of one number and three of another"
    return "a number that is not printed in the row"


def _board_faults(board: Board) -> Iterator[str]:
    if len(board.name) > LONGEST_NAME or not _NAME.fullmatch(board.name):
        yield (
            f"{board.name!r} is no name of a board: expected up to {LONGEST_NAME}"
            " letters and digits, single spaces between"
        )
    if len(board.about) > LONGEST_ABOUT or not board.about.isprintable():
        yield f"about is {board.about!r}, expected up to {LONGEST_ABOUT} characters"
    if not 0 < len(board.rows) <= MOST_ROWS:
        yield f"{len(board.rows)} rows, expected 1 to {MOST_ROWS}"


def counted(spaces: int) -> str:
    """So many spaces in words."""
    return f"{spaces} space" if spaces == 1 else f"{spaces} spaces"


def _or(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
