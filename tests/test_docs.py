"""Nothing ships undocumented, and what the documents say is true."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from firmware.cli import main
from games.catalog import GAMES
from games.record import SEAL_COLUMN, SEAL_DIGITS, VERSION
from tests.golden import RECORDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
FOLDERS = ("games", "vision", "models", "calibration", "firmware", "benchmarks")
MODULES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        yield f"{path}{name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path}{name} ")


COMMANDS = dict(commands(main))


@pytest.mark.parametrize("name", COMMANDS)
def test_command_has_help_and_stands_in_the_readme(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    assert isinstance(command, click.Group) or re.search(
        r"Examples?: dicetower", command.help
    )
    verb = name.split()[0]
    assert re.search(rf"dicetower {verb}\b", README), f"README lacks dicetower {verb}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_says_what_it_is(path: Path) -> None:
    if path.name == "score.py":
        pytest.skip("the judge is kept as it came")
    docstring = ast.get_docstring(ast.parse(path.read_text()))
    assert docstring
    assert docstring.split("\n\n")[0].rstrip().endswith((".", ":"))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.rulebook.game)
def test_game_stands_in_the_readme(kind: type) -> None:
    assert f"`{kind.rulebook.game}`" in README  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT))
)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text()):
        if not target.startswith(("http:", "https:")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_the_reader_in_the_record_document_works() -> None:
    text = (ROOT / "docs" / "record.md").read_text()
    parser = doctest.DocTestParser()
    test = parser.get_doctest(text, {}, "record.md", None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(test, clear_globs=False).failed == 0
    golden = (RECORDS / "kings_gold.txt").read_text()
    assert test.globs["sound"](golden)
    assert not test.globs["sound"](golden.replace("Cleo: stop", "Cleo: halt", 1))


def test_the_record_document_names_the_right_numbers() -> None:
    text = (ROOT / "docs" / "record.md").read_text()
    assert f'[Dicetower "{VERSION}"]' in text
    assert f"{SEAL_DIGITS} hexadecimal digits" in text
    assert f"{SEAL_COLUMN} characters" in text
