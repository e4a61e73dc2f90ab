"""Rolls of real clips in a record: each one true, or a doubt, and its picture there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.cameras.sources import open_camera
from firmware.evidence import Pinned, folder_of
from games.record import read
from games.rules import Rolled
from models.card import CARDS
from tests.firmware.cameras.stream import NetworkCamera
from tests.firmware.terminal import ROOT, dicetower
from vision.pictures import load_picture

PHOTOS = Path(os.environ.get("DICETOWER_PHOTOS", "/nonexistent"))
CLIPS = PHOTOS / "clips"
there = pytest.mark.skipif(
    not CLIPS.is_dir(), reason="set DICETOWER_PHOTOS to the folder of photographs"
)
finds = pytest.mark.skipif(
    not (CARDS / "find.md").exists(), reason="the finder's model is not there"
)
ASKED = "asked"


def truth(clip: str) -> list[list[str]]:
    told = json.loads((CLIPS / "truth.json").read_text())["clips"]
    (found,) = [each for each in told if each["clip"] == clip]
    return [sorted(map(str, roll["values"])) for roll in found["rolls"]]


def said(record: Path) -> list[list[str] | str]:
    """What the record says of each roll that was seen: its faces, or `ASKED`."""
    reading = read(record.read_bytes())
    assert reading.faults == ()
    rolls = [
        (entry.number, sorted(entry.action.roll))
        for entry in reading.match.line
        if isinstance(entry.action, Rolled)
    ]
    doubts = [
        (after + 0.5, ASKED)
        for after, text in reading.comments
        if text.startswith("doubt ")
    ]
    in_order: list[tuple[float, Any]] = sorted([*rolls, *doubts], key=lambda x: x[0])
    return [each for _, each in in_order]


def check(record: Path, clip: str) -> None:
    """Every roll is told as it was or is asked about, none is invented."""
    true, told = truth(clip), said(record)
    assert len(told) == len(true)
    for is_said, was in zip(told, true, strict=True):
        assert is_said in (was, ASKED)
    assert dicetower("record", "verify", str(record)).status == 0
    pinned = [
        found
        for _, text in read(record.read_bytes()).comments
        if (found := Pinned.parse(text)) and not found.clip
    ]
    assert len(pinned) == len(true)
    for each, is_said in zip(pinned, told, strict=True):
        stem = folder_of(record) / f"{each.number:04}"
        dice = json.loads(stem.with_suffix(".json").read_text())["dice"]
        if is_said != ASKED:
            assert sorted(die["face"] for die in dice) == is_said
        still = load_picture(stem.with_suffix(".jpg"))
        height, width = still.shape[:2]
        for die in dice:
            x, y = die["centre_px"]
            assert 0 <= x < width
            assert 0 <= y < height


def play(source: str, record: Path) -> None:
    options = ("--camera", source, "--record", str(record), "--no-ask")
    assert dicetower("play", "roll", *options).status == 0


@there
@finds
@pytest.mark.parametrize("clip", ["red_1", "red_2", "red_3", "green_cloth"])
def test_rolls_of_a_clip(tmp_path: Path, clip: str) -> None:
    record = tmp_path / "match.txt"
    play(str(CLIPS / f"{clip}.mp4"), record)
    check(record, f"{clip}.mp4")


def frames(clip: str) -> Iterator[Any]:
    with open_camera(str(CLIPS / clip)) as camera:
        yield from camera.frames()


@there
@finds
@pytest.mark.full
def test_rolls_of_a_folder_of_pictures(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for frame in frames("red_2.mp4"):
        quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
        cv2.imwrite(str(folder / f"{frame.number:05}.jpg"), frame.picture, quality)
    record = tmp_path / "match.txt"
    play(str(folder), record)
    check(record, "red_2.mp4")


@there
@finds
@pytest.mark.full
def test_rolls_of_a_stream(tmp_path: Path) -> None:
    """Through a real cv2.VideoCapture on a network stream; then Ctrl-C."""
    pictures = [
        cv2.resize(frame.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        for frame in frames("red_2.mp4")
    ]
    record = tmp_path / "match.txt"
    with NetworkCamera(lambda n: pictures[n] if n < len(pictures) else None) as camera:
        process = started(camera.source, record)
        assert process.stderr
        for line in process.stderr:  # The stream has ended, and is looked for again.
            if "trying again" in line:
                break
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Nothing is lost" in out
    check(record, "red_2.mp4")


def started(source: str, record: Path) -> subprocess.Popen[str]:
    command = (sys.executable, "-m", "firmware.cli", "play", "roll", "--no-ask")
    return subprocess.Popen(
        [*command, "--camera", source, "--record", str(record)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


@finds
def test_ctrl_c_while_the_camera_looks(tmp_path: Path) -> None:
    asked = threading.Event()

    def picture(number: int) -> Any:
        asked.set()
        return np.random.default_rng(number).integers(90, 110, (240, 320, 3), np.uint8)

    record = tmp_path / "match.txt"
    with NetworkCamera(picture) as camera:
        process = started(camera.source, record)
        assert asked.wait(60)
        while not record.exists():
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "Nothing is lost" in out
