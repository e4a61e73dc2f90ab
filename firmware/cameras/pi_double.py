"""A double of Picamera2, for whoever has no Raspberry Pi, and for tests.

It keeps the contract that the real one keeps, also where that is a nuisance: a question
that timed out stays in the queue, buffers run out, controls take effect some frames
later, rows are longer than the picture is wide, sizes are made even, red and blue lie
as the real one lays them. The same tests run against both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.arrays import Array, Picture

LATENCY = 3  # frames until a control shows, as of a sensor with a deep pipeline
ALIGN = 64  # bytes to which rows are filled up
CONTROLS = {
    "AeEnable": (False, True, True),
    "AfMode": (0, 2, 0),
    "AnalogueGain": (1.0, 16.0, None),
    "AwbEnable": (False, True, None),
    "ColourGains": (0.0, 32.0, None),
    "ExposureTime": (1, 66666, None),
    "FrameDurationLimits": (33333, 120000, None),
    "LensPosition": (0.0, 32.0, 1.0),
}
STREAM_KEYS = {"format", "framerate", "preserve_ar", "size", "stride"}
BYTES = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}
PLANAR = ("NV12", "YUV420")


class BlocksForEver(RuntimeError):
    """Where the real one would wait for ever, and a test would hang."""


def noisy(number: int) -> Picture:
    """Return a plain picture (240, 320, 3) with a sensor's noise."""
    noise = np.random.default_rng(number).integers(90, 110, (240, 320, 3), np.uint8)
    return noise


@dataclass
class Sensor:
    """The camera module itself, which outlives the objects that use it.

    `scene` draws frame number n, BGR of any size. The rest says what is wrong with it:
    `plugged` in or not, `held` by another program, `silent` (it delivers nothing),
    `frozen` (always the same), `stubborn` (deaf to controls), `hangs` (at closing).
    `told` are the metadata that it gives, `controls` those that it has.
    """

    scene: Callable[[int], Picture] = noisy
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    fps: float = 30.0
    controls: Mapping[str, Any] = field(default_factory=lambda: dict(CONTROLS))
    told: frozenset[str] = frozenset(
        {
            "SensorTimestamp",
            "ExposureTime",
            "AnalogueGain",
            "ColourGains",
            "FrameDuration",
            "LensPosition",
        }
    )
    largest: tuple[int, int] = (4608, 2592)
    plugged: bool = True
    held: bool = False
    silent: bool = False
    frozen: bool = False
    stubborn: bool = False
    hangs: bool = False
    exposure_us: float = 20_000.0
    gain: float = 8.0
    colour_gains: tuple[float, float] = (2.2, 1.6)
    lens: float = 1.0

    @property
    def number(self) -> int:
        """The number of the frame that is exposed now."""
        return int(self.clock() * self.fps + 1e-6)


class Double:
    """The library: the cameras that it finds are these sensors."""

    manual_focus = 0

    def __init__(self, *sensors: Sensor, usb: bool = False) -> None:
        self._sensors = sensors
        self._usb = usb

    def cameras(self) -> list[dict[str, Any]]:
        """Return what the library tells of each camera that is plugged in."""
        id_ = "/base/usb@1/1.2" if self._usb else "/base/soc/i2c0mux/i2c@1/imx708@1a"
        there = [sensor for sensor in self._sensors if sensor.plugged]
        return [
            {"Model": "imx708", "Location": 2, "Rotation": 180, "Id": id_, "Num": place}
            for place, _ in enumerate(there)
        ]

    def open(self, number: int) -> PiDouble:
        """Return the camera of this number; raises as the real one does."""
        there = [sensor for sensor in self._sensors if sensor.plugged]
        if not there:
            raise IndexError("list index out of range")
        if number >= len(there):
            raise RuntimeError(f"No camera number {number} found")
        return PiDouble(there[number])


class Request:
    """A frame in a buffer, until it is released."""

    def __init__(self, camera: PiDouble, number: int, metadata: dict[str, Any]) -> None:
        self._camera, self._metadata = camera, metadata
        self._references = 1
        self._number, self._config = number, camera.camera_configuration()

    def make_buffer(self, name: str) -> Array:
        """Return the bytes of a stream, filled-up rows included."""
        self._check()
        return _packed(self._camera.sensor.scene(self._number), self._config[name])

    def make_array(self, name: str) -> Array:
        """Return a copy: colours without what fills the rows, planes with it."""
        buffer, stream = self.make_buffer(name), self._config[name]
        width, height = stream["size"]
        if stream["format"] in PLANAR:
            return buffer.reshape(height * 3 // 2, stream["stride"])
        channels = BYTES[stream["format"]]
        rows = buffer.reshape(height, stream["stride"])[:, : width * channels]
        return rows.reshape(height, width, channels)

    def get_metadata(self) -> dict[str, Any]:
        """Return what the sensor told of this frame."""
        self._check()
        return dict(self._metadata)

    def release(self) -> None:
        """Give the buffer back; once."""
        self._references -= 1
        if self._references < 0:
            raise RuntimeError(f"negative ref_count {self._references}")
        self._camera.give_back(self)

    def _check(self) -> None:
        if self._references <= 0:
            raise AssertionError("the request was released")


class PiDouble:
    """The camera object of the library, over a `Sensor`."""

    def __init__(self, sensor: Sensor) -> None:
        if sensor.held:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        sensor.held = True
        self.sensor = sensor
        self._config: dict[str, Any] | None = None
        self._started = False
        self._free = 0
        self._requests: set[int] = set()
        self._given = -1
        self._swallowers = 0  # questions that nobody waits for any more
        self._set: list[tuple[int, dict[str, Any]]] = []
        self._automatic = {"AeEnable": True, "AwbEnable": True}

    @property
    def camera_controls(self) -> Mapping[str, Any]:
        """The controls that it has: smallest, largest, default."""
        return self.sensor.controls

    # ---- configuration

    def create_video_configuration(self, **how: Any) -> dict[str, Any]:
        """Return a configuration; raises ValueError for a key that there is not."""
        config = {"buffer_count": 6, "queue": True, "controls": {}, **how}
        for name in ("main", "lores"):
            stream = config.get(name)
            for key in stream or ():
                if key not in STREAM_KEYS:
                    raise ValueError(f"Bad key '{key}' in stream configuration")
            if stream is not None:
                width, height = stream.get("size", (1280, 720))
                default = "XBGR8888" if name == "main" else "YUV420"
                even = (width // 2 * 2, height // 2 * 2)
                config[name] = {"format": default, **stream, "size": even}
        return config

    def align_configuration(self, config: dict[str, Any]) -> None:
        """Make widths such that rows need no filling."""
        for name in ("main", "lores"):
            if name in config:
                width, height = config[name]["size"]
                config[name]["size"] = (max(ALIGN, width // ALIGN * ALIGN), height)

    def configure(self, config: dict[str, Any]) -> None:
        """Take a configuration over, changed to what the sensor can do."""
        if self._started:
            raise RuntimeError("Camera must be stopped before configuring")
        taken = dict(config)
        for name in ("main", "lores"):
            if name in taken and taken[name] is not None:
                taken[name] = self._adjusted(dict(taken[name]))
        if taken.get("lores") and taken["lores"]["size"] > taken["main"]["size"]:
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        self._config = taken
        self._check_known(taken["controls"])

    def _adjusted(self, stream: dict[str, Any]) -> dict[str, Any]:
        largest = self.sensor.largest
        width = min(stream["size"][0], largest[0])
        height = min(stream["size"][1], largest[1])
        if stream["format"] not in (*BYTES, *PLANAR):
            stream["format"] = "XBGR8888"
        used = width * BYTES.get(stream["format"], 1)
        stride = used // ALIGN * ALIGN + ALIGN  # always longer, as it may be
        size = stride * height * (3 if stream["format"] in PLANAR else 2) // 2
        return {**stream, "size": (width, height), "stride": stride, "framesize": size}

    def camera_configuration(self) -> dict[str, Any]:
        """Return the configuration as it was taken over."""
        return dict(self._config or {})

    # ---- running

    def start(self) -> None:
        """Begin to deliver; all buffers are free again."""
        if self._config is None:
            raise RuntimeError("Camera has not been configured")
        self._started = True
        self._free, self._requests = self._config["buffer_count"], set()
        self._given = self.sensor.number
        self.set_controls(self._config["controls"])

    def stop(self) -> None:
        """Deliver no more; what is held stays readable."""
        if self.sensor.hangs:
            self._hang()
        self._started = False

    def close(self) -> None:
        """Let another program have the camera."""
        self.stop()
        self.sensor.held = False

    def _hang(self) -> None:
        while self.sensor.hangs:
            time.sleep(0.01)

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Set what the sensor takes over some frames later."""
        self._check_known(controls)
        self._set.append((self.sensor.number + LATENCY, dict(controls)))

    def _check_known(self, controls: Mapping[str, Any]) -> None:
        for name in controls:
            if name not in self.sensor.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def autofocus_cycle(self, *, wait: float) -> bool:
        """Look for the focus; return whether it was found."""
        self.sensor.sleep(min(wait, 0.5))
        self.sensor.lens = 5.0
        return True

    # ---- frames

    def capture_request(
        self, *, wait: float | None = None, flush: bool = False
    ) -> Request:
        """Return the next frame; raises TimeoutError, the question staying behind."""
        sensor = self.sensor
        until_s = float("inf") if wait is None else sensor.clock() + wait
        while sensor.clock() < until_s:
            if wait is None and (not self._started or sensor.silent or not self._free):
                raise BlocksForEver("no frame will come, and no limit was given")
            self._tick(until_s)
            found = self._delivered()
            if found is not None:
                if flush and "ExposureTime" not in found.get_metadata():
                    raise KeyError("ExposureTime")
                return found
        self._swallowers += 1
        raise TimeoutError

    @contextmanager
    def captured_request(
        self, *, wait: float | None = None, flush: bool = False
    ) -> Iterator[Request]:
        """Give the next frame, and release it in the end."""
        request = self.capture_request(wait=wait, flush=flush)
        try:
            yield request
        finally:
            request.release()

    def cancel_all_and_flush(self) -> None:
        """Forget the questions that wait; a buffer that one has swallowed is lost."""
        self._swallowers = 0

    def give_back(self, request: Request) -> None:
        """Have a buffer free again, of a request of this run."""
        if id(request) in self._requests:
            self._requests.discard(id(request))
            self._free += 1

    def _tick(self, until_s: float) -> None:
        """Let time go on to the next frame, or to a moment before it."""
        sensor = self.sensor
        next_s = (max(self._given, sensor.number) + 1) / sensor.fps
        pause_s = min(next_s, until_s) - sensor.clock()
        sensor.sleep(max(pause_s, 1e-4))

    def _delivered(self) -> Request | None:
        """Return the frame of this moment, if there is one, and one waits for it."""
        sensor, number = self.sensor, self.sensor.number
        if not self._started or sensor.silent or number <= self._given:
            return None
        if not self._free:
            return None
        self._given = number
        self._free -= 1
        if self._swallowers:
            self._swallowers -= 1
            return None
        self._apply(number)
        shown = 0 if sensor.frozen else number
        request = Request(self, shown, self._metadata(number))
        self._requests.add(id(request))
        return request

    def _apply(self, number: int) -> None:
        """Take over the controls whose time has come; else the automatic goes on."""
        sensor = self.sensor
        due = [controls for at, controls in self._set if at <= number]
        self._set = [(at, controls) for at, controls in self._set if at > number]
        if sensor.stubborn:
            due = []
        for controls in due:
            self._automatic |= {k: v for k, v in controls.items() if k.endswith("able")}
            sensor.exposure_us = controls.get("ExposureTime", sensor.exposure_us)
            sensor.gain = controls.get("AnalogueGain", sensor.gain)
            sensor.colour_gains = controls.get("ColourGains", sensor.colour_gains)
            sensor.lens = controls.get("LensPosition", sensor.lens)
        if self._automatic["AeEnable"]:
            sensor.gain += (2.0 - sensor.gain) / 4
        if self._automatic["AwbEnable"]:
            red, blue = sensor.colour_gains
            sensor.colour_gains = (red + (1.8 - red) / 4, blue + (1.9 - blue) / 4)

    def _metadata(self, number: int) -> dict[str, Any]:
        sensor = self.sensor
        line_us = 20  # exposures are whole lines
        known = {
            "SensorTimestamp": round(number / sensor.fps * 1e9),
            "ExposureTime": int(sensor.exposure_us // line_us * line_us),
            "AnalogueGain": sensor.gain,
            "ColourGains": sensor.colour_gains,
            "FrameDuration": round(1e6 / sensor.fps),
            "LensPosition": sensor.lens,
        }
        return {name: value for name, value in known.items() if name in sensor.told}


def _packed(picture: Picture, stream: Mapping[str, Any]) -> Array:
    """Return the bytes of a stream as they would lie in its buffer."""
    width, height = stream["size"]
    picture = np.asarray(cv2.resize(picture, (width, height)), np.uint8)
    if stream["format"] in PLANAR:
        return _planes(picture, stream["stride"], stream["format"])
    codes = {
        "BGR888": cv2.COLOR_BGR2RGB,
        "XRGB8888": cv2.COLOR_BGR2BGRA,
        "XBGR8888": cv2.COLOR_BGR2RGBA,
    }
    code = codes.get(stream["format"])
    shown = picture if code is None else cv2.cvtColor(picture, code)
    rows = np.zeros((height, stream["stride"]), np.uint8)
    used = np.asarray(shown, np.uint8).reshape(height, -1)
    rows[:, : used.shape[1]] = used
    return rows.reshape(-1)


def _planes(picture: Picture, stride: int, form: str) -> Array:
    """Return luma, then the colours at half the size, in rows of ``stride``."""
    height, width = picture.shape[:2]
    wide = cv2.copyMakeBorder(picture, 0, 0, 0, stride - width, cv2.BORDER_REPLICATE)
    planes = np.asarray(cv2.cvtColor(wide, cv2.COLOR_BGR2YUV_I420), np.uint8)
    if form == "NV12":
        colours = planes[height:].reshape(2, -1)
        planes[height:] = colours.T.reshape(height // 2, stride)
    return planes.reshape(-1)
