"""Boards of Klondice: what fills a row, their text, their files, what is wrong."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.board_file import load, read, samples
from games.boards import (
    AXE,
    FREE,
    NUMBERS,
    BadBoard,
    Board,
    Dice,
    Row,
    RowType,
    completions,
    sequences,
    takes,
)
from games.bots import random_bot
from games.klondice import CHART, Klondice
from tests.games.random_boards import random_board, random_row

SPACES = (FREE, AXE, *map(str, NUMBERS))


def by_the_rulebook(row: Row, dice: Dice) -> bool:
    """Whether these dice fill the row, said over again without the engine's words."""
    spaces = zip(row.spaces, dice, strict=True)
    if any(space in "123456" and int(space) != die for space, die in spaces):
        return False
    steps = {b - a for a, b in pairwise(dice)}
    axes = {d for s, d in zip(row.spaces, dice, strict=True) if s == "axe"}
    match row.type:
        case RowType.CONSECUTIVE:
            wanted = {"ascending": [{1}], "descending": [{-1}]}
            return steps in wanted.get(row.order, [{1}, {-1}])
        case RowType.ALL_SAME:
            return len(set(dice)) == 1
        case RowType.FULL_HOUSE:
            if row.order != "any":
                pair, three = dice[:2], dice[2:]
                if row.order == "3then2":
                    three, pair = dice[:3], dice[3:]
                return len(set(pair)) == len(set(three)) == 1 and pair[0] != three[0]
            return sorted(dice.count(die) for die in set(dice)) == [2, 3]
        case RowType.AXE_PAIR:
            return len(axes) == 1
        case RowType.AXE_OTHER:
            return len(axes) == 1 and not axes & set(row.printed)


@pytest.mark.parametrize("seed", range(40))
def test_what_fills_a_row_against_every_sequence(seed: int) -> None:
    chance = Random(seed)
    row = random_row(chance)
    while len(row.spaces) > 5:
        row = random_row(chance)
    every = product(NUMBERS, repeat=len(row.spaces))
    assert completions(row) == {dice for dice in every if by_the_rulebook(row, dice)}


@pytest.mark.parametrize("seed", range(40))
def test_takes_what_can_still_be_completed(seed: int) -> None:
    row = random_row(Random(seed))
    for dice in sorted(completions(row))[:20]:
        for done in range(len(dice)):
            alive, matching = (
                takes(row, dice[:done]),
                takes(row, dice[:done], dead=True),
            )
            assert dice[done] in alive
            assert alive <= matching
        assert takes(row, dice) == takes(row, dice, dead=True) == frozenset()


def test_a_dead_row_takes_nothing_more() -> None:
    row = Row.parse("consecutive free free free free = 40")
    assert takes(row, (5,), dead=True) == {4, 6}
    assert takes(row, (5, 6), dead=True) == frozenset()
    assert sequences(row, 1) == {(number,) for number in NUMBERS}


def test_a_die_that_fits_the_space_but_not_what_is_printed_later() -> None:
    row = Row.parse("full_house free free free 2 2 = 80")
    assert takes(row, (4,)) == {2, 4}  # 4 2 4 2 2 is two and three as well.
    assert takes(row, (4, 2)) == {4}
    assert takes(row, (4, 3), dead=True) == {3, 4}
    assert takes(row, (4, 3)) == frozenset()


# ---- one line, both ways


@pytest.mark.parametrize("seed", range(60))
def test_a_board_is_one_line_both_ways(seed: int) -> None:
    board = random_board(Random(seed), f"Board {seed}")
    assert Board.parse(str(board)) == board
    assert eval(repr(board), {"Board": Board}) == board
    assert "\n" not in str(board)


WORDS = ("A", "|", "=", " ", "20", "-30", "any", "2then3", *SPACES, *RowType)


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=3)).map(" ".join))
def test_any_line_is_a_board_or_one_error(line: str) -> None:
    try:
        board = Board.parse(line)
    except BadBoard:
        return
    assert Board.parse(str(board)) == board


def test_what_is_said_about_a_board_is_no_part_of_it() -> None:
    [board] = load(ONE_BOARD.replace("name =", 'about = "ours"\nname ='), "x.toml")
    assert board.about == "ours"
    assert board == Board.parse(str(board))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Two Rows", "0 rows, expected 1 to 10"),
        ("Two Rows | all_same 3 3", "'all_same 3 3' is no row: expected TYPE SPACE"),
        ("Two Rows | all_same 3 3 = lots", "expected TYPE SPACE ... = POINTS"),
        ("Two Rows |", "'' is no row"),
        ("Two Rows | triplet 3 3 = 20", "row 1: 'triplet' is no row type: expected"),
        ("Two Rows | = 20", "'' is no row type"),
        ("Two Rows | all_same 3 7 = 20", "space 2 is '7', expected 1 to 6 or free"),
        ("A: B | all_same 3 = 20", "'A: B' is no name of a board"),
        ("A  B | all_same 3 = 20", "is no name of a board"),
        (" | all_same 3 = 20", "'' is no name of a board: expected up to 32"),
        (f"{'A' * 33} | all_same 3 = 20", "is no name of a board"),
        (f"A{' | all_same 3 = 20' * 11}", "11 rows, expected 1 to 10"),
    ],
)
def test_a_line_that_is_no_board(line: str, says: str) -> None:
    with pytest.raises(BadBoard) as raised:
        Board.parse(line)
    assert says in str(raised.value)


# ---- files


ONE_BOARD = """
[[board]]
name = "Ours"
rows = [
    { type = "all_same", spaces = "3 3", points = 20 },
    { type = "consecutive", order = "ascending", spaces = "free 2 free", points = -30 },
]
"""
SECOND_ROW = 'type = "consecutive", order = "ascending", spaces = "free 2 free"'


def test_a_file_of_boards() -> None:
    line = "Ours | all_same 3 3 = 20 | consecutive ascending free 2 free = -30"
    assert load(ONE_BOARD, "ours.toml") == (Board.parse(line),)
    assert load("\ufeff" + ONE_BOARD, "ours.toml") == (Board.parse(line),)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        # A row that no dice can complete, for each type.
        (
            "free 2 free",
            "free free free free free free free",
            "row 2: a row consecutive of 7 spaces cannot be completed: expected 2 to 6",
        ),
        (
            "free 2 free",
            "2 free 6",
            "row 2: no dice can complete consecutive ascending 2 free 6: expected"
            " printed numbers that fit into ascending steps of 1 from 1 to 6",
        ),
        (
            "free 2 free",
            "free free 1",
            "row 2: no dice can complete consecutive ascending free free 1: expected"
            " printed numbers that fit into ascending steps of 1 from 1 to 6",
        ),
        (
            '"3 3"',
            '"3 4"',
            "row 1: no dice can complete all_same 3 4: expected printed numbers that"
            " are all the same",
        ),
        (
            '"all_same", spaces = "3 3"',
            '"full_house", spaces = "1 2 3 free free"',
            "row 1: no dice can complete full_house 1 2 3 free free: expected printed"
            " numbers that fit two of one number and three of another",
        ),
        (
            '"all_same", spaces = "3 3"',
            '"full_house", spaces = "free free free free"',
            "row 1: a row full_house of 4 spaces cannot be completed: expected 5",
        ),
        (
            '"all_same", spaces = "3 3"',
            '"axe_other_than_printed", spaces = "1 2 3 4 5 6 axe axe"',
            "row 1: no dice can complete axe_other_than_printed 1 2 3 4 5 6 axe axe:"
            " expected a number that is not printed in the row",
        ),
        (
            '"all_same", spaces = "3 3"',
            '"axe_pair", spaces = "3 axe"',
            "row 1: a row axe_pair with fewer than 2 axes, expected 2 or more",
        ),
        # Entries that are wrong by themselves.
        ('"3 3"', '"3 free axe"', "row 1: space 3 is 'axe', expected 1 to 6 or free"),
        ('"3 3"', '"3 0"', "row 1: space 2 is '0', expected 1 to 6 or free"),
        ('"3 3"', '"3 ٣"', "row 1: space 2 is '٣', expected 1 to 6 or free"),
        ('"3 3"', '""', "row 1: a row all_same of 0 spaces cannot be completed"),
        ("points = 20", "points = 25", "row 1: points 25, expected a multiple of 10"),
        ("points = 20", "points = 0", "row 1: points 0, expected a multiple of 10"),
        ("points = 20", "points = 1000", "row 1: points 1000, expected a multiple"),
        ("points = 20", "points = true", "row 1: points is True, expected a whole"),
        ("points = 20", 'points = "20"', "row 1: points is '20', expected a whole"),
        (", points = 20", "", "row 1: points is missing, expected a whole number"),
        ("points = 20", "points = 20, gold = 1", "row 1: 'gold' is unknown, expected"),
        ('"all_same"', '"same"', "row 1: 'same' is no row type: expected consecutive,"),
        (
            '"ascending"',
            '"2then3"',
            "row 2: order '2then3' does not fit consecutive: expected any, ascending"
            " or descending",
        ),
        ('"3 3"', "[3, 3]", "row 1: spaces is [3, 3], expected spaces in quotes, such"),
        (SECOND_ROW, 'type = "all_same"', "row 2: spaces is missing, expected spaces"),
    ],
)
def test_what_is_wrong_with_a_row(old: str, new: str, says: str) -> None:
    assert old in ONE_BOARD
    boards, [fault] = read(ONE_BOARD.replace(old, new), "ours.toml")
    assert fault.startswith(f"ours.toml, board 1 (Ours), {says}")
    assert boards == ()
    with pytest.raises(BadBoard, match=r"ours\.toml, board 1"):
        load(ONE_BOARD.replace(old, new), "ours.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "ours.toml: board is missing, expected a table [[board]] for each board"),
        ("board = 3", "ours.toml: board is 3, expected a table [[board]] for each"),
        ("board = []", "ours.toml: the list of boards is empty, expected one or more"),
        ("board = [3]", "ours.toml, board 1: this is 3, expected a table of KEY ="),
        ("[board]\nname = 1", "ours.toml: board is {'name': 1}, expected a table"),
        ("[[board]]", "ours.toml, board 1: name is missing, expected its name in"),
        ("[[bored]]", "ours.toml: 'bored' is unknown, expected board"),
        ('[[board]]\nname = "A"', "ours.toml, board 1 (A): rows is missing, expected"),
        (
            '[[board]]\nname = "A"\nrows = []',
            "ours.toml, board 1 (A): 0 rows, expected",
        ),
        (
            '[[board]]\nname = "A"\nrows = [3]',
            "ours.toml, board 1 (A), row 1: this is 3",
        ),
        (
            ONE_BOARD.replace("name =", f'about = "{"a" * 49}"\nname ='),
            "ours.toml, board 1 (Ours): about is 'aaaa",
        ),
        (
            ONE_BOARD.replace("name =", "about = 3\nname ="),
            "ours.toml, board 1 (Ours): about is 3, expected a text in quotes",
        ),
        ("name = ", "ours.toml is no TOML: Invalid value (at end of document)"),
        (ONE_BOARD * 2, "ours.toml, board 2 (Ours): there is such a board already"),
        (
            ONE_BOARD + ONE_BOARD.replace("Ours", "ours"),
            "ours.toml, board 2 (ours): there is such a board already",
        ),
        (
            ONE_BOARD.replace("Ours", "Two Rows")
            + ONE_BOARD.replace("Ours", "Two_Rows"),
            "ours.toml, board 2 (Two_Rows): there is such a board already",
        ),
        (
            ONE_BOARD.replace('"Ours"', '"Ours; yours"'),
            "ours.toml, board 1 (Ours; yours): 'Ours; yours' is no name of a board",
        ),
    ],
)
def test_what_is_wrong_with_a_file(text: str, says: str) -> None:
    [fault] = read(text, "ours.toml").faults
    assert fault.startswith(says)
    assert "\n" not in fault


@pytest.mark.parametrize(
    ("value", "says"),
    [
        pytest.param("9" * 5000, "a number is too long", id="digits"),
        pytest.param("0x" + "f" * 5000, "a number is too long", id="hexadecimal"),
        pytest.param("[" * 5000, "its tables and lists lie too deep", id="lists"),
        pytest.param("{" + "a." * 5000 + "a = 1}", "its tables and lists", id="tables"),
    ],
)
def test_a_file_that_is_too_much_to_show(value: str, says: str) -> None:
    [fault] = read(f"board = {value}", "ours.toml").faults
    assert fault.startswith(f"ours.toml: {says}")
    assert len(fault) < 100


def test_every_fault_is_told_and_sound_boards_remain() -> None:
    broken = (
        ONE_BOARD.replace("3 3", "3 4")
        .replace("free 2 free", "1 1")
        .replace("Ours", "Broken")
    )
    boards, faults = read(ONE_BOARD + broken, "ours.toml")
    assert [board.name for board in boards] == ["Ours"]
    assert [fault.split(":")[0] for fault in faults] == [
        "ours.toml, board 2 (Broken), row 1",
        "ours.toml, board 2 (Broken), row 2",
    ]


# ---- the samples


def test_there_are_24_samples_and_each_says_that_it_is_one() -> None:
    assert len(samples()) == len({board.name for board in samples()}) == 24
    assert {board.about.split(",")[0] for board in samples()} == {"sample board"}
    assert {row.type for board in samples() for row in board.rows} == set(RowType)
    assert any(row.points < 0 for board in samples() for row in board.rows)


def test_every_sample_fits_the_dice_of_every_number_of_players() -> None:
    fewest = min(players * dice for players, dice in CHART.items())
    assert max(board.spaces for board in samples()) <= fewest


def test_samples_grow_harder() -> None:
    """Measured: how many throws random players need for a board, on average."""
    easy, medium, hard = map(throws_needed, ("easy", "medium", "hard"))
    assert len(easy) == len(medium) == len(hard) == 8
    assert max(easy) < min(medium)
    assert max(medium) < min(hard)


def throws_needed(level: str) -> list[float]:
    boards = [board for board in samples() if board.about.endswith(level)]
    return [throws_for(board, Random(1)) for board in boards]


def throws_for(board: Board, chance: Random, rounds: int = 5) -> float:
    game = Klondice({"kl.rounds": str(rounds)}, [board])
    bot, state, throws = random_bot(chance), game.start(4), 0
    while (seat := game.to_act(state)) is not None:
        throws += seat == -1
        state = game.step(state, bot(game, state, seat)).state
    return throws / len(state.course.boards)
