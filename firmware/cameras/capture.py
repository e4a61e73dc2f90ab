"""Cameras that OpenCV opens: a webcam on this machine, a stream from another.

A read can block for ever when a plug is pulled, so a thread of its own reads, and keeps
the newest picture alone; whoever takes it waits with a deadline.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from firmware.camera import BadSource, Fault, Trouble
from firmware.cameras.live import DeviceFault, Shot
from vision.arrays import Picture

# FFmpeg and OpenCV write errors to the terminal; here they are told as troubles.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_FATAL)

OPEN_S = 1.5  # to open a device or stream
CLOSE_S = 1.0  # for a read that is under way to come back
WIDTH, HEIGHT, FPS = 1280, 720, 30  # what a webcam is asked for
SCHEMES = ("http", "https", "rtsp", "rtmp", "udp", "tcp")


class Video(Protocol):
    """As much of cv2.VideoCapture as is used."""

    def isOpened(self) -> bool: ...  # noqa: N802
    def read(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


class CaptureDevice:
    """A video that a thread opens and reads.

    `why_not` says why it could not be opened, as it then looks.
    """

    def __init__(
        self,
        open_video: Callable[[], Video],
        why_not: Callable[[], DeviceFault],
        *,
        repeats: bool,
        clock: Callable[[], float],
    ) -> None:
        self.repeats = repeats
        self._open_video, self._why_not, self._clock = open_video, why_not, clock
        self._news = threading.Condition()
        self._newest: tuple[Picture, float] | None = None
        self._lost = 0
        self._fault: DeviceFault | None = None
        self._ended = False
        self.thread = threading.Thread(target=self._read, name="camera", daemon=True)
        self.thread.start()

    def take(self, wait_s: float) -> Shot:
        """Return the newest picture; raise DeviceFault where none comes in time."""
        with self._news:
            self._news.wait_for(lambda: self._newest or self._fault, wait_s)
            if self._newest is not None:
                (picture, at_s), lost = self._newest, self._lost
                self._newest, self._lost = None, 0
                return Shot(picture, at_s, lost)
            if self._fault is not None:
                raise self._fault
        raise DeviceFault(Fault.SILENT, f"no picture for {wait_s:g} s")

    def notes(self) -> list[Trouble]:
        """Return nothing: what a webcam was asked for is a wish."""
        return []

    def close(self) -> None:
        """End the thread; one that hangs in a read is left to itself."""
        with self._news:
            self._ended = True
        self.thread.join(CLOSE_S)

    # ---- in the thread

    def _read(self) -> None:
        video = self._open_video()
        try:
            if not video.isOpened():
                self._end(self._why_not())
                return
            while not self._ended:
                taken, picture = video.read()
                if not taken or picture is None:
                    self._end(DeviceFault(Fault.GONE, "it gives no more pictures"))
                    return
                self._put(picture)
        except cv2.error as error:
            self._end(DeviceFault(Fault.BROKEN, f"OpenCV cannot read it: {error.err}"))
        finally:
            video.release()

    def _put(self, picture: Picture) -> None:
        with self._news:
            self._lost += self._newest is not None
            self._newest = (picture, self._clock())
            self._news.notify_all()

    def _end(self, fault: DeviceFault) -> None:
        with self._news:
            self._fault = fault
            self._news.notify_all()


class CaptureOpener:
    """Opens the same video again and again, and never twice at a time."""

    def __init__(self, make: Callable[[], CaptureDevice]) -> None:
        self._make = make
        self._before: CaptureDevice | None = None

    def __call__(self) -> CaptureDevice:
        """Return the device; raise DeviceFault while the one before still hangs."""
        if self._before is not None and self._before.thread.is_alive():
            raise DeviceFault(Fault.SILENT, "it hangs: unplug it and plug it in again")
        self._before = self._make()
        return self._before


def webcam_opener(
    number: int,
    *,
    clock: Callable[[], float] = time.monotonic,
    make: Callable[[int], Video] | None = None,
    usable: Callable[[str, int], bool] = os.access,
) -> CaptureOpener:
    """Return what opens the webcam of this number."""
    path = f"/dev/video{number}"

    def why_not() -> DeviceFault:
        if not usable(path, os.F_OK):
            return DeviceFault(Fault.ABSENT, f"there is no {path}: is it plugged in")
        if not usable(path, os.R_OK | os.W_OK):
            why = f"{path} may not be opened: add this user to the group video"
            return DeviceFault(Fault.ABSENT, why)
        return DeviceFault(
            Fault.BUSY,
            f"{path} gives no pictures: another program holds it, or it is no webcam"
            " (the camera on a Raspberry Pi's ribbon is called pi)",
        )

    opened = make or open_webcam
    return CaptureOpener(
        lambda: CaptureDevice(
            lambda: opened(number), why_not, repeats=False, clock=clock
        )
    )


def url_opener(
    address: str,
    *,
    clock: Callable[[], float] = time.monotonic,
    make: Callable[[str], Video] | None = None,
) -> CaptureOpener:
    """Return what opens the stream at an address; raises BadSource for another text."""
    scheme, found, rest = address.partition("://")
    if scheme.lower() not in SCHEMES or not found or not rest:
        raise BadSource(
            f"expected url: and an address ({', '.join(SCHEMES)}), got {address!r}"
        )
    opened = make or open_url

    def why_not() -> DeviceFault:
        why = f"nothing that can be played answers at {address}"
        return DeviceFault(Fault.ABSENT, why)

    return CaptureOpener(
        lambda: CaptureDevice(
            lambda: opened(address), why_not, repeats=True, clock=clock
        )
    )


def open_webcam(number: int) -> Video:
    """Return the webcam, set to packed pictures: raw ones of this size come slowly."""
    video = cv2.VideoCapture(number, cv2.CAP_V4L2)
    if video.isOpened():
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        video.set(cv2.CAP_PROP_FPS, FPS)
        video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return video


def open_url(address: str) -> Video:
    """Return the stream, which gives up where nothing comes for `OPEN_S`."""
    limit_ms = round(OPEN_S * 1000)
    return cv2.VideoCapture(
        address,
        cv2.CAP_FFMPEG,
        [
            *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit_ms),
            *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit_ms),
        ],
    )
