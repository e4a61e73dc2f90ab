"""Files of Klondice boards: TOML that people write, and all that can be wrong with it.

``docs/games/klondice.md`` describes the form.

>>> text = '''
... [[board]]
... name = "Two Rows"
... rows = [
...     { type = "all_same", spaces = "3 3", points = 20 },
...     { type = "consecutive", spaces = "free free 9", points = 30 },
... ]
... '''
>>> read(text, "mine.toml").faults
("mine.toml, board 1 (Two Rows), row 2: space 3 is '9', expected 1 to 6 or free",)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeVar

from games.boards import ANY, BadBoard, Board, Row, type_of
from games.rulebook import BadRulebook, Table, toml

V = TypeVar("V")


class Boards(NamedTuple):
    """The sound boards of a file, and a sentence for everything wrong with it."""

    boards: tuple[Board, ...]
    faults: tuple[str, ...]


def read(text: str, name: str) -> Boards:
    """What this TOML text holds; ``name`` is what sentences call the file."""
    reader = _Reader()
    try:
        table = toml(text, name)
    except BadRulebook as error:
        return Boards((), (str(error),))
    with reader.at(name):
        reader.take(table, name)
    return Boards(tuple(reader.boards), tuple(reader.faults))


def load(text: str, name: str) -> tuple[Board, ...]:
    """The boards in this TOML text; raises `BadBoard` with the first fault."""
    boards, faults = read(text, name)
    if faults:
        raise BadBoard(faults[0])
    return boards


@cache
def samples() -> tuple[Board, ...]:
    """The boards that come with the program, made up for it; easy ones first."""
    name = "klondice_boards.toml"
    return load((files("games") / "data" / name).read_text("utf-8"), name)


def _alike(name: str) -> str:
    """What names have in common that cannot be told apart, typed or as file names."""
    return name.replace(" ", "_").casefold()


class _Reader:
    """Takes boards in and goes on after each fault."""

    def __init__(self) -> None:
        self.boards: list[Board] = []
        self.faults: list[str] = []

    @contextmanager
    def at(self, where: str) -> Iterator[None]:
        """A part of the file: what is wrong in it is noted with where it stands."""
        try:
            yield
        except BadBoard as error:
            self.faults.append(f"{where}: {error}")

    def take(self, table: Table, name: str) -> None:
        _only(table, "board")
        entries = _field(table, "board", list, "a table [[board]] for each board")
        if not entries:
            raise BadBoard("the list of boards is empty, expected one or more")
        for number, entry in enumerate(entries, 1):
            where = f"{name}, board {number}"
            with self.at(where):
                self._board(entry, where)

    def _board(self, entry: object, where: str) -> None:
        table = _table(entry)
        name = _field(table, "name", str, "its name in quotes")
        before = len(self.faults)
        where = f"{where} ({name})"
        with self.at(where):
            _only(table, "name", "about", "rows")
            about = _field(table, "about", str, "a text in quotes", "")
            entries = _field(table, "rows", list, "a list of rows")
            rows = list(self._rows(entries, where))
            if len(self.faults) > before:
                return
            if _alike(name) in [_alike(board.name) for board in self.boards]:
                raise BadBoard("there is such a board already, expected another name")
            self.boards.append(Board(name, tuple(rows), about))

    def _rows(self, entries: list[object], where: str) -> Iterator[Row]:
        for number, entry in enumerate(entries, 1):
            with self.at(f"{where}, row {number}"):
                yield _row(_table(entry))


def _row(table: Table) -> Row:
    _only(table, "type", "order", "spaces", "points")
    spaces = _field(table, "spaces", str, 'spaces in quotes, such as "free free 3"')
    return Row(
        type=type_of(_field(table, "type", str, "a row type in quotes")),
        spaces=tuple(spaces.split()),
        points=_field(table, "points", int, "a whole number"),
        order=_field(table, "order", str, "an order in quotes", ANY),
    )


def _table(entry: object) -> Table:
    if not isinstance(entry, dict):
        raise BadBoard(f"this is {entry!r}, expected a table of KEY = VALUE")
    return entry


def _only(table: Table, *keys: str) -> None:
    for key in table:
        if key not in keys:
            raise BadBoard(f"{key!r} is unknown, expected {', '.join(keys)}")


def _field(
    table: Table,
    key: str,
    kind: type[V],
    expected: str,
    default: V | None = None,
) -> V:
    value = table.get(key, default)
    if value is None:
        raise BadBoard(f"{key} is missing, expected {expected}")
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadBoard(f"{key} is {value!r}, expected {expected}")
    return value
