"""Crops from photographs with labels: one for every die, some that hold no face.

The labels of each set mean different boxes; what follows from that stands in `SETS`,
measured on the photographs themselves.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.crops import REACH, SIDE, Crops, State
from models.training.perspective import view_of_flat_dice
from vision.arrays import Picture
from vision.cut import cut
from vision.read import Place
from vision.recognise import Reads


@dataclass(frozen=True)
class Boxes:
    """How a set draws its boxes.

    `edge` is the edge of the top face in geometric means of the sides of the box, `up`
    how far the middle of that face lies above the middle of the box, in its heights.
    """

    edge: float
    up: float = 0.0
    hug_pips: bool = False


# byler, catan, colours: what the reader of a run without that set reads best. mixed15
# measures, so it is reckoned: a cube seen from 38 degrees (it is said to be 30 to 45)
# has its top sin 38 / (2 (sin 38 + cos 38)) = 0.22 heights above the middle of its box.
SETS = {
    "byler": Boxes(edge=0.63),
    "catan": Boxes(edge=0.68, up=0.20),
    "colours": Boxes(edge=0.66, up=0.04),
    "webcam": Boxes(edge=1.30, hug_pips=True),
    "mixed15": Boxes(edge=0.66, up=0.20),
}


# Labels seen to be wrong, by set, photograph and place in its list: the value, or None
# where it cannot be told. Two models disagreed, then the full crop was looked at.
CORRECTIONS: dict[tuple[str, str, int], int | None] = {
    ("catan", "064.jpg", 0): 5,  # labelled 2; five pips, plainly
    ("colours", "033.jpg", 0): None,  # labelled 1; four or five pips in glare
}


@dataclass(frozen=True)
class Face:
    """A labelled face: its middle and edge in px, its value."""

    centre: tuple[float, float]
    edge: float
    value: int
    label: tuple[float, float]  # middle of the box as labelled


@dataclass(frozen=True)
class Photograph:
    """A photograph with its faces; `complete` says that every die is labelled."""

    path: Path
    scene: int
    complete: bool
    faces: tuple[Face, ...]
    boxes: tuple[tuple[float, float, float, float], ...]

    def picture(self) -> Picture:
        """Return the picture (height, width, 3), BGR."""
        picture = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"expected a photograph, got {self.path}")
        return np.asarray(picture, np.uint8)


def photographs(folder: Path) -> list[Photograph]:
    """Return the labelled photographs of a set, with the scene of each."""
    truth = json.loads((folder / "labels.json").read_text())
    rule = SETS[folder.name]
    photos = truth["photos"]
    scenes = scenes_of([folder / photo["image"] for photo in photos])
    sizes = [_pip_edge(photo["dice"]) for photo in photos] if rule.hug_pips else []
    found = []
    for index, photo in enumerate(photos):
        near = [size for size in sizes[max(0, index - 10) : index + 11] if size]
        own = sizes[index] if sizes and sizes[index] else None
        typical = own or (statistics.median(near) if near else None)
        faces = [
            _face(_corrected(die, (folder.name, photo["image"], place)), rule, typical)
            for place, die in enumerate(photo["dice"])
        ]
        boxes = tuple((d["cx"], d["cy"], d["w"], d["h"]) for d in photo["dice"])
        found.append(
            Photograph(
                folder / photo["image"],
                scenes[index],
                photo.get("complete", True),
                tuple(face for face in faces if face),
                boxes,
            )
        )
    return found


def _corrected(die: dict[str, Any], label: tuple[str, str, int]) -> dict[str, Any]:
    """Return a label as it is, or as it ought to be."""
    return {**die, "value": CORRECTIONS[label]} if label in CORRECTIONS else die


def _face(die: dict[str, Any], rule: Boxes, typical: float | None) -> Face | None:
    """Return the face of a label, None where its size or value cannot be known."""
    if die["value"] is None:
        return None
    label = (float(die["cx"]), float(die["cy"]))
    edge = rule.edge * math.sqrt(die["w"] * die["h"])
    if rule.hug_pips:
        own = _pip_edge([die])
        if own is None and typical is None:
            return None
        edge = own or typical or 0.0
    centre = (label[0], label[1] - rule.up * die["h"])
    return Face(centre, edge, int(die["value"]), label)


def _pip_edge(dice: list[dict[str, Any]]) -> float | None:
    """Return the median edge that boxes around pips tell; a 1 tells nothing.

    Pitch 0.48 and radius 0.2 half edges: a 4 or 5 spans 0.68 edges upright and 0.88 on
    its corner; a 2 or 3 spans 0.88 along its diagonal, a 6 as a 4 along, less across.
    """
    edges = []
    for die in dice:
        if die["value"] in (4, 5, 6):
            edges.append(math.sqrt(die["w"] * die["h"]) / 0.76)
        elif die["value"] in (2, 3):
            edges.append(math.hypot(die["w"], die["h"]) / 0.95)
    return statistics.median(edges) if edges else None


def scenes_of(paths: list[Path]) -> list[int]:
    """Return the number of each photograph's scene.

    Ten neighbours in order of name are one scene, and so are near-duplicates (a mean
    difference below 1.5 of 255 between thumbnails of 24 px), wherever they stand.
    """
    group = [index // 10 for index in range(len(paths))]
    thumbs = [_thumbnail(path) for path in paths]
    for index, thumb in enumerate(thumbs):
        for other in range(index):
            if (
                group[other] != group[index]
                and np.abs(thumb - thumbs[other]).mean() < 1.5
            ):
                old, new = (
                    max(group[other], group[index]),
                    min(group[other], group[index]),
                )
                group = [new if g == old else g for g in group]
    return group


def _thumbnail(path: Path) -> NDArray[np.float32]:
    grey = np.asarray(cv2.imread(str(path), cv2.IMREAD_REDUCED_GRAYSCALE_4))
    small = cv2.resize(grey, (24, 24), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def real_crops(
    photos: Sequence[Photograph], seed: int, reads: Reads | None = None
) -> Crops:
    """Return crops of a set: its faces, and windows without a face as value 0.

    Their leans are known where a reader tells how the camera looked.
    """
    rng = np.random.default_rng(seed)
    parts = [_crops_of(photo, rng, reads) for photo in photos]
    return Crops.joined([part for part in parts if len(part)])


def _crops_of(
    photo: Photograph, rng: np.random.Generator, reads: Reads | None
) -> Crops:
    picture = photo.picture()
    windows = [(f.centre, f.edge, f.value) for f in photo.faces]
    windows += [(c, e, 0) for c, e in _without_face(photo, picture.shape[:2], rng)]
    pictures = [cut(picture, centre, REACH * edge, SIDE) for centre, edge, _ in windows]
    values = np.array([value for _, _, value in windows], np.int8)
    leans = np.full((len(values), 2), np.nan, np.float32)
    places = [Place(face.centre, face.edge) for face in photo.faces]
    view = view_of_flat_dice(picture, places, reads) if reads else None
    if view is not None:
        leans[values > 0] = [view.explains(place.centre) for place in places]
    return Crops(
        np.array(pictures, np.uint8).reshape(-1, SIDE, SIDE, 3),
        values,
        np.where(values > 0, values - 1, -1).astype(np.int16),
        np.where(values > 0, State.FLAT, State.UNKNOWN).astype(np.int8),
        leans,
        np.full(len(values), photo.scene, np.int16),
    )


def _without_face(
    photo: Photograph, shape: tuple[int, ...], rng: np.random.Generator
) -> Iterator[tuple[tuple[float, float], float]]:
    """Yield windows (middle, edge): parts of faces, beside dice, empty ground."""
    for face in photo.faces:
        if rng.random() < 0.25:  # a part of the face
            at = rng.uniform(-0.3, 0.3, 2) * face.edge
            middle = (face.centre[0] + at[0], face.centre[1] + at[1])
            yield middle, face.edge * rng.uniform(0.2, 0.4)
    if not photo.complete or not photo.faces:
        return
    edge = statistics.median(face.edge for face in photo.faces)
    for _ in range(12):
        middle = (rng.uniform(0, shape[1]), rng.uniform(0, shape[0]))
        size = edge * math.exp(rng.uniform(-0.7, 0.5))
        if all(_apart(middle, box, size) for box in photo.boxes):
            yield middle, size
            if rng.random() < 0.25:
                return


def _apart(
    middle: tuple[float, float], box: tuple[float, float, float, float], edge: float
) -> bool:
    """Return whether a face of `edge` at `middle` would lie outside a box."""
    gap_x = abs(middle[0] - box[0]) - box[2] / 2
    gap_y = abs(middle[1] - box[1]) - box[3] / 2
    return max(gap_x, gap_y) > 0.25 * edge
