"""A game's data file: its dice, players, options, rulings and words.

The file is TOML; ``games/data/kings_gold.toml`` is the one to copy from. Everything
that a person may ask about a rule stands in it: what was unclear, how it is decided,
and what that rests on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from games.dice import Die, Face
from games.errors import BadNotation, GamesError
from games.words import Words

Table = Mapping[str, Any]

DATA: Traversable = files("games") / "data"

FACES = 6
"""How many faces a die has."""

MOST_DICE = 99

DEEPEST = 20
"""How many tables and lists of a file may lie in one another."""
LONGEST_NUMBER = 63
"""Bits of the longest whole number that TOML knows, its sign aside."""
BYTE_ORDER_MARK = "\ufeff"
"""What some editors put in front of a text."""


class BadRulebook(GamesError, ValueError):
    """A data file that does not say what a game needs."""


class BadOption(GamesError, ValueError):
    """An option that the game does not have, or a value that it does not know."""


class Status(StrEnum):
    """What a ruling rests on."""

    STATED = "STATED"
    """The rulebook says so, in the section named."""
    DERIVED = "DERIVED"
    """It follows from what the rulebook says."""
    HOUSE = "HOUSE"
    """The rulebook is silent: our default, or what the players chose."""


class Leaving(StrEnum):
    """What it means that a die leaves the tray."""

    REROLLED = "rerolled"
    PLACED = "placed"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Option:
    """A question that the players may decide for themselves.

    ``own`` says what they may give instead of a value, in text of their own, which
    the game checks: their own cards, say. It is empty where nothing else will do.
    """

    name: str
    default: str
    values: tuple[str, ...]
    own: str = ""

    def check(self, value: str) -> str:
        """``value`` if the option knows it; raises `BadOption` otherwise."""
        if value not in self.values and not (self.own and value):
            raise BadOption(
                f"option {self.name} cannot be {value!r}: expected {self.expected}"
            )
        return value

    @property
    def expected(self) -> str:
        """The values in words."""
        if self.values[0].isdecimal() and len(self.values) > 2:
            return f"a number from {self.values[0]} to {self.values[-1]}"
        return " or ".join([*self.values, self.own] if self.own else self.values)


@dataclass(frozen=True)
class Ruling:
    """One question about the rules, and how it is decided.

    ``says`` holds one sentence for each value of the option, or one under ``""``.
    """

    id: str
    status: Status
    section: str
    asks: str
    says: Mapping[str, str]
    option: Option | None

    def sentence(self, options: Mapping[str, str]) -> str:
        """The ruling in a sentence, under these options."""
        value = options.get(self.id, "")
        template = self.says.get(value, self.says.get(""))
        if template is None:
            return f"The players' own: {value}."
        return template.format(value=value)

    @property
    def ground(self) -> str:
        """What it rests on, in few words."""
        return f"{self.status}: {self.section}" if self.section else str(self.status)


@dataclass(frozen=True)
class Rulebook:
    """All that is data about one game."""

    game: str
    title: str
    fewest: int
    most: int
    leaving: Leaving
    dice: tuple[Die, ...]
    rulings: Mapping[str, Ruling]
    words: Words
    extra: Table
    """Tables of the file that only this game knows (cards, boards)."""

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The options by name."""
        rulings = self.rulings.values()
        return {ruling.id: ruling.option for ruling in rulings if ruling.option}

    @cached_property
    def faces(self) -> frozenset[Face]:
        """Every face that a die of this game can show."""
        return frozenset(face for die in self.dice for face in die)

    def settle(self, chosen: Mapping[str, str]) -> Mapping[str, str]:
        """Every option with the value that counts: the one chosen, else the default.

        Raises `BadOption` for an option or a value that this game does not have.
        """
        for name in chosen:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadOption(f"{self.game} has no option {name!r}: expected {known}")
        return MappingProxyType(
            {
                name: option.check(chosen.get(name, option.default))
                for name, option in self.options.items()
            }
        )


def load(game: str, data: Traversable = DATA) -> Rulebook:
    """The rulebook of ``game`` from a folder, with what every game shares."""
    shared = parse(_text(DATA, "table"), "table")
    own = parse(_text(data, game), game)
    words = {**shared.words.templates, **own.words.templates}
    rulings = {**own.rulings, **shared.rulings}
    return Rulebook(
        **{**vars(own), "rulings": MappingProxyType(rulings), "words": Words(words)}
    )


def _text(data: Traversable, name: str) -> str:
    return (data / f"{name}.toml").read_text("utf-8")


def parse(text: str, game: str) -> Rulebook:
    """The rulebook in this TOML text; raises `BadRulebook` where something lacks."""
    name = f"{game}.toml"
    table = toml(text, name)
    fewest, most = entry(table, "players", list, name)
    rulings = [_ruling(each, name) for each in entries(table, "ruling", name)]
    known = {"title", "players", "leaving", "dice", "ruling", "words", "unit"}
    return Rulebook(
        game=game,
        title=entry(table, "title", str, name),
        fewest=fewest,
        most=most,
        leaving=Leaving(entry(table, "leaving", str, name)),
        dice=parse_dice(table, name),
        rulings=MappingProxyType(_by_id(rulings, name)),
        words=Words(MappingProxyType(dict(table.get("words", {})))),
        extra={key: value for key, value in table.items() if key not in known},
    )


def entry(table: Table, key: str, kind: type, where: str) -> Any:
    """``table[key]``; raises `BadRulebook` where it lacks or is of another kind.

    >>> entry({"count": "4"}, "count", int, "my.toml, dice 1")
    Traceback (most recent call last):
    games.rulebook.BadRulebook: my.toml, dice 1: 'count' is '4', expected a whole number
    """
    value = table.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        found = f"is {value!r}" if key in table else "is missing"
        raise BadRulebook(f"{where}: {key!r} {found}, expected {_KINDS[kind]}")
    return value


def only(table: Table, keys: Sequence[str], where: str) -> None:
    """Raise `BadRulebook` where ``table`` has a key beside these: it is misspelt.

    >>> only({"vilage": "city"}, ("name", "village"), "my.toml, citizen 3")
    Traceback (most recent call last):
    games.rulebook.BadRulebook: my.toml, citizen 3: 'vilage' is unknown, expected \
name and village
    """
    for key in table:
        if key not in keys:
            known = f"{', '.join(keys[:-1])} and {keys[-1]}"
            raise BadRulebook(f"{where}: {key!r} is unknown, expected {known}")


_KINDS = {list: "a list", str: "a text", int: "a whole number"}


def entries(table: Table, key: str, where: str) -> Sequence[Table]:
    """The tables under ``[[key]]``, none where there is no such key."""
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(e, dict) for e in found):
        raise BadRulebook(f"{where}: {key!r} is {found!r}, expected tables [[{key}]]")
    return found


def toml(text: str, name: str) -> Table:
    """What a TOML file says; raises `BadRulebook` where it is none."""
    try:
        table = tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
        _check_size(table)
    except tomllib.TOMLDecodeError as error:
        raise BadRulebook(f"{name} is no TOML: {error}") from error
    except RecursionError as error:
        raise BadRulebook(
            f"{name}: its tables and lists lie too deep in one another,"
            f" expected up to {DEEPEST} levels"
        ) from error
    except ValueError as error:  # Python reads no number of more than 4,300 digits.
        raise BadRulebook(
            f"{name}: a number is too long, expected up to {LONGEST_NUMBER} bits"
        ) from error
    return table


def _check_size(value: object, levels: int = DEEPEST) -> None:
    """Whether the value can be shown whole; raises as `tomllib` does where not."""
    if levels < 0:
        raise RecursionError
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        raise ValueError
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _check_size(each, levels - 1)


def parse_dice(table: Table, name: str) -> tuple[Die, ...]:
    """The dice under ``[[dice]]`` of the file ``name``."""
    dice: list[Die] = []
    for number, group in enumerate(entries(table, "dice", name), 1):
        where = f"{name}, dice {number}"
        faces = tuple(_face(face, where) for face in entry(group, "faces", list, where))
        if len(faces) != FACES:
            raise BadRulebook(f"{where}: {len(faces)} faces, expected {FACES}")
        count = entry(group, "count", int, where)
        if not 1 <= count <= MOST_DICE:
            raise BadRulebook(f"{where}: 'count' is {count}, expected 1 to {MOST_DICE}")
        dice += [faces] * count
    return tuple(dice)


def _face(name: object, where: str) -> Face:
    try:
        return Face(str(name))
    except BadNotation as error:
        raise BadRulebook(f"{where}: {error}") from error


def _by_id(rulings: list[Ruling], name: str) -> dict[str, Ruling]:
    by_id = {ruling.id: ruling for ruling in rulings}
    for ruling in rulings:
        if by_id[ruling.id] is not ruling:
            raise BadRulebook(f"{name}: two rulings are called {ruling.id!r}")
    return by_id


def _ruling(table: Table, name: str) -> Ruling:
    where = f"{name}, ruling {table.get('id', '?')}"
    rule = entry(table, "id", str, where)
    option = _option(table, rule, where)
    values = table.get("values", {})
    says = values if values else {"": entry(table, "says", str, where)}
    return Ruling(
        id=rule,
        status=Status(entry(table, "status", str, where)),
        section=table.get("section", ""),
        asks=entry(table, "asks", str, where),
        says=MappingProxyType(dict(says)),
        option=option,
    )


def _option(table: Table, rule: str, where: str) -> Option | None:
    if "values" in table:
        values = tuple(table["values"])
    elif "range" in table:
        low, high = table["range"]
        values = tuple(str(number) for number in range(low, high + 1))
    elif "own" in table:
        values = (entry(table, "default", str, where), *table.get("examples", ()))
    else:
        return None
    default = entry(table, "default", str, where)
    if default not in values:
        raise BadRulebook(f"{where}: default {default!r} is none of its values")
    return Option(rule, default, values, table.get("own", ""))
