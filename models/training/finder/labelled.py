"""Photographs for the finder: shrunk pictures with the dice that are labelled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.perspective import view_of_flat_dice
from models.training.photographs import Photograph
from vision.read import Place
from vision.recognise import Reads

LONGEST = 1000  # px; finer than any window shows a die


@dataclass(frozen=True)
class Labelled:
    """A photograph (height, width, 3) and its labels (k, 7) as in `Windows`.

    Turn and lean are NaN: nobody noted them. `scene` is the number of its scene.
    """

    picture: NDArray[np.uint8]
    labels: NDArray[np.float32]
    scene: int


def labelled(
    photos: Sequence[Photograph], without: frozenset[int] = frozenset()
) -> list[Labelled]:
    """Return the photographs of a set on which every die is labelled.

    Those of the scenes in `without` are left out: they calibrate.
    """
    return [
        _shrunk(photo)
        for photo in photos
        if photo.scene not in without
        and photo.complete
        and len(photo.faces) == len(photo.boxes)
    ]


def with_leans(photo: Labelled, reads: Reads) -> Labelled:
    """Return the photograph with the leans that its view makes of flat dice."""
    places = [Place((x, y), edge) for x, y, edge, *_ in photo.labels.tolist()]
    view = view_of_flat_dice(photo.picture, places, reads)
    if view is None:
        return photo
    labels = photo.labels.copy()
    labels[:, 4:6] = [view.explains(place.centre) for place in places]
    return replace(photo, labels=labels)


def _shrunk(photo: Photograph) -> Labelled:
    picture = photo.picture()
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    if scale < 1:
        picture = cv2.resize(
            picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
        )
    rows = [
        [
            f.centre[0] * scale,
            f.centre[1] * scale,
            f.edge * scale,
            np.nan,
            np.nan,
            np.nan,
            0,
        ]
        for f in photo.faces
    ]
    return Labelled(picture, np.asarray(rows, np.float32).reshape(-1, 7), photo.scene)
