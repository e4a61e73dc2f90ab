"""Records on disk: full disks, two writers, what was torn."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.records import NoRecord, RecordFile, load
from games.record import Header

HEADER = Header("roll", ("Anna",), {"roll.dice": "any"})


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond so many bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_line_that_finds_no_room_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    with RecordFile.create(path, HEADER) as record:
        before = path.read_bytes()
        with (
            room_for(len(before) + 20),
            pytest.raises(NoRecord, match=r"cannot be written .*played so far is safe"),
        ):
            record.comment("no room for this")
        assert path.read_bytes() == before
        record.comment("now there is")
    assert load(path).faults == ()
    assert load(path).comments == ((0, "now there is"),)


def test_a_record_that_finds_no_room_at_all_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    with room_for(20), pytest.raises(NoRecord, match="cannot be written"):
        RecordFile.create(path, HEADER)
    assert not path.exists()


def test_a_torn_record_that_cannot_be_mended_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    RecordFile.create(path, HEADER).close()
    torn = path.read_bytes() + b"torn" * 100
    path.write_bytes(torn)
    with room_for(20), pytest.raises(NoRecord, match="cannot be written"):
        RecordFile.resume(path)
    assert path.read_bytes() == torn
    assert list(tmp_path.iterdir()) == [path]


def test_nobody_resumes_what_is_being_written(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    writing = RecordFile.create(path, HEADER)
    with writing, pytest.raises(NoRecord, match="is being played elsewhere"):
        RecordFile.resume(path)
    record, reading = RecordFile.resume(path)
    record.close()
    assert reading.header == HEADER


def test_a_file_that_cannot_be_resumed_is_let_go(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    RecordFile.create(path, HEADER).close()
    whole = path.read_bytes()
    path.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match="no match can be read"):
        RecordFile.resume(path)
    assert path.read_bytes() == b"nonsense"
    path.write_bytes(whole)
    RecordFile.resume(path)[0].close()
