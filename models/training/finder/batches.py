"""Batches of windows for the finder, turned, scaled and relit anew each time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.batches import relit
from models.training.finder.labelled import Labelled
from models.training.finder.spoil import spoilt
from models.training.finder.targets import CELL, FINDS, Targets, targets
from models.training.finder.windows import Windows

SIDE = 256  # px of a window as the net sees it while it trains
MOST = 60  # photographs of a set that count
NO_HANDS = np.zeros((SIDE // CELL, SIDE // CELL), np.float32)


@dataclass(frozen=True)
class Batch:
    """n views (n, 3, SIDE, SIDE), 0 to 1, and what to say of each."""

    views: NDArray[np.float32]
    wanted: list[Targets]


class Batches:
    """An endless supply from renders and photographs; the same seed, the same batches.

    `real` is the share of photographs; sets of more than `MOST` are drawn from alike
    often, smaller ones by their size.
    """

    def __init__(
        self,
        windows: Sequence[Windows],
        photos: Sequence[Sequence[Labelled]],
        size: int,
        real: float,
        seed: int,
    ) -> None:
        self.windows, self.photos = windows, photos
        self.size, self.real = size, real if photos else 0.0
        self.rng = np.random.default_rng(seed)
        sizes = np.asarray([min(len(part), MOST) for part in photos], np.float64)
        self.shares = sizes / sizes.sum()

    def take(self) -> Batch:
        """Return the next batch."""
        views, wanted = [], []
        for _ in range(self.size):
            from_photo = self.rng.random() < self.real
            view, want = self._of_photo() if from_photo else self._of_render()
            views.append(view)
            wanted.append(want)
        return Batch(relit(np.stack(views), self.rng), wanted)

    def _of_render(self) -> tuple[NDArray[np.uint8], Targets]:
        shard = self.windows[int(self.rng.integers(len(self.windows)))]
        index = int(self.rng.integers(len(shard)))
        picture, labels = shard.pictures[index], shard.labels_of(index)
        zoom = math.exp(self.rng.uniform(-0.5, 0.4))
        if len(labels) and self.rng.random() < 0.08:
            zoom = self.rng.uniform(2, 8) / float(np.median(labels[:, 2]))
        upright = bool(shard.upright[index])
        at = np.asarray(picture.shape[1::-1]) / 2 + self.rng.normal(0, 25, 2)
        matrix = _matrix(self.rng, at, zoom, upright)
        hands = _warped(shard.hands_of(index), matrix, 0)
        cells = cv2.resize(
            hands.astype("f"),
            (SIDE // CELL, SIDE // CELL),
            interpolation=cv2.INTER_AREA,
        )
        moved = _moved(labels, matrix)
        view = self._shown(picture, matrix, moved)
        return view, targets(moved, SIDE, np.asarray(cells, np.float32))

    def _of_photo(self) -> tuple[NDArray[np.uint8], Targets]:
        photos = self.photos[int(self.rng.choice(len(self.photos), p=self.shares))]
        photo = photos[int(self.rng.integers(len(photos)))]
        zoom, at = _aim(self.rng, photo)
        picture, halvings = photo.picture, 0
        while zoom * 2**halvings < 0.6:  # warping alone would skip pixels
            halvings += 1
            half = cv2.resize(
                picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA
            )
            picture = np.asarray(half, np.uint8)
        shrink = np.asarray(picture.shape[1::-1]) / np.asarray(
            photo.picture.shape[1::-1]
        )
        labels = photo.labels.copy()
        labels[:, :2] *= shrink
        labels[:, 2] *= shrink[0]
        matrix = _matrix(self.rng, at * shrink, zoom / shrink[0], True)
        moved = _moved(labels, matrix)
        # No hand is on any photograph that trains; renders alone would teach that dark
        # corners are sleeves.
        return self._shown(picture, matrix, moved), targets(moved, SIDE, NO_HANDS)

    def _shown(
        self,
        picture: NDArray[np.uint8],
        matrix: NDArray[np.float64],
        labels: NDArray[np.float32],
    ) -> NDArray[np.uint8]:
        """Return the view as a camera has it, with the faults of both."""
        view = _warped(picture, matrix, float(self.rng.uniform(0, 255)))
        return spoilt(self.rng, view, labels)


def _aim(
    rng: np.random.Generator, photo: Labelled
) -> tuple[float, NDArray[np.float64]]:
    """Return how far to zoom into a photograph, and the point to look at.

    One look in eight is so near that the dice are too large to be found: their pips are
    the commonest thing taken for small dice. One in ten is so far that they are too
    small: four of them are easily taken for the pips of one.
    """
    size = np.asarray(photo.picture.shape[1::-1], np.float64)
    at, edge = rng.uniform(0, 1, 2) * size, 24.0
    if len(photo.labels):
        die = photo.labels[rng.integers(len(photo.labels))]
        edge = float(die[2])
        if rng.random() < 0.8:
            at = die[:2] + rng.uniform(-0.5, 0.5, 2) * SIDE * edge / 40
    zoom = _edge(rng) / edge
    room = np.minimum(0.42 * SIDE / zoom, size / 2)
    return zoom, np.clip(at, room, size - room)


def _edge(rng: np.random.Generator) -> float:
    """Return the edge in px that a die shall have in a view."""
    luck = rng.random()
    near, far = (81.0, 330.0), (2.0, 8.0)
    reach = near if luck < 0.12 else far if luck < 0.22 else FINDS
    return math.exp(rng.uniform(*np.log(reach)))


def _matrix(
    rng: np.random.Generator, at: NDArray[np.float64], zoom: float, upright: bool
) -> NDArray[np.float64]:
    """Return the way (2, 3) from a picture to a view that has `at` in its middle."""
    angle = rng.normal(0, 0.12) if upright else rng.uniform(0, 2 * math.pi)
    stretch = math.exp(rng.normal(0, 0.04))
    flip = -1 if rng.random() < 0.5 else 1
    c, s = zoom * math.cos(angle), zoom * math.sin(angle)
    linear = np.asarray([[c * flip * stretch, -s], [s * flip * stretch, c]])
    return np.column_stack([linear, SIDE / 2 - linear @ at])


def _warped(
    picture: NDArray[np.uint8], matrix: NDArray[np.float64], around: float
) -> NDArray[np.uint8]:
    """Return a view; outside the picture it is grey, mirrored dice would mislead."""
    centred = matrix.copy()  # pixels have their middles at halves
    centred[:, 2] += matrix[:, :2] @ (0.5, 0.5) - 0.5
    out = cv2.warpAffine(
        picture,
        centred,
        (SIDE, SIDE),
        flags=cv2.INTER_LINEAR,
        borderValue=(around,) * 3,
    )
    return np.asarray(out, np.uint8)


def _moved(
    labels: NDArray[np.float32], matrix: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return labels (k, 7) as they are in a view."""
    linear = matrix[:, :2]
    zoom = math.sqrt(abs(float(np.linalg.det(linear))))
    out = labels.copy()
    out[:, :2] = labels[:, :2] @ linear.T + matrix[:, 2]
    out[:, 2] *= zoom
    along = np.column_stack([np.cos(labels[:, 3]), np.sin(labels[:, 3])]) @ linear.T
    out[:, 3] = np.arctan2(along[:, 1], along[:, 0])
    out[:, 4:6] = labels[:, 4:6] @ linear.T / zoom
    return out
