"""The `pi` camera over Picamera2 and its double: what it gives, what it locks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice

import numpy as np
import pytest

from firmware.camera import GREY, CameraLost, Fault, News, Trouble
from firmware.cameras import pi
from firmware.cameras.live import DeviceFault, LiveCamera
from firmware.cameras.pi import Lock, PiDevice, PiSettings, locked, pi_opener
from firmware.cameras.pi_double import CONTROLS, Double, Sensor
from tests.firmware.cameras.clock import Clock
from tests.firmware.cameras.libraries import (
    BLUE,
    KINDS,
    MAIN,
    RED,
    SMALL,
    Kind,
    double,
    number_played,
)
from vision.frame import Frame


@pytest.fixture(params=KINDS, ids=lambda make: make.__name__)
def kind(request: pytest.FixtureRequest) -> Kind:
    made: Kind = request.param()
    return made


def opener(kind: Kind) -> Callable[[], PiDevice]:
    return pi_opener(
        "pi", kind.settings, library=lambda: kind.library, clock=kind.clock
    )


@pytest.fixture
def frames(kind: Kind) -> Iterator[list[Frame]]:
    """Twelve frames of the camera, which is then closed."""
    camera = LiveCamera("pi", opener(kind), clock=kind.clock, pause=kind.sleep)
    with camera:
        yield list(islice(camera.frames(), 12))


def test_frames_come_in_order_with_sizes_and_times(frames: list[Frame]) -> None:
    for frame in frames:
        assert frame.picture.shape == (MAIN[1], MAIN[0], 3)
        assert frame.metadata[GREY].shape == (SMALL[1], SMALL[0])
        assert number_played(frame.picture) == number_played(frame.metadata[GREY])
    times = [frame.taken_at_s for frame in frames]
    assert times == sorted(set(times))
    steps = np.diff([number_played(frame.picture) for frame in frames]) % 64
    assert (steps >= 1).all()
    assert (np.diff([frame.number for frame in frames]) >= 1).all()


def test_red_is_red_and_blue_is_blue(frames: list[Frame]) -> None:
    lower = frames[0].picture[MAIN[1] * 3 // 4].astype(int)
    # The virtual camera spreads brightness further than it says: 11 of 255 here.
    assert lower[MAIN[0] // 4] == pytest.approx(RED, abs=20)
    assert lower[MAIN[0] * 3 // 4] == pytest.approx(BLUE, abs=20)


def test_camera_opens_again_after_it_was_closed(kind: Kind) -> None:
    again = opener(kind)
    for _ in range(2):
        with closing(again()) as device:
            device.take(2.0)


def test_silence_leaves_no_question_behind(kind: Kind) -> None:
    """After a wait in vain the next frame is for whoever asks next."""
    with closing(opener(kind)()) as device:
        device.take(2.0)
        device._camera.stop()
        with pytest.raises(DeviceFault) as caught:
            device.take(0.2)
        assert caught.value.fault is Fault.SILENT
        device._camera.start()
        device.take(2.0)


# ---- formats


@pytest.mark.parametrize("form", pi.TO_BGR)
def test_every_format_becomes_bgr(form: str) -> None:
    kind = double()
    settings = PiSettings(MAIN, SMALL, main_format=form)
    library = lambda: kind.library  # noqa: E731
    device = pi_opener("pi", settings, library=library, clock=kind.clock)()
    picture = device.take(1.0).picture
    assert picture.shape == (MAIN[1], MAIN[0], 3)
    lower = picture[MAIN[1] * 3 // 4].astype(int)
    assert lower[MAIN[0] // 4] == pytest.approx(RED, abs=12)


# ---- what is locked


def device_of(sensor: Sensor, clock: Clock, lock: Lock | None = None) -> PiDevice:
    settings = PiSettings((640, 480), (320, 240), lock=lock)
    library = Double(sensor)
    return pi_opener("pi", settings, library=lambda: library, clock=clock)()


def test_light_and_focus_settle_and_are_locked() -> None:
    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep)
    device = device_of(sensor, clock)
    device.take(1.0)
    assert device.notes() == []
    lock = device.lock
    assert lock is not None
    assert lock.exposure_us == 20_000  # two flickers of 50 Hz mains, as it was
    assert lock.gain == pytest.approx(2.0, rel=0.05)
    assert lock.colour_gains == pytest.approx((1.8, 1.9), rel=0.05)
    assert lock.lens == 5.0
    # Somebody holds a hand over the tray: the automatic would answer, were it on.
    for _ in range(6):
        device.take(1.0)
    sensor.gain = 8.0
    assert [device.take(1.0).metadata["AnalogueGain"] for _ in range(9)] == [8.0] * 9


def test_exposure_becomes_whole_flickers() -> None:
    told = {"ExposureTime": 33_000, "AnalogueGain": 2.0}
    assert locked(told, 50) == Lock(30_000, 2.2)
    assert locked(told, 60) == Lock(25_000, 2.64)
    bright = {"ExposureTime": 4_000, "AnalogueGain": 1.0}
    assert locked(bright, 50) == Lock(4_000, 1.0)
    assert locked({}, 50) == Lock()


def test_a_lock_from_before_is_taken_as_it_is() -> None:
    clock = Clock()
    lock = Lock(10_000, 3.0, (1.5, 2.5), 4.0)
    device = device_of(Sensor(clock=clock, sleep=clock.sleep), clock, lock)
    for _ in range(6):
        shot = device.take(1.0)
    assert shot.metadata["ExposureTime"] == 10_000
    assert shot.metadata["AnalogueGain"] == 3.0
    assert shot.metadata["ColourGains"] == (1.5, 2.5)


def test_what_is_not_held_is_said() -> None:
    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep, stubborn=True)
    device = device_of(sensor, clock)
    for _ in range(70):
        device.take(1.0)
        sensor.colour_gains = (1.0, 3.0)
    notes = [str(note) for note in device.notes()]
    assert notes == [
        "pi: broken picture: exposure or white balance does not stay as it was locked"
    ]


def test_a_module_without_focus_is_not_asked_to_focus() -> None:
    clock = Clock()
    fixed = {k: v for k, v in CONTROLS.items() if k not in ("AfMode", "LensPosition")}
    told = frozenset({"SensorTimestamp", "ExposureTime", "AnalogueGain"})
    sensor = Sensor(clock=clock, sleep=clock.sleep, controls=fixed, told=told)
    device = device_of(sensor, clock)
    device.take(1.0)
    assert device.lock is not None
    assert device.lock.lens is None
    assert sensor.lens == 1.0


def test_another_size_than_asked_for_is_said() -> None:
    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep, largest=(320, 240))
    device = device_of(sensor, clock)
    assert device.take(1.0).picture.shape == (240, 320, 3)
    (note,) = device.notes()
    assert str(note) == (
        "pi: wrong size: the camera gives 320x240 px, asked for 640x480"
    )


# ---- what befalls it


def heard(sensor: Sensor, clock: Clock, library: Double | None = None) -> list[News]:
    """What is told in the first 2 s, and in the frames that come in them."""
    news: list[News] = []
    found = library or Double(sensor)
    opened = pi_opener(
        "pi", PiSettings(MAIN, SMALL), library=lambda: found, clock=clock
    )
    until_s = clock() + 2.0
    camera = LiveCamera("pi", opened, tell=news.append, clock=clock, pause=clock.sleep)

    def tell(told: News) -> None:
        news.append(told)
        if clock() > until_s:
            camera.close()

    camera._tell = tell
    for _ in camera.frames():
        if clock() > until_s:
            break
    camera.close()
    return news


def test_absent_camera_is_named_with_advice() -> None:
    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep, plugged=False)
    first = heard(sensor, clock)[0]
    assert isinstance(first, Trouble)
    assert first.fault is Fault.ABSENT
    assert "ribbon cable" in str(first)
    assert "rpicam-hello --list-cameras" in str(first)


def test_old_library_says_absent_by_an_index_error() -> None:
    class Old(Double):
        def cameras(self) -> list[dict[str, object]]:
            return [{"Id": "/base/soc/i2c"}]

    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep, plugged=False)
    first = heard(sensor, clock, Old(sensor))[0]
    assert isinstance(first, Trouble)
    assert first.fault is Fault.ABSENT


def test_usb_camera_is_sent_elsewhere() -> None:
    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep)
    first = heard(sensor, clock, Double(sensor, usb=True))[0]
    assert "webcam:0" in str(first)


def test_busy_camera_is_named() -> None:
    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep, held=True)
    first = heard(sensor, clock)[0]
    assert isinstance(first, Trouble)
    assert first.fault is Fault.BUSY
    assert "another program holds the camera" in str(first)


def test_missing_library_is_named() -> None:
    with pytest.raises(DeviceFault, match="sudo apt install python3-picamera2"):
        pi_opener("pi")()


def test_camera_that_hangs_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi, "CLOSE_S", 0.05)
    clock = Clock()
    sensor = Sensor(clock=clock, sleep=clock.sleep)
    device = device_of(sensor, clock)
    device.take(1.0)
    sensor.hangs = True
    try:
        with pytest.raises(CameraLost, match="reseat the ribbon cable"):
            device.close()
    finally:
        sensor.hangs = False
