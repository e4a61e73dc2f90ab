"""``dicetower watch``: the rolls of a camera or clip."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.camera import CameraError, News
from firmware.cameras.sources import open_camera
from firmware.model_options import of_models
from firmware.progress import Progress, progress

if TYPE_CHECKING:
    from firmware.reading import Eyes
    from firmware.rolls import Region


@click.command("watch")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a roll.")
@click.option(
    "--draw",
    "drawings",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write a clip of each source with what was seen into DIR.",
)
@click.option(
    "--keep-zone",
    metavar="X,Y,W,H",
    help="The part of the picture, in px, where kept dice lie: not part of a roll.",
)
@of_models
@click.pass_context
def watch(
    ctx: click.Context,
    sources: tuple[str, ...],
    *,
    as_json: bool,
    drawings: Path | None,
    keep_zone: str | None,
    model: Path,
    finder: Path,
) -> None:
    """Say the rolls of cameras, clips or folders of pictures, one after the other.

    A roll is said when its dice lie still, as JSON when their rest is over. A source
    that cannot be watched is named, the others are watched all the same, and the exit
    status is then 2.

    Example: dicetower watch throw.mp4 --draw answers
    """
    # Here, and not above: the other verbs must start quickly.
    from firmware.looking import zone_of
    from firmware.reading import load_eyes
    from firmware.watching import names

    zone = zone_of(keep_zone) if keep_zone else None
    eyes = load_eyes(model, finder)
    files = names(sources, drawings) if drawings else [None] * len(sources)
    failed = False
    for source, drawing in zip(sources, files, strict=True):
        try:
            _watch(source, eyes, zone, drawing, as_json=as_json)
        except (CameraError, OSError) as error:
            failed = True
            if as_json:
                click.echo(json.dumps({"clip": source, "error": str(error)}))
            click.echo(f"dicetower: {error}", err=True)
    ctx.exit(2 if failed else 0)


def _watch(
    source: str,
    eyes: Eyes,
    zone: Region | None,
    drawing: Path | None,
    *,
    as_json: bool,
) -> None:
    """Watch one source to its end, and say its rolls."""
    from firmware.rolls import RollWatcher
    from firmware.watching import watch_source, words

    def tell(news: News) -> None:
        click.echo(f"dicetower: {news}", err=True)

    with (
        open_camera(source, tell=tell) as camera,
        progress(camera.length or 0) as shown,
    ):
        if not as_json:
            shown.say(f"{source}:")
        watch_source(
            camera,
            RollWatcher(eyes.finds, eyes.reads, zone),
            seen=lambda event: None if as_json else _say(shown, words(event)),
            over=lambda line: _say(shown, line.json()) if as_json else None,
            step=shown.step,
            drawing=drawing,
        )


def _say(shown: Progress, line: str) -> None:
    shown.say(line)
    sys.stdout.flush()  # whoever reads along a pipe waits for it
