"""The command line: ``dicetower VERB ...``; each verb is a module of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

import click

from firmware.camera import CameraError
from firmware.commands.board import board
from firmware.commands.cards import cards
from firmware.commands.demo import demo
from firmware.commands.odds import odds
from firmware.commands.play import play
from firmware.commands.read import read
from firmware.commands.record import record
from firmware.commands.rules import rules
from firmware.commands.watch import watch
from games.errors import GamesError
from models.card import ModelsError
from vision.errors import VisionError

VERBS: tuple[click.Command, ...] = (
    board,
    cards,
    demo,
    odds,
    play,
    read,
    record,
    rules,
    watch,
)


class BadInput(click.ClickException):
    """Input that cannot be used: one sentence to standard error, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"dicetower: {self.format_message()}", file, err=True)


class Verbs(click.Group):
    """A group that turns errors about the input into one sentence and status 2."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with one_sentence():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with one_sentence():
            return super().invoke(ctx)


@contextmanager
def one_sentence() -> Iterator[None]:
    """Errors about the input become `BadInput`."""
    try:
        yield
    except (BrokenPipeError, click.exceptions.NoArgsIsHelpError):
        raise
    except (CameraError, GamesError, ModelsError, VisionError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        failed = "reading or writing failed"
        what = f"{error.filename} cannot be used" if error.filename else failed
        raise BadInput(f"{what}: {error.strerror or error}") from error
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "dicetower"
        more = f"`{where} --help` tells more"
        raise BadInput(f"{error.format_message()} ({more})") from error


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dicetower")
def main() -> None:
    """Read real dice, referee the game, keep the record."""
    # A key or name that the terminal cannot show must not end a match.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


for verb in VERBS:
    main.add_command(verb)

if __name__ == "__main__":
    main()
