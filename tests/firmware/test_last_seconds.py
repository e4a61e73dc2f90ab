"""The ring of the last seconds: bounded, in order, and a clip that plays."""

from __future__ import annotations

from pathlib import Path

from firmware.cameras.sources import open_camera
from firmware.last_seconds import LONGEST_PX, LastSeconds
from tests.firmware.cameras.clips import number_on, numbered
from vision.frame import Frame


def fed(ring: LastSeconds, count: int, fps: float = 30.0) -> LastSeconds:
    for number in range(count):
        ring.add(Frame(numbered(number % 256), number / fps, number))
    return ring


def played(ring: LastSeconds, path: Path) -> list[int]:
    ring.write(path)
    with open_camera(str(path)) as camera:
        return [number_on(frame.picture) for frame in camera.frames()]


def test_clip_of_the_last_seconds(tmp_path: Path) -> None:
    numbers = played(fed(LastSeconds(2.0), 200), tmp_path / "clip.webm")
    assert numbers == list(range(138, 200, 2))


def test_a_slow_camera_is_kept_whole(tmp_path: Path) -> None:
    numbers = played(fed(LastSeconds(2.0), 40, fps=15), tmp_path / "clip.webm")
    assert numbers == list(range(9, 40))


def test_bytes_are_bounded() -> None:
    ring = LastSeconds(1000.0, most_bytes=20_000)
    sizes = []
    for number in range(3000):
        ring.add(Frame(numbered(number % 256), number / 15, number))
        sizes.append(ring.held_bytes)
    assert max(sizes) <= 20_000
    assert 5 < len(ring) < 100


def test_large_pictures_are_made_small(tmp_path: Path) -> None:
    ring = LastSeconds()
    ring.add(Frame(numbered(77, (1920, 1440)), 0.0, 0))
    ring.write(tmp_path / "clip.webm")
    with open_camera(str(tmp_path / "clip.webm")) as camera:
        (frame,) = camera.frames()
    assert frame.picture.shape == (480, LONGEST_PX, 3)
    assert number_on(frame.picture) == 77


def test_a_copy_stays_as_it_was(tmp_path: Path) -> None:
    ring = fed(LastSeconds(), 10, fps=15)
    copy = ring.copy()
    ring.add(Frame(numbered(99), 5.0, 10))
    assert (len(copy), len(ring)) == (10, 11)
    assert copy.held_bytes < ring.held_bytes
    assert played(copy, tmp_path / "clip.webm") == list(range(10))


def test_nothing_seen_is_no_clip(tmp_path: Path) -> None:
    LastSeconds().write(tmp_path / "clip.webm")
    assert list(tmp_path.iterdir()) == []
