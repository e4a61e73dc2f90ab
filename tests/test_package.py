"""The wheel: what it holds, and that it works without the checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (path,) = folder.glob("*.whl")
    return path


def names(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def test_holds_all_modules_and_data(wheel: Path) -> None:
    wanted = {
        str(path.relative_to(ROOT))
        for folder in ("games", "vision", "models", "calibration", "firmware")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".toml", ".onnx", ".md")
        and "training" not in path.parts
    }
    assert wanted - names(wheel) == set()


def test_holds_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in names(wheel)}
    tops = {top for top in tops if not top.endswith(".dist-info")}
    assert tops == {"games", "vision", "models", "calibration", "firmware"}
    assert not [name for name in names(wheel) if "training" in name]


def test_runs_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    """Unpacked in another folder, with nothing but what it depends on."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-m", "firmware.cli", "rules"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "kings_gold" in ran.stdout
