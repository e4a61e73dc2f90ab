"""Dice as if they had been seen: what a reader double says in tests."""

from __future__ import annotations

from vision.read import State
from vision.recognise import SeenDie
from vision.sightings import Sighting


def die(
    face: str | None,
    x: float = 60.0,
    y: float = 40.0,
    *,
    state: State = State.READ,
    others: tuple[tuple[str, float], ...] = (),
) -> SeenDie:
    """A die of 30 px with its middle at (x, y)."""
    confidence = 0.99 - sum(share for _, share in others)
    candidates = ((face, confidence), *others) if face else others
    sighting = Sighting((x, y), 30.0, 0.0, (0.0, 0.0), 0.95)
    return SeenDie(sighting, face, confidence, state, tuple(candidates))


def dice(*faces: str) -> tuple[SeenDie, ...]:
    """Dice in a row, all read."""
    return tuple(die(face, 60.0 + 50 * place) for place, face in enumerate(faces))
