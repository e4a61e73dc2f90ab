"""In which sizes a picture is looked at."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from vision.pyramid import scales, shrunk


def test_looks_reach_from_small_dice_to_a_die_that_fills_the_picture() -> None:
    for longest in (128, 640, 1640, 4000):
        found = scales((longest * 3 // 4, longest), None)
        smallest = 20.0 if longest > 600 else 16.0
        assert max(found) * smallest >= 11
        assert min(found) * 0.9 * longest <= 60
        assert all(fine > coarse for fine, coarse in pairwise(found))


@pytest.mark.parametrize("shape", [(1232, 1640), (333, 1001), (12, 640), (64, 64)])
@pytest.mark.parametrize("edge", [None, 24.0, 51.3, 200.0])
def test_looks_show_the_whole_picture_at_their_scale(
    shape: tuple[int, int], edge: float | None
) -> None:
    picture = np.zeros((*shape, 3), np.uint8)
    picture[shape[0] // 2 :] = 200
    wanted = scales(shape, edge)[::-1]
    for (small, scale), asked in zip(shrunk(picture, wanted), wanted, strict=True):
        assert scale == asked
        assert small.shape[:2] == tuple(max(1, round(side * scale)) for side in shape)
        assert float(small.mean()) == pytest.approx(100, abs=9)
