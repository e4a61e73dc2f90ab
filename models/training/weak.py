"""Photographs of which only the values are known, labelled where two nets agree.

A photograph counts as labelled when the finder sees as many dice as there are values
and the reader reads exactly those values, each fairly surely. Agreement by chance is
rare: it takes all values of all dice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from models.training.photographs import Face, Photograph, photographs, scenes_of
from models.training.recipes import WEAK_SETS
from vision.recognise import Finds, Reads, SeenDie, recognise

SURE = 0.6  # of the reader, for every die


def label(folder: Path, finder: Finds, reader: Reads, out: Path) -> tuple[int, int]:
    """Write a set's labels to `out`; return how many photographs got some, of all."""
    photos = json.loads((folder / "labels.json").read_text())["photos"]
    kept = {}
    for photo in photos:
        picture = np.asarray(cv2.imread(str(folder / photo["image"])), np.uint8)
        dice = recognise(picture, finder, reader).dice
        if _agree(dice, photo["values"]):
            kept[photo["image"]] = [_row(die) for die in dice]
    out.write_text(json.dumps(kept))
    return len(kept), len(photos)


def _agree(dice: Sequence[SeenDie], values: Sequence[int]) -> bool:
    said = Counter(die.face for die in dice)
    sure = all(die.confidence >= SURE for die in dice)
    return sure and said == Counter(str(value) for value in values)


def _row(die: SeenDie) -> list[float]:
    return [*die.sighting.centre, die.sighting.edge, int(die.face or 0)]


def photographs_of(photos: Path, cache: Path, name: str) -> list[Photograph]:
    """Return the photographs of a set of train/ whose dice are labelled."""
    folder = photos / "train" / name
    if name not in WEAK_SETS:
        return photographs(folder)
    return list(weakly_labelled(folder, weak_labels(cache, name)))


def weak_labels(cache: Path, name: str) -> Path:
    """Return where the labels of a set are kept."""
    return cache / f"weak-{name}.json"


def weakly_labelled(folder: Path, labels: Path) -> Iterator[Photograph]:
    """Yield the photographs of a set that `label` gave labels."""
    known = json.loads(labels.read_text())
    photos = json.loads((folder / "labels.json").read_text())["photos"]
    scenes = scenes_of([folder / photo["image"] for photo in photos])
    for photo, scene in zip(photos, scenes, strict=True):
        rows = known.get(photo["image"])
        if rows is None:
            continue
        faces = tuple(
            Face((x, y), edge, int(value), (x, y)) for x, y, edge, value in rows
        )
        boxes = tuple((x, y, 1.5 * edge, 1.5 * edge) for x, y, edge, _ in rows)
        yield Photograph(folder / photo["image"], scene, True, faces, boxes)
