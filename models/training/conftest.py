"""Doctests here need what only training needs."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") and find_spec("PIL") else ["*.py"]
