"""What the view makes of flat dice, and what is a die's own lean."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.lean import Lean, View, fit_view, own_angles

WIDTH, HEIGHT = 1600, 1200


def seen_by(
    tilt: float, focal: float, places: np.ndarray, own: dict[int, float]
) -> list[Lean]:
    """Dice before a tilted pinhole camera; `tilt` and `own` in degrees."""
    up = np.array([0.0, -math.sin(math.radians(tilt))])
    slope = math.cos(math.radians(tilt)) / focal
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    leans = []
    for index, place in enumerate(places):
        lean = up + slope * (place - middle)
        lean = lean + np.array([math.sin(math.radians(own.get(index, 0.0))), 0.0])
        leans.append(Lean((place[0], place[1]), (float(lean[0]), float(lean[1]))))
    return leans


def places(count: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform((100, 100), (1500, 1100), (count, 2))


@pytest.mark.parametrize("tilt", [0, 20, 45])
@pytest.mark.parametrize("focal", [900, 1600, 6000])
@pytest.mark.parametrize("count", [1, 2, 3, 6, 12])
def test_flat_dice_have_no_lean_of_their_own(
    tilt: float, focal: float, count: int
) -> None:
    leans = seen_by(tilt, focal, places(count, count), {})
    assert max(own_angles(leans, WIDTH)) < 3


@pytest.mark.parametrize("tilt", [0, 20, 45])
@pytest.mark.parametrize(("count", "own"), [(5, {1: 20.0}), (8, {0: 25.0, 3: -15.0})])
def test_the_ones_that_lean_stand_out(
    tilt: float, count: int, own: dict[int, float]
) -> None:
    angles = own_angles(seen_by(tilt, 1300, places(count, 7), own), WIDTH)
    for index, angle in enumerate(angles):
        assert angle == pytest.approx(abs(own.get(index, 0.0)), abs=4)


def test_noise_of_the_finder_is_no_lean() -> None:
    rng = np.random.default_rng(2)
    leans = [
        Lean(one.centre, (one.lean[0] + float(dx), one.lean[1] + float(dy)))
        for one, (dx, dy) in zip(
            seen_by(30, 1300, places(8, 1), {}),
            rng.normal(0, 0.02, (8, 2)),
            strict=True,
        )
    ]
    assert max(own_angles(leans, WIDTH)) < 5


def test_a_known_view_needs_no_other_die() -> None:
    view = View((0.0, -0.3), 0.0)
    (angle,) = own_angles([Lean((0.0, 0.0), (0.5, -0.3))], view=view)
    assert angle == pytest.approx(30)


def test_dice_on_one_spot_give_a_view() -> None:
    view = fit_view([Lean((50.0, 50.0), (0.1, 0.2))] * 3, 100)
    assert view.explains((50.0, 50.0)) == pytest.approx((0.1, 0.2))


def test_no_dice_no_angles() -> None:
    assert own_angles([]) == []
