"""Evidence of rolls: kept, pinned by hash, bounded, and gone with the match."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from firmware.evidence import Evidence, Pinned, check, folder_of
from firmware.last_seconds import LastSeconds
from tests.firmware.seen import dice, die
from vision.arrays import Picture
from vision.frame import Frame
from vision.pictures import load_picture
from vision.read import State
from vision.vote import Doubtful, Recognised

ANSWER = Recognised(dice("1", "4"))


def tray() -> Picture:
    """A picture that is different in every corner."""
    rows, columns = np.mgrid[0:240, 0:320]
    return np.dstack([rows, columns * 0.7, rows * 0 + 90]).astype(np.uint8)


def still(number: int = 7) -> Frame:
    return Frame(tray(), 12.3456, number)


def kept(evidence: Evidence) -> str:
    return str(evidence.keep(still(), ANSWER, source="pi"))


def test_still_overlay_and_readings_are_kept(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    pinned = Evidence(record).keep(still(), ANSWER, source="pi")
    folder = folder_of(record)
    assert sorted(path.name for path in folder.iterdir()) == [
        "0001.jpg",
        "0001.json",
        "0001_read.jpg",
    ]
    assert np.abs(load_picture(folder / "0001.jpg").astype(int) - tray()).mean() < 3
    drawn = load_picture(folder / "0001_read.jpg")
    assert drawn.shape[1] >= 320
    told = json.loads((folder / "0001.json").read_text())
    assert [(each["face"], each["confidence"]) for each in told["dice"]] == [
        ("1", 0.99),
        ("4", 0.99),
    ]
    assert (told["source"], told["frame"], told["taken_at_s"]) == ("pi", 7, 12.346)
    assert Pinned.parse(str(pinned)) == pinned
    assert list(check(record, [str(pinned)])) == []


def test_only_the_tray_is_kept(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    region = (30, 20, 200, 100)
    Evidence(record).keep(still(), ANSWER, source="pi", tray=region)
    picture = load_picture(folder_of(record) / "0001.jpg")
    assert picture.shape == (100, 200, 3)
    assert np.abs(picture.astype(int) - tray()[20:120, 30:230]).mean() < 3
    told = json.loads((folder_of(record) / "0001.json").read_text())
    assert told["dice"][0]["centre_px"] == [30.0, 20.0]


def test_doubts_keep_what_was_in_doubt(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    unsure = die("6", state=State.DOUBTFUL, others=(("5", 0.3),))
    answer = Doubtful((unsure,), (0,), "a face is not sure", 1)
    Evidence(record).keep(still(), answer, source="pi")
    told = json.loads((folder_of(record) / "0001.json").read_text())
    assert told["doubt"] == "a face is not sure"
    assert told["dice"][0]["candidates"] == {"6": 0.69, "5": 0.3}


@pytest.mark.parametrize("name", ["0001.jpg", "0001_read.jpg", "0001.json"])
def test_a_changed_file_is_noticed(tmp_path: Path, name: str) -> None:
    record = tmp_path / "match.txt"
    pinned = kept(Evidence(record))
    path = folder_of(record) / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    (fault,) = check(record, ["a comment", pinned])
    assert name in fault
    assert "was changed" in fault


def test_what_is_gone_is_no_fault(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    evidence = Evidence(record)
    pinned = [kept(evidence), kept(evidence)]
    evidence.discard()
    assert not folder_of(record).exists()
    assert list(check(record, pinned)) == []
    evidence.discard()


def test_numbers_go_on_after_a_restart(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    pinned = [kept(Evidence(record)) for _ in range(2)]
    assert pinned[1].startswith("evidence 0002 ")
    # The files may be gone; what the record pins keeps its number.
    Evidence(record).discard()
    assert kept(Evidence(record, pinned)).startswith("evidence 0003 ")


def test_oldest_rolls_go_first(tmp_path: Path) -> None:
    size = sum(p.stat().st_size for p in _one_roll(tmp_path / "size.txt"))
    older = Evidence(tmp_path / "older.txt")
    kept(older)
    for path in older.folder.iterdir():
        os.utime(path, (1000, 1000))
    newer = Evidence(tmp_path / "newer.txt", most_bytes=round(3.5 * size))
    for _ in range(5):
        kept(newer)
    assert not list(older.folder.iterdir())
    names = sorted(path.stem for path in newer.folder.glob("*.json"))
    assert names == ["0003", "0004", "0005"]
    total = sum(path.stat().st_size for path in tmp_path.glob("*.evidence/*"))
    assert total <= 3.5 * size


def test_the_last_roll_stays_however_large(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path / "match.txt", most_bytes=10)
    for _ in range(3):
        kept(evidence)
    assert [path.name for path in evidence.folder.glob("*.json")] == ["0003.json"]


def _one_roll(record: Path) -> list[Path]:
    evidence = Evidence(record)
    kept(evidence)
    paths = list(evidence.folder.iterdir())
    for path in paths:
        os.utime(path, (10, 10))
    return paths


def test_clip_of_a_doubt_is_pinned(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    ring = LastSeconds()
    for number in range(10):
        ring.add(Frame(np.roll(tray(), 9 * number, 1), number / 15, number))
    evidence = Evidence(record)
    kept(evidence)
    pinned = evidence.keep_clip(1, ring)
    assert pinned is not None
    assert pinned.name == "0001.webm"
    comment = str(pinned)
    assert Pinned.parse(comment) == pinned
    assert list(check(record, [comment])) == []
    path = evidence.folder / pinned.name
    path.write_bytes(path.read_bytes()[:-1])
    assert len(list(check(record, [comment]))) == 1
    assert evidence.keep_clip(1, LastSeconds()) is None


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    (tmp_path / "match.evidence").write_text("in the way")
    with pytest.raises(OSError, match=r"match\.evidence"):
        kept(Evidence(tmp_path / "match.txt"))
