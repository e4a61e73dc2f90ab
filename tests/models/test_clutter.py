"""What lies on trays beside dice: where it lies, and how it differs from dice."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from models.training.clutter import OFTEN, THINGS, litter
from models.training.cylinders import tube
from models.training.dice import Ingredients
from models.training.flat import Domino, button, chip
from vision.arrays import Array, Picture

Thing = Callable[[np.random.Generator, Picture, Array, Array, float], None]

GROUND = np.full((120, 120, 3), 90, np.uint8)
MIDDLE = np.asarray([60.0, 60.0])


@pytest.mark.parametrize("thing", THINGS)
def test_things_say_what_they_cover(thing: Thing) -> None:
    for seed in range(8):
        picture, covered = GROUND.copy(), np.zeros(GROUND.shape[:2], np.uint8)
        thing(np.random.default_rng(seed), picture, covered, MIDDLE, 30.0)
        changed = (picture != GROUND).any(2)
        assert (changed & (covered > 0)).any()


def test_nothing_lies_on_dice() -> None:
    die = np.asarray([[30, 30], [90, 30], [90, 90], [30, 90]])
    for seed in range(30):
        out = litter(np.random.default_rng(seed), GROUND.copy(), [die], 20.0)
        assert np.ptp(out[40:80, 40:80].mean(2)) < 60  # a shadow at most


def test_a_domino_is_one_body_and_its_pips_lie_as_those_of_dice() -> None:
    low, high = (end / 2 for end in Ingredients().pitch)
    for seed in range(40):
        tile = Domino.some(np.random.default_rng(seed), 40.0)
        assert low - 0.01 <= tile.pitch / tile.half <= high + 0.01
        picture, covered = GROUND.copy(), np.zeros(GROUND.shape[:2], np.uint8)
        tile.draw(np.random.default_rng(seed), picture, covered, MIDDLE, 0.0)
        assert covered[60, 25:95].all()
        assert not covered[60, :20].any()
        assert not covered[:38].any()


def test_dominoes_are_seldom() -> None:
    shares = {thing.__name__: share for thing, share in zip(THINGS, OFTEN, strict=True)}
    assert sum(OFTEN) == pytest.approx(1)
    assert shares["_domino"] < min(v for k, v in shares.items() if k != "_domino")


def test_buttons_and_chips_are_round_and_tubes_are_long() -> None:
    for seed in range(10):
        areas = []
        for draw in (button, chip, tube):
            covered = np.zeros(GROUND.shape[:2], np.uint8)
            draw(np.random.default_rng(seed), GROUND.copy(), covered, MIDDLE, 20.0)
            rows, columns = np.nonzero(covered)
            spread = np.linalg.eigvalsh(np.cov(np.stack([rows, columns])))
            areas.append(spread[1] / spread[0])
        assert max(areas[:2]) < 1.3
        assert areas[2] > 3


def test_a_tube_goes_the_way_it_is_told() -> None:
    for turn in (0.0, 0.8, 2.0):
        covered = np.zeros(GROUND.shape[:2], np.uint8)
        rng = np.random.default_rng(4)
        tube(rng, GROUND.copy(), covered, MIDDLE, 20.0, turn)
        rows, columns = np.nonzero(covered)
        _, axes = np.linalg.eigh(np.cov(np.stack([columns, rows])))
        along = abs(float(axes[:, 1] @ [math.cos(turn), math.sin(turn)]))
        assert along > 0.98
