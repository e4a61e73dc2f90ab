"""What dice that lie flat say of the camera, and what that says of their leans."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.finder.labelled import Labelled, with_leans
from models.training.perspective import view_of_flat_dice
from models.training.photographs import Face, Photograph, real_crops
from tests.vision.doubles import SaysRead, reading
from vision.lean import View
from vision.read import Place

PICTURE = np.full((300, 400, 3), 90, np.uint8)
VIEW = View((0.1, -0.4), 0.001)
AT = [(60.0, 80.0), (200.0, 150.0), (320.0, 90.0), (120.0, 240.0)]


def reader(off: tuple[float, float] = (0.0, 0.0)) -> SaysRead:
    """Sees the leans that the view makes; that of the last die is `off` it."""
    leans = [VIEW.explains(at) for at in AT]
    leans[-1] = (leans[-1][0] + off[0], leans[-1][1] + off[1])
    return SaysRead(
        {at: reading({"3": 0.9}, lean=lean) for at, lean in zip(AT, leans, strict=True)}
    )


def places(edge: float = 30.0) -> list[Place]:
    return [Place(at, edge) for at in AT]


def test_flat_dice_say_how_the_camera_looked() -> None:
    """One of which the reader is wrong does not matter."""
    view = view_of_flat_dice(PICTURE, places(), reader(off=(0.5, 0.5)))
    assert view is not None
    for at in AT:
        assert view.explains(at) == pytest.approx(VIEW.explains(at), abs=0.02)


def test_two_dice_or_small_ones_say_nothing() -> None:
    assert view_of_flat_dice(PICTURE, places()[:2], reader()) is None
    assert view_of_flat_dice(PICTURE, places(edge=10.0), reader()) is None


def test_photographs_get_leans_for_both_nets(tmp_path: Path) -> None:
    rows = [[*at, 30, np.nan, np.nan, np.nan, 0] for at in AT]
    labelled = Labelled(PICTURE, np.asarray(rows, np.float32), 0)
    seen = with_leans(labelled, reader()).labels[:, 4:6]
    wanted = np.asarray([VIEW.explains(at) for at in AT])
    assert seen == pytest.approx(wanted, abs=0.02)
    cv2.imwrite(str(tmp_path / "photo.png"), PICTURE)
    faces = tuple(Face(at, 30.0, 3, at) for at in AT)
    photo = Photograph(tmp_path / "photo.png", 0, False, faces, ((0, 0, 1, 1),) * 4)
    crops = real_crops([photo], 1, reader())
    assert crops.leans[crops.values > 0] == pytest.approx(wanted, abs=0.02)
    assert np.isnan(crops.leans[crops.values == 0]).all()
    assert np.isnan(real_crops([photo], 1).leans).all()
