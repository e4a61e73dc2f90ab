"""Pictures named on a command line, read one by one, for people or programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from models.card import Card, check_artefact, load_card, settings_of
from vision.arrays import Picture
from vision.draw import caption, draw_seen, draw_whole
from vision.errors import VisionError
from vision.find import Finder, FinderSettings
from vision.pictures import load_picture, pictures_in
from vision.read import FaceReader, Reading, Settings, State
from vision.recognise import Finds, Reads, Seen, recognise
from vision.words import say

WHY = {
    State.DOUBTFUL: "the face is not sure",
    State.COCKED: "the die leans or lies on another",
    State.UNKNOWN: "no face that is known",
}
QUALITY = 92  # of the drawn pictures, as JPEG


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

    def words(self) -> str:
        """Return what it shows, for people."""
        return caption(self.reading)

    def drawn(self) -> Picture:
        """Return the picture with its answer."""
        return draw_whole(self.picture, self.reading)


@dataclass(frozen=True)
class Photograph:
    """A photograph of a table, as it was named, and what lies there."""

    name: str
    picture: Picture
    seen: Seen

    def line(self) -> str:
        """Return the JSON object of this photograph."""
        dice = [
            {
                "face": die.face,
                "centre_px": [round(v, 1) for v in die.sighting.centre],
                "confidence": round(die.confidence, 4),
                "state": die.state.value,
            }
            for die in self.seen.dice
        ]
        return json.dumps({"image": self.name, "doubt": self.seen.doubt, "dice": dice})

    def words(self) -> str:
        """Return what lies there, for people."""
        return say(self.seen)

    def drawn(self) -> Picture:
        """Return the photograph with its dice marked."""
        return draw_seen(self.picture, self.seen)


@dataclass(frozen=True)
class Eyes:
    """What finds dice and what reads them."""

    finds: Finds
    reads: Reads


@dataclass(frozen=True)
class Drawings:
    """The folder of drawn pictures; none takes the name of another."""

    folder: Path
    taken: set[str] = field(default_factory=set)

    def save(self, answer: Whole | Photograph) -> None:
        """Draw an answer and write it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        # Encoded here, and not by cv2.imwrite, which says nothing of a full disk.
        how = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        packed = cv2.imencode(".jpg", answer.drawn(), how)[1]
        (self.folder / self._name(answer.name)).write_bytes(packed.tobytes())

    def _name(self, name: str) -> str:
        """Return a file name that tells where a picture came from."""
        stem = "_".join(Path(name).with_suffix("").parts[-3:]).strip("/._")
        free = stem
        number = 1
        while free in self.taken:
            number += 1
            free = f"{stem}-{number}"
        self.taken.add(free)
        return f"{free}.jpg"


def load_reader(card: Card) -> FaceReader:
    """Return the reader that a card describes, after holding its file to it."""
    return FaceReader(check_artefact(card), settings_of(card, Settings))


def load_finder(card: Card) -> Finder:
    """Return the finder that a card describes, after holding its file to it."""
    return Finder(check_artefact(card), settings_of(card, FinderSettings))


def load_eyes(face: Path, find: Path) -> Eyes:
    """Return the eyes that two cards describe."""
    reads = load_reader(load_card(face))
    return Eyes(load_finder(load_card(find)), reads)


def named(photos: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the pictures meant, as named; a folder itself if it shows none."""
    for name in photos:
        inside = _inside(Path(name))
        yield from ((f"{name.rstrip('/')}/{path.name}", path) for path in inside)
        if not inside:
            yield name, Path(name)


def read_whole(reader: FaceReader, name: str, path: Path) -> Whole:
    """Return what a picture that is one face shows; raise VisionError or OSError."""
    picture = _loaded(path)
    return Whole(name, picture, reader.read_whole(picture))


def read_photograph(eyes: Eyes, name: str, path: Path) -> Photograph:
    """Return what lies on a photograph; raise VisionError or OSError."""
    picture = _loaded(path)
    return Photograph(name, picture, recognise(picture, eyes.finds, eyes.reads))


def _inside(folder: Path) -> list[Path]:
    """Return the pictures of a folder; none where it is no folder or closed to us."""
    try:
        return pictures_in(folder) if folder.is_dir() else []
    except OSError:  # said when its turn comes
        return []


def _loaded(path: Path) -> Picture:
    if path.is_dir() and not pictures_in(path):
        raise EmptyFolder(f"expected pictures in the folder, found none: {path}")
    return load_picture(path)
