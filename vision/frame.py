"""What a camera saw, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vision.arrays import Picture


@dataclass(frozen=True)
class Frame:
    """A picture (height, width, 3), BGR, and the moment it was taken.

    `taken_at_s` is monotonic: the sensor's where the camera tells it, else the clip's.
    `number` counts from 0 as the source gives them, dropped frames included where that
    is known. `metadata` is what the camera noted, as it named it.
    """

    picture: Picture
    taken_at_s: float
    number: int
    metadata: Mapping[str, Any] = field(default_factory=dict)
