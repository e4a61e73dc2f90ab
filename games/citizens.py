"""The 65 cards of King of the Dice: citizens, villages and village idiots.

Cards are data: ``games/data/king_of_the_dice.toml`` holds those of the box, with the
source of every value, and an owner's own card file has the same form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from games.card_file import CardFile
from games.dice import Die
from games.errors import BadNotation
from games.needs import Needs, OfColours, Sum, parse
from games.rulebook import BadRulebook, Table, entries, entry, only, parse_dice

CITIZENS, PLACES, STACK, IDIOTS = 40, 5, 3, 10
DICE = 6


class Kind(StrEnum):
    """What somebody is; the rules give some kinds an effect."""

    SNOB = "snob"
    ELF = "elf"
    DWARF = "dwarf"
    GNOME = "gnome"
    ORC = "orc"
    MUSHROOM = "mushroom"
    APPRENTICE = "apprentice"
    FAIRY = "fairy"
    HYPNOTIST = "hypnotist"
    DRAGON = "dragon"


class _Card:
    """Something with a name, which is all that messages need of it."""

    __slots__ = ()
    name: str

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Citizen(_Card):
    """Somebody who comes when the dice show what they need.

    ``village`` is where they are at home: the name of a stack, or empty.
    """

    name: str
    kind: Kind
    needs: Needs
    points: int
    village: str


@dataclass(frozen=True, slots=True, repr=False)
class Village(_Card):
    """One card of the stack that ``stack`` names."""

    name: str
    stack: str
    points: int


@dataclass(frozen=True, slots=True, repr=False)
class Idiot(_Card):
    """A village idiot; its points are below zero."""

    name: str
    points: int


Card: TypeAlias = Citizen | Village | Idiot


@dataclass(frozen=True)
class Deck:
    """All cards, and the dice that they are played with.

    The stacks of villages stand from left to right, the top card of each first.
    """

    citizens: tuple[Citizen, ...]
    stacks: tuple[tuple[Village, ...], ...]
    idiots: tuple[Idiot, ...]
    dice: tuple[Die, ...]

    def __iter__(self) -> Iterator[Card]:
        yield from self.citizens
        for stack in self.stacks:
            yield from stack
        yield from self.idiots


def read_deck(table: Table, dice: tuple[Die, ...], name: str) -> Deck:
    """The cards of a card file; raises `BadRulebook` for what King of the Dice lacks.

    ``name`` is what the file is called in messages.
    """
    deck = Deck(
        citizens=tuple(_citizens(table, name)),
        stacks=tuple(_stacks(table, name)),
        idiots=tuple(_idiots(table, name)),
        dice=dice,
    )
    _check_numbers(deck, name)
    _check_names(deck, name)
    _check_dice(deck, name)
    _check_citizens(deck, name)
    return deck


def _citizens(table: Table, name: str) -> Iterator[Citizen]:
    for number, card in enumerate(entries(table, "citizen", name), 1):
        yield _citizen(card, f"{name}, citizen {number} ({card.get('name', '?')})")


def _citizen(card: Table, where: str) -> Citizen:
    only(card, ("name", "kind", "needs", "points", "village", "source"), where)
    entry(card, "source", str, where)
    return Citizen(
        name=entry(card, "name", str, where),
        kind=_kind(entry(card, "kind", str, where), where),
        needs=_needs(entry(card, "needs", str, where), where),
        points=entry(card, "points", int, where),
        village=entry({"village": "", **card}, "village", str, where),
    )


def _kind(text: str, where: str) -> Kind:
    if text not in list(Kind):
        raise BadRulebook(
            f"{where}: there is no kind {text!r}, expected one of {', '.join(Kind)}"
        )
    return Kind(text)


def _needs(text: str, where: str) -> Needs:
    try:
        return parse(text)
    except BadNotation as error:
        raise BadRulebook(f"{where}: {error}") from error


def _stacks(table: Table, name: str) -> Iterator[tuple[Village, ...]]:
    for number, each in enumerate(entries(table, "village", name), 1):
        where = f"{name}, village {number} ({each.get('name', '?')})"
        only(each, ("name", "colour", "points", "source"), where)
        entry(each, "source", str, where)
        stack = entry(each, "name", str, where)
        points = entry(each, "points", list, where)
        if len(points) != STACK or not all(type(n) is int for n in points):
            raise BadRulebook(
                f"{where}: points are {points}, expected {STACK} whole numbers,"
                " the top card first"
            )
        yield tuple(Village(f"{stack}_{n}", stack, n) for n in points)


def _idiots(table: Table, name: str) -> Iterator[Idiot]:
    for number, each in enumerate(entries(table, "idiot", name), 1):
        where = f"{name}, idiot {number}"
        only(each, ("points", "count", "source"), where)
        entry(each, "source", str, where)
        points = entry(each, "points", int, where)
        if points >= 0:
            raise BadRulebook(f"{where}: {points} points, expected a number below 0")
        count = entry(each, "count", int, where)
        if not 1 <= count <= IDIOTS:
            raise BadRulebook(f"{where}: 'count' is {count}, expected 1 to {IDIOTS}")
        yield from [Idiot(f"idiot_{-points}", points)] * count


def _check_numbers(deck: Deck, name: str) -> None:
    found = (len(deck.citizens), len(deck.stacks), len(deck.idiots))
    if found != (CITIZENS, PLACES, IDIOTS):
        raise BadRulebook(
            f"{name}: {len(list(deck))} cards ({found[0]} citizens, {found[1]} stacks"
            f" of {STACK} villages, {found[2]} idiots), expected"
            f" {CITIZENS + PLACES * STACK + IDIOTS} ({CITIZENS}, {PLACES} and {IDIOTS})"
        )


def _check_names(deck: Deck, name: str) -> None:
    named = [card.name for card in deck if not isinstance(card, Idiot)]
    for card, count in Counter(named).items():
        if count > 1:
            raise BadRulebook(
                f"{name}: {count} cards are called {card!r}, expected one"
            )
        if not re.fullmatch("[a-z0-9_]+", card):
            raise BadRulebook(
                f"{name}: a card is called {card!r}, expected small letters, digits"
                " and _"
            )


def _check_dice(deck: Deck, name: str) -> None:
    """The face must tell the die: it is how the rules know which dice are kept."""
    if len(deck.dice) != DICE:
        raise BadRulebook(f"{name}: {len(deck.dice)} dice, expected {DICE}")
    types = list(dict.fromkeys(deck.dice))
    for number, die in enumerate(types, 1):
        for face in die:
            if not re.fullmatch("[a-z]+-[1-6]", face):
                raise BadRulebook(
                    f"{name}, dice {number}: a face is {face}, expected a colour and a"
                    " number from 1 to 6, like red-5"
                )
            if any(face in other for other in types[: number - 1]):
                raise BadRulebook(
                    f"{name}, dice {number}: {face} is on dice of another type too,"
                    " expected each face on one type alone"
                )


def _check_citizens(deck: Deck, name: str) -> None:
    hypnotists = [c.name for c in deck.citizens if c.kind is Kind.HYPNOTIST]
    if len(hypnotists) > 1:
        raise BadRulebook(
            f"{name}: {' and '.join(hypnotists)} are hypnotists, expected one at most"
        )
    stacks = [stack[0].stack for stack in deck.stacks]
    colours = sorted({face.split("-")[0] for die in deck.dice for face in die})
    for number, card in enumerate(deck.citizens, 1):
        where = f"{name}, citizen {number} ({card.name})"
        if card.village and card.village not in stacks:
            raise BadRulebook(
                f"{where}: there is no village {card.village!r}, expected none or one"
                f" of {', '.join(stacks)}"
            )
        if card.village and card.kind in (Kind.HYPNOTIST, Kind.DRAGON):
            raise BadRulebook(
                f"{where}: a {card.kind} with village {card.village!r}, expected none"
            )
        if card.kind is Kind.DRAGON and card.points >= 0:
            raise BadRulebook(
                f"{where}: a dragon with {card.points} points, expected a number"
                " below 0"
            )
        if card.kind is Kind.FAIRY and card.points != 1:
            raise BadRulebook(
                f"{where}: a fairy with {card.points} points, expected 1: so many"
                " counts each for every fairy in its kingdom"
            )
        _check_sum(card.needs, deck.dice, where)
        wanted = card.needs.counts if isinstance(card.needs, OfColours) else ()
        for colour, _ in wanted:
            if colour not in colours:
                raise BadRulebook(
                    f"{where}: no die shows {colour}, expected {', '.join(colours)}"
                )


def _check_sum(needs: Needs, dice: Sequence[Die], where: str) -> None:
    """Raise `BadRulebook` for a sum that no dice, or all of them, show."""
    if not isinstance(needs, Sum):
        return
    numbers = [[int(face.symbol or 0) for face in die] for die in dice]
    least, most = sum(map(min, numbers)), sum(map(max, numbers))
    if not least <= needs.total <= most:
        raise BadRulebook(
            f"{where}: {needs}, but the dice show {least} to {most} together"
        )


# ---- as one line of text, for the record of a match

_LINES = {
    "citizen": r"(?P<name>\S+) (?P<kind>\S+) (?P<points>-?\d+) (?P<village>\S*):"
    r" (?P<needs>.+)",
    "village": r"(?P<name>\S+): (?P<points>-?\d+( -?\d+)*)",
    "idiot": r"(?P<points>-\d+) (?P<count>\d+)",
    "dice": r"(?P<count>\d+): (?P<faces>.+)",
}


def deck_text(deck: Deck) -> str:
    """All cards in one line, as `parse_deck` reads them."""
    citizens = [
        f"citizen {card.name} {card.kind} {card.points} {card.village}: {card.needs}"
        for card in deck.citizens
    ]
    villages = [
        f"village {stack[0].stack}: {' '.join(str(card.points) for card in stack)}"
        for stack in deck.stacks
    ]
    counts = Counter(card.points for card in deck.idiots)
    idiots = [f"idiot {points} {count}" for points, count in counts.items()]
    types = Counter(deck.dice).items()
    dice = [f"dice {count}: {' '.join(die)}" for die, count in types]
    return "; ".join([*citizens, *villages, *idiots, *dice])


@lru_cache(maxsize=8)
def parse_deck(text: str, where: str) -> Deck:
    """The cards of a line of text; raises `BadRulebook` as `read_deck` does."""
    table: dict[str, list[Table]] = {kind: [] for kind in _LINES}
    for number, part in enumerate(text.split(";"), 1):
        kind, _, card = part.strip().partition(" ")
        found = re.fullmatch(_LINES.get(kind, "(?!)"), card)
        if not found:
            raise BadRulebook(
                f"{where}, card {number}: {part.strip()!r}, expected one like"
                " citizen dwarf_111 dwarf 4 mine: 1 1 1, village mine: 2 3 4,"
                " idiot -1 4 or dice 2: blue-1 green-2 red-3 red-4 green-5 blue-6"
            )
        table[kind].append(_entry(kind, found))
    return read_deck(table, parse_dice(table, where), where)


def _entry(kind: str, found: re.Match[str]) -> Table:
    """What a card file would say in the place of this part of the line."""
    given = {**found.groupdict(), "source": ""}
    if kind == "dice":
        return {"count": int(given["count"]), "faces": given["faces"].split()}
    points = [int(number) for number in given["points"].split()]
    if kind == "village":
        return {**given, "points": points}
    if kind == "idiot":
        return {**given, "points": points[0], "count": int(given["count"])}
    return {**given, "points": points[0]}


def card_file(table: Table, name: str) -> CardFile:
    """The cards of a file for this game (see `games.card_file`)."""
    deck = read_deck(table, parse_dice(table, name), name)
    cards = tuple(f"{card.name:30} {_shown(card)}" for card in deck)
    return CardFile("king_of_the_dice", cards, {"kotd.cards": deck_text(deck)})


def _shown(card: Card) -> str:
    wanted = f"  {card.needs}" if isinstance(card, Citizen) else ""
    return f"{card.points:3}{wanted}"
