"""Cameras that replay: a clip, or a folder of pictures in order of name."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from firmware.camera import PACE_FPS, BadSource, Fault, Tell, Trouble, ignore
from firmware.closing import Closing
from vision.arrays import Picture
from vision.errors import BadPicture
from vision.frame import Frame
from vision.pictures import load_picture, pictures_in

MOST_FPS = 1000  # A file that claims more does not know its rate.


@dataclass(frozen=True)
class Pace:
    """The time by which frames come at their own pace."""

    clock: Callable[[], float]
    sleep: Callable[[float], None]


class Replay(Closing):
    """Frames that were taken long ago; without a pace as fast as they can be read.

    The time of a frame counts from the first one. With a pace it comes when that time
    has passed, and one that is late is not left out.
    """

    live = False

    def __init__(
        self, source: str, *, pace: Pace | None = None, tell: Tell = ignore
    ) -> None:
        self.source = source
        self._pace, self._tell = pace, tell
        self._closed = False

    @property
    @abstractmethod
    def length(self) -> int | None:
        """The number of frames, where it is known before the end."""

    @abstractmethod
    def _recorded(self) -> Iterator[Frame]:
        """Yield what is there, whatever the time."""

    def frames(self) -> Iterator[Frame]:
        """Yield the frames to the end, or until the camera is closed."""
        pace = self._pace
        began_s = pace.clock() if pace else 0.0
        for frame in self._recorded():
            if pace:
                pace.sleep(max(0.0, began_s + frame.taken_at_s - pace.clock()))
            if self._closed:
                return
            yield frame

    def close(self) -> None:
        """End at the next frame."""
        self._closed = True


class Clip(Replay):
    """The frames of a video file, at the times that it gives them.

    Raises BadSource where the file is no clip, or there is no frame in it.
    """

    def __init__(
        self, source: str, *, pace: Pace | None = None, tell: Tell = ignore
    ) -> None:
        super().__init__(source, pace=pace, tell=tell)
        self._video = cv2.VideoCapture(source, cv2.CAP_FFMPEG)
        self._count = int(self._video.get(cv2.CAP_PROP_FRAME_COUNT))
        # Read here, so that what is no clip is refused before anything begins.
        taken, picture = self._video.read()
        if not taken:
            raise BadSource(
                f"expected a clip, got a file without a frame that can be played:"
                f" {source}"
            )
        self._first: Picture | None = picture

    @property
    def length(self) -> int | None:
        """The number of frames that the file promises; it may hold fewer."""
        return self._count if self._count > 0 else None

    def _recorded(self) -> Iterator[Frame]:
        picture, self._first = self._first, None
        number, at_s, began_s = 0, 0.0, self._told_s()
        while picture is not None and not self._closed:
            yield Frame(np.asarray(picture, np.uint8), at_s, number)
            picture = self._video.read()[1]
            number, at_s = number + 1, self._later(at_s, self._told_s() - began_s)

    def _told_s(self) -> float:
        return self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000

    def _later(self, before_s: float, told_s: float) -> float:
        """Return the time that the file tells; where it tells none, a frame later."""
        if told_s > before_s:
            return told_s
        rate = self._video.get(cv2.CAP_PROP_FPS)
        return before_s + 1 / (rate if 1 <= rate <= MOST_FPS else PACE_FPS)

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        self._video.release()


class Folder(Replay):
    """The pictures of a folder in order of name, `PACE_FPS` of them a second.

    All have the size of the first. One that is broken or of another size is told and
    left out. Raises BadSource where there is none.
    """

    def __init__(
        self, source: str, *, pace: Pace | None = None, tell: Tell = ignore
    ) -> None:
        super().__init__(source, pace=pace, tell=tell)
        self._paths = pictures_in(Path(source))
        if not self._paths:
            raise BadSource(f"expected pictures in the folder, found none: {source}")

    @property
    def length(self) -> int | None:
        """The number of pictures, broken ones included."""
        return len(self._paths)

    def _recorded(self) -> Iterator[Frame]:
        shape: tuple[int, ...] | None = None
        for number, path in enumerate(self._paths):
            try:
                picture = load_picture(path)
            except (BadPicture, OSError) as error:
                self._tell(Trouble(self.source, Fault.BROKEN, str(error)))
                continue
            shape = shape or picture.shape
            if picture.shape != shape:
                why = _other_size(path, picture.shape, shape)
                self._tell(Trouble(self.source, Fault.SIZE, why))
                continue
            yield Frame(picture, number / PACE_FPS, number, {"File": path.name})
        if shape is None and not self._closed:
            raise BadSource(
                f"expected pictures in the folder, all are broken: {self.source}"
            )


def _other_size(path: Path, found: tuple[int, ...], wanted: tuple[int, ...]) -> str:
    return (
        f"{path.name} is {found[1]}x{found[0]} px, and the first picture"
        f" {wanted[1]}x{wanted[0]}"
    )
