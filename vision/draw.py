"""Readings drawn on pictures, for people who would rather look than read."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.read import Reading, State

COLOURS: dict[State, tuple[int, int, int]] = {  # BGR
    State.READ: (80, 175, 60),
    State.DOUBTFUL: (0, 150, 240),
    State.COCKED: (200, 90, 160),
    State.UNKNOWN: (120, 120, 120),
}
LEAST = 240  # px across, so that the words under a small picture can be read


def draw_whole(picture: Picture, reading: Reading) -> Picture:
    """Return the picture in a frame of the state's colour, the answer under it."""
    scale = max(1.0, LEAST / picture.shape[1])
    shown = cv2.resize(
        picture,
        None,
        fx=scale,
        fy=scale,
        interpolation=cv2.INTER_NEAREST if scale > 2 else cv2.INTER_LINEAR,
    )
    colour, rim = COLOURS[reading.state], max(4, shown.shape[1] // 60)
    framed = cv2.copyMakeBorder(
        shown,
        rim,
        rim + shown.shape[1] // 6,
        rim,
        rim,
        cv2.BORDER_CONSTANT,
        value=colour,
    )
    size = shown.shape[1] / 480
    place = (2 * rim, framed.shape[0] - rim - shown.shape[1] // 24)
    thick = max(1, round(2 * size))
    cv2.putText(
        framed,
        caption(reading),
        place,
        cv2.FONT_HERSHEY_SIMPLEX,
        size,
        (255, 255, 255),
        thick,
        cv2.LINE_AA,
    )
    return np.asarray(framed, np.uint8)


def caption(reading: Reading) -> str:
    """Return what a reading says, in a few words."""
    if reading.face is None:
        return f"no face  {reading.confidence:.1%}"
    return f"{reading.face}  {reading.state.value}  {reading.confidence:.1%}"
