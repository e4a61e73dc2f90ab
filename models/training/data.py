"""Which crops a run trains on and which are held out, from caches in one folder."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from models.training.batches import Source
from models.training.calibrate import held_out
from models.training.crops import Crops
from models.training.dice import Ingredients
from models.training.photographs import real_crops
from models.training.places import with_places
from models.training.recipes import TRAIN_SETS, WEAK_SETS, Mix
from models.training.renders import rendered, things
from models.training.weak import photographs_of, weak_labels
from vision.recognise import Reads

HARD = Ingredients(hard=1.0, symbols=False, nothing=False)
TOUCHING = Ingredients(touching=1.0, symbols=False, nothing=False)
WHITE = replace(TOUCHING, white=0.8)
ODD = Ingredients(two_toned=0.6, faint=0.5, symbols=False, nothing=False)
SHARP = Ingredients(touching=0.5, white=0.4, symbols=False, nothing=False, optics=False)
LEANING = Ingredients(leaning=0.5, symbols=False, nothing=False)
MORE = {
    "hard": HARD,
    "touching": TOUCHING,
    "white": WHITE,
    "odd": ODD,
    "sharp": SHARP,
    "leaning": LEANING,
}


@dataclass(frozen=True)
class Data:
    """Sources to train on, crops of each set to calibrate on, and the hash of both."""

    sources: tuple[Source, ...]
    calibration: tuple[Crops, ...]
    digest: str


def make_caches(
    cache: Path, photos: Path, mix: Mix, workers: int, reads: Reads | None = None
) -> None:
    """Make the caches of crops that are not there yet.

    A reader sees where the faces of photographs are and how they lean.
    """
    for name in labelled_sets(cache):
        if not real_cache(cache, name).exists():
            found = photographs_of(photos, cache, name)
            if reads:
                found = [with_places(one, reads) for one in found]
            crops = real_crops(found, mix.crop_seed, reads)
            crops.save(real_cache(cache, name))
    all_renders(cache, mix, workers)
    if not mined_cache(cache, "things").exists():
        things(mix.things, mix.render_seed).save(mined_cache(cache, "things"))


def real_cache(cache: Path, name: str) -> Path:
    """Return where the crops of a set are kept."""
    return cache / f"{name}.npz"


def mined_cache(cache: Path, name: str) -> Path:
    """Return where crops are kept that a finder took for dice on a set, or on trays."""
    return cache / f"mined-{name}.npz"


def labelled_sets(cache: Path) -> list[str]:
    """Return the sets whose dice have places, by hand or since two nets agreed."""
    weak = [name for name in WEAK_SETS if weak_labels(cache, name).exists()]
    return [*TRAIN_SETS, *weak]


def crops_of(cache: Path, name: str) -> Crops:
    """Return the crops of a set with what was mined from it."""
    crops = Crops.load(real_cache(cache, name))
    mined = mined_cache(cache, name)
    return Crops.joined([crops, Crops.load(mined)]) if mined.exists() else crops


def scenes_held_out(cache: Path, name: str, mix: Mix) -> frozenset[int]:
    """Return the scenes of a set that calibrate and never train, finder or reader."""
    crops = Crops.load(real_cache(cache, name))
    out = held_out(crops, mix.held_out, mix.held_out_seed)
    return frozenset(int(scene) for scene in crops.scenes[out])


def renders_of(
    cache: Path,
    mix: Mix,
    workers: int,
    name: str = "all",
    ingredients: Ingredients | None = None,
) -> Crops:
    """Return the renders with these ingredients, made first if they are not there."""
    path = cache / f"renders-{name}-{mix.renders}-{mix.render_seed}.npz"
    if not path.exists():
        made = rendered(
            mix.renders, mix.render_seed, ingredients or Ingredients(), workers
        )
        made.save(path)
    return Crops.load(path)


def all_renders(cache: Path, mix: Mix, workers: int) -> Crops:
    """Return the renders that a full run trains on: all kinds, and more hard ones."""
    plain = renders_of(cache, mix, workers)
    few = replace(mix, renders=mix.hard_renders)
    more = [
        renders_of(cache, few, workers, name, ingredients)
        for name, ingredients in MORE.items()
    ]
    return Crops.joined([plain, *more])


def calibration(crops: Mapping[str, Crops], mix: Mix) -> tuple[Crops, ...]:
    """Return the crops held out of each set whose places were noted by people."""
    # Where nets agreed on the places a calibration would be too easy.
    return tuple(
        part.where(held_out(part, mix.held_out, mix.held_out_seed))
        for name, part in crops.items()
        if name not in WEAK_SETS
    )


def load(cache: Path, sets: Sequence[str], mix: Mix, renders: Crops | None) -> Data:
    """Return the data of a run on these sets; without renders, photographs alone."""
    sources, parts = [], []
    crops = {name: crops_of(cache, name) for name in sets}
    # The square root: small sets are seen more often than their size, not as often.
    weights = {name: math.sqrt((c.values > 0).sum()) for name, c in crops.items()}
    share = mix.real if renders is not None else 1.0
    for name, part in crops.items():
        out = held_out(part, mix.held_out, mix.held_out_seed)
        own = share * weights[name] / sum(weights.values())
        sources.append(Source(part.where(~out), own, mix.nothing))
        parts.append(part.digest())
    if renders is not None:
        own = 1 - share if sets else 1.0
        for name in ("trays", "things"):
            if mined_cache(cache, name).exists():
                false = Crops.load(mined_cache(cache, name))
                sources.append(Source(false, mix.mined * own, 0.0))
                parts.append(false.digest())
        own *= 1 - mix.mined * (len(sources) - len(sets))
        sources.append(Source(renders, own, 0.0))
        parts.append(renders.digest())
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return Data(tuple(sources), calibration(crops, mix), digest)
