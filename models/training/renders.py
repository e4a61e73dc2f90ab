"""A cache of rendered crops, made once on all cores and read back as arrays."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence

import cv2
import numpy as np

from models.training.crops import Crops
from models.training.dice import Ingredients
from models.training.glyphs import NUMERALS, icons
from models.training.scenes import Crop, crop, thing_crop

ICONS, ICON_SEED = 800, 1
SHARD = 500


def identities() -> tuple[str, ...]:
    """Return the names of all identities that the embedding learns to tell apart."""
    numerals = tuple(f"numeral {text}" for text in NUMERALS)
    pips = tuple(str(value) for value in range(1, 7))
    return pips + numerals + tuple(glyph.name for glyph in icons(ICONS, ICON_SEED))


def rendered(count: int, seed: int, ingredients: Ingredients, workers: int) -> Crops:
    """Return `count` rendered crops, the same for the same seed and ingredients."""
    jobs = [
        (seed, shard, min(SHARD, count - shard * SHARD), ingredients)
        for shard in range(-(-count // SHARD))
    ]
    if workers == 1:
        return Crops.joined([_shard(*job) for job in jobs])
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return Crops.joined(pool.starmap(_shard, jobs, chunksize=1))


def _shard(seed: int, number: int, count: int, ingredients: Ingredients) -> Crops:
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, number))
    return _crops(
        [crop(rng, ingredients, icons(ICONS, ICON_SEED)) for _ in range(count)]
    )


def things(count: int, seed: int) -> Crops:
    """Return crops of what has pips and is no die."""
    rng = np.random.default_rng(seed)
    return _crops([thing_crop(rng, Ingredients()) for _ in range(count)])


def _crops(made: Sequence[Crop]) -> Crops:
    known = {name: index for index, name in enumerate(identities())}
    return Crops(
        np.stack([c.picture for c in made]),
        np.array([c.value for c in made], np.int8),
        np.array([known.get(c.identity, -1) for c in made], np.int16),
        np.array([int(c.state) for c in made], np.int8),
        np.array([c.lean for c in made], np.float32).reshape(-1, 2),
        np.full(len(made), -1, np.int16),
    )
