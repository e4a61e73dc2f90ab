"""Sentences for people: a key and values now, words of some language later.

>>> taken = say("coins.taken", player=Seat(1), coins=3)
>>> words = Words({"coins.taken": "{player} takes {coins:coin|coins}."})
>>> words.render(taken, ("Anna", "Bo"))
'Bo takes 3 coins.'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, TypeAlias

from games.seats import Seat, name_of

Value: TypeAlias = str | int | Seat | tuple[Seat, ...]
"""What fills a gap of a sentence (faces and rolls are text)."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is to be said, apart from the language it is said in.

    ``rule`` is the id of the ruling that it rests on, or empty.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    rule: str = ""


def say(key: str, rule: str = "", **values: Value) -> Sentence:
    """The sentence with this key, resting on ``rule``."""
    return Sentence(key, tuple(values.items()), rule)


@dataclass(frozen=True)
class Words:
    """The templates of one language, by key.

    A template is a format string; ``{coins:coin|coins}`` counts (1 coin, 2 coins), and
    ``{amount:unit}`` counts in the unit that the key ``unit`` names.
    """

    templates: Mapping[str, str]

    def render(self, sentence: Sentence, players: Sequence[str]) -> str:
        """The sentence in these words, players by their names."""
        template = self.templates[sentence.key]
        if not sentence.values:
            return template
        filler = _Filler(players, self.templates.get("unit", ""))
        return filler.vformat(template, (), dict(sentence.values))


class _Filler(Formatter):
    def __init__(self, players: Sequence[str], unit: str) -> None:
        self.players = players
        self.unit = unit

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Seat):
            return name_of(value, self.players)
        if isinstance(value, tuple):
            return _listed([name_of(seat, self.players) for seat in value])
        if format_spec == "unit":
            format_spec = self.unit
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{value} {one if value == 1 else many}"
        return str(super().format_field(value, format_spec))


def _listed(names: Sequence[str]) -> str:
    """The names as they are said: Anna, Bo and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
