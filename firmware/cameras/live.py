"""A camera that is there now: watched over, and opened again when something is wrong.

What a kind of camera has to bring is a `Device`. Whether its pictures are sound is
looked at here, the same for all: black, frozen, of another size, or none at all.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from firmware.camera import (
    AFTER,
    CameraError,
    Fault,
    Recovered,
    Tell,
    Trouble,
    ignore,
)
from firmware.cameras.soundness import Look, Soundness
from firmware.closing import Closing
from vision.arrays import Picture
from vision.frame import Frame

WAIT_S = 1.5  # for a picture: the slowest lock of exposure leaves gaps below 0.5 s
NAMED_S = 1.0  # of pictures that show nothing, until that is said
PAUSES_S = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
REPEATS_S = 10.0  # of the same picture, where a device may repeat it
STEADY_S = 10.0  # of good pictures, after which pauses begin small again


class DeviceFault(CameraError):
    """What is wrong with a device; it is told, and the device opened again."""

    def __init__(self, fault: Fault, why: str) -> None:
        super().__init__(why)
        self.fault = fault


@dataclass(frozen=True)
class Shot:
    """What a device gives: a picture (height, width, 3), BGR, with its time.

    `lost` is how many came before it that nobody took.
    """

    picture: Picture
    taken_at_s: float
    lost: int = 0
    metadata: Mapping[str, Any] = field(default_factory=dict)


class Device(Protocol):
    """A camera that is open.

    `repeats`: whether the same picture may come again where nothing moves, as a stream
    that is strongly packed does; else it means that the device stands still.
    """

    repeats: bool

    def take(self, wait_s: float) -> Shot:
        """Return the newest picture; raise DeviceFault where none comes in time."""
        ...

    def notes(self) -> list[Trouble]:
        """Return what is not as it was asked for, each once; frames come anyway."""
        ...

    def close(self) -> None:
        """Let go of it; raise CameraLost where it will not be let go of."""
        ...


class LiveCamera(Closing):
    """Frames of a device for as long as they are wanted, whatever befalls it.

    A trouble is told within 2 s, and the device opened again after pauses that grow.
    While pictures are black or frozen it stays open: the first good one is enough.
    None of these is given away: what was not seen must not look like rest.
    """

    live = True
    length = None

    def __init__(
        self,
        source: str,
        open_device: Callable[[], Device],
        *,
        tell: Tell = ignore,
        clock: Callable[[], float],
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self.source = source
        self._open, self._tell, self._clock = open_device, tell, clock
        self._ended = threading.Event()
        self._pause = pause or self._ended.wait
        self._device: Device | None = None
        self._soundness = Soundness()
        self._tries = 0
        self._number, self._last_s = -1, float("-inf")
        self._trouble: Trouble | None = None
        self._troubled_s = self._good_s = 0.0

    # ---- the frames

    def frames(self) -> Iterator[Frame]:
        """Yield good frames until the camera is closed; raises CameraLost."""
        try:
            while not self._ended.is_set():
                try:
                    self._device = self._open()
                    yield from self._from(self._device)
                    self._let_go()
                except DeviceFault as fault:
                    if self._ended.is_set():
                        return
                    again_s = self._next_pause()
                    self._name(fault, again_s)
                    self._let_go()
                    self._pause(again_s)
        finally:
            self._let_go()

    def _from(self, device: Device) -> Iterator[Frame]:
        """Yield the good frames of a device until it has to be opened anew."""
        self._soundness.reopened(repeats=device.repeats)
        reopen_s = float("inf")
        while not self._ended.is_set():
            shot = self._taken(device)
            for note in device.notes():
                self._tell(note)
            now_s = self._clock()
            look = self._soundness.look(shot.picture, now_s)
            if look.fault is None:
                reopen_s = float("inf")
            elif now_s >= reopen_s:
                return
            elif look.bad_s >= NAMED_S and reopen_s == float("inf"):
                reopen_s = now_s + self._named(look)
            if look.use:
                yield self._frame(shot, look, now_s)

    def _taken(self, device: Device) -> Shot:
        try:
            return device.take(WAIT_S)
        except DeviceFault as fault:
            if fault.fault is not Fault.SILENT or self._ended.is_set():
                raise
            self._name(fault, 0.0)
        # One wait too long may be a busy machine: it is not opened anew at once.
        return device.take(WAIT_S)

    def _frame(self, shot: Shot, look: Look, now_s: float) -> Frame:
        metadata = dict(shot.metadata)
        if self._trouble is not None and look.fault is None:
            metadata[AFTER] = self._trouble
            self._tell(Recovered(self.source, now_s - self._troubled_s))
            self._trouble, self._good_s = None, now_s
        elif now_s - self._good_s >= STEADY_S:
            self._tries = 0
        self._number += 1 + shot.lost
        # Times only ever grow, also where a device opened anew counts differently.
        self._last_s = max(self._last_s + 1e-6, shot.taken_at_s)
        return Frame(look.picture, self._last_s, self._number, metadata)

    # ---- troubles

    def _next_pause(self) -> float:
        pause_s = PAUSES_S[min(self._tries, len(PAUSES_S) - 1)]
        self._tries += 1
        return pause_s

    def _named(self, look: Look) -> float:
        """Tell what is wrong with the pictures; return until when it is borne."""
        pause_s = self._next_pause()
        if look.use:  # Where nothing moves, a stream may well repeat itself.
            pause_s = max(pause_s, REPEATS_S)
        self._name(DeviceFault(look.fault or Fault.BROKEN, look.why), pause_s)
        return pause_s

    def _name(self, fault: DeviceFault, again_s: float) -> None:
        if self._trouble is None:
            self._troubled_s = self._clock()
        self._trouble = Trouble(self.source, fault.fault, str(fault), again_s)
        self._tell(self._trouble)

    # ---- the end

    def _let_go(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.close()

    def close(self) -> None:
        """Let go of the device; who waits for a frame gets no more."""
        self._ended.set()
        self._let_go()
