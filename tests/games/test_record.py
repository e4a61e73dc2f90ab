"""The record: round trips, torn and changed files, and what the reader says of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dice import Roll
from games.record import (
    VERSION,
    BadRecord,
    Header,
    comment_line,
    entry_line,
    header_lines,
    read,
    sealed,
)
from games.referee import Entry
from games.rules import Rolled
from games.seats import TOWER
from tests.golden import RECORDS, seal

GOLDEN = (RECORDS / "kings_gold.txt").read_bytes()
LINES = GOLDEN.splitlines(keepends=True)
TAGS = 10
STOP = next(i for i, line in enumerate(LINES, 1) if line.startswith(b"9. Cleo"))


def resealed(*replacements: tuple[str, str]) -> bytes:
    """The golden record, changed by somebody who knows how to seal."""
    text = GOLDEN.decode()
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    return seal(text).encode()


def test_golden_record_reads_whole() -> None:
    reading = read(GOLDEN)
    assert reading.faults == ()
    assert reading.finished
    assert reading.sound == len(GOLDEN)
    assert reading.header.tags == {"Date": "2026-11-30"}


FIRST = sum(map(len, LINES[:20]))
"""The tags and the first actions are cut at every byte, the rest here and there."""


@pytest.mark.parametrize(
    "step", [29, pytest.param(1, marks=pytest.mark.full)], ids=["quick", "whole"]
)
def test_cut_at_every_byte(step: int) -> None:
    """The reader never crashes and recovers every line before the cut."""
    for end in (*range(FIRST), *range(FIRST, len(GOLDEN), step)):
        cut = GOLDEN[:end]
        whole = cut.count(b"\n")
        if whole < TAGS and not _is_whole_line(cut, whole):
            with pytest.raises(BadRecord, match=f"line ({whole + 1}|{whole + 2}): "):
                read(cut)
            continue
        reading = read(cut)
        assert reading.sound >= sum(map(len, LINES[:whole]))
        entries = sum(line[:1].isdigit() for line in LINES[:whole])
        assert len(reading.match.entries) >= entries
        torn = reading.sound < len(cut)
        assert [fault.line for fault in reading.faults] == [whole + 1] * torn


def _is_whole_line(cut: bytes, line: int) -> bool:
    """Whether only the line feed of the last tag is missing."""
    return line == TAGS - 1 and cut + b"\n" == b"".join(LINES[:TAGS])


@pytest.mark.parametrize("line", [0, 1, 3, 9, 12, 17, 30, len(LINES) - 1])
def test_every_byte_of_a_line_changed(line: int) -> None:
    before, whole = sum(map(len, LINES[:line])), LINES[line]
    for at in range(len(whole)):
        changed = bytearray(GOLDEN)
        changed[before + at] ^= 0x15
        if line < TAGS:
            with pytest.raises(BadRecord, match=f"line {line + 1}: "):
                read(bytes(changed))
            continue
        reading = read(bytes(changed))
        assert reading.faults[0].line == line + 1
        assert reading.sound == before
        done = sum(each[:1].isdigit() for each in LINES[:line])
        assert len(reading.match.entries) == done


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(BadRecord):
        read(data)


@given(st.binary(max_size=120), st.integers(TAGS, len(LINES)))
def test_any_bytes_after_a_sound_beginning(data: bytes, lines: int) -> None:
    beginning = b"".join(LINES[:lines])
    reading = read(beginning + data)
    assert reading.sound >= len(beginning)


def test_a_line_left_out_is_noticed() -> None:
    for gone in range(TAGS, len(LINES) - 1):
        reading = read(b"".join(LINES[:gone] + LINES[gone + 1 :]))
        assert reading.faults[0].line == gone + 1


def test_lines_swapped_are_noticed() -> None:
    lines = [*LINES[:20], LINES[21], LINES[20], *LINES[22:]]
    assert read(b"".join(lines)).faults[0].line == 21


def test_windows_line_ends_do_no_harm() -> None:
    assert read(GOLDEN.replace(b"\n", b"\r\n")).faults == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("9. Cleo: stop", "9. Cleo: jump", STOP, "is no action: expected one of"),
        ("9. Cleo: stop", "9. Cleo: keep", STOP, "expected 'keep {dice}'"),
        ("9. Cleo: stop", "9. Dora: stop", STOP, "nobody here is called 'Dora'"),
        ("9. Cleo: stop", "8. Cleo: stop", STOP, "number 8, expected 9"),
        ("9. Cleo: stop", "9. Anna: stop", STOP, r"It is not Anna's turn.*out_of_turn"),
        ("9. Cleo: stop", "Cleo stops", STOP, "expected NUMBER. WHO: WHAT"),
        ("9. Cleo: stop", '[Late "tag"]', STOP, "the tag Players is the last one"),
        ("Cleo 3: Bo wins", "Cleo 4: Bo wins", len(LINES), "lead to another result"),
    ],
)
def test_lines_that_make_no_sense(old: str, new: str, line: int, why: str) -> None:
    (fault,) = read(resealed((old, new))).faults
    assert fault.line == line
    with pytest.raises(ValueError, match=why):
        raise ValueError(str(fault))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('r "1"', f'r "{VERSION + 1}"', "version 2, .* reads up to version 1: update"),
        ('r "1"', 'r "one"', "a record begins with"),
        ('r "1"', f'r "{"9" * 5000}"', "a record begins with"),
        ("[Dicetower", "[Chess", "a record begins with"),
        ('[Game "kings_gold"]', '[Date "today"]', "the tag Date stands there twice"),
        ("kg.tie = one_turn_each", "kg.victim = free", "Option kg.victim stands there"),
        ("kings_gold", "snakes", "there is no game 'snakes': expected one of"),
        ("kg.victim", "kg.villain", "has no option 'kg.villain'"),
        ("victim = free", "victim = cheap", "option kg.victim cannot be 'cheap'"),
        ("Anna, Bo, Cleo", "Anna, Anna", "two players are called 'Anna'"),
        ("Anna, Bo, Cleo", "Anna", "2 to 6 players, not for 1"),
        ("[Game", "[Gain", "the tag Game is missing"),
        ("[Date", "[date", "is no tag"),
    ],
)
def test_tags_that_make_no_sense(old: str, new: str, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        read(resealed((old, new)))


def test_empty_file() -> None:
    with pytest.raises(BadRecord, match="line 1: the tags end too soon"):
        read(b"")


def test_a_line_of_nothing_but_spaces_is_read_at_once() -> None:
    (fault,) = read(b"".join(LINES[:TAGS]) + b" " * 1_000_000).faults
    assert "the line is torn" in str(fault)


def test_nothing_follows_the_result() -> None:
    more = seal(GOLDEN.decode() + "; one more thing\n").encode()
    (fault,) = read(more).faults
    assert str(fault) == f"line {len(LINES) + 1}: nothing can follow the result"


def test_strict_writer() -> None:
    reading = read(GOLDEN)
    roll = Rolled(Roll.parse("skull"))
    for note in ("(typed)", "line\nend", "a\x07bell"):
        with pytest.raises(BadRecord, match="cannot be written"):
            entry_line(Entry(1, TOWER, roll, note), reading.match)
    for value in ('say "hi"', "line\nend"):
        with pytest.raises(BadRecord, match="cannot hold"):
            list(header_lines(Header("roll", ("Anna",), {}, {"Place": value})))
    with pytest.raises(ValueError, match="line end"):
        sealed("two\nlines", "")
    assert comment_line("two\nlines\x1b[31m") == "; two lines [31m"


def test_note_says_how_a_roll_is_known() -> None:
    reading = read(resealed(("9. Cleo: stop", "9. Cleo: stop (by button)")))
    assert reading.faults == ()
    assert reading.match.entries[8].note == "by button"
