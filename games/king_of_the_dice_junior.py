"""King of the Dice: Junior (HABA): four dice, two cards, five sides of a castle.

Source: the English rulebook; where it is silent the rulings in
``games/data/king_of_the_dice_junior.toml`` decide, and the code names them. The dice
and most of the cards there are assumed; `card_file` takes the owner's own.

>>> game = KingOfTheDiceJunior()
>>> state = game.start(players=2)
>>> for card in ("green- green- green- lizards 2", "gem gem gem lizards 2"):
...     state = game.apply(state, Deal(Card.parse(card))).state
>>> roll = Roll.parse("red-gem red-gem green-gem blue-flower")
>>> state = game.apply(state, Rolled(roll)).state
>>> [str(card) for card in game.matching(state)]
['gem gem gem lizards 2']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, lru_cache
from itertools import combinations
from typing import ClassVar, TypeVar

from games.card_file import CardFile
from games.castle_cards import (
    ANIMAL,
    BadCards,
    Box,
    Card,
    cards_text,
    dice_text,
    missing,
    parse_cards,
    parse_dice_text,
    read_cards,
    read_dice,
)
from games.dice import NO_DICE, Die, Roll, can_show
from games.notation import Action
from games.rulebook import BadOption, Table, load
from games.rules import (
    Awaits,
    Game,
    Keep,
    Outcome,
    Rolled,
    Step,
    Stop,
    keeps,
    why_not_keep,
)
from games.seats import DECK, TOWER, Seat
from games.words import Sentence, say

BOOK = load("king_of_the_dice_junior")
FIRST = Seat(0)
SIDES = 5
"""Of a castle courtyard."""
FACE_UP = 2
THROWS = 2
"""In a turn; the crown gives one more."""

T = TypeVar("T")


# ---- actions


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The deck's action: this card is turned over and lies face-up."""

    form: ClassVar[str] = "deal {card}"
    card: Card


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Place this card, which the dice match, next to the courtyard."""

    form: ClassVar[str] = "take {card}"
    card: Card


@dataclass(frozen=True, slots=True)
class Crown(Action):
    """Hand in the crown, put these dice aside and throw the rest once more."""

    form: ClassVar[str] = "crown {dice}"
    dice: Roll


# ---- state


class Phase(Enum):
    """What is going on."""

    DEAL = auto()
    """Cards are turned over."""
    THROW = auto()
    CHOOSE = auto()
    """Take a card, throw again, or stop."""
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Cards:
    """Where the cards are."""

    pile: tuple[Card, ...]
    """Face-down, in no order: what comes next is up to the deck."""
    castles: tuple[tuple[Card, ...], ...]
    face_up: tuple[Card, ...] = ()
    """The one that lies there longest comes first."""
    put_away: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Where the cards are, who has a crown, whose turn it is, how the dice lie."""

    cards: Cards
    crowns: tuple[bool, ...]
    phase: Phase
    player: Seat
    due: int = 0
    """How many cards are still to be turned over."""
    throws: int = 0
    kept: Roll = NO_DICE
    dice: Roll = NO_DICE


class KingOfTheDiceJunior(Game[State]):
    """King of the Dice: Junior for 2 to 4 players."""

    rulebook = BOOK
    kinds = (Deal, Take, Keep, Crown, Stop)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.box = _box(self.options["kj.dice"], self.options["kj.cards"])

    @property
    def dice(self) -> tuple[Die, ...]:
        return self.box.dice

    # ---- the contract

    def opening(self, players: int) -> State:
        cards = Cards(pile=self.box.cards, castles=((),) * players)
        crowns = (True,) * players
        return State(cards, crowns, Phase.DEAL, FIRST, due=FACE_UP)

    def to_act(self, state: State) -> Seat | None:
        match state.phase:
            case Phase.OVER:
                return None
            case Phase.DEAL:
                return DECK
            case Phase.THROW:
                return TOWER
            case Phase.CHOOSE:
                return state.player

    def awaits(self, state: State) -> Awaits:
        match state.phase:
            case Phase.DEAL:
                return Awaits(say("kj.turn_over", cards=state.due))
            case Phase.THROW:
                dice = _thrown(self.dice, state.kept)
                words = say("kj.throw", player=state.player, dice=len(dice))
                return Awaits(words, dice, state.kept)
            case _:
                words = say(self._choice_words(state), player=state.player)
                return Awaits(words, (), state.dice)

    def on_table(self, state: State) -> tuple[Sentence, ...]:
        cards = (_about("kj.lies", "", card) for card in state.cards.face_up)
        crowned = tuple(Seat(i) for i, has in enumerate(state.crowns) if has)
        crowns = (say("kj.crowns", names=crowned),) if crowned else ()
        if self.options["kj.ending"] == "at_once":
            return (*cards, *crowns)
        castles = (
            say("kj.castle", player=seat, lizards=self.lizards(state, seat))
            for seat in map(Seat, range(len(state.crowns)))
        )
        return (*cards, *crowns, *castles)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        match state.phase:
            case Phase.DEAL:
                return tuple(_deal(card) for card in dict.fromkeys(state.cards.pile))
            case Phase.CHOOSE:
                takes = tuple(_take(card) for card in self.matching(state))
                stop = () if self._must_take(state) else (Stop(),)
                return (*takes, *stop, *self._throws_again(state))
            case _:
                return ()

    def draws(self, state: State) -> tuple[Action, ...]:
        return tuple(map(_deal, state.cards.pile))

    def legal(self, state: State, action: Action) -> bool:
        if state.phase is Phase.THROW and isinstance(action, Rolled):
            # Where dice differ, what was kept does not say which of them it was.
            in_place = action.kept is None or action.kept == state.kept
            return in_place and can_show(self.dice, state.kept + action.roll)
        return super().legal(state, action)

    def step(self, state: State, action: Action) -> Step[State]:
        match action:
            case Deal(card):
                return Step(_dealt(state, card))
            case Rolled(roll):
                return self._rolled(state, roll)
            case Take(card):
                return self._take(state, card)
            case Keep(dice):
                return Step(_throw_rest(state, dice))
            case Crown(dice):
                told = say("kj.crown_used", "kj.crown", player=state.player)
                crowns = _put(state.crowns, state.player, False)
                return Step(replace(_throw_rest(state, dice), crowns=crowns), (told,))
            case Stop():
                told = say("kj.stopped", player=state.player)
                return self._end_turn(state, took=False).after(told)
        raise TypeError(f"King of the Dice: Junior knows no {action}")

    def scores(self, state: State) -> tuple[int, ...]:
        """How many cards each has placed."""
        return tuple(map(len, state.cards.castles))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        scores = self.scores(state)
        best = tuple(Seat(i) for i, n in enumerate(scores) if n == max(scores))
        lizards = max(self.lizards(state, seat) for seat in best)
        winners = tuple(s for s in best if self.lizards(state, s) == lizards)
        return Outcome(winners, _why_over(max(scores), best, winners, lizards))

    # ---- what counts

    def matching(self, state: State) -> tuple[Card, ...]:
        """The cards lying face-up that the dice match, equal ones once."""
        face_up = dict.fromkeys(state.cards.face_up)
        return tuple(card for card in face_up if card.matched(state.dice))

    def lizards(self, state: State, seat: Seat) -> int:
        """How many lizards there are in a castle."""
        castle = state.cards.castles[seat]
        on_grounds = sum(card.lizards for card in castle)
        if self.options["kj.count_row_symbols"] == "false":
            return on_grounds
        return on_grounds + sum(card.shows.count(ANIMAL) for card in castle)

    def _must_take(self, state: State) -> bool:
        may_refuse = self.options["kj.may_refuse_match"] == "true"
        return not may_refuse and bool(self.matching(state))

    def _throws_again(self, state: State) -> tuple[Action, ...]:
        if state.throws < THROWS:
            return () if self._must_take(state) else keeps(state.dice)
        return _crowns(state.dice) if self._may_use_crown(state) else ()

    def _may_use_crown(self, state: State) -> bool:
        """Of a player who has thrown twice; who has thrown again has no crown left."""
        needless = self.options["kj.crown_only_if_no_match"] == "true"
        has = state.crowns[state.player]
        return has and not (needless and self.matching(state))

    # ---- a turn

    def _rolled(self, state: State, roll: Roll) -> Step[State]:
        state = replace(
            state,
            phase=Phase.CHOOSE,
            throws=state.throws + 1,
            dice=state.kept + roll,
            kept=NO_DICE,
        )
        if self.matching(state) or self._throws_again(state):
            return Step(state)
        told = say("kj.no_card", "kj.rolls", player=state.player)
        return self._end_turn(state, took=False).after(told)

    def _take(self, state: State, card: Card) -> Step[State]:
        cards, player = state.cards, state.player
        castle = (*cards.castles[player], card)
        told = say(
            "kj.took",
            "kj.turret_colours" if card.turrets else "kj.resident_symbols",
            player=player,
            shows=card.described,
            cards=len(castle),
        )
        cards = replace(
            cards,
            face_up=_without(cards.face_up, card),
            castles=_put(cards.castles, player, castle),
        )
        return self._end_turn(replace(state, cards=cards), took=True).after(told)

    def _end_turn(self, state: State, *, took: bool) -> Step[State]:
        told: tuple[Sentence, ...] = ()
        if max(self.scores(state)) == SIDES:
            if self._ends_now(state):
                return Step(_over(state))
            if took and len(state.cards.castles[state.player]) == SIDES:
                told = (say("kj.last_round", "kj.finish_round", player=state.player),)
        state, put_away = self._refilled(state, took=took)
        if not state.due and not state.cards.face_up:
            return Step(_over(state), put_away)
        return Step(_next_turn(state), (*told, *put_away))

    def _ends_now(self, state: State) -> bool:
        """Whether a finished castle ends the match with this turn."""
        last = state.player == len(state.crowns) - 1
        return self.options["kj.ending"] == "at_once" or last

    def _refilled(
        self, state: State, *, took: bool
    ) -> tuple[State, tuple[Sentence, ...]]:
        """What is due from the pile after this turn, and what goes away for it."""
        cards, refill = state.cards, self.options["kj.refill"]
        if not cards.pile:  # kj.pile_empty
            return state, ()
        if took or refill == "always_add":
            return replace(state, due=1), ()
        if refill == "keep_two":
            return state, ()
        oldest, *face_up = cards.face_up
        put_away = (*cards.put_away, oldest)
        cards = replace(cards, face_up=tuple(face_up), put_away=put_away)
        told = say("kj.put_away", "kj.refill", shows=oldest.described)
        return replace(state, cards=cards, due=1), (told,)

    # ---- saying no

    def why_not(self, state: State, action: Action) -> Sentence:
        specific = self._why_not_here(state, action)
        return specific or super().why_not(state, action)

    def _why_not_here(self, state: State, action: Action) -> Sentence | None:
        match action:
            case Deal(card) if state.phase is Phase.DEAL:
                return _about("kj.no_card_left", "kj.cards", card)
            case Take(card) if state.phase is Phase.CHOOSE:
                return _why_not_take(state, card)
            case Keep(dice) if state.phase is Phase.CHOOSE:
                return self._why_no_throw(state) or why_not_keep(state.dice, dice)
            case Rolled() if state.phase is Phase.CHOOSE:
                return self._why_no_throw(state)
            case Crown(dice) if state.phase is Phase.CHOOSE:
                return self._why_no_crown(state) or why_not_keep(state.dice, dice)
            case Stop() if state.phase is Phase.CHOOSE:
                key, rule = "kj.no_stop_with_match", "kj.may_refuse_match"
                return say(key, rule, player=state.player)
        return None

    def _why_no_throw(self, state: State) -> Sentence | None:
        player = state.player
        if state.throws > THROWS:
            return say("kj.no_more_throws", "kj.rolls", player=player)
        if self._must_take(state):
            key, rule = "kj.no_throw_with_match", "kj.may_refuse_match"
            return say(key, rule, player=player)
        if state.throws == THROWS:
            return say("kj.no_third_throw", "kj.rolls", player=player)
        return None

    def _why_no_crown(self, state: State) -> Sentence | None:
        player = state.player
        if state.throws < THROWS:
            return say("kj.no_crown_yet", "kj.crown_after_second", player=player)
        if not state.crowns[player]:
            return say("kj.crown_gone", "kj.crown", player=player)
        if not self._may_use_crown(state):
            key, rule = "kj.no_crown_with_match", "kj.crown_only_if_no_match"
            return say(key, rule, player=player)
        return None

    def _choice_words(self, state: State) -> str:
        """The key of the words for what the player may do."""
        if self.matching(state):
            if self._throws_again(state):
                return "kj.may_take"
            return "kj.must_take" if self._must_take(state) else "kj.take_or_stop"
        return "kj.again" if state.throws < THROWS else "kj.crown_or_stop"


# ---- dice


@cache
def _crowns(dice: Roll) -> tuple[Action, ...]:
    return tuple(Crown(keep.dice) for keep in keeps(dice))


@cache
def _thrown(dice: tuple[Die, ...], kept: Roll) -> tuple[Die, ...]:
    """The dice that are thrown while others are kept; where dice differ, a guess.

    >>> from games.dice import Face
    >>> letters, numbers = tuple(map(Face, "abcdef")), tuple(map(Face, "123456"))
    >>> _thrown((letters, numbers), Roll.parse("4")) == (letters,)
    True
    """
    places = range(len(dice))
    for held in combinations(places, len(kept)):
        if can_show([dice[i] for i in held], kept):
            return tuple(dice[i] for i in places if i not in held)
    raise ValueError(f"{kept} is nothing that these dice can show: {dice}")


# ---- cards and seats


@cache
def _deal(card: Card) -> Deal:
    return Deal(card)


@cache
def _take(card: Card) -> Take:
    return Take(card)


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# ---- states


def _dealt(state: State, card: Card) -> State:
    cards = replace(
        state.cards,
        pile=_without(state.cards.pile, card),
        face_up=(*state.cards.face_up, card),
    )
    due = state.due - 1
    phase = Phase.DEAL if due else Phase.THROW
    return replace(state, cards=cards, due=due, phase=phase)


def _throw_rest(state: State, kept: Roll) -> State:
    return replace(state, phase=Phase.THROW, kept=kept, dice=NO_DICE)


def _next_turn(state: State) -> State:
    """The next player's, after the cards that are due (kj.clockwise)."""
    return replace(
        state,
        phase=Phase.DEAL if state.due else Phase.THROW,
        player=Seat((state.player + 1) % len(state.crowns)),
        throws=0,
        dice=NO_DICE,
    )


def _over(state: State) -> State:
    return replace(state, phase=Phase.OVER, throws=0, dice=NO_DICE)


# ---- sentences


def _why_over(
    cards: int, best: tuple[Seat, ...], winners: tuple[Seat, ...], lizards: int
) -> Sentence:
    if cards < SIDES:
        return say("kj.cards_gone", "kj.no_cards_left", names=winners)
    if len(best) == 1:
        return say("kj.enclosed", "kj.ending", names=winners)
    key = "kj.lizards" if len(winners) == 1 else "kj.lizards_shared"
    return say(key, "kj.most_lizards", names=winners, lizards=lizards)


def _about(key: str, rule: str, card: Card) -> Sentence:
    return say(key, rule, shows=card.described, lizards=card.lizards)


def _why_not_take(state: State, card: Card) -> Sentence:
    if card not in state.cards.face_up:
        return _about("kj.no_card_there", "kj.open_cards", card)
    lacking = missing(card.shows, state.dice)
    absent = missing(Roll(set(lacking)), state.dice)
    key = rule = "kj.one_die_once"
    if absent:
        key = "kj.not_shown"
        rule = "kj.turret_colours" if card.turrets else "kj.resident_symbols"
    what = Card(absent or lacking, 0).described
    return say(key, rule, missing=what, dice=str(state.dice))


# ---- the owner's own

WITH_ASSUMED = "with the assumed cards"


def card_file(table: Table, name: str) -> CardFile:
    """The owner's own dice, cards or both (see `games.card_file`)."""
    if not {"dice", "card"} & set(table):
        raise BadCards(f"{name}: neither dice nor cards, expected [[dice]] or [[card]]")
    own: dict[str, str] = {}
    dice, where = BOOK.dice, name
    if "dice" in table:
        dice = read_dice(table, name)
        own["kj.dice"] = dice_text(dice)
    if "card" not in table:
        table, where = BOOK.extra, f"{name} {WITH_ASSUMED}"
    cards = read_cards(table, dice, where)
    if where == name:
        own["kj.cards"] = cards_text(cards)
    return CardFile(BOOK.game, tuple(map(_line, cards)), own)


def _line(card: Card) -> str:
    """The card as people read it."""
    kind = "turrets" if card.turrets else "residents"
    return f"{kind:10} {card.described:30} lizards {card.lizards}"


@lru_cache(maxsize=16)
def _box(dice: str, cards: str) -> Box:
    """The dice and cards of the options; raises `BadOption` where they are none."""
    try:
        thrown = BOOK.dice
        if dice != "assumed":
            thrown = parse_dice_text(dice, "option kj.dice")
        if cards != "assumed":
            return Box(thrown, parse_cards(cards, thrown, "option kj.cards"))
        where = f"option kj.dice {WITH_ASSUMED}"
        return Box(thrown, read_cards(BOOK.extra, thrown, where))
    except BadCards as error:
        raise BadOption(str(error)) from error
