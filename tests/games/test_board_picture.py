"""The picture of a board: golden, sound XML, and what it shows."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from random import Random

import pytest

from games.board_file import load, samples
from games.board_picture import GOLD, LIGHT_BLUE, caption, picture
from games.boards import ORDERS, Board, completions
from tests.firmware.terminal import ROOT
from tests.games.random_boards import random_board

EXAMPLE = ROOT / "docs" / "games" / "klondice_example.toml"
DICE = [(2, 3), (4, 4, 4), (), (5, 5, 1), (3, 2), (1, 2, 5, 5), (6,)]


def example() -> Board:
    [board] = load(EXAMPLE.read_text(), EXAMPLE.name)
    return board


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def fills(svg: str, tag: str) -> Counter[str | None]:
    return Counter(node.get("fill") for node in parsed(svg).iter() if tag in node.tag)


def test_the_picture_in_the_documentation_is_what_is_drawn() -> None:
    """`dicetower board show docs/games/klondice_example.toml --draw docs/games`."""
    assert (EXAMPLE.parent / "Every_Row_Type.svg").read_text() == picture(example())


def test_the_picture_of_a_board_in_play() -> None:
    golden = ROOT / "tests" / "data" / "pictures" / "klondice_in_play.svg"
    assert golden.read_text() == picture(example(), DICE)


@pytest.mark.parametrize("seed", range(30))
def test_every_board_is_sound_svg_with_all_its_spaces(seed: int) -> None:
    chance = Random(seed)
    board = random_board(chance, "Anna's <own>"[:6])
    dice = [min(completions(row))[: chance.randint(0, 3)] for row in board.rows]
    svg = picture(board, dice)
    assert svg == picture(Board.parse(str(board)), dice)
    shown = fills(svg, "rect")
    placed = sum(map(len, dice))
    axes = sum(
        row.spaces[len(lies) :].count("axe")
        for row, lies in zip(board.rows, dice, strict=True)
    )
    assert shown[GOLD] == placed
    assert shown[LIGHT_BLUE] == axes
    assert shown.total() == 1 + len(board.rows) + board.spaces


def test_pips_count_what_is_placed() -> None:
    board = Board.parse("One Row | consecutive free free free free free free = 100")
    assert fills(picture(board), "circle").total() == 1  # The coin.
    assert fills(picture(board, [(1, 2, 3, 4, 5, 6)]), "circle").total() == 1 + 21


def test_names_and_words_are_escaped() -> None:
    row = example().rows[0]
    svg = picture(Board("Anna's", (row,), about='<b>"&"</b>'))
    texts = [node.text for node in parsed(svg).iter() if node.tag.endswith("text")]
    assert texts[:2] == ["Anna's", '<b>"&"</b>']


def test_every_row_says_what_its_dice_are_like() -> None:
    rows = [row for board in samples() for row in board.rows]
    assert {(row.type, row.order) for row in rows} >= {
        (kind, order) for kind, orders in ORDERS.items() for order in orders
    }
    assert all(caption(row) in picture(Board("A", (row,))) for row in rows)
