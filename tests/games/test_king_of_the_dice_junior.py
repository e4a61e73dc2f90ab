"""King of the Dice: Junior: every ruling by its name, the cards, and what is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.bots import random_bot
from games.castle_cards import Card
from games.dice import NO_DICE, Roll
from games.king_of_the_dice_junior import (
    BOOK,
    SIDES,
    Cards,
    Crown,
    Deal,
    KingOfTheDiceJunior,
    Phase,
    State,
    Take,
)
from games.notation import Action
from games.referee import Accepted, Refused, begin, judge
from games.rules import Keep, Outcome, Rolled, Stop
from games.seats import DECK, TOWER, Seat
from tests.games.playing import moments, random_game, random_players

ANNA, BO, CLEO = Seat(0), Seat(1), Seat(2)
NAMES = ("Anna", "Bo", "Cleo")

GREENS = "green- green- green- lizards 2"
GEMS = "gem gem gem lizards 2"
RESIDENTS = "animal flower flower gem lizards 2"
RED_RED_BLUE = "blue- red- red- lizards 1"

NOTHING = "red-gem red-animal blue-flower blue-animal"
"""Matches neither the greens nor the gems."""
THREE_GREEN = "green-gem green-flower green-gem red-animal"
THREE_GEMS = "red-gem green-gem red-gem blue-animal"
BOTH = "green-gem green-gem green-gem blue-animal"


def game(**options: str) -> KingOfTheDiceJunior:
    return KingOfTheDiceJunior({f"kj.{name}": value for name, value in options.items()})


def card(text: str) -> Card:
    found = Card.parse(text)
    assert found in game().box.cards
    return found


def take(text: str) -> Take:
    return Take(card(text))


def keep(text: str) -> Keep:
    return Keep(Roll.parse(text))


def crown(text: str) -> Crown:
    return Crown(Roll.parse(text))


def turn(
    *face_up: str,
    castles: tuple[int, ...] = (0, 0, 0),
    player: Seat = ANNA,
    crowns: tuple[bool, ...] = (True, True, True),
) -> State:
    """A player is about to throw; castles have so many cards, whichever they are."""
    lying = [card(text) for text in face_up or (GREENS, GEMS)]
    pile = list(game().box.cards)
    for each in lying:
        pile.remove(each)
    built = tuple(tuple(pile.pop() for _ in range(number)) for number in castles)
    cards = Cards(tuple(pile), built, tuple(lying))
    return State(cards, crowns, Phase.THROW, player)


def after(
    state: State, *actions: Action | str, of: KingOfTheDiceJunior | None = None
) -> State:
    """The state after these actions; text is a roll."""
    rules = of or game()
    for action in actions:
        act = Rolled(Roll.parse(action)) if isinstance(action, str) else action
        state = rules.apply(state, act).state
    return state


def no(state: State, action: Action, of: KingOfTheDiceJunior | None = None) -> str:
    """The rule by which the action is refused."""
    rules = of or game()
    assert not rules.legal(state, action)
    why = rules.why_not(state, action)
    assert rules.rulebook.words.render(why, NAMES)
    return why.rule


def legal(state: State, of: KingOfTheDiceJunior | None = None) -> set[Action]:
    return set((of or game()).legal_actions(state))


def keeps(dice: str) -> set[Action]:
    """Every way to put dice aside, worked out face by face."""
    ways: set[Roll] = {NO_DICE}
    for face in dice.split():
        ways |= {way + Roll([face]) for way in ways}
    return {Keep(way) for way in ways if len(way) < len(dice.split())}


def outcome(state: State, of: KingOfTheDiceJunior | None = None) -> Outcome:
    found = (of or game()).outcome(state)
    assert found is not None
    return found


def thrown_twice(*face_up: str, **at: object) -> State:
    """After two throws that match nothing."""
    return after(turn(*face_up, **at), NOTHING, keep("-"), NOTHING)  # type: ignore[arg-type]


# ---- the rows of the table


def test_kj_rolls() -> None:
    state = after(turn(), NOTHING)
    assert legal(state) == {Stop(), *keeps(NOTHING)}
    state = after(state, keep("red-gem"), "red-animal blue-flower blue-animal")
    assert not legal(state) & keeps(NOTHING)
    assert no(state, keep("-")) == "kj.rolls"
    assert no(state, Rolled(Roll.parse(NOTHING))) == "kj.rolls"
    third = after(state, crown("-"), THREE_GREEN)
    assert legal(third) == {take(GREENS)}
    assert no(third, keep("-")) == no(third, Rolled(NO_DICE)) == "kj.rolls"


def test_kj_may_refuse_match() -> None:
    state = after(turn(), THREE_GREEN)
    assert legal(state) == {take(GREENS)}
    assert no(state, keep("green-gem green-gem")) == "kj.may_refuse_match"
    assert no(state, Stop()) == "kj.may_refuse_match"
    free = game(may_refuse_match="true")
    state = after(turn(), THREE_GREEN, of=free)
    assert legal(state, free) == {take(GREENS), Stop(), *keeps(THREE_GREEN)}
    other = after(
        state, keep("green-gem green-gem"), "red-gem red-animal", take(GEMS), of=free
    )
    assert other.cards.castles[ANNA] == (card(GEMS),)


def test_kj_both_match() -> None:
    state = after(turn(), BOTH)
    assert legal(state) == {take(GREENS), take(GEMS)}
    state = after(state, take(GEMS))
    assert state.cards.castles[ANNA] == (card(GEMS),)
    assert state.cards.face_up == (card(GREENS),)


def test_kj_fourth_die() -> None:
    for face in game().dice[0]:
        state = after(turn(), f"green-gem green-flower green-gem {face}")
        assert take(GREENS) in legal(state)


def test_kj_any_order() -> None:
    faces = ["blue-flower", "red-gem", "red-animal", "green-flower"]
    for order in (faces, faces[::-1]):
        state = after(turn(RESIDENTS, GREENS), Rolled(Roll(order)))
        assert legal(state) == {take(RESIDENTS)}


def test_kj_at_least() -> None:
    state = after(turn(), "green-gem green-flower green-gem green-flower")
    assert legal(state) == {take(GREENS)}
    assert take(GEMS) in legal(after(turn(), "red-gem green-gem red-gem green-gem"))


def test_kj_one_die_once() -> None:
    state = after(turn(), "green-gem green-flower red-animal blue-animal")
    assert take(GREENS) not in legal(state)
    assert no(state, take(GREENS)) == "kj.one_die_once"
    four = "animal flower flower gem lizards 2"
    state = after(turn(four, GREENS), "red-gem red-animal blue-flower red-gem")
    assert no(state, take(four)) == "kj.one_die_once"


def test_kj_turret_colours() -> None:
    state = after(turn(RED_RED_BLUE, GEMS), "red-gem red-animal blue-flower green-gem")
    assert legal(state) == {take(RED_RED_BLUE)}
    state = after(turn(RED_RED_BLUE, GEMS), "red-gem red-gem green-gem green-flower")
    assert no(state, take(RED_RED_BLUE)) == "kj.turret_colours"
    assert legal(state) == {take(GEMS)}


def test_kj_resident_symbols() -> None:
    """The rulebook's example: any colours, with the symbols of the card."""
    for dice in (
        "blue-flower blue-flower red-gem red-animal",
        "green-flower blue-flower green-gem blue-animal",
    ):
        assert legal(after(turn(RESIDENTS, GREENS), dice)) == {take(RESIDENTS)}
    no_gem = "blue-flower blue-flower red-animal red-animal"
    state = after(turn(RESIDENTS, GREENS), no_gem)
    assert no(state, take(RESIDENTS)) == "kj.resident_symbols"


def test_kj_crown() -> None:
    state = after(thrown_twice(), crown("red-gem"), "green-gem red-gem red-animal")
    assert state.crowns == (False, True, True)
    assert legal(state) == {take(GEMS)}
    used = thrown_twice(crowns=(False, True, True))
    assert used.player == BO, "without a crown the turn is over"
    refusing = game(may_refuse_match="true")
    state = after(
        turn(crowns=(False, True, True)), NOTHING, keep("-"), BOTH, of=refusing
    )
    assert no(state, crown("-"), refusing) == "kj.crown"


def test_kj_crown_after_second() -> None:
    state = after(turn(), NOTHING)
    assert not any(isinstance(action, Crown) for action in legal(state))
    assert no(state, crown("-")) == "kj.crown_after_second"
    assert game().legal(thrown_twice(), crown("-"))


def test_kj_crown_only_if_no_match() -> None:
    state = after(turn(), NOTHING, keep("-"), THREE_GREEN)
    assert legal(state) == {take(GREENS)}
    assert no(state, crown("-")) == "kj.crown_only_if_no_match"
    free = game(crown_only_if_no_match="false")
    assert free.legal(state, crown("green-gem green-gem"))
    assert not free.legal(state, Stop())
    state = after(
        state, crown("green-gem green-gem"), "red-gem blue-animal", take(GEMS), of=free
    )
    assert state.cards.castles[ANNA] == (card(GEMS),)


def test_kj_crown_any_dice() -> None:
    aside = after(
        turn(), NOTHING, keep("red-gem"), "red-animal blue-flower blue-animal"
    )
    crowned = {a.dice for a in legal(aside) if isinstance(a, Crown)}
    assert {Keep(dice) for dice in crowned} == keeps(NOTHING)
    state = after(aside, crown("-"))
    assert game().awaits(state).dice == game().dice


def test_kj_second_roll_any_dice() -> None:
    state = after(turn(), NOTHING, keep("-"))
    assert game().awaits(state).dice == game().dice
    assert no(after(turn(), NOTHING), keep(NOTHING)) == "table.keep_all"


def test_kj_refill() -> None:
    for refill, face_up, away in (
        ("keep_two", (GREENS, GEMS), ()),
        ("always_add", (GREENS, GEMS, RESIDENTS), ()),
        ("replace_oldest", (GEMS, RESIDENTS), (GREENS,)),
    ):
        rules = game(refill=refill)
        state = after(turn(), NOTHING, Stop(), of=rules)
        if refill != "keep_two":
            state = after(state, Deal(card(RESIDENTS)), of=rules)
        assert (state.phase, state.player) == (Phase.THROW, BO)
        assert state.cards.face_up == tuple(map(card, face_up))
        assert state.cards.put_away == tuple(map(card, away))
        took = after(turn(), BOTH, take(GREENS), Deal(card(RESIDENTS)), of=rules)
        assert took.cards.face_up == (card(GEMS), card(RESIDENTS))
        assert took.player == BO


def test_kj_stuck_cards() -> None:
    state = turn()
    for _ in range(9):
        state = after(state, NOTHING, Stop())
    assert state.cards == turn().cards
    replacing = game(refill="replace_oldest")
    state = after(turn(), NOTHING, Stop(), of=replacing)
    assert card(GREENS) not in (*state.cards.face_up, *state.cards.pile)


@pytest.mark.parametrize("refill", ["always_add", "replace_oldest"])
def test_kj_pile_empty(refill: str) -> None:
    rules, state = game(refill=refill), turn()
    away = Cards((), ((), (), ()), state.cards.face_up, state.cards.pile)
    state = replace(state, cards=away)
    assert after(state, NOTHING, Stop(), of=rules).cards == away
    taken = after(state, BOTH, take(GREENS), of=rules)
    assert (taken.phase, taken.player) == (Phase.THROW, BO)
    assert taken.cards.face_up == (card(GEMS),)
    assert taken.cards.put_away == away.put_away


def test_kj_any_free_side() -> None:
    """Nobody has to say where a card goes: castles of the same cards are equal."""
    assert Take.form == "take {card}"
    state = after(turn(castles=(4, 0, 0)), BOTH, take(GREENS))
    assert game().scores(state)[ANNA] == SIDES


def test_kj_ending() -> None:
    fifth = (BOTH, take(GREENS))
    over = after(turn(castles=(4, 4, 0)), *fifth)
    assert over.phase is Phase.OVER
    assert outcome(over).winners == (ANNA,)
    assert outcome(over).why.rule == "kj.ending"
    assert no(over, Rolled(NO_DICE)) == "table.over"
    on = after(turn(castles=(4, 4, 0)), *fifth, of=game(ending="finish_round"))
    assert (on.phase, on.player) == (Phase.DEAL, BO)


def test_kj_no_tie_at_once() -> None:
    for seed in range(40):
        *_, last = moments(game(), 4, Random(seed))
        state = last.game.apply(last.state, last.action).state
        assert sorted(last.game.scores(state))[-2:] != [SIDES, SIDES]
        assert len(outcome(state).winners) == 1


def test_kj_finish_round() -> None:
    rules = game(ending="finish_round")
    state = turn(castles=(1, 4, 0), player=BO)
    state = after(state, BOTH, take(GREENS), Deal(card(RESIDENTS)), of=rules)
    assert (state.phase, state.player) == (Phase.THROW, CLEO)
    over = after(state, NOTHING, Stop(), of=rules)
    assert over.phase is Phase.OVER
    assert outcome(over, rules).winners == (BO,)


def test_kj_finisher_waits() -> None:
    rules = game(ending="finish_round")
    for seed in range(40):
        seen = list(moments(rules, 3, Random(seed)))
        done = [m for m in seen if SIDES in rules.scores(m.state)]
        for moment in done:
            assert rules.scores(moment.state)[moment.state.player] < SIDES
        players = [m.state.player for m in done]
        assert players == sorted(players), "nobody plays twice"


def test_kj_no_sixth_card() -> None:
    for seed in range(40):
        rules = game(ending="finish_round", refill=("keep_two", "always_add")[seed % 2])
        *_, last = moments(rules, 4, Random(seed))
        state = rules.apply(last.state, last.action).state
        assert max(rules.scores(state)) == SIDES


def castle(*lizards: int) -> tuple[Card, ...]:
    return tuple(Card(Roll.parse("gem"), number) for number in lizards)


def finished(*castles: tuple[Card, ...], of: KingOfTheDiceJunior) -> Outcome:
    """How the variation ends with these castles."""
    state = turn()
    cards = replace(state.cards, castles=castles)
    return outcome(replace(state, cards=cards, phase=Phase.OVER), of)


def test_kj_most_lizards() -> None:
    rules = game(ending="finish_round")
    few, many, richest = (
        castle(1, 1, 1, 1, 0),
        castle(2, 2, 2, 0, 0),
        castle(3, 3, 3, 3),
    )
    found = finished(few, many, richest, of=rules)
    assert found.winners == (BO,), "only complete castles compare"
    assert found.why.rule == "kj.most_lizards"
    tie = finished(many, many[::-1], richest, of=rules)
    assert tie.winners == (ANNA, BO)
    assert BOOK.words.render(tie.why, NAMES).startswith("Anna and Bo")
    alone = finished(few, richest, richest, of=rules)
    assert (alone.winners, alone.why.rule) == ((ANNA,), "kj.ending")


def test_kj_count_row_symbols() -> None:
    animals = (Card(Roll.parse("animal animal gem"), 0),) * SIDES
    plain = castle(1, 1, 0, 0, 0)
    assert finished(plain, animals, (), of=game()).winners == (ANNA,)
    counting = game(count_row_symbols="true")
    found = finished(plain, animals, (), of=counting)
    assert found.winners == (BO,)
    assert dict(found.why.values)["lizards"] == 10


def test_kj_first_player() -> None:
    state = game().start(3)
    assert state.player == ANNA
    over = after(
        turn(castles=(0, 0, 4), player=CLEO),
        *(BOTH, take(GEMS)),
        of=game(ending="finish_round"),
    )
    assert over.phase is Phase.OVER, "the last seat ends the round of the first"


def test_kj_unused_crown() -> None:
    same = castle(1, 1, 1, 1, 1)
    state = turn(crowns=(True, False, True))
    cards = replace(state.cards, castles=(same, same, ()))
    found = outcome(replace(state, cards=cards, phase=Phase.OVER))
    assert found.winners == (ANNA, BO)


def test_kj_decline_second_roll() -> None:
    state = after(turn(), NOTHING, Stop())
    assert (state.player, state.cards) == (BO, turn().cards)


def test_kj_pass_with_match() -> None:
    state = after(turn(), BOTH)
    assert no(state, Stop()) == "kj.may_refuse_match"
    free = game(may_refuse_match="true")
    passed = after(turn(), BOTH, Stop(), of=free)
    assert (passed.player, passed.cards) == (BO, turn().cards)


# ---- never disputed


def test_kj_dice() -> None:
    (die,) = set(game().dice)
    assert set(Counter(face.colour for face in die).values()) == {2}
    assert set(Counter(face.symbol for face in die).values()) == {2}
    assert no(turn(), Rolled(Roll.parse("pink-gem red-gem red-gem red-gem"))) == (
        "table.no_such_face"
    )
    pink = "pink-gem pink-animal green-gem green-flower blue-flower blue-animal"
    cards = "; ".join(["pink- pink- green- lizards 1"] * 40)
    own = game(dice=pink, cards=cards)
    state = after(
        own.start(2), *[Deal(Card.parse("pink- pink- green- lizards 1"))] * 2, of=own
    )
    assert own.legal(
        state, Rolled(Roll.parse("pink-gem pink-gem blue-animal green-gem"))
    )
    assert no(state, Rolled(Roll.parse(NOTHING)), own) == "table.no_such_face"


def test_kj_cards() -> None:
    state = game().start(2)
    state = after(state, Deal(card(GREENS)))
    assert no(state, Deal(card(GREENS))) == "kj.cards"
    assert no(state, Deal(Card.parse("gem lizards 9"))) == "kj.cards"
    kinds = Counter(each.turrets for each in game().box.cards)
    assert kinds == {True: 20, False: 20}


def test_kj_open_cards() -> None:
    state = after(turn(), "green-gem green-gem red-gem red-gem")
    hidden = take("green- green- red- red- lizards 3")
    assert no(state, hidden) == "kj.open_cards"
    start = game().start(2)
    dealt = after(start, Deal(card(GREENS)), Deal(card(GEMS)))
    assert dealt.cards.face_up == (card(GREENS), card(GEMS))
    assert game().to_act(dealt) == TOWER


def test_kj_no_cards_left() -> None:
    rules, state = game(refill="replace_oldest"), turn(castles=(0, 1, 0))
    away = state.cards.pile
    cards = replace(state.cards, pile=(), put_away=away, face_up=(card(GREENS),))
    state = replace(state, cards=cards)
    over = after(state, THREE_GREEN, take(GREENS), of=rules)
    assert over.phase is Phase.OVER
    found = outcome(over, rules)
    assert found.why.rule == "kj.no_cards_left"
    assert rules.scores(over) == (1, 1, 0)
    assert found.winners == (BO,), "the castle with three lizards"
    assert rules.lizards(over, BO) == 3


def test_kj_clockwise() -> None:
    players = [(state := turn()).player]
    for _ in range(3):
        state = after(state, NOTHING, Stop())
        players.append(state.player)
    assert players == [ANNA, BO, CLEO, ANNA]


# ---- the rulebook's example


def test_a_turn_with_two_rolls() -> None:
    """Both red dice are put aside; then the dice match one of the cards."""
    wanted, other = (
        "animal animal flower gem lizards 1",
        "blue- blue- blue- lizards 2",
    )
    state = after(turn(wanted, other), "red-gem red-animal green-gem green-gem")
    assert not any(isinstance(action, Take) for action in legal(state))
    state = after(state, keep("red-gem red-animal"))
    assert game().awaits(state).kept == Roll.parse("red-gem red-animal")
    state = after(state, "red-animal blue-flower")
    assert legal(state) == {take(wanted)}
    state = after(state, take(wanted))
    assert (game().scores(state), state.phase) == ((1, 0, 0), Phase.DEAL)


# ---- who may do what when


def test_what_lies_on_the_table() -> None:
    def lines(state: State, of: KingOfTheDiceJunior) -> list[str]:
        return [BOOK.words.render(line, NAMES) for line in of.on_table(state)]

    state = turn(castles=(1, 0, 2), crowns=(True, False, True))
    assert lines(state, game()) == [
        "A card with green, green, green and 2 lizards lies face-up.",
        "A card with gem, gem, gem and 2 lizards lies face-up.",
        "Anna and Cleo still can use a crown.",
    ]
    told = lines(state, game(ending="finish_round"))
    assert told[3:] == [
        "Anna has 3 lizards.",
        "Bo has 0 lizards.",
        "Cleo has 6 lizards.",
    ]
    assert len(lines(turn(crowns=(False,) * 3), game())) == 2


def test_players_and_deck_keep_their_places() -> None:
    match = begin(game(), NAMES)
    judged = judge(match, ANNA, Deal(card(GREENS)))
    assert isinstance(judged, Refused)
    assert judged.rule == "table.out_of_turn"
    for text in (GREENS, GEMS):
        judged = judge(match, DECK, Deal(card(text)))
        assert isinstance(judged, Accepted)
        match = judged.match
    assert no(match.state, take(GREENS)) == "table.not_now"
    assert no(after(match.state, NOTHING), keep("green-gem")) == "table.not_there"
    short = Rolled(Roll.parse("red-gem"))
    assert no(match.state, short) == "table.dice_count"
    moved = after(match.state, NOTHING, keep("red-gem"))
    rest = Roll.parse("red-animal blue-flower blue-animal")
    assert game().legal(moved, Rolled(rest, kept=Roll.parse("red-gem")))
    assert no(moved, Rolled(rest, kept=Roll.parse("red-animal"))) == (
        "table.kept_changed"
    )


# ---- what is conserved


def test_cards_and_crowns_are_conserved() -> None:
    for seed in range(60):
        chance = Random(seed)
        rules = random_game(KingOfTheDiceJunior, chance)
        players, used = random_players(KingOfTheDiceJunior, chance), 0
        assert isinstance(rules, KingOfTheDiceJunior)
        for moment in moments(rules, players, chance):
            cards = moment.state.cards
            everywhere = [*cards.pile, *cards.face_up, *cards.put_away]
            everywhere += [each for castle in cards.castles for each in castle]
            assert sorted(everywhere) == sorted(rules.box.cards)
            assert sum(moment.state.crowns) == players - used
            used += isinstance(moment.action, Crown)
            dice = len(moment.state.dice) or len(moment.state.kept)
            assert dice + len(rules.awaits(moment.state).dice or ()) in (0, 4)


def test_equal_cards_are_drawn_as_often_as_they_are_there() -> None:
    """39 cards of one kind and one of another: listed once each, drawn 39 to 1."""
    cards = "; ".join(["gem lizards 1"] * 39 + ["flower lizards 1"])
    rules = game(cards=cards)
    state = rules.start(2)
    assert len(rules.legal_actions(state)) == 2
    assert Counter(rules.draws(state)).most_common()[0][1] == 39
    bot = random_bot(Random(1))
    drawn = Counter(bot(rules, state, DECK) for _ in range(2_000))
    assert drawn[Deal(Card.parse("flower lizards 1"))] < 200
