"""What a model says of the true boxes of a set: lines for the judge, and its figures.

The middle that is reported is the label's own, so that the judge pairs each answer with
its label; the crop is cut where `photographs.SETS` says that the top face is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.card import Card, settings_of
from models.training.photographs import Face, photographs
from vision.cut import cut
from vision.read import FaceReader, Place, Reading, Settings, State


@dataclass(frozen=True)
class Said:
    """A labelled face of a photograph and what the reader said of it."""

    photograph: Path
    face: Face
    reading: Reading

    @property
    def right(self) -> bool:
        """Whether the best guess is the labelled value."""
        return self.reading.face == str(self.face.value)


def reader_of(card: Card) -> FaceReader:
    """Return the reader that a card describes."""
    return FaceReader(card.artefact, settings_of(card, Settings))


def read_set(reader: FaceReader, folder: Path) -> list[Said]:
    """Return what the reader says of every labelled face of a set."""
    said = []
    for photo in photographs(folder):
        if not photo.faces:
            continue
        places = [Place(face.centre, face.edge) for face in photo.faces]
        readings = reader.read(photo.picture(), places)
        said += [
            Said(photo.path, face, reading)
            for face, reading in zip(photo.faces, readings, strict=True)
        ]
    return said


def lines(said: Sequence[Said]) -> Iterator[str]:
    """Yield one JSON object a photograph, as `dicetower read --json` prints them."""
    for path in dict.fromkeys(one.photograph for one in said):
        dice = [_die(one) for one in said if one.photograph == path]
        yield json.dumps({"image": str(path), "doubt": None, "dice": dice})


def save_wrong(said: Sequence[Said], folder: Path) -> None:
    """Write a large crop of every face read wrong, for your own eyes."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in said:
        if not one.right:
            picture = np.asarray(cv2.imread(str(one.photograph)))
            crop = cut(picture, one.face.centre, 2 * one.face.edge, 256)
            reading = one.reading
            name = (
                f"{one.photograph.parent.name}-{one.photograph.stem}-"
                f"{round(one.face.centre[0])}-{round(one.face.centre[1])}-"
                f"{one.face.value}-as-{reading.face}-{reading.state.value}-"
                f"{reading.confidence:.2f}.png"
            )
            cv2.imwrite(str(folder / name), crop)


def _die(said: Said) -> dict[str, object]:
    return {
        "face": said.reading.face,
        "centre_px": list(said.face.label),
        "confidence": round(said.reading.confidence, 4),
        "state": said.reading.state.value,
    }


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927, z = 1.96).

    >>> [round(bound, 3) for bound in wilson(307, 309)]
    [0.977, 0.998]
    """
    if of == 0:
        return (0.0, 1.0)
    z, share = 1.96, hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    half /= 1 + z * z / of
    return (max(0.0, middle - half), min(1.0, middle + half))


def calibration_error(said: Sequence[Said], bins: int = 15) -> float:
    """Return the expected calibration error over bins of equal width."""
    confidence = np.array([one.reading.confidence for one in said])
    right = np.array([one.right for one in said])
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    return float(
        sum(
            abs(confidence[which == b].sum() - right[which == b].sum())
            for b in range(bins)
        )
        / max(len(said), 1)
    )


def risk_coverage(
    said: Sequence[Said],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return coverage and risk (n,) when ever less sure faces are called read."""
    order = np.argsort([-one.reading.confidence for one in said], kind="stable")
    wrong = np.array([not said[index].right for index in order])
    count = np.arange(1, len(said) + 1)
    return count / len(said), np.cumsum(wrong) / count


def figures(said: Sequence[Said]) -> dict[str, float]:
    """Return counts and rates of a set: right, read, silently wrong, calibration."""
    read = [one for one in said if one.reading.state is State.READ]
    right = sum(one.right for one in said)
    low, high = wilson(right, len(said))
    return {
        "faces": len(said),
        "right": right,
        "low": round(low, 4),
        "high": round(high, 4),
        "read": len(read),
        "silent": sum(not one.right for one in read),
        "calibration_error": round(calibration_error(said), 4),
    }
