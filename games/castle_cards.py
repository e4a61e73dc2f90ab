"""The cards of King of the Dice: Junior: what they show, in a file and in a line.

A turret card shows colours, a resident card symbols, each card so many lizards. The
owner's own dice and cards have the form of ``games/data/king_of_the_dice_junior.toml``,
and one line of text each in the record of a match.

>>> card = Card.parse("green- green- green- lizards 2")
>>> card.matched(Roll.parse("green-gem green-gem green-flower red-gem"))
True
>>> str(card), card.described
('green- green- green- lizards 2', 'green, green, green')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.dice import Die, Face, Roll, can_show
from games.errors import BadNotation, GamesError
from games.rulebook import FACES, Table, entries, entry, only, parse_dice

CARDS = 40
DICE = 4
MOST_LIZARDS = 99
ANIMAL = Face("animal")

_FIELDS = ("colours", "symbols", "lizards", "count", "source")


class BadCards(GamesError, ValueError):
    """Dice or cards that nobody can play with."""


# ---- values


class Card(NamedTuple):
    """What a card shows: the dice that it needs, and its lizards.

    The dice are faces of which the colour alone counts (``green-``) on a turret card,
    or the symbol alone (``flower``) on a resident card.
    """

    shows: Roll
    lizards: int

    def __str__(self) -> str:
        return f"{self.shows} lizards {self.lizards}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as ``text``; raises `BadNotation` where it is none."""
        found = re.fullmatch(r"\s*(.+) lizards (\d{1,9})\s*", text)
        if not found:
            raise BadNotation(
                f"{text.strip()!r} is no card: expected the dice and the lizards that"
                " it shows, such as: green- green- green- lizards 2"
            )
        return cls(Roll.parse(found[1]), int(found[2]))

    @property
    def turrets(self) -> bool:
        """Whether it shows turrets: colours count, not symbols."""
        return all(face.symbol is None for face in self.shows)

    @property
    def described(self) -> str:
        """The dice that it needs, in words."""
        return ", ".join(face.rstrip("-") for face in self.shows)

    def matched(self, dice: Roll) -> bool:
        """Whether these dice show at least what it needs (kj.at_least)."""
        return not missing(self.shows, dice)


@cache
def missing(shows: Roll, dice: Roll) -> Roll:
    """What of a card these dice do not show.

    >>> missing(Roll.parse("gem gem flower"), Roll.parse("red-gem green-flower"))
    Roll.parse('gem')
    """
    # A card shows colours or symbols, never both: no die is counted twice.
    return Roll((Counter(shows) - _counted(dice)).elements())


@cache
def _counted(dice: Roll) -> Counter[Face]:
    return Counter(side for face in dice for side in _sides(face))


@cache
def _sides(face: Face) -> tuple[Face, ...]:
    """What of a face a card can ask for: its colour, and its symbol."""
    colour = () if face.colour is None else (Face(f"{face.colour}-"),)
    return colour if face.symbol is None else (*colour, Face(face.symbol))


class Box(NamedTuple):
    """The dice and the cards that a match is played with."""

    dice: tuple[Die, ...]
    cards: tuple[Card, ...]


# ---- the file


def read_dice(table: Table, name: str) -> tuple[Die, ...]:
    """The dice of a file called ``name``; raises `BadCards` or `BadRulebook`."""
    dice = parse_dice(table, name)
    if len(dice) != DICE:
        raise BadCards(f"{name}: {len(dice)} dice, expected {DICE}")
    return dice


def read_cards(table: Table, dice: Sequence[Die], name: str) -> tuple[Card, ...]:
    """The cards of a file called ``name``, to be played with these dice.

    Raises `BadCards` or `BadRulebook`, which say in a sentence what is wrong where.
    """
    cards: list[Card] = []
    for number, each in enumerate(entries(table, "card", name), 1):
        where = f"{name}, card {number}"
        card = _card(each, where)
        _check(card, dice, where)
        cards += [card] * _whole({"count": 1, **each}, "count", 1, CARDS, where)
    _check_number(cards, name)
    return tuple(cards)


def _card(table: Table, where: str) -> Card:
    only(table, _FIELDS, where)
    kinds = [key for key in ("colours", "symbols") if key in table]
    if len(kinds) != 1:
        found = "both 'colours' and" if kinds else "neither 'colours' nor"
        raise BadCards(f"{where}: {found} 'symbols', expected one of the two")
    after = "-" if kinds == ["colours"] else ""
    try:
        shows = Roll(f"{n}{after}" for n in entry(table, kinds[0], list, where))
    except BadNotation as error:
        raise BadCards(f"{where}: {error}") from error
    return Card(shows, _whole(table, "lizards", 0, MOST_LIZARDS, where))


def _whole(table: Table, key: str, least: int, most: int, where: str) -> int:
    number = int(entry(table, key, int, where))
    if not least <= number <= most:
        raise BadCards(f"{where}: {key!r} is {number}, expected {least} to {most}")
    return number


def _check(card: Card, dice: Sequence[Die], where: str) -> None:
    """Raise `BadCards` where these dice can never show what the card needs."""
    if not 1 <= len(card.shows) <= DICE:
        raise BadCards(f"{where}: shows {len(card.shows)} dice, expected 1 to {DICE}")
    if len({face.endswith("-") for face in card.shows}) > 1:
        raise BadCards(f"{where}: shows colours and symbols, expected one of the two")
    sides = [tuple(side for face in die for side in _sides(face)) for die in dice]
    known = {side for die in sides for side in die}
    for face in card.shows:
        if face not in known:
            kind = [f for f in known if f.endswith("-") == face.endswith("-")] or known
            expected = _list(sorted(f.rstrip("-") for f in kind), "or")
            raise BadCards(
                f"{where}: no die shows {face.rstrip('-')}, expected {expected}"
            )
    some = combinations(sides, len(card.shows))
    if not any(can_show(dice, card.shows) for dice in some):
        raise BadCards(
            f"{where}: the dice never show {card.described} together, expected what"
            f" {DICE} dice can show"
        )


def _check_number(cards: Sequence[Card], where: str) -> None:
    if len(cards) != CARDS:
        raise BadCards(f"{where}: {len(cards)} cards, expected {CARDS}")


def _list(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


# ---- the line of text


def cards_text(cards: Iterable[Card]) -> str:
    """The cards in one line, sorted, as `parse_cards` reads them."""
    return "; ".join(map(str, sorted(cards)))


def parse_cards(text: str, dice: tuple[Die, ...], where: str) -> tuple[Card, ...]:
    """The cards of a line of text; raises `BadCards` as `read_cards` does."""
    cards = []
    for number, part in enumerate(text.split(";"), 1):
        try:
            cards.append(Card.parse(part))
        except BadNotation as error:
            raise BadCards(f"{where}, card {number}: {error}") from error
        _check(cards[-1], dice, f"{where}, card {number}")
    _check_number(cards, where)
    return tuple(cards)


def dice_text(dice: Sequence[Die]) -> str:
    """The faces of the dice in one line; of one die where all are alike."""
    return "; ".join(" ".join(die) for die in (dice[:1] if _alike(dice) else dice))


def parse_dice_text(text: str, where: str) -> tuple[Die, ...]:
    """The dice of a line of text; raises `BadCards` where it says none.

    >>> [len(die) for die in parse_dice_text("a-b a-c a-d a-e a-f a-g", "my dice")]
    [6, 6, 6, 6]
    """
    try:
        dice = [tuple(map(Face, part.split())) for part in text.split(";")]
    except BadNotation as error:
        raise BadCards(f"{where}: {error}") from error
    if len(dice) not in (1, DICE):
        raise BadCards(f"{where}: {len(dice)} dice, expected {DICE}, or 1 for all")
    for number, die in enumerate(dice, 1):
        if len(die) != FACES:
            raise BadCards(
                f"{where}, dice {number}: {len(die)} faces, expected {FACES}"
            )
    return tuple(dice * (DICE // len(dice)))


def _alike(dice: Sequence[Die]) -> bool:
    return all(die == dice[0] for die in dice)
