"""``dicetower read``: what lies on photographs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.model_options import of_models
from firmware.progress import progress
from models.card import load_card
from vision.errors import VisionError

if TYPE_CHECKING:
    from firmware.reading import Photograph, Whole


@click.command("read")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO|FOLDER...")
@click.option("--whole", is_flag=True, help="Each picture is one face.")
@click.option(
    "--draw",
    "drawings",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write each picture with its answer into DIR.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture.")
@of_models
@click.pass_context
def read(
    ctx: click.Context,
    photos: tuple[str, ...],
    *,
    whole: bool,
    drawings: Path | None,
    as_json: bool,
    model: Path,
    finder: Path,
) -> None:
    """Say what lies on photographs.

    A folder stands for its pictures in order of name. A picture that cannot be read is
    named, the others are read all the same, and the exit status is then 2.

    Example: dicetower read table.jpg --draw answers
    """
    # Here, and not above: the other verbs must start quickly, and even on a board
    # where the runtime of the nets does not load.
    from firmware import reading

    answer: Callable[[str, Path], Whole | Photograph]
    if whole:
        answer = partial(reading.read_whole, reading.load_reader(load_card(model)))
    else:
        answer = partial(reading.read_photograph, reading.load_eyes(model, finder))
    drawn = reading.Drawings(drawings) if drawings is not None else None
    pictures = list(reading.named(photos))
    failed = False
    with progress(len(pictures)) as shown:
        for name, path in pictures:
            try:
                found = answer(name, path)
                if drawn is not None:
                    drawn.save(found)
            except (VisionError, OSError) as error:
                failed = True
                if as_json:
                    shown.say(json.dumps({"image": name, "error": str(error)}))
                shown.say(f"dicetower: {error}", err=True)
            else:
                shown.say(found.line() if as_json else f"{name}: {found.words()}")
            shown.step()
    ctx.exit(2 if failed else 0)
