"""Where the top faces of labelled photographs are, as a reader sees them.

People and nets noted boxes around dice, each set in its own way, and a die that lies
askew has a larger box. A reader that learnt places from renders, which are exact, sees
the faces themselves: on the four sets that people labelled edges made from boxes differ
from it by 9 to 13 % (standard deviation), middles by 3 to 15 % of an edge (mean).
"""

from __future__ import annotations

import math
from dataclasses import replace

from models.training.photographs import Face, Photograph
from vision.read import Place, Reading
from vision.recognise import Reads

LEAST_EDGE = 14.0  # px; where smaller faces are is hardly better seen than noted
ROUNDS = 2
NEAR, ALIKE = 0.5, 1.6  # edges and factor that a place may differ from what was noted


def with_places(photo: Photograph, reads: Reads) -> Photograph:
    """Return the photograph with each face where the reader sees it."""
    if not photo.faces:
        return photo
    picture = photo.picture()
    faces = list(photo.faces)
    for _ in range(ROUNDS):
        places = [Place(face.centre, face.edge) for face in faces]
        readings = reads.read(picture, places)
        faces = [
            _seen(face, noted, reading)
            for face, noted, reading in zip(faces, photo.faces, readings, strict=True)
        ]
    return replace(photo, faces=tuple(faces))


def _seen(face: Face, noted: Face, reading: Reading) -> Face:
    """Return a face where a reading has it, if that is near what was noted."""
    place = reading.place
    if place is None or reading.nothing >= 0.5 or noted.edge < LEAST_EDGE:
        return face
    apart = math.dist(place.centre, noted.centre)
    ratio = max(place.edge, noted.edge) / min(place.edge, noted.edge)
    if apart > NEAR * noted.edge or ratio > ALIKE:
        return face
    return replace(face, centre=place.centre, edge=place.edge)
