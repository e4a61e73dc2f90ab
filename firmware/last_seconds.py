"""The last seconds of a camera, in memory, ready to become a clip.

Small packed pictures in a ring that never holds more than it may: nobody watches a
family's table afterwards, only what led up to a roll that somebody doubts.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.clip_file import ClipFile
from vision.arrays import Picture
from vision.frame import Frame

SECONDS = 10.0
MOST_BYTES = 24 * 1024 * 1024
LONGEST_PX = 640
QUALITY = 75  # of JPEG: 20 to 40 kB a picture of a tray
FPS = 15.0


class LastSeconds:
    """A ring of frames: the oldest go first, by age and by bytes."""

    def __init__(
        self,
        seconds: float = SECONDS,
        *,
        most_bytes: int = MOST_BYTES,
        fps: float = FPS,
    ) -> None:
        self._seconds, self._most, self._period_s = seconds, most_bytes, 1 / fps
        self._ring: deque[tuple[float, NDArray[np.uint8]]] = deque()
        self.held_bytes = 0

    def add(self, frame: Frame) -> None:
        """Keep a frame; one that comes too soon after the last is left out."""
        # A little less than the period, as cameras do not keep time to the microsecond.
        if self._ring and frame.taken_at_s - self._ring[-1][0] < 0.9 * self._period_s:
            return
        how = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        packed = cv2.imencode(".jpg", _small(frame.picture), how)[1]
        self._ring.append((frame.taken_at_s, packed))
        self.held_bytes += packed.nbytes
        while self._too_much(frame.taken_at_s):
            self.held_bytes -= self._ring.popleft()[1].nbytes

    def _too_much(self, now_s: float) -> bool:
        old = bool(self._ring) and now_s - self._ring[0][0] > self._seconds
        return old or (self.held_bytes > self._most and len(self._ring) > 1)

    def write(self, path: Path) -> None:
        """Write what is held as a clip; raises OSError where that cannot be done."""
        with ClipFile(path, round(1 / self._period_s)) as clip:
            for at_s, packed in self._ring:
                picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
                clip.add(np.asarray(picture, np.uint8), at_s)

    def copy(self) -> LastSeconds:
        """Return what is held now, whatever comes after."""
        same = LastSeconds(self._seconds, most_bytes=self._most, fps=1 / self._period_s)
        same._ring, same.held_bytes = self._ring.copy(), self.held_bytes
        return same

    def __len__(self) -> int:
        return len(self._ring)


def _small(picture: Picture) -> Picture:
    # Rows and columns are left out: averaging a large picture takes 20 times as long,
    # at every frame, for a clip that is rarely asked for.
    step = -(-max(picture.shape[:2]) // LONGEST_PX)
    return np.ascontiguousarray(picture[::step, ::step])
