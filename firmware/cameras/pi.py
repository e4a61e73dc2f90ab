"""The camera on a Raspberry Pi's ribbon, by Picamera2.

Two streams: the main one, large and in colour, and a small one whose grey part comes
with each frame (`firmware.camera.GREY`). Exposure, gain, white balance and focus settle
once, and are locked: a roll must not look different because a hand came into view.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np

from firmware.camera import GREY, CameraLost, Fault, Trouble
from firmware.cameras.live import DeviceFault, Shot
from vision.arrays import Array, Picture

BUFFERS = 4
CLOSE_S = 1.5  # Longer means that it hangs in the kernel, where nothing can end it.
SETTLE_S = 1.0  # for the automatic exposure to begin moving, at the least
SETTLED_S = 3.0  # after which it is locked as it is
STEADY_FRAMES, STEADY_SHARE = 5, 0.02  # without a change of exposure times gain
HELD_FRAMES = 30  # within which a sensor has taken over what it was set to
HELD_SHARE = 0.03  # A sensor rounds exposures to whole lines.
FOCUS_S = 4.0
CHECK_CABLE = (
    "is the ribbon cable seated at both ends, and does `rpicam-hello --list-cameras`"
    " find it? In /boot/firmware/config.txt camera_auto_detect=1 must stand"
)
TO_BGR = {  # libcamera names channels from the highest byte down
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
}


# ---- as much of Picamera2 as is used


class PiRequest(Protocol):
    """A frame that lies in the camera's buffers."""

    def make_buffer(self, name: str) -> Array: ...
    def make_array(self, name: str) -> Array: ...
    def get_metadata(self) -> dict[str, Any]: ...


class Picamera2(Protocol):
    """The camera object of the library."""

    @property
    def camera_controls(self) -> Mapping[str, Any]: ...
    def create_video_configuration(self, **how: Any) -> dict[str, Any]: ...
    def align_configuration(self, config: dict[str, Any]) -> None: ...
    def configure(self, config: dict[str, Any]) -> None: ...
    def camera_configuration(self) -> dict[str, Any]: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...
    def set_controls(self, controls: dict[str, Any]) -> None: ...
    def autofocus_cycle(self, *, wait: float) -> bool: ...
    def captured_request(self, *, wait: float) -> AbstractContextManager[PiRequest]: ...
    def cancel_all_and_flush(self) -> None: ...


class Library(Protocol):
    """Picamera2 as a library: which cameras there are, and one of them opened."""

    manual_focus: Any

    def cameras(self) -> list[dict[str, Any]]: ...
    def open(self, number: int) -> Picamera2: ...


class Installed:
    """The library that is installed; raises DeviceFault where it cannot be used."""

    def __init__(self) -> None:
        os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
        try:
            import picamera2
            from libcamera import controls
        except ImportError as error:
            raise DeviceFault(
                Fault.ABSENT,
                f"Picamera2 is not there ({error}): sudo apt install python3-picamera2,"
                " and make the environment with --system-site-packages",
            ) from error
        except ValueError as error:  # numpy.dtype size changed
            raise DeviceFault(
                Fault.ABSENT,
                f"Picamera2 does not go with this numpy ({error}): in the environment"
                " run pip install --force-reinstall simplejpeg",
            ) from error
        self._class: Any = picamera2.Picamera2
        self.manual_focus: Any = controls.AfModeEnum.Manual

    def cameras(self) -> list[dict[str, Any]]:
        """Return what the library tells of each camera."""
        return list(self._class.global_camera_info())

    def open(self, number: int) -> Picamera2:
        """Return the camera of this number."""
        camera: Picamera2 = self._class(number)
        return camera


# ---- what it is set to


@dataclass(frozen=True)
class Lock:
    """What is held while dice are read; None where the camera has no such control."""

    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    lens: float | None = None  # dioptres

    def controls(self, manual_focus: Any) -> dict[str, Any]:
        """Return the controls that hold it."""
        held: dict[str, Any] = {}
        if self.exposure_us is not None and self.gain is not None:
            exposure = {"ExposureTime": self.exposure_us, "AnalogueGain": self.gain}
            held |= {"AeEnable": False, **exposure}
        if self.colour_gains is not None:
            held |= {"AwbEnable": False, "ColourGains": self.colour_gains}
        if self.lens is not None:
            held |= {"AfMode": manual_focus, "LensPosition": self.lens}
        return held


@dataclass(frozen=True)
class PiSettings:
    """How the camera is set up; a `lock` that is given is taken as it is.

    `mains_hz` is the frequency of the mains by which lamps flicker.
    """

    main: tuple[int, int] = (1640, 1232)
    small: tuple[int, int] = (640, 480)
    main_format: str = "RGB888"
    small_format: str = "YUV420"
    fps: float = 30.0
    mains_hz: int = 50
    lock: Lock | None = None


# ---- the device


class PiDevice:
    """A Picamera2 that runs; its exposure is locked by the first `take`."""

    repeats = False

    def __init__(
        self,
        camera: Picamera2,
        settings: PiSettings,
        manual_focus: Any,
        source: str,
        clock: Callable[[], float],
    ) -> None:
        self._camera, self._settings = camera, settings
        self._manual_focus, self._source, self._clock = manual_focus, source, clock
        self._notes: list[Trouble] = []
        self._closed = False
        self._before_s: float | None = None
        self._unheld = 0
        self.lock = settings.lock
        self._locked = self._configured()

    def _configured(self) -> bool:
        """Set the camera up and start it; return whether it is locked already."""
        wanted = self._settings
        held = wanted.lock.controls(self._manual_focus) if wanted.lock else {}
        frame_us = round(1e6 / wanted.fps)
        config = self._camera.create_video_configuration(
            main={"size": wanted.main, "format": wanted.main_format},
            lores={"size": wanted.small, "format": wanted.small_format},
            controls=self._known({"FrameDurationLimits": (frame_us, frame_us), **held}),
            buffer_count=BUFFERS,
            queue=False,  # else a frame from before the question is the answer
            display=None,
            encode=None,
        )
        self._camera.configure(config)
        # It may have chosen other sizes and formats, without a word.
        given = self._camera.camera_configuration()
        self._main, self._small = dict(given["main"]), dict(given["lores"])
        size = tuple(self._main["size"])
        if size != wanted.main:
            self._note(
                Fault.SIZE,
                f"the camera gives {size[0]}x{size[1]} px, asked for"
                f" {wanted.main[0]}x{wanted.main[1]}",
            )
        if self._main["format"] not in TO_BGR:
            raise DeviceFault(
                Fault.BROKEN,
                f"it gives pictures as {self._main['format']}, which cannot be read:"
                f" expected one of {', '.join(TO_BGR)}",
            )
        self._camera.start()
        return wanted.lock is not None

    def _known(self, controls: dict[str, Any]) -> dict[str, Any]:
        """Return the controls that this camera has; another is an error to it."""
        there = self._camera.camera_controls
        return {name: value for name, value in controls.items() if name in there}

    def take(self, wait_s: float) -> Shot:
        """Return the next frame; raise DeviceFault where none comes in time."""
        if not self._locked:
            self._settle(wait_s)
        shot = self._shot(wait_s)
        self._check_held(shot.metadata)
        return shot

    def notes(self) -> list[Trouble]:
        """Return what is not as it was asked for, each once."""
        notes, self._notes = self._notes, []
        return notes

    def close(self) -> None:
        """Stop and close it; raise CameraLost where it hangs."""
        if self._closed:
            return
        self._closed = True

        def end() -> None:
            self._camera.stop()
            self._camera.close()

        ending = threading.Thread(target=end, name="closing the camera", daemon=True)
        ending.start()
        ending.join(CLOSE_S)
        if ending.is_alive():
            raise CameraLost(
                f"{self._source}: the camera hangs and cannot be closed: start"
                " dicetower again; if it comes back, reseat the ribbon cable and reboot"
            )

    # ---- frames

    def _shot(self, wait_s: float) -> Shot:
        with self._requested(wait_s) as request:
            # Copied, so that the buffer goes back at once: there are only four.
            main = request.make_array("main")
            small = request.make_array("lores")
            metadata = request.get_metadata()
        at_s = _sensor_s(metadata) or self._clock()
        lost, self._before_s = self._lost(at_s), at_s
        notes = {**metadata, GREY: _grey(small, self._small)}
        return Shot(_bgr(main, self._main), at_s, lost, notes)

    def _told(self, wait_s: float) -> dict[str, Any]:
        """Return what the camera tells of the next frame, and let the frame go."""
        with self._requested(wait_s) as request:
            return request.get_metadata()

    @contextmanager
    def _requested(self, wait_s: float) -> Iterator[PiRequest]:
        if self._closed:
            raise DeviceFault(Fault.GONE, "it is closed")
        try:
            with self._camera.captured_request(wait=wait_s) as request:
                yield request
        except TimeoutError as error:
            # The question stays in the queue, and would swallow the next frame.
            self._camera.cancel_all_and_flush()
            raise DeviceFault(Fault.SILENT, f"no frame for {wait_s:g} s") from error

    def _lost(self, at_s: float) -> int:
        """Return how many frames went by since the one before."""
        if self._before_s is None:
            return 0
        frames = round((at_s - self._before_s) * self._settings.fps)
        return max(0, frames - 1)

    # ---- exposure, gain, white balance, focus

    def _settle(self, wait_s: float) -> None:
        """Let the automatic settings come to rest, then lock them."""
        began_s, steady, before = self._clock(), 0, 0.0
        if "LensPosition" in self._camera.camera_controls:
            self._focus()
        metadata: Mapping[str, Any] = {}
        while self._clock() - began_s < SETTLED_S:
            metadata = self._told(wait_s)
            light = metadata.get("ExposureTime", 0) * metadata.get("AnalogueGain", 1)
            steady = steady + 1 if _close(light, before, STEADY_SHARE) else 0
            before = light
            if steady >= STEADY_FRAMES and self._clock() - began_s >= SETTLE_S:
                break
        self.lock = locked(metadata, self._settings.mains_hz)
        self._camera.set_controls(self._known(self.lock.controls(self._manual_focus)))
        self._locked = True
        for _ in range(HELD_FRAMES):
            if self._is_held(self._told(wait_s)):
                break

    def _focus(self) -> None:
        try:
            found = self._camera.autofocus_cycle(wait=FOCUS_S)
        except TimeoutError:
            self._camera.cancel_all_and_flush()
            found = False
        if not found:
            self._note(Fault.BROKEN, "the lens finds no focus: is the tray too near")

    def _is_held(self, metadata: Mapping[str, Any]) -> bool:
        """Return whether a frame was taken as locked; what is not told is believed."""
        lock = self.lock or Lock()
        pairs = [
            (metadata.get("ExposureTime"), lock.exposure_us),
            (metadata.get("AnalogueGain"), lock.gain),
            *zip(
                metadata.get("ColourGains", ()), lock.colour_gains or (), strict=False
            ),
        ]
        return all(
            found is None or wanted is None or _close(found, wanted, HELD_SHARE)
            for found, wanted in pairs
        )

    def _check_held(self, metadata: Mapping[str, Any]) -> None:
        self._unheld = 0 if self._is_held(metadata) else self._unheld + 1
        if self._unheld == HELD_FRAMES:
            self._note(
                Fault.BROKEN,
                "exposure or white balance does not stay as it was locked",
            )

    def _note(self, fault: Fault, why: str) -> None:
        self._notes.append(Trouble(self._source, fault, why))


def pi_opener(
    source: str,
    settings: PiSettings | None = None,
    *,
    library: Callable[[], Library] = Installed,
    clock: Callable[[], float] = time.monotonic,
) -> Callable[[], PiDevice]:
    """Return what opens the camera; what it locked once holds when it opens again."""
    wanted = settings or PiSettings()
    before: list[PiDevice] = []

    def open_pi() -> PiDevice:
        found = library()
        camera = _opened(found)
        lock = before[-1].lock if before else wanted.lock
        held = replace(wanted, lock=lock)
        try:
            device = PiDevice(camera, held, found.manual_focus, source, clock)
        except (RuntimeError, DeviceFault) as error:
            camera.close()
            why = f"it cannot be set up ({error})"
            raise DeviceFault(Fault.BROKEN, why) from error
        before[:] = [device]
        return device

    return open_pi


def _opened(library: Library) -> Picamera2:
    """Return the first camera on a ribbon; raise DeviceFault where there is none."""
    cameras = library.cameras()
    ribbons = [
        place
        for place, each in enumerate(cameras)
        if "usb" not in str(each.get("Id", "")).lower()
    ]
    if cameras and not ribbons:
        why = "the only camera there is a USB one: call it webcam:0"
        raise DeviceFault(Fault.ABSENT, why)
    if not ribbons:
        raise DeviceFault(Fault.ABSENT, f"no camera is found: {CHECK_CABLE}")
    try:
        return library.open(ribbons[0])
    except IndexError as error:
        raise DeviceFault(Fault.ABSENT, f"no camera is found: {CHECK_CABLE}") from error
    except RuntimeError as error:
        if "No camera number" in str(error):
            why = f"the camera is gone: {CHECK_CABLE}"
            raise DeviceFault(Fault.ABSENT, why) from error
        why = f"another program holds the camera ({error}): end it"
        raise DeviceFault(Fault.BUSY, why) from error


# ---- arithmetic


def locked(metadata: Mapping[str, Any], mains_hz: int) -> Lock:
    """Return what holds a camera as this frame was taken.

    Lamps flicker at twice the frequency of the mains: an exposure longer than that
    becomes a whole number of flickers, and the gain makes up for it.
    """
    exposure, gain = metadata.get("ExposureTime"), metadata.get("AnalogueGain")
    if exposure and gain:
        flicker_us = 1e6 / (2 * mains_hz)
        whole = int(exposure / flicker_us) * flicker_us
        if whole:
            exposure, gain = round(whole), gain * exposure / whole
    colours = metadata.get("ColourGains")
    return Lock(
        exposure_us=exposure,
        gain=gain,
        colour_gains=(colours[0], colours[1]) if colours else None,
        lens=metadata.get("LensPosition"),
    )


def _close(found: float, wanted: float, share: float) -> bool:
    return abs(found - wanted) <= share * abs(wanted)


def _sensor_s(metadata: Mapping[str, Any]) -> float | None:
    told = metadata.get("SensorTimestamp")
    return None if told is None else float(told) / 1e9


def _bgr(array: Array, stream: Mapping[str, Any]) -> Picture:
    """Return the picture of a stream (height, width, 3) that an array holds."""
    width, height = stream["size"]
    code = TO_BGR[stream["format"]]
    picture = array if code is None else cv2.cvtColor(array, code)
    return np.asarray(picture[:height, :width], np.uint8)


def _grey(array: Array, stream: Mapping[str, Any]) -> Array:
    """Return the grey part (height, width) of a stream; its rows may be longer."""
    width, height = stream["size"]
    if stream["format"] in ("YUV420", "NV12"):
        return np.ascontiguousarray(array[:height, :width])
    return np.asarray(cv2.cvtColor(_bgr(array, stream), cv2.COLOR_BGR2GRAY), np.uint8)
