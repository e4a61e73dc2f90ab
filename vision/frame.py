"""What a camera saw, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vision.arrays import Picture


@dataclass(frozen=True)
class Frame:
    """A picture (height, width, 3), BGR, and the moment it was taken.

    `taken_at_s` is monotonic: of the sensor where the camera tells it, of the clip where
    it is one. `number` counts from 0 as the source gives them, frames that were dropped
    included where that is known. `metadata` is what the camera noted, as it named it.
    """

    picture: Picture
    taken_at_s: float
    number: int
    metadata: Mapping[str, Any] = field(default_factory=dict)
