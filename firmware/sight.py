"""What a camera's pictures go through: finder, reader, and what makes rolls of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.camera_tower import Rolls
from firmware.rolls import Region, RollWatcher
from games.errors import GamesError
from games.referee import Match


class UnknownFaces(GamesError, ValueError):
    """A game with faces that the reader does not know."""


@dataclass(frozen=True)
class Sight:
    """The faces that can be read, and what turns frames into rolls.

    `rolls` takes the keep zone, or None without one.
    """

    faces: frozenset[str]
    rolls: Callable[[Region | None], Rolls]

    def check(self, match: Match) -> None:
        """Raise UnknownFaces where the game has faces that cannot be read."""
        missing = sorted(match.game.faces - self.faces)
        if missing:
            raise UnknownFaces(
                f"the camera cannot read {match.game.rulebook.title}: it knows"
                f" {' '.join(sorted(self.faces))}, and not {' '.join(missing)};"
                " play with --typed"
            )


def load_sight() -> Sight:
    """Return what comes along; raises where a model is missing or another."""
    # Here, and not above: the runtime of the nets takes long to load, and may not.
    from firmware.reading import load_eyes
    from models.card import CARDS
    from vision.read import LABELS

    eyes = load_eyes(CARDS / "face.md", CARDS / "find.md")
    return Sight(
        frozenset(LABELS[1:]), lambda zone: RollWatcher(eyes.finds, eyes.reads, zone)
    )
