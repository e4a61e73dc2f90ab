"""``python -m models.training.finder``: trays, train, average, label, measure, mine.

    trays     render the trays
    train     train a finder, write its ONNX file and card
    average   write the mean of a finder and of the one that went on from it
    label     label the photographs of which only the values are known
    measure   print what finder and reader say of photographs that trained neither
    mine      keep what a finder takes for dice where there are none, for the reader

Photographs are found by DICETOWER_PHOTOS or --photos; caches lie in .cache/training.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

import cv2

from models.card import check_artefact, load_card
from models.training.average import average, average_arguments
from models.training.data import labelled_sets, mined_cache, scenes_held_out
from models.training.evaluate import reader_of
from models.training.finder.batches import Batches
from models.training.finder.cards import finder_of, write_card
from models.training.finder.labelled import Labelled, labelled, with_leans
from models.training.finder.measure import measure
from models.training.finder.recipes import RECIPES, TRAYS
from models.training.finder.train import Run
from models.training.finder.windows import data_digest, load_windows, make_windows
from models.training.mine import mined_from_photographs, mined_from_trays
from models.training.places import with_places
from models.training.recipes import TRAIN_SETS, WEAK_SETS, Mix
from models.training.run import train
from models.training.weak import label, photographs_of, weak_labels
from vision.read import FaceReader

ALL_SETS = (*TRAIN_SETS, *WEAK_SETS)


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
    run.add_argument(
        "--without", nargs="*", default=[], choices=(*TRAIN_SETS, *WEAK_SETS)
    )
    run.add_argument(
        "--start", help="the run, or the card, whose weights to begin with"
    )
    run.add_argument("--real", type=float, help="the share of photographs, 0 to 1")
    run.add_argument("--seed", type=int, help="another one, for a mean of two runs")
    run.add_argument(
        "--reader", type=Path, help="card of one that sees places and leans"
    )
    run.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    run.add_argument("--out", type=Path, default=Path("models"))
    run.set_defaults(do=_train)
    mean = average_arguments(verbs.add_parser("average", help="the mean of two"))
    mean.set_defaults(do=_average)
    weak = verbs.add_parser("label", help="photographs with values alone")
    weak.add_argument("finder", type=Path, help="its card")
    weak.add_argument("reader", type=Path, help="its card")
    weak.set_defaults(do=_label)
    figures = verbs.add_parser("measure", help="photographs held out")
    figures.add_argument("finder", type=Path, help="its card")
    figures.add_argument("reader", type=Path, help="its card")
    figures.set_defaults(do=_measure)
    false = verbs.add_parser("mine", help="false finds")
    false.add_argument("finder", type=Path, help="its card")
    false.add_argument("--score", type=float, default=0.15, help="the least")
    false.set_defaults(do=_mine)
    return parser


def _trays(args: argparse.Namespace) -> None:
    make_windows(args.cache, TRAYS, args.workers)


def _train(args: argparse.Namespace) -> None:
    sets = [name for name in labelled_sets(args.cache) if name not in args.without]
    recipe = replace(RECIPES[args.recipe], threads=args.threads)
    for name in ("real", "seed"):
        if getattr(args, name) is not None:
            recipe = replace(recipe, **{name: getattr(args, name)})
    windows = list(load_windows(args.cache, TRAYS))
    reader = reader_of(load_card(args.reader)) if args.reader else None
    photos = [_labelled(args, name, reader) for name in sets]
    batches = Batches(windows, photos, recipe.batch, recipe.real, recipe.seed)
    run = Run(recipe, batches)
    if args.start and args.start.endswith(".md"):
        run.start_from_file(check_artefact(load_card(Path(args.start))))
    elif args.start:
        run.start_from(args.cache / f"{args.start}.pt")
    net = train(run, args.cache / f"{args.name}.pt")
    digest = data_digest(windows, photos)
    print(f"wrote {write_card(net, args.name, args.out, recipe, digest, sets)}")


def _labelled(
    args: argparse.Namespace, name: str, reader: FaceReader | None
) -> list[Labelled]:
    """Return the photographs of a set that train; a reader sees places and leans."""
    photos = photographs_of(args.photos, args.cache, name)
    held = scenes_held_out(args.cache, name, Mix())
    if reader is None:
        return labelled(photos, held)
    photos = [with_places(one, reader) for one in photos if one.scene not in held]
    return [with_leans(one, reader) for one in labelled(photos)]


def _average(args: argparse.Namespace) -> None:
    print(f"wrote {average(args.begun, args.went_on, args.out)}")


def _label(args: argparse.Namespace) -> None:
    finder, reader = finder_of(args.finder), reader_of(load_card(args.reader))
    for name in WEAK_SETS:
        out = weak_labels(args.cache, name)
        some, of = label(args.photos / "train" / name, finder, reader, out)
        print(f"{name}: {some} of {of} photographs labelled")


def _measure(args: argparse.Namespace) -> None:
    finder, reader = finder_of(args.finder), reader_of(load_card(args.reader))
    for name in TRAIN_SETS:
        held = scenes_held_out(args.cache, name, Mix())
        photos = photographs_of(args.photos, args.cache, name)
        measure(name, [one for one in photos if one.scene in held], finder, reader)


def _mine(args: argparse.Namespace) -> None:
    finder = finder_of(args.finder, args.score)
    for name in labelled_sets(args.cache):
        photos = photographs_of(args.photos, args.cache, name)
        crops = mined_from_photographs(finder, photos)
        crops.save(mined_cache(args.cache, name))
        print(f"{name}: {len(crops)} false finds")
    crops = mined_from_trays(finder, args.cache, TRAYS)
    crops.save(mined_cache(args.cache, "trays"))
    print(f"trays: {len(crops)} false finds")


if __name__ == "__main__":
    main()
