"""One source watched to its end: its rolls as lines, and as an overlay clip."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from firmware.camera import Camera
from firmware.clip_file import LONGEST_PX, SUFFIX, ClipFile
from firmware.rolls import RollEvent, RollWatcher
from vision.arrays import Picture
from vision.draw import mark
from vision.frame import Frame
from vision.lettering import width_of, write
from vision.settle import Phase
from vision.words import name_die

SHOWS = (Phase.QUIET, Phase.SHOWN)


@dataclass(frozen=True)
class Line:
    """A roll whose rest is over; `last` is None where the source ended before."""

    source: str
    event: RollEvent
    last: int | None

    def json(self) -> str:
        """Return the JSON object of this roll."""
        event = self.event
        line: dict[str, object] = {
            "clip": self.source,
            "first": event.first,
            "last": self.last,
            "faces": [die.face for die in event.tray if die.face is not None],
            "doubt": event.doubt,
        }
        if event.corrects is not None:
            line["corrects"] = event.corrects
        return json.dumps(line)


def words(event: RollEvent) -> str:
    """Return a roll as a line for people."""
    faces = " ".join(sorted(name_die(die) for die in event.tray)) or "-"
    at = f"{event.read_at_s:8.2f} s  roll {event.number}"
    instead = f", instead of {event.corrects}" if event.corrects is not None else ""
    doubt = f"  ({event.doubt})" if event.doubt else ""
    return f"{at}{instead}: {faces}{doubt}"


def watch_source(
    camera: Camera,
    watcher: RollWatcher,
    *,
    seen: Callable[[RollEvent], None],
    over: Callable[[Line], None],
    step: Callable[[], None],
    drawing: Path | None = None,
) -> None:
    """Watch a camera until it ends.

    `seen` hears of every roll at once, `over` when its rest is over, in order; `step`
    after every frame. `drawing` is the file of the overlay clip.
    """
    open_rolls: list[RollEvent] = []
    with ExitStack() as stack:
        clip = stack.enter_context(ClipFile(drawing)) if drawing else None
        for frame in camera.frames():
            for event in watcher.feed(frame):
                open_rolls.append(event)
                seen(event)
            while open_rolls and open_rolls[0].number in watcher.ended:
                event = open_rolls.pop(0)
                over(Line(camera.source, event, watcher.ended[event.number]))
            if clip:
                clip.add(overlay(frame, watcher), frame.taken_at_s)
            step()
    for event in watcher.end():
        open_rolls.append(event)
        seen(event)
    for event in open_rolls:
        over(Line(camera.source, event, watcher.ended.get(event.number)))


def overlay(frame: Frame, watcher: RollWatcher) -> Picture:
    """Return a frame with what is known after it: the phase, the dice, the roll."""
    height, width = frame.picture.shape[:2]
    scale = min(1.0, LONGEST_PX / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    drawn = cv2.resize(frame.picture, size, interpolation=cv2.INTER_AREA)
    shown = np.array(drawn, np.uint8)
    if watcher.phase in SHOWS:
        mark(shown, [one.die for one in watcher.lying], scale)
    event = watcher.current
    roll = words(event).split(":", 1)[1].strip() if event else ""
    _bar(shown, f"{frame.number}  {watcher.phase.value}  {roll}")
    return shown


def _bar(picture: Picture, text: str) -> None:
    """Write a line over a dark bar at the foot of a picture."""
    size = min(max(picture.shape[1] / 36, 12.0), 28.0)
    high = round(1.8 * size)
    picture[-high:] = picture[-high:] // 4
    fits = text
    while fits and width_of(fits, size) > picture.shape[1] - size:
        fits = fits[:-1]
    write(picture, fits, (0.5 * size, picture.shape[0] - 0.6 * size), size, (255,) * 3)


def names(sources: tuple[str, ...], folder: Path) -> Iterator[Path]:
    """Yield a file for the overlay clip of each source; no two are the same."""
    taken: set[str] = set()
    for source in sources:
        stem = Path(source.replace(":", "_")).stem or "source"
        free, number = stem, 1
        while free in taken:
            number += 1
            free = f"{stem}-{number}"
        taken.add(free)
        yield folder / f"{free}{SUFFIX}"
