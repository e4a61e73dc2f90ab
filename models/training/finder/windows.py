"""Rendered trays with their labels as arrays, made once and kept in a folder."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.dice import Ingredients
from models.training.finder.heaps import AS_THEY_COME, Habits
from models.training.finder.labelled import Labelled
from models.training.finder.trays import Label, tray
from models.training.glyphs import icons
from models.training.renders import ICON_SEED, ICONS

SHARD = 250
INGREDIENTS = Ingredients(hard=0.15)


@dataclass(frozen=True)
class Windows:
    """n trays: `pictures` (n, SIDE, SIDE, 3) and `hands` (n, SIDE, SIDE / 8) of bits.

    `labels` (m, 8) holds for every die the number of its tray and centre x, y, edge,
    turn, lean x, y and hidden share as in `Label`; `upright` (n,) says which views are
    aslant.
    """

    pictures: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    labels: NDArray[np.float32]
    upright: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.upright)

    def labels_of(self, index: int) -> NDArray[np.float32]:
        """Return the labels (k, 7) of a tray."""
        return self.labels[self.labels[:, 0] == index, 1:]

    def hands_of(self, index: int) -> NDArray[np.uint8]:
        """Return what a hand covers in a tray (SIDE, SIDE), 0 or 1."""
        return np.unpackbits(self.hands[index], axis=1)


def rows_of(labels: tuple[Label, ...]) -> NDArray[np.float32]:
    """Return labels as an array (k, 7), in the order of `Windows.labels`."""
    rows = [[*one.centre, one.edge, one.turn, *one.lean, one.hidden] for one in labels]
    return np.asarray(rows, np.float32).reshape(-1, 7)


@dataclass(frozen=True)
class Trays:
    """How many trays there are, from which seed, of what dice, and how these lie."""

    count: int
    seed: int
    habits: Habits = AS_THEY_COME
    white: float = 0.0  # the share of white dice with dark pips


def make_windows(cache: Path, kinds: Sequence[Trays], workers: int) -> None:
    """Make the shards that are not there yet."""
    folder = cache / "trays"
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(folder, kind, shard) for kind in kinds for shard in _shards(kind)]
    jobs = [job for job in jobs if not _file(*job).exists()]
    if workers == 1:
        for job in jobs:
            _shard(*job)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        pool.starmap(_shard, jobs, chunksize=1)


def load_windows(cache: Path, kinds: Sequence[Trays]) -> Iterator[Windows]:
    """Yield the shards that are there."""
    for kind in kinds:
        for shard in _shards(kind):
            path = _file(cache / "trays", kind, shard)
            if path.exists():
                with np.load(path) as arrays:
                    yield Windows(**{name: arrays[name] for name in arrays.files})


def _shards(kind: Trays) -> range:
    return range(-(-kind.count // SHARD))


def data_digest(
    windows: Sequence[Windows], photos: Sequence[Sequence[Labelled]]
) -> str:
    """Return the SHA-256 of all that a finder trains on."""
    total = hashlib.sha256()
    for shard in windows:
        total.update(shard.pictures.tobytes())
        total.update(shard.labels.tobytes())
    for photo in (photo for part in photos for photo in part):
        total.update(photo.picture.tobytes())
        total.update(photo.labels.tobytes())
    return total.hexdigest()


def _file(folder: Path, kind: Trays, shard: int) -> Path:
    return folder / f"{kind.seed}-{shard:03}.npz"


def _shard(folder: Path, kind: Trays, number: int) -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng((kind.seed, number))
    symbols = icons(ICONS, ICON_SEED)
    ingredients = replace(INGREDIENTS, white=kind.white)
    trays = [tray(rng, ingredients, symbols, kind.habits) for _ in range(SHARD)]
    labels = [
        np.column_stack([np.full(len(one.labels), index), rows_of(one.labels)])
        for index, one in enumerate(trays)
    ]
    part = folder / f"{kind.seed}-{number:03}.part.npz"
    np.savez(
        part,
        pictures=np.stack([one.picture for one in trays]),
        hands=np.stack([np.packbits(one.hands, axis=1) for one in trays]),
        labels=np.concatenate(labels).astype(np.float32),
        upright=np.asarray([one.upright for one in trays]),
    )
    part.replace(_file(folder, kind, number))
