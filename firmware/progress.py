"""Lines for people or programs, and how far things are, without one spoiling the other.

The bar goes to standard error, and only where that is a terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

CLEAR = "\r\033[K"


class Progress:
    """A bar of so many steps, hidden where nobody would see it."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def say(self, line: str, *, err: bool = False) -> None:
        """Write a line in the place of the bar, which comes back with the next step."""
        if not self._bar.hidden:
            click.echo(CLEAR, nl=False, err=True)
        click.echo(line, err=err)

    def step(self, steps: int = 1) -> None:
        """Say that so many steps are done."""
        self._bar.update(steps)


@contextmanager
def progress(steps: int) -> Iterator[Progress]:
    """Show how many of so many steps are done; a single one needs no bar."""
    hidden = steps < 2 or not sys.stderr.isatty()
    with click.progressbar(
        length=steps, file=sys.stderr, show_pos=True, hidden=hidden
    ) as bar:
        yield Progress(bar)
