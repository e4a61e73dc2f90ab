"""What every test run shares: ``--full`` also runs what takes longer or needs more."""

from __future__ import annotations

import signal

import pytest

# A shell's background jobs ignore Ctrl-C, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the tests marked full")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    if not config.getoption("--full"):
        skip = pytest.mark.skip(reason="runs with scripts/test --full")
        for item in items:
            if item.get_closest_marker("full"):
                item.add_marker(skip)
