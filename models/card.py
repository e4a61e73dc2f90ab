"""The card of a model: what its file must be, for what it was made, where it fails.

A card is Markdown with TOML between two lines of ``+++`` in front. The file lies in
the folder ``artefacts`` beside the folder of the card.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

CARDS = Path(__file__).parent / "cards"


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

    `shape` is that of one input, channels first; `labels` and `states` name the outputs
    in order; `data` is the SHA-256 of what it was trained on. `temperature`,
    `threshold`, `sure` and `cocked` calibrate its answers; `risk` is the share of wrong
    faces among those called read that the threshold promises not to exceed.
    """

    name: str
    version: str
    licence: str
    file: str
    sha256: str
    shape: tuple[int, ...]
    labels: tuple[str, ...]
    states: tuple[str, ...]
    embedding: int
    seed: int
    samples: int
    data: str
    temperature: float
    threshold: float
    sure: float
    cocked: float
    risk: float
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


def _card(facts: dict[str, Any], path: Path) -> Card:
    """Return the card that `facts` make, each of its own kind."""
    kinds: dict[str, Any] = {"float": (int, float), "int": int, "str": str}
    values: dict[str, Any] = {}
    for field in fields(Card):
        if field.name == "path":
            continue
        value = facts.get(field.name)
        wanted = kinds.get(str(field.type), list)
        if isinstance(value, bool) or not isinstance(value, wanted):
            raise BadCard(
                f"expected {field.name!r} as {field.type} in front of the card, got "
                f"{value!r}: {path}"
            )
        values[field.name] = tuple(value) if wanted is list else value
    return Card(**values, path=path)
