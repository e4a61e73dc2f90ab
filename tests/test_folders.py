"""Who may import whom: the rule of the folders, read from the imports themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STDLIB = set(sys.stdlib_module_names)
NOT_IN_GAMES = {"random", "time", "datetime", "threading", "socket", "asyncio", "os"}
FOLDERS = ("games", "vision", "models", "calibration", "firmware")
MAY_IMPORT = {
    "games": STDLIB - NOT_IN_GAMES | {"games"},
    "vision": STDLIB | {"vision", "games", "numpy", "cv2", "onnxruntime"},
    "models": STDLIB | {"models"},
    "models/training": STDLIB
    | {
        "models",
        "vision",
        "games",
        "numpy",
        "cv2",
        "onnxruntime",
        "torch",
        "onnx",
        "PIL",
        "matplotlib",
    },
    "calibration": STDLIB | {"calibration", "vision", "games", "numpy", "cv2"},
}
# What a folder may take from games is named module by module.
FROM_GAMES = {"vision": {"games.dice"}, "calibration": {"games.dice"}}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)


def rule(path: Path) -> tuple[str, set[str]]:
    folder = path.relative_to(ROOT).parts[0]
    if path.is_relative_to(ROOT / "models" / "training"):
        return folder, MAY_IMPORT["models/training"]
    allowed = MAY_IMPORT[folder]
    if path.is_relative_to(ROOT / "games" / "odds"):
        allowed = allowed | {"numpy"}
    return folder, allowed


def faults(path: Path, source: str) -> list[str]:
    folder, allowed = rule(path)
    named = FROM_GAMES.get(folder)
    return [
        f"{path.relative_to(ROOT)} may not import {name}"
        for name in imports(source)
        if name.split(".")[0] not in allowed
        or (named is not None and name.split(".")[0] == "games" and name not in named)
    ]


@pytest.mark.parametrize("folder", sorted(set(FOLDERS) - {"firmware"}))
def test_folder_imports_only_what_it_may(folder: str) -> None:
    found = [
        fault for path in modules(folder) for fault in faults(path, path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("games/dice.py", "import random"),
        ("games/rules.py", "import numpy"),
        ("games/odds/multisets.py", "import random"),
        ("games/rules.py", "from firmware.cli import main"),
        ("vision/read.py", "from games.referee import Match"),
        ("models/cards.py", "import numpy as np"),
        ("calibration/lens.py", "import firmware"),
    ],
)
def test_the_rule_catches(path: str, source: str) -> None:
    assert faults(ROOT / path, source) != []


def test_numpy_is_for_the_odds_alone() -> None:
    assert faults(ROOT / "games" / "odds" / "multisets.py", "import numpy") == []
    assert faults(ROOT / "games" / "oddity.py", "import numpy") != []


def test_nothing_outside_the_folders_is_python() -> None:
    strays = [p.name for p in ROOT.glob("*.py")]
    assert strays == []
    assert not (ROOT / "systemd" / "__init__.py").exists()
