"""King's Gold (Blue Orange, 2014): five pirate dice, 60 coins, and the King's share.

Source: the English rulebook; where it is silent or the French one differs, the rulings
in ``games/data/kings_gold.toml`` decide, and the code names them.

>>> game = KingsGold()
>>> state = game.start(players=2)
>>> for roll in ("skull skull coin1 coin1 cannon", "coin1 coin2 coin3 cannon cannon"):
...     state = game.apply(state, Rolled(Roll.parse(roll))).state
>>> state.player, state.phase.name
(Seat(0), 'THROW')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import ClassVar

from games.dice import NO_DICE, Face, Roll, parts
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
    not_there,
    why_not_keep,
)
from games.seats import TOWER, Seat
from games.words import Sentence, say

COINS = 60
DICE = 5
THROWS = 3
PENALTY = 3
FATAL_BONES = 3

VALUE = {Face("coin1"): 1, Face("coin2"): 2, Face("coin3"): 3}
SKULL, CANNON, BONES = Face("skull"), Face("cannon"), Face("crossbones")


# ---- actions


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Pair this coin die with a cannon: take from the box, and pay the King."""

    form: ClassVar[str] = "take {coin}"
    coin: Face


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Pair this coin die with a skull: steal from a player."""

    form: ClassVar[str] = "steal {coin} from {victim}"
    coin: Face
    victim: Seat


@dataclass(frozen=True, slots=True)
class Rob(Action):
    """All skulls: take everything that a player has."""

    form: ClassVar[str] = "rob {victim}"
    victim: Seat


# ---- state


class Phase(Enum):
    """What is going on."""

    START = auto()
    """Everybody throws once for the start."""
    THROW = auto()
    CHOOSE = auto()
    """Keep dice, or stop."""
    FULFIL = auto()
    """Carry out what the dice say."""
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays, who can win, and who has something to make up for."""

    playing: tuple[Seat, ...]
    """Clockwise: everybody, but in a new game of those who were tied."""
    contenders: tuple[Seat, ...]
    """Who can still win."""
    due: tuple[Seat, ...] = ()
    """Who has yet to throw for the start, or to take the extra turn of a tie."""
    tie_round: bool = False
    most_skulls: int = -1
    starters: tuple[Seat, ...] = ()
    """Who has thrown that many skulls for the start."""


@dataclass(frozen=True, slots=True)
class State:
    """Who has what, whose turn it is, and how the dice lie."""

    coins: tuple[int, ...]
    box: int
    king: int
    phase: Phase
    player: Seat
    lineup: Lineup
    throws: int = 0
    kept: Roll = NO_DICE
    dice: Roll = NO_DICE
    """The dice that lie there; while pairs are carried out, those not used yet."""

    def lying(self, phase: Phase, throws: int, kept: Roll, dice: Roll) -> State:
        """This state with the dice lying so; built at once, as most steps are this."""
        who, coins = self.player, self.coins
        box, king, lineup = self.box, self.king, self.lineup
        return State(coins, box, king, phase, who, lineup, throws, kept, dice)


class KingsGold(Game[State]):
    """King's Gold for 2 to 6 players."""

    rulebook = load("kings_gold")
    kinds = (Keep, Stop, Take, Steal, Rob)

    # ---- the contract

    def opening(self, players: int) -> State:
        return _new_game(players, tuple(Seat(i) for i in range(players)))

    def to_act(self, state: State) -> Seat | None:
        match state.phase:
            case Phase.OVER:
                return None
            case Phase.START | Phase.THROW:
                return TOWER
            case _:
                return state.player

    def awaits(self, state: State) -> Awaits:
        match state.phase:
            case Phase.START:
                words = say("kg.throw_start", player=state.player)
                return Awaits(words, self.rulebook.dice)
            case Phase.THROW:
                return _awaits_throw(state.player, state.kept)
            case Phase.CHOOSE:
                return Awaits(say("kg.choose", player=state.player), (), state.dice)
            case _:
                key = "kg.rob" if _all_alike(state.dice, SKULL) else "kg.pair"
                return Awaits(say(key, player=state.player), (), state.dice)

    def on_table(self, state: State) -> tuple[Sentence, ...]:
        return (say("kg.on_table", box=state.box, king=state.king),)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        match state.phase:
            case Phase.CHOOSE:
                return _choices(state.dice)
            case Phase.FULFIL if _all_alike(state.dice, SKULL):
                return tuple(Rob(victim) for victim in self._victims(state))
            case Phase.FULFIL:
                return tuple(self._pairs(state))
            case _:
                return ()

    def step(self, state: State, action: Action) -> Step[State]:
        match action:
            case Rolled(roll) if state.phase is Phase.START:
                return self._start_roll(state, roll)
            case Rolled(roll):
                return self._rolled(state, roll)
            case Keep(dice):
                return Step(state.lying(Phase.THROW, state.throws, dice, NO_DICE))
            case Stop():
                return self._fulfil(state)
            case Take(coin):
                return self._take(state, coin)
            case Steal(coin, victim):
                return self._steal(state, coin, victim)
            case Rob(victim):
                return self._rob(state, victim)
        raise TypeError(f"King's Gold knows no {action}")

    def scores(self, state: State) -> tuple[int, ...]:
        return state.coins

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        return Outcome(_leaders(state), say("kg.box_empty", "kg.ends_at_once"))

    # ---- the start

    def _start_roll(self, state: State, roll: Roll) -> Step[State]:
        skulls, lineup = roll.count(SKULL), state.lineup
        told = (say("kg.start_skulls", player=state.player, skulls=skulls),)
        if skulls > lineup.most_skulls:
            lineup = replace(lineup, most_skulls=skulls, starters=(state.player,))
        elif skulls == lineup.most_skulls:
            lineup = replace(lineup, starters=(*lineup.starters, state.player))
        if lineup.due:
            return Step(_next_to_start(state, lineup), told)
        if len(lineup.starters) > 1:
            again = _about("kg.start_tied", "kg.start_tie", lineup.starters)
            return Step(_throw_for_start(state, lineup.starters), (*told, again))
        first = lineup.starters[0]
        begins = say("kg.begins", "kg.start_tie", player=first)
        return Step(_turn(replace(state, lineup=lineup), first), (*told, begins))

    # ---- a turn

    def _rolled(self, state: State, roll: Roll) -> Step[State]:
        dice, throws = state.kept + roll, state.throws + 1
        state = state.lying(Phase.CHOOSE, throws, NO_DICE, dice)
        if dice.count(BONES) >= FATAL_BONES:
            told = say("kg.bones_end", "kg.three_bones_ends_turn", player=state.player)
            return self._fulfil(state).after(told)
        return self._fulfil(state) if throws == THROWS else Step(state)

    def _fulfil(self, state: State) -> Step[State]:
        """The dice lie for good: what do they say?"""
        dice = state.dice
        if dice.count(BONES) >= FATAL_BONES:
            if self.options["kg.three_bones_cancels"] == "true" or not _pairs_left(
                dice
            ):
                return self._penalty(state, "kg.penalty")
        elif _coins_only(dice):
            return self._all_coins(state)
        elif _all_alike(dice, CANNON):
            return self._all_cannons(state)
        elif not _pairs_left(dice) and not _all_alike(dice, SKULL):
            return self._penalty(state, "kg.penalty")
        if self.options["kg.pairing"] == "highest_coin":
            dice = _without_low_coins(dice)
        return Step(state.lying(Phase.FULFIL, state.throws, NO_DICE, dice))

    def _all_coins(self, state: State) -> Step[State]:
        player, king = state.player, state.king
        told = say("kg.all_coins", "kg.all_coins", player=player, coins=king)
        state = replace(state, king=0, coins=_paid(state.coins, player, king))
        return self._end_turn(state).after(told)

    def _all_cannons(self, state: State) -> Step[State]:
        player, box = state.player, state.box
        told = say("kg.all_cannons", "kg.all_cannons", player=player, coins=box)
        state = replace(state, box=0, coins=_paid(state.coins, player, box))
        return self._end_turn(state).after(told)

    def _penalty(self, state: State, rule: str) -> Step[State]:
        player = state.player
        coins = min(PENALTY, state.coins[player])  # kg.penalty_short, _nothing
        told = say("kg.paid", rule, player=player, coins=coins)
        state = replace(
            state, king=state.king + coins, coins=_paid(state.coins, player, -coins)
        )
        return self._end_turn(state).after(told)

    def _take(self, state: State, coin: Face) -> Step[State]:
        mine, kings = self.shares(state.box, VALUE[coin])
        told = say(
            "kg.took",
            "kg.coin_and_cannon",
            player=state.player,
            coins=mine,
            king=kings,
        )
        emptied = state.box > 0 and state.box == mine + kings  # kg.emptied_by_king
        state = replace(
            state,
            box=state.box - mine - kings,
            king=state.king + kings,
            coins=_paid(state.coins, state.player, mine),
            dice=state.dice - (coin, CANNON),
        )
        if emptied and self.options["kg.box_empty_mid_turn"] == "end_now":
            return self._end_turn(state).after(told)
        return self._next_pair(state).after(told)

    def shares(self, box: int, value: int) -> tuple[int, int]:
        """What the player and the King get of a box with so many coins."""
        french = self.options["kg.king_share_shortfall"] == "french_split"
        if french and box < 2 * value:
            return box // 2, box - box // 2
        mine = min(value, box)
        return mine, min(value, box - mine)

    def _steal(self, state: State, coin: Face, victim: Seat) -> Step[State]:
        stolen = min(VALUE[coin], state.coins[victim])  # kg.short_victim
        told = say(
            "kg.stole",
            "kg.coin_and_skull",
            player=state.player,
            coins=stolen,
            victim=victim,
        )
        coins = _paid(_paid(state.coins, victim, -stolen), state.player, stolen)
        state = replace(state, coins=coins, dice=state.dice - (coin, SKULL))
        return self._next_pair(state).after(told)

    def _rob(self, state: State, victim: Seat) -> Step[State]:
        loot = state.coins[victim]
        told = say(
            "kg.all_skulls",
            "kg.all_skulls",
            player=state.player,
            victim=victim,
            coins=loot,
        )
        coins = _paid(_paid(state.coins, victim, -loot), state.player, loot)
        return self._end_turn(replace(state, coins=coins)).after(told)

    def _next_pair(self, state: State) -> Step[State]:
        if _pairs_left(state.dice):  # kg.forced_pairs
            return Step(state)
        if state.dice.count(BONES) >= FATAL_BONES:
            return self._penalty(state, "kg.three_bones_cancels")
        return self._end_turn(state)

    def _pairs(self, state: State) -> Iterator[Action]:
        coins = [coin for coin in VALUE if coin in state.dice]
        if CANNON in state.dice:
            yield from (Take(coin) for coin in coins)
        if SKULL in state.dice:
            victims = self._victims(state)
            yield from (Steal(coin, victim) for coin in coins for victim in victims)

    def _victims(self, state: State) -> list[Seat]:
        others = [seat for seat in state.lineup.playing if seat != state.player]
        rich = [seat for seat in others if state.coins[seat]]
        free = self.options["kg.victim"] == "free"
        return others if free or not rich else rich

    # ---- the end

    def _end_turn(self, state: State) -> Step[State]:
        lineup = state.lineup
        if lineup.due:
            return Step(_extra_turn(state, lineup))
        if lineup.tie_round or not state.box:
            return self._settle(state)
        return Step(_turn(state, _clockwise(lineup.playing, state.player)[0]))

    def _settle(self, state: State) -> Step[State]:
        lineup, leaders, tie = state.lineup, _leaders(state), self.options["kg.tie"]
        over = () if lineup.tie_round else (say("kg.box_empty", "kg.ends_at_once"),)
        if len(leaders) == 1 or tie == "shared":
            state = replace(state, phase=Phase.OVER, kept=NO_DICE, dice=NO_DICE)
            return Step(state, over)
        if tie == "new_game_tied_only":
            told = _about("kg.tie_new_game", "kg.tie", leaders)
            return Step(_new_game(len(state.coins), leaders), (*over, told))
        contenders = leaders if tie == "one_turn_each" else lineup.playing
        turns = _clockwise(contenders, state.player)
        told = _about("kg.tie_turns", "kg.tie_turns", leaders, turns)
        lineup = Lineup(lineup.playing, contenders, turns, tie_round=True)
        return Step(_extra_turn(state, lineup), (*over, told))

    # ---- saying no

    def why_not(self, state: State, action: Action) -> Sentence:
        specific = self._why_not_here(state, action)
        return specific or super().why_not(state, action)

    def _why_not_here(self, state: State, action: Action) -> Sentence | None:
        match action:
            case Rolled(roll):
                return self._why_not_roll_here(state, roll)
            case Keep(dice) if state.phase is Phase.CHOOSE:
                return why_not_keep(state.dice, dice) or _why_not_unlock(state, dice)
            case Keep() | Stop() if state.phase is Phase.FULFIL:
                rule = (
                    "kg.three_throws" if state.throws == THROWS else "kg.forced_pairs"
                )
                return say("kg.no_throw_in_pairs", rule, player=state.player)
            case Take() | Steal() | Rob() if state.phase is Phase.CHOOSE:
                return say("kg.no_pair_now", "kg.forced_pairs", player=state.player)
            case Take(coin) if state.phase is Phase.FULFIL:
                return self._why_not_pair(state, coin, CANNON)
            case Steal(coin, victim) if state.phase is Phase.FULFIL:
                return self._why_not_pair(state, coin, SKULL) or _why_not_victim(
                    state, victim
                )
            case Rob(victim) if _all_alike(state.dice, SKULL):
                return _why_not_victim(state, victim)
        return None

    def _why_not_roll_here(self, state: State, roll: Roll) -> Sentence | None:
        bones = state.kept.count(BONES)
        if state.phase is Phase.FULFIL and state.throws == THROWS:
            return say("kg.no_more_throws", "kg.three_throws", player=state.player)
        if state.phase is Phase.THROW and bones and len(roll) > DICE - len(state.kept):
            return say(
                "kg.no_locked_throw",
                "kg.crossbones_locked",
                found=len(roll),
                bones=bones,
            )
        return None

    def _why_not_pair(
        self, state: State, coin: Face, attacker: Face
    ) -> Sentence | None:
        if attacker not in state.dice:
            return say("kg.no_attacker", "kg.one_coin_one_use", attacker=attacker)
        if coin in state.dice:
            return None
        if self.options["kg.pairing"] == "highest_coin" and coin in VALUE:
            return say("kg.no_low_coin", "kg.pairing", coin=coin)
        return not_there(coin, state.dice)


# ---- dice


@cache
def _choices(dice: Roll) -> tuple[Action, ...]:
    """Stop, or keep any part that holds all crossbones and is not the whole."""
    bones = (BONES,) * dice.count(BONES)
    kept = [part for part in parts(dice) if part != dice and part.covers(bones)]
    return (Stop(), *map(Keep, kept))


def _coins_only(dice: Roll) -> bool:
    return len(dice) == DICE and all(face in VALUE for face in dice)


def _all_alike(dice: Roll, face: Face) -> bool:
    return dice.count(face) == DICE


@cache
def _pairs_left(dice: Roll) -> int:
    """How many pairs of a coin with a cannon or a skull can still be made."""
    coins = sum(face in VALUE for face in dice)
    return min(coins, dice.count(CANNON) + dice.count(SKULL))


def _without_low_coins(dice: Roll) -> Roll:
    """The dice without the coins that no attacker is left for, lowest first.

    >>> _without_low_coins(Roll.parse("coin1 coin3 cannon crossbones crossbones"))
    Roll.parse('cannon coin3 crossbones crossbones')
    """
    coins = sorted(face for face in dice if face in VALUE)
    return dice - coins[: len(coins) - _pairs_left(dice)]


@cache
def _awaits_throw(player: Seat, kept: Roll) -> Awaits:
    dice = KingsGold.rulebook.dice[len(kept) :]
    return Awaits(say("kg.throw", player=player, dice=len(dice)), dice, kept)


# ---- coins and seats


def _paid(coins: tuple[int, ...], seat: Seat, amount: int) -> tuple[int, ...]:
    return (*coins[:seat], coins[seat] + amount, *coins[seat + 1 :])


def _clockwise(seats: Sequence[Seat], after: Seat) -> tuple[Seat, ...]:
    """These seats in the order in which they act after ``after`` (kg.clockwise).

    >>> _clockwise((Seat(0), Seat(1), Seat(2)), after=Seat(1))
    (Seat(2), Seat(0), Seat(1))
    """
    return (
        *(seat for seat in seats if seat > after),
        *(seat for seat in seats if seat <= after),
    )


def _leaders(state: State) -> tuple[Seat, ...]:
    most = max(state.coins[seat] for seat in state.lineup.contenders)
    return tuple(seat for seat in state.lineup.contenders if state.coins[seat] == most)


# ---- states


def _new_game(players: int, playing: tuple[Seat, ...]) -> State:
    """All coins in the box; those playing are about to throw for the start."""
    state = State(
        coins=(0,) * players,
        box=COINS,
        king=0,
        phase=Phase.START,
        player=playing[0],
        lineup=Lineup(playing, contenders=playing),
    )
    return _throw_for_start(state, playing)


def _throw_for_start(state: State, seats: tuple[Seat, ...]) -> State:
    return _next_to_start(
        state, replace(state.lineup, due=seats, most_skulls=-1, starters=())
    )


def _next_to_start(state: State, lineup: Lineup) -> State:
    first, *rest = lineup.due
    return replace(state, player=first, lineup=replace(lineup, due=tuple(rest)))


def _extra_turn(state: State, lineup: Lineup) -> State:
    first, *rest = lineup.due
    state = replace(state, lineup=replace(lineup, due=tuple(rest)))
    return _turn(state, first)


def _turn(state: State, player: Seat) -> State:
    coins, box, king, lineup = state.coins, state.box, state.king, state.lineup
    return State(coins, box, king, Phase.THROW, player, lineup)


# ---- sentences


def _about(
    key: str, rule: str, names: tuple[Seat, ...], turns: tuple[Seat, ...] = ()
) -> Sentence:
    return say(key, rule, names=names, turns=turns)


def _why_not_unlock(state: State, dice: Roll) -> Sentence | None:
    bones = state.dice.count(BONES)
    if dice.count(BONES) < bones:
        return say("kg.no_unlock", "kg.crossbones_locked", bones=bones)
    return None


def _why_not_victim(state: State, victim: Seat) -> Sentence:
    if victim == state.player:
        return say("kg.no_self", "kg.coin_and_skull")
    if victim not in state.lineup.playing:
        return say("kg.no_outsider", "kg.tie", victim=victim)
    return say("kg.no_poor_victim", "kg.victim", victim=victim)
