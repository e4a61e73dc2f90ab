"""The command line, run as people run it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    out: str
    err: str
    status: int


def dicetower(*arguments: str, typed: str = "", home: Path | None = None) -> Ran:
    """Run ``dicetower`` in a process of its own."""
    environment = {**os.environ, "DICETOWER_HOME": str(home or "/nonexistent")}
    done = subprocess.run(
        [sys.executable, "-m", "firmware.cli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        timeout=120,
        check=False,
    )
    return Ran(done.stdout, done.stderr, done.returncode)


def one_sentence(ran: Ran) -> str:
    """The error, after making sure that it is one line for people, with status 2."""
    assert ran.status == 2, ran
    assert ran.err.startswith("dicetower: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err
