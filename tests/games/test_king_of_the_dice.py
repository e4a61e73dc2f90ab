"""King of the Dice: every ruling by its name, and what follows from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.bots import random_bot
from games.citizens import Card, Citizen, Idiot, deck_text, parse_deck
from games.dice import Roll
from games.king_of_the_dice import (
    Also,
    KingOfTheDice,
    Phase,
    State,
    Take,
    Turn,
)
from games.kingdom import Market, minus, points
from games.referee import notation_of
from games.rules import Rolled
from games.seats import DECK, TOWER, BadPlayers, Seat
from tests.games.playing import Moment, moments, random_game, random_players
from tests.games.random_citizens import random_deck

BOX = KingOfTheDice().deck
CARDS: dict[str, Any] = {card.name: card for card in BOX}
NAMES = ("Anna", "Bo", "Cleo", "Dov", "Eli")
ANNA, BO, CLEO = Seat(0), Seat(1), Seat(2)
NOTATION = notation_of(KingOfTheDice)

HARD = "dwarf_66666 dwarf_11111 gnome_blue6 elf_6 orc_42"
NOBODY = "1 2 3 4 5 5"
"""Numbers for which none of those five comes."""


def game(**options: str) -> KingOfTheDice:
    return KingOfTheDice({f"kotd.{name}": value for name, value in options.items()})


def cards(names: str) -> tuple[Any, ...]:
    return tuple(CARDS[name] for name in names.split())


def at(row: str = HARD, *piles: str, **other: Any) -> State:
    """A player is about to throw; ``piles`` are those of the players, from below."""
    lying = cards(row)
    pulled = other.pop("drawn_from", None)
    market = Market(
        row=lying,
        drawn_from=tuple(c for c in BOX.citizens if c not in lying)
        if pulled is None
        else cards(pulled),
        discarded=(),
        stacks=other.pop("stacks", BOX.stacks),
        idiot=CARDS["idiot_2"],
        idiots=cards(other.pop("idiots", "idiot_1 idiot_1 idiot_3 idiot_4")),
    )
    kingdoms = tuple(cards(pile) for pile in piles or ("", ""))
    player = other.pop("player", ANNA)
    return State(kingdoms, market, Phase.THROW, player, Turn(**other))


def roll(dice: str) -> str:
    """A roll of two dice of each type that shows these numbers or colours in turn."""
    shown = [
        next(face for face in die if want in (face.symbol, face.colour))
        for want, die in zip(dice.split(), BOX.dice, strict=True)
    ]
    return f"roll {Roll(shown)}"


def after(state: State, *actions: str, of: KingOfTheDice | None = None) -> State:
    rules = of or game()
    for action in actions:
        state = rules.apply(state, NOTATION.parse(action, NAMES)).state
    return state


def refused(state: State, action: str, of: KingOfTheDice | None = None) -> str:
    """The rule by which the action is refused; empty where it is accepted."""
    rules, act = of or game(), NOTATION.parse(action, NAMES)
    return "" if rules.legal(state, act) else rules.why_not(state, act).rule


def must_wait(state: State, action: str) -> str:
    """The rule by which the player must wait for the deck."""
    assert game().to_act(state) == DECK
    why = game().why_wait(state, state.player, NOTATION.parse(action, NAMES))
    return why.rule if why else ""


def thrown(dice: str, row: str, *piles: str, **other: Any) -> State:
    """The dice lie there after a throw."""
    return after(at(row, *piles, **other), roll(dice))


def row_with(*names: str) -> str:
    """A row with these at its left end, and others whom few dice bring."""
    return " ".join([*names, *HARD.split()][:5])


def begun(pile: str, of: KingOfTheDice | None = None) -> State:
    """Bo has had a turn without luck, and the turn of Anna with this pile begins."""
    state = at(HARD, pile, "", player=BO)
    return after(state, roll(NOBODY), "stop", "deal dwarf_444", "deal idiot_1", of=of)


def pile(state: State, seat: Seat = ANNA) -> str:
    return " ".join(card.name for card in state.kingdoms[seat])


def row(state: State) -> str:
    return " ".join(card.name for card in state.market.row)


# ---- throwing


def test_kotd_reroll_set_aside() -> None:
    literal = game(reroll_set_aside="third_only")
    state = after(at(HARD, limit=4), roll(NOBODY), "keep green-2")
    state = after(state, "roll red-4 red-1 blue-2 green-1 red-2")
    assert refused(state, "keep -", literal) == ""
    state = after(state, "keep green-1 red-2", "roll red-3 red-4 green-3 blue-2")
    assert state.turn.throws == 3
    assert refused(state, "keep red-3", game()) == ""
    assert refused(state, "keep red-3", literal) == "kotd.reroll_set_aside"
    assert refused(state, "keep green-1 red-2 red-3", literal) == ""


def test_kotd_may_stop() -> None:
    state = thrown("green green green red red red", row_with("gnome_green3"))
    assert state.turn.throws == 1
    assert pile(after(state, "take gnome_green3")) == "gnome_green3"
    assert "keep" in str(game().legal_actions(state)).lower()


def test_kotd_any_number_again() -> None:
    state = thrown(NOBODY, HARD)
    awaits = game().awaits(after(state, "keep -"))
    assert len(awaits.dice or ()) == 6
    assert refused(state, f"keep {state.turn.dice}") == "table.keep_all"


def test_kotd_three_throws() -> None:
    row_ = row_with("orc_3")
    state = after(
        at(row_), roll("1 1 1 2 3 4"), "keep -", roll("1 1 1 2 3 4"), "keep -"
    )
    state = after(state, roll("1 1 1 2 3 4"))
    assert refused(state, "keep -") == "kotd.three_throws"
    assert refused(state, roll("1 1 1 2 3 4")) == "kotd.three_throws"
    assert refused(state, "take orc_3") == ""


def test_kotd_one_card() -> None:
    state = thrown("1 1 1 2 3 4", row_with("orc_3", "dwarf_111"))
    assert refused(state, "take orc_3") == refused(state, "take dwarf_111") == ""
    state = after(state, "take orc_3")
    assert pile(state) == "orc_3"
    assert must_wait(state, "take dwarf_111") == "kotd.one_card"
    state = thrown("1 1 1 1 2 2", row_with("hypnotist_12", "elf_4", "dwarf_111"))
    assert refused(after(state, "take hypnotist_12"), "take dwarf_111") == (
        "kotd.one_card"
    )


def test_kotd_decline() -> None:
    state = thrown("1 1 1 2 3 4", row_with("orc_3"))
    for no in ("pass", "take idiot", "stop"):
        assert refused(state, no) == "kotd.decline"
    passed = after(state, "pass", of=game(decline="may_pass"))
    assert passed.player == BO
    assert passed.market == state.market
    idiot = after(state, "take idiot", of=game(decline="may_take_idiot"))
    assert pile(idiot) == "idiot_2"
    assert row(idiot) == row_with("orc_3").rpartition(" ")[0]
    for decline, key, other in (
        ("may_pass", "kotd.take_or_pass", "take idiot"),
        ("may_take_idiot", "kotd.take_or_idiot", "pass"),
    ):
        for no in ("stop", other):
            why = game(decline=decline).why_not(state, NOTATION.parse(no, NAMES))
            assert (why.key, why.rule) == (key, "kotd.decline")
        failed = thrown(NOBODY, HARD)
        assert refused(failed, "pass", game(decline=decline)) == "kotd.idiot"
        assert refused(failed, "take idiot", game(decline=decline)) == "kotd.idiot"


def test_kotd_early_stop_fail() -> None:
    state = thrown(NOBODY, HARD)
    assert pile(after(state, "stop")) == "idiot_2"
    strict = game(early_stop_fail="not_allowed")
    for no in ("stop", "pass", "take idiot"):
        assert refused(state, no, strict) == "kotd.early_stop_fail"
    state = after(state, "keep -", roll(NOBODY), "keep -", roll(NOBODY), of=strict)
    assert pile(state) == "idiot_2"


def test_kotd_all_throws_with_elf() -> None:
    strict = game(early_stop_fail="not_allowed")
    state = thrown(NOBODY, HARD, limit=4)
    for _ in range(2):
        state = after(state, "keep -", roll(NOBODY), of=strict)
    assert state.turn.throws == 3
    assert refused(state, "stop", strict) == "kotd.early_stop_fail"
    assert pile(after(state, "keep -", roll(NOBODY), of=strict)) == "idiot_2"


def test_kotd_cocked_die() -> None:
    state = at()
    five = roll(NOBODY).rpartition(" ")[0]
    assert refused(state, five) == "kotd.cocked_die"
    assert refused(state, roll(NOBODY)) == ""


def test_kotd_die_types() -> None:
    state = at()
    assert refused(state, "roll red-3 red-4 red-1 red-6 red-2 red-5") == ""
    three = "roll red-3 red-4 blue-1 red-1 red-6 red-2"
    assert refused(state, three) == "kotd.die_types"
    kept = after(state, "roll red-3 red-4 red-1 red-6 red-2 red-5", "keep red-3")
    assert refused(kept, "roll red-3 red-4 red-1 red-6 red-2") == "kotd.die_types"
    assert refused(kept, "roll red-4 red-1 red-6 red-2 red-2") == ""
    assert refused(state, "roll red-3 red-4 red-1 red-6 red-2 red-7") == (
        "table.no_such_face"
    )


def test_the_dice_left_are_known_by_the_faces_kept() -> None:
    state = after(at(), roll(NOBODY), "keep blue-1 green-2")
    left = game().awaits(state).dice
    assert left == BOX.dice[2:]


# ---- what citizens want


def test_kotd_needs() -> None:
    state = thrown("3 3 4 4 5 5", row_with("dwarf_333"))
    assert refused(state, "take dwarf_333") == "kotd.needs"
    state = thrown("3 3 3 4 5 5", row_with("dwarf_333"))
    assert refused(state, "take dwarf_333") == ""


def test_kotd_at_least() -> None:
    state = thrown("green green green green green red", row_with("gnome_green4"))
    assert refused(state, "take gnome_green4") == ""
    state = thrown("green green green red red red", row_with("gnome_green4"))
    assert refused(state, "take gnome_green4") == "kotd.pictured_colours"


def test_kotd_snob() -> None:
    state = thrown("1 1 3 3 5 5", row_with("snob_even", "snob_odd"))
    assert refused(state, "take snob_odd") == ""
    assert refused(state, "take snob_even") == "kotd.snob"
    assert refused(state, "take snob_even", game(snob="either")) == ""
    evens = thrown("2 2 4 4 6 6", row_with("snob_even", "snob_odd"))
    assert refused(evens, "take snob_even") == ""
    assert refused(evens, "take snob_odd") == "kotd.snob"
    assert refused(evens, "take snob_odd", game(snob="either")) == ""
    mixed = thrown("1 1 3 3 5 6", row_with("snob_even"))
    assert refused(mixed, "take snob_even", game(snob="either")) == "kotd.snob"


def test_kotd_run() -> None:
    state = thrown("2 3 3 4 5 5", row_with("elf_4", "elf_5"))
    assert refused(state, "take elf_4") == ""
    assert refused(state, "take elf_5") == "kotd.run"
    wrapped = thrown("5 6 1 2 2 2", row_with("elf_4"))
    assert refused(wrapped, "take elf_4") == "kotd.run"


@pytest.mark.parametrize("dice", ["1 2 3 4 4 4", "2 3 4 5 5 5", "3 4 5 6 6 6"])
def test_kotd_run_any_start(dice: str) -> None:
    assert refused(thrown(dice, row_with("elf_4")), "take elf_4") == ""


def test_kotd_shapes() -> None:
    row_ = row_with("orc_22", "orc_42", "orc_222")
    four = thrown("1 1 1 1 2 3", row_)
    assert refused(four, "take orc_22") == "kotd.shapes"
    four_and_two = thrown("1 1 1 1 2 2", row_)
    assert refused(four_and_two, "take orc_22") == ""
    assert refused(four_and_two, "take orc_42") == ""
    assert refused(four_and_two, "take orc_222") == "kotd.shapes"
    assert refused(thrown("1 1 1 1 1 1", row_), "take orc_22") == "kotd.shapes"


def test_kotd_orc_colours() -> None:
    state = thrown("1 2 1 2 1 3", row_with("orc_3"))
    assert {f.colour for f in state.turn.dice if f.symbol == "1"} == {
        "red",
        "green",
        "blue",
    }
    assert refused(state, "take orc_3") == ""


@pytest.mark.parametrize("colour", ["red", "green", "blue"])
def test_kotd_mushroom_colour(colour: str) -> None:
    state = thrown(" ".join([colour] * 6), row_with("mushroom_6"))
    assert refused(state, "take mushroom_6") == ""


def test_kotd_pictured_colours() -> None:
    row_ = row_with("fairy_red3_blue2", "apprentice_red2_green2_blue2")
    state = thrown("red red red blue blue green", row_)
    assert refused(state, "take fairy_red3_blue2") == ""
    assert refused(state, "take apprentice_red2_green2_blue2") == (
        "kotd.pictured_colours"
    )
    state = thrown("red red red red red green", row_)
    assert refused(state, "take fairy_red3_blue2") == "kotd.pictured_colours"
    state = thrown("red red green green blue blue", row_)
    assert refused(state, "take apprentice_red2_green2_blue2") == ""


# ---- the arrogant elf


def test_kotd_which_elf() -> None:
    assert begun("elf_4").turn.limit == 4
    assert begun("fairy_red2_green2").turn.limit == 3
    assert begun("").turn.limit == 3


def test_kotd_elf_repeat() -> None:
    state = begun("elf_5")
    row_ = row(state).split()
    dragon = at(" ".join(["dragon_25", *row_[1:]]), "elf_5", "", limit=4)
    state = after(dragon, roll("6 6 6 6 6 6"), "take dragon_25 for Bo", "deal orc_3")
    assert state.turn.limit == 3
    state = after(state, roll(NOBODY), "stop", "deal orc_22", "deal idiot_1")
    assert state.player == ANNA
    assert state.turn.limit == 4


def test_kotd_covered_elf() -> None:
    state = at(row_with("dragon_25"), "elf_4", "", player=BO)
    state = after(state, roll("6 6 6 6 6 6"), "take dragon_25 for Anna", "deal orc_3")
    assert pile(state) == "elf_4 dragon_25"
    assert state.turn.limit == 3
    assert begun("elf_4 idiot_1").turn.limit == 3


def test_kotd_elf_and_extra_turn() -> None:
    row_ = row_with("apprentice_red3_blue3")
    state = thrown("red red red blue blue blue", row_, "elf_4", "", limit=4)
    state = after(state, "take apprentice_red3_blue3", "deal orc_3", "play on")
    assert state.player == ANNA
    assert state.turn.limit == 3


def test_kotd_elf_after_pass() -> None:
    rules = game(decline="may_pass")
    state = thrown("1 1 1 2 3 4", row_with("orc_3"), "elf_4", "", limit=4)
    state = after(state, "pass", roll("1 1 1 2 3 4"), "pass", of=rules)
    assert state.player == ANNA
    assert state.turn.limit == 4


# ---- villages


def test_kotd_village() -> None:
    state = thrown("1 1 1 2 2 2", row_with("elf_6", "dwarf_111"))
    state = after(state, "take dwarf_111 with mine_2")
    assert pile(state) == "mine_2 dwarf_111"
    assert [len(stack) for stack in state.market.stacks] == [3, 2, 3, 3, 3]
    elsewhere = thrown("1 1 1 2 2 2", row_with("dwarf_111"))
    assert refused(elsewhere, "take dwarf_111 with city_2") == "kotd.village"
    assert refused(elsewhere, "take dwarf_111 with mine_2") == "kotd.village"
    top = thrown("1 1 1 2 2 2", row_with("elf_6", "dwarf_111"))
    assert refused(top, "take dwarf_111 with mine_3") == "kotd.village"


def test_kotd_village_under_citizen() -> None:
    state = thrown("1 2 3 4 4 4", row_with("elf_4"))
    assert pile(after(state, "take elf_4 with city_2")) == "city_2 elf_4"
    assert refused(state, "take elf_4 under city_2") == "kotd.village_under_citizen"
    free = game(village_under_citizen="owner_chooses")
    assert pile(after(state, "take elf_4 under city_2", of=free)) == "elf_4 city_2"
    assert pile(after(state, "take elf_4 with city_2", of=free)) == "city_2 elf_4"


def test_kotd_village_optional() -> None:
    state = after(thrown("1 2 3 4 4 4", row_with("elf_4")), "take elf_4")
    assert pile(state) == "elf_4"
    assert state.market.stacks == BOX.stacks


def test_kotd_village_alone() -> None:
    state = thrown("1 2 3 4 4 4", row_with("elf_4"))
    assert refused(state, "take city_2") == "kotd.village_alone"
    assert refused(state, "take elf_4 with city_2") == ""


def last_city() -> State:
    """Anna can found the last city with an elf."""
    stacks = (cards("city_4"), *BOX.stacks[1:])
    return thrown("1 2 3 4 4 4", row_with("elf_4"), stacks=stacks)


def test_kotd_ends_at_once() -> None:
    state = after(last_city(), "take elf_4 with city_4")
    outcome = game().outcome(state)
    assert outcome is not None
    assert outcome.winners == (ANNA,)
    assert outcome.why.rule == "kotd.ends_at_once"
    assert game().outcome(after(last_city(), "take elf_4")) is None


def test_kotd_empty_village() -> None:
    """In no state in which somebody acts is a stack empty."""
    fewest = 3
    for seed in range(20):
        for moment in eager(seed):
            fewest = min(fewest, *map(len, moment.state.market.stacks))
    assert fewest == 1


# ---- the row


def test_kotd_open_row() -> None:
    state = thrown("1 2 3 4 4 4", row_with("elf_5"))
    assert refused(state, "take elf_4") == "kotd.open_row"
    assert refused(thrown("1 2 3 4 4 4", row_with("elf_4")), "take elf_4") == ""


def test_kotd_refill_direction() -> None:
    state = at("elf_6 orc_42 dwarf_111 gnome_blue6 snob_odd")
    state = after(state, roll("1 1 1 2 2 3"), "take dwarf_111", "deal orc_3")
    assert row(state) == "orc_3 elf_6 orc_42 gnome_blue6 snob_odd"
    assert state.player == BO


def test_kotd_deck() -> None:
    state = after(thrown("1 1 1 2 2 3", row_with("dwarf_111")), "take dwarf_111")
    assert refused(state, "deal dwarf_111") == "kotd.deck"
    assert refused(state, "deal idiot_1") == "kotd.deck"
    assert refused(state, "deal orc_3") == ""


def test_the_deck_draws_every_card_equally() -> None:
    state = after(thrown(NOBODY, HARD), "stop", "deal orc_3")
    names = [str(action) for action in game().draws(state)]
    assert Counter(names)["Deal(card='idiot_1')"] == 2
    assert len(names) == 4
    assert len(game().legal_actions(state)) == 3


def test_kotd_start() -> None:
    state = game().start(2)
    deals = [f"deal {name}" for name in HARD.split()]
    state = after(state, *deals, "deal idiot_3")
    assert row(state) == HARD
    assert state.player == ANNA
    assert game().to_act(state) == TOWER


def test_kotd_clockwise() -> None:
    rules, state = game(decline="may_pass"), at(row_with("orc_3"), "", "", "")
    players = [state.player]
    for _ in range(3):
        state = after(state, roll("1 1 1 2 3 4"), "pass", of=rules)
        players.append(state.player)
    assert players == [ANNA, BO, CLEO, ANNA]


def test_kotd_players() -> None:
    for players in (2, 5):
        assert len(game().start(players).kingdoms) == players
    for players in (1, 6):
        with pytest.raises(BadPlayers, match="2 to 5 players"):
            game().start(players)


# ---- village idiots


def test_kotd_idiot() -> None:
    state = thrown(NOBODY, HARD)
    for _ in range(2):
        state = after(state, "keep -", roll(NOBODY))
    assert pile(state) == "idiot_2"
    assert game().scores(state) == (-2, 0)


def test_kotd_idiot_discards() -> None:
    state = after(thrown(NOBODY, HARD), "stop")
    assert [card.name for card in state.market.discarded] == ["orc_42"]
    state = after(state, "deal orc_3")
    assert row(state) == "orc_3 dwarf_66666 dwarf_11111 gnome_blue6 elf_6"


def test_kotd_visible_idiot() -> None:
    state = after(thrown(NOBODY, HARD), "stop", "deal orc_3", "deal idiot_4")
    assert pile(state) == "idiot_2"
    assert pile(after(state, roll(NOBODY), "stop"), BO) == "idiot_4"


def test_kotd_last_idiot() -> None:
    state = after(thrown(NOBODY, HARD, idiots=""), "stop")
    outcome = game().outcome(state)
    assert outcome is not None
    assert outcome.why.rule == "kotd.last_idiot"
    assert row(state) == HARD
    assert state.market.discarded == ()


# ---- the sorcerer's apprentice


APPRENTICES = row_with("apprentice_red3_blue3", "apprentice_red2_green2_blue2")


def test_kotd_apprentice() -> None:
    state = thrown("red red red blue blue blue", APPRENTICES)
    state = after(state, "take apprentice_red3_blue3", "deal orc_3", "play on")
    state = after(state, roll("red red green green blue blue"))
    state = after(state, "take apprentice_red2_green2_blue2", "deal orc_4")
    state = after(state, "play on")
    assert state.player == ANNA
    assert state.phase is Phase.THROW
    state = after(state, roll(NOBODY), "stop", "deal orc_5", "deal idiot_1")
    assert state.player == BO


def test_kotd_refill_first() -> None:
    state = thrown("red red red blue blue blue", APPRENTICES)
    state = after(state, "take apprentice_red3_blue3")
    assert must_wait(state, "play on") == "kotd.refill_first"
    assert refused(after(state, "deal orc_3"), "play on") == ""


def test_kotd_no_turn_after_end() -> None:
    state = thrown("red red red blue blue blue", APPRENTICES, drawn_from="orc_3")
    state = after(state, "take apprentice_red3_blue3", "deal orc_3")
    assert state.phase is Phase.OVER


def test_kotd_extra_turn() -> None:
    state = thrown("red red red blue blue blue", APPRENTICES)
    taken = ("take apprentice_red3_blue3", "deal orc_3")
    assert after(state, *taken, "decline").player == BO
    assert after(state, *taken, "play on").player == ANNA
    always = after(state, *taken, of=game(extra_turn="always"))
    assert (always.player, always.phase) == (ANNA, Phase.THROW)


# ---- the hypnotist


def hypnotised(row_: str = "", **other: Any) -> State:
    """Anna has taken the hypnotist from the left end of the row."""
    row_ = row_ or row_with("hypnotist_12", "dwarf_66666")
    of = other.pop("of", None)
    return after(thrown("1 1 1 1 2 3", row_, **other), "take hypnotist_12", of=of)


def test_kotd_hypno_no_condition() -> None:
    state = after(hypnotised(), "also dwarf_66666")
    assert pile(state) == "hypnotist_12 dwarf_66666"
    also = NOTATION.parse("also dwarf_66666", NAMES)
    (told,) = game().apply(hypnotised(), also).told
    assert told.rule == "kotd.hypno_no_condition"


def test_kotd_hypno_optional() -> None:
    state = after(hypnotised(), "decline", "deal orc_3")
    assert pile(state) == "hypnotist_12"
    assert row(state).startswith("orc_3 dwarf_66666")
    assert state.player == BO


def test_kotd_hypno_rightmost() -> None:
    state = hypnotised("dwarf_66666 elf_6 orc_42 gnome_blue6 hypnotist_12")
    assert game().to_act(state) == DECK


def test_kotd_hypno_right() -> None:
    state = hypnotised("dwarf_66666 hypnotist_12 orc_42 gnome_blue6 elf_6")
    assert refused(state, "also dwarf_66666") == "kotd.hypno_right"
    assert refused(state, "also gnome_blue6") == "kotd.hypno_right"
    assert refused(state, "also orc_42") == ""


def test_kotd_hypno_village() -> None:
    state = hypnotised()
    assert refused(state, "also dwarf_66666 with city_2") == "kotd.village"
    state = after(state, "also dwarf_66666 with mine_2")
    assert [len(stack) for stack in state.market.stacks] == [3, 2, 3, 3, 3]


def test_kotd_hypno_dragon() -> None:
    state = hypnotised(row_with("hypnotist_12", "dragon_28"))
    assert refused(state, "also dragon_28") == "kotd.dragon_receiver"
    state = after(state, "also dragon_28 for Bo")
    assert (pile(state), pile(state, BO)) == ("hypnotist_12", "dragon_28")


def test_kotd_hypno_apprentice_extra_turn() -> None:
    state = hypnotised(row_with("hypnotist_12", "apprentice_red3_blue3"))
    state = after(state, "also apprentice_red3_blue3", "deal orc_3", "deal orc_4")
    assert state.phase is Phase.AGAIN
    state = hypnotised(row_with("hypnotist_12", "elf_4"))
    state = after(state, "also elf_4", "deal orc_3", "deal orc_4", roll(NOBODY), "stop")
    state = after(state, "deal orc_5", "deal idiot_1")
    assert (state.player, state.turn.limit) == (ANNA, 4)


def test_kotd_hypno_order() -> None:
    state = hypnotised()
    below = "also dwarf_66666 below hypnotist_12"
    assert refused(state, below) == "kotd.hypno_order"
    free = game(hypno_order="owner_chooses")
    assert pile(after(state, below, of=free)) == "dwarf_66666 hypnotist_12"
    assert pile(after(state, "also dwarf_66666", of=free)) == (
        "hypnotist_12 dwarf_66666"
    )


def test_kotd_three_cards_order() -> None:
    state = hypnotised()
    taken = after(state, "also dwarf_66666 with mine_2")
    assert pile(taken) == "hypnotist_12 mine_2 dwarf_66666"
    under = "also dwarf_66666 under mine_2 below hypnotist_12"
    assert refused(state, under) == "kotd.village_under_citizen"
    free = game(hypno_order="owner_chooses", village_under_citizen="owner_chooses")
    assert pile(after(state, under, of=free)) == "dwarf_66666 mine_2 hypnotist_12"


def test_kotd_hypno_no_village() -> None:
    state = thrown("1 1 1 1 2 3", row_with("hypnotist_12"))
    assert refused(state, "take hypnotist_12 with city_2") == "kotd.hypno_no_village"
    assert refused(state, "take hypnotist_12") == ""


def test_kotd_hypno_refill() -> None:
    state = hypnotised("orc_42 hypnotist_12 dwarf_66666 gnome_blue6 elf_6")
    state = after(state, "also dwarf_66666", "deal orc_3")
    assert game().to_act(state) == DECK
    state = after(state, "deal orc_4")
    assert row(state) == "orc_4 orc_3 orc_42 gnome_blue6 elf_6"


def test_kotd_two_gaps() -> None:
    state = after(hypnotised(), "also dwarf_66666", "deal orc_3", "deal orc_4")
    assert row(state).split()[:2] == ["orc_4", "orc_3"]


def test_kotd_last_card_two_gaps() -> None:
    for end in ("draw_pile_empty", "cannot_refill"):
        rules = game(citizens_end=end)
        state = hypnotised(drawn_from="orc_3", of=rules)
        state = after(state, "also dwarf_66666", "deal orc_3", of=rules)
        assert state.phase is Phase.OVER
        assert len(state.market.row) == 4


# ---- dragons


def test_kotd_dragon_receiver() -> None:
    state = thrown("6 6 6 6 6 6", row_with("dragon_28"), "", "", "")
    assert refused(state, "take dragon_28") == "kotd.dragon_receiver"
    assert refused(state, "take dragon_28 for Anna") == "kotd.dragon_receiver"
    assert refused(state, "take dragon_28 for Bo") == ""
    state = after(state, "take dragon_28 for Cleo")
    assert (pile(state), pile(state, CLEO)) == ("", "dragon_28")
    assert game().scores(state) == (0, 0, -4)
    other = thrown("1 1 1 2 2 2", row_with("dwarf_111"))
    assert refused(other, "take dwarf_111 for Bo") == "kotd.dragon_receiver"


def test_kotd_dragon_no_village() -> None:
    state = thrown("6 6 6 6 6 6", row_with("dragon_28"))
    rule = refused(state, "take dragon_28 with city_2 for Bo")
    assert rule == "kotd.dragon_no_village"
    assert refused(state, "take dragon_28 for Bo") == ""


# ---- the end


def test_kotd_citizens_end() -> None:
    state = thrown("1 1 1 2 2 3", row_with("dwarf_111", "orc_3"), drawn_from="orc_5")
    taken = ("take dwarf_111", "deal orc_5")
    over = after(state, *taken)
    assert over.phase is Phase.OVER
    outcome = game().outcome(over)
    assert outcome is not None
    assert outcome.why.rule == "kotd.citizens_end"
    later = game(citizens_end="cannot_refill")
    on = after(state, *taken, of=later)
    assert on.phase is Phase.THROW
    on = after(on, roll("1 1 1 2 2 3"), "take orc_3", of=later)
    assert on.phase is Phase.OVER
    assert pile(on, BO) == "orc_3"


def test_kotd_fairy_points() -> None:
    fairies = [c for c in BOX.citizens if c.name.startswith("fairy")]
    counts = [points(tuple(fairies[:n])) for n in range(6)]
    assert counts == [0, 1, 4, 9, 16, 25]
    assert points((*fairies[:2], CARDS["elf_6"], CARDS["idiot_3"])) == 4 + 7 - 3


def test_kotd_pile_inspection() -> None:
    state = at(HARD, "elf_6 idiot_2", "dwarf_111")
    assert pile(state) == "elf_6 idiot_2"
    assert game().scores(state) == (5, 4)


def over(*piles: str) -> State:
    """The match is over as the last idiot goes to Anna."""
    return after(thrown(NOBODY, HARD, *piles, idiots=""), "stop")


def test_kotd_tie() -> None:
    state = over("snob_odd", "orc_32", "gnome_green3 orc_4 idiot_1")
    assert game().scores(state) == (3, 3, 3)
    assert [minus(kingdom) for kingdom in state.kingdoms] == [2, 0, 1]
    outcome = game().outcome(state)
    assert outcome is not None
    assert outcome.winners == (BO,)


def test_kotd_final_tie() -> None:
    state = over("", "orc_32", "gnome_red5")
    outcome = game().outcome(state)
    assert outcome is not None
    assert outcome.winners == (BO, CLEO)
    dragons = over("snob_odd", "snob_even dragon_25")
    outcome = game().outcome(dragons)
    assert outcome is not None
    assert outcome.winners == (ANNA, BO)


def test_the_tie_break_is_told() -> None:
    state = thrown(NOBODY, HARD, "snob_odd", "orc_32", idiots="")
    told = game().apply(state, NOTATION.parse("stop", NAMES)).told
    assert [sentence.rule for sentence in told] == [
        "kotd.idiot",
        "kotd.last_idiot",
        "kotd.tie",
    ]


# ---- what lies on the table


def on_table(state: State) -> list[str]:
    words = game().rulebook.words
    return [words.render(line, NAMES) for line in game().on_table(state)]


def test_what_lies_on_the_table() -> None:
    row_ = "elf_4 fairy_red2_green2 dragon_28 orc_3 hypnotist_12"
    state = thrown("1 1 1 2 2 3", row_, "fairy_red3_blue2", "")
    assert on_table(state) == [
        "elf_4: arrogant elf (run of 4) for 1 point, under the city (2), where they"
        " are at home (city_2).",
        "fairy_red2_green2: busy fairy (red red green green) for 3 points, under the"
        " mine (2).",
        "dragon_28: dragon (sum >= 28) for -4 points, under the workshop (2).",
        "orc_3: cute orc (a a a) for 2 points, under the orc village (2), where they"
        " are at home (orc_village_2).",
        "hypnotist_12: hypnotist (sum <= 12) for 1 point, under the magic forest (2).",
        "The village idiot on top has 2 minus points.",
        "35 citizens are left in the pile, and 5 village idiots.",
        "Anna has 2 throws left.",
    ]


def test_the_neighbour_lies_under_its_own_village() -> None:
    """The gap of the hypnotist is not closed yet: nobody has moved."""
    state = hypnotised("elf_6 hypnotist_12 dwarf_66666 gnome_blue6 orc_42")
    lines = on_table(state)
    assert lines[0].endswith("(city_2).")
    assert lines[1].startswith("dwarf_66666")
    assert lines[1].endswith("under the workshop (2).")
    assert lines[2].endswith("under the orc village (2).")


@pytest.mark.parametrize("seed", range(6))
def test_every_line_on_the_table_is_in_words(seed: int) -> None:
    for moment in eager(seed):
        state = moment.game.apply(moment.state, moment.action).state
        for line in moment.game.on_table(state):
            assert moment.game.rulebook.words.render(line, NAMES)


# ---- cards


def test_kotd_cards() -> None:
    """Players may have their own cards; they stand in the option, so in the record."""
    own = deck_text(BOX).replace("dwarf_111 dwarf 4", "dwarf_111 dwarf 5")
    own = own.replace("dwarf_66666", "dwarf_22222").replace("6 6 6 6 6", "2 2 2 2 2")
    rules = game(cards=own)
    row_ = ("dwarf_111", "dwarf_22222", "elf_4", "orc_3", "orc_4", "idiot_1")
    state = after(rules.start(2), *(f"deal {name}" for name in row_), of=rules)
    state = after(state, roll("2 2 2 2 2 2"), "take dwarf_22222", of=rules)
    assert rules.scores(state) == (10, 0)
    assert KingOfTheDice().deck != rules.deck
    with pytest.raises(ValueError, match=r"kotd\.cards: 1 cards"):
        game(cards="idiot -1 1; dice 6: red-1 red-2 red-3 red-4 red-5 red-6")


def played(seed: int) -> Iterator[Moment]:
    """A random match under random options."""
    chance = Random(seed)
    rules = random_game(KingOfTheDice, chance)
    yield from moments(rules, random_players(KingOfTheDice, chance), chance)


def eager(seed: int) -> Iterator[Moment]:
    """A match of players who take what they can, with a village where there is one."""
    chance = Random(seed)
    rules = random_game(KingOfTheDice, chance)
    players = random_players(KingOfTheDice, chance)
    state = rules.start(players)
    while (seat := rules.to_act(state)) is not None:
        takes = [a for a in rules.legal_actions(state) if isinstance(a, Take | Also)]
        founding = [take for take in takes if take.village or take.cover]
        action = random_bot(chance)(rules, state, seat)
        if takes:
            action = chance.choice(founding or takes)
        yield Moment(rules, players, state, seat, action)
        state = rules.step(state, action).state


def test_random_cards_are_read_back() -> None:
    chance = Random(1)
    for _ in range(20):
        text = random_deck(chance)
        assert deck_text(parse_deck(text, "random")) == text


def everywhere(state: State) -> list[str]:
    market = state.market
    piles: list[tuple[Card, ...]] = [*state.kingdoms, *market.stacks]
    piles += [market.row, market.drawn_from, market.discarded, market.idiots]
    piles.append((market.idiot,) if market.idiot else ())
    return sorted(card.name for lying in piles for card in lying)


@pytest.mark.parametrize("seed", range(25))
def test_the_65_cards_stay(seed: int) -> None:
    for moment in (*played(seed), *eager(seed)):
        assert isinstance(moment.game, KingOfTheDice)
        whole = sorted(card.name for card in moment.game.deck)
        assert len(whole) == 65
        assert everywhere(moment.state) == whole
        assert len(moment.state.turn.dice) in (0, 6)


def test_every_kind_of_action_is_played() -> None:
    """Random matches go everywhere, those of players who take what they can too."""
    seen = {
        type(moment.action)
        for seed in range(60)
        for moment in (*played(seed), *eager(seed))
    }
    assert seen == {Rolled, *KingOfTheDice.kinds}


def test_cards_are_called_by_words() -> None:
    rules = game()
    assert rules.called(CARDS["dwarf_111"]) == "grumpy dwarf (1 1 1)"
    assert rules.called(CARDS["city_2"]) == "city (2)"
    assert rules.called(CARDS["idiot_4"]) == "village idiot (-4)"
    assert isinstance(CARDS["idiot_4"], Idiot)
    assert isinstance(CARDS["elf_4"], Citizen)
