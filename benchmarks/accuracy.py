"""How well whole photographs are read, and what each part of the reader brings.

    python -m benchmarks.accuracy OUT.json [--photos DIR] [--rows NAME...]

Every row is a pair of models or a reader with one part taken away. The photographs are
those of dev/ and negatives/, the judge is benchmarks/score.py; OUT.json keeps its
counts by row and set. What was measured before stays for rows that are not run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks import score
from firmware.model_options import FACE_CARD, FIND_CARD
from firmware.reading import Photograph, load_finder
from models.card import check_artefact, load_card, settings_of
from vision.arrays import Picture
from vision.find import Found
from vision.pictures import load_picture, pictures_in
from vision.pyramid import BEST_PX
from vision.read import Answers, FaceReader, Settings
from vision.recognise import Finds, Reads, recognise

OWN = Path(__file__).parent / "models" / "cards"
SHORT = Path(".cache/training/models/cards")  # trained as docs/reading.md says
ONE_LOOK_PX = 640  # the longer side where there is no search for the scale


@dataclass(frozen=True)
class Row:
    """A reader: its two models, and what it does without."""

    find: Path = FIND_CARD
    face: Path = FACE_CARD
    one_look: bool = False
    as_found: bool = False
    believes_all: bool = False


ROWS = {
    "ships": Row(),
    "without train/byler": Row(
        OWN / "find-without-byler.md", OWN / "face-without-byler.md"
    ),
    "one look, no search for the scale": Row(one_look=True),
    "faces read where the finder has them": Row(as_found=True),
    "no thresholds": Row(believes_all=True),
    "finder: renders alone": Row(find=SHORT / "find-renders.md"),
    "finder: photographs alone": Row(find=SHORT / "find-photographs.md"),
    "finder: both, as short": Row(find=SHORT / "find-short.md"),
}


@dataclass(frozen=True)
class OneLook:
    """A finder that looks once, whatever the size of the dice."""

    finds: Finds

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        """Return the dice seen in a picture shrunk to one size."""
        return self.finds.find(picture, BEST_PX * max(picture.shape[:2]) / ONE_LOOK_PX)


class AsFound(FaceReader):
    """A reader that takes faces to be where they are looked for."""

    def look(self, views: Sequence[Picture] | Picture) -> Answers:
        """Return what the net says of views, but for where the faces are."""
        said = super().look(views)
        return replace(said, places=np.zeros_like(said.places))


def main() -> None:
    """Measure, print, and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", default=os.environ.get("DICETOWER_PHOTOS"))
    parser.add_argument("--rows", nargs="*", choices=list(ROWS), default=list(ROWS))
    args = parser.parse_args()
    if not args.photos:
        sys.exit("expected the folder of photographs in DICETOWER_PHOTOS or --photos")
    cv2.setNumThreads(1)
    kept = json.loads(args.out.read_text()) if args.out.exists() else {}
    for name in args.rows:
        kept[name] = measured(ROWS[name], Path(args.photos))
        print(f"== {name}")
        score.print_photos(kept[name])
        args.out.parent.mkdir(parents=True, exist_ok=True)
        ordered = {row: kept[row] for row in ROWS if row in kept}
        args.out.write_text(json.dumps(ordered, indent=1) + "\n")


def measured(row: Row, photos: Path) -> dict[str, Any]:
    """Return the judge's counts for every set."""
    finds: Finds = load_finder(load_card(row.find))
    face = load_card(row.face)
    kind = AsFound if row.as_found else FaceReader
    reads = kind(check_artefact(face), settings_of(face, Settings))
    if row.one_look:
        finds = OneLook(finds)
    sets = [*sorted((photos / "dev").iterdir()), photos / "negatives"]
    lines = [line for one in sets for line in _lines(one, finds, reads)]
    if row.believes_all:
        lines = [_believed(line) for line in lines]
    return dict(score.photos(lines, False))


def _believed(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line with every guess taken for a reading."""
    dice = [{**die, "state": "read"} for die in line["dice"] if die["face"]]
    return {**line, "doubt": None, "dice": dice}


def _lines(folder: Path, finds: Finds, reads: Reads) -> Sequence[dict[str, Any]]:
    """Return what `dicetower read --json` prints of the pictures of a folder."""
    found = []
    for path in pictures_in(folder):
        picture = load_picture(path)
        seen = recognise(picture, finds, reads)
        found.append(json.loads(Photograph(str(path), picture, seen).line()))
    return found


if __name__ == "__main__":
    main()
