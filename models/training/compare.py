"""What each ingredient brings: short runs with the same steps, one thing changed.

Every run trains anew and is judged on the crops of sets that it never saw. Results are
lines of JSON, appended as they come, so that an interrupted comparison goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.blobs import count_blobs
from models.training.crops import MIDDLE, Crops
from models.training.data import load, real_cache, renders_of
from models.training.dice import Ingredients
from models.training.export import export
from models.training.recipes import TRAIN_SETS, Mix, Recipe
from models.training.renders import identities
from models.training.run import train
from models.training.train import Run
from vision.read import FaceReader, Settings

ALL = "renders alone"  # with all ingredients, and no photographs
# A row of the table of ingredients: what is changed in the renders.
WITHOUT: dict[str, Ingredients] = {
    "smaller, wider set pips": Ingredients(pitch=(0.45, 0.62), radius=(0.25, 0.36)),
    "no gloss": Ingredients(glare=False),
    "plain grounds": Ingredients(grounds=False),
    "perfect camera": Ingredients(optics=False),
    "straight above": Ingredients(slant=False),
    "no patterns": Ingredients(materials=False),
    "cubes only": Ingredients(odd_shapes=False),
    "no neighbours": Ingredients(neighbours=False),
    "no shadows": Ingredients(shadows=False),
    "no empty crops": Ingredients(nothing=False),
}


@dataclass(frozen=True)
class Row:
    """One run: its name, the sets it trains on and is judged on, its renders."""

    name: str
    train: tuple[str, ...]
    judge: tuple[str, ...]
    renders: str | None


def rows() -> list[Row]:
    """Return all runs: left-one-set-out in three kinds, then the ingredients."""
    found = [Row(ALL, (), TRAIN_SETS, "all")]
    for left in TRAIN_SETS:
        others = tuple(name for name in TRAIN_SETS if name != left)
        found.append(Row("renders and photographs", others, (left,), "all"))
        found.append(Row("photographs alone", others, (left,), None))
    return found + [Row(name, (), TRAIN_SETS, name) for name in WITHOUT]


def compare(
    cache: Path, out: Path, recipe: Recipe, mix: Mix, turn: int, of: int
) -> None:
    """Do every `of`-th run from `turn` on that has no result in `out` yet."""
    done = {(r["row"], tuple(r["train"])) for r in results(out)}
    if turn == 0 and ("blob counting", ()) not in done:
        _note(out, blob_results(cache))
    for row in rows()[turn::of]:
        if (row.name, row.train) not in done:
            net_path = _trained(cache, row, recipe, mix)
            _note(out, list(_judged(cache, row, net_path, recipe.samples)))


def results(out: Path) -> list[dict[str, Any]]:
    """Return the results so far."""
    if not out.exists():
        return []
    return [json.loads(line) for line in out.read_text().splitlines()]


def blob_results(cache: Path) -> list[dict[str, object]]:
    """Return what counting blobs reaches on the same crops."""
    found = []
    for name in TRAIN_SETS:
        crops = _faces(cache, name)
        said = np.array([count_blobs(picture) for picture in crops.pictures])
        found.append(_result("blob counting", (), name, said, crops, 0))
    return found


def _trained(cache: Path, row: Row, recipe: Recipe, mix: Mix) -> Path:
    """Return the exported net of a run; what stays unfinished goes on next time."""
    renders = None
    if row.renders is not None:
        ingredients = WITHOUT.get(row.renders)
        name = row.renders.replace(" ", "_")
        renders = renders_of(cache, mix, 1, name, ingredients)
    data = load(cache, row.train, replace(mix, held_out=0.0), renders)
    stem = f"compare-{row.name}-{'-'.join(row.train)}".replace(" ", "_")
    run = Run(recipe, data.sources, len(identities()))
    net = train(run, cache / f"{stem}.pt")
    path = cache / f"{stem}.onnx"
    export(net, path, seed=recipe.seed, samples=recipe.samples, data=data.digest)
    return path


def _judged(
    cache: Path, row: Row, model: Path, samples: int
) -> Iterator[dict[str, object]]:
    """Yield the result on each set; every view is looked at in four turns."""
    reader = FaceReader(model, Settings.of_file(model))
    for name in row.judge:
        crops = _faces(cache, name)
        answers = reader.answer(list(crops.pictures), [MIDDLE] * len(crops))
        said = 1 + answers.values[:, 1:].argmax(1)
        yield _result(row.name, row.train, name, said, crops, samples)


def _faces(cache: Path, name: str) -> Crops:
    crops = Crops.load(real_cache(cache, name))
    return crops.where(crops.values > 0)


def _result(
    row: str,
    sets: tuple[str, ...],
    judged: str,
    said: NDArray[np.int64],
    crops: Crops,
    samples: int,
) -> dict[str, object]:
    right = int((said == crops.values).sum())
    return {
        "row": row,
        "train": list(sets),
        "set": judged,
        "right": right,
        "faces": len(crops),
        "samples": samples,
    }


def _note(out: Path, found: list[dict[str, object]]) -> None:
    with out.open("a") as lines:
        lines.writelines(json.dumps(result) + "\n" for result in found)
