"""``python -m models.training``: crops, train, average, evaluate, compare, and more.

    crops     make the caches of renders and real crops
    train     train a face net, calibrate it, write its ONNX file and card
    average   write the mean of a reader and of the one that went on from it
    evaluate  print a set's answers on true boxes, for benchmarks/score.py
    compare   what each ingredient brings
    report    measure, draw and fill in docs/reading.md and the cards
    look      renders beside real crops, for your own eyes

Photographs are found by DICETOWER_PHOTOS or --photos; caches lie in .cache/training.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.card import check_artefact, load_card
from models.training.average import average, average_arguments
from models.training.cards import calibrate_anew, write_card
from models.training.compare import compare
from models.training.crops import Crops
from models.training.data import (
    all_renders,
    calibration,
    crops_of,
    labelled_sets,
    load,
    make_caches,
    real_cache,
    renders_of,
)
from models.training.evaluate import lines, read_set, reader_of, save_wrong
from models.training.recipes import RECIPES, TRAIN_SETS, Mix
from models.training.renders import identities
from models.training.run import train
from models.training.train import Run

MIX = Mix()


def main() -> None:
    """Do what the command line asks."""
    cv2.setNumThreads(1)
    args = _arguments().parse_args()
    args.photos = args.photos or os.environ.get("DICETOWER_PHOTOS")
    args.cache.mkdir(parents=True, exist_ok=True)
    args.do(args)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photos", help="the folder of photographs")
    parser.add_argument("--cache", type=Path, default=Path(".cache/training"))
    verbs = parser.add_subparsers(required=True)
    crops = verbs.add_parser("crops", help="make the caches")
    crops.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    crops.add_argument(
        "--reader", type=Path, help="card of one that sees places and leans"
    )
    crops.set_defaults(do=_crops)
    run = verbs.add_parser("train", help="train, calibrate, export")
    run.add_argument("name", help="of the model, as face")
    run.add_argument("--recipe", choices=sorted(RECIPES), default="default")
    run.add_argument("--without", nargs="*", default=[], choices=TRAIN_SETS)
    run.add_argument(
        "--start", help="the run, or the card, whose weights to begin with"
    )
    run.add_argument("--seed", type=int, help="another one, for a mean of two runs")
    run.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    run.add_argument("--out", type=Path, default=Path("models"))
    run.set_defaults(do=_train)
    mean = average_arguments(verbs.add_parser("average", help="the mean of two"))
    mean.set_defaults(do=_average)
    judged = verbs.add_parser("evaluate", help="answers on true boxes")
    judged.add_argument("card", type=Path)
    judged.add_argument("sets", nargs="+", help="as dev/byler")
    judged.add_argument(
        "--wrong", type=Path, help="write the faces read wrong into this folder"
    )
    judged.set_defaults(do=_evaluate)
    table = verbs.add_parser("compare", help="ablations")
    table.add_argument("out", type=Path, help="results, as lines of JSON")
    table.add_argument("--turn", type=int, default=0)
    table.add_argument("--of", type=int, default=1)
    table.set_defaults(do=_compare)
    pages = verbs.add_parser("report", help="tables and pictures of the docs")
    pages.set_defaults(do=_report)
    eyes = verbs.add_parser("look", help="renders beside real crops")
    eyes.add_argument("out", type=Path, help="a folder outside the repository")
    eyes.set_defaults(do=_look)
    return parser


def _photos(args: argparse.Namespace) -> Path:
    if not args.photos:
        sys.exit("expected the folder of photographs in DICETOWER_PHOTOS or --photos")
    return Path(args.photos)


def _crops(args: argparse.Namespace) -> None:
    reads = reader_of(load_card(args.reader)) if args.reader else None
    make_caches(args.cache, _photos(args), MIX, args.workers, reads)


def _train(args: argparse.Namespace) -> None:
    sets = tuple(n for n in labelled_sets(args.cache) if n not in args.without)
    recipe = replace(RECIPES[args.recipe], threads=args.threads)
    if args.seed is not None:
        recipe = replace(recipe, seed=args.seed)
    pick = all_renders if recipe.hard else renders_of
    renders = pick(args.cache, MIX, args.threads)
    data = load(args.cache, sets, MIX, renders)
    run = Run(recipe, data.sources, len(identities()))
    if args.start and args.start.endswith(".md"):
        run.start_from_file(check_artefact(load_card(Path(args.start))))
    elif args.start:
        run.start_from(args.cache / f"{args.start}.pt")
    net = train(run, args.cache / f"{args.name}.pt")
    card = write_card(net, args.name, args.out, recipe, data, sets)
    print(f"wrote {card}")


def _average(args: argparse.Namespace) -> None:
    crops = {name: crops_of(args.cache, name) for name in TRAIN_SETS}
    card = average(args.begun, args.went_on, args.out)
    calibrate_anew(card, calibration(crops, MIX))
    print(f"wrote {card}")


def _evaluate(args: argparse.Namespace) -> None:
    card = load_card(args.card)
    reader = reader_of(card)
    for name in args.sets:
        said = read_set(reader, _photos(args) / name)
        for line in lines(said):
            print(line)
        if args.wrong:
            save_wrong(said, args.wrong)


def _compare(args: argparse.Namespace) -> None:
    recipe, few = RECIPES["comparison"], Mix(renders=10_000)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    compare(args.cache, args.out, recipe, few, args.turn, args.of)


def _report(args: argparse.Namespace) -> None:
    # matplotlib and PIL only where they are asked for.
    from models.training.pictures import draw_all
    from models.training.report import report

    draw_all(Path("docs/pictures"))
    report(_photos(args))


def _look(args: argparse.Namespace) -> None:
    args.out.mkdir(parents=True, exist_ok=True)
    sides = {"renders": renders_of(args.cache, MIX, 1)}
    sides |= {name: Crops.load(real_cache(args.cache, name)) for name in TRAIN_SETS}
    rng = np.random.default_rng(0)
    for name, crops in sides.items():
        chosen = rng.choice(len(crops), 112, replace=False)
        rows = crops.pictures[chosen].reshape(8, 14, *crops.pictures.shape[1:])
        sheet = np.concatenate([np.concatenate(list(row), 1) for row in rows])
        cv2.imwrite(str(args.out / f"{name}.png"), sheet)


if __name__ == "__main__":
    main()
