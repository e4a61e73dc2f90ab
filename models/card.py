"""The card of a model: what its file must be, for what it was made, where it fails.

A card is Markdown with TOML between two lines of ``+++`` in front: the facts that every
model has, and two tables that differ from model to model, ``[outputs]`` and
``[settings]``. The file lies in the folder ``artefacts`` beside the folder of the card.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar, cast

CARDS = Path(__file__).parent / "cards"

T = TypeVar("T")


class ModelsError(Exception):
    """Anything wrong with a card or its file; the message is a sentence for people."""


class BadCard(ModelsError, ValueError):
    """A card without the facts that a program needs."""


class NoCard(ModelsError, FileNotFoundError):
    """A card or its model file that is not there."""


class WrongArtefact(ModelsError, ValueError):
    """A model file that is not the one that its card describes."""


@dataclass(frozen=True)
class Card:
    """The facts in front of a card.

    `shape` is that of one input, channels first, 0 where the model takes any size.
    `outputs` has, for each output of the model, the names of what it says in order, or
    how many numbers it says where they have none. `settings` calibrate its answers, by
    the names that the program gives them. `data` is the SHA-256 of what it was trained
    on. `risk` is the share of wrong answers among those given without a doubt that the
    settings promise not to exceed.
    """

    name: str
    version: str
    licence: str
    file: str
    sha256: str
    shape: tuple[int, ...]
    seed: int
    samples: int
    data: str
    risk: float
    outputs: Mapping[str, tuple[str, ...] | int]
    settings: Mapping[str, float]
    path: Path

    @property
    def artefact(self) -> Path:
        """Return where the model file lies."""
        return self.path.parent.parent / "artefacts" / self.file


def load_card(path: Path) -> Card:
    """Return the card at `path`; raise NoCard or BadCard."""
    if not path.is_file():
        raise NoCard(f"expected the card of a model, found no file: {path}")
    parts = path.read_text(encoding="utf-8").split("+++\n", 2)
    if len(parts) != 3 or parts[0].strip():
        raise BadCard(f"expected TOML between two lines of +++ in front: {path}")
    try:
        facts = tomllib.loads(parts[1])
    except tomllib.TOMLDecodeError as error:
        raise BadCard(f"expected TOML in front of the card {path}: {error}") from error
    return _card(facts, path)


def check_artefact(card: Card) -> Path:
    """Return the card's model file after comparing its hash; raise NoCard or
    WrongArtefact."""
    if not card.artefact.is_file():
        raise NoCard(
            f"expected the model {card.file} that the card {card.path.name} names, "
            f"found no file: {card.artefact}"
        )
    found = hashlib.sha256(card.artefact.read_bytes()).hexdigest()
    if found != card.sha256:
        raise WrongArtefact(
            f"expected the model that its card names ({card.sha256[:12]}), got "
            f"another ({found[:12]}): {card.artefact}; put back the file that came "
            "with the card"
        )
    return card.artefact


def settings_of(card: Card, kind: Callable[..., T]) -> T:
    """Return the settings that a card has, as the program knows them.

    `kind` is a frozen dataclass of `sha256` and numbers; raises BadCard where the card
    has others.
    """
    known = [field.name for field in fields(cast(Any, kind)) if field.name != "sha256"]
    if sorted(known) != sorted(card.settings):
        raise BadCard(
            f"expected [settings] with {', '.join(sorted(known))}, got "
            f"{', '.join(sorted(card.settings)) or 'none'}: {card.path}"
        )
    return kind(sha256=card.sha256, **card.settings)


def _card(facts: dict[str, Any], path: Path) -> Card:
    """Return the card that `facts` make, each of its own kind."""
    values: dict[str, Any] = {}
    for field in fields(Card):
        if field.name == "path":
            continue
        value = facts.get(field.name)
        kind, fits = KINDS[str(field.type)]
        if not fits(value):
            raise BadCard(
                f"expected {field.name!r} as {kind} in front of the card, got "
                f"{value!r}: {path}"
            )
        values[field.name] = tuple(value) if isinstance(value, list) else value
    values["outputs"] = {
        name: tuple(what) if isinstance(what, list) else what
        for name, what in values["outputs"].items()
    }
    return Card(**values, path=path)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, float) or _is_count(value)


def _are_counts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_count, value))


def _are_outputs(value: object) -> bool:
    """Whether it is a table of names, each with names or a number."""
    return isinstance(value, dict) and all(
        _is_count(what) or (isinstance(what, list) and all(map(_is_text, what)))
        for what in value.values()
    )


def _are_settings(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


KINDS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "str": ("a text", _is_text),
    "int": ("a whole number", _is_count),
    "float": ("a number", _is_number),
    "tuple[int, ...]": ("a list of whole numbers", _are_counts),
    "Mapping[str, tuple[str, ...] | int]": (
        "a table of names, or of a number, for each output",
        _are_outputs,
    ),
    "Mapping[str, float]": ("a table of numbers", _are_settings),
}
