"""A finder and reader in one that knows what a drawn clip shows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tests.vision.doubles import NO_HANDS, sighting, sure_of
from vision.arrays import Picture
from vision.film import Film, face_of
from vision.find import Found
from vision.read import Place, Reading


class Knows:
    """Says where the dice of `film` lie at frame `number`, and what they show."""

    def __init__(self) -> None:
        self.film: Film | None = None
        self.number = 0

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        """Return the dice that are drawn there, and the arm."""
        film = self._film()
        places = [film.place_of(die) for die in film.dice[self.number]]
        found = tuple(sighting(*centre, edge=long) for centre, long in places)
        hands = NO_HANDS if not film.arms[self.number] else np.ones_like(NO_HANDS)
        return Found(found if film.arms[self.number] < 0.5 else (), hands)

    def read(self, picture: Picture, places: Sequence[Place]) -> list[Reading]:
        """Return what the die at each place shows."""
        film = self._film()
        dice = film.dice[self.number]
        at = [film.place_of(die)[0] for die in dice]
        return [
            sure_of(
                face_of(
                    dice[
                        min(
                            range(len(at)),
                            key=lambda k: math.dist(at[k], place.centre),
                        )
                    ]
                )
            )
            for place in places
        ]

    def _film(self) -> Film:
        if self.film is None:
            raise LookupError("expected a film to know about, got none")
        return self.film
