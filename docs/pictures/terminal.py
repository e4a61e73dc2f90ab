"""Draws the pictures of the terminal from the running product.

.venv/bin/python docs/pictures/terminal.py     (needs the extra `docs`)
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

from firmware.cli import main

HERE = Path(__file__).parent
WIDTH, LINES = 100, 40

# No fonts from elsewhere: the page that shows the picture chooses its own.
SVG = re.compile(r"@font-face \{.*?\n    \}\n", re.DOTALL)


def draw(name: str, arguments: list[str]) -> None:
    """Run a command and keep the first lines of what it shows as an SVG."""
    shown = CliRunner().invoke(main, arguments, color=True).output
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    lines = [f"$ dicetower {' '.join(arguments)}", *shown.splitlines()[:LINES]]
    console.print(Text.from_ansi("\n".join(lines)))
    title = "dicetower"
    svg = console.export_svg(title=title, unique_id=name)
    (HERE / f"{name}.svg").write_text(SVG.sub("", svg) + "\n")


if __name__ == "__main__":
    draw("demo", ["demo", "--players", "3", "--seed", "7"])
