"""The command line, run as people run it."""

from __future__ import annotations

from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from firmware.cli import main

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    out: str
    err: str
    status: int


def dicetower(*arguments: str, typed: str = "", home: Path | None = None) -> Ran:
    """Run ``dicetower`` from the root of the checkout, without a new process."""
    runner = CliRunner(env={"DICETOWER_HOME": str(home or "/nonexistent")})
    with chdir(ROOT):
        done = runner.invoke(main, arguments, input=typed)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.stdout, done.stderr, done.exit_code)


def one_sentence(ran: Ran) -> str:
    """The error, after making sure that it is one line for people, with status 2."""
    assert ran.status == 2, ran
    assert ran.err.startswith("dicetower: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err
