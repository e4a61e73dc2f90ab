"""The real Picamera2 over libcamera's virtual pipeline, which plays pictures.

A PC has no camera memory, no display and no raw sensor modes, so these are stood in
for; what is tested (configuration, requests, jobs, buffers, arrays) is the library's.
`python -m tests.firmware.cameras.virtual_picamera2 FOLDER` writes the pictures.
"""

from __future__ import annotations

import mmap
import os
import sys
import types
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from tests.firmware.cameras.libraries import FRAMES, played, sleep_really

PERIOD_S = 1 / 30  # The virtual pipeline is as fast as it can be; a sensor is not.


def write_pictures(folder: Path) -> None:
    """Write what the camera plays: 0.jpg, 1.jpg, and so on."""
    for number in range(FRAMES):
        quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
        cv2.imwrite(str(folder / f"{number}.jpg"), played(number), quality)


def _without_display() -> None:
    """Let Picamera2 load its previews, none of which is used."""

    class Formats(type):
        def __getattr__(cls, name: str) -> str:
            return name

    kms: Any = types.ModuleType("pykms")
    kms.PixelFormat = Formats("PixelFormat", (), {})
    sys.modules.setdefault("pykms", kms)


class Virtual:
    """The library, as `firmware.cameras.pi` uses it."""

    def __init__(self) -> None:
        _without_display()
        from libcamera import controls

        self._class = _adapted()
        self.manual_focus = controls.AfModeEnum.Manual

    def cameras(self) -> list[dict[str, Any]]:
        """Return what the library tells of each camera."""
        return list(self._class.global_camera_info())

    def open(self, number: int) -> Any:
        """Return the camera of this number."""
        return self._class(number)


@cache
def _adapted() -> Any:
    """Return Picamera2's class with memory, pace and modes that a PC has."""
    import libcamera
    from picamera2 import picamera2
    from picamera2.allocators.allocator import Allocator

    library: Any = picamera2
    original: Any = library.Picamera2
    library.DmaAllocator = _memory(libcamera, Allocator)
    library.CompletedRequest = _successful(libcamera, library.CompletedRequest)

    class Adapted(original):  # type: ignore[misc]
        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "NV12", "size": (640, 360)}]

        def _open_camera(self) -> None:
            super()._open_camera()
            self.camera: Any = _Unwrapping(vars(self)["camera"])

        def start_(self) -> None:
            # Frames are there at once: one that came before the camera counts as
            # started would never go back into the queue.
            with self.lock:
                super().start_()

        def process_requests(self, display: Any) -> None:
            sleep_really(PERIOD_S)
            super().process_requests(display)

    return Adapted


def _memory(libcamera: Any, base: Any) -> Any:
    """Return an allocator of buffers in plain memory instead of the camera's."""

    class Memory(base):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.sync = self._mapped  # where the base puts its own
            self._buffers: dict[Any, list[Any]] = {}
            self._maps: dict[Any, mmap.mmap] = {}
            self._files: list[int] = []

        def allocate(self, libcamera_config: Any, _: Any) -> None:
            for stream in libcamera_config:
                made = [self._buffer(stream) for _ in range(stream.buffer_count)]
                self._buffers[stream.stream] = made

        def _buffer(self, stream: Any) -> Any:
            file = os.memfd_create("frame")
            os.ftruncate(file, stream.frame_size)
            self._files.append(file)
            luma = stream.stride * stream.size.height
            parts = [(0, luma), (luma, stream.frame_size - luma)]
            buffer = libcamera.FrameBuffer([_plane(libcamera, file, *p) for p in parts])
            self._maps[buffer] = mmap.mmap(file, stream.frame_size)
            return buffer

        def buffers(self, stream: Any) -> list[Any]:
            return self._buffers[stream]

        def acquire(self, _: Any) -> None: ...
        def release(self, _: Any) -> None: ...

        def close(self) -> None:
            while self._files:
                os.close(self._files.pop())

        def _mapped(self, _: Any, buffer: Any, __: Any) -> _Mapped:
            return _Mapped(self._maps[getattr(buffer, "own", buffer)])

    return Memory


class _Mapped:
    """The memory of a buffer; Picamera2 leaves it without saying why."""

    def __init__(self, memory: mmap.mmap) -> None:
        self._memory = memory

    def __enter__(self) -> mmap.mmap:
        return self._memory

    def __exit__(self, *_: object) -> None: ...


def _plane(libcamera: Any, file: int, offset: int, length: int) -> Any:
    plane = libcamera.FrameBuffer.Plane()
    plane.fd, plane.offset, plane.length = file, offset, length
    return plane


# libcamera 0.4 leaves the status of a virtual frame as it lies in memory, and Picamera2
# drops what is no success: here each is one.


class _Buffer:
    def __init__(self, own: Any, metadata: Any) -> None:
        self.own, self.metadata = own, metadata


class _Request:
    def __init__(self, own: Any, status: Any) -> None:
        self.own, self._status = own, types.SimpleNamespace(status=status)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)

    @property
    def buffers(self) -> dict[Any, _Buffer]:
        own = self.own.buffers
        return {stream: _Buffer(each, self._status) for stream, each in own.items()}


class _Unwrapping:
    """libcamera's camera, which is given back its own requests."""

    def __init__(self, own: Any) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def queue_request(self, request: Any) -> Any:
        return self._own.queue_request(getattr(request, "own", request))

    def __eq__(self, other: object) -> bool:
        return bool(self._own == getattr(other, "_own", other))

    def __hash__(self) -> int:
        return hash(self._own)


def _successful(libcamera: Any, base: Any) -> Any:
    success = libcamera.FrameMetadata.Status.Success

    class Successful(base):  # type: ignore[misc]
        def __init__(self, request: Any, picam2: Any) -> None:
            super().__init__(_Request(request, success), picam2)

    return Successful


if __name__ == "__main__":
    write_pictures(Path(sys.argv[1]))
