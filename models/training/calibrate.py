"""Temperature and thresholds, from crops of photographs that did not train the net."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.training.crops import MIDDLE, Crops
from vision.arrays import Array
from vision.read import FaceReader, Settings

RISK = 0.01  # of the faces called read, the share that may be wrong
ALIKE = 0.5  # of that risk, where every set counts alike: those unseen are harder
# Edges, and log of the edge: a face so far off is another than what was looked for. A
# part of a face leads to the whole of it, which is no false reading.
ELSEWHERE = (0.2, 0.25)


@dataclass(frozen=True)
class Confidences:
    """For n crops: how sure the guess is, how sure that there is no face, and whether
    the guess is wrong."""

    confidence: Array
    nothing: Array
    wrong: NDArray[np.bool_]


def held_out(crops: Crops, share: float, seed: int) -> NDArray[np.bool_]:
    """Return which crops (n,) are held out: whole scenes, `share` of the faces."""
    rng = np.random.default_rng(seed)
    chosen = np.zeros(len(crops), bool)
    faces = crops.values > 0
    for scene in rng.permutation(np.unique(crops.scenes)):
        members = crops.scenes == scene
        grown = (chosen | members)[faces].mean()
        # A scene that would take more than half again the share stays in training.
        if grown <= 1.5 * share and chosen[faces].mean() < share:
            chosen |= members
    return chosen


def calibrated(
    reader: FaceReader, parts: Sequence[Crops], risk: float = RISK
) -> Settings:
    """Return the reader's settings, fitted on the crops of each set.

    For the threshold the sets count alike, however many faces they have: the largest
    is one tray and one camera, and the reader is for those that nobody has seen.
    """
    crops = Crops.joined(parts)
    weights = np.concatenate([_shares(part) for part in parts])
    pictures, places = list(crops.pictures), [MIDDLE] * len(crops)
    settings = reader.settings
    for _ in range(3):  # which views are looked at again depends on the temperature
        reader.settings = settings
        answers = reader.answer(pictures, places)
        temperature = _temperature(answers.values.astype(float), crops.values)
        settings = replace(settings, temperature=temperature)
    reader.settings = settings
    answers = reader.answer(pictures, places)
    found = confidences(answers.values.astype(float), crops.values, temperature)
    faces = crops.values > 0
    bare = ~faces & _here(answers.places)
    pose = np.exp(answers.states)
    cocked = (pose[:, 1:].sum(1) / pose.sum(1))[faces]
    return replace(
        settings,
        threshold=round(_threshold(found, faces, bare, weights, risk), 4),
        # The dice of these photographs lie flat: one in two hundred may be doubted.
        cocked=round(float(np.clip(np.quantile(cocked, 0.995), 0.5, 0.99)), 4),
    )


def _shares(crops: Crops) -> NDArray[np.float64]:
    """Return weights (n,) of which those of all faces add up to 1."""
    faces = crops.values > 0
    return np.full(len(crops), 1 / max(int(faces.sum()), 1))


def confidences(
    values: Array, truths: NDArray[np.int8], temperature: float
) -> Confidences:
    """Return the calibrated confidences of log-probabilities (n, 7)."""
    scaled = values / temperature
    scaled -= scaled.max(1, keepdims=True)
    shares = np.exp(scaled) / np.exp(scaled).sum(1, keepdims=True)
    guess = 1 + shares[:, 1:].argmax(1)
    best = shares[np.arange(len(guess)), guess]
    return Confidences(best, shares[:, 0], guess != truths)


def _temperature(values: Array, truths: NDArray[np.int8]) -> float:
    """Return the temperature under which the true values are likeliest."""
    faces = truths > 0
    logits, right = values[faces], truths[faces].astype(int)

    def surprise(temperature: float) -> float:
        scaled = logits / temperature
        scaled -= scaled.max(1, keepdims=True)
        total = np.log(np.exp(scaled).sum(1))
        return float((total - scaled[np.arange(len(right)), right]).mean())

    tried = np.exp(np.linspace(np.log(0.2), np.log(4), 121))
    return round(float(min(tried, key=surprise)), 4)


def _here(places: Array) -> NDArray[np.bool_]:
    """Return which of n places (n, 3), as in `Answers`, are where they were sought."""
    shift, log = ELSEWHERE
    near = (np.abs(places[:, :2]).max(1) < shift) & (np.abs(places[:, 2]) < log)
    return np.asarray(near, np.bool_)


def _threshold(
    found: Confidences,
    faces: NDArray[np.bool_],
    bare: NDArray[np.bool_],
    weights: NDArray[np.float64],
    risk: float,
) -> float:
    """Return the least confidence that keeps the risk, for faces and for nothing.

    With e of n faces wrong above it, (e + 1) / (n + 1) is at most `risk`: the next face
    counts as wrong; the weighted share of wrong faces is at most `ALIKE` of it. Of the
    crops without a face, `bare`, at most 1 % may be called read.
    """
    sure = found.confidence > found.nothing
    for threshold in np.linspace(0.5, 0.999, 500):
        read = sure & (found.confidence >= threshold)
        wrong = read & faces & found.wrong
        kept = (int(wrong.sum()) + 1) / (int((read & faces).sum()) + 1) <= risk
        kept &= weights[wrong].sum() <= ALIKE * risk * weights[read & faces].sum()
        if kept and read[bare].sum() <= 0.01 * bare.sum():
            return float(threshold)
    return 0.999
