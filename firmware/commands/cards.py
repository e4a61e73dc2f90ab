"""``dicetower cards``: check and show the owner's own cards."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.files import read_file
from games.card_file import CardFile, read
from games.catalog import find
from games.errors import GamesError

CARDS = "a file of cards"
FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group()
def cards() -> None:
    """Check and show card files: the owner's own cards.

    Example: dicetower cards check my_cards.toml
    """


@cards.command()
@FILE
def check(file: Path) -> None:
    """Say whether a game can use the cards of FILE, and what is wrong if not.

    Example: dicetower cards check my_cards.toml
    """
    data = read_file(file, CARDS)
    try:
        found = read(data, file.name)
    except GamesError as error:
        click.echo(str(error))
        raise click.exceptions.Exit(1) from error
    title = find(found.game).rulebook.title
    click.echo(f"{file.name}: {len(found.cards)} cards for {title}, all in order")


@cards.command()
@FILE
@click.option("--line", is_flag=True, help="Print the options for a match instead.")
def show(file: Path, *, line: bool) -> None:
    """Print the cards of FILE, one a line.

    Example: dicetower cards show my_cards.toml
    """
    found = read(read_file(file, CARDS), file.name)
    for each in _options(found) if line else found.cards:
        click.echo(each)


def _options(found: CardFile) -> list[str]:
    return [f"{name}={value}" for name, value in found.options.items()]
