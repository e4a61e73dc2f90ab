"""Evidence: what the camera saw of a roll, kept beside the record and pinned in it.

A roll has a number of its own. `0007.jpg` is the still that was read, cropped to the
tray, `0007_read.jpg` the same with what was read drawn on it, and `0007.json` says
which die was read as what, how surely, and the hashes of the pictures. A comment of
the record holds the hash of that file, so none of them can be changed unnoticed. Where
somebody was asked, `0007.webm` holds the seconds before.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.clip_file import SUFFIX
from firmware.files import write_file
from firmware.last_seconds import LastSeconds
from firmware.rolls import Region
from vision.arrays import Picture
from vision.draw import draw_seen
from vision.frame import Frame
from vision.recognise import Seen, SeenDie
from vision.vote import Doubtful, Recognised

MOST_BYTES = 256 * 1024 * 1024
"""Of all evidence in a folder of records: about 500 rolls of a large camera."""
QUALITY = 92  # of JPEG: pips of 4 px stay as they are
DIGITS = 16  # of a hash in the record, as its seals
ENDING = ".evidence"

_PINNED = re.compile(rf"(evidence|clip) (\d{{4,6}}) ([0-9a-f]{{{DIGITS}}})(?: .*)?")


@dataclass(frozen=True)
class Pinned:
    """A comment of the record that names a piece of evidence: its hash, a remark."""

    number: int
    digest: str
    clip: bool = False
    remark: str = ""

    def __str__(self) -> str:
        kind = "clip" if self.clip else "evidence"
        remark = f" {self.remark}" if self.remark else ""
        return f"{kind} {self.number:04} {self.digest}{remark}"

    @staticmethod
    def parse(comment: str) -> Pinned | None:
        """Return what a comment names, or None where it is another one."""
        found = _PINNED.fullmatch(comment)
        return found and Pinned(int(found[2]), found[3], found[1] == "clip")

    @property
    def name(self) -> str:
        """The name of the file that it pins."""
        return f"{self.number:04}{SUFFIX if self.clip else '.json'}"


def folder_of(record: Path) -> Path:
    """Return where the evidence of a record lies."""
    return record.with_name(record.stem + ENDING)


class Evidence:
    """The evidence of one record; the oldest of its neighbours goes when it grows."""

    def __init__(
        self,
        record: Path,
        comments: Iterable[str] = (),
        *,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.folder = folder_of(record)
        self._most = most_bytes
        # Numbers go on after those that the record pins, though the files be gone.
        pinned = [found.number for text in comments if (found := Pinned.parse(text))]
        self._last = max([*pinned, *map(_number, self._files()), 0])

    def keep(
        self,
        still: Frame,
        answer: Recognised | Doubtful,
        *,
        source: str,
        tray: Region | None = None,
    ) -> Pinned:
        """Write the evidence of a roll; return what the record has to hold.

        `tray` is the part of the picture that is kept; without one all of it is. Raises
        OSError where the disk refuses.
        """
        number = self._last + 1
        self.folder.mkdir(parents=True, exist_ok=True)
        picture, seen = _cropped(still.picture, answer, tray)
        stem = f"{number:04}"
        pictures = {
            f"{stem}.jpg": _packed(picture),
            f"{stem}_read.jpg": _packed(draw_seen(picture, seen)),
        }
        for name, data in pictures.items():
            write_file(self.folder / name, data)
        readings = _document(still, seen, source, tray) | {
            "pictures": {n: hashlib.sha256(d).hexdigest() for n, d in pictures.items()}
        }
        data = (json.dumps(readings, indent=1) + "\n").encode()
        write_file(self.folder / f"{stem}.json", data)
        self._last = number
        self._make_room()
        return Pinned(number, _digest(data))

    def keep_clip(self, number: int, last: LastSeconds) -> Pinned | None:
        """Write the seconds before a roll; None where there are none."""
        if not len(last):
            return None
        path = self.folder / f"{number:04}{SUFFIX}"
        last.write(path)
        self._make_room()
        return Pinned(number, _digest(path.read_bytes()), clip=True)

    def picture(self, number: int) -> Path:
        """Return where the picture of a roll is, with what was read drawn on it."""
        return self.folder / f"{number:04}_read.jpg"

    def discard(self) -> None:
        """Delete all evidence of this record: the match is over."""
        for path in self._files():
            path.unlink(missing_ok=True)
        if self.folder.is_dir():
            self.folder.rmdir()

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("[0-9]*")) if self.folder.is_dir() else []

    def _make_room(self) -> None:
        """Delete the oldest rolls of all records here until the rest is small enough.

        The last roll stays, however large.
        """
        rolls: dict[tuple[Path, int], list[Path]] = {}
        for path in self.folder.parent.glob(f"*{ENDING}/[0-9]*"):
            rolls.setdefault((path.parent, _number(path)), []).append(path)
        sizes = {roll: sum(map(_size, paths)) for roll, paths in rolls.items()}
        total = sum(sizes.values())
        for roll in sorted(rolls, key=lambda roll: _age(rolls[roll], roll)):
            if total <= self._most or roll == (self.folder, self._last):
                break
            total -= sizes[roll]
            for path in rolls[roll]:
                path.unlink(missing_ok=True)


def check(record: Path, comments: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the evidence of a record, a sentence each.

    What is gone is no fault: it goes with time, and with the match.
    """
    folder = folder_of(record)
    for pinned in filter(None, map(Pinned.parse, comments)):
        path = folder / pinned.name
        if not path.is_file():
            continue
        data = path.read_bytes()
        if _digest(data) != pinned.digest:
            yield f"{path} is not what the record says: it was changed"
        elif not pinned.clip:
            yield from _changed_pictures(folder, data)


def _changed_pictures(folder: Path, data: bytes) -> Iterator[str]:
    for name, digest in json.loads(data)["pictures"].items():
        path = folder / name
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{path} is not the picture that was read: it was changed"


# ---- what is written


def _cropped(
    picture: Picture, answer: Recognised | Doubtful, tray: Region | None
) -> tuple[Picture, Seen]:
    """Return the part of the picture that is kept, and the dice as they lie in it."""
    doubt = answer.why if isinstance(answer, Doubtful) else None
    if tray is None:
        return picture, Seen(answer.dice, doubt)
    x, y, width, height = tray
    part = np.ascontiguousarray(picture[y : y + height, x : x + width])
    return part, Seen(tuple(_moved(die, x, y) for die in answer.dice), doubt)


def _moved(die: SeenDie, x: float, y: float) -> SeenDie:
    centre = (die.sighting.centre[0] - x, die.sighting.centre[1] - y)
    return replace(die, sighting=replace(die.sighting, centre=centre))


def _document(
    still: Frame, seen: Seen, source: str, tray: Region | None
) -> dict[str, Any]:
    return {
        "source": source,
        "frame": still.number,
        "taken_at_s": round(still.taken_at_s, 3),
        "tray": tray,
        "doubt": seen.doubt,
        "dice": [
            {
                "face": die.face,
                "confidence": round(die.confidence, 4),
                "state": die.state.value,
                "centre_px": [round(value, 1) for value in die.sighting.centre],
                "edge_px": round(die.sighting.edge, 1),
                "candidates": {face: round(p, 4) for face, p in die.candidates[:3]},
            }
            for die in seen.dice
        ],
    }


def _packed(picture: Picture) -> bytes:
    how = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    return cv2.imencode(".jpg", picture, how)[1].tobytes()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]


# ---- files that may be deleted under our hands


def _number(path: Path) -> int:
    digits = re.match(r"\d+", path.name)
    return int(digits[0]) if digits else 0


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _age(paths: Sequence[Path], roll: tuple[Path, int]) -> tuple[float, int]:
    """Return what orders rolls: their time, then their number."""
    times = [path.stat().st_mtime for path in paths if path.exists()]
    return min(times, default=0.0), roll[1]
