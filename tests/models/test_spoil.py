"""What is drawn over windows: beside the dice, and no brighter than a shadow is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("PIL", reason="training needs: pip install '.[train]'")

from models.training.finder import spoil
from vision.arrays import Array, Picture

SIDE, EDGE, AT = 256, 40, 90
DIE = np.asarray([[AT, AT, EDGE, 0, 0, 0, 0]], np.float32)
NONE = np.empty((0, 7), np.float32)


def ground() -> Picture:
    return np.full((SIDE, SIDE, 3), 128, np.uint8)


@pytest.mark.parametrize("drawn", [spoil._specks, spoil._cord])
def test_nothing_is_drawn_over_a_die(
    drawn: Callable[[np.random.Generator, Picture, Array], None],
) -> None:
    changed = 0
    for seed in range(60):
        view = ground()
        drawn(np.random.default_rng(seed), view, DIE)
        face = view[AT - EDGE // 2 : AT + EDGE // 2, AT - EDGE // 2 : AT + EDGE // 2]
        assert (face == 128).all(), seed
        changed += bool((view != 128).any())
    assert changed > 20


def test_a_cord_goes_from_rim_to_rim() -> None:
    view = ground()
    spoil._cord(np.random.default_rng(2), view, NONE)
    touched = (view != 128).any(2)
    rims = [touched[0].any(), touched[-1].any(), touched[:, 0].any()]
    assert sum([*rims, touched[:, -1].any()]) >= 2
    assert touched.any(0).all() or touched.any(1).all()


def test_a_shadow_only_darkens_and_has_a_light_side() -> None:
    light_sides = 0
    for seed in range(40):
        shaded = spoil._shaded(np.random.default_rng(seed), ground())
        assert shaded.max() <= 128, seed
        assert shaded.min() < 125, seed
        light_sides += bool(shaded.max() >= 125)
    assert light_sides > 25


def test_the_same_seed_spoils_alike() -> None:
    one, two = (
        spoil.spoilt(np.random.default_rng(4), ground(), NONE) for _ in range(2)
    )
    assert (one == two).all()
    assert one.shape == (SIDE, SIDE, 3)
    assert one.dtype == np.uint8
