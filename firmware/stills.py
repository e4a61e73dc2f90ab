"""The frames of a rest, of which a few are read and vote."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.frame import Frame

LOOKS = 4  # frames that vote
FRESH = 0.3  # of the time that is waited for quiet: the last swaying is over then
COPY = 0.05  # grey levels that a frame differs from its copy, on average, shrunk


class Stills:
    """The last frames since all is still, without copies of one another."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=2 * LOOKS)

    def begin(self, since_s: float) -> None:
        """Forget what was taken before that time."""
        while self._frames and self._frames[0].taken_at_s < since_s:
            self._frames.popleft()

    def add(self, frame: Frame) -> None:
        """Keep a frame, unless it is a copy of the last: compressed clips repeat."""
        if not self._frames or _differ(self._frames[-1], frame):
            self._frames.append(frame)

    def chosen(self, since_s: float, now: Frame) -> list[Frame]:
        """Return the frames that vote, evenly from the later part of the rest."""
        fresh = since_s + FRESH * (now.taken_at_s - since_s)
        frames = [f for f in self._frames if f.taken_at_s >= fresh] or [now]
        places = np.linspace(0, len(frames) - 1, min(LOOKS, len(frames)))
        return [frames[round(float(place))] for place in places]


def _differ(one: Frame, other: Frame) -> bool:
    """Return whether two frames are more than copies of one another."""
    if one.picture.shape != other.picture.shape:
        return True
    step = max(1, one.picture.shape[1] // 160)
    a, b = one.picture[::step, ::step], other.picture[::step, ::step]
    return float(cv2.absdiff(a, b).mean()) > COPY
