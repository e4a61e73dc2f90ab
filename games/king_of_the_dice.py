"""King of the Dice (HABA, 2017): six coloured dice win citizens for one's kingdom.

Source: the Icelandic rulebook; where it is silent or other editions differ, the rulings
in ``games/data/king_of_the_dice.toml`` decide, and the code names them.

>>> game = KingOfTheDice()
>>> state = game.start(players=2)
>>> for card in ("dwarf_111", "elf_4", "orc_3", "orc_22", "snob_odd", "idiot_1"):
...     state = game.apply(state, Deal(card)).state
>>> roll = Roll.parse("red-1 red-2 red-3 red-4 red-5 red-6")
>>> state = game.apply(state, Rolled(roll)).state
>>> game.legal_actions(state)[-1]
Take(citizen='elf_4', village=None, cover=None, receiver=None)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import ClassVar, TypeAlias, TypeVar

from games.citizens import (
    PLACES,
    Card,
    Citizen,
    Idiot,
    Kind,
    Village,
    parse_deck,
    read_deck,
)
from games.dice import NO_DICE, Die, Roll, parts
from games.needs import Needs, OfColours, Parity, Run, Shapes, tally
from games.notation import Action
from games.rulebook import load
from games.rules import Awaits, Game, Keep, Outcome, Rolled, Step, Stop
from games.seats import DECK, TOWER, Seat
from games.words import Sentence, say

DICE = 6
THROWS, ELF_THROWS = 3, 4
CANNOT_REFILL = "cannot_refill"


# ---- actions


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """The deck's action: this citizen is drawn, or this idiot turned up."""

    form: ClassVar[str] = "deal {card}"
    card: str


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take this citizen from the row.

    The village over it comes along: ``village`` lies under the citizen on the pile,
    ``cover`` on top of it. A dragon goes to the ``receiver``.
    """

    form: ClassVar[str] = (
        "take {citizen}[ with {village}][ under {cover}][ for {receiver}]"
    )
    citizen: str
    village: str | None = None
    cover: str | None = None
    receiver: Seat | None = None


@dataclass(frozen=True, slots=True)
class Also(Action):
    """Take the hypnotist's neighbour too; fields as of `Take`.

    With ``below`` the new cards lie below the hypnotist on the pile.
    """

    form: ClassVar[str] = (
        "also {citizen}[ with {village}][ under {cover}][ for {receiver}]"
        "[ below {below}]"
    )
    citizen: str
    village: str | None = None
    cover: str | None = None
    receiver: Seat | None = None
    below: str | None = None


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Do without what is offered: the hypnotist's neighbour, or an extra turn."""

    form: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class PlayOn(Action):
    """Take the extra turn of the sorcerer's apprentice."""

    form: ClassVar[str] = "play on"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Take none of the citizens who would come."""

    form: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class TakeIdiot(Action):
    """Take an idiot rather than one of the citizens who would come."""

    form: ClassVar[str] = "take idiot"


# ---- state


class Phase(Enum):
    """What is going on."""

    SETUP = auto()
    """The first row of citizens is dealt."""
    IDIOT = auto()
    """The next idiot is turned up."""
    THROW = auto()
    CHOOSE = auto()
    """Keep dice, or take a citizen, or give up."""
    EXTRA = auto()
    """The hypnotist's neighbour may be taken too."""
    REFILL = auto()
    AGAIN = auto()
    """An extra turn may be taken."""
    OVER = auto()


Pile: TypeAlias = tuple[Card, ...]
"""Cards, the top one last."""
Way: TypeAlias = tuple[str | None, str | None, Seat | None]
"""Of `Take` and `Also`: the village under, the village over, who receives the card."""


@dataclass(frozen=True, slots=True)
class Market:
    """What lies between the players."""

    row: tuple[Citizen, ...]
    """The open citizens from left to right, without gaps; the pile is to the left."""
    drawn_from: tuple[Citizen, ...]
    """The draw pile, in no order: nobody knows which comes next."""
    discarded: tuple[Citizen, ...]
    stacks: tuple[tuple[Village, ...], ...]
    """The villages from left to right, the top card of each stack first."""
    idiot: Idiot | None
    """The one that shows."""
    idiots: tuple[Idiot, ...]
    """Those under it, in no order."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How far a turn has come."""

    limit: int = THROWS
    throws: int = 0
    kept: Roll = NO_DICE
    """The dice that lay aside in the last throw, or lie there for the next."""
    dice: Roll = NO_DICE
    """All six, once they lie."""
    gap: int = -1
    """Where the hypnotist lay: the place of the right neighbour in the row now."""
    again: bool = False
    """Whether an extra turn follows."""


@dataclass(frozen=True, slots=True)
class State:
    """The cards of all players and between them, and whose turn it is."""

    kingdoms: tuple[Pile, ...]
    market: Market
    phase: Phase
    player: Seat
    turn: Turn


_BOOK = load("king_of_the_dice")
_BOX = read_deck(_BOOK.extra, _BOOK.dice, "king_of_the_dice.toml")


class KingOfTheDice(Game[State]):
    """King of the Dice for 2 to 5 players."""

    rulebook = _BOOK
    kinds = (Deal, Keep, Stop, Take, Also, Decline, PlayOn, Pass, TakeIdiot)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        cards = self.options["kotd.cards"]
        self.deck = _BOX if cards == "box" else parse_deck(cards, "kotd.cards")

    # ---- the contract

    @property
    def dice(self) -> tuple[Die, ...]:
        return self.deck.dice

    def opening(self, players: int) -> State:
        deck = self.deck
        market = Market((), deck.citizens, (), deck.stacks, None, deck.idiots)
        return State(((),) * players, market, Phase.SETUP, Seat(0), Turn())

    def to_act(self, state: State) -> Seat | None:
        match state.phase:
            case Phase.OVER:
                return None
            case Phase.SETUP | Phase.REFILL | Phase.IDIOT:
                return DECK
            case Phase.THROW:
                return TOWER
            case _:
                return state.player

    def awaits(self, state: State) -> Awaits:
        player, turn = state.player, state.turn
        match state.phase:
            case Phase.SETUP | Phase.REFILL:
                return Awaits(say("kotd.deal", cards=PLACES - len(state.market.row)))
            case Phase.IDIOT:
                return Awaits(say("kotd.turn_up"))
            case Phase.THROW:
                dice = _left(self.dice, turn.kept)
                words = say("kotd.throw", player=player, dice=len(dice))
                return Awaits(words, dice, turn.kept)
            case Phase.CHOOSE:
                key = "kotd.choose" if turn.throws < turn.limit else "kotd.choose_card"
                return Awaits(say(key, player=player), (), turn.dice)
            case Phase.EXTRA:
                neighbour = self.called(state.market.row[turn.gap])
                return Awaits(say("kotd.extra", player=player, card=neighbour))
            case _:
                return Awaits(say("kotd.again", player=player))

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        match state.phase:
            case Phase.SETUP | Phase.REFILL:
                return tuple(Deal(card.name) for card in state.market.drawn_from)
            case Phase.IDIOT:
                names = dict.fromkeys(card.name for card in state.market.idiots)
                return tuple(map(Deal, names))
            case Phase.CHOOSE:
                return (*self._keeps(state.turn), *self._ends(state))
            case Phase.EXTRA:
                return (Decline(), *self._extras(state))
            case Phase.AGAIN:
                return (PlayOn(), Decline())
            case _:
                return ()

    def draws(self, state: State) -> Sequence[Action]:
        if state.phase is Phase.IDIOT:
            return [Deal(card.name) for card in state.market.idiots]
        return self.legal_actions(state)

    def step(self, state: State, action: Action) -> Step[State]:
        match action:
            case Deal(card) if state.phase is Phase.IDIOT:
                return self._turned_up(state, card)
            case Deal(card):
                return self._dealt(state, card)
            case Rolled(roll):
                return self._rolled(state, roll)
            case Keep(dice):
                turn = replace(state.turn, kept=dice, dice=NO_DICE)
                return Step(replace(state, phase=Phase.THROW, turn=turn))
            case Take() | Also():
                return self._take(state, action)
            case Stop() | TakeIdiot():
                return self._take_idiot(state)
            case Pass():
                told = say("kotd.passed", "kotd.decline", player=state.player)
                return _after(told, self._next_turn(state))
            case Decline() if state.phase is Phase.EXTRA:
                return self._refill(state)
            case Decline():
                return self._next_turn(_without_extra_turn(state))
            case PlayOn():
                return self._turn(state, state.player)
        raise TypeError(f"King of the Dice knows no {action}")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(points, state.kingdoms))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        return Outcome(_winners(state.kingdoms), _why_over(state.market))

    def met(self, citizen: Citizen, dice: Roll) -> bool:
        """Whether these six dice bring this citizen."""
        return bool(self.needs(citizen).met(tally(dice)))

    def needs(self, citizen: Citizen) -> Needs:
        """What this citizen wants under the options."""
        if citizen.kind is Kind.SNOB and self.options["kotd.snob"] == "either":
            return Parity((0, 1))
        return citizen.needs

    def called(self, card: Card) -> str:
        """What the card is called in sentences."""
        titles: Mapping[str, str] = self.rulebook.extra["titles"]
        match card:
            case Citizen():
                return f"{titles[card.kind]} ({card.needs})"
            case Village():
                return f"{titles.get(card.stack, card.stack)} ({card.points})"
            case _:
                return f"{titles['idiot']} ({card.points})"

    # ---- cards come

    def _dealt(self, state: State, name: str) -> Step[State]:
        market = state.market
        card = _named(market.drawn_from, name)
        setup = state.phase is Phase.SETUP
        market = replace(
            market,
            row=(*market.row, card) if setup else (card, *market.row),
            drawn_from=_without(market.drawn_from, card),
        )
        state = replace(state, market=market)
        if setup:
            full = len(market.row) == PLACES
            return Step(replace(state, phase=Phase.IDIOT if full else Phase.SETUP))
        if not market.drawn_from and self.options["kotd.citizens_end"] != CANNOT_REFILL:
            return self._over(state)
        return self._refill(state)

    def _turned_up(self, state: State, name: str) -> Step[State]:
        market, first = state.market, not state.turn.throws
        idiot = _named(market.idiots, name)
        market = replace(market, idiot=idiot, idiots=_without(market.idiots, idiot))
        state = replace(state, market=market)
        return self._turn(state, state.player) if first else self._next_turn(state)

    def _refill(self, state: State) -> Step[State]:
        """Fill the row, then turn up an idiot where none shows, then go on."""
        market = state.market
        if len(market.row) < PLACES:
            if not market.drawn_from:
                return self._over(state)  # kotd.citizens_end = cannot_refill
            return Step(replace(state, phase=Phase.REFILL))
        if market.idiot is None:
            return Step(replace(state, phase=Phase.IDIOT))
        return self._next_turn(state)

    # ---- a turn

    def _next_turn(self, state: State) -> Step[State]:
        if not state.turn.again:
            player = Seat((state.player + 1) % len(state.kingdoms))
            return self._turn(state, player)
        if self.options["kotd.extra_turn"] == "always":
            return self._turn(state, state.player)
        return Step(replace(state, phase=Phase.AGAIN))

    def _turn(self, state: State, player: Seat) -> Step[State]:
        pile = state.kingdoms[player]
        elf = bool(pile) and isinstance(pile[-1], Citizen) and pile[-1].kind is Kind.ELF
        turn = Turn(ELF_THROWS if elf else THROWS)
        told = (
            (say("kotd.four_throws", "kotd.elf_repeat", player=player),) if elf else ()
        )
        state = replace(state, phase=Phase.THROW, player=player, turn=turn)
        return Step(state, told)

    def _rolled(self, state: State, roll: Roll) -> Step[State]:
        turn = state.turn
        turn = replace(turn, throws=turn.throws + 1, dice=turn.kept + roll)
        state = replace(state, phase=Phase.CHOOSE, turn=turn)
        if turn.throws == turn.limit and not self._ends(state):
            return self._take_idiot(state)
        return Step(state)

    def _keeps(self, turn: Turn) -> tuple[Action, ...]:
        if turn.throws == turn.limit:
            return ()
        locked = self.options["kotd.reroll_set_aside"] == "third_only"
        stay = turn.kept if locked and turn.throws == THROWS else NO_DICE
        return _keeps(turn.dice, stay)

    def _ends(self, state: State) -> tuple[Action, ...]:
        """How the player may end the throwing."""
        takes = tuple(self._takes(state))
        decline = self.options["kotd.decline"]
        if takes and decline == "may_pass":
            return (Pass(), *takes)
        if takes and decline == "may_take_idiot":
            return (TakeIdiot(), *takes)
        throws_left = state.turn.throws < state.turn.limit
        if takes or not throws_left or self.options["kotd.early_stop_fail"] != "idiot":
            return takes
        return (Stop(),)

    def _takes(self, state: State) -> Iterator[Action]:
        for place, citizen in enumerate(state.market.row):
            if self.met(citizen, state.turn.dice):
                for way in self.ways(state, citizen, place):
                    yield Take(citizen.name, *way)

    def _extras(self, state: State) -> Iterator[Action]:
        gap = state.turn.gap
        citizen = state.market.row[gap]
        hypnotist = state.kingdoms[state.player][-1].name
        free = self.options["kotd.hypno_order"] == "owner_chooses"
        for way in self.ways(state, citizen, gap + 1):
            yield Also(citizen.name, *way)
            if free and citizen.kind is not Kind.DRAGON:
                yield Also(citizen.name, *way, below=hypnotist)

    def ways(self, state: State, citizen: Citizen, place: int) -> Iterator[Way]:
        """How a citizen who lies under this village can be taken."""
        if citizen.kind is Kind.DRAGON:
            others = (Seat(i) for i in range(len(state.kingdoms)) if i != state.player)
            yield from ((None, None, other) for other in others)
            return
        yield None, None, None
        village = state.market.stacks[place][0]
        if village.stack == citizen.village:
            yield village.name, None, None
            if self.options["kotd.village_under_citizen"] == "owner_chooses":
                yield None, village.name, None

    def _take(self, state: State, action: Take | Also) -> Step[State]:
        market, turn = state.market, state.turn
        citizen = _named(market.row, action.citizen)
        place = market.row.index(citizen)
        stack = place + 1 if isinstance(action, Also) else place
        market = replace(market, row=_without(market.row, citizen))
        gained: Pile = (citizen,)
        if action.village or action.cover:
            village = market.stacks[stack][0]
            gained = (village, citizen) if action.village else (citizen, village)
            market = replace(market, stacks=_founded(market.stacks, stack))
        below = isinstance(action, Also) and action.below is not None
        owner = state.player if action.receiver is None else action.receiver
        state = replace(
            state,
            market=market,
            kingdoms=_given(state.kingdoms, owner, gained, below=below),
            turn=replace(turn, again=turn.again or citizen.kind is Kind.APPRENTICE),
        )
        told = self._told(state.player, gained, action.receiver)
        if not all(market.stacks):
            return _after(told, self._over(state))
        if citizen.kind is Kind.HYPNOTIST and place < len(market.row):
            turn = replace(state.turn, gap=place)
            return Step(replace(state, phase=Phase.EXTRA, turn=turn), (told,))
        return _after(told, self._refill(state))

    def _told(self, player: Seat, gained: Pile, receiver: Seat | None) -> Sentence:
        citizen = next(card for card in gained if isinstance(card, Citizen))
        card = self.called(citizen)
        if receiver is not None:
            rule = "kotd.dragon_receiver"
            return say("kotd.gave", rule, player=player, card=card, receiver=receiver)
        if len(gained) == 1:
            return say("kotd.took", "kotd.one_card", player=player, card=card)
        village = next(card for card in gained if isinstance(card, Village))
        rule, name = "kotd.village", self.called(village)
        return say("kotd.founded", rule, player=player, card=card, village=name)

    def _take_idiot(self, state: State) -> Step[State]:
        market, player = state.market, state.player
        idiot = market.idiot
        if idiot is None:
            raise ValueError("an idiot is taken only where one shows")
        kingdoms = _given(state.kingdoms, player, (idiot,))
        state = replace(state, kingdoms=kingdoms, market=replace(market, idiot=None))
        told = say("kotd.got_idiot", "kotd.idiot", player=player, points=-idiot.points)
        if not market.idiots:
            return _after(told, self._over(state))  # kotd.last_idiot
        rightmost = market.row[-1]
        market = replace(
            state.market,
            row=market.row[:-1],
            discarded=(*market.discarded, rightmost),
        )
        gone = say("kotd.left", "kotd.idiot_discards", card=self.called(rightmost))
        step = self._refill(replace(state, market=market))
        return _after(told, _after(gone, step))

    def _over(self, state: State) -> Step[State]:
        state = replace(state, phase=Phase.OVER, turn=Turn())
        totals = self.scores(state)
        first = [seat for seat, total in enumerate(totals) if total == max(totals)]
        winners = _winners(state.kingdoms)
        told = [_why_over(state.market)]
        if len(winners) < len(first):
            told.append(say("kotd.fewer_minus", "kotd.tie", names=winners))
        return Step(state, tuple(told))

    # ---- saying no

    def why_not(self, state: State, action: Action) -> Sentence:
        specific = self._why_not_here(state, action)
        return specific or super().why_not(state, action)

    def _why_not_here(self, state: State, action: Action) -> Sentence | None:
        match state.phase, action:
            case Phase.SETUP | Phase.REFILL | Phase.IDIOT, Deal(card):
                return say("kotd.no_such_card", "kotd.deck", card=card)
            case Phase.THROW, Rolled():
                return self._why_not_rolled(state, action)
            case Phase.CHOOSE, Rolled() | Keep() if state.turn.throws == (
                limit := state.turn.limit
            ):
                return say("kotd.no_more_throws", "kotd.three_throws", throws=limit)
            case Phase.CHOOSE, Keep(dice):
                return _why_not_keep(state.turn, dice)
            case Phase.CHOOSE, Stop() | Pass() | TakeIdiot():
                return self._why_not_end(state, action)
            case Phase.CHOOSE, Take():
                return self._why_not_take(state, action)
            case Phase.EXTRA, Take():
                return say("kotd.one_more", "kotd.one_card", player=state.player)
            case Phase.EXTRA, Also():
                return self._why_not_also(state, action)
        return None

    def _why_not_rolled(self, state: State, action: Rolled) -> Sentence | None:
        roll, kept = action.roll, state.turn.kept
        if action.kept not in (None, kept) or not {
            face for die in self.dice for face in die
        }.issuperset(roll):
            return None
        wanted = DICE - len(kept)
        if len(roll) < wanted:
            found = len(roll)
            key, rule = "kotd.too_few_dice", "kotd.cocked_die"
            return say(key, rule, found=found, wanted=wanted)
        left = _left(self.dice, kept)
        for die in set(self.dice):
            alike = Roll(face for face in roll if face in die)
            if len(alike) > left.count(die) and len(roll) == wanted:
                return say(
                    "kotd.no_such_dice",
                    "kotd.die_types",
                    dice=str(alike),
                    left=left.count(die),
                )
        return None

    def _why_not_end(self, state: State, action: Action) -> Sentence:
        takes = any(self._takes(state))
        player = state.player
        if takes:
            return say("kotd.somebody_comes", "kotd.decline", player=player)
        if isinstance(action, Stop):
            return say("kotd.throw_on", "kotd.early_stop_fail", player=player)
        return say("kotd.nobody_comes", "kotd.idiot", player=player)

    def _why_not_take(self, state: State, action: Take) -> Sentence | None:
        row = state.market.row
        if any(action.citizen == v.name for stack in self.deck.stacks for v in stack):
            return say("kotd.no_village_alone", "kotd.village_alone")
        citizen = next((c for c in row if c.name == action.citizen), None)
        if citizen is None:
            return say("kotd.not_open", "kotd.open_row", card=action.citizen)
        if not self.met(citizen, state.turn.dice):
            return say(
                "kotd.not_met",
                _NEED_RULES.get(type(citizen.needs), "kotd.needs"),
                card=self.called(citizen),
                dice=str(state.turn.dice),
            )
        return self._why_not_way(state, action, citizen, row.index(citizen))

    def _why_not_also(self, state: State, action: Also) -> Sentence | None:
        gap = state.turn.gap
        neighbour = state.market.row[gap]
        if action.citizen != neighbour.name:
            card = self.called(neighbour)
            return say("kotd.not_neighbour", "kotd.hypno_right", card=card)
        way = self._why_not_way(state, action, neighbour, gap + 1)
        return way or say("kotd.no_below", "kotd.hypno_order")

    def _why_not_way(
        self, state: State, action: Take | Also, citizen: Citizen, place: int
    ) -> Sentence | None:
        """What is wrong with the village or the receiver, if anything is."""
        dragon = citizen.kind is Kind.DRAGON
        if dragon and action.receiver in (None, state.player):
            return say("kotd.must_give", "kotd.dragon_receiver", player=state.player)
        if not dragon and action.receiver is not None:
            return say("kotd.not_given", "kotd.dragon_receiver")
        name = action.village or action.cover
        if name is None:
            return None
        top = state.market.stacks[place][0]
        if top.stack != citizen.village or name != top.name:
            rule = _VILLAGE_RULES.get(citizen.kind, "kotd.village")
            card = self.called(citizen)
            return say("kotd.other_village", rule, card=card, village=self.called(top))
        if action.cover:
            return say("kotd.no_cover", "kotd.village_under_citizen")
        return None


_NEED_RULES: Mapping[type[Needs], str] = {
    Parity: "kotd.snob",
    Run: "kotd.run",
    Shapes: "kotd.shapes",
    OfColours: "kotd.pictured_colours",
}
_VILLAGE_RULES: Mapping[Kind, str] = {
    Kind.HYPNOTIST: "kotd.hypno_no_village",
    Kind.DRAGON: "kotd.dragon_no_village",
}


# ---- dice


@cache
def _left(dice: tuple[Die, ...], kept: Roll) -> tuple[Die, ...]:
    """The dice that are not kept: the face tells which a die is (kotd.die_types)."""
    left = list(dice)
    for face in kept:
        left.remove(next(die for die in left if face in die))
    return tuple(left)


@cache
def _keeps(dice: Roll, stay: Roll) -> tuple[Action, ...]:
    """Keep any part but the whole; ``stay`` must be in it."""
    kept = [stay + part for part in parts(dice - stay)] if stay else parts(dice)
    return tuple(Keep(part) for part in kept if part != dice)


# ---- cards


def points(pile: Pile) -> int:
    """What a kingdom counts: n fairies count n each (kotd.fairy_points).

    >>> cards = KingOfTheDice().deck.citizens
    >>> points(tuple(card for card in cards if card.kind is Kind.FAIRY))
    25
    """
    fairies = sum(isinstance(c, Citizen) and c.kind is Kind.FAIRY for c in pile)
    alone = sum(card.points for card in pile)  # each fairy counts 1 alone
    return alone + fairies * (fairies - 1)


def minus(pile: Pile) -> int:
    """The minus points of idiots and dragons, as a number from 0 up."""
    return -sum(min(card.points, 0) for card in pile)


def _winners(kingdoms: Sequence[Pile]) -> tuple[Seat, ...]:
    """Most points, then fewest minus (kotd.tie), else shared (kotd.final_tie)."""
    ranks = [(points(pile), -minus(pile)) for pile in kingdoms]
    return tuple(Seat(i) for i, rank in enumerate(ranks) if rank == max(ranks))


def _why_over(market: Market) -> Sentence:
    if not all(market.stacks):
        return say("kotd.last_village", "kotd.ends_at_once")
    if market.idiot is None and not market.idiots:
        return say("kotd.idiots_gone", "kotd.last_idiot")
    return say("kotd.citizens_gone", "kotd.citizens_end")


C = TypeVar("C", bound=Card)


def _named(cards: Sequence[C], name: str) -> C:
    return next(card for card in cards if card.name == name)


def _without(cards: tuple[C, ...], gone: C) -> tuple[C, ...]:
    place = cards.index(gone)
    return cards[:place] + cards[place + 1 :]


def _founded(
    stacks: tuple[tuple[Village, ...], ...], place: int
) -> tuple[tuple[Village, ...], ...]:
    """The stacks without the top village of this one."""
    return (*stacks[:place], stacks[place][1:], *stacks[place + 1 :])


def _given(
    kingdoms: tuple[Pile, ...], seat: Seat, cards: Pile, *, below: bool = False
) -> tuple[Pile, ...]:
    """The kingdoms with these cards on top of one, or right below its top card."""
    pile = kingdoms[seat]
    under, top = (pile[:-1], pile[-1:]) if below else (pile, ())
    return (*kingdoms[:seat], (*under, *cards, *top), *kingdoms[seat + 1 :])


# ---- states and sentences


def _without_extra_turn(state: State) -> State:
    return replace(state, turn=replace(state.turn, again=False))


def _after(told: Sentence, step: Step[State]) -> Step[State]:
    return Step(step.state, (told, *step.told))


def _why_not_keep(turn: Turn, dice: Roll) -> Sentence | None:
    for face in dice:
        if dice.count(face) > turn.dice.count(face):
            lying = str(turn.dice)
            return say("table.not_there", "table.not_there", dice=face, lying=lying)
    if dice == turn.dice:
        return say("table.keep_all", "table.keep_all")
    return say("kotd.stay_aside", "kotd.reroll_set_aside", dice=str(turn.kept))
