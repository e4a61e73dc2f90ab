"""What the leans of a picture's dice say: how the camera looked, and who is odd."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.doubles import reading, sighting, sure_of
from vision.lean import View
from vision.read import Reading
from vision.sightings import Sighting
from vision.tilt import Pair, tilts, view_of

ASLANT = (0.0, -0.6)  # the tops lie above their bases in the picture
AT = [(100.0, 100.0), (300.0, 120.0), (500.0, 90.0), (700.0, 110.0)]


def die(at: tuple[float, float], lean: tuple[float, float] = ASLANT) -> Pair:
    return sighting(*at, lean=lean), sure_of("4")


def pair(one: Sighting, read: Reading) -> Pair:
    return one, read


def test_what_shows_no_face_does_not_say_how_the_camera_looked() -> None:
    dice = [die(AT[0]), die(AT[1])]
    none = reading({}, faces=("1",))
    strange = [pair(sighting(900, 50 * i, lean=(0.5, 0.5)), none) for i in range(5)]
    view = view_of([*dice, *strange], 1000.0)
    assert view.explains((400.0, 100.0)) == pytest.approx(ASLANT, abs=0.02)


def test_a_side_leans_the_other_way_below_its_top() -> None:
    view = View(ASLANT, 0.0)
    side = die((AT[0][0], AT[0][1] + 50), (0.0, 0.4))
    dice = [*(die(at) for at in AT), side]
    assert [one.side for one in tilts(dice, view)] == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("at", "lean", "view"),
    [
        ((100.0, 150.0), ASLANT, View(ASLANT, 0.0)),  # another die before it
        ((100.0, 50.0), (0.0, 0.4), View(ASLANT, 0.0)),  # beyond it
        ((100.0, 300.0), (0.0, 0.4), View(ASLANT, 0.0)),  # nowhere near
        ((100.0, 150.0), (0.0, 0.4), View((0.0, -0.1), 0.0)),  # seen from above
    ],
)
def test_other_dice_are_no_sides(
    at: tuple[float, float], lean: tuple[float, float], view: View
) -> None:
    dice = [*(die(one) for one in AT), die(at, lean)]
    assert not tilts(dice, view)[4].side


def test_a_tilt_says_how_far_off_the_view_dice_are() -> None:
    view = View((0.0, 0.0), 0.0)
    leans = [(0.02, 0.0), (0.0, 0.02), (-0.02, 0.0), (0.5, 0.0)]
    found = tilts([die(at, lean) for at, lean in zip(AT, leans, strict=True)], view)
    assert found[3].angle == pytest.approx(30, abs=0.1)
    assert found[0].usual == found[3].usual == pytest.approx(1.1, abs=0.1)
    assert found[0] == replace(found[1], angle=found[0].angle)
    assert tilts([], view_of([], 1000.0)) == []
