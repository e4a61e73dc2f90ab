"""Frames to rolls, over drawn clips and with eyes that know what is drawn."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from firmware.last_seconds import LastSeconds
from firmware.rolls import RollEvent, RollWatcher
from games.dice import Roll
from tests.vision.doubles import NO_HANDS
from vision.arrays import Picture
from vision.film import Faults, Film, face_of
from vision.find import Found
from vision.frame import Frame
from vision.knowing import Knows
from vision.recognise import HAND
from vision.vote import Doubtful, Recognised

SIZE, EDGE, FPS = (200, 150), 18.0, 30.0
NONE = Faults()


class Scene:
    """A film, and the rolls that are seen in it."""

    def __init__(
        self, seed: int = 1, faults: Faults = NONE, sees: Knows | None = None
    ) -> None:
        self.film = Film(np.random.default_rng(seed), SIZE, EDGE, faults)
        self.knows = sees or Knows()
        self.watcher = RollWatcher(self.knows, self.knows)
        self.events: list[RollEvent] = []
        self._seen = 0

    def watch(self, zone: tuple[int, int, int, int] | None = None) -> list[RollEvent]:
        """Watch what was drawn since the last time, and return the new rolls."""
        if zone is not None:
            self.watcher = RollWatcher(self.knows, self.knows, zone)
        self.knows.film, before = self.film, len(self.events)
        for number in range(self._seen, len(self.film.frames)):
            self.knows.number = number
            frame = Frame(self.film.frames[number], number / FPS, number)
            self.events += self.watcher.feed(frame)
        self._seen = len(self.film.frames)
        return self.events[before:]

    def is_inside(self) -> bool:
        """Whether the dice lie well away from the border."""
        places = [self.film.place_of(die)[0] for die in self.film.dice[-1]]
        return all(
            2 * EDGE < x < SIZE[0] - 2 * EDGE and 2 * EDGE < y < SIZE[1] - 2 * EDGE
            for x, y in places
        )

    def faces(self) -> Roll:
        """What lies there now."""
        return Roll(face_of(die) for die in self.film.dice[-1])


def thrown(
    count: int = 3, seed: int = 1, faults: Faults = NONE
) -> tuple[Scene, RollEvent]:
    """A throw that was seen."""
    scene = Scene(seed, faults)
    scene.film.rest(9)
    scene.film.throw(count)
    scene.film.rest(10)
    (event,) = scene.watch()
    return scene, event


def test_a_throw_is_a_roll() -> None:
    scene, event = thrown()
    assert isinstance(event.answer, Recognised)
    assert event.answer.roll == scene.faces()
    assert event.corrects is None
    assert event.kept == Roll()


def test_the_first_frame_is_one_of_the_rest() -> None:
    scene, event = thrown()
    rest = scene.film.rests[0]
    assert rest.first - 1 <= event.first <= rest.last
    assert event.read_at_s - rest.first / FPS <= 0.25


@pytest.mark.parametrize(
    "faults", [Faults(sway=1.0), Faults(flicker=0.1), Faults(blur=0.8)]
)
def test_a_throw_is_seen_through_faults(faults: Faults) -> None:
    scene, event = thrown(faults=faults)
    assert event.answer.dice
    assert scene.events == [event]


def test_dice_that_lie_there_at_the_start_are_no_roll() -> None:
    scene = Scene()
    scene.film.throw(2)
    del scene.film.frames[:], scene.film.dice[:], scene.film.arms[:]
    scene.film.rest(15)
    assert scene.watch() == []
    assert len(scene.watcher.lying) == 2


def test_a_rest_ends_with_its_last_frame() -> None:
    scene, event = thrown()
    last = len(scene.film.frames) - 1
    assert scene.watcher.ended == {}
    scene.film.reach(0.5)
    scene.watch()
    assert abs(scene.watcher.ended[event.number] - last) <= 2


def test_a_still_hand_is_no_roll() -> None:
    scene, _ = thrown()
    scene.film.reach(0.45)
    scene.film.rest(25)
    assert scene.watch() == []


class Sees(Knows):
    """Sees all that is drawn, and what it is made to see."""

    hand = False
    blinks = blind = doubles = False

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        """Return the dice that are drawn, a hand if there is to be one.

        It blinks: it sees a die less in every picture but the first of a rest; or it
        sees double: one more, but only there.
        """
        found = super().find(picture, edge)
        if self.blind:
            return Found((), NO_HANDS)
        if self.hand:
            found = replace(found, hands=np.ones_like(found.hands))
        if self.doubles and edge is None and found.sightings:
            one = found.sightings[0]
            other = replace(one, centre=(one.centre[0] + 2 * EDGE, one.centre[1]))
            found = replace(found, sightings=(*found.sightings, other))
        if self.blinks and edge is not None:
            found = replace(found, sightings=found.sightings[1:])
        return found


def test_dice_under_a_hand_that_is_not_seen_are_still_there() -> None:
    sees = Sees()
    scene = Scene(sees=sees)
    scene.film.rest(9)
    scene.film.throw(3)
    scene.film.rest(10)
    (event,) = scene.watch()
    sees.blind = True
    scene.film.reach(0.6)
    scene.film.rest(20)
    assert scene.watch() == []
    sees.blind = False
    scene.film.reach(0.0)
    scene.film.rest(12)
    assert scene.watch() == []
    assert event.number not in scene.watcher.ended


def test_a_place_that_looks_like_a_hand_hides_no_roll() -> None:
    sees = Sees()
    scene = Scene(sees=sees)
    sees.hand = True
    scene.film.rest(9)
    scene.film.throw(3)
    scene.film.rest(10)
    (event,) = scene.watch()
    assert event.doubt is None
    assert event.answer.roll == scene.faces()  # type: ignore[union-attr]


def test_what_looks_like_a_hand_only_beside_dice_is_asked_about() -> None:
    sees = Sees()
    scene = Scene(sees=sees)
    scene.film.rest(9)
    scene.watch()
    sees.hand = True
    scene.film.throw(3)
    scene.film.rest(10)
    assert scene.watch() == []
    scene.film.rest(20)
    (event,) = scene.watch()
    assert event.doubt == HAND


def test_dice_that_sway_until_they_are_taken_are_asked_about() -> None:
    sees = Sees()
    scene = Scene(sees=sees)
    scene.film.rest(9)
    scene.film.throw(2)
    scene.film.rest(10)
    sees.blinks = True
    assert scene.watch() == []
    last = len(scene.film.frames) - 1
    scene.film.reach(0.6)
    scene.film.take([0, 1])
    scene.film.reach(0.0)
    scene.film.rest(12)
    (event,) = scene.watch()
    assert event.doubt is not None
    assert "looks" in event.doubt
    assert len(event.tray) == 2
    assert abs(scene.watcher.ended[event.number] - last) <= 3
    assert scene.watcher.lying == ()


def test_dice_that_sway_at_the_end_are_asked_about() -> None:
    sees = Sees()
    scene = Scene(sees=sees)
    scene.film.rest(9)
    scene.film.throw(2)
    scene.film.rest(8)
    sees.blinks = True
    assert scene.watch() == []
    (event,) = scene.watcher.end()
    assert event.doubt is not None
    assert scene.watcher.end() == []


@pytest.mark.parametrize("extra", [False, True])
def test_dice_that_sway_and_then_lie_still_are_one_roll(extra: bool) -> None:
    """Whether a die was not seen at first, or one that is not there."""
    sees = Sees()
    scene = Scene(sees=sees)
    scene.film.rest(9)
    scene.film.reach(0.4)
    scene.film.throw(2)
    scene.film.reach(0.0)
    scene.film.rest(8)
    sees.blinks, sees.doubles = not extra, extra
    assert scene.watch() == []
    sees.blinks = sees.doubles = False
    scene.film.rest(10)
    (event,) = scene.watch()
    assert event.doubt is None
    assert len(event.tray) == 2
    assert list(scene.watcher.end()) == []


def test_dice_that_a_hand_held_and_took_away_again_are_asked_about() -> None:
    scene = Scene()
    scene.film.rest(9)
    scene.film.reach(0.3)
    scene.film.throw(2)
    scene.film.rest(14)
    scene.film.take([0, 1])
    scene.film.reach(0.0)
    scene.film.rest(12)
    (event,) = scene.watch()
    assert event.doubt == HAND
    assert len(event.tray) == 2


def test_dice_that_a_hand_passed_over_are_the_same_roll() -> None:
    scene, event = thrown()
    scene.film.reach(0.5)
    scene.film.reach(0.0)
    scene.film.rest(12)
    assert scene.watch() == []
    assert event.number not in scene.watcher.ended


def test_a_lamp_is_no_roll() -> None:
    scene, _ = thrown()
    scene.film.switch_lamp()
    scene.film.rest(14)
    assert scene.watch() == []


def test_dice_that_are_taken_are_no_roll() -> None:
    scene, _ = thrown()
    scene.film.reach(0.6)
    scene.film.take([0])
    scene.film.reach(0.0)
    scene.film.rest(12)
    assert scene.watch() == []
    assert len(scene.watcher.lying) == 2


def test_dice_kept_where_they_lie_are_told_from_those_thrown() -> None:
    scene, _ = thrown(4)
    scene.film.reach(0.6)
    scene.film.take([1, 2])
    scene.film.reach(0.0)
    scene.film.rest(10)
    scene.watch()
    kept = scene.faces()
    scene.film.throw(2)
    scene.film.rest(10)
    (event,) = scene.watch()
    assert event.kept == kept
    assert isinstance(event.answer, Recognised)
    assert event.answer.roll + kept == scene.faces()
    assert Roll(str(die.face) for die in event.tray) == scene.faces()


def test_a_die_thrown_onto_the_place_of_another_is_no_kept_one() -> None:
    for seed in range(1, 12):
        scene, event = thrown(3, seed)
        scene.film.reach(0.6)
        scene.film.push(0, over=True)  # to the eye: another face in nearly its place
        scene.film.take([1])
        scene.film.reach(0.0)
        stayed, turned = (face_of(die) for die in reversed(scene.film.dice[-1]))
        if turned == event.tray[0].face:
            continue
        scene.film.throw(1)
        scene.film.rest(12)
        (again,) = scene.watch()
        assert again.corrects is None
        assert again.kept == Roll([stayed])
        assert turned in [die.face for die in again.answer.dice]
        assert len(again.answer.dice) == 2
        return
    pytest.fail("no push turned the die")


def test_dice_in_the_keep_zone_are_no_part_of_the_roll() -> None:
    scene = Scene()
    scene.film.rest(9)
    scene.film.throw(4)
    scene.film.rest(10)
    (event,) = scene.watch(zone=(0, 0, SIZE[0] // 2, SIZE[1]))
    left = [
        face_of(die)
        for die in scene.film.dice[-1]
        if scene.film.place_of(die)[0][0] < SIZE[0] // 2
    ]
    assert 0 < len(left) < 4
    assert event.kept == Roll(left)
    assert len(event.tray) == 4 - len(left)


def test_dice_carried_to_the_keep_zone_are_no_roll() -> None:
    scene = Scene()
    scene.film.rest(9)
    scene.film.throw(3)
    scene.film.rest(10)
    assert scene.watch(zone=(0, 0, *SIZE)) == []


def test_a_die_that_moves_later_is_a_correction() -> None:
    for seed in range(1, 12):
        scene, event = thrown(1, seed)
        if not scene.is_inside():  # what comes from the border may be a hand
            continue
        scene.film.push(0, over=True)
        scene.film.rest(12)
        later = scene.watch()
        if scene.faces() == event.answer.roll:  # type: ignore[union-attr]
            assert later == []
            continue
        (correction,) = later
        assert correction.corrects == event.number
        assert correction.first == event.first
        assert correction.answer.roll == scene.faces()  # type: ignore[union-attr]
        assert event.number in scene.watcher.ended
        return
    pytest.fail("no push turned the die")


def test_a_die_that_is_pushed_to_the_same_face_is_the_same_roll() -> None:
    scene, event = thrown(2)
    scene.film.push(0, over=False)
    scene.film.rest(12)
    assert scene.watch() == []
    assert event.number not in scene.watcher.ended


def test_a_die_that_a_hand_turned_is_asked_about() -> None:
    for seed in range(1, 12):
        scene, event = thrown(2, seed)
        scene.film.reach(0.4)
        scene.film.push(0, over=True)
        scene.film.reach(0.0)
        scene.film.rest(12)
        later = scene.watch()
        if scene.faces() == event.answer.roll:  # type: ignore[union-attr]
            continue
        (correction,) = later
        assert isinstance(correction.answer, Doubtful)
        assert "moved" in correction.answer.why
        assert correction.corrects == event.number
        return
    pytest.fail("no push turned the die")


def test_a_die_that_comes_late_belongs_to_the_throw() -> None:
    scene, event = thrown(2)
    scene.film.throw(1)
    scene.film.rest(10)
    (late,) = scene.watch()
    assert late.corrects == event.number
    assert len(late.tray) == 3


def test_a_die_that_comes_much_later_is_a_throw_of_its_own() -> None:
    scene, _ = thrown(2)
    scene.film.rest(60)
    scene.film.throw(1)
    scene.film.rest(10)
    (later,) = scene.watch()
    assert later.corrects is None
    assert later.kept is not None
    assert len(later.kept) == 2


def test_half_an_hour_does_not_grow() -> None:
    """A throw a minute, and the ring that keeps the last seconds."""
    scene = Scene()
    scene.film.rest(9)
    scene.film.throw(3)
    scene.film.rest(10)
    scene.film.reach(0.6)
    scene.film.take([0, 1, 2])
    scene.film.reach(0.0)
    scene.film.rest(10)
    scene.knows.film, last = scene.film, LastSeconds()
    sizes: list[int] = []
    rolls = 0
    tracemalloc.start()
    try:
        for minute in range(30):
            for number, picture in enumerate(scene.film.frames):
                scene.knows.number = number
                at_s = 60 * minute + number / FPS
                frame = Frame(picture.copy(), at_s, 1800 * minute + number)
                last.add(frame)
                rolls += len(scene.watcher.feed(frame))
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert rolls == 30
    # Bytes; a picture has 90,000. The least of each third: other caches come and go.
    assert min(sizes[20:]) - min(sizes[2:10]) < 60_000
