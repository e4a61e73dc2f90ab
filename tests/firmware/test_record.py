"""``dicetower record`` and ``dicetower rules``."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from games.catalog import GAMES, find
from tests.firmware.terminal import ROOT, dicetower, one_sentence
from tests.golden import RECORDS, seal

GOLDEN = RECORDS / "kings_gold.txt"


def changed(tmp_path: Path, old: str, new: str, *, sealed: bool = False) -> Path:
    path = tmp_path / "changed.txt"
    text = GOLDEN.read_text()
    assert old in text
    text = text.replace(old, new)
    path.write_text(seal(text) if sealed else text)
    return path


def test_verify_sound() -> None:
    ran = dicetower("record", "verify", str(GOLDEN))
    assert ran.status == 0
    assert ran.out.endswith(
        "sound, 47 actions, over: Anna 6, Bo 46, Cleo 3: Bo wins (kg.ends_at_once)\n"
    )


def test_verify_says_that_the_result_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "no_result.txt"
    path.write_bytes(b"".join(GOLDEN.read_bytes().splitlines(keepends=True)[:-1]))
    ran = dicetower("record", "verify", str(path))
    assert ran.status == 0
    assert "over, but the line of the result is missing: Anna 6" in ran.out


def test_verify_names_the_line(tmp_path: Path) -> None:
    path = changed(tmp_path, "9. Cleo: stop", "9. Cleo: halt")
    ran = dicetower("record", "verify", str(GOLDEN), str(path))
    assert ran.status == 1
    assert f"{path}: line 27: the seal does not fit" in ran.out
    assert "70 more lines follow it unread" in ran.out


def test_verify_a_header(tmp_path: Path) -> None:
    ran = dicetower("record", "verify", str(changed(tmp_path, "Anna, Bo", "Anna, Bob")))
    assert ran.status == 1
    assert "line 10: the seal does not fit" in ran.out


@pytest.mark.parametrize("verb", ["verify", "replay", "export"])
def test_newer_record(tmp_path: Path, verb: str) -> None:
    path = changed(tmp_path, 'Dicetower "1"', 'Dicetower "9"', sealed=True)
    message = one_sentence(dicetower("record", verb, str(path)))
    assert "the record is of version 9" in message


@pytest.mark.parametrize("arguments", [("--loud",), ("jump",), ("record", "jump")])
def test_what_no_command_knows(arguments: tuple[str, ...]) -> None:
    assert "No such" in one_sentence(dicetower(*arguments))


@pytest.mark.parametrize("arguments", [(), ("record",)])
def test_commands_without_a_verb_show_help(arguments: tuple[str, ...]) -> None:
    ran = dicetower(*arguments)
    assert ran.status == 2
    assert ran.err.startswith("Usage: ")


@pytest.mark.parametrize("verb", ["verify", "replay", "export"])
def test_directory_for_a_file(verb: str) -> None:
    message = one_sentence(dicetower("record", verb, "docs"))
    assert "docs is a directory: expected the file of a record" in message


def test_replay() -> None:
    ran = dicetower("record", "replay", str(GOLDEN))
    assert ran.status == 0
    assert "All skulls! Cleo steals everything Bo has: 9 coins.  [kg.all_skulls]" in (
        ran.out
    )
    assert "; Anna sees it one throw later" in ran.out
    assert ran.out.endswith("Bo wins: Anna 6   Bo 46   Cleo 3\n")


def test_replay_of_a_torn_record(tmp_path: Path) -> None:
    path = tmp_path / "torn.txt"
    path.write_bytes(GOLDEN.read_bytes()[:-40])
    ran = dicetower("record", "replay", str(path))
    assert ran.status == 1
    assert "line 97: the line is torn" in ran.err
    assert "47  tower" in ran.out


def test_export_json() -> None:
    document = json.loads(dicetower("record", "export", str(GOLDEN)).out)
    assert document["winners"] == ["Bo"]
    assert document["scores"] == [6, 46, 3]
    assert len(document["actions"]) == 47
    assert document["actions"][9]["scores"] == [0, 0, 3]
    assert document["actions"][9]["action"] == "take coin3"


def test_export_csv() -> None:
    ran = dicetower("record", "export", str(GOLDEN), "--format", "csv")
    rows = list(csv.reader(io.StringIO(ran.out)))
    assert rows[0] == ["number", "seat", "action", "note", "Anna", "Bo", "Cleo"]
    assert rows[-1][-3:] == ["6", "46", "3"]


def test_rules_list() -> None:
    out = dicetower("rules").out
    assert [line.split()[0] for line in out.splitlines()] == [
        game.rulebook.game for game in GAMES
    ]


def test_rules_of_a_game() -> None:
    ran = dicetower("rules", "kings_gold", "--option", "kg.tie=shared")
    assert "* shared: The tied players share the win." in ran.out
    assert "- one_turn_each:" in ran.out
    for rule in find("kings_gold").rulebook.rulings:
        assert rule in ran.out


def test_rules_of_no_game() -> None:
    assert "there is no game 'chess'" in one_sentence(dicetower("rules", "chess"))


def test_rulings_document_is_current() -> None:
    document = dicetower("rules", "--markdown").out
    assert (ROOT / "docs" / "rulings.md").read_text() == document, (
        "run: dicetower rules --markdown > docs/rulings.md"
    )
