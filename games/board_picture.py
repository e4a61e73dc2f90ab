"""A picture of a Klondice board as SVG: plain text, the same bytes for the same board.

>>> svg = picture(Board.parse("Tiny | all_same 3 free = 20"), placed=[(3,)])
>>> svg.startswith("<svg ") and svg.endswith("</svg>\\n")
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from games.boards import AXE, Board, Dice, Row
from games.klondice import Klondice, caption_key

# Lengths in units of the picture: a space is as wide as a thumb is on a tablet.
SPACE, GAP, MARGIN = 64, 10, 24
TITLE, CAPTION = 84, 26
BADGE, COIN = 56, 92
BAND = SPACE + CAPTION + 2 * GAP
STEP = SPACE + GAP
WIDEST_CAPTION = 420
LONG_NAME = 20
"""From so many letters on a name is written smaller, to fit the narrowest board."""

PAPER, EDGE, INK = "#f7eedb", "#8a6a3f", "#3b2a17"
PAYS, COSTS = "#e9d9b4", "#1f3b66"
LIGHT_BLUE, DARK_BLUE, WHITE, GOLD, STEEL = (
    "#b9e0f5",
    "#34588f",
    "#fffdf7",
    "#f0c040",
    "#5b6670",
)
PRINTED = "#9c8e78"

PIPS = {
    1: ((32, 32),),
    2: ((18, 18), (46, 46)),
    3: ((18, 18), (32, 32), (46, 46)),
    4: ((18, 18), (18, 46), (46, 18), (46, 46)),
    5: ((18, 18), (18, 46), (32, 32), (46, 18), (46, 46)),
    6: ((18, 16), (18, 32), (18, 48), (46, 16), (46, 32), (46, 48)),
}
"""Where the pips of each number lie on a space, from its corner."""


def caption(row: Row) -> str:
    """What the dice of the row have to be like, in few words."""
    return Klondice.rulebook.words.templates[caption_key(row)]


def picture(board: Board, placed: Sequence[Dice] = ()) -> str:
    """The board as an SVG document; ``placed`` are the dice on each row."""
    longest = max(len(row.spaces) for row in board.rows)
    width = 2 * MARGIN + BADGE + max(longest * STEP, WIDEST_CAPTION) + COIN
    height = TITLE + len(board.rows) * (BAND + GAP) + MARGIN
    return "\n".join(_document(board, placed, width, height)) + "\n"


def _document(
    board: Board, placed: Sequence[Dice], width: int, height: int
) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" font-family="sans-serif">'
    )
    yield f"<title>{escape(board.name)}</title>"
    yield f"<desc>{escape(str(board))}</desc>"
    inner = f'width="{width - 4}" height="{height - 4}"'
    yield (
        f'<rect x="2" y="2" {inner} rx="16" fill="{PAPER}" stroke="{EDGE}"'
        ' stroke-width="4"/>'
    )
    size = 30 if len(board.name) < LONG_NAME else 20
    yield _text(MARGIN, 46, board.name, size, weight="bold")
    yield _text(MARGIN, 70, board.about, 16)
    for number, row in enumerate(board.rows, 1):
        dice = placed[number - 1] if number <= len(placed) else ()
        top = TITLE + (number - 1) * (BAND + GAP)
        yield f'<g transform="translate({MARGIN} {top})">'
        yield from _row(row, number, dice, width - 2 * MARGIN)
        yield "</g>"
    yield "</svg>"


def _row(row: Row, number: int, dice: Dice, width: int) -> Iterator[str]:
    costs = row.points < 0
    band, ink = (COSTS, WHITE) if costs else (PAYS, INK)
    yield f'<rect width="{width}" height="{BAND}" rx="12" fill="{band}"/>'
    yield _text(BADGE // 2, 54, str(number), 28, ink, "middle", "bold")
    for at, space in enumerate(row.spaces):
        yield f'<g transform="translate({BADGE + at * STEP} {GAP})">'
        yield from _die(dice[at]) if at < len(dice) else _space(space, costs=costs)
        yield "</g>"
    yield _text(BADGE, SPACE + GAP + 22, caption(row), 16, ink)
    yield from _coin(row.points, width - COIN // 2)


def _space(space: str, *, costs: bool) -> Iterator[str]:
    if space == AXE:
        yield _square(LIGHT_BLUE, STEEL)
        yield f'<path d="M17 49 L41 23" stroke="{EDGE}" stroke-width="6"/>'
        yield f'<path d="M20 20 Q50 6 52 44 Q44 26 20 20 Z" fill="{STEEL}"/>'
        return
    fill, ink = (DARK_BLUE, WHITE) if costs else (WHITE, PRINTED)
    yield _square(fill, ink, dashed=True)
    if space.isdecimal():
        yield from _pips(int(space), ink)


def _die(number: int) -> Iterator[str]:
    yield _square(GOLD, INK)
    yield from _pips(number, INK)


def _square(fill: str, edge: str, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="6 4"' if dashed else ""
    return (
        f'<rect x="1" y="1" width="{SPACE - 2}" height="{SPACE - 2}" rx="10"'
        f' fill="{fill}" stroke="{edge}" stroke-width="2"{dashes}/>'
    )


def _pips(number: int, ink: str) -> Iterator[str]:
    for x, y in PIPS[number]:
        yield f'<circle cx="{x}" cy="{y}" r="6" fill="{ink}"/>'


def _coin(points: int, middle: int) -> Iterator[str]:
    """What the row pays on a gold coin, or costs on a dark one."""
    sign, fill, ink = ("+", GOLD, INK) if points > 0 else ("\u2212", INK, WHITE)
    yield (
        f'<circle cx="{middle}" cy="{BAND // 2}" r="36" fill="{fill}"'
        f' stroke="{ink}" stroke-width="2"/>'
    )
    amount = f"{sign}{abs(points)}"
    yield _text(middle, BAND // 2 + 7, amount, 20, ink, "middle", "bold")


def _text(
    x: int,
    y: int,
    words: str,
    size: int,
    ink: str = INK,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{ink}"'
        f' text-anchor="{anchor}" font-weight="{weight}">{escape(words)}</text>'
    )
