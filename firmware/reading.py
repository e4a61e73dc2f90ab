"""Pictures named on a command line, read one by one, for people or programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from models.card import Card, check_artefact, settings_of
from vision.arrays import Picture
from vision.draw import draw_whole
from vision.errors import VisionError
from vision.pictures import load_picture, pictures_in
from vision.read import FaceReader, Reading, Settings, State

WHY = {
    State.DOUBTFUL: "the face is not sure",
    State.COCKED: "the die leans or lies on another",
    State.UNKNOWN: "no face that is known",
}


class EmptyFolder(VisionError, ValueError):
    """A folder without a single picture."""


@dataclass(frozen=True)
class Whole:
    """A picture that is one face, as it was named, and what it shows."""

    name: str
    picture: Picture
    reading: Reading

    def line(self) -> str:
        """Return the JSON object of this picture."""
        height, width = self.picture.shape[:2]
        die = {
            "face": self.reading.face,
            "centre_px": [width / 2, height / 2],
            "confidence": round(self.reading.confidence, 4),
            "state": self.reading.state.value,
        }
        doubt = WHY.get(self.reading.state)
        return json.dumps({"image": self.name, "doubt": doubt, "dice": [die]})


def load_reader(card: Card) -> FaceReader:
    """Return the reader that a card describes, after holding its file to it."""
    path = check_artefact(card)
    return FaceReader(path, settings_of(card, Settings))


def named(photos: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the pictures meant, as named; a folder itself if it holds none."""
    for name in photos:
        inside = pictures_in(Path(name)) if Path(name).is_dir() else []
        yield from ((str(path), path) for path in inside)
        if not inside:
            yield name, Path(name)


def read_whole(reader: FaceReader, name: str, path: Path) -> Whole:
    """Return what a picture that is one face shows; raise VisionError or OSError."""
    if path.is_dir():
        raise EmptyFolder(f"expected pictures in the folder, found none: {path}")
    picture = load_picture(path)
    return Whole(name, picture, reader.read_whole(picture))


def draw(found: Whole, folder: Path) -> None:
    """Write the picture with its answer; folders of equal names stay apart."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "_".join(Path(found.name).with_suffix("").parts[-3:]).strip("/._")
    # Encoded here, and not by cv2.imwrite, which says nothing of a full disk.
    packed = cv2.imencode(".png", draw_whole(found.picture, found.reading))[1]
    (folder / f"{name}.png").write_bytes(packed.tobytes())
