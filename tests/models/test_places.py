"""Where faces of photographs are: as a reader sees them, if that can be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.photographs import Face, Photograph
from models.training.places import with_places
from tests.vision.doubles import reading
from vision.arrays import Picture
from vision.read import Place, Reading

NOTED = Face((60.0, 80.0), 30.0, 3, (60.0, 85.0))


class Halfway:
    """Sees a face half way between where it is looked for and where it is."""

    def __init__(self, at: tuple[float, float], edge: float, sure: float = 0.9) -> None:
        self.at, self.edge, self.sure = at, edge, sure

    def read(self, picture: Picture, places: Sequence[Place]) -> list[Reading]:
        return [self._read(place) for place in places]

    def _read(self, place: Place) -> Reading:
        (x, y), (a, b) = place.centre, self.at
        seen = Place(((x + a) / 2, (y + b) / 2), (place.edge + self.edge) / 2)
        return reading({"3": self.sure}, place=seen)


@pytest.fixture
def photo(tmp_path: Path) -> Photograph:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.full((150, 150, 3), 90, np.uint8))
    return Photograph(path, 0, True, (NOTED,), ((60.0, 85.0, 40.0, 50.0),))


def test_faces_are_where_the_reader_sees_them(photo: Photograph) -> None:
    """It looks twice, from nearer."""
    (face,) = with_places(photo, Halfway((64.0, 72.0), 36.0)).faces
    assert face.centre == pytest.approx((63.0, 74.0))
    assert face.edge == pytest.approx(34.5)
    assert (face.value, face.label) == (NOTED.value, NOTED.label)


@pytest.mark.parametrize(
    "seen", [Halfway((90.0, 80.0), 30.0), Halfway((60.0, 80.0), 99.0)]
)
def test_what_is_far_from_the_note_is_not_believed(
    photo: Photograph, seen: Halfway
) -> None:
    (face,) = with_places(photo, seen).faces
    assert abs(face.centre[0] - 60) <= 15
    assert face.edge <= 1.6 * 30


def test_what_is_no_face_has_no_place(photo: Photograph) -> None:
    assert with_places(photo, Halfway((64.0, 72.0), 36.0, sure=0.3)).faces == (NOTED,)
