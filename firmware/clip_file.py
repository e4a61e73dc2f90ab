"""Clips that a phone's browser plays: VP8 in WebM.

Of what OpenCV's wheels can write without a licence, VP8 is what most browsers play:
Chrome, Edge and Firefox since long, Safari on a Mac since 14.1, on an iPhone since iOS
17.4. MPEG-4 plays in none, and H.264 cannot be written by these wheels. VP9 takes 14
times as long here (90 noisy frames of 640x480: 30 s against 2.1 s on one x86 core).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from firmware.closing import Closing
from vision.arrays import Picture

SUFFIX = ".webm"
CODEC = "VP80"
LONGEST_PX = 960  # across the longer side: enough to see a pip on a phone
GAP_S = 1.0  # A longer pause is shortened to this, so that a clip stays short.


class ClipFile(Closing):
    """A clip that grows frame by frame; it has its name once it is closed.

    All frames get the size of the first, at most `LONGEST_PX`, even numbers. Raises
    OSError where nothing can be written.
    """

    def __init__(self, path: Path, fps: float = 30.0) -> None:
        self.path = path
        self._fps = fps
        self._part = path.with_name(f".{path.stem}.part{SUFFIX}")
        self._video: cv2.VideoWriter | None = None
        self._size = (0, 0)
        self._written = 0
        self._last: tuple[Picture, float] | None = None
        self._shift_s = 0.0  # from the time of frames to the time in the clip

    def add(self, picture: Picture, at_s: float) -> None:
        """Add a picture (height, width, 3), BGR, taken at a time that never goes back.

        The clip has a fixed rate: a picture is shown until the next, and one that comes
        too early for the rate is left out.
        """
        if self._last is None:
            self._shift_s = -at_s
        else:
            gap_s = at_s - self._last[1]
            self._shift_s -= max(0.0, gap_s - GAP_S)
            self._fill(round((at_s + self._shift_s) * self._fps))
        self._last = (picture, at_s)

    def close(self) -> None:
        """Write the last picture and give the file its name; nothing without one."""
        if self._last is not None:
            self._fill(self._written + 1)
        if self._video is not None:
            self._video.release()
            self._video = None
            os.replace(self._part, self.path)
        self._last = None

    def _fill(self, until: int) -> None:
        """Show the last picture until the clip has so many frames."""
        if self._last is None or until <= self._written:
            return
        video = self._video or self._opened(self._last[0])
        shown = _fitted(self._last[0], self._size)
        for _ in range(until - self._written):
            video.write(shown)
        self._written = until

    def _opened(self, first: Picture) -> cv2.VideoWriter:
        height, width = first.shape[:2]
        scale = min(1.0, LONGEST_PX / max(height, width))
        self._size = (_even(width * scale), _even(height * scale))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        code = cv2.VideoWriter.fourcc(*CODEC)
        with _silent():
            video = cv2.VideoWriter(
                str(self._part), cv2.CAP_FFMPEG, code, self._fps, self._size
            )
        if not video.isOpened():
            raise OSError(
                f"expected to write a clip, but {self.path} cannot be written"
            )
        self._video = video
        return video


def _fitted(picture: Picture, size: tuple[int, int]) -> Picture:
    if (picture.shape[1], picture.shape[0]) == size:
        return picture
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def _even(length: float) -> int:
    return max(2, round(length / 2) * 2)


@contextmanager
def _silent() -> Iterator[None]:
    """Keep the process quiet: FFmpeg remarks on the tag of VP8 each time, for nothing.

    It writes to the file of standard error itself, past Python and past OpenCV's log.
    """
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)
