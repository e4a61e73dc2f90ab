"""The options that name the models of the eyes, for every verb that has eyes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from models.card import CARDS

FACE_CARD = CARDS / "face.md"
FIND_CARD = CARDS / "find.md"

Command = TypeVar("Command", bound=Callable[..., Any])


def of_models(command: Command) -> Command:
    """Give a command the options `--model` and `--finder`, paths of cards."""
    for name, card, what in (
        ("--finder", FIND_CARD, "the finder's"),
        ("--model", FACE_CARD, "the face"),
    ):
        command = click.option(
            name,
            type=click.Path(path_type=Path),
            default=card,
            metavar="CARD",
            show_default="the one that came along",
            help=f"The card of {what} model.",
        )(command)
    return command
