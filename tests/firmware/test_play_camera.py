"""`dicetower play --camera`: what is seen counts, what is doubtful is asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware import looking
from firmware.camera import Camera
from firmware.camera_tower import CameraTower
from firmware.cameras.sources import open_camera
from firmware.evidence import Evidence, Pinned, folder_of
from firmware.records import RecordFile
from firmware.sight import Sight
from firmware.terminal import Question, Quit, Said, Terminal, bot_source, chance_source
from games.bots import random_bot
from games.catalog import GAMES, load_game
from games.dice import Roll, throw
from games.record import Header, Reading, read
from games.referee import begin
from games.rules import Rolled
from games.seats import DECK, TOWER, Seat
from tests.firmware.cameras.clips import numbered, write_clip, write_folder
from tests.firmware.cameras.stream import NetworkCamera
from tests.firmware.rolls import Event, RollsDouble, Thrower, doubted, seen
from tests.firmware.seen import dice, die
from tests.firmware.terminal import Ran, dicetower, one_sentence
from vision.pictures import load_picture
from vision.read import State

NUMBERS = tuple("123456")
FRAMES = 40
UNSURE = die("6", 110.0, state=State.DOUBTFUL, others=(("5", 0.4), ("3", 0.05)))


@pytest.fixture
def clip(tmp_path: Path) -> str:
    return str(write_clip(tmp_path / "clip.avi", range(FRAMES)))


Looks = Callable[..., None]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Have these events seen, at frames 5, 10, 15 and so on."""

    def see(*events: Event, faces: Sequence[str] = NUMBERS) -> None:
        at = {5 * place: event for place, event in enumerate(events, 1)}
        sight = Sight(frozenset(faces), lambda zone: RollsDouble(at))
        monkeypatch.setattr(looking, "load_sight", lambda: sight)

    return see


def play(record: Path, source: str, *more: str, typed: str = "") -> Ran:
    options = ("--camera", source, "--record", str(record), *more)
    ran = dicetower("play", *options, typed=typed)
    assert ran.status == 0, ran
    return ran


def rolls(record: Path) -> list[str]:
    """The rolls that count, with how they are known."""
    line = read(record.read_bytes()).match.line
    return [f"{e.action.roll} ({e.note})" for e in line if isinstance(e.action, Rolled)]


def comments(record: Path) -> list[str]:
    return [text for _, text in read(record.read_bytes()).comments]


def test_rolls_of_a_clip_are_recorded_with_what_was_seen(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(seen("1", "4"), seen("6"), seen("2", "2", "5"))
    ran = play(record, clip, "roll")
    assert rolls(record) == ["1 4 (camera)", "6 (camera)", "2 2 5 (camera)"]
    assert "Player rolled 2 dice: 1 4; sum 5." in ran.out
    assert f"dicetower play --resume {record} --camera={clip}" in ran.out
    assert dicetower("record", "verify", str(record)).status == 0
    # The pictures show what was read, and the record pins them.
    pinned = [found for text in comments(record) if (found := Pinned.parse(text))]
    assert [found.number for found in pinned] == [1, 2, 3]
    for number, faces in enumerate((["1", "4"], ["6"], ["2", "2", "5"]), 1):
        told = json.loads((folder_of(record) / f"{number:04}.json").read_text())
        assert [each["face"] for each in told["dice"]] == faces
        picture = load_picture(folder_of(record) / f"{number:04}.jpg")
        shown = numbered(5 * number)
        assert picture.shape == shown.shape
        assert abs(picture.astype(int) - shown).mean() < 8
    assert comments(record)[0].endswith(" 1 0.990, 4 0.990")


def test_verify_notices_a_changed_picture(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(seen("1"))
    play(record, clip, "roll")
    (folder_of(record) / "0001.jpg").write_bytes(b"another")
    ran = dicetower("record", "verify", str(record))
    assert ran.status == 1
    assert "0001.jpg is not the picture that was read" in ran.out


def test_rolls_of_a_folder_of_pictures(tmp_path: Path, looks: Looks) -> None:
    record = tmp_path / "match.txt"
    looks(seen("1", "4"), seen("6"))
    folder = write_folder(tmp_path / "pictures", range(FRAMES))
    play(record, str(folder), "roll")
    assert rolls(record) == ["1 4 (camera)", "6 (camera)"]


# ---- doubts


def test_a_doubt_is_asked_with_its_candidates(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(doubted("a face is not sure", *dice("2"), UNSURE, which=[1]), seen("3"))
    ran = play(record, clip, "roll", "--ask", typed="b\n")
    assert "The camera is not sure: 2; one die not sure: 6 or 5" in ran.out
    assert "a  roll 2 6" in ran.out
    assert "b  roll 2 5" in ran.out
    assert "c  roll 2 3" in ran.out
    assert f"The picture: {folder_of(record)}/0001_read.jpg" in ran.out
    assert rolls(record) == ["2 5 (camera, asked)", "3 (camera)"]
    assert comments(record)[1] == "doubt 0001: 2; one die not sure: 6 or 5"
    # The seconds before a doubt are kept as a clip.
    assert (folder_of(record) / "0001.webm").exists()
    assert dicetower("record", "verify", str(record)).status == 0


def test_people_type_what_it_was(tmp_path: Path, clip: str, looks: Looks) -> None:
    record = tmp_path / "match.txt"
    looks(doubted("no dice were found"), seen("3"))
    ran = play(record, clip, "roll", "--ask", typed="what?\n4 4\n")
    assert "'what?' is no face" in ran.out
    assert ran.out.count("The camera is not sure") == 2
    assert rolls(record) == ["4 4 (camera, asked)", "3 (camera)"]


def test_a_throw_that_does_not_count(tmp_path: Path, clip: str, looks: Looks) -> None:
    record = tmp_path / "match.txt"
    looks(doubted("a die leans", UNSURE, which=[0]), seen("3"))
    play(record, clip, "roll", "--ask", typed="again\n")
    assert rolls(record) == ["3 (camera)"]
    assert "roll 0001 does not count" in comments(record)


def test_without_a_terminal_a_free_roll_goes_on(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(doubted("a face is not sure", UNSURE, which=[0]), seen("3"))
    ran = play(record, clip, "roll")
    assert "Left open: one die not sure: 6 or 5" in ran.out
    assert rolls(record) == ["3 (camera)"]
    assert "doubt 0001: one die not sure: 6 or 5" in comments(record)
    assert "--no-ask" in ran.out
    assert dicetower("record", "verify", str(record)).status == 0


def test_without_a_terminal_a_game_stops_and_goes_on_later(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    bots = ("--bot", "Anna", "--bot", "Bo")
    game = ("kings_gold", "--players", "Anna,Bo", *bots)
    looks(doubted("not sure", UNSURE, which=[0]), seen(*FIVE), faces=GOLD)
    ran = play(record, clip, *game)
    assert rolls(record) == []
    assert "Nothing is lost; go on with:" in ran.out
    before = read(record.read_bytes()).match.entries
    assert before == ()
    looks(seen(*FIVE), doubted("still not", UNSURE, which=[0]), faces=GOLD)
    resume = ("--resume", str(record), "--camera", clip, "--no-ask")
    again = dicetower("play", *resume, *bots)
    assert again.status == 0
    assert rolls(record) == ["coin1 coin1 coin1 coin1 skull (camera)"]
    assert comments(record)[-1].startswith("clip 0003 ")
    assert dicetower("record", "verify", str(record)).status == 0


# ---- what the rules exclude


def gold(record: Path, clip: str, *more: str, typed: str = "") -> Ran:
    options = ("kings_gold", "--players", "Anna,Bo", "--ask", *more)
    return play(record, clip, *options, typed=typed)


GOLD = ("coin1", "coin2", "coin3", "skull", "cannon", "crossbones")
FIVE = ("skull", "coin1", "coin1", "coin1", "coin1")


def test_six_dice_where_five_are_thrown(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(seen(*FIVE, "cannon"), faces=GOLD)
    ran = gold(record, clip, typed="b\n")
    assert "6 dice came down, but 5 dice were to be thrown." in ran.out
    assert "[table.dice_count]" in ran.out
    assert "a  roll cannon coin1 coin1 coin1 skull" in ran.out
    assert "b  roll cannon coin1 coin1 coin1 coin1" in ran.out
    assert "c  roll coin1 coin1 coin1 coin1 skull" in ran.out
    assert rolls(record) == ["cannon coin1 coin1 coin1 coin1 (camera, asked)"]


def test_a_kept_die_that_vanished(tmp_path: Path, clip: str, looks: Looks) -> None:
    record = tmp_path / "match.txt"
    coins = ("coin1",) * 5
    third = ("coin3", "cannon", "crossbones", "crossbones", "skull")
    looks(
        seen(*FIVE, kept="-"),
        seen(*coins, kept="-"),
        seen(*third, kept="-"),
        seen("coin1", "coin2", kept="crossbones crossbones"),
        faces=GOLD,
    )
    typed = "keep cannon crossbones crossbones\ncoin1 coin1\n"
    ran = gold(record, clip, typed=typed)
    assert "The dice that were kept show cannon crossbones crossbones" in ran.out
    assert "but now crossbones crossbones lies there" in ran.out
    assert rolls(record)[-1] == "coin1 coin1 (camera, asked)"


def test_kept_dice_that_lie_there_are_recorded(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    third = ("coin3", "cannon", "crossbones", "crossbones", "skull")
    looks(
        seen(*FIVE),
        seen(*("coin1",) * 5),
        seen(*third),
        seen("coin1", "coin2", kept="cannon crossbones crossbones"),
        faces=GOLD,
    )
    gold(record, clip, typed="keep cannon crossbones crossbones\n")
    last = [e.action for e in read(record.read_bytes()).match.line][-1]
    assert last == Rolled(
        Roll.parse("coin1 coin2"), Roll.parse("cannon crossbones crossbones")
    )


# ---- dice that move afterwards


def test_a_die_that_moved_is_asked_about(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(seen("1", "4"), seen("1", "5", corrects=0), seen("2"))
    ran = play(record, clip, "roll", "--ask", typed="a\n")
    assert "number 1 was read, then dice moved; it shows now: 1 5" in ran.out
    assert rolls(record) == ["1 5 (camera)", "2 (camera)"]
    text = record.read_text()
    assert "2. table: correct 1 as roll 1 5 (camera, asked)" in text


def test_a_die_that_moved_changes_nothing_unasked(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(seen("1", "4"), seen("1", "5", corrects=0), seen("2"))
    play(record, clip, "roll")
    assert rolls(record) == ["1 4 (camera)", "2 (camera)"]
    assert any(
        text.startswith("doubt 0002: number 1 was read, then dice moved")
        for text in comments(record)
    )


def test_a_die_that_moved_after_a_throw_that_did_not_count(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    record = tmp_path / "match.txt"
    looks(doubted("leans", UNSURE, which=[0]), seen("5", corrects=0), seen("2"))
    play(record, clip, "roll", "--ask", typed="again\n")
    assert rolls(record) == ["2 (camera)"]


# ---- what people say meanwhile


class Lines:
    """Somebody types these lines, one a frame."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def __call__(self) -> str | None:
        return self._lines.pop(0) if self._lines else None


def terminal_of(
    tmp_path: Path, camera: Camera, rolls: Any, *, game: str = "roll", **more: Any
) -> Terminal:
    names = ("Anna", "Bo", "Cleo")[: max(2, load_game(game).rulebook.fewest)]
    match = begin(load_game(game), names)
    path = tmp_path / "match.txt"
    record = RecordFile.create(path, Header(game, names, match.game.options))
    tower = CameraTower(camera, rolls, record, Evidence(path), asks=False, **more)
    return Terminal(match, record, {TOWER: tower})


def test_people_can_speak_while_the_camera_looks(tmp_path: Path, clip: str) -> None:
    with open_camera(clip) as camera:
        double = RollsDouble({2: seen("1"), 30: seen("2")})
        lines = Lines("; hello", "roll 6 6", "", "table: take back 1", "What?")
        terminal = terminal_of(tmp_path, camera, double, listen=lines)
        with pytest.raises(Quit):
            terminal.play()
    terminal.record.close()
    record = tmp_path / "match.txt"
    assert comments(record)[0] == "hello"
    assert rolls(record) == ["2 (camera)"]
    notes = [entry.note for entry in terminal.match.entries]
    assert notes == ["typed", "camera", "typed", "camera"]


# ---- a network camera, and every game


def test_rolls_of_a_stream(tmp_path: Path) -> None:
    """Through a real cv2.VideoCapture; the stream ends after both rolls."""
    pictures = [numbered(number, (320, 240)) for number in range(30)]

    def picture(number: int) -> Any:
        return pictures[number] if number < len(pictures) else None

    with NetworkCamera(picture) as there:
        camera = open_camera(there.source, tell=lambda news: camera.close())
        double = RollsDouble({1: seen("1", "4"), 9: seen("6")})
        terminal = terminal_of(tmp_path, camera, double)
        with camera, pytest.raises(Quit):
            terminal.play()
    terminal.record.close()
    assert rolls(tmp_path / "match.txt") == ["1 4 (camera)", "6 (camera)"]
    assert dicetower("record", "verify", str(tmp_path / "match.txt")).status == 0


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.rulebook.game)
def test_every_game_takes_its_rolls_from_vision(tmp_path: Path, kind: Any) -> None:
    """With a double that reads the faces of that game."""
    clip = write_clip(tmp_path / "clip.avi", range(30))
    game, chance = kind.rulebook.game, Random(7)

    def throws() -> Event:
        match = terminal.match
        awaited = match.game.awaits(match.state)
        due = awaited.dice
        roll = throw(match.game.dice if due is None else due, chance)
        beside = None if match.game.endless else str(awaited.kept)
        return seen(*roll, kept=beside)

    with open_camera(str(clip)) as camera:
        terminal = terminal_of(tmp_path, camera, Thrower(throws), game=game)
        players = range(len(terminal.match.players))
        bots = {Seat(n): bot_source(random_bot(Random(n))) for n in players}
        terminal.sources = {**terminal.sources, **bots, DECK: chance_source("7")}
        with suppress(Quit):
            terminal.play()
    terminal.record.close()
    reading: Reading = read((tmp_path / "match.txt").read_bytes())
    assert reading.faults == ()
    seen_rolls = [e for e in reading.match.entries if isinstance(e.action, Rolled)]
    assert len(seen_rolls) >= 10
    assert {entry.note for entry in seen_rolls} == {"camera"}
    assert not [text for _, text in reading.comments if text.startswith("doubt")]


# ---- what cannot be


def test_a_game_with_other_faces_is_refused(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    looks()
    record = tmp_path / "match.txt"
    options = ("--players", "Anna,Bo", "--camera", clip, "--record", str(record))
    message = one_sentence(dicetower("play", "kings_gold", *options))
    assert (
        "and not cannon coin1 coin2 coin3 crossbones skull; play with --typed"
        in message
    )
    assert not record.exists()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--typed",), "exclude each other"),
        (("--random", "5"), "exclude each other"),
        (("--keep-zone", "1,2,3"), "expected --keep-zone X,Y,W,H"),
        (("--keep-zone", "1,2,0,5"), "expected --keep-zone X,Y,W,H"),
    ],
)
def test_options_that_do_not_go_together(
    more: tuple[str, ...], says: str, looks: Looks
) -> None:
    looks()
    ran = dicetower("play", "roll", "--camera", "pi", *more)
    assert says in one_sentence(ran)


def test_a_source_that_is_none_leaves_no_record(tmp_path: Path, looks: Looks) -> None:
    looks()
    record = tmp_path / "match.txt"
    options = ("--camera", "/no/such.mp4", "--record", str(record))
    message = one_sentence(dicetower("play", "roll", *options))
    assert "expected pi, webcam:N, url:ADDRESS, a clip or a folder" in message
    assert not record.exists()


def test_options_without_a_camera() -> None:
    ran = dicetower("play", "roll", "--keep-zone", "1,2,3,4")
    assert "go with --camera" in one_sentence(ran)


def test_pictures_are_gone_when_the_match_is_over(
    tmp_path: Path, clip: str, looks: Looks
) -> None:
    for keeps in ((), ("--keep-pictures",)):
        record = tmp_path / f"match{len(keeps)}.txt"
        # Anna throws the skull and begins; five cannons empty the box.
        looks(seen(*FIVE), seen(*("coin1",) * 5), seen(*("cannon",) * 5), faces=GOLD)
        gold(record, clip, *keeps, typed="stop\n\n")
        assert read(record.read_bytes()).finished
        assert folder_of(record).exists() == bool(keeps)
        assert dicetower("record", "verify", str(record)).status == 0


def test_tower_answers_as_a_source(tmp_path: Path, clip: str) -> None:
    """A doubt stays open until somebody answers, also after a refusal."""
    with open_camera(clip) as camera:
        double = RollsDouble({2: doubted("leans", UNSURE, which=[0])})
        terminal = terminal_of(tmp_path, camera, double)
        tower: Any = terminal.sources[TOWER]
        tower.asks = True
        first = tower(terminal.match, TOWER)
        assert isinstance(first, Question)
        assert tower(terminal.match, TOWER) == first
        assert first.offered[0] == Said(TOWER, Rolled(Roll.parse("6")), "camera, asked")
        first.drop()
        with pytest.raises(Quit):
            tower(terminal.match, TOWER)
    terminal.record.close()
