"""``dicetower rules``: how every unclear point is decided, and what may be chosen."""

from __future__ import annotations

from collections.abc import Iterator

import click

from firmware.commands.play import chosen
from games.catalog import GAMES, find
from games.rulebook import Rulebook, Ruling

SHARED = "table."


@click.command()
@click.argument("game", required=False)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE")
@click.option("--markdown", is_flag=True, help="All games, as docs/rulings.md.")
def rules(game: str | None, options: tuple[str, ...], markdown: bool) -> None:
    """List the rulings and options of GAME; without GAME, which games there are.

    Example: dicetower rules kings_gold --option kg.tie=shared
    """
    if markdown:
        click.echo("\n".join(_document()), nl=False)
    elif game is None:
        for each in GAMES:
            book = each.rulebook
            players = f"{book.fewest} to {book.most} players"
            click.echo(f"{book.game:<26}{book.title}, {players}")
    else:
        book = find(game).rulebook
        values = book.settle(chosen(options))
        for ruling in book.rulings.values():
            _show(ruling, values[ruling.id] if ruling.option else None)


def _show(ruling: Ruling, value: str | None) -> None:
    click.echo(f"{click.style(ruling.id, bold=True)}  {ruling.ground}")
    click.echo(_indented(ruling.asks, "  "))
    for name, sentence in ruling.says.items():
        if name:
            mark = "*" if name == value else "-"
            click.echo(_indented(f"{name}: {sentence}", f"  {mark} "))
        else:
            click.echo(_indented(sentence.format(value=value), "    "))
    if ruling.option and "" in ruling.says:
        click.echo(f"    option: {ruling.option.expected}; now {value}")
    click.echo()


def _indented(text: str, first: str) -> str:
    rest = " " * len(first)
    return click.wrap_text(text, initial_indent=first, subsequent_indent=rest)


def _document() -> Iterator[str]:
    yield "# Rulings"
    yield ""
    yield "How every point on which players may differ is decided. Made by"
    yield "`dicetower rules --markdown` from the tables in `games/data/`."
    yield ""
    yield "**STATED**: the rulebook says so, in the section named. **DERIVED**: it"
    yield "follows from what the rulebook says. **HOUSE**: the rulebook is silent; this"
    yield "is our ruling or, where values are listed, an option (its default in bold)."
    for game in GAMES:
        yield from _chapter(game.rulebook, own=True)
    yield from _chapter(GAMES[0].rulebook, own=False)


def _chapter(book: Rulebook, *, own: bool) -> Iterator[str]:
    yield ""
    yield f"## {book.title if own else 'Every game'}"
    for ruling in book.rulings.values():
        if ruling.id.startswith(SHARED) != own:
            yield ""
            yield f"### `{ruling.id}`"
            yield ""
            yield f"*{ruling.asks}* {ruling.ground}."
            yield ""
            yield from _answers(ruling)


def _answers(ruling: Ruling) -> Iterator[str]:
    option = ruling.option
    for value, sentence in ruling.says.items():
        mark = "**" if option and value == option.default else ""
        yield f"- {mark}`{value}`{mark}: {sentence}" if value else sentence
    if option and "" in ruling.says:
        yield f"- option: {option.expected}; default **`{option.default}`**"
