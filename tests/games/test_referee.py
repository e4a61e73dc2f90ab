"""The referee: any action at any time, corrections and take-backs."""

from __future__ import annotations

import pytest

from games.catalog import load_game
from games.dice import Roll
from games.notation import Numbered
from games.referee import (
    Accepted,
    Asks,
    Correct,
    Match,
    Refused,
    TakeBack,
    begin,
    correct,
    judge,
)
from games.rules import Rolled
from games.seats import DECK, TABLE, TOWER, BadPlayers, Seat

ANNA, BO = Seat(0), Seat(1)

# Anna begins; with coin3 and cannon she takes 3 of the box.
OPENING = (
    "tower: roll skull coin1 coin1 coin1 coin1",
    "tower: roll coin1 coin1 coin1 coin1 coin1",
    "tower: roll coin3 cannon crossbones crossbones skull",
    "Anna: stop",
    "Anna: take coin3",
    "tower: roll coin2 cannon skull crossbones crossbones",
    "Bo: stop",
    "Bo: steal coin2 from Anna",
)


def said(match: Match, line: str) -> Accepted | Refused:
    """What the referee says to a line of a record."""
    name, _, text = line.partition(": ")
    seats = {"tower": TOWER, "deck": DECK, "table": TABLE, "Anna": ANNA, "Bo": BO}
    return judge(match, seats[name], match.parse(text))


def played(*lines: str) -> Match:
    match = begin(load_game("kings_gold"), ("Anna", "Bo"))
    for line in lines:
        judged = said(match, line)
        assert isinstance(judged, Accepted), (line, judged)
        match = judged.match
    return match


def told(judged: Accepted | Refused | Asks) -> list[str]:
    assert isinstance(judged, Accepted)
    return [judged.match.render(sentence) for sentence in judged.told]


@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        (2, "Anna: stop", "table.out_of_turn"),
        (2, "Bo: keep skull", "table.out_of_turn"),
        (3, "Bo: stop", "table.out_of_turn"),
        (3, "table: stop", "table.out_of_turn"),
        (2, "deck: stop", "table.out_of_turn"),
        (2, "tower: roll coin1 coin1 coin1 coin1", "table.dice_count"),
        (2, "tower: roll " + "coin1 " * 6, "table.dice_count"),
        (2, "tower: roll -", "table.dice_count"),
        (2, "tower: roll coin1 coin1 coin1 coin1 red-5", "table.no_such_face"),
        (3, "tower: roll coin1 coin1 coin1 coin1 coin1", "table.no_throw_now"),
        (3, "Anna: keep coin1 crossbones crossbones", "table.not_there"),
        (3, "Anna: keep coin3", "kg.crossbones_locked"),
        (3, "Anna: keep coin3 cannon crossbones crossbones skull", "table.keep_all"),
        (4, "Anna: keep coin3", "kg.forced_pairs"),
        (4, "Anna: rob Bo", "table.not_now"),
    ],
)
def test_refusals(before: int, line: str, rule: str) -> None:
    match = played(*OPENING[:before])
    judged = said(match, line)
    assert isinstance(judged, Refused)
    assert judged.rule == rule
    assert match.render(judged.why).endswith(".")


def thrice(*kept: str) -> Match:
    """Anna has thrown, kept these, thrown again, and so on."""
    lines = [*OPENING[:2], "tower: roll coin1 coin2 skull skull cannon"]
    for part in kept:
        lines.append(f"Anna: keep {part}")
        rest = 5 - len(Roll.parse(part))
        lines.append(f"tower: roll {'coin2 ' * rest}")
    return played(*lines)


def test_table_over() -> None:
    match = played(*OPENING[:2], "tower: roll " + "cannon " * 5, "Anna: stop")
    assert match.outcome is not None
    for line in ("tower: roll skull", "Bo: stop"):
        judged = said(match, line)
        assert isinstance(judged, Refused)
        assert judged.rule == "table.over"


def test_table_out_of_turn() -> None:
    judged = said(played(*OPENING[:3]), "Bo: stop")
    assert isinstance(judged, Refused)
    why = played().render(judged.why)
    assert why == "It is not Bo's turn: Anna has to act."


def test_who_acts_too_early_hears_that_dice_come_first() -> None:
    judged = said(played(*OPENING[:2]), "Anna: stop")
    assert isinstance(judged, Refused)
    assert played().render(judged.why) == "Not yet: first the dice are thrown."


def test_who_acts_too_early_hears_that_cards_come_first() -> None:
    match = begin(load_game("king_of_the_dice"), ("Anna", "Bo"))
    assert match.to_act == DECK
    judged = judge(match, ANNA, Rolled(Roll.parse("red-1")))
    assert isinstance(judged, Refused)
    assert match.render(judged.why) == "Not yet: first a card or board is laid."


def test_table_no_throw_now() -> None:
    judged = said(played(*OPENING[:3]), "tower: roll coin1")
    assert isinstance(judged, Refused)
    assert "Anna has to decide first" in played().render(judged.why)


def test_table_not_now() -> None:
    judged = said(played(*OPENING[:3]), "Anna: rob Bo")
    assert isinstance(judged, Refused)
    assert judged.rule == "kg.forced_pairs"
    judged = said(played(*OPENING[:4]), "Anna: rob Bo")
    assert isinstance(judged, Refused)
    assert judged.rule == "table.not_now"


def test_table_no_such_face() -> None:
    judged = said(played(), "tower: roll coin1 coin1 coin1 coin1 coin4")
    assert isinstance(judged, Refused)
    assert played().render(judged.why) == "No die of this game shows coin4."


def test_table_dice_count() -> None:
    few = said(played(), "tower: roll coin1")
    many = said(played(), "tower: roll " + "coin1 " * 7)
    assert isinstance(few, Refused)
    assert isinstance(many, Refused)
    assert played().render(few.why) == (
        "Only 1 die came down, but 5 dice were to be thrown."
    )
    assert "7 dice came down" in played().render(many.why)


def test_table_other_dice() -> None:
    game = load_game("roll", {"roll.dice": "2"})
    match = begin(game, ("Anna",))
    judged = judge(match, TOWER, Rolled(Roll.parse("1 2")))
    assert isinstance(judged, Accepted)
    why = game.why_not(match.state, Rolled(Roll.parse("1 6")))
    assert why.rule == "table.other_dice"


def test_table_kept_changed() -> None:
    roll = "tower: roll coin1 coin2 skull skull cannon"
    match = played(*OPENING[:2], roll, "Anna: keep coin1 skull")
    judged = said(match, "tower: roll coin1 coin2 coin3 beside coin1 cannon")
    assert isinstance(judged, Refused)
    assert judged.rule == "table.kept_changed"
    right = said(match, "tower: roll coin1 coin2 coin3 beside skull coin1")
    assert isinstance(right, Accepted)


def test_a_fourth_throw() -> None:
    judged = said(thrice("skull", "skull coin2"), "tower: roll coin1 coin1 coin2")
    assert isinstance(judged, Refused)
    assert judged.rule == "kg.three_throws"


def test_a_locked_die_thrown_again() -> None:
    match = played(*OPENING[:3], "Anna: keep coin3 crossbones crossbones")
    judged = said(match, "tower: roll coin1 coin2 skull")
    assert isinstance(judged, Refused)
    assert judged.rule == "kg.crossbones_locked"


def test_table_not_there() -> None:
    judged = said(played(*OPENING[:3]), "Anna: keep coin3 coin3 crossbones crossbones")
    assert isinstance(judged, Refused)
    assert played().render(judged.why) == (
        "coin3 does not lie there: the dice show"
        " cannon coin3 crossbones crossbones skull."
    )


def test_table_keep_all() -> None:
    judged = said(played(*OPENING[:3]), f"Anna: keep {OPENING[2].split('roll ')[1]}")
    assert isinstance(judged, Refused)
    assert judged.rule == "table.keep_all"


# ---- taking back


def test_table_take_back() -> None:
    match = played(*OPENING[:4])
    judged = said(match, "Anna: take back 4")
    assert isinstance(judged, Accepted)
    assert judged.match.state == played(*OPENING[:3]).state
    assert len(judged.match.entries) == 5
    again = said(judged.match, "Anna: keep coin3 crossbones crossbones")
    assert isinstance(again, Accepted)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("Bo: take back 5", "table.not_yours"),
        ("Anna: take back 3", "table.thrown_since"),
        ("Anna: take back 9", "table.no_entry"),
        ("Anna: take back 0", "table.no_entry"),
    ],
)
def test_take_back_refused(line: str, key: str) -> None:
    # Two pairs, so that after one of them no dice have been thrown yet.
    two_pairs = "tower: roll coin1 coin2 cannon cannon skull"
    match = played(*OPENING[:2], two_pairs, "Anna: stop", "Anna: take coin1")
    judged = said(match, line)
    assert isinstance(judged, Refused)
    assert judged.why.key == key
    assert judged.rule == "table.take_back"
    assert match.render(judged.why)


def test_the_table_may_take_back_dice() -> None:
    judged = said(played(*OPENING), "table: take back 3")
    assert told(judged) == ["Anna loses 1 coin.", "Bo loses 2 coins."]


# ---- correcting


def test_table_correction() -> None:
    """A die misread three actions ago: what follows is listed, both are kept."""
    match = played(*OPENING)
    line = "table: correct 3 as roll coin2 cannon crossbones crossbones skull"
    line += ", 5 as take coin2"
    judged = said(match, line)
    assert told(judged) == ["Anna loses 1 coin."]
    assert isinstance(judged, Accepted)
    assert judged.match.entries[:8] == match.entries
    assert len(judged.match.line) == 8


def test_correction_that_moves_coins_of_both() -> None:
    line = "table: correct 6 as roll coin3 cannon skull crossbones crossbones"
    judged = said(played(*OPENING), f"{line}, 8 as steal coin3 from Anna")
    assert told(judged) == ["Anna loses 1 coin.", "Bo gains 1 coin."]


def test_correction_asks_where_a_later_action_became_illegal() -> None:
    match = played(*OPENING)
    roll = Rolled(Roll.parse("coin2 cannon crossbones crossbones skull"))
    asked = correct(match, TABLE, Correct((Numbered(3, roll),)))
    assert isinstance(asked, Asks)
    assert (asked.number, asked.refused.rule) == (5, "table.not_there")
    struck = correct(match, TABLE, Correct((Numbered(3, roll),), strike=5))
    assert told(struck) == [
        "Anna loses 1 coin.",
        "Bo loses 2 coins.",
        "Anna carries out what the dice say: a coin with a cannon or a skull.",
    ]


def test_correction_without_an_answer_is_refused_by_judge() -> None:
    line = "table: correct 3 as roll coin2 cannon crossbones crossbones skull"
    judged = said(played(*OPENING), line)
    assert isinstance(judged, Refused)
    assert judged.rule == "table.not_there"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Anna: correct 3 as roll coin1", "table.correction"),
        ("table: correct 33 as roll coin1", "table.correction"),
        ("table: correct 3 as roll coin1", "table.dice_count"),
        ("table: correct 4 as roll coin1", "table.no_throw_now"),
        ("table: correct 4 as stop, 4 as keep coin3", "table.correction"),
        ("table: correct 4 as stop; strike from 4", "table.correction"),
        ("table: correct 4 as stop; strike from 40", "table.correction"),
    ],
)
def test_correction_refused(line: str, rule: str) -> None:
    match = played(*OPENING)
    judged = said(match, line)
    assert isinstance(judged, Refused)
    assert judged.rule == rule
    assert match.render(judged.why)


def test_correction_of_a_correction() -> None:
    line = "table: correct 6 as roll coin3 cannon skull crossbones crossbones"
    match = played(*OPENING, f"{line}, 8 as steal coin3 from Anna")
    back = "table: correct 6 as roll coin2 cannon skull crossbones crossbones"
    judged = said(match, f"{back}, 8 as steal coin2 from Anna")
    assert told(judged) == ["Anna gains 1 coin.", "Bo loses 1 coin."]


def test_correction_that_changes_nothing_says_so() -> None:
    judged = said(played(*OPENING), f"table: correct 1 as {OPENING[0].split(': ')[1]}")
    assert told(judged) == ["Nothing else changes."]


def test_correction_reopens_and_ends_a_match() -> None:
    cannons = "roll " + "cannon " * 5
    over = played(*OPENING[:2], f"tower: {cannons}", "Anna: stop")
    penalty = "table: correct 3 as roll cannon cannon cannon cannon skull"
    reopened = said(over, penalty)
    assert told(reopened) == [
        "Anna loses 60 coins.",
        "The match is not over after all.",
    ]
    assert isinstance(reopened, Accepted)
    ended = said(reopened.match, f"table: correct 3 as {cannons}")
    assert told(ended) == ["Anna gains 60 coins.", "The match is over now."]


# ---- names


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (("Anna", "Anna"), "two players are called 'Anna'"),
        (("Anna", "anna"), "two players are called"),
        (("Anna", ""), "no player's name"),
        (("Anna", "Tower"), "that seat is taken"),
        (("Anna", "B:o"), "a character that the record needs"),
        (("Anna", "B\no"), "a character that cannot be printed"),
        (("Anna", "B\u200do"), "a character that cannot be printed"),
        (("Anna", "Bo  B"), "single spaces between words"),
        (("Anna", " Bo"), "none around"),
        (("Anna", "x" * 25), "1 to 24"),
        (("Anna",), "2 to 6 players, not for 1"),
        (tuple("ABCDEFG"), "2 to 6 players, not for 7"),
    ],
)
def test_players_who_cannot_sit_down(players: tuple[str, ...], why: str) -> None:
    with pytest.raises(BadPlayers, match=why):
        begin(load_game("kings_gold"), players)


def test_take_back_is_an_entry() -> None:
    match = played(*OPENING[:4], "Anna: take back 4")
    assert match.entries[-1].action == TakeBack(4)
