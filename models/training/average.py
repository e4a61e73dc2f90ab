"""The mean of two models that come from one: of it and a run from it, or of two runs.

The mean of the weights that a run began with and those it ended with is often as good
as the better of the two on what both saw, and better on what neither did (Wortsman et
al., Robust fine-tuning of zero-shot models, 2022); so is that of two runs from one
beginning (Wortsman et al., Model soups, 2022).
"""

from __future__ import annotations

import argparse
import hashlib
import tomllib
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from models.card import check_artefact, load_card
from models.training.cards import put_facts


def average_arguments(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Return the parser with what `average` asks for, the same for all nets."""
    parser.add_argument("begun", type=Path, help="the card of the first")
    parser.add_argument("went_on", type=Path, help="that of the second")
    parser.add_argument("--out", type=Path, default=Path("models"))
    return parser


def average(begun: Path, went_on: Path, out: Path) -> Path:
    """Write the mean of two models into a folder; return the path of its card.

    `begun` and `went_on` are cards; what is noted is the second one's. Prose that the
    card has stays. Raises ValueError where they are of different nets.
    """
    one, other = load_card(begun), load_card(went_on)
    mean = onnx.load(check_artefact(other))
    theirs = {
        part.name: numpy_helper.to_array(part)
        for part in onnx.load(check_artefact(one)).graph.initializer
    }
    for part in mean.graph.initializer:
        own = numpy_helper.to_array(part)
        if part.name not in theirs or theirs[part.name].shape != own.shape:
            raise ValueError(
                f"expected two models of one net, got {begun} without {part.name} "
                f"of shape {own.shape} as {went_on} has it"
            )
        if np.issubdtype(own.dtype, np.floating):
            both = (own + theirs[part.name]) / 2
            part.CopyFrom(numpy_helper.from_array(both.astype(own.dtype), part.name))
    file = out / "artefacts" / other.file
    card = out / "cards" / went_on.name
    for path in (file, card):
        path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(mean, file)
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    put_facts(
        card, tomllib.loads(went_on.read_text().split("+++")[1]) | {"sha256": sha256}
    )
    return card
