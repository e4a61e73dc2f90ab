"""Which sightings can be dice of one picture."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from vision.sightings import Sighting, likely, once, too_near, tops


def die(x: float, y: float, edge: float = 30, score: float = 0.9) -> Sighting:
    return Sighting((x, y), edge, 0.0, (0.0, 0.0), score)


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


def test_cut_dice_have_corners_outside() -> None:
    corners = replace(die(10, 100), turn=math.pi / 4).corners()
    assert corners[:, 0].min() == pytest.approx(10 - 30 / math.sqrt(2), abs=1e-3)


def test_what_lies_before_a_top_nearer_than_a_die_can_is_a_side_of_it() -> None:
    """Whatever it seems to lean itself; a die that touches there stays."""
    top = slanted(50, 50, 0.9, 0.25)
    assert too_near(slanted(53, 74, 0.3, 0.25), top)
    assert not too_near(slanted(53, 80, 0.3, 0.25), top)


@pytest.mark.parametrize(
    ("other", "lean"),
    [
        (slanted(53, 26, 0.3, 0.25), 0.25),  # behind, where the die may hide another
        (slanted(74, 50, 0.3, 0.25), 0.25),  # beside
        (slanted(53, 74, 0.6, 0.25), 0.25),  # too sure
        (slanted(53, 74, 0.3, 0.05), 0.05),  # seen from above
        (slanted(50, 60, 0.3, 0.25), 0.25),  # a part of the top
    ],
)
def test_what_may_be_a_die_is_not_too_near(other: Sighting, lean: float) -> None:
    assert not too_near(other, slanted(50, 50, 0.9, lean))
