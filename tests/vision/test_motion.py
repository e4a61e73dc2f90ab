"""What moves is told from light, shadow and a camera that is held by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.trays import HEIGHT, WIDTH, soft_shadow, tray
from vision.arrays import Array
from vision.motion import Comparison

DICE = ((60.0, 50.0), (100.0, 70.0))


def moved(*pictures: Array) -> list[bool]:
    comparison = Comparison(pictures[0])
    return [comparison.compare(picture).moved for picture in pictures[1:]]


def test_a_picture_again_is_no_motion() -> None:
    assert moved(tray(DICE), tray(DICE), tray(DICE)) == [False, False]


@pytest.mark.parametrize("step", [(1.0, 0.0), (0.0, 1.5), (6.0, 2.0)])
def test_a_die_that_moves_is_motion(step: tuple[float, float]) -> None:
    there = ((60 + step[0], 50 + step[1]), DICE[1])
    assert moved(tray(DICE), tray(there), tray(there)) == [True, False]


def test_a_die_that_is_gone_is_motion() -> None:
    assert moved(tray(DICE), tray(DICE[:1])) == [True]


def test_a_die_that_creeps_is_motion_in_the_end() -> None:
    steps = [tray(((60 + 0.25 * k, 50.0), DICE[1])) for k in range(8)]
    assert any(moved(*steps))


@pytest.mark.parametrize("shift", [(0.5, 0.0), (1.0, -0.5), (2.0, 1.0)])
def test_a_camera_that_moves_is_none(shift: tuple[float, float]) -> None:
    steps = [(shift[0] * k / 4, shift[1] * k / 4) for k in range(5)]
    assert not any(moved(*(tray(DICE, shift=step) for step in steps)))


def test_a_die_that_moves_before_a_camera_that_moves_is_motion() -> None:
    there = ((63.0, 50.0), DICE[1])
    assert moved(tray(DICE), tray(there, shift=(0.5, 0.3))) == [True]


@pytest.mark.parametrize("light", [0.6, 0.9, 1.3])
def test_another_light_is_none(light: float) -> None:
    assert moved(tray(DICE), tray(DICE, light=light)) == [False]


def test_bands_of_a_lamp_are_none() -> None:
    rows = np.arange(HEIGHT)[:, None]
    bands = [
        np.asarray(1 + 0.2 * np.sin(rows / 25 + phase) * np.ones((1, WIDTH)))
        for phase in range(6)
    ]
    assert not any(moved(*(tray(DICE, light=band) for band in bands)))


def test_a_soft_shadow_that_passes_is_none() -> None:
    passing = [tray(DICE, light=soft_shadow(x)) for x in range(-60, 220, 6)]
    assert not any(moved(*passing))


def test_an_arm_crosses_the_border() -> None:
    comparison = Comparison(tray(DICE))
    assert comparison.compare(tray(DICE, arm=40)).crosses
    assert comparison.compare(tray(DICE, arm=70)).crosses
    assert not comparison.compare(tray(DICE)).crosses


@pytest.mark.parametrize("place", [(8.0, 60.0), (152.0, 60.0), (80.0, 113.0)])
def test_a_die_at_the_border_is_no_arm(place: tuple[float, float]) -> None:
    comparison = Comparison(tray())
    assert not comparison.compare(tray((place,))).crosses


def test_an_arm_shows_where_the_camera_moved_a_little() -> None:
    comparison = Comparison(tray(DICE))
    for step in range(4):
        assert not comparison.compare(tray(DICE, shift=(0.5 * step, 0))).crosses
    assert comparison.compare(tray(DICE, arm=60, shift=(1.5, 0))).crosses


def test_what_lies_over_the_border_is_kept() -> None:
    comparison = Comparison(tray())
    assert comparison.compare(tray(arm=40)).crosses
    comparison.keep()
    assert not comparison.compare(tray(arm=40)).crosses


def test_the_size_of_pictures_counts() -> None:
    comparison = Comparison(tray())
    assert comparison.fits(tray())
    assert not comparison.fits(tray()[:60])


def test_a_large_picture_is_shrunk() -> None:
    comparison = Comparison(np.zeros((960, 1280), np.uint8))
    assert not comparison.compare(np.zeros((960, 1280), np.uint8)).moved
