"""Writes a trained net's file and its card."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from models.card import check_artefact, load_card, settings_of
from models.training.calibrate import RISK, calibrated
from models.training.crops import Crops
from models.training.data import Data
from models.training.export import export
from models.training.net import EMBEDDING, FaceNet
from models.training.recipes import Recipe
from vision.read import LABELS, STATES, VIEW, FaceReader, Settings

CREDITS = {
    "byler": "Nell Byler, d6-dice photographs (BSD-3-Clause)",
    "catan": "Epanemu, GameDiceRecognition (CC BY 4.0)",
    "colours": "N3VERS4YDIE, dice-recognition, PXL subset (CC BY 4.0)",
    "webcam": "matteop65, Dice_Detection_Recognition (MIT)",
    "carpet": "DamianTab, DiceDetection (Apache-2.0)",
    "cup": "tomitomi3, DiceRecognitionDatasetForML (MIT)",
    "paper": "KamilPiechowiak, DiceDetection (MIT)",
}


def write_card(
    net: FaceNet, name: str, out: Path, recipe: Recipe, data: Data, sets: Sequence[str]
) -> Path:
    """Export and calibrate `net`; return the path of its card."""
    file = out / "artefacts" / f"{name}.onnx"
    sha256 = export(
        net, file, seed=recipe.seed, samples=recipe.samples, data=data.digest
    )
    # By how many degrees its leans err is measured and put in by hand.
    start = replace(Settings.of_file(file), sure=0.99)
    settings = calibrated(FaceReader(file, start), data.calibration)
    card = out / "cards" / f"{name}.md"
    put_facts(card, _facts(name, sha256, recipe, data, settings, sets))
    return card


def calibrate_anew(card: Path, parts: Sequence[Crops]) -> None:
    """Put the settings of a reader that is a mean of two into its card."""
    described = load_card(card)
    start = settings_of(described, Settings)
    settings = calibrated(FaceReader(check_artefact(described), start), parts)
    facts = tomllib.loads(card.read_text().split("+++")[1])
    put_facts(card, facts | {"settings": _kept(settings)})


def put_facts(card: Path, facts: Mapping[str, object]) -> None:
    """Write a card with these facts in front; what it says after them stays."""
    card.parent.mkdir(parents=True, exist_ok=True)
    prose = card.read_text().split("+++\n", 2)[2] if card.exists() else "\n"
    card.write_text(f"+++\n{toml(facts)}+++\n{prose}")


def _facts(
    name: str,
    sha256: str,
    recipe: Recipe,
    data: Data,
    settings: Settings,
    sets: Sequence[str],
) -> dict[str, object]:
    """Return what stands in front of a card."""
    faces = sum(int((part.values > 0).sum()) for part in data.calibration)
    return {
        "name": name,
        "version": "1",
        "licence": "MIT",
        "file": f"{name}.onnx",
        "sha256": sha256,
        "shape": [3, VIEW, VIEW],
        "layout": "channels (blue, green, red), rows, columns",
        "range": [0.0, 1.0],
        "seed": recipe.seed,
        "samples": recipe.samples,
        "data": data.digest,
        "photographs": [CREDITS[one] for one in sets],
        "calibration_faces": faces,
        "risk": RISK,
        "outputs": {
            "values": list(LABELS),
            "states": list(STATES),
            "embeddings": EMBEDDING,
            "leans": 2,
            "places": 3,
        },
        "settings": _kept(settings),
    }


def _kept(settings: Settings) -> dict[str, object]:
    """Return the settings that stand in a card beside the hash of the file."""
    return {key: value for key, value in asdict(settings).items() if key != "sha256"}


def toml(facts: Mapping[str, object]) -> str:
    """Return facts as TOML, those that have facts of their own as tables in the end.

    >>> print(toml({"name": "face", "settings": {"sure": 0.98}, "shape": [3, 64]}))
    name = "face"
    shape = [3, 64]
    <BLANKLINE>
    [settings]
    sure = 0.98
    <BLANKLINE>
    """
    plain = [(key, v) for key, v in facts.items() if not isinstance(v, Mapping)]
    tables = [(key, v) for key, v in facts.items() if isinstance(v, Mapping)]
    lines = "".join(f"{key} = {_toml(value)}\n" for key, value in plain)
    return lines + "".join(f"\n[{key}]\n{toml(value)}" for key, value in tables)


def _toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
