"""Picamera2 to be held to its contract: the double, and the real one where it is."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from firmware.cameras.pi import PiSettings
from firmware.cameras.pi_double import CONTROLS, Double, Sensor
from tests.firmware.cameras.clips import COLUMNS, numbered
from tests.firmware.cameras.clock import Clock
from vision.arrays import Picture

REAL = "DICETOWER_PICAMERA2"
"""``virtual`` where libcamera's virtual pipeline plays `played`:
`scripts/check-picamera2` sets it."""
FRAMES = 64  # that are played over and over
MAIN, SMALL = (640, 360), (320, 180)
RED, BLUE = (40, 40, 200), (200, 60, 40)  # BGR, of the two halves below the number


@cache
def played(number: int) -> Picture:
    """A picture whose upper half spells a number; below, red is left and blue right."""
    width, height = MAIN
    picture = numbered(number % FRAMES, MAIN)
    picture[height // 2 :, : width // 2] = RED
    picture[height // 2 :, width // 2 :] = BLUE
    return picture


def number_played(picture: Picture) -> int:
    """The number that such a picture spells."""
    height, width = picture.shape[:2]
    step = width // COLUMNS
    grey = picture.reshape(height, width, -1)[height // 4, step // 2 :: step, 0]
    return sum(int(value > 125) << bit for bit, value in enumerate(grey[:COLUMNS]))


@dataclass(frozen=True)
class Kind:
    """A library with what is particular to it."""

    name: str
    library: Any
    settings: PiSettings
    clock: Callable[[], float]
    sleep: Callable[[float], None]

    def open(self) -> Any:
        """Return its camera, not yet configured."""
        return self.library.open(0)

    def configured(self, **more: Any) -> Any:
        """Return its camera, configured with two streams, not yet started."""
        camera = self.open()
        camera.configure(self.config(camera, **more))
        return camera

    def config(self, camera: Any, **more: Any) -> Any:
        """Return a configuration of two streams and four buffers."""
        how = {
            "main": {"size": MAIN, "format": self.settings.main_format},
            "lores": {"size": SMALL, "format": self.settings.small_format},
            "buffer_count": 4,
            "queue": False,
        }
        return camera.create_video_configuration(**{**how, **more})


def sleep_really(pause_s: float) -> None:
    """Wait: the real camera knows no other time."""
    threading.Event().wait(pause_s)


def double(*, bare: bool = False) -> Kind:
    """The double; `bare`: of a camera that has no controls and tells the time alone."""
    clock = Clock()
    sensor = Sensor(played, clock, clock.sleep)
    if bare:
        kept = ("FrameDurationLimits",)
        sensor.controls = {name: CONTROLS[name] for name in kept}
        sensor.told = frozenset({"SensorTimestamp"})
    settings = PiSettings(MAIN, SMALL)
    return Kind("double", Double(sensor), settings, clock, clock.sleep)


def bare_double() -> Kind:
    """The double of a camera like the virtual one, in NV12 too."""
    kind = double(bare=True)
    settings = PiSettings(MAIN, SMALL, main_format="NV12", small_format="NV12")
    return Kind("bare double", kind.library, settings, kind.clock, kind.sleep)


def real() -> Kind:
    """The real Picamera2 over libcamera's virtual pipeline."""
    from tests.firmware.cameras.virtual_picamera2 import Virtual

    settings = PiSettings(MAIN, SMALL, main_format="NV12", small_format="NV12")
    return Kind("real", Virtual(), settings, time.monotonic, sleep_really)


KINDS = [double, bare_double]
if os.environ.get(REAL) == "virtual":
    KINDS.append(real)
