"""What finder and reader say of whole photographs that trained neither.

From this come the numbers in `vision.recognise.Settings`: how far the lean of flat dice
errs, how much of a picture without hands is taken for one, and how many dice are read,
silently wrong, or asked about for each value of `sure`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from models.training.photographs import Face, Photograph
from vision.arrays import Picture
from vision.find import Found
from vision.lean import Lean, own_angles
from vision.read import State
from vision.recognise import Finds, Reads, Seen, Settings, recognise

SURES = (0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)


@dataclass
class Noting:
    """A finder that notes what share of each picture it takes for a hand."""

    finds: Finds
    hands: list[float] = field(default_factory=list)

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        """Return what the other finder finds."""
        found = self.finds.find(picture, edge)
        self.hands.append(float((found.hands >= 0.5).mean()))
        return found


def measure(
    name: str, photos: Iterable[Photograph], finds: Finds, reads: Reads
) -> None:
    """Print the figures of one set."""
    noting, angles, cocked = Noting(finds), [0.0], 0
    table = {sure: Counter[str]() for sure in SURES}
    for photo in photos:
        if not photo.complete or len(photo.faces) != len(photo.boxes):
            continue
        picture = photo.picture()
        seen = recognise(picture, noting, reads, settings=replace(Settings(), sure=0.0))
        leans = [Lean(die.sighting.centre, die.sighting.lean) for die in seen.dice]
        angles += own_angles(leans, max(picture.shape[:2]))
        cocked += sum(die.state is State.COCKED for die in seen.dice)
        for sure, counts in table.items():
            counts.update(_counts(seen, photo.faces, sure))
    print(f"{name}: angles {_spread(angles)}, cocked {cocked}, hands", end=" ")
    print(_spread(noting.hands or [0.0]))
    for sure, counts in table.items():
        print(f"  sure {sure}: {dict(counts)}")


def _spread(values: Sequence[float]) -> list[float]:
    """Return median, 9 of 10, 99 of 100 and the most of values."""
    return [round(float(v), 3) for v in np.quantile(values, (0.5, 0.9, 0.99, 1.0))]


def _counts(seen: Seen, faces: Sequence[Face], sure: float) -> Counter[str]:
    """Return dice, found, right, read, silent, false, photographs and asked."""
    read = [
        die.state is State.READ and die.sighting.score * die.confidence >= sure
        for die in seen.dice
    ]
    counts = Counter(photos=1, dice=len(faces), asked=int(not all(read) or not read))
    free = set(range(len(seen.dice)))
    for face in faces:
        near = [(math.dist(seen.dice[i].sighting.centre, face.centre), i) for i in free]
        gap, index = min(near, default=(math.inf, -1))
        if gap > 0.8 * face.edge:
            continue
        free.remove(index)
        right = seen.dice[index].face == str(face.value)
        counts.update(found=1, right=int(right), read=int(read[index]))
        counts.update(silent=int(read[index] and not right))
    counts.update({"false": len(free), "false read": sum(read[i] for i in free)})
    return counts
