"""Time that passes only when somebody waits."""

from __future__ import annotations


class Clock:
    """A clock whose sleep returns at once, and lets its time go on."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        """The time now."""
        return self.now_s

    def sleep(self, pause_s: float) -> None:
        """Let time go on."""
        assert pause_s >= 0
        self.now_s += pause_s
