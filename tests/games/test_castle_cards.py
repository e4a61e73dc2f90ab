"""The cards of King of the Dice: Junior: the owner's own, and what can be wrong."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from games.card_file import read as read_file
from games.castle_cards import (
    CARDS,
    Card,
    cards_text,
    dice_text,
    parse_cards,
    parse_dice_text,
    read_cards,
)
from games.dice import Roll
from games.errors import BadNotation, GamesError
from games.king_of_the_dice_junior import (
    BOOK,
    KingOfTheDiceJunior,
)
from games.record import Header, read, write
from games.referee import Accepted, begin, judge
from games.rulebook import DATA, BadOption, Rulebook, parse
from games.rules import Keep, Rolled
from tests.games.playing import moments

DOCS = Path(__file__).parent.parent.parent / "docs"
FACES = ("pink-shell", "pink-crab", "gold-shell", "gold-star", "grey-star", "grey-crab")
DIE = f"[[dice]]\ncount = 4\nfaces = {list(FACES)}\n"
TURRET = '[[card]]\ncolours = ["pink", "gold"]\nlizards = 1\n'
RESIDENT = '[[card]]\nsymbols = ["crab", "crab", "star"]\nlizards = 2\n'
OWN = DIE + TURRET + "count = 25\n" + RESIDENT + "count = 15\n"


def own(text: str) -> Mapping[str, str]:
    """The options of a file with this text."""
    named = f'game = "{BOOK.game}"\n{text}'
    return read_file(named.encode(), "mine.toml").options


# ---- what cards are


def test_text_and_card_are_one() -> None:
    for card in KingOfTheDiceJunior().box.cards:
        assert Card.parse(str(card)) == card
    for text in ("green- green-", "lizards 2", "green- lizards two", ""):
        with pytest.raises(BadNotation, match="lizards 2"):
            Card.parse(text)


def test_the_assumed_cards_favour_no_colour_and_no_symbol() -> None:
    cards = KingOfTheDiceJunior().box.cards
    assert len(cards) == len(set(cards)) == CARDS
    shown = Counter(face for card in cards for face in card.shows)
    turrets = {shown[face] for face in shown if face.endswith("-")}
    residents = {shown[face] for face in shown if not face.endswith("-")}
    assert len(turrets) == len(residents) == 1
    lizards = [sum(c.lizards for c in cards if c.turrets is kind) for kind in (0, 1)]
    assert lizards[0] == lizards[1]


def test_the_rulebooks_own_cards_are_there() -> None:
    shown = {str(card.shows) for card in KingOfTheDiceJunior().box.cards}
    assert {"green- green- green-", "animal flower flower gem"} <= shown
    told = [card["source"] for card in BOOK.extra["card"]]
    assert sum(source == "assumed" for source in told) == 38


# ---- the owner's own


def test_own_dice_and_cards_are_played_with() -> None:
    game = KingOfTheDiceJunior(own(OWN))
    assert game.dice == (FACES,) * 4
    assert Counter(map(str, game.box.cards)) == {
        "gold- pink- lizards 1": 25,
        "crab crab star lizards 2": 15,
    }


def test_the_file_of_the_box_is_a_card_file() -> None:
    box = read_file((DATA / f"{BOOK.game}.toml").read_bytes(), "the box")
    game = KingOfTheDiceJunior(box.options)
    assert sorted(game.box.cards) == sorted(KingOfTheDiceJunior().box.cards)
    assert game.dice == KingOfTheDiceJunior().dice
    assert box.cards[0].split() == ["turrets", "blue,", "green,", "red", "lizards", "0"]


def test_own_cards_alone_and_own_dice_alone() -> None:
    cards = '[[card]]\ncolours = ["red"]\nlizards = 0\ncount = 40\n'
    assert set(own(cards)) == {"kj.cards"}
    other = DIE.replace("pink", "red").replace("gold", "green").replace("grey", "blue")
    other = other.replace("shell", "gem").replace("crab", "animal")
    dice = other.replace("star", "flower")
    assert set(own(dice)) == {"kj.dice"}


def test_the_record_holds_own_dice_and_cards() -> None:
    """A record read where nobody has the file gives the same match."""
    game = KingOfTheDiceJunior(own(OWN))
    match = begin(game, ("Anna", "Bo"))
    for moment in moments(game, 2, Random(4)):
        judged = judge(match, moment.seat, moment.action)
        assert isinstance(judged, Accepted)
        match = judged.match
    header = Header(BOOK.game, match.players, game.options)
    reading = read(write(match, header).encode())
    assert reading.faults == ()
    assert reading.match.states == match.states
    assert reading.match.game.dice == game.dice


def test_dice_that_differ() -> None:
    """Whichever die was kept, the others may show what they have."""
    letters, more = "a-x a-x b-x b-x c-x c-x", "c-x c-x d-x d-x e-x e-x"
    dice = "; ".join([letters, letters, more, more])
    card = "c- c- c- c- lizards 1"
    game = KingOfTheDiceJunior({"kj.dice": dice, "kj.cards": "; ".join([card] * 40)})
    state = game.start(2)
    for _ in range(2):
        state = game.apply(state, game.draws(state)[0]).state
    for action in (
        Rolled(Roll.parse("a-x c-x d-x e-x")),
        Keep(Roll.parse("c-x")),
    ):
        state = game.apply(state, action).state
    assert len(game.awaits(state).dice or ()) == 3
    for roll, fits in (
        ("a-x d-x e-x", True),
        ("a-x b-x d-x", True),
        ("a-x b-x a-x", False),
        ("d-x d-x d-x", False),
    ):
        assert game.legal(state, Rolled(Roll.parse(roll))) is fits, roll


def test_line_and_file_say_the_same() -> None:
    dice = KingOfTheDiceJunior().dice
    cards = read_cards(BOOK.extra, dice, "the box")
    assert sorted(parse_cards(cards_text(cards), dice, "a line")) == sorted(cards)
    assert parse_dice_text(dice_text(dice), "a line") == dice


# ---- what the documents show


def test_the_page_shows_the_example_and_the_example_works() -> None:
    example = (DOCS / "games" / f"{BOOK.game}_example.toml").read_text()
    page = (DOCS / "games" / f"{BOOK.game}.md").read_text()
    assert f"```toml\n{example}```" in page
    found = read_file(example.encode(), "the example")
    assert len(KingOfTheDiceJunior(found.options).box.cards) == CARDS


def test_the_picture_shows_the_assumed_cards() -> None:
    """Draw it anew with docs/pictures/castle_cards.py where this fails."""
    script = runpy.run_path(str(DOCS / "pictures" / "castle_cards.py"))
    drawn = (DOCS / "pictures" / "castle_cards.svg").read_text()
    assert script["picture"](KingOfTheDiceJunior().box.cards) == drawn


# ---- bad data: one sentence that names file, entry and what was expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            OWN.replace("lizards = 2\n", ""),
            "mine.toml, card 2: 'lizards' is missing, expected a whole number",
        ),
        (OWN.replace("count = 15", "count = 14"), "mine.toml: 39 cards, expected 40"),
        (
            DIE.replace("'pink-shell'", "'pink-shell', 'pink-star'"),
            "mine.toml, dice 1: 7 faces, expected 6",
        ),
        (DIE.replace("= 4", "= 3"), "mine.toml: 3 dice, expected 4"),
        (
            DIE.replace("pink-shell", "Pink"),
            "mine.toml, dice 1: 'Pink' is no face: expected SYMBOL (5, skull),"
            " COLOUR-SYMBOL (red-5) or COLOUR- (red-), in small letters, digits and _",
        ),
        (
            DIE.replace("count = 4\n", ""),
            "mine.toml, dice 1: 'count' is missing, expected a whole number",
        ),
        (
            DIE + "[[card]]\nlizards = 1\n",
            "mine.toml, card 1: neither 'colours' nor 'symbols', expected one of the"
            " two",
        ),
        (
            DIE + TURRET + 'symbols = ["crab"]\n',
            "mine.toml, card 1: both 'colours' and 'symbols', expected one of the two",
        ),
        (
            OWN.replace('"pink", "gold"', '"pink", "red"'),
            "mine.toml, card 1: no die shows red, expected gold, grey or pink",
        ),
        (
            OWN.replace('"pink", "gold"', '"pink", "crab"'),
            "mine.toml, card 1: no die shows crab, expected gold, grey or pink",
        ),
        (
            OWN.replace('"crab", "crab"', '"crab", "crab", "crab", "crab"'),
            "mine.toml, card 2: shows 5 dice, expected 1 to 4",
        ),
        (
            OWN.replace('"pink", "gold"', ""),
            "mine.toml, card 1: shows 0 dice, expected 1 to 4",
        ),
        (
            OWN.replace("lizards = 1", "lizards = -1"),
            "mine.toml, card 1: 'lizards' is -1, expected 0 to 99",
        ),
        (
            OWN.replace("lizards = 1", "lizard = 1"),
            "mine.toml, card 1: 'lizard' is unknown, expected colours, symbols,"
            " lizards, count and source",
        ),
        (
            OWN.replace("count = 25", "count = 0"),
            "mine.toml, card 1: 'count' is 0, expected 1 to 40",
        ),
        (
            OWN.replace("lizards = 1", "lizards = true"),
            "mine.toml, card 1: 'lizards' is True, expected a whole number",
        ),
        (
            OWN.replace("count = 25", "count = 9000000000"),
            "mine.toml, card 1: 'count' is 9000000000, expected 1 to 40",
        ),
        (
            DIE.replace("= 4", "= 9000000000"),
            "mine.toml, dice 1: 'count' is 9000000000, expected 1 to 99",
        ),
        (
            OWN.replace('"crab", "crab"', '"crab", "pink-"'),
            "mine.toml, card 2: shows colours and symbols, expected one of the two",
        ),
        (
            "[[dice]]\ncount = 4\nfaces = ['a-', 'a-', 'b-', 'b-', 'c-', 'c-']\n"
            + RESIDENT,
            "mine.toml, card 1: no die shows crab, expected a, b or c",
        ),
        (
            "card = 3\n",
            "mine.toml: 'card' is 3, expected tables [[card]]",
        ),
        (
            'title = "mine"\n',
            "mine.toml: neither dice nor cards, expected [[dice]] or [[card]]",
        ),
        (
            DIE,
            "mine.toml with the assumed cards, card 1: no die shows blue, expected"
            " gold, grey or pink",
        ),
    ],
)
def test_bad_data(text: str, why: str) -> None:
    with pytest.raises(GamesError) as caught:
        own(text)
    assert str(caught.value) == why


def test_a_damaged_file_gives_an_error_for_people() -> None:
    """Whatever is typed wrong: cards that can be played with, or one sentence."""
    chance, good = Random(8), f'game = "{BOOK.game}"\n{OWN}'
    used, said = 0, []
    for _ in range(600):
        at, length = chance.randrange(len(good)), chance.randint(0, 8)
        typed = "".join(chance.choice("ax-1=[]\"'{}., \n") for _ in range(length % 3))
        text = good[:at] + typed + good[at + length :]
        try:
            options = read_file(text.encode(), "mine.toml").options
            used += len(KingOfTheDiceJunior(options).box.cards) == CARDS
        except GamesError as error:
            said.append(str(error))
    assert all(each.startswith("mine.toml") for each in said)
    assert len(said) > 100
    assert used > 20


def test_a_file_that_is_no_toml() -> None:
    with pytest.raises(GamesError, match=r"mine\.toml is no TOML: "):
        own("[[card")


def test_a_card_that_these_dice_never_show() -> None:
    one, other = [f"red-{n}" for n in "abcdef"], [f"blue-{n}" for n in "abcdef"]
    dice = "".join(f"[[dice]]\ncount = 2\nfaces = {faces}\n" for faces in (one, other))
    card = '[[card]]\ncolours = ["red", "red", "red"]\nlizards = 1\ncount = 40\n'
    with pytest.raises(GamesError) as caught:
        own(dice + card)
    assert str(caught.value) == (
        "mine.toml, card 1: the dice never show red, red, red together, expected what"
        " 4 dice can show"
    )


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (
            {"kj.cards": "green- lizards 1"},
            "option kj.cards: 1 cards, expected 40",
        ),
        (
            {"kj.cards": "green- lizards 1; green-"},
            "option kj.cards, card 2: 'green-' is no card: expected the dice and the"
            " lizards that it shows, such as: green- green- green- lizards 2",
        ),
        (
            {"kj.dice": "a-b a-c"},
            "option kj.dice, dice 1: 2 faces, expected 6",
        ),
        (
            {"kj.dice": "a-b; a-b"},
            "option kj.dice: 2 dice, expected 4, or 1 for all",
        ),
        ({"kj.dice": "A"}, "option kj.dice: 'A' is no face"),
        (
            {"kj.cards": "green- gem lizards 1"},
            "option kj.cards, card 1: shows colours and symbols, expected one",
        ),
        (
            {"kj.dice": " ".join(FACES)},
            "option kj.dice with the assumed cards, card 1: no die shows",
        ),
    ],
)
def test_bad_options(options: dict[str, str], why: str) -> None:
    with pytest.raises(BadOption) as caught:
        KingOfTheDiceJunior(options)
    assert str(caught.value).startswith(why)


def test_an_own_option_says_what_it_wants() -> None:
    book: Rulebook = parse(
        'title = "x"\nplayers = [1, 2]\nleaving = "nothing"\n[[ruling]]\nid = "x.own"\n'
        'status = "HOUSE"\nasks = "?"\ndefault = "a"\nown = "words of your own"\n'
        'values = {a = "A."}\n',
        "x",
    )
    assert book.settle({"x.own": "what I like"}) == {"x.own": "what I like"}
    ruling = book.rulings["x.own"]
    assert ruling.sentence({"x.own": "what I like"}).endswith("own: what I like.")
    with pytest.raises(BadOption, match="expected a or words of your own"):
        book.settle({"x.own": ""})
