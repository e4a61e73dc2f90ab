"""Files of all kinds, for every command that takes one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.cli import main

COMMANDS = {
    "record verify": "the file of a record",
    "record replay": "the file of a record",
    "record export": "the file of a record",
    "play --resume": "the file of a record",
    "board check": "a file of boards",
    "board show": "a file of boards",
    "play klondice --players A,B --boards": "a file of boards",
    "cards check": "a file of cards",
    "cards show": "a file of cards",
    "play king_of_the_dice --players A,B --cards": "a file of cards",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_file(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    wanted = COMMANDS[command]
    for name, why in {
        "": f"is a directory: expected {wanted}",
        "pipe": f"is no regular file: expected {wanted}",
        "missing": f"expected {wanted}",
    }.items():
        ran = CliRunner().invoke(main, [*command.split(), str(tmp_path / name)])
        assert ran.exit_code == 2, ran.output
        assert why in ran.output
        assert ran.output.count("\n") == 1


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    ran = CliRunner().invoke(main, ["record", "verify", str(path)])
    assert ran.exit_code == 2
    assert "is too large: expected the file of a record" in ran.output
