"""Phases of the tray, from drawn pictures and from clips of real throws."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.trays import FPS, tray
from vision.arrays import Array
from vision.settle import Phase, Settler

DICE = ((60.0, 50.0), (100.0, 70.0))
PHOTOS = os.environ.get("DICETOWER_PHOTOS")
needs_photos = pytest.mark.skipif(
    not PHOTOS, reason="DICETOWER_PHOTOS does not name the photographs"
)


def rolling(frames: int) -> Iterator[Array]:
    """Yield dice that roll towards where they lie in `DICE`."""
    for left in range(frames, 0, -1):
        yield tray(((60 - 5.0 * left, 50.0), (100.0, 70 - 3.0 * left)))


class Watch:
    """A settler that is fed at a steady rate, and what it said."""

    def __init__(self, fps: float = FPS) -> None:
        self.settler = Settler()
        self.phases: list[Phase] = []
        self._fps = fps

    def see(self, pictures: Iterable[Array], *, dice: bool = True) -> list[Phase]:
        """Feed pictures, note each rest with `dice`, and return the phases."""
        before = len(self.phases)
        for picture in pictures:
            phase = self.settler.feed(picture, len(self.phases) / self._fps)
            self.phases.append(phase)
            if phase is Phase.QUIET:
                self.settler.noted(dice=dice)
        return self.phases[before:]


def test_a_throw_is_rolling_then_quiet_then_shown() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    assert watch.phases[-1] is Phase.EMPTY
    assert Phase.ROLLING in watch.see(rolling(8))
    rest = watch.see([tray(DICE)] * 12)
    assert rest.count(Phase.QUIET) == 1
    assert rest[-1] is Phase.SHOWN


def test_quiet_comes_a_quarter_of_a_second_after_the_last_motion() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    watch.see(rolling(8))
    rest = watch.see([tray(DICE)] * 12)
    assert 0.15 < rest.index(Phase.QUIET) / FPS <= 0.25


def test_the_first_still_frame_is_known() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    watch.see(rolling(8))
    watch.see([tray(DICE)] * 12)
    assert watch.settler.still_since_s == pytest.approx(18 / FPS)


def test_what_lies_there_at_the_start_did_not_stir() -> None:
    settler = Settler()
    phases = [settler.feed(tray(DICE), k / FPS) for k in range(12)]
    assert Phase.QUIET in phases
    assert Phase.ROLLING not in phases
    assert not settler.stirred


def test_a_throw_stirs() -> None:
    settler = Settler()
    pictures = [*rolling(8), *[tray(DICE)] * 8]
    phases = [settler.feed(picture, k / FPS) for k, picture in enumerate(pictures)]
    assert phases[-1] is Phase.QUIET
    assert settler.stirred


def test_copies_of_frames_are_no_rest_while_dice_roll() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    copies = [picture for picture in rolling(8) for _ in range(5)]
    assert Phase.QUIET not in watch.see(copies)


def test_few_frames_a_second_take_four_of_them() -> None:
    watch = Watch(fps=5)
    watch.see([tray()] * 5, dice=False)
    watch.see(rolling(4))
    rest = watch.see([tray(DICE)] * 6)
    assert rest.index(Phase.QUIET) == 3


def test_a_hand_that_lies_still_is_given_longer() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    hand = watch.see([tray(DICE, arm=60)] * 9)
    assert set(hand) == {Phase.HAND}
    assert watch.settler.reached


def test_a_hand_is_asked_about_again_later() -> None:
    settler = Settler()
    settler.feed(tray(), 0.0)
    pictures = [tray(arm=60)] * 30
    quiet = []
    for k, picture in enumerate(pictures, 1):
        if settler.feed(picture, k / FPS) is Phase.QUIET:
            quiet.append(k)
            settler.not_yet(hand=True)
    assert len(quiet) > 1
    assert min(np.diff(quiet)) >= 6


def test_a_hand_after_a_roll_is_clearing() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    watch.see([*rolling(6), *[tray(DICE)] * 10])
    assert watch.see([tray(DICE, arm=a) for a in (30, 50, 70)])[-1] is Phase.CLEARING
    gone = watch.see([tray()] * 12, dice=False)
    assert Phase.QUIET in gone
    assert gone[-1] is Phase.EMPTY


def test_a_die_that_moves_later_is_looked_at_again() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    watch.see([*rolling(6), *[tray(DICE)] * 10])
    knocked = ((63.0, 50.0), DICE[1])
    assert Phase.QUIET in watch.see([tray(knocked)] * 12)


def test_a_rest_that_goes_on_is_looked_at_once() -> None:
    watch = Watch()
    watch.see([tray()] * 10, dice=False)
    rest = watch.see([*rolling(6), *[tray(DICE)] * 90])
    assert rest.count(Phase.QUIET) == 1


def test_light_that_changes_is_no_roll() -> None:
    watch = Watch()
    watch.see([tray(DICE)] * 10)
    dim = [tray(DICE, light=1 + 0.25 * (k % 2)) for k in range(20)]
    assert set(watch.see(dim)) == {Phase.SHOWN}


def test_a_source_that_begins_anew_is_no_rest() -> None:
    settler = Settler()
    for k in range(60):
        settler.feed(tray(DICE), 10 + k / FPS)
    settler.noted(dice=True)
    phases = [settler.feed(tray(DICE), k / FPS) for k in range(6)]
    assert Phase.QUIET not in phases


def test_another_size_begins_anew() -> None:
    settler = Settler()
    settler.feed(tray(DICE), 0.0)
    settler.feed(tray(DICE)[:100], 1 / FPS)
    assert settler.still_since_s == pytest.approx(1 / FPS)


def rests(clip: Path, true: dict[str, Any]) -> list[tuple[int, bool]]:
    """Return the first still frame of each rest of a clip, and whether it stirred."""
    video = cv2.VideoCapture(str(clip))
    settler, number = Settler(), 0
    found: list[tuple[int, bool]] = []
    while True:
        taken, picture = video.read()
        if not taken:
            return found
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        if settler.feed(grey, number / true["fps"]) is Phase.QUIET:
            first = round(settler.still_since_s * true["fps"])
            found.append((first, settler.stirred))
            dice = any(r["first"] - 8 <= first <= r["last"] for r in true["rolls"])
            settler.noted(dice=dice)
        number += 1


@needs_photos
@pytest.mark.full
@pytest.mark.parametrize(
    "name",
    ["red_1.mp4", "red_2.mp4", "red_3.mp4", "wood.mp4", "quilt.mp4", "green_cloth.mp4"],
)
def test_every_rest_of_a_clip_is_found(name: str) -> None:
    clips = Path(str(PHOTOS)) / "clips"
    truth = json.loads((clips / "truth.json").read_text())["clips"]
    true = next(clip for clip in truth if clip["clip"] == name)
    found = [first for first, stirred in rests(clips / name, true) if stirred]
    for roll in true["rolls"]:
        assert any(roll["first"] - 8 <= f <= roll["last"] for f in found), roll


@needs_photos
@pytest.mark.full
def test_a_camera_that_moves_all_the_time_sees_no_throw() -> None:
    clip = Path(str(PHOTOS)) / "clips" / "still_dice_moving_camera.avi"
    # The file says 60 frames a second, its times say 20.
    for fps in (20.0, 60.0):
        assert not any(stirred for _, stirred in rests(clip, {"fps": fps, "rolls": []}))
