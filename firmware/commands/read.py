"""``dicetower read``: what lies on photographs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from models.card import CARDS, load_card
from vision.errors import VisionError

FACE_CARD = CARDS / "face.md"


class NoFinder(VisionError, NotImplementedError):
    """Asked to find dice, which this version cannot."""


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
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    default=FACE_CARD,
    metavar="CARD",
    show_default="the one that came along",
    help="The card of the face model.",
)
@click.pass_context
def read(
    ctx: click.Context,
    photos: tuple[str, ...],
    *,
    whole: bool,
    drawings: Path | None,
    as_json: bool,
    model: Path,
) -> None:
    """Say what lies on photographs.

    A picture that cannot be read is named, the others are read all the same, and the
    exit status is then 2.

    Example: dicetower read --whole crops/ --draw answers
    """
    if not whole:
        raise NoFinder(
            "expected --whole: pictures of one face each can be read, finding dice on "
            "whole photographs is not there yet"
        )
    # Here, and not above: the other verbs must start quickly, and even on a board
    # where the runtime of the nets does not load.
    from firmware.reading import draw, load_reader, named, read_whole
    from vision.draw import caption

    reader = load_reader(load_card(model))
    failed = False
    for name, path in named(photos):
        try:
            found = read_whole(reader, name, path)
            if drawings is not None:
                draw(found, drawings)
        except (VisionError, OSError) as error:
            failed = True
            _say_error(name, error, as_json=as_json)
        else:
            click.echo(found.line() if as_json else f"{name}: {caption(found.reading)}")
    ctx.exit(2 if failed else 0)


def _say_error(name: str, error: Exception, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"image": name, "error": str(error)}))
    click.echo(f"dicetower: {error}", err=True)
