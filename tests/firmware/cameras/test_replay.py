"""Clips and folders as cameras: every frame, in order, at its time."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from firmware.camera import BadSource, Fault, News, Trouble
from firmware.cameras.sources import open_camera
from tests.firmware.cameras.clips import (
    number_on,
    numbered,
    write_clip,
    write_folder,
)


def test_clip_gives_every_frame_at_its_time(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.avi", range(20), fps=25)
    with open_camera(str(clip)) as camera:
        assert not camera.live
        assert camera.length == 20
        frames = list(camera.frames())
    assert [number_on(frame.picture) for frame in frames] == list(range(20))
    assert [frame.number for frame in frames] == list(range(20))
    assert [frame.taken_at_s for frame in frames] == pytest.approx(
        [number / 25 for number in range(20)]
    )


def test_folder_goes_by_name(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "pictures", [5, 3, 9])
    (folder / "notes.txt").write_text("no picture")
    with open_camera(str(folder)) as camera:
        assert camera.length == 3
        frames = list(camera.frames())
    assert [number_on(frame.picture) for frame in frames] == [5, 3, 9]
    assert [frame.metadata["File"] for frame in frames][:1] == ["0000.png"]
    assert [frame.taken_at_s for frame in frames] == pytest.approx([0, 1 / 30, 2 / 30])


def test_folder_tells_what_it_leaves_out(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "pictures", [1, 2, 3, 4])
    (folder / "0001.png").write_bytes(b"torn")
    cv2.imwrite(str(folder / "0002.png"), numbered(3, (48, 32)))
    heard: list[News] = []
    with open_camera(str(folder), tell=heard.append) as camera:
        frames = list(camera.frames())
    assert [number_on(frame.picture) for frame in frames] == [1, 4]
    assert [frame.number for frame in frames] == [0, 3]
    faults = [news.fault for news in heard if isinstance(news, Trouble)]
    assert faults == [Fault.BROKEN, Fault.SIZE]
    assert "0002.png is 48x32 px, and the first picture 96x64" in str(heard[1])


def test_own_pace_waits_for_each_frame(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.avi", range(4), fps=10)
    now_s = 100.0
    came_s: list[float] = []

    def sleep(pause_s: float) -> None:
        nonlocal now_s
        now_s += pause_s

    how = {"clock": lambda: now_s, "sleep": sleep}
    with open_camera(str(clip), paced=True, **how) as camera:  # type: ignore[arg-type]
        for _ in camera.frames():
            came_s.append(now_s)
            now_s += 0.04  # what is done with a frame takes time, too
    assert came_s == pytest.approx([100.0, 100.1, 100.2, 100.3])


def test_closing_ends_it(tmp_path: Path) -> None:
    camera = open_camera(str(write_clip(tmp_path / "clip.avi", range(9))))
    seen = 0
    for _ in camera.frames():
        seen += 1
        if seen == 3:
            camera.close()
            camera.close()
    assert seen == 3


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: path.mkdir(), "expected pictures in the folder, found none"),
        (lambda path: path.write_bytes(b""), "expected a clip"),
        (lambda path: path.write_bytes(b"not a clip" * 99), "expected a clip"),
    ],
    ids=["absent", "empty folder", "empty file", "no clip"],
)
def test_no_source_is_refused(tmp_path: Path, make, says: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "source"
    make(path)
    with pytest.raises(BadSource, match=says):
        open_camera(str(path))


def test_folder_of_broken_pictures_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "1.jpg").write_bytes(b"torn")
    with open_camera(str(folder)) as camera, pytest.raises(BadSource, match="all are"):
        list(camera.frames())


def test_clip_cut_short_gives_what_is_there(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.avi", range(40))
    data = clip.read_bytes()
    clip.write_bytes(data[: len(data) * 2 // 3])
    with open_camera(str(clip)) as camera:
        seen = [number_on(frame.picture) for frame in camera.frames()]
    assert seen == list(range(len(seen)))
    assert 10 < len(seen) < 40
