"""Draws the cards of King of the Dice: Junior as the program assumes them.

.venv/bin/python docs/pictures/castle_cards.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from games.castle_cards import Card
from games.dice import Face
from games.king_of_the_dice_junior import KingOfTheDiceJunior

HERE = Path(__file__).parent
COLUMNS = 8
WIDTH, HEIGHT, GAP = 112, 104, 10
DIE, STEP = 20, 24

COLOURS = {"red-": "#d6453d", "green-": "#4f9d45", "blue-": "#3d6fb6"}
SYMBOLS = {
    "gem": '<path d="M10 2 L18 9 L10 18 L2 9 Z" fill="#7b5aa6"/>',
    "flower": "".join(
        f'<circle cx="{x}" cy="{y}" r="3.6" fill="#e08a1e"/>'
        for x, y in ((10, 5), (15, 9), (13, 15), (7, 15), (5, 9))
    )
    + '<circle cx="10" cy="10.5" r="2.6" fill="#fffdf7"/>',
    "animal": '<path d="M3 16 Q9 18 9 11 Q9 4 14 4 M9 8 L5 6 M9 12 L13 14"'
    ' stroke="#2f7d4f" stroke-width="2.6" fill="none" stroke-linecap="round"/>'
    '<circle cx="15.4" cy="4.6" r="2.4" fill="#2f7d4f"/>',
}
TURRETS = "M0 19 V4 H14 V12 H30 V4 H48 V12 H64 V4 H82 V12 H98 V4 H112 V19 Z"
GATE = "M0 19 V10 H40 Q56 -6 72 10 H112 V19 Z"


def picture(cards: Iterable[Card]) -> str:
    """The cards side by side, as an SVG document."""
    shown = list(cards)
    width = GAP + COLUMNS * (WIDTH + GAP)
    height = GAP + -(-len(shown) // COLUMNS) * (HEIGHT + GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<title>Cards of King of the Dice: Junior, as the program assumes them</title>",
        '<rect width="100%" height="100%" fill="#fffdf7"/>',
    ]
    for number, card in enumerate(shown):
        row, column = divmod(number, COLUMNS)
        x, y = GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)
        lines += [f'<g transform="translate({x} {y})">', *_card(card), "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _card(card: Card) -> Iterator[str]:
    stone = "#b9a583" if card.turrets else "#c98f6b"
    yield f'<path d="{TURRETS if card.turrets else GATE}" fill="{stone}"/>'
    yield f'<rect y="18" width="{WIDTH}" height="{HEIGHT - 18}" fill="{stone}"/>'
    yield f'<rect x="4" y="28" width="{WIDTH - 8}" height="30" rx="6" fill="#fffdf7"/>'
    left = (WIDTH - len(card.shows) * STEP + STEP - DIE) / 2
    for place, face in enumerate(card.shows):
        yield f'<g transform="translate({left + place * STEP:g} 33)">{_die(face)}</g>'
    left = (WIDTH - card.lizards * STEP) / 2
    for place in range(card.lizards):
        at = f"translate({left + place * STEP:g} 70)"
        yield f'<g transform="{at}">{SYMBOLS["animal"]}</g>'


def _die(face: Face) -> str:
    box = f'<rect width="{DIE}" height="{DIE}" rx="4"'
    if face in COLOURS:
        return f'{box} fill="{COLOURS[face]}"/>'
    return f'{box} fill="none" stroke="#8a7a60"/>{SYMBOLS[face]}'


if __name__ == "__main__":
    (HERE / "castle_cards.svg").write_text(picture(KingOfTheDiceJunior().box.cards))
