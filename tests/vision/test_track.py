"""Dice between two rests: left, knocked, thrown, taken."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.firmware.seen import die
from vision.arrays import Array
from vision.sightings import Sighting
from vision.track import Lying, follow, inside, lying

RED, WHITE = np.array([0.1, 0.1, 0.8]), np.array([0.33, 0.33, 0.34])


def at(x: float, y: float, face: str = "1", colour: Array = WHITE) -> Lying:
    """A die of 30 px."""
    return Lying(die(face, x, y), colour)


THREE = (at(50, 50, "1"), at(150, 60, "2"), at(90, 160, "3"))


def test_nothing_changes_where_nothing_moves() -> None:
    changes = follow(THREE, tuple(reversed(THREE)), hand=True)
    assert changes.none
    assert changes.left == ((0, 2), (1, 1), (2, 0))


def test_a_die_may_seem_to_move_a_little() -> None:
    assert follow((at(50, 50),), (at(55, 47),), hand=False).none


def test_dice_that_a_hand_threw_again() -> None:
    after = (THREE[0], at(250, 200, "5"), at(300, 40, "6"))
    changes = follow(THREE, after, hand=True)
    assert changes.left == ((0, 0),)
    assert changes.thrown == (1, 2)
    assert changes.taken == (1, 2)
    assert changes.kept == (0,)


def test_dice_that_a_hand_took() -> None:
    changes = follow(THREE, THREE[1:], hand=True)
    assert changes.taken == (0,)
    assert changes.thrown == ()
    assert changes.knocked == ()


def test_a_die_that_a_hand_pushed() -> None:
    changes = follow(THREE, (at(80, 60), *THREE[1:]), hand=True)
    assert changes.knocked == ((0, 0),)
    assert changes.thrown == ()


def test_a_die_that_moved_with_no_hand_was_pushed_however_far() -> None:
    changes = follow((at(50, 50),), (at(140, 50),), hand=False)
    assert changes.knocked == ((0, 0),)


def test_where_a_hand_left_nothing_everything_was_thrown() -> None:
    after = tuple(at(x + 25, y + 10, "4") for x, y in ((50, 50), (150, 60), (90, 160)))
    changes = follow(THREE, after, hand=True)
    assert changes.thrown == (0, 1, 2)
    assert changes.knocked == ()


def test_another_colour_is_another_die() -> None:
    changes = follow((at(50, 50, colour=RED),), (at(50, 50),), hand=True)
    assert changes.left == ()
    assert changes.taken == (0,)


@pytest.mark.parametrize("turn", [0.0, 0.3, 2.0])
def test_a_camera_that_is_moved_moves_all_dice_as_one(turn: float) -> None:
    scale, s, c = 1.1, math.sin(turn), math.cos(turn)
    after = []
    for one in THREE:
        x, y = one.die.sighting.centre
        after.append(
            at(scale * (c * x - s * y) + 40, scale * (s * x + c * y) + 9, str(one.face))
        )
    assert follow(THREE, after, hand=False).none
    after[1] = at(*after[1].die.sighting.centre, "6")
    assert not follow(THREE, after, hand=False).none


def test_a_zone_is_a_polygon() -> None:
    zone = [(0.0, 0.0), (100.0, 0.0), (0.0, 100.0)]
    near = Sighting((30.0, 30.0), 30.0, 0.0, (0.0, 0.0), 0.9)
    far = Sighting((80.0, 80.0), 30.0, 0.0, (0.0, 0.0), 0.9)
    assert inside(zone, near)
    assert not inside(zone, far)


def test_the_colour_of_a_die_is_that_of_its_face() -> None:
    picture = np.full((100, 200, 3), 128, np.uint8)
    picture[30:70, 30:70] = (20, 20, 200)
    red, grey = lying(picture, (die("1", 50, 50), die("1", 150, 50)))
    assert red.colour.argmax() == 2
    assert np.allclose(grey.colour, 1 / 3)
    darker = lying(np.asarray(picture // 2, np.uint8), (die("1", 50, 50),))[0]
    assert np.abs(darker.colour - red.colour).sum() < 0.1
