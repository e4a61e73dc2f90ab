"""The bar is for terminals, and never in the way of a line."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from firmware.progress import progress


class Terminal(StringIO):
    """Standard error that a person watches."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, stream: StringIO, steps: int) -> str:
    """What three lines and steps write to standard error."""
    monkeypatch.setattr(sys, "stderr", stream)
    with progress(steps) as bar:
        for number in range(steps):
            bar.say(f"line {number}", err=True)
            bar.step()
    return stream.getvalue()


def test_a_terminal_gets_a_bar_and_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    written = shown(monkeypatch, Terminal(), 3)
    assert "3/3" in written
    for number in range(3):
        assert f"\r\033[Kline {number}\n" in written


@pytest.mark.parametrize(("stream", "steps"), [(StringIO(), 3), (Terminal(), 1)])
def test_elsewhere_and_for_one_picture_there_is_none(
    monkeypatch: pytest.MonkeyPatch, stream: StringIO, steps: int
) -> None:
    lines = "".join(f"line {number}\n" for number in range(steps))
    assert shown(monkeypatch, stream, steps) == lines
