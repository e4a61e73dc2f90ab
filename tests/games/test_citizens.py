"""The cards of King of the Dice: the box, needs, and what can be wrong with a file."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from games.card_file import read
from games.citizens import Citizen, Deck, Kind, deck_text, parse_deck, read_deck
from games.dice import Roll
from games.errors import BadNotation, GamesError
from games.king_of_the_dice import KingOfTheDice
from games.needs import Needs, parse, tally
from games.rulebook import parse_dice, toml

DOCS = Path(__file__).parent.parent.parent / "docs"
BOX = (files("games") / "data" / "king_of_the_dice.toml").read_text("utf-8")


def deck() -> Deck:
    table = toml(BOX, "box.toml")
    return read_deck(table, parse_dice(table, "box.toml"), "box.toml")


def test_the_box_holds_65_cards() -> None:
    cards = deck()
    assert len(list(cards)) == 65
    kinds = Counter(card.kind.value for card in cards.citizens)
    assert kinds == Counter(
        snob=2, elf=3, dwarf=8, gnome=6, orc=7, mushroom=3, apprentice=2, fairy=5
    ) + Counter(hypnotist=1, dragon=3)
    homes = Counter(card.village for card in cards.citizens)
    assert homes == {
        "city": 5,
        "mine": 8,
        "workshop": 6,
        "orc_village": 7,
        "forest": 10,
        "": 4,
    }
    assert [[card.points for card in stack] for stack in cards.stacks] == [
        [2, 3, 4]
    ] * 5
    assert sum(card.points for card in cards.idiots) == -20


def test_number_and_colour_tell_the_type_of_a_die() -> None:
    faces = Counter(face for die in deck().dice for face in die)
    assert len(faces) == 18
    assert set(faces.values()) == {2}
    for die in set(deck().dice):
        assert Counter(face.colour for face in die) == Counter(red=2, green=2, blue=2)
        assert sorted(face.symbol or "" for face in die) == list("123456")


def test_no_two_citizens_are_alike() -> None:
    cards = deck().citizens
    assert len({(card.kind, str(card.needs)) for card in cards}) == len(cards) == 40


@pytest.mark.parametrize(
    ("need", "dice", "met"),
    [
        ("all even", "red-2 red-2 red-4 red-4 red-6 red-6", True),
        ("all even", "red-2 red-2 red-4 red-4 red-6 red-5", False),
        ("all odd", "red-1 red-1 red-3 red-3 red-5 red-5", True),
        ("all odd", "red-2 red-2 red-4 red-4 red-6 red-6", False),
        ("run of 4", "red-3 red-4 red-5 red-6 red-6 red-6", True),
        ("run of 4", "red-1 red-2 red-3 red-5 red-6 red-6", False),
        ("run of 6", "red-1 red-2 red-3 red-4 red-5 red-6", True),
        ("3 3 3", "red-3 blue-3 green-3 red-3 red-1 red-2", True),
        ("3 3 3", "red-3 blue-3 green-4 red-4 red-4 red-2", False),
        ("red red blue", "red-1 red-2 red-3 blue-4 green-1 green-2", True),
        ("red red blue", "red-1 red-2 red-3 green-4 green-1 green-2", False),
        ("a a b b", "red-1 red-1 red-1 red-1 red-2 red-2", True),
        ("a a b b", "red-1 red-1 red-1 red-1 red-1 red-1", False),
        ("a a b b c c", "red-1 red-1 red-1 red-1 red-2 red-2", False),
        ("a a a a b b", "red-1 red-1 red-1 red-2 red-2 red-2", False),
        ("a a a b b", "red-1 red-1 red-1 red-2 red-2 red-2", True),
        ("4 of one colour", "red-1 red-2 red-3 red-4 blue-4 blue-5", True),
        ("4 of one colour", "red-1 red-2 red-3 blue-3 blue-4 blue-5", False),
        ("sum <= 12", "red-1 red-1 red-1 red-1 red-2 red-6", True),
        ("sum <= 12", "red-1 red-1 red-1 red-1 red-3 red-6", False),
        ("sum >= 30", "red-6 red-6 red-6 red-6 red-5 red-1", True),
        ("sum >= 30", "red-6 red-6 red-6 red-5 red-5 red-1", False),
    ],
)
def test_needs(need: str, dice: str, *, met: bool) -> None:
    assert parse(need).met(tally(Roll.parse(dice))) is met
    assert str(parse(need)) == need


@pytest.mark.parametrize("text", ["", "1 2", "7", "a a d", "all red dice!", "sum 12"])
def test_no_need(text: str) -> None:
    with pytest.raises(BadNotation, match="no need of a citizen: expected one like"):
        parse(text)


def test_deck_as_text() -> None:
    text = deck_text(deck())
    assert parse_deck(text, "text") == deck()
    assert "\n" not in text
    assert '"' not in text


DWARF = 'name = "dwarf_111", kind = "dwarf", needs = "1 1 1", points = 4'


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            DWARF,
            DWARF[:-12],
            r"citizen 6 \(dwarf_111\): 'points' is missing, expected a whole",
        ),
        ("points = 10", 'points = "ten"', r"citizen 12 .*'ten', expected a whole num"),
        ('needs = "3 3 3 3"', 'needs = "3 of 4"', "citizen 9 .*'3 of 4' is no need"),
        ('kind = "orc"', 'kind = "ork"', "citizen 20 .* no kind 'ork', expected one"),
        ('village = "mine"', 'village = "pit"', "citizen 6 .* no village 'pit', exp"),
        ("red red green green blue", "red red pink", "30 .* no die shows pink, expec"),
        (
            "points = -2, source",
            'points = -2, village = "mine", source',
            r"citizen 38 \(dragon_25\): a dragon with village 'mine', expected none",
        ),
        (
            'village = "city", source',
            'vilage = "city", source',
            r"citizen 1 \(snob_even\): 'vilage' is unknown, expected name, kind, ",
        ),
        ("points = -6", "points = 6", r"dragon_30\): a dragon with 6 points, expected"),
        ('blue blue", points = 1', 'blue blue", points = 2', "a fairy with 2 points"),
        ("sum >= 30", "sum >= 40", "sum >= 40, but the dice show 6 to 36 together"),
        ("sum <= 12", "sum <= 5", "sum <= 5, but the dice show 6 to 36 together"),
        ("count = 4", "count = 4000000000000", "idiot 1: 'count' is 4000000000000, e"),
        ("count = 4", "number = 4", "idiot 1: 'number' is unknown, expected points"),
        ("colour = ", "color = ", "village 1 .* 'color' is unknown, expected name, c"),
        ('kind = "dragon"', 'kind = "hypnotist"', "hypnotist_12 and dragon_25 are hyp"),
        ('"elf_5"', '"elf_4"', "2 cards are called 'elf_4', expected one"),
        ('"elf_5"', '"Elf 5"', "a card is called 'Elf 5', expected small letters"),
        ("count = 4", "count = 3", r"64 cards \(40 .* 9 idiots\), expected 65 \(40"),
        ("points = -1", "points = 1", "idiot 1: 1 points, expected a number below 0"),
        ("[2, 3, 4]", "[2, 3]", r"village 1 \(city\): points are \[2, 3\], expected 3"),
        ('"blue-6"]', '"blue-6", "red-6"]', "dice 1: 7 faces, expected 6"),
        ('"blue-6"]', '"blue-7"]', "dice 1: a face is blue-7, expected a colour and"),
        ('"red-1"', '"blue-1"', "dice 2: blue-1 is on dice of another type too, exp"),
        ("count = 2\nfaces", "count = 1\nfaces", "5 dice, expected 6"),
        ('game = "king_of_the_dice"', 'game = "whist"', "game is 'whist', expected o"),
        ('game = "king_of_the_dice"', "", "names no game, expected game = "),
        ("[[dice]]", "[dice", "box.toml is no TOML"),
    ],
)
def test_bad_cards_are_named_in_a_sentence(old: str, new: str, says: str) -> None:
    assert old in BOX
    with pytest.raises(GamesError, match=says) as caught:
        read(BOX.replace(old, new, 1).encode(), "box.toml")
    assert "box.toml" in str(caught.value)
    assert "\n" not in str(caught.value).partition("TOML")[0]


def test_a_card_missing_from_the_file() -> None:
    card = next(line for line in BOX.splitlines(keepends=True) if "gnome_red4" in line)
    with pytest.raises(GamesError, match=r"box.toml: 64 cards \(39 citizens.*65 \(40"):
        read(BOX.replace(card, "").encode(), "box.toml")


def test_the_picture_shows_the_cards_of_the_box() -> None:
    """Draw it anew with docs/pictures/citizens.py where this fails."""
    script = runpy.run_path(str(DOCS / "pictures" / "citizens.py"))
    drawn = (DOCS / "pictures" / "citizens.svg").read_text("utf-8")
    assert script["picture"](KingOfTheDice()) == drawn


def test_every_form_of_a_need_stands_on_the_page() -> None:
    page = (DOCS / "games" / "king_of_the_dice.md").read_text("utf-8")
    forms = re.findall(r"^\| `([^`]+)` \| .*citizens? ", page, re.M)
    assert len(forms) == 8
    kinds = {kind.__name__ for kind in Needs.__subclasses__()}
    assert {type(parse(form)).__name__ for form in forms} == kinds


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(GamesError, match=r"my\.toml is no UTF-8 text"):
        read(b"\xff\xfe", "my.toml")


def test_bad_line_of_cards() -> None:
    with pytest.raises(GamesError, match=r"kotd\.cards, card 1: 'dwarf', expected one"):
        parse_deck("dwarf", "kotd.cards")


def test_fairies_are_at_home_in_the_forest() -> None:
    fairies = [c for c in deck().citizens if c.kind is Kind.FAIRY]
    assert all(isinstance(fairy, Citizen) for fairy in fairies)
    assert {fairy.village for fairy in fairies} == {"forest"}
