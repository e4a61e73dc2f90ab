"""``dicetower board``: check the Klondice boards that people wrote, and show them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from firmware.files import read_file
from games import board_file
from games.board_picture import caption, picture
from games.boards import FREE, BadBoard, Board, Row, counted
from games.klondice import CHART

FREE_MARK = "_"


@click.group()
def board() -> None:
    """Boards of Klondice: check files of them, show them as text or pictures.

    docs/games/klondice.md describes the file.
    """


@board.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(files: tuple[str, ...]) -> None:
    """Say what is wrong with the boards; exit status 1 where something is.

    Example: dicetower board check my_boards.toml
    """
    sound = [_checked(Path(file)) for file in files]
    sys.exit(0 if all(sound) else 1)


def _checked(path: Path) -> bool:
    boards, faults = board_file.read(_text(path), str(path))
    for fault in faults:
        click.echo(fault)
    if not faults:
        number = f"{len(boards)} board{'s' if len(boards) > 1 else ''}"
        click.echo(f"{path}: {number}, every row can be completed")
    for each in boards:
        if note := _too_long(each):
            click.echo(f"{path} ({each.name}): {note}")
    return not faults


def _too_long(board: Board) -> str:
    """A warning where some number of players has too few dice for the board."""
    few = [n for n, dice in CHART.items() if n * dice < board.spaces]
    if not few:
        return ""
    players = " or ".join(map(str, few))
    return (
        f"{board.spaces} spaces are more than all dice of {players} players:"
        " with them no round on this board is ever completed"
    )


@board.command()
@click.argument("file", required=False)
@click.option("--board", "name", metavar="NAME", help="Only the board of this name.")
@click.option("--draw", metavar="DIR", help="Also draw each board, as NAME.svg in DIR.")
def show(file: str | None, name: str | None, draw: str | None) -> None:
    """Show the boards of FILE, or the samples that come with the program.

    Example: dicetower board show my_boards.toml --draw pictures
    """
    for each in _chosen(_boards(file), name):
        click.echo("\n".join(_lines(each)))
        if draw is not None:
            click.echo(f"drawn: {_drawn(each, Path(draw))}")
        click.echo()


def _boards(file: str | None) -> Sequence[Board]:
    return board_file.samples() if file is None else load(Path(file))


def load(path: Path) -> tuple[Board, ...]:
    """The boards of a file; raises `BadBoard` with the first thing wrong with it."""
    return board_file.load(_text(path), str(path))


def _text(path: Path) -> str:
    try:
        return read_file(path, "a file of boards").decode()
    except UnicodeDecodeError as error:
        raise BadBoard(f"{path} is no UTF-8 text: {error}") from error


def _chosen(boards: Sequence[Board], name: str | None) -> Sequence[Board]:
    if name is None:
        return boards
    found = [each for each in boards if each.name.casefold() == name.casefold()]
    if not found:
        known = ", ".join(each.name for each in boards)
        raise BadBoard(f"there is no board {name!r}: expected one of {known}")
    return found


def _lines(board: Board) -> Iterator[str]:
    about = f" ({board.about})" if board.about else ""
    yield f"{click.style(board.name, bold=True)}{about}, {counted(board.spaces)}"
    width = max(len(_spaces(row)) for row in board.rows)
    for number, row in enumerate(board.rows, 1):
        spaces = _spaces(row)
        yield f"{number:>3} {row.points:>+5}  {spaces:<{width}}  {caption(row)}"


def _spaces(row: Row) -> str:
    marks = {FREE: FREE_MARK}
    return " ".join(f"[{marks.get(space, space)}]" for space in row.spaces)


def _drawn(board: Board, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{board.name.replace(' ', '_')}.svg"
    path.write_text(picture(board), "utf-8")
    return path
