"""The finder's geometry with made-up answers of a net."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import Picture
from vision.find import CELL, Finder, FinderSettings, Look, peaks
from vision.pyramid import scales
from vision.sightings import Sighting, likely, once


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
    finder = Perfect(die(400, 500, 82), die(900, 700, 82), least_px=20)
    finder.find(PHOTO)
    assert finder.looked == scales(PHOTO.shape, None)[::-1]


def test_a_card_that_one_look_shows_does_not_hide_the_dice_beside_it() -> None:
    """The card is 11 px in the second look, 21 in the third; the dice then 8."""
    finder = Perfect(die(400, 500, 140), die(900, 700, 50), die(1000, 700, 50))
    assert len(finder.find(PHOTO).sightings) == 3
