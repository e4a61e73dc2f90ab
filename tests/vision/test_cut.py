"""Windows cut from a picture: where, how large, how turned."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.cut import cut


def spotted(*places: tuple[int, int]) -> np.ndarray:
    picture = np.zeros((200, 300, 3), np.uint8)
    for x, y in places:
        picture[y - 3 : y + 4, x - 3 : x + 4] = 255
    return picture


def brightest(view: np.ndarray) -> tuple[float, float]:
    rows, columns = np.nonzero(view[:, :, 0] > 0.5 * view.max())
    return float(columns.mean()), float(rows.mean())


@pytest.mark.parametrize("width", [40, 64, 90.5, 160])
@pytest.mark.parametrize("turn", [0.0, 0.7, math.pi / 2, -2.0])
def test_the_centre_comes_to_the_middle(width: float, turn: float) -> None:
    view = cut(spotted((150, 100)), (150.5, 100.5), width, 64, turn)
    assert view.shape == (64, 64, 3)
    assert brightest(view) == pytest.approx((31.5, 31.5), abs=0.6)


@pytest.mark.parametrize("width", [80.0, 160.0])
def test_places_are_scaled(width: float) -> None:
    view = cut(spotted((170, 100)), (150.5, 100.5), width, 64)
    assert brightest(view) == pytest.approx((31.5 + 20 * 64 / width, 31.5), abs=0.6)


def test_what_points_along_the_turn_comes_to_the_right() -> None:
    # From the middle to the spot: 45 degrees down to the right.
    view = cut(spotted((170, 120)), (150.5, 100.5), 100, 64, math.pi / 4)
    x, y = brightest(view)
    assert x == pytest.approx(31.5 + math.hypot(20, 20) * 0.64, abs=0.7)
    assert y == pytest.approx(31.5, abs=0.7)


def test_shrinking_averages_instead_of_skipping() -> None:
    checks = (np.indices((200, 300)).sum(0) % 2 * 255).astype(np.uint8)
    picture = np.repeat(checks[:, :, None], 3, 2)
    view = cut(picture, (150, 100), 180, 32)
    assert np.abs(view.astype(int) - 127).max() < 40


def test_beyond_the_rim_the_picture_is_mirrored() -> None:
    picture = np.full((50, 50, 3), 200, np.uint8)
    view = cut(picture, (0, 0), 60, 32)
    assert (view == 200).all()


def test_a_window_off_the_picture_is_refused() -> None:
    with pytest.raises(ValueError, match=r"picture of 50x50 px, got .* from \(9"):
        cut(np.zeros((50, 50, 3), np.uint8), (1000, 20), 40, 32)
