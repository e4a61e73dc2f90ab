"""What Picamera2 does where things go wrong: the same of the real and the double."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from firmware.cameras.pi_double import BlocksForEver, Sensor
from tests.firmware.cameras.libraries import (
    KINDS,
    MAIN,
    SMALL,
    Kind,
    double,
    number_played,
)


@pytest.fixture(params=KINDS, ids=lambda make: make.__name__)
def kind(request: pytest.FixtureRequest) -> Kind:
    made: Kind = request.param()
    return made


@pytest.fixture
def camera(kind: Kind) -> Iterator[Any]:
    """A camera that runs."""
    with closing(kind.configured()) as camera:
        camera.start()
        yield camera


def test_all_buffers_held_is_a_timeout(camera: Any) -> None:
    held = [camera.capture_request(wait=1) for _ in range(4)]
    with pytest.raises(TimeoutError):
        camera.capture_request(wait=0.3)
    camera.cancel_all_and_flush()
    for request in held:
        request.release()
    with camera.captured_request(wait=1) as request:
        assert number_played(request.make_array("lores")[: SMALL[1], : SMALL[0]]) >= 0


def test_question_after_timeout_swallows_a_frame(camera: Any, kind: Kind) -> None:
    held = [camera.capture_request(wait=1) for _ in range(4)]
    with pytest.raises(TimeoutError):
        camera.capture_request(wait=0.2)
    # Not cancelled: the question is still there, and takes the buffer that is freed.
    held.pop().release()
    with pytest.raises(TimeoutError):
        camera.capture_request(wait=0.5)
    camera.cancel_all_and_flush()
    held.pop().release()
    with camera.captured_request(wait=1):
        pass
    for request in held:
        request.release()


def test_use_after_release(camera: Any) -> None:
    request = camera.capture_request(wait=1)
    request.release()
    with pytest.raises(AssertionError):
        request.get_metadata()
    with pytest.raises(RuntimeError, match="negative ref_count"):
        request.release()


def test_request_survives_stop(camera: Any) -> None:
    request = camera.capture_request(wait=1)
    camera.stop()
    assert request.make_array("lores").shape[0] == SMALL[1] * 3 // 2
    request.release()
    camera.start()
    with camera.captured_request(wait=1):
        pass


def test_capture_while_stopped_is_a_timeout(camera: Any) -> None:
    camera.stop()
    with pytest.raises(TimeoutError):
        camera.capture_request(wait=0.3)
    camera.cancel_all_and_flush()


def test_configure_while_started(camera: Any, kind: Kind) -> None:
    with pytest.raises(RuntimeError, match="must be stopped"):
        camera.configure(kind.config(camera))


def test_odd_sizes_become_even_and_unknown_keys_are_refused(kind: Kind) -> None:
    with closing(kind.open()) as camera:
        odd = {"size": (1281, 721), "format": kind.settings.main_format}
        config = camera.create_video_configuration(main=odd)
        assert config["main"]["size"] == (1280, 720)
        with pytest.raises(ValueError, match="fmt"):
            camera.create_video_configuration(main={"size": MAIN, "fmt": "RGB888"})


def test_small_stream_larger_than_main(kind: Kind) -> None:
    with closing(kind.open()) as camera:
        main = {"size": SMALL, "format": kind.settings.main_format}
        small = {"size": MAIN, "format": kind.settings.small_format}
        with pytest.raises(RuntimeError):
            camera.configure(kind.config(camera, main=main, lores=small))


def test_second_open_and_wrong_number(kind: Kind) -> None:
    with closing(kind.open()):
        with pytest.raises(RuntimeError, match="did not complete"):
            kind.open()
        with pytest.raises(RuntimeError, match="No camera number 5"):
            kind.library.open(5)
    kind.open().close()


def test_control_that_is_not_there(camera: Any, kind: Kind) -> None:
    if "ExposureTime" in camera.camera_controls:
        camera.set_controls({"ExposureTime": 8000})
    else:
        with pytest.raises(RuntimeError, match="not advertised"):
            camera.set_controls({"ExposureTime": 8000})


def test_flush_needs_the_exposure(camera: Any) -> None:
    with camera.captured_request(wait=1) as request:
        told = "ExposureTime" in request.get_metadata()
    if told:
        with camera.captured_request(wait=1, flush=True):
            pass
    else:
        with pytest.raises(KeyError), camera.captured_request(wait=1, flush=True):
            pass


def test_times_grow_and_slow_takers_lose_frames(camera: Any, kind: Kind) -> None:
    times, numbers = [], []
    for _ in range(4):
        with camera.captured_request(wait=1) as request:
            times.append(request.get_metadata()["SensorTimestamp"])
            grey = request.make_array("lores")[: SMALL[1], : SMALL[0]]
            numbers.append(number_played(grey))
        kind.sleep(0.4)
    assert times == sorted(set(times))
    steps = np.diff(numbers) % 64
    assert (steps > 1).all()


# ---- what only a double can be made to show


def test_double_has_long_rows_and_late_controls() -> None:
    kind = double()
    camera = kind.configured()
    camera.start()
    given = camera.camera_configuration()
    assert given["lores"]["stride"] > SMALL[0]
    camera.set_controls({"AeEnable": False, "ExposureTime": 8000, "AnalogueGain": 1.5})
    exposures = []
    for _ in range(6):
        with camera.captured_request(wait=1) as request:
            exposures.append(request.get_metadata()["ExposureTime"])
            assert request.make_array("lores").shape == (270, given["lores"]["stride"])
            assert request.make_array("main").shape == (360, 640, 3)
    assert exposures == [20000, 20000, 8000, 8000, 8000, 8000]


def test_double_changes_a_configuration_without_a_word() -> None:
    sensor = Sensor(largest=(800, 600))
    from firmware.cameras.pi_double import PiDouble

    camera = PiDouble(sensor)
    main = {"size": (1640, 1232), "format": "MJPEG"}
    camera.configure(camera.create_video_configuration(main=main))
    given = camera.camera_configuration()["main"]
    assert (given["size"], given["format"]) == ((800, 600), "XBGR8888")


def test_double_does_not_wait_for_ever() -> None:
    camera = double().configured()
    with pytest.raises(BlocksForEver):
        camera.capture_request()
