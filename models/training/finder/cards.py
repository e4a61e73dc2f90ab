"""Writes a trained finder's file and its card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from models.card import check_artefact, load_card, settings_of
from models.training.calibrate import RISK
from models.training.cards import CREDITS, put_facts
from models.training.finder.export import export
from models.training.finder.net import PLACES, FinderNet
from models.training.finder.train import Recipe
from vision.find import Finder, FinderSettings


def write_card(
    net: FinderNet,
    name: str,
    out: Path,
    recipe: Recipe,
    data: str,
    sets: Sequence[str],
) -> Path:
    """Export `net`; return the path of its card."""
    file = out / "artefacts" / f"{name}.onnx"
    sha256 = export(net, file, seed=recipe.seed, samples=recipe.windows, data=data)
    facts: dict[str, object] = {
        "name": name,
        "version": "1",
        "licence": "MIT",
        "file": file.name,
        "sha256": sha256,
        "shape": [3, 0, 0],
        "layout": "channels (blue, green, red), rows, columns; sides multiples of 16",
        "range": [0.0, 1.0],
        "seed": recipe.seed,
        "samples": recipe.windows,
        "data": data,
        "photographs": [CREDITS[one] for one in sets],
        "risk": RISK,
        "outputs": {"heat": 1, "places": PLACES, "hands": 1},
        "settings": {"threshold": FinderSettings(sha256).threshold},
    }
    card = out / "cards" / f"{name}.md"
    put_facts(card, facts)
    return card


def finder_of(card: Path, least: float | None = None) -> Finder:
    """Return the finder that a card describes; `least` is another threshold."""
    described = load_card(card)
    settings = settings_of(described, FinderSettings)
    if least is not None:
        settings = replace(settings, threshold=least)
    return Finder(check_artefact(described), settings)
