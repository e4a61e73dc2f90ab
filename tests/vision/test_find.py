"""The finder's geometry with made-up answers of a net."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import Picture
from vision.find import CELL, Finder, FinderSettings, Look, peaks, scales
from vision.sightings import Sighting, likely, once, tops


def look_of(*dice: Sighting, scale: float = 1.0, cells: int = 40) -> Look:
    """Return what a perfect net says of dice."""
    heat = np.zeros((cells, cells), np.float32)
    places = np.zeros((7, cells, cells), np.float32)
    for die in dice:
        x, y = (v * scale / CELL for v in die.centre)
        column, row = int(x), int(y)
        edge = die.edge * scale
        heat[row, column] = die.score
        places[:, row, column] = (
            (x - column - 0.5) * CELL / edge,
            (y - row - 0.5) * CELL / edge,
            math.log(edge / 24),
            math.cos(4 * die.turn),
            math.sin(4 * die.turn),
            *die.lean,
        )
    return Look(scale, heat, places, np.zeros_like(heat))


def die(x: float, y: float, edge: float = 30, score: float = 0.9) -> Sighting:
    return Sighting((x, y), edge, 0.0, (0.0, 0.0), score)


@given(
    st.floats(10, 150), st.floats(10, 150), st.floats(12, 55), st.floats(-0.78, 0.78)
)
def test_a_peak_tells_place_edge_turn_and_lean(
    x: float, y: float, edge: float, turn: float
) -> None:
    true = Sighting((x, y), edge, turn, (0.3, -0.1), 0.9)
    (found,) = peaks(look_of(true), 0.5)
    assert found.centre == pytest.approx(true.centre, abs=0.01)
    assert found.edge == pytest.approx(edge, rel=1e-4)
    assert math.cos(4 * (found.turn - turn)) == pytest.approx(1, abs=1e-4)
    assert found.lean == pytest.approx((0.3, -0.1), abs=1e-5)


def test_a_look_at_half_the_size_tells_full_px() -> None:
    (found,) = peaks(look_of(die(200, 100, edge=60), scale=0.5), 0.5)
    assert found.centre == pytest.approx((200, 100), abs=0.01)
    assert found.edge == pytest.approx(60, rel=1e-4)


def test_dice_that_touch_stay_two() -> None:
    pair = [die(100, 100), die(130, 100)]
    assert once(pair) == pair
    assert likely(pair) == pair


def test_a_die_seen_twice_is_one() -> None:
    seen, again = die(100, 100, score=0.8), die(104, 98, edge=27, score=0.9)
    assert once([again, seen]) == [again]


def test_pips_taken_for_small_dice_are_part_of_the_die() -> None:
    whole = die(100, 100, edge=120, score=0.8)
    pips = [die(x, y, edge=24, score=0.85) for x in (75, 125) for y in (75, 125)]
    assert [one.edge for one in likely([whole, *pips])] == [120]


def slanted(x: float, y: float, score: float, lean: float) -> Sighting:
    """Return a sighting in a view from below: tops lie above their bases."""
    return replace(die(x, y, score=score), lean=(0.0, -lean))


def test_a_side_face_below_its_top_is_no_die() -> None:
    top, side = slanted(50, 50, 0.9, 0.45), slanted(52, 77, 0.4, 0.08)
    assert tops([top, side]) == [top]


@pytest.mark.parametrize(
    "other",
    [
        slanted(50, 80, 0.85, 0.08),  # as sure as the top
        slanted(50, 80, 0.4, 0.4),  # seen under the same angle: a die that touches it
        slanted(50, 20, 0.4, 0.08),  # above it: nothing of this die is there
        slanted(50, 95, 0.4, 0.08),  # too far
        slanted(80, 50, 0.4, 0.08),  # beside it
    ],
)
def test_what_is_no_side_face_stays(other: Sighting) -> None:
    top = slanted(50, 50, 0.9, 0.45)
    assert tops([top, other]) == [top, other]


def test_a_die_that_touches_one_seen_from_nearly_above_is_no_side_face() -> None:
    outer, inner = slanted(50, 50, 0.9, 0.25), slanted(50, 81, 0.6, 0.1)
    assert tops([outer, inner]) == [outer, inner]


def test_from_above_nothing_is_a_side_face() -> None:
    dice = [die(50, 50), die(50, 77, score=0.4)]
    assert tops(dice) == dice


def test_a_frame_around_several_sure_dice_is_none() -> None:
    dice = [die(x, y, score=0.95) for x in (80, 120) for y in (80, 120)]
    frame = die(100, 100, edge=80, score=0.5)
    assert likely([*dice, frame]) == dice


def test_the_first_sighting_of_a_die_stays() -> None:
    dice = [die(100, 100), die(131, 100, score=0.7), die(102, 101, score=0.4)]
    assert once(dice) == dice[:2]


def test_looks_reach_from_small_dice_to_a_die_that_fills_the_picture() -> None:
    for longest in (128, 640, 1640, 4000):
        found = scales((longest * 3 // 4, longest), None)
        smallest = 20.0 if longest > 600 else 16.0
        assert max(found) * smallest >= 11
        assert min(found) * 0.9 * longest <= 60
        assert all(fine > coarse for fine, coarse in pairwise(found))


def test_cut_dice_have_corners_outside() -> None:
    corners = replace(die(10, 100), turn=math.pi / 4).corners()
    assert corners[:, 0].min() == pytest.approx(10 - 30 / math.sqrt(2), abs=1e-3)


class Perfect(Finder):
    """Finds made-up dice in every look in which they are neither small nor large."""

    def __init__(self, *dice: Sighting, least_px: float = 11.0) -> None:
        self.settings = FinderSettings("")
        self.dice, self.least_px = dice, least_px
        self.looked: list[float] = []

    def _look(self, small: Picture, scale: float) -> Look:
        self.looked.append(scale)
        shown = [d for d in self.dice if self.least_px <= d.edge * scale <= 60]
        return look_of(*shown, scale=scale, cells=max(small.shape[:2]) // CELL + 1)


PHOTO = np.zeros((1232, 1640, 3), np.uint8)


@pytest.mark.parametrize(("edge", "looks"), [(82, 4), (40, 5), (21, 5)])
def test_sure_large_dice_need_no_finer_look(edge: float, looks: int) -> None:
    finder = Perfect(die(400, 500, edge), die(900, 700, edge))
    assert len(finder.find(PHOTO).sightings) == 2
    assert finder.looked == scales(PHOTO.shape, None)[::-1][:looks]


def test_dice_that_one_look_alone_shows_are_looked_at_more_finely() -> None:
    finder = Perfect(die(400, 500, 78), die(900, 700, 78), least_px=20)
    finder.find(PHOTO)
    assert finder.looked == scales(PHOTO.shape, None)[::-1]
