"""Doubles of the nets: a finder and a reader that say what a test wants."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Picture
from vision.find import Found
from vision.read import LABELS, Place, Reading, State
from vision.sightings import Sighting

NO_HANDS = np.zeros((12, 16), np.float32)
SURE = 0.97


def sighting(
    x: float,
    y: float,
    *,
    edge: float = 60.0,
    lean: tuple[float, float] = (0.0, 0.0),
    score: float = 0.95,
    cut: bool = False,
) -> Sighting:
    """Return a die lying there."""
    return Sighting((x, y), edge, 0.0, lean, score, cut)


def reading(
    shares: Mapping[str, float],
    state: State = State.READ,
    *,
    faces: Sequence[str] = LABELS[1:],
    pose: tuple[float, float, float] = (0.98, 0.01, 0.01),
    lean: tuple[float, float] = (0.0, 0.0),
    place: Place | None = None,
) -> Reading:
    """Return a reading with these probabilities; what they lack is "none"."""
    table = [shares.get(face, 0.0) for face in faces]
    nothing = 1 - sum(table)
    best = max(faces, key=lambda face: shares.get(face, 0.0))
    face = best if shares.get(best) else None
    return Reading(
        face,
        shares.get(best, nothing) if face else nothing,
        state,
        np.array([nothing, *table], np.float32),
        np.array(pose, np.float32),
        np.eye(64, dtype=np.float32)[0],
        ("none", *faces),
        lean,
        place=place,
    )


def sure_of(face: str, faces: Sequence[str] = LABELS[1:]) -> Reading:
    """Return the reading of a face that is sure."""
    return reading({face: SURE}, faces=faces)


@dataclass(frozen=True)
class SaysFound:
    """A finder that finds the same in every picture."""

    sightings: tuple[Sighting, ...]
    hands: np.ndarray = field(default_factory=lambda: NO_HANDS)
    too_small: bool = False

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        """Return what was wanted."""
        return Found(self.sightings, self.hands, self.too_small)


@dataclass(frozen=True)
class SaysRead:
    """A reader that says of each place what was wanted for the nearest point."""

    said: Mapping[tuple[float, float], Reading]

    def read(self, picture: Picture, places: Sequence[Place]) -> list[Reading]:
        """Return one reading for each place."""
        return [
            self.said[min(self.said, key=lambda point: math.dist(point, place.centre))]
            for place in places
        ]
