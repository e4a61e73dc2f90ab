"""What a finder takes for dice where there are none: crops that teach the reader so.

Parts of dice count, their side faces do not: aslant, nothing in a crop tells a side
face from a top face.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from models.training.crops import REACH, SIDE, Crops, State
from models.training.finder.windows import Trays, load_windows
from models.training.photographs import Photograph
from vision.arrays import Picture
from vision.cut import cut
from vision.recognise import Finds
from vision.sightings import Sighting

Die = tuple[float, float, float]  # middle x, y and edge in px


def mined_from_photographs(finder: Finds, photos: Iterable[Photograph]) -> Crops:
    """Return the false finds on photographs of which every die is labelled."""
    parts = []
    for photo in photos:
        if photo.complete and len(photo.faces) == len(photo.boxes):
            dice = [(*face.centre, face.edge) for face in photo.faces]
            parts.append(_mined(finder, photo.picture(), dice, photo.scene))
    return Crops.joined(parts)


def mined_from_trays(finder: Finds, cache: Path, trays: Sequence[Trays]) -> Crops:
    """Return the false finds on rendered trays."""
    parts = []
    for shard in load_windows(cache, trays):
        for index in range(0, len(shard), 4):
            dice = [(x, y, edge) for x, y, edge, *_ in shard.labels_of(index).tolist()]
            parts.append(_mined(finder, shard.pictures[index], dice, -1))
    return Crops.joined(parts)


def _mined(finder: Finds, picture: Picture, dice: Sequence[Die], scene: int) -> Crops:
    found = list(_false(finder.find(picture).sightings, dice))
    count = len(found)
    pictures = [cut(picture, one.centre, REACH * one.edge, SIDE) for one in found]
    return Crops(
        np.array(pictures, np.uint8).reshape(-1, SIDE, SIDE, 3),
        np.zeros(count, np.int8),
        np.full(count, -1, np.int16),
        np.full(count, State.UNKNOWN, np.int8),
        np.full((count, 2), np.nan, np.float32),
        np.full(count, scene, np.int16),
    )


def _false(sightings: Sequence[Sighting], dice: Sequence[Die]) -> Iterator[Sighting]:
    """Yield the sightings that are no die and no side face of one."""
    for one in sightings:
        apart = True
        for x, y, edge in dice:
            near = math.dist(one.centre, (x, y)) < 0.75 * (edge + one.edge)
            part = one.edge < 0.45 * edge
            apart = apart and (not near or part)
        if apart:
            yield one
