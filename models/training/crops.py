"""Crops with their labels as arrays: what training reads, kept in a file."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.read import Place

SIDE = 96  # px of a cached crop
REACH = 2.2  # edges that it shows; the reader sees 1.5 of them, turned and shifted
EDGE_PX = SIDE / REACH
MIDDLE = Place((SIDE / 2, SIDE / 2), EDGE_PX)  # of the face that a crop was cut for


class State(IntEnum):
    """How a die lies; UNKNOWN where a crop holds none or nobody noted it."""

    UNKNOWN = -1
    FLAT = 0
    LEANING = 1
    STACKED = 2


@dataclass(frozen=True)
class Crops:
    """n crops; `pictures` (n, 96, 96, 3) uint8 BGR, `leans` (n, 2), the rest (n,).

    `values` are 1 to 6 or 0 for no valid face; `identities` are indices of faces for
    the embedding, -1 for none; `states` as `State`; `leans` as `Camera.lean_of`, NaN
    where nobody knows them; `scenes` number the scene that a photograph belongs to (-1:
    a render, each its own scene).
    """

    pictures: NDArray[np.uint8]
    values: NDArray[np.int8]
    identities: NDArray[np.int16]
    states: NDArray[np.int8]
    leans: NDArray[np.float32]
    scenes: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.values)

    def where(self, chosen: NDArray[np.bool_]) -> Crops:
        """Return the crops for which `chosen` (n,) is true."""
        return Crops(*(getattr(self, f.name)[chosen] for f in fields(self)))

    @staticmethod
    def joined(parts: Sequence[Crops]) -> Crops:
        """Return all crops of the parts, in order."""
        return Crops(
            *(
                np.concatenate([getattr(part, f.name) for part in parts])
                for f in fields(Crops)
            )
        )

    def save(self, path: Path) -> None:
        """Write the arrays to an .npz file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **{f.name: getattr(self, f.name) for f in fields(self)})

    @staticmethod
    def load(path: Path) -> Crops:
        """Read what `save` wrote."""
        with np.load(path) as arrays:
            return Crops(*(arrays[f.name] for f in fields(Crops)))

    def digest(self) -> str:
        """Return the SHA-256 of all arrays, which names the data in a card."""
        total = hashlib.sha256()
        for f in fields(self):
            total.update(np.ascontiguousarray(getattr(self, f.name)).tobytes())
        return total.hexdigest()
