"""Faces to values: what each face shows, and how sure that is.

A crop 1.5 edges wide around the face, cut from the full picture, goes through a small
ONNX net, which also says where in the crop the face is: finders see dice in few pixels,
and their edges are off by up to 29 %. Where the first look is not sure of a face,
three more follow, cut where it is, each a quarter turn on and a little softer, and all
four are averaged. The confidence is calibrated: a temperature, then a threshold with a
stated risk, both fitted on photographs that did not train the net.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Array, Picture
from vision.cut import cut
from vision.net import load_net

VIEW = 64  # px across a view
SEEN = 1.5  # edges across a view
SHARP_PX = VIEW / SEEN  # edges from which a view has all its pixels from the picture
# Of a view, a standard deviation. Photographs that train are softer than those that a
# telephone takes from near; on 453 faces held out of training it changes nothing (439
# right without, 440 with it), twice as much costs three.
SOFT = 0.9
LABELS = ("none", "1", "2", "3", "4", "5", "6")
STATES = ("flat", "leaning", "stacked")
OUTPUTS = ("values", "states", "embeddings", "leans", "places")
OFF, LOG = 0.35, 0.4  # edges, and log of edges: faces are not believed further off
EMBEDDING = 64  # numbers by which faces are told apart that are taught later


class State(Enum):
    """What a reading may be used for; the words of the JSON."""

    READ = "read"
    DOUBTFUL = "doubtful"
    COCKED = "cocked"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Settings:
    """What belongs to one model file: its hash, and how its answers are calibrated.

    `threshold` is the confidence from which a face counts as read, `sure` the one below
    which the further quarter turns are looked at, `cocked` the probability from which a
    die counts as leaning or stacked, `lean_error` by how many degrees the leans of flat
    dice may err whose edge is SHARP_PX or more; those of smaller ones err by more.
    """

    sha256: str
    temperature: float = 1.0
    threshold: float = 0.9
    sure: float = 0.98
    cocked: float = 0.9
    lean_error: float = 20.0

    @staticmethod
    def of_file(path: Path) -> Settings:
        """Return uncalibrated settings for a file that is trusted as it is; all views
        are looked at four times."""
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        return Settings(found, threshold=0.5, sure=2.0)


@dataclass(frozen=True)
class Place:
    """Where a face is: its middle and edge in px, its turn in radians."""

    centre: tuple[float, float]
    edge: float
    turn: float = 0.0


@dataclass(frozen=True)
class Reading:
    """One face. `face` is the best guess whatever the state, None if there is none.

    `probabilities` follow `labels`, the first of which is "none"; `pose` follows
    `STATES`; `embedding` (64,) has length 1. `lean` is the way from the middle of the
    die's base to that of its top, in edges; it may be off by `lean_error` degrees.
    `place` is where in the picture the face was seen, None for a picture of one face.
    """

    face: str | None
    confidence: float
    state: State
    probabilities: Array
    pose: Array
    embedding: Array
    labels: tuple[str, ...] = LABELS
    lean: tuple[float, float] = (0.0, 0.0)
    lean_error: float = 0.0
    place: Place | None = None

    @property
    def nothing(self) -> float:
        """Return the probability that there is no face."""
        return float(self.probabilities[0])

    @property
    def candidates(self) -> tuple[tuple[str, float], ...]:
        """Return every face with its probability, best first."""
        shares = [float(share) for share in self.probabilities[1:]]
        pairs = zip(self.labels[1:], shares, strict=True)
        return tuple(sorted(pairs, key=lambda pair: -pair[1]))


@dataclass(frozen=True)
class Answers:
    """What the net says of n places, before calibration: log-probabilities.

    `values` is (n, 7), `states` (n, 3), `embeddings` (n, 64), `leans` (n, 2) in edges,
    as the views have them. `places` (n, 3) are where the views show the faces: their
    middles, in edges of the places looked at, off the middle of those along x and y,
    and the log of their edges.
    """

    values: Array
    states: Array
    embeddings: Array
    leans: Array
    places: Array


class FaceReader:
    """The face net, loaded and held to its settings.

    Raises NoModel where the file is missing, BadModel where it is another one.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.settings = settings
        self._session = load_net(
            path,
            settings.sha256,
            inputs={"views": [3, VIEW, VIEW]},
            outputs={
                "values": len(LABELS),
                "states": len(STATES),
                "embeddings": EMBEDDING,
                "leans": 2,
                "places": 3,
            },
            notes={"labels": list(LABELS)},
        )

    def read(self, picture: Picture, places: Sequence[Place]) -> list[Reading]:
        """Return a reading for each place in a picture (height, width, 3), BGR."""
        if not places:
            return []
        answers = self.answer([picture] * len(places), places)
        return [
            _reading(answers, index, place, self.settings)
            for index, place in enumerate(places)
        ]

    def read_whole(self, picture: Picture) -> Reading:
        """Return the reading of a picture that is one face.

        The face may fill the picture or lie in the middle of it, so three sizes are
        looked at; the surest is taken, a face that can be read before one that cannot.
        Around the picture its rim goes on.
        """
        height, width = picture.shape[:2]
        rim = min(height, width) // 2
        # Mirrored, the pips of a face that fills the picture are a domino's.
        around = cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
        middle = (width / 2 + rim, height / 2 + rim)
        places = [Place(middle, share * min(height, width)) for share in WHOLE]
        readings = self.read(np.asarray(around, np.uint8), places)
        return replace(max(readings, key=_worth), place=None)

    def answer(self, pictures: Sequence[Picture], places: Sequence[Place]) -> Answers:
        """Return what the net says of a place in each picture.

        Where it is not sure of a face that is the mean over four quarter turns, the
        further three a little softer and cut where the first saw the face. Lean and
        place are the first's.
        """
        looks = [view(*one) for one in zip(pictures, places, strict=True)]
        first = self.look(looks)
        shares = _softmax(first.values / self.settings.temperature)
        unsure = np.flatnonzero(shares[:, 1:].max(1) < self.settings.sure)
        if not len(unsure):
            return first
        nearer = [
            view(pictures[i], moved(places[i], first.places[i]))
            for i in unsure.tolist()
        ]
        soft = np.stack([cv2.GaussianBlur(one, (0, 0), SOFT) for one in nearer])
        turned = [np.rot90(soft, turns, (1, 2)) for turns in (1, 2, 3)]
        more = self.look(np.concatenate(turned))
        values, states, embeddings = (
            _averaged(one, extra, unsure)
            for one, extra in (
                (first.values, more.values),
                (first.states, more.states),
                (first.embeddings, more.embeddings),
            )
        )
        length = np.linalg.norm(embeddings, axis=1, keepdims=True)
        return replace(
            first, values=values, states=states, embeddings=embeddings / length
        )

    def look(self, views: Sequence[Picture] | Picture) -> Answers:
        """Return what the net says of views (VIEW, VIEW, 3) as they are."""
        planes = np.asarray(views, np.float32).transpose(0, 3, 1, 2) / 255
        values, states, embeddings, leans, places = self._session.run(
            list(OUTPUTS), {"views": np.ascontiguousarray(planes)}
        )
        return Answers(
            _log_softmax(values), _log_softmax(states), embeddings, leans, places
        )


def _worth(reading: Reading) -> tuple[bool, bool, float]:
    """Return how much a reading counts among several of one face."""
    face = reading.state is not State.UNKNOWN
    return reading.state is State.READ, face, reading.confidence


WHOLE = (1.0, 0.8, 0.6)  # edges a picture across, from the face alone to a loose crop


def view(picture: Picture, place: Place) -> Picture:
    """Return the view (VIEW, VIEW, 3) of a place, upright if its turn is known."""
    return cut(picture, place.centre, SEEN * place.edge, VIEW, place.turn)


def moved(place: Place, off: Array) -> Place:
    """Return where the face is that a view shows `off`, as `Answers` has it."""
    x, y = np.clip(off[:2], -OFF, OFF) * place.edge
    x, y = _turned(x, y, place.turn)
    edge = place.edge * math.exp(float(np.clip(off[2], -LOG, LOG)))
    return Place((place.centre[0] + x, place.centre[1] + y), edge, place.turn)


def _turned(x: float, y: float, turn: float) -> tuple[float, float]:
    """Return a way in a view as the picture has it, from which the view was turned."""
    c, s = math.cos(turn), math.sin(turn)
    return float(c * x - s * y), float(s * x + c * y)


def _reading(answers: Answers, index: int, place: Place, settings: Settings) -> Reading:
    """Return the calibrated reading of the answer for a place."""
    probabilities = _softmax(answers.values[index] / settings.temperature)
    pose = _softmax(answers.states[index])
    lean_x, lean_y = answers.leans[index]
    best = 1 + int(probabilities[1:].argmax())
    nothing, confidence = float(probabilities[0]), float(probabilities[best])
    face: str | None = LABELS[best]
    if nothing >= settings.threshold:
        face, confidence, state = None, nothing, State.UNKNOWN
    elif nothing > confidence:
        state = State.UNKNOWN
    elif float(pose[1] + pose[2]) >= settings.cocked:
        state = State.COCKED
    else:
        state = State.READ if confidence >= settings.threshold else State.DOUBTFUL
    return Reading(
        face,
        confidence,
        state,
        probabilities,
        pose,
        answers.embeddings[index],
        lean=_turned(float(lean_x), float(lean_y), place.turn),
        lean_error=settings.lean_error * max(1.0, SHARP_PX / place.edge),
        place=moved(place, answers.places[index]),
    )


def _averaged(first: Array, more: Array, where: NDArray[np.intp]) -> Array:
    """Return `first` (n, k) with the mean over four views at the places looked at."""
    out = first.copy()
    out[where] = (first[where] + more.reshape(3, len(where), -1).sum(0)) / 4
    return out


def _softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)


def _log_softmax(logits: Array) -> Array:
    lowered = logits - logits.max(-1, keepdims=True)
    return np.asarray(
        lowered - np.log(np.exp(lowered).sum(-1, keepdims=True)), np.float32
    )
