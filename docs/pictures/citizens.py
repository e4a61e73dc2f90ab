"""Draws the 40 citizens of King of the Dice and the faces of its dice.

.venv/bin/python docs/pictures/citizens.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from games.citizens import Citizen, Kind
from games.dice import Die
from games.king_of_the_dice import KingOfTheDice
from games.needs import OfColours, OfNumber, OneColour, Parity, Run, Shapes

HERE = Path(__file__).parent
COLUMNS = 8
WIDTH, HEIGHT, GAP = 132, 84, 10
DIE, STEP = 17, 20
LONG = 16

DICE = {"red": "#d6453d", "green": "#4f9d45", "blue": "#3d6fb6"}
BLANK, ANY = "#fffdf7", "url(#any)"
VILLAGES = {
    "city": "#e6c34a",
    "mine": "#a07d55",
    "workshop": "#7ea6d6",
    "orc_village": "#8fb765",
    "forest": "#a98bc4",
    "": "#c9c2b4",
}
RAINBOW = "".join(
    f'<stop offset="{at}" stop-color="{colour}"/>'
    for at, colour in zip((0, 0.5, 1), DICE.values(), strict=True)
)
HEAD = f"""\
<title>The 40 citizens of King of the Dice, and its dice</title>
<defs><linearGradient id="any">{RAINBOW}</linearGradient></defs>
<style>text {{ font-family: sans-serif; fill: #3b2a17 }}</style>
<rect width="100%" height="100%" fill="#fffdf7"/>"""


def picture(game: KingOfTheDice) -> str:
    """The citizens side by side, then the types of dice, as an SVG document."""
    citizens = game.deck.citizens
    top = GAP + -(-len(citizens) // COLUMNS) * (HEIGHT + GAP)
    width = GAP + COLUMNS * (WIDTH + GAP)
    size = f"{width} {top + STEP * 2}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">', HEAD]
    for number, card in enumerate(citizens):
        row, column = divmod(number, COLUMNS)
        x, y = GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)
        lines += [f'<g transform="translate({x} {y})">', *_card(game, card), "</g>"]
    for number, die in enumerate(dict.fromkeys(game.dice)):
        x = GAP + number * (8 * STEP)
        lines += [f'<g transform="translate({x} {top})">', *_faces(die), "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _card(game: KingOfTheDice, card: Citizen) -> Iterator[str]:
    colour = VILLAGES[card.village]
    title = game.called(card).partition(" (")[0]
    points = "n" if card.kind is Kind.FAIRY else str(card.points)
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{colour}"/>'
    yield f'<circle cx="17" cy="17" r="12" fill="{BLANK}"/>'
    yield _text(points, 17, 21.5, 13)
    yield _text(title, WIDTH / 2 + 13, 21, 11 if len(title) < LONG else 9)
    yield f'<rect x="4" y="38" width="{WIDTH - 8}" height="38" rx="6" fill="{BLANK}"/>'
    shown = list(_shown(card))
    left = (WIDTH - len(shown) * STEP + STEP - DIE) / 2
    for place, (fill, mark) in enumerate(shown):
        yield _die(left + place * STEP, 48, fill, mark)
    if not shown:
        yield _text(str(card.needs), WIDTH / 2, 62, 13)


def _shown(card: Citizen) -> Iterator[tuple[str, str]]:
    """The dice that the card pictures: their colour, and what is on them."""
    match card.needs:
        case Parity(remainders):
            yield from [(BLANK, "odd" if remainders == (1,) else "even")] * 6
        case Run(length):
            yield from [(BLANK, "→" if place else "") for place in range(length)]
        case OfNumber(number, count):
            yield from [(BLANK, str(number))] * count
        case OfColours(counts):
            for colour, count in counts:
                yield from [(DICE[colour], "")] * count
        case OneColour(count):
            yield from [(ANY, "")] * count
        case Shapes(sizes):
            for shape, size in zip("●▲★", sizes, strict=False):
                yield from [(BLANK, shape)] * size


def _faces(die: Die) -> Iterator[str]:
    for place, face in enumerate(die):
        fill = DICE[face.colour or ""]
        yield _die(place * STEP, 0, fill, face.symbol or "", ink=BLANK)
    yield _text("2 of these", 3 * STEP, 32, 10)


def _die(x: float, y: float, fill: str, mark: str, ink: str = "#3b2a17") -> str:
    box = f'<rect width="{DIE}" height="{DIE}" rx="4" fill="{fill}" stroke="#8a7a60"/>'
    size = 12 if len(mark) == 1 else 6.5
    text = _text(mark, DIE / 2, 9 + size / 3, size, ink) if mark else ""
    return f'<g transform="translate({x:g} {y:g})">{box}{text}</g>'


def _text(text: str, x: float, y: float, size: float, ink: str = "#3b2a17") -> str:
    shown = text.replace("<=", "≤").replace(">=", "≥")
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle"'
        f' style="fill: {ink}">{shown}</text>'
    )


if __name__ == "__main__":
    (HERE / "citizens.svg").write_text(picture(KingOfTheDice()), "utf-8")
