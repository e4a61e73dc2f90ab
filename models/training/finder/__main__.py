"""``python -m models.training.finder``: trays, train.

    trays     render the trays
    train     train a finder, write its ONNX file and card

Photographs are found by DICETOWER_PHOTOS or --photos; caches lie in .cache/training.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

import cv2

from models.card import check_artefact, load_card
from models.training.data import scenes_held_out
from models.training.finder.batches import Batches
from models.training.finder.cards import write_card
from models.training.finder.labelled import labelled
from models.training.finder.recipes import RECIPES, TRAY_SEED, TRAYS
from models.training.finder.train import Run, train
from models.training.finder.windows import data_digest, load_windows, make_windows
from models.training.recipes import TRAIN_SETS, Mix


def main() -> None:
    """Do what the command line asks."""
    cv2.setNumThreads(1)
    args = _arguments().parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    args.do(args)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.finder",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    photos = os.environ.get("DICETOWER_PHOTOS")
    parser.add_argument("--photos", type=Path, default=photos, required=not photos)
    parser.add_argument("--cache", type=Path, default=Path(".cache/training"))
    verbs = parser.add_subparsers(required=True)
    trays = verbs.add_parser("trays", help="render the trays")
    trays.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    trays.set_defaults(do=_trays)
    run = verbs.add_parser("train", help="train, export")
    run.add_argument("name", help="of the model, as find")
    run.add_argument("--recipe", choices=sorted(RECIPES), default="default")
    run.add_argument("--without", nargs="*", default=[], choices=TRAIN_SETS)
    run.add_argument(
        "--start", help="the run, or the card, whose weights to begin with"
    )
    run.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    run.add_argument("--out", type=Path, default=Path("models"))
    run.set_defaults(do=_train)
    return parser


def _trays(args: argparse.Namespace) -> None:
    make_windows(args.cache, TRAYS, TRAY_SEED, args.workers)


def _train(args: argparse.Namespace) -> None:
    sets = [name for name in TRAIN_SETS if name not in args.without]
    recipe = replace(RECIPES[args.recipe], threads=args.threads)
    windows = list(load_windows(args.cache, TRAYS, TRAY_SEED))
    photos = [
        labelled(args.photos / "train" / name, scenes_held_out(args.cache, name, Mix()))
        for name in sets
    ]
    batches = Batches(windows, photos, recipe.batch, recipe.real, recipe.seed)
    run = Run(recipe, batches)
    if args.start and args.start.endswith(".md"):
        run.start_from_file(check_artefact(load_card(Path(args.start))))
    elif args.start:
        run.start_from(args.cache / f"{args.start}.pt")
    net = train(run, args.cache / f"{args.name}.pt")
    digest = data_digest(windows, photos)
    print(f"wrote {write_card(net, args.name, args.out, recipe, digest, sets)}")


if __name__ == "__main__":
    main()
