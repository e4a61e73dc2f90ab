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
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from games.citizens import PLACES, Card, Citizen, Kind, Village, parse_deck, read_deck
from games.dice import NO_DICE, Die, Roll
from games.kingdom import Market, Pile, given, named, on_top, points, winners
from games.needs import Needs, OfColours, Parity, Run, Shapes, tally
from games.notation import Action
from games.rulebook import load
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

THROWS, ELF_THROWS = 3, 4


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


Way: TypeAlias = tuple[str | None, str | None, Seat | None]
"""Of `Take` and `Also`: the village under, the village over, who receives the card."""


class Turn(NamedTuple):
    """How far a turn has come."""

    limit: int = THROWS
    throws: int = 0
    kept: Roll = NO_DICE
    """The dice that lay aside in the last throw, or lie there for the next."""
    dice: Roll = NO_DICE
    """All six, once they lie."""
    gap: int = -1
    """Where the citizen lay who was taken: the right neighbour is there now."""
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
        self._faces = frozenset(face for die in self.deck.dice for face in die)

    # ---- the contract

    @property
    def dice(self) -> tuple[Die, ...]:
        return self.deck.dice

    def opening(self, players: int) -> State:
        market = Market.of(self.deck)
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
                return Awaits(self._choice(state), (), turn.dice)
            case Phase.EXTRA:
                neighbour = self.called(state.market.row[turn.gap])
                return Awaits(say("kotd.extra", player=player, card=neighbour))
            case _:
                return Awaits(say("kotd.again", player=player))

    def on_table(self, state: State) -> tuple[Sentence, ...]:
        market, turn = state.market, state.turn
        if state.phase is Phase.OVER:
            return ()
        lines = [self._lies(state, place) for place in range(len(market.row))]
        if market.idiot:
            lines.append(say("kotd.idiot_shows", points=-market.idiot.points))
        idiots = len(market.idiots) + (market.idiot is not None)
        left = len(market.drawn_from)
        lines.append(say("kotd.piles", citizens=left, idiots=idiots))
        if state.phase is Phase.CHOOSE:
            throws = turn.limit - turn.throws
            lines.append(say("kotd.throws_left", player=state.player, throws=throws))
        return tuple(lines)

    def _lies(self, state: State, place: int) -> Sentence:
        """What lies in the row, what it would count, and the village over it."""
        market, gap = state.market, state.turn.gap
        citizen, pile = market.row[place], state.kingdoms[state.player]
        right_of_gap = state.phase is Phase.EXTRA and place >= gap
        village = market.stacks[place + right_of_gap][0]
        return say(
            "kotd.at_home" if village.stack == citizen.village else "kotd.lies",
            name=citizen.name,
            card=self.called(citizen),
            points=points((*pile, citizen)) - points(pile),
            village=self.called(village),
            village_name=village.name,
        )

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        match state.phase:
            case Phase.SETUP | Phase.REFILL:
                return tuple(_deal(card.name) for card in state.market.drawn_from)
            case Phase.IDIOT:
                names = dict.fromkeys(card.name for card in state.market.idiots)
                return tuple(map(_deal, names))
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
            return [_deal(card.name) for card in state.market.idiots]
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
                turn = state.turn._replace(kept=dice, dice=NO_DICE)
                return Step(replace(state, phase=Phase.THROW, turn=turn))
            case Take() | Also():
                return self._take(state, action)
            case Stop() | TakeIdiot():
                return self._take_idiot(state)
            case Pass():
                told = say("kotd.passed", "kotd.decline", player=state.player)
                return self._next_turn(state).after(told)
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
        return Outcome(winners(state.kingdoms), _why_over(state.market))

    def met(self, citizen: Citizen, dice: Roll) -> bool:
        """Whether these six dice bring this citizen."""
        return _met(self.needs(citizen), dice)

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

    def _choice(self, state: State) -> Sentence:
        """What the player can do with the dice that lie there, in words."""
        player, turn = state.player, state.turn
        coming = [c for c in state.market.row if self.met(c, turn.dice)]
        names = ", ".join(map(self.called, coming))
        if not coming:
            return say("kotd.choose_nobody", player=player)
        key = "kotd.choose" if turn.throws < turn.limit else "kotd.choose_card"
        return say(key, player=player, cards=names)

    # ---- cards come

    def _dealt(self, state: State, name: str) -> Step[State]:
        setup = state.phase is Phase.SETUP
        market = state.market.drawn(name, first_row=setup)
        state = replace(state, market=market)
        card = self.called(named(market.row, name))
        told = say("kotd.came", "kotd.refill_direction", card=card)
        if setup:
            full = len(market.row) == PLACES
            phase = Phase.IDIOT if full else Phase.SETUP
            return Step(replace(state, phase=phase), (told,))
        plays_on = self.options["kotd.citizens_end"] == "cannot_refill"
        if not market.drawn_from and not plays_on:
            return self._over(state).after(told)
        return self._refill(state).after(told)

    def _turned_up(self, state: State, name: str) -> Step[State]:
        first = not state.turn.throws
        state = replace(state, market=state.market.turned_up(name))
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
        elf = on_top(state.kingdoms[player], Kind.ELF)
        turn = Turn(ELF_THROWS if elf else THROWS)
        step = Step(replace(state, phase=Phase.THROW, player=player, turn=turn))
        told = say("kotd.four_throws", "kotd.elf_repeat", player=player)
        return step.after(told) if elf else step

    def _rolled(self, state: State, roll: Roll) -> Step[State]:
        turn = state.turn
        turn = turn._replace(throws=turn.throws + 1, dice=turn.kept + roll)
        state = replace(state, phase=Phase.CHOOSE, turn=turn)
        if turn.throws == turn.limit and not self._ends(state):
            return self._take_idiot(state)
        return Step(state)

    def _keeps(self, turn: Turn) -> tuple[Action, ...]:
        if turn.throws == turn.limit:
            return ()
        locked = self.options["kotd.reroll_set_aside"] == "third_only"
        stay = turn.kept if locked and turn.throws == THROWS else NO_DICE
        return _keeps_with(turn.dice, stay) if stay else keeps(turn.dice)

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
        citizen = named(market.row, action.citizen)
        place = market.row.index(citizen)
        stack = place + 1 if isinstance(action, Also) else place
        market = market.without(citizen)
        gained: Pile = (citizen,)
        if action.village or action.cover:
            village = market.stacks[stack][0]
            gained = (village, citizen) if action.village else (citizen, village)
            market = market.founded(stack)
        below = isinstance(action, Also) and action.below is not None
        owner = state.player if action.receiver is None else action.receiver
        again = citizen.kind is Kind.APPRENTICE  # A hypnotist taken before is none.
        state = replace(
            state,
            market=market,
            kingdoms=given(state.kingdoms, owner, gained, below=below),
            turn=turn._replace(again=again, gap=place),
        )
        told = self._told(state.player, gained, action)
        if not all(market.stacks):
            return self._over(state).after(told)
        if citizen.kind is Kind.HYPNOTIST and place < len(market.row):
            return Step(replace(state, phase=Phase.EXTRA), (told,))
        return self._refill(state).after(told)

    def _told(self, player: Seat, gained: Pile, action: Take | Also) -> Sentence:
        citizen = next(card for card in gained if isinstance(card, Citizen))
        card, receiver = self.called(citizen), action.receiver
        if receiver is not None:
            rule = "kotd.dragon_receiver"
            return say("kotd.gave", rule, player=player, card=card, receiver=receiver)
        if len(gained) == 1:
            extra = isinstance(action, Also)
            rule = "kotd.hypno_no_condition" if extra else "kotd.one_card"
            return say("kotd.took", rule, player=player, card=card)
        village = next(card for card in gained if isinstance(card, Village))
        rule, name = "kotd.village", self.called(village)
        return say("kotd.founded", rule, player=player, card=card, village=name)

    def _take_idiot(self, state: State) -> Step[State]:
        market, player = state.market.idiot_gone(), state.player
        idiot = state.market.idiot
        if idiot is None:
            raise ValueError("an idiot is taken only where one shows")
        kingdoms = given(state.kingdoms, player, (idiot,))
        state = replace(state, kingdoms=kingdoms, market=market)
        told = say("kotd.got_idiot", "kotd.idiot", player=player, points=-idiot.points)
        if not market.idiots:
            return self._over(state).after(told)  # kotd.last_idiot
        rightmost = self.called(market.row[-1])
        gone = say("kotd.left", "kotd.idiot_discards", card=rightmost)
        step = self._refill(replace(state, market=market.rightmost_gone()))
        return step.after(told, gone)

    def _over(self, state: State) -> Step[State]:
        totals, won = self.scores(state), winners(state.kingdoms)
        over = Step(replace(state, phase=Phase.OVER, turn=Turn()))
        if totals.count(max(totals)) > len(won):
            over = over.after(say("kotd.fewer_minus", "kotd.tie", names=won))
        return over.after(_why_over(state.market))

    # ---- saying no

    def why_not(self, state: State, action: Action) -> Sentence:
        specific = self._why_not_here(state, action)
        return specific or super().why_not(state, action)

    def why_wait(self, state: State, seat: Seat, action: Action) -> Sentence | None:
        if seat != state.player or state.phase not in (Phase.REFILL, Phase.IDIOT):
            return None
        match action:
            case PlayOn():
                return say("kotd.row_first", "kotd.refill_first")
            case Take() | Also() if state.turn.gap >= 0:
                return say("kotd.one_more", "kotd.one_card", player=seat)
        return None

    def _why_not_here(self, state: State, action: Action) -> Sentence | None:
        turn = state.turn
        match state.phase, action:
            case Phase.SETUP | Phase.REFILL | Phase.IDIOT, Deal(card):
                return say("kotd.no_such_card", "kotd.deck", card=card)
            case Phase.THROW, Rolled():
                return self._why_not_rolled(state, action)
            case Phase.CHOOSE, Rolled() | Keep() if turn.throws == turn.limit:
                throws = turn.limit
                return say("kotd.no_more_throws", "kotd.three_throws", throws=throws)
            case Phase.CHOOSE, Keep(dice):
                held = say(
                    "kotd.stay_aside", "kotd.reroll_set_aside", dice=str(turn.kept)
                )
                return why_not_keep(turn.dice, dice) or held
            case Phase.CHOOSE, Stop() | Pass() | TakeIdiot():
                return self._why_not_end(state)
            case Phase.CHOOSE, Take():
                return self._why_not_take(state, action)
            case Phase.EXTRA, Take():
                return say("kotd.one_more", "kotd.one_card", player=state.player)
            case Phase.EXTRA, Also():
                return self._why_not_also(state, action)
        return None

    def _why_not_rolled(self, state: State, action: Rolled) -> Sentence | None:
        roll, kept = action.roll, state.turn.kept
        strange = not self._faces.issuperset(roll)
        if strange or action.kept not in (None, kept):
            return None
        left = _left(self.dice, kept)
        if len(roll) < len(left):
            key, rule = "kotd.too_few_dice", "kotd.cocked_die"
            return say(key, rule, found=len(roll), wanted=len(left))
        for die in set(self.dice):
            alike, most = [face for face in roll if face in die], left.count(die)
            if len(roll) == len(left) and len(alike) > most:
                key, rule = "kotd.no_such_dice", "kotd.die_types"
                return say(key, rule, dice=str(Roll(alike)), left=most)
        return None

    def _why_not_end(self, state: State) -> Sentence:
        player = state.player
        if any(self._takes(state)):
            key = _INSTEAD[self.options["kotd.decline"]]
            return say(key, "kotd.decline", player=player)
        if self.options["kotd.early_stop_fail"] == "not_allowed":
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


_INSTEAD: Mapping[str, str] = {
    "must_take_one": "kotd.somebody_comes",
    "may_pass": "kotd.take_or_pass",
    "may_take_idiot": "kotd.take_or_idiot",
}
"""What is said to who wants no citizen, by what the players agreed on."""
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


# ---- cards and dice


@lru_cache(maxsize=256)
def _deal(card: str) -> Deal:
    return Deal(card)


@lru_cache(maxsize=1 << 15)
def _met(needs: Needs, dice: Roll) -> bool:
    return bool(needs.met(tally(dice)))


@cache
def _left(dice: tuple[Die, ...], kept: Roll) -> tuple[Die, ...]:
    """The dice that are not kept: the face tells which a die is (kotd.die_types)."""
    left = list(dice)
    for face in kept:
        left.remove(next(die for die in left if face in die))
    return tuple(left)


@cache
def _keeps_with(dice: Roll, stay: Roll) -> tuple[Action, ...]:
    """Keep any part but the whole; ``stay`` must be in it."""
    return tuple(Keep(stay + keep.dice) for keep in keeps(dice - stay))


# ---- states and sentences


def _why_over(market: Market) -> Sentence:
    if not all(market.stacks):
        return say("kotd.last_village", "kotd.ends_at_once")
    if market.idiot is None and not market.idiots:
        return say("kotd.idiots_gone", "kotd.last_idiot")
    return say("kotd.citizens_gone", "kotd.citizens_end")


def _without_extra_turn(state: State) -> State:
    return replace(state, turn=state.turn._replace(again=False))
