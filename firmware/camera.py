"""Cameras: whatever gives frames, from a chip to a folder of pictures.

``open_camera`` takes what people write: ``pi``, ``webcam:0``, ``url:http://...``, or a
path to a clip or a folder of pictures. What goes wrong with a device is told as a
`Trouble`, in words, and tried again; what is wrong with a source that was named on the
command line is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Protocol, Self

from vision.frame import Frame

GREY = "grey"
"""Where the metadata hold the small grey picture, of a camera that makes one itself."""
AFTER = "after"
"""Where the metadata of the first frame after a trouble hold that `Trouble`."""
PACE_FPS = 30.0
"""Of pictures that do not say when they were taken."""


class CameraError(Exception):
    """Anything that is wrong with a source; the message is a sentence for people."""


class BadSource(CameraError, ValueError):
    """A source that is none, or a file in which there are no frames."""


class CameraLost(CameraError, OSError):
    """A device that only a new start, or a hand at its cable, can bring back."""


class Fault(Enum):
    """What a device can suffer from; the words of messages."""

    ABSENT = "absent"
    BUSY = "busy"
    GONE = "unplugged"
    SILENT = "silent"
    FROZEN = "frozen"
    BLACK = "black"
    SIZE = "wrong size"
    BROKEN = "broken picture"


@dataclass(frozen=True)
class Trouble:
    """Something is wrong with a camera now: what, why, and when it is tried again.

    `again_s` is the pause before that; None where nothing has to be opened anew.
    """

    source: str
    fault: Fault
    why: str
    again_s: float | None = None

    def __str__(self) -> str:
        again = "" if self.again_s is None else f"; trying again in {self.again_s:g} s"
        return f"{self.source}: {self.fault.value}: {self.why}{again}"


@dataclass(frozen=True)
class Recovered:
    """The camera gives good frames again, after this long without."""

    source: str
    after_s: float

    def __str__(self) -> str:
        return f"{self.source}: frames again after {self.after_s:.1f} s"


News = Trouble | Recovered
Tell = Callable[[News], None]
"""Who hears of troubles; it is called between frames, in the thread that takes them."""


class Camera(Protocol):
    """Gives frames until it ends or is closed.

    `source` is what people called it, unchanged. `live`: frames that nobody takes are
    lost, as the world does not wait. `length` is the number of frames, where there is
    an end and it is known. After a gap the first frame carries the `Trouble` (`AFTER`).
    """

    @property
    def source(self) -> str: ...
    @property
    def live(self) -> bool: ...
    @property
    def length(self) -> int | None: ...

    def frames(self) -> Iterator[Frame]:
        """Yield frames in order of time; only once, for a camera cannot go back."""
        ...

    def close(self) -> None:
        """Let go of the device and of every thread; doing so twice does no harm."""
        ...

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def ignore(news: News) -> None:
    """Hear of a trouble and do nothing."""
