"""A game's data file: its dice, players, options, rulings and words.

The file is TOML; ``games/data/kings_gold.toml`` is the one to copy from. Everything
that a person may ask about a rule stands in it: what was unclear, how it is decided,
and what that rests on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from games.dice import Die, Face, is_face
from games.errors import GamesError
from games.words import Words

Table = Mapping[str, Any]


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

    Where ``faces`` is a number, the value is the owner's own: so many faces with
    spaces between, and ``values`` are no more than examples.
    """

    name: str
    default: str
    values: tuple[str, ...]
    faces: int = 0

    def check(self, value: str) -> str:
        """``value`` if the option knows it; raises `BadOption` otherwise."""
        if not (self._are_faces(value) if self.faces else value in self.values):
            raise BadOption(
                f"option {self.name} cannot be {value!r}: expected {self.expected}"
            )
        return value

    @property
    def expected(self) -> str:
        """The values in words."""
        if self.faces:
            return (
                f"{self.faces} faces in small letters, digits and _, with single"
                f" spaces between, as in {self.default!r}"
            )
        if self.values[0].isdecimal() and len(self.values) > 2:
            return f"a number from {self.values[0]} to {self.values[-1]}"
        return " or ".join(self.values)

    def _are_faces(self, value: str) -> bool:
        names = value.split(" ")
        return len(names) == self.faces and all(map(is_face, names))


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
        template = self.says.get(value, self.says.get("", ""))
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


def load(game: str) -> Rulebook:
    """The rulebook of ``game`` from ``games/data``, with what every game shares."""
    shared = parse(_text("table"), "table")
    own = parse(_text(game), game)
    words = {**shared.words.templates, **own.words.templates}
    rulings = {**own.rulings, **shared.rulings}
    return Rulebook(
        **{**vars(own), "rulings": MappingProxyType(rulings), "words": Words(words)}
    )


def _text(name: str) -> str:
    return (files("games") / "data" / f"{name}.toml").read_text("utf-8")


def parse(text: str, game: str) -> Rulebook:
    """The rulebook in this TOML text; raises `BadRulebook` where something lacks."""
    name = f"{game}.toml"
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRulebook(f"{name} is no TOML: {error}") from error
    fewest, most = _entry(table, "players", list, name)
    rulings = [_ruling(entry, name) for entry in table.get("ruling", [])]
    known = {"title", "players", "leaving", "dice", "ruling", "words", "unit"}
    return Rulebook(
        game=game,
        title=_entry(table, "title", str, name),
        fewest=fewest,
        most=most,
        leaving=Leaving(_entry(table, "leaving", str, name)),
        dice=tuple(_dice(table.get("dice", []), name)),
        rulings=MappingProxyType(_by_id(rulings, name)),
        words=Words(MappingProxyType(dict(table.get("words", {})))),
        extra={key: value for key, value in table.items() if key not in known},
    )


def _entry(table: Table, key: str, kind: type, where: str) -> Any:
    value = table.get(key)
    if not isinstance(value, kind):
        raise BadRulebook(
            f"{where}: {key!r} is {value!r}, expected a {kind.__name__} there"
        )
    return value


def _dice(groups: list[Table], name: str) -> Iterator[Die]:
    for number, group in enumerate(groups, 1):
        where = f"{name}, dice {number}"
        faces = tuple(Face(face) for face in _entry(group, "faces", list, where))
        if len(faces) != 6:
            raise BadRulebook(f"{where}: {len(faces)} faces, expected 6")
        yield from [faces] * int(_entry(group, "count", int, where))


def _by_id(rulings: list[Ruling], name: str) -> dict[str, Ruling]:
    by_id = {ruling.id: ruling for ruling in rulings}
    for ruling in rulings:
        if by_id[ruling.id] is not ruling:
            raise BadRulebook(f"{name}: two rulings are called {ruling.id!r}")
    return by_id


def _ruling(entry: Table, name: str) -> Ruling:
    where = f"{name}, ruling {entry.get('id', '?')}"
    rule = _entry(entry, "id", str, where)
    option = _option(entry, rule, where)
    values = entry.get("values", {})
    says = values if values else {"": _entry(entry, "says", str, where)}
    return Ruling(
        id=rule,
        status=Status(_entry(entry, "status", str, where)),
        section=entry.get("section", ""),
        asks=_entry(entry, "asks", str, where),
        says=MappingProxyType(dict(says)),
        option=option,
    )


def _option(entry: Table, rule: str, where: str) -> Option | None:
    if "values" in entry:
        values = tuple(entry["values"])
    elif "range" in entry:
        low, high = entry["range"]
        values = tuple(str(number) for number in range(low, high + 1))
    elif "faces" in entry:
        values = (entry.get("default", ""), *entry.get("examples", ()))
    else:
        return None
    default = _entry(entry, "default", str, where)
    if default not in values:
        raise BadRulebook(f"{where}: default {default!r} is none of its values")
    option = Option(rule, default, values, entry.get("faces", 0))
    try:
        for value in values:
            option.check(value)
    except BadOption as error:
        raise BadRulebook(f"{where}: {error}") from error
    return option
