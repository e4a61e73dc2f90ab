"""``dicetower play`` and ``demo``: at the keyboard, killed, resumed, misused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games.record import read
from tests.firmware.terminal import ROOT, dicetower, one_sentence

# Anna throws a skull and begins; coin3 and cannon bring her 3 coins.
TYPED = [
    "skull coin1 coin1 coin1 coin1",
    "coin1 coin1 coin1 coin1 coin1",
    "coin3 can cr cr sk",
    "1",
    "take coin3",
]


COMMAND = (sys.executable, "-m", "firmware.cli")
PLAYERS = ("--players", "Anna,Bo")


def play(path: Path, *lines: str, more: tuple[str, ...] = ()) -> str:
    typed = "".join(f"{line}\n" for line in lines)
    options = ("--players", "Anna,Bo", "--record", str(path), *more)
    ran = dicetower("play", "kings_gold", *options, typed=typed)
    assert ran.status == 0, ran
    return ran.out


def test_typed_match_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    out = play(path, *TYPED)
    assert "Anna takes 3 coins from the box; 3 coins go to the King." in out
    assert f"dicetower play --resume {path}" in out
    match = read(path.read_bytes()).match
    assert match.game.scores(match.state) == (3, 0)
    assert [entry.note for entry in match.entries] == [*["typed"] * 3, "", "typed"]


def test_refusals_are_said_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    wrong = ["Bo: stop", "keep coin3", "keep gold", "jump", "99", "?"]
    out = play(path, *TYPED[:3], *wrong, "; Bo has doubts", "stop")
    assert "No: It is not Bo's turn: Anna has to act." in out
    assert "[kg.crossbones_locked, STATED: Playing the Game]" in out
    assert "'jump' is no action: expected one of" in out
    assert "No: gold does not lie there" in out
    reading = read(path.read_bytes())
    assert [text for _, text in reading.comments] == [
        "refused Bo: stop (table.out_of_turn)",
        "refused Anna: keep coin3 (kg.crossbones_locked)",
        "refused Anna: keep gold (table.not_there)",
        "Bo has doubts",
    ]


def test_take_back_and_correction_that_asks(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    out = play(
        path,
        *TYPED[:4],
        "take back",
        "stop",
        "take coin3",
        "coin1 coin1 coin1 coin1 crossbones",
        "table: correct 3 as roll coin2 cannon crossbones crossbones skull",
        "take coin2",
    )
    assert "Then number 7 (Anna: take coin3) is no longer possible" in out
    assert "Anna loses 1 coin." in out
    match = read(path.read_bytes()).match
    assert match.game.scores(match.state) == (2, 0)


def test_striking_what_became_illegal(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    correction = "table: correct 3 as roll coin2 cannon crossbones crossbones skull"
    play(path, *TYPED, correction, "strike")
    match = read(path.read_bytes()).match
    assert match.text(match.entries[-1].action).endswith("; strike from 5")
    assert match.game.scores(match.state) == (0, 0)


MISREAD = "table: correct 3 as roll coin2 cannon crossbones crossbones skull"


def test_answers_that_will_not_do_are_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    out = play(path, *TYPED, MISREAD, "oops", "take coin3", "take coin2")
    assert "'oops' is no action" in out
    assert "No: coin3 does not lie there" in out
    match = read(path.read_bytes()).match
    assert match.game.scores(match.state) == (2, 0)


def test_a_correction_that_is_given_up_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    out = play(path, *TYPED, MISREAD, "")
    assert "nothing was corrected: all stays as it was" in out
    assert len(read(path.read_bytes()).match.entries) == 5


def test_an_answer_keeps_what_was_to_be_struck(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play(path, *TYPED, "coin1 " * 5, f"{MISREAD}; strike from 6", "take coin2")
    match = read(path.read_bytes()).match
    assert match.text(match.entries[-1].action).endswith(
        "5 as take coin2; strike from 6"
    )
    assert len(match.line) == 5


def test_striking_takes_later_corrections_with_it(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play(path, *TYPED, "coin1 " * 5, f"{MISREAD}, 6 as roll {'coin2 ' * 5}", "strike")
    match = read(path.read_bytes()).match
    action = match.text(match.entries[-1].action)
    assert action == (
        "correct 3 as roll cannon coin2 crossbones crossbones skull; strike from 5"
    )


def test_faces_of_a_correction_may_be_shortened(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    out = play(path, *TYPED[:3], "table: correct 1 as roll SK sk Coin1 coin1 coin1")
    assert "correct 1 as roll coin1 coin1 coin1 skull skull" in out


def test_take_back_passes_over_what_was_the_only_choice(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    one_pair = "coin3 can cr cr can"
    out = play(path, *TYPED[:2], one_pair, "stop", "take back")
    assert "take coin3  (the only choice)" in out
    match = read(path.read_bytes()).match
    assert match.text(match.entries[-1].action) == "take back 4"
    assert len(match.line) == 3


def test_the_table_takes_back_a_roll_that_was_mistyped(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    out = play(path, *TYPED[:3], "take back", "table: take back", *TYPED[2:3])
    assert "to take that back, the table must agree" in out
    match = read(path.read_bytes()).match
    assert match.text(match.entries[3].action) == "take back 3"
    assert len(match.line) == 3


# Five cannons empty the box: the match is over.
OVER = [*TYPED[:2], "cannon " * 5, "stop"]


def test_the_last_roll_can_be_corrected(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    misread = "correct 3 as roll can can can can crossbones"
    out = play(path, *OVER, misread, "coin1 " * 5, "quit")
    assert "Anna wins: Anna 60   Bo 0" in out
    assert "The match is not over after all." in out
    reading = read(path.read_bytes())
    assert not reading.finished
    assert reading.match.outcome is None


@pytest.mark.parametrize("typed", [[], [""], ["quit"], ["undo", ""]])
def test_the_end_is_closed_when_nobody_objects(
    tmp_path: Path, typed: list[str]
) -> None:
    path = tmp_path / "match.txt"
    out = play(path, *OVER, *typed)
    assert "The record: " in out
    assert read(path.read_bytes()).finished


def test_resume_of_a_match_that_lacks_only_its_result(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play(path, *OVER)
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert dicetower("play", "--resume", str(path), typed="\n").status == 0
    assert path.read_bytes() == whole


def test_keys_that_are_no_text_do_not_end_the_match(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    ran = subprocess.run(
        [*COMMAND, "play", "kings_gold", *PLAYERS, "--record", str(path)],
        input=b"caf\xe9\n" + f"{TYPED[0]}\n".encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
        check=True,
    )
    assert b"is no face" in ran.stdout
    assert len(read(path.read_bytes()).match.entries) == 1


def test_without_a_keyboard(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    ran = subprocess.run(
        [*COMMAND, "play", "kings_gold", *PLAYERS, "--record", str(path)],
        preexec_fn=lambda: os.close(0),
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    assert b"Nothing is lost" in ran.stdout


def test_resume(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play(path, *TYPED[:3])
    ran = dicetower("play", "--resume", str(path), typed="stop\ntake coin3\n")
    assert "Anna 3   Bo 0" in ran.out
    reading = read(path.read_bytes())
    assert reading.faults == ()
    assert len(reading.match.entries) == 5


def test_resume_of_a_torn_record_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play(path, *TYPED)
    data = path.read_bytes()
    path.write_bytes(data[:-30])
    ran = dicetower("play", "--resume", str(path), typed="take coin3\n")
    assert "line 15: the line is torn" in ran.err
    torn = path.with_name("match.txt.torn1")
    assert data[:-30].endswith(torn.read_bytes())
    reading = read(path.read_bytes())
    assert reading.faults == ()
    assert reading.match.game.scores(reading.match.state) == (3, 0)
    assert "match.txt.torn1" in reading.comments[0][1]


def bots(path: Path, *more: str) -> list[str]:
    names = ("--players", "Anna,Bo,Cleo", "--bot", "Anna", "--bot", "Bo=random")
    options = (*names, "--bot", "Cleo=random", "--random", "5", "--record", str(path))
    return ["play", "kings_gold", *options, *more]


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    assert dicetower(*bots(one)).status == 0
    assert dicetower(*bots(two)).status == 0
    first, second = read(one.read_bytes()), read(two.read_bytes())
    assert first.finished
    assert first.match.entries == second.match.entries


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle(tmp_path: Path, kill: signal.Signals) -> None:
    """What was shown is on disk, and the match goes on from there."""
    path = tmp_path / "match.txt"
    command = ("play", "kings_gold", "--players", "Anna,Bo", "--record", str(path))
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware.cli", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write("".join(f"{line}\n" for line in TYPED).encode())
    process.stdin.flush()
    shown = b""
    while b"Anna 3   Bo 0" not in shown:
        more = os.read(process.stdout.fileno(), 4096)
        assert more, shown
        shown += more
    process.send_signal(kill)
    rest, _ = process.communicate(timeout=60)
    assert process.returncode == (130 if kill == signal.SIGINT else -kill)
    assert (b"Nothing is lost" in rest) == (kill == signal.SIGINT)
    reading = read(path.read_bytes())
    assert reading.faults == ()
    assert reading.match.game.scores(reading.match.state) == (3, 0)
    ran = dicetower("play", "--resume", str(path), typed="coin1 " * 5 + "\nstop\n")
    assert "7  Bo         stop" in ran.out


def test_played_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    command = ("play", "kings_gold", "--players", "Anna,Bo", "--record", str(path))
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware.cli", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
    )
    deadline = time.monotonic() + 60
    while not (path.exists() and path.read_bytes()) and time.monotonic() < deadline:
        os.sched_yield()
    message = one_sentence(dicetower("play", "--resume", str(path)))
    assert "is being played elsewhere" in message
    process.communicate(b"", timeout=60)
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ("kings_silver", *PLAYERS),
            "there is no game 'kings_silver': expected one of",
        ),
        (("kings_gold",), "expected a GAME and its --players"),
        (("kings_gold", "--players", "Anna"), "2 to 6 players, not for 1"),
        (("kings_gold", "--players", "A,B,C,D,E,F,G"), "2 to 6 players, not for 7"),
        (("kings_gold", "--players", "Anna,Anna"), "two players are called 'Anna'"),
        (("kings_gold", "--players", "Anna,"), "'' is no player's name"),
        (("kings_gold", *PLAYERS, "--option", "kg.gold=1"), "no option 'kg.gold'"),
        (("kings_gold", *PLAYERS, "--option", "kg.tie=me"), "kg.tie cannot be 'me'"),
        (("kings_gold", *PLAYERS, "--option", "kg.tie"), "expected NAME=VALUE"),
        (("kings_gold", *PLAYERS, "--bot", "Cleo"), "one of Anna, Bo"),
        (("kings_gold", *PLAYERS, "--bot", "Bo=clever"), "one of sensible, random"),
        (("kings_gold", *PLAYERS, "--typed", "--random", "1"), "exclude each other"),
        (("kings_gold", *PLAYERS, "--record", "/etc"), "/etc is there already"),
        (("--resume", "/etc"), "/etc is a directory: expected the file of a record"),
        (("--resume", "/no/such"), "there is no file /no/such"),
        (("--resume", "/no/such", *PLAYERS), "--resume takes players"),
        (("--resume", "LICENSE"), "line 1: the line is torn: no seal"),
        (
            ("--resume", "tests/data/records/kings_gold.txt"),
            "is over: = Anna 6",
        ),
        (("kings_gold", "--fast"), "No such option"),
        (("kings_gold", *PLAYERS, "--record", "/proc/x"), "/proc/x cannot be used: "),
        (("kings_gold", *PLAYERS, "--record", "LICENSE/x"), "LICENSE cannot be used: "),
    ],
)
def test_bad_input(arguments: tuple[str, ...], why: str) -> None:
    assert why in one_sentence(dicetower("play", *arguments))


def test_nothing_is_left_behind_by_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    options = ("--bot", "Cleo", "--record", str(path))
    one_sentence(dicetower("play", "kings_gold", *PLAYERS, *options))
    assert not path.exists()


def test_how_to_go_on_names_bots_and_a_path_with_spaces(tmp_path: Path) -> None:
    path = tmp_path / "our match.txt"
    out = play(path, "quit", more=("--bot", "Bo=random"))
    assert f"dicetower play --resume '{path}' --bot=Bo=random\n" in out


def test_free_rolls(tmp_path: Path) -> None:
    path = tmp_path / "rolls.txt"
    options = ("--players", "Anna", "--record", str(path))
    ran = dicetower("play", "roll", *options, typed="3 5\nred-6 skull\nquit\n")
    assert "Anna rolled 2 dice: 3 5; sum 8." in ran.out
    assert len(read(path.read_bytes()).match.entries) == 2


def test_demo(tmp_path: Path) -> None:
    ran = dicetower("demo", "--seed", "7", "--players", "2")
    assert ran.status == 0
    assert "wins: Anna" in ran.out
    path = Path(ran.out.rsplit("The record: ", 1)[1].strip())
    assert read(path.read_bytes()).finished


def test_demo_without_an_end() -> None:
    ran = dicetower("demo", "--game", "roll", "--players", "1")
    assert "roll has no end to watch" in one_sentence(ran)


def test_record_goes_home(tmp_path: Path) -> None:
    options = ("--players", "Anna", "--random", "1")
    ran = dicetower("play", "roll", *options[:2], typed="6\n", home=tmp_path)
    assert ran.status == 0
    (path,) = (tmp_path / "records").iterdir()
    assert len(read(path.read_bytes()).match.entries) == 1
