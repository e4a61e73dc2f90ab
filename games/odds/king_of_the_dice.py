"""Odds of King of the Dice: the points of this turn, and each open citizen.

Each chance is that of a player who goes for this one citizen from now on. The dice are
of three types, two of each: they lie in 21 x 21 x 21 ways, and some of them are kept in
28 x 28 x 28.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, reduce
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.citizens import Citizen, Kind
from games.dice import Die, Roll
from games.king_of_the_dice import (
    THROWS,
    KingOfTheDice,
    Phase,
    PlayOn,
    State,
    Take,
)
from games.kingdom import on_top
from games.needs import FACES, Needs, Tally
from games.notation import Action
from games.odds import Odds
from games.odds.multisets import Multisets, Place, Pool, Values
from games.rules import Keep, Stop
from games.seats import Seat
from games.words import say

ALIKE = 1e-9
"""Figures that differ by less differ by rounding."""


def odds(game: KingOfTheDice, state: State) -> tuple[Odds, ...]:
    """The points of this turn, then each open citizen, the likeliest first."""
    if state.phase not in (Phase.THROW, Phase.CHOOSE):
        return ()
    rows = [_citizen_row(game, state, citizen) for citizen in state.market.row]
    rows.sort(key=lambda row: -(row.chance or 0))
    return (_turn_row(game, state, _points), *rows)


def advise(game: KingOfTheDice, state: State, seat: Seat) -> Action | None:
    """What puts the player furthest ahead in this turn, with an eye on the next."""
    match state.phase:
        case Phase.CHOOSE:
            return _turn_row(game, state, _standing).actions[0]
        case Phase.EXTRA | Phase.AGAIN:
            actions = game.legal_actions(state)
            return max(actions, key=lambda a: _gain(game, state, a, _standing))
    return None


# ---- rows


def _citizen_row(game: KingOfTheDice, state: State, citizen: Citizen) -> Odds:
    about = say("kotd.odds_citizen", card=game.called(citizen))
    comes = comes_for(game.dice, game.needs(citizen)).astype(np.float64)
    if state.phase is Phase.THROW:
        return Odds(about, chance=_thrown(game, state, comes))
    takes = [a for a in game.legal_actions(state) if _takes(a, citizen)]
    if takes:
        return Odds(about, chance=1.0, actions=tuple(takes))
    chances = dict(_kept(game, state, comes))
    return Odds(
        about, chance=max(chances.values(), default=0.0), actions=_best(chances)
    )


def _turn_row(game: KingOfTheDice, state: State, stands: Stands) -> Odds:
    """What this turn brings on average, as somebody stands after it."""
    about, gains = say("kotd.odds_points"), _gains(game, state, stands)
    if state.phase is Phase.THROW:
        return Odds(about, expected=_thrown(game, state, gains))
    worth = {
        action: _gain(game, state, action, stands)
        for action in game.legal_actions(state)
        if not isinstance(action, Keep)
    }
    worth |= _kept(game, state, gains)
    return Odds(about, expected=max(worth.values()), actions=_best(worth))


def _takes(action: Action, citizen: Citizen) -> bool:
    return isinstance(action, Take) and action.citizen == citizen.name


def _best(worth: Mapping[Action, float]) -> tuple[Action, ...]:
    """The best of these; who can have as much without throwing on need not throw."""
    most = max(worth.values(), default=0.0)
    best = tuple(action for action, value in worth.items() if value > most - ALIKE)
    return tuple(a for a in best if not isinstance(a, Keep)) or best


# ---- what an action brings

Stands: TypeAlias = Callable[[KingOfTheDice, State, Seat], float]
"""How well a player stands."""

EXTRA_TURN = 2.9
"""How much further ahead a turn puts this adviser: the median of 460 in 60 matches."""
FOURTH_THROW = 1.1
"""How much further still with four throws: the median over the same turns."""
WIN = 100.0
"""More than any points: the end is good for those who win."""


def _points(game: KingOfTheDice, state: State, seat: Seat) -> float:
    """What everybody counts at the end."""
    return game.scores(state)[seat]


def _standing(game: KingOfTheDice, state: State, seat: Seat) -> float:
    """The lead of this player in points, and what the cards promise."""
    scores = game.scores(state)
    others = [score for other, score in enumerate(scores) if other != seat]
    lead = scores[seat] - (max(others) + sum(others) / len(others)) / 2
    outcome = game.outcome(state)
    if outcome:
        return lead + (WIN if seat in outcome.winners else -WIN)
    elf = on_top(state.kingdoms[seat], Kind.ELF)
    return lead + FOURTH_THROW * elf + EXTRA_TURN * state.turn.again


def _gain(game: KingOfTheDice, state: State, action: Action, stands: Stands) -> float:
    """How much better the player to act stands after the action."""
    after, seat = game.step(state, action).state, state.player
    if isinstance(action, PlayOn):
        return _turn_row(game, after, stands).worth
    gain = stands(game, after, seat) - stands(game, state, seat)
    if after.phase is Phase.EXTRA:
        more = game.legal_actions(after)
        gain += max(_gain(game, after, action, stands) for action in more)
    return gain


def _gains(game: KingOfTheDice, state: State, stands: Stands) -> Values:
    """What each way in which the dice can lie brings, if it is the last throw."""
    idiot = _gain(game, state, Stop(), stands)
    declined = {"may_pass": 0.0, "may_take_idiot": idiot}
    least = declined.get(game.options["kotd.decline"], -np.inf)
    gains = np.full(_shape(game.dice), -np.inf)
    for place, citizen in enumerate(state.market.row):
        ways = game.ways(state, citizen, place)
        takes = [Take(citizen.name, *way) for way in ways]
        worth = max(_gain(game, state, take, stands) for take in takes)
        comes = comes_for(game.dice, game.needs(citizen))
        gains = np.where(comes, np.maximum(gains, max(worth, least)), gains)
    return np.where(np.isinf(gains), idiot, gains)


# ---- throwing on


def _thrown(game: KingOfTheDice, state: State, values: Values) -> float:
    """The value of the dice that are about to be thrown."""
    turn = state.turn
    kept = _keep_values(game, values, turn.throws, turn.limit)
    return float(kept[_place(game.dice, turn.kept)])


def _kept(game: KingOfTheDice, state: State, values: Values) -> dict[Action, float]:
    """The value of everything that may be kept of the dice that lie there."""
    turn = state.turn
    keeps = [a for a in game.legal_actions(state) if isinstance(a, Keep)]
    if not keeps:
        return {}
    kept = _keep_values(game, values, turn.throws, turn.limit)
    return {keep: float(kept[_place(game.dice, keep.dice)]) for keep in keeps}


def _keep_values(game: KingOfTheDice, values: Values, made: int, limit: int) -> Values:
    """The value of each keep when so many throws of ``limit`` have been made."""
    pool = pool_of(game.dice)
    literal = game.options["kotd.reroll_set_aside"] == "third_only"
    if not literal or limit == THROWS or made == THROWS:
        return pool.keeps(values, limit - made)
    kept = thrown_and_held(pool, pool.thrown(values))
    for _ in range(THROWS - 1 - made):
        kept = pool.thrown(pool.chosen(kept))
    return kept


def thrown_and_held(pool: Pool, kept: Values) -> Values:
    """The value of each keep, of which no die may be lifted after the throw.

    ``kept`` is the value of each keep after the throw. What is best then hangs on all
    types together, so first comes the choice for every pair of a keep and a final roll
    of each type, then the average. For the first type both go together, pair by pair:
    12 ms where the whole array of pairs takes 110.
    """
    first, *others = map(_held, pool.kinds)
    for held in reversed(others):
        last_first = np.ascontiguousarray(np.moveaxis(kept, -1, 0))
        kept = reduce(np.maximum, (last_first[more] for more in held.more.T))
    last_first = np.ascontiguousarray(np.moveaxis(kept, -1, 0))
    value = np.zeros(last_first.shape)
    for keep, more, chance in zip(first.keep, first.more, first.chance, strict=True):
        value[keep] += chance * reduce(np.maximum, last_first[list(set(more))])
    for held in others:  # Pairs stand keep by keep, so each keep is a run of them.
        runs = np.searchsorted(held.keep, np.arange(held.keep[-1] + 1))
        shares = np.moveaxis(value, 1, -1) * held.chance
        value = np.add.reduceat(shares, runs, axis=-1)
    return value


class _Held(NamedTuple):
    """Each pair of a keep and a final roll that has it, with dice of one type."""

    keep: NDArray[np.intp]
    """Which keep it is, shape (pairs,)."""
    more: NDArray[np.intp]
    """What may be kept of the roll, shape (pairs, most parts); short ones repeat."""
    chance: Values
    """The chance of the roll after the keep, shape (pairs,)."""


@cache
def _held(kind: Multisets) -> _Held:
    pairs = [
        (kind.index[keep], final, kind.throw[kind.index[keep], place])
        for keep in kind.rolls
        for place, final in enumerate(kind.finals)
        if final.covers(keep)
    ]
    more = [
        [
            kind.index[part]
            for part in kind.keeps(final)
            if part.covers(kind.rolls[keep])
        ]
        for keep, final, _ in pairs
    ]
    most = max(map(len, more))
    padded = [row + row[-1:] * (most - len(row)) for row in more]
    keeps, _, chances = zip(*pairs, strict=True)
    return _Held(np.array(keeps), np.array(padded), np.array(chances))


# ---- the dice in arrays


@cache
def pool_of(dice: tuple[Die, ...]) -> Pool:
    """The dice as multisets, those of one type together."""
    return Pool([Multisets(die, count) for die, count in Counter(dice).items()])


@lru_cache(maxsize=4096)
def _place(dice: tuple[Die, ...], roll: Roll) -> Place:
    """Where the value of a keep stands; its faces tell the types of the dice."""
    types = dict.fromkeys(dice)
    return pool_of(dice).index(*(Roll(f for f in roll if f in die) for die in types))


@cache
def comes_for(dice: tuple[Die, ...], needs: Needs) -> NDArray[np.bool_]:
    """Whether each way in which the dice can lie shows what is needed."""
    met: NDArray[np.bool_] = np.broadcast_to(needs.met(_tally(dice)), _shape(dice))
    return met


def _shape(dice: tuple[Die, ...]) -> tuple[int, ...]:
    """How many final rolls there are of each type."""
    return tuple(len(kind.finals) for kind in pool_of(dice).kinds)


@cache
def _tally(dice: tuple[Die, ...]) -> Tally:
    """The numbers and colours of each way in which the dice can lie."""
    numbers = [_counts(dice, "symbol", str(n + 1)) for n in range(FACES)]
    colours = sorted({face.colour or "" for die in dice for face in die})
    return Tally(
        numbers, {colour: _counts(dice, "colour", colour) for colour in colours}
    )


def _counts(dice: tuple[Die, ...], side: str, wanted: str) -> NDArray[np.int_]:
    """How many dice show a number or colour, over the ways in which they can lie."""
    counts = [
        [sum(getattr(face, side) == wanted for face in roll) for roll in kind.finals]
        for kind in pool_of(dice).kinds
    ]
    return np.asarray(reduce(np.add, np.ix_(*map(np.array, counts))))
