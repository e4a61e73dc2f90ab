"""Sources by name: the camera, clip or folder that a word stands for."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from firmware.camera import BadSource, Camera, Tell, ignore


def open_camera(
    source: str,
    *,
    paced: bool = False,
    tell: Tell = ignore,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Camera:
    """Return the camera that ``source`` names; a file is read as fast as can be.

    `paced`: frames of a file come when their time has come. Raises BadSource where
    ``source`` names nothing that can give frames. A device that is absent is no error:
    it is told, and tried again.
    """
    # Here, and not above: each needs another library, and the verbs must start quickly.
    from firmware.cameras.capture import url_opener, webcam_opener
    from firmware.cameras.live import Device, LiveCamera
    from firmware.cameras.pi import pi_opener
    from firmware.cameras.replay import Clip, Folder, Pace

    kind, _, what = source.partition(":")
    opener: Callable[[], Device] | None = None
    if source == "pi":
        opener = pi_opener(source, clock=clock)
    elif kind == "webcam" and what.isascii() and what.isdecimal():
        opener = webcam_opener(int(what), clock=clock)
    elif kind == "url":
        opener = url_opener(what, clock=clock)
    if opener is not None:
        return LiveCamera(source, opener, tell=tell, clock=clock)
    path, pace = Path(source), Pace(clock, sleep) if paced else None
    if path.is_dir():
        return Folder(source, pace=pace, tell=tell)
    if path.exists():
        return Clip(source, pace=pace, tell=tell)
    raise BadSource(
        f"expected pi, webcam:N, url:ADDRESS, a clip or a folder of pictures, got"
        f" {source!r}: there is no such file"
    )
