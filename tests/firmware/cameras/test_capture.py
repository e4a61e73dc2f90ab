"""Webcams and streams: a thread reads, a deadline waits, nothing hangs with it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from queue import Queue

import numpy as np
import pytest

from firmware.camera import BadSource, Fault, News, Recovered, Trouble
from firmware.cameras import capture, pi
from firmware.cameras.capture import CaptureOpener, url_opener, webcam_opener
from firmware.cameras.live import DeviceFault
from firmware.cameras.sources import open_camera
from tests.firmware.cameras.clips import number_on, numbered
from tests.firmware.cameras.stream import NetworkCamera
from vision.arrays import Picture

SIZE = (320, 240)


class FakeVideo:
    """A video that gives what is put into it, and blocks where there is nothing."""

    def __init__(self, *, opened: bool = True) -> None:
        self.opened = opened
        self.released = threading.Event()
        self._pictures: Queue[Picture | None] = Queue()

    def put(self, *numbers: int | None) -> None:
        for each in numbers:
            self._pictures.put(None if each is None else numbered(each, SIZE))

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def read(self) -> tuple[bool, Picture | None]:
        picture = self._pictures.get()
        return picture is not None, picture

    def release(self) -> None:
        self.released.set()


def webcam(*videos: FakeVideo, rights: int = os.R_OK | os.W_OK) -> CaptureOpener:
    left = iter(videos)
    return webcam_opener(
        0,
        make=lambda number: next(left),
        usable=lambda path, wanted: wanted & rights == wanted,
    )


def test_newest_picture_wins_and_the_lost_are_counted() -> None:
    video = FakeVideo()
    with closing(webcam(video)()) as device:
        video.put(1)
        assert number_on(device.take(5.0).picture) == 1
        video.put(2, 3, 4)
        while video._pictures.qsize():
            threading.Event().wait(0.001)
        video.put(5)
        taken = [device.take(5.0)]
        while number_on(taken[-1].picture) != 5:
            taken.append(device.take(5.0))
        assert sum(1 + shot.lost for shot in taken) == 4
        video.put(None)
    assert video.released.wait(5.0)
    assert not device.thread.is_alive()


def test_pulled_plug_ends_the_pictures() -> None:
    video = FakeVideo()
    with closing(webcam(video)()) as device:
        video.put(None)
        with pytest.raises(DeviceFault) as caught:
            device.take(5.0)
    assert caught.value.fault is Fault.GONE


def test_read_that_hangs_is_left_and_never_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(capture, "CLOSE_S", 0.01)
    stuck, fresh = FakeVideo(), FakeVideo()
    opener = webcam(stuck, fresh)
    device = opener()
    with pytest.raises(DeviceFault) as caught:
        device.take(0.01)
    assert caught.value.fault is Fault.SILENT
    device.close()
    with pytest.raises(DeviceFault, match="it hangs"):
        opener()
    stuck.put(None)  # the driver gives up at last
    device.thread.join()
    with closing(opener()) as again:
        fresh.put(9)
        assert number_on(again.take(5.0).picture) == 9
        fresh.put(None)


@pytest.mark.parametrize(
    ("rights", "fault", "says"),
    [
        (-1, Fault.ABSENT, "there is no /dev/video0"),
        (os.F_OK, Fault.ABSENT, "group video"),
        (os.R_OK | os.W_OK, Fault.BUSY, "is called pi"),
    ],
    ids=["absent", "not allowed", "busy"],
)
def test_webcam_that_does_not_open(rights: int, fault: Fault, says: str) -> None:
    def usable(path: str, wanted: int) -> bool:
        return rights >= 0 and wanted & rights == wanted

    video = FakeVideo(opened=False)
    opener = webcam_opener(0, make=lambda number: video, usable=usable)
    with closing(opener()) as device, pytest.raises(DeviceFault, match=says) as caught:
        device.take(5.0)
    assert caught.value.fault is fault


def test_real_webcam_that_is_not_there_is_named() -> None:
    with open_camera("webcam:77", tell=lambda news: told.append(news)) as camera:
        told: list[News] = []
        closer = Closing(camera.close, told)
        camera._tell = closer  # type: ignore[attr-defined]
        assert list(camera.frames()) == []
    assert isinstance(told[0], Trouble)
    assert told[0].fault is Fault.ABSENT
    assert str(told[0]) == (
        "webcam:77: absent: there is no /dev/video77: is it plugged in; trying again"
        " in 0.5 s"
    )


class Closing:
    """Hears the news, and closes the camera at the first."""

    def __init__(self, close: Callable[[], None], told: list[News]) -> None:
        self._close, self._told = close, told

    def __call__(self, news: News) -> None:
        self._told.append(news)
        self._close()


@pytest.mark.parametrize("source", ["url:", "url:example", "url:file:///x", "webcam:x"])
def test_what_is_no_address_is_refused(source: str) -> None:
    with pytest.raises(BadSource):
        open_camera(source)


# ---- a real cv2.VideoCapture on a stream from this machine


def threads() -> set[str]:
    return {each.name for each in threading.enumerate() if each.name == "camera"}


def test_stream_gives_frames_and_leaves_no_thread() -> None:
    with (
        NetworkCamera(lambda number: numbered(number % 256, SIZE)) as there,
        open_camera(there.source) as camera,
    ):
        assert camera.live
        frames = list(islice(camera.frames(), 15))
    numbers = np.array([number_on(frame.picture) for frame in frames])
    assert (np.diff(numbers) % 256 > 0).all()
    assert {frame.picture.shape for frame in frames} == {(240, 320, 3)}
    assert (np.diff([frame.taken_at_s for frame in frames]) > 0).all()
    assert threads() == set()


def test_ctrl_c_leaves_no_thread() -> None:
    def interrupt() -> None:
        with open_camera(there.source) as camera:
            for _ in camera.frames():
                raise KeyboardInterrupt

    with NetworkCamera(lambda number: numbered(number % 256, SIZE)) as there:
        with pytest.raises(KeyboardInterrupt):
            interrupt()
        assert threads() == set()


def test_closing_is_soon_enough() -> None:
    """What may hang is waited for less long than the 2 s of a Ctrl-C, in all."""
    assert max(capture.CLOSE_S, pi.CLOSE_S) <= 1.5
    assert capture.OPEN_S <= 1.5


def test_stream_that_ends_is_named_and_found_again() -> None:
    told: list[News] = []
    with NetworkCamera(lambda n: numbered(n, SIZE) if n < 9 else None) as there:
        port = there.port
        camera = open_camera(there.source, tell=told.append)
        frames = camera.frames()
        for _ in range(3):
            next(frames)
    with NetworkCamera(lambda n: numbered(100 + n % 100, SIZE), port=port), camera:
        while number_on(next(frames).picture) < 100:
            pass
        assert camera.live
    assert isinstance(told[0], Trouble)
    assert told[0].fault in (Fault.GONE, Fault.ABSENT, Fault.SILENT)
    assert isinstance(told[-1], Recovered)
    assert threads() == set()


def test_nobody_answers() -> None:
    told: list[News] = []
    opener = url_opener("http://127.0.0.1:9/video")
    with closing(opener()) as device, pytest.raises(DeviceFault) as caught:
        device.take(30.0)
    assert caught.value.fault is Fault.ABSENT
    assert "nothing that can be played answers at" in str(caught.value)
    assert told == []
