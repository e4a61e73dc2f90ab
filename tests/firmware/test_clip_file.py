"""Clips as files: what is written plays, lasts as long as it took, and stays small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware.cameras.sources import open_camera
from firmware.clip_file import GAP_S, LONGEST_PX, ClipFile
from tests.firmware.cameras.clips import number_on, numbered


def played(path: Path) -> list[int]:
    with open_camera(str(path)) as camera:
        return [number_on(frame.picture) for frame in camera.frames()]


def test_clip_is_vp8_in_webm_and_plays(tmp_path: Path) -> None:
    path = tmp_path / "clips" / "roll.webm"
    with ClipFile(path) as clip:
        for number in range(12):
            clip.add(numbered(number), number / 30)
        assert not path.exists()
    data = path.read_bytes()
    assert data.startswith(b"\x1a\x45\xdf\xa3")  # EBML, of which WebM is made
    assert b"webm" in data[:64]
    assert b"V_VP8" in data[:2000]
    assert played(path) == list(range(12))
    assert [each.name for each in path.parent.iterdir()] == ["roll.webm"]


def test_clip_keeps_time(tmp_path: Path) -> None:
    path = tmp_path / "roll.webm"
    with ClipFile(path, fps=10) as clip:
        for number, at_s in enumerate([5.0, 5.1, 5.12, 5.5, 5.6]):
            clip.add(numbered(number), at_s)
    # Number 2 came with number 1 and was shown from then on, 3 at its time.
    assert played(path) == [0, 2, 2, 2, 2, 3, 4]


def test_long_gap_is_shortened(tmp_path: Path) -> None:
    path = tmp_path / "roll.webm"
    with ClipFile(path, fps=10) as clip:
        clip.add(numbered(1), 0.0)
        clip.add(numbered(2), 500.0)
        clip.add(numbered(3), 500.1)
    assert played(path) == [1] * int(GAP_S * 10) + [2, 3]


def test_large_pictures_are_made_smaller(tmp_path: Path) -> None:
    path = tmp_path / "roll.webm"
    with ClipFile(path) as clip:
        clip.add(numbered(5, (2223, 1081)), 0.0)
    with open_camera(str(path)) as camera:
        (frame,) = camera.frames()
    assert frame.picture.shape == (466, LONGEST_PX, 3)
    assert number_on(frame.picture) == 5


def test_nothing_added_leaves_no_file(tmp_path: Path) -> None:
    with ClipFile(tmp_path / "roll.webm"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(OSError, match="file"),
        ClipFile(tmp_path / "file" / "a.webm") as c,
    ):
        c.add(np.zeros((64, 96, 3), np.uint8), 0.0)


def test_opening_says_nothing_on_standard_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with ClipFile(tmp_path / "roll.webm") as clip:
        clip.add(numbered(1), 0.0)
    assert capfd.readouterr().err == ""
