"""Cameras that fail: named within 2 s of simulated time, tried again, well again."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from firmware.camera import AFTER, Fault, News, Recovered, Trouble
from firmware.cameras.live import PAUSES_S, DeviceFault, LiveCamera, Shot
from firmware.cameras.pi_double import noisy
from firmware.last_seconds import LastSeconds
from tests.firmware.cameras.clock import Clock
from vision.arrays import Picture
from vision.frame import Frame

PERIOD_S = 0.1
PICTURES = [noisy(number) for number in range(7)]
BLACK = [(np.asarray(each, np.uint8) % 5) for each in PICTURES]


@dataclass
class Module:
    """A camera module: what is wrong with it from one time to another."""

    clock: Clock = field(default_factory=Clock)
    fault: Fault | None = None
    begins_s: float = 0.0
    ends_s: float = float("inf")
    repeats: bool = False
    period_s: float = PERIOD_S
    opened: list[float] = field(default_factory=list)
    open_now: int = 0

    @property
    def wrong(self) -> Fault | None:
        """What is wrong with it now."""
        return self.fault if self.begins_s <= self.clock() < self.ends_s else None

    def open(self) -> OpenModule:
        """Return it opened; raises as a camera does."""
        self.opened.append(self.clock())
        if self.wrong in (Fault.ABSENT, Fault.BUSY, Fault.GONE):
            raise DeviceFault(self.wrong, "it cannot be opened")
        self.open_now += 1
        return OpenModule(self)


class OpenModule:
    """A module that gives pictures, as good as it can."""

    def __init__(self, module: Module) -> None:
        self.repeats = module.repeats
        self._module, self._number = module, 0
        self._born_wrong = module.wrong

    def take(self, wait_s: float) -> Shot:
        module = self._module
        if module.wrong is Fault.SILENT:
            module.clock.sleep(wait_s)
            raise DeviceFault(Fault.SILENT, f"no picture for {wait_s} s")
        module.clock.sleep(module.period_s)
        if module.wrong is Fault.GONE:
            raise DeviceFault(Fault.GONE, "it gives no more pictures")
        self._number += 1
        return Shot(self._picture(module.wrong), module.clock())

    def _picture(self, wrong: Fault | None) -> Picture:
        picture = PICTURES[self._number % len(PICTURES)]
        if wrong is Fault.FROZEN:
            return PICTURES[0]
        if wrong is Fault.BLACK:
            return BLACK[self._number % len(BLACK)]
        if wrong is Fault.SIZE:
            # Small from the beginning too, where it was opened so.
            return picture[:100] if self._born_wrong else picture[:200]
        if wrong is Fault.BROKEN:
            return picture.astype(np.float64)
        return picture

    def notes(self) -> list[Trouble]:
        return []

    def close(self) -> None:
        self._module.open_now -= 1


@dataclass
class Watched:
    """What came of watching a module, with the times at which it came."""

    frames: list[tuple[float, Frame]]
    news: list[tuple[float, News]]

    @property
    def troubles(self) -> list[tuple[float, Trouble]]:
        return [(at_s, told) for at_s, told in self.news if isinstance(told, Trouble)]

    @property
    def recoveries(self) -> list[float]:
        return [at_s for at_s, told in self.news if isinstance(told, Recovered)]


def watch(module: Module, for_s: float) -> Watched:
    """Watch a module for a while."""
    clock = module.clock
    ends_s = clock() + for_s
    found = Watched([], [])

    def tell(news: News) -> None:
        found.news.append((clock(), news))
        if clock() >= ends_s:
            camera.close()

    camera = LiveCamera(
        "webcam:0", module.open, tell=tell, clock=clock, pause=clock.sleep
    )
    with camera:
        for frame in camera.frames():
            found.frames.append((clock(), frame))
            if clock() >= ends_s:
                break
    return found


FAULTS = [fault for fault in Fault if fault is not Fault.ABSENT]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.value)
def test_fault_is_named_retried_and_got_over(fault: Fault) -> None:
    module = Module(fault=fault)
    began_s = module.clock() + 5.0
    module.begins_s, module.ends_s = began_s, began_s + 40.0
    if fault is Fault.BUSY:  # Only who opens a camera anew finds it busy.
        module.fault = Fault.GONE
    found = watch(module, 120.0)
    named_s, first = found.troubles[0]
    assert first.fault is module.fault
    assert began_s <= named_s <= began_s + 2.0
    # Nothing that was not seen is given away as rest.
    assert not [at for at, _ in found.frames if began_s + 0.2 < at < module.ends_s]
    pauses = [told.again_s for _, told in found.troubles if told.again_s]
    assert pauses == sorted(pauses)
    assert pauses[-1] > pauses[0]
    back = [(at, frame) for at, frame in found.frames if at >= module.ends_s]
    assert back[0][0] <= module.ends_s + PAUSES_S[-1] + 2.0
    assert isinstance(back[0][1].metadata[AFTER], Trouble)
    assert AFTER not in back[1][1].metadata
    assert len(found.recoveries) == 1
    times = [frame.taken_at_s for _, frame in found.frames]
    assert times == sorted(set(times))
    assert module.open_now == 0


@pytest.mark.parametrize("fault", list(Fault), ids=lambda fault: fault.value)
def test_fault_from_the_beginning_is_named(fault: Fault) -> None:
    module = Module(fault=fault)
    began_s = module.clock()
    found = watch(module, 100.0)
    assert found.troubles[0][1].fault is fault
    assert found.troubles[0][0] <= began_s + 2.0
    assert len(found.frames) <= 1  # the first frozen picture looks like any other
    # The pauses grow up to the longest, and stay there.
    pauses = [told.again_s for _, told in found.troubles if told.again_s]
    assert pauses[: len(PAUSES_S)] == list(PAUSES_S)[: len(pauses)]
    assert len(module.opened) == pytest.approx(len(pauses), abs=1)


def test_black_and_frozen_stay_open_until_the_first_good_picture() -> None:
    """The lamp goes on long before the next try would come."""
    for fault in (Fault.BLACK, Fault.FROZEN):
        module = Module(fault=fault)
        module.begins_s = module.clock() + 3.0
        module.ends_s = module.begins_s + 20.0
        found = watch(module, 40.0)
        back = next(at for at, _ in found.frames if at >= module.ends_s)
        assert back <= module.ends_s + 2 * PERIOD_S


def test_repeats_of_a_stream_are_given_and_named() -> None:
    """A strongly packed stream repeats itself where nothing moves."""
    module = Module(fault=Fault.FROZEN, repeats=True)
    module.begins_s = module.clock() + 3.0
    module.ends_s = module.begins_s + 6.0
    found = watch(module, 20.0)
    assert len(module.opened) == 1
    still = [at for at, _ in found.frames if module.begins_s < at < module.ends_s]
    assert len(still) > 50
    assert found.troubles[0][0] <= module.begins_s + 2.0
    assert len(found.troubles) == len(found.recoveries) == 1


def test_a_short_silence_does_not_reopen() -> None:
    module = Module(fault=Fault.SILENT)
    module.begins_s = module.clock() + 3.0
    module.ends_s = module.begins_s + 1.0
    found = watch(module, 10.0)
    assert len(module.opened) == 1
    assert len(found.troubles) == len(found.recoveries) == 1


def test_pauses_begin_small_again_after_steady_frames() -> None:
    module = Module(fault=Fault.GONE)
    module.begins_s, module.ends_s = module.clock() + 3.0, module.clock() + 40.0
    watch(module, 120.0)
    module.begins_s, module.ends_s = module.clock() + 30.0, float("inf")
    again = watch(module, 60.0)
    assert again.troubles[0][1].again_s == PAUSES_S[0]


@pytest.mark.parametrize(
    "make",
    [
        lambda grey: grey[:, :, 0],
        lambda grey: np.dstack([grey, grey[:, :, 0]]),
        lambda grey: grey[:, :, :1],
    ],
    ids=["grey", "four channels", "one channel"],
)
def test_pictures_of_other_channels_become_bgr(
    make: Callable[[Picture], Picture],
) -> None:
    class Odd(OpenModule):
        def _picture(self, wrong: Fault | None) -> Picture:
            return make(super()._picture(wrong))

    module = Module()
    module.open = lambda: Odd(module)  # type: ignore[method-assign]
    found = watch(module, 1.0)
    assert found.news == []
    assert {frame.picture.shape for _, frame in found.frames} == {PICTURES[0].shape}


def test_half_an_hour_does_not_grow() -> None:
    """With a fault of another kind every minute."""
    module = Module(period_s=0.5)
    clock, started_s = module.clock, module.clock()
    camera = LiveCamera("webcam:0", module.open, clock=clock, pause=clock.sleep)
    sizes: list[int] = []
    frames, last = 0, LastSeconds()
    tracemalloc.start()
    try:
        with camera:
            for frame in camera.frames():
                frames += 1
                last.add(frame)
                minute, second_s = divmod(clock() - started_s, 60)
                if minute >= 30:
                    break
                if minute >= len(sizes):
                    gc.collect()
                    sizes.append(tracemalloc.get_traced_memory()[0])
                    module.fault = list(Fault)[len(sizes) % len(Fault)]
                    module.begins_s, module.ends_s = clock() + 20, clock() + 24
                del frame, second_s
    finally:
        tracemalloc.stop()
    assert frames > 2_500
    assert len(sizes) == 30
    assert max(sizes[2:]) - sizes[1] < 100_000  # bytes; one picture has 230,400
