"""``dicetower board``, and boards of one's own in a match."""

from __future__ import annotations

from pathlib import Path

from games.board_file import samples
from games.record import read
from tests.firmware.terminal import ROOT, dicetower, one_sentence

EXAMPLE = ROOT / "docs" / "games" / "klondice_example.toml"
BROKEN = """
[[board]]
name = "Ours"
rows = [
    { type = "all_same", spaces = "3 4", points = 20 },
    { type = "consecutive", spaces = "free free", points = 25 },
]
"""
OURS = """
[[board]]
name = "Our Own"
rows = [{ type = "all_same", spaces = "1", points = 70 }]
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(text, "utf-8")
    return path


def test_check_sound() -> None:
    ran = dicetower("board", "check", str(EXAMPLE))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{EXAMPLE}: 1 board, every row can be completed\n"


def test_check_tells_every_fault_in_a_sentence(tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN)
    ran = dicetower("board", "check", str(EXAMPLE), str(path))
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.splitlines()[1:] == [
        f"{path}, board 1 (Ours), row 1: no dice can complete all_same 3 4: expected"
        " printed numbers that are all the same",
        f"{path}, board 1 (Ours), row 2: points 25, expected a multiple of 10 up to"
        " 990, below 0 where it is to be paid",
    ]


def test_check_warns_of_a_board_that_some_can_never_complete(tmp_path: Path) -> None:
    row = '{ type = "all_same", spaces = "1 1 1 1 1 1 1 1", points = 70 },'
    rows = f"rows = [{row * 4}]"
    path = written(tmp_path, f'[[board]]\nname = "Long"\n{rows}')
    ran = dicetower("board", "check", str(path))
    assert ran.status == 0
    assert f"{path} (Long): 32 spaces are more than all dice of 3 or 5 or 6" in ran.out


def test_check_what_is_no_file_of_boards(tmp_path: Path) -> None:
    assert "nowhere.toml" in one_sentence(dicetower("board", "check", "nowhere.toml"))
    folder = one_sentence(dicetower("board", "check", str(tmp_path)))
    assert f"{tmp_path} is a directory: expected a file of boards" in folder
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe")
    ran = dicetower("board", "check", str(tmp_path / "x.toml"))
    assert "x.toml is no UTF-8 text" in one_sentence(ran)
    ran = dicetower("board", "check", str(written(tmp_path, "name =")))
    assert ran.status == 1
    assert "ours.toml is no TOML" in ran.out


def test_show_the_samples() -> None:
    ran = dicetower("board", "show")
    assert ran.status == 0
    for board in samples():
        assert f"{board.name} ({board.about}), {board.spaces} spaces" in ran.out
    assert "  5   -60  [3] [3] [3]                  all the same" in ran.out


def test_show_one_board_and_draw_it(tmp_path: Path) -> None:
    more = ("--board", "every row type", "--draw", str(tmp_path / "pictures"))
    ran = dicetower("board", "show", str(EXAMPLE), *more)
    path = tmp_path / "pictures" / "Every_Row_Type.svg"
    assert f"drawn: {path}" in ran.out
    assert "  6   +50  [1] [2] [axe] [axe]" in ran.out
    assert path.read_text() == (EXAMPLE.parent / "Every_Row_Type.svg").read_text()


def test_show_a_board_of_one_space(tmp_path: Path) -> None:
    ran = dicetower("board", "show", str(written(tmp_path, OURS)))
    assert ran.out.splitlines()[0] == "Our Own, 1 space"


def test_show_what_cannot_be_shown(tmp_path: Path) -> None:
    ran = dicetower("board", "show", "--board", "Gone")
    assert "no board 'Gone': expected one of Creek Bed," in one_sentence(ran)
    ran = dicetower("board", "show", str(written(tmp_path, BROKEN)))
    assert "board 1 (Ours), row 1: no dice can complete" in one_sentence(ran)


# ---- in a match


def play(path: Path, *more: str, typed: str = "") -> str:
    ran = dicetower("play", "klondice", "--record", str(path), *more, typed=typed)
    assert ran.status == 0, ran
    return ran.out


def test_a_match_on_boards_of_ones_own(tmp_path: Path) -> None:
    path, boards = tmp_path / "match.txt", str(written(tmp_path, OURS))
    players = ("--players", "Anna,Bo", "--bot", "Anna", "--bot", "Bo")
    options = ("--option", "kl.rounds=2", "--random", "5", "--boards", boards)
    out = play(path, *players, *options)
    assert out.count("deal Our Own | all_same 1 = 70") >= 2
    Path(boards).unlink()
    reading = read(path.read_bytes())
    assert (reading.faults, reading.finished) == ((), True)


def test_a_board_is_dealt_by_the_beginning_of_its_name(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    lines = ["nothing", "creek", "6", "1", "1 2 3 4 5", "place 1 in 1", "quit"]
    out = play(path, "--players", "Anna,Bo", typed="\n".join(lines))
    assert "'nothing' is no action" in out
    assert "Round 1: the board is Creek Bed." in out
    assert "1: [1] free free   one up each time, or one down each time (+30)" in out
    assert "Anna has 15 dice left." in out
    assert len(read(path.read_bytes()).match.entries) == 5


def test_boards_go_on_with_a_resumed_match(tmp_path: Path) -> None:
    path, boards = tmp_path / "match.txt", str(written(tmp_path, OURS))
    play(path, "--players", "Anna,Bo", "--boards", boards, typed="our\n6\n1\nquit\n")
    lines = "1 1 1 1 1\n1\nour\nquit\n"
    ran = dicetower("play", "--resume", str(path), "--boards", boards, typed=lines)
    assert "Round 2: the board is Our Own." in ran.out


def test_boards_are_for_klondice(tmp_path: Path) -> None:
    boards = str(written(tmp_path, OURS))
    more = ("--players", "Anna,Bo", "--boards", boards)
    ran = dicetower("play", "kings_gold", *more)
    assert "--boards is for klondice, not for kings_gold" in one_sentence(ran)
