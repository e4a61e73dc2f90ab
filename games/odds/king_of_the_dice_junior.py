"""Odds of King of the Dice: Junior: any card, and each, with and without the crown.

Each chance is that of a player who goes for this alone from now on, as far as the rules
let them: where a matching card has to be taken, the other one is out of reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np

from games.castle_cards import Card
from games.dice import Die, Roll, parts
from games.king_of_the_dice_junior import (
    THROWS,
    Crown,
    KingOfTheDiceJunior,
    Phase,
    State,
    Take,
)
from games.notation import Action
from games.odds import Odds
from games.odds.multisets import Multisets, Pool, Values
from games.rules import Keep, Stop
from games.seats import Seat
from games.words import Sentence, say

ALIKE = 1e-12
"""Chances that differ by less differ by rounding."""

WORTH_THE_CROWN = 0.4
"""From which chance of a card on a sensible player hands in the crown.

0 to 0.5 win equally often against each other, 0.6 wins 45 % (1,000 matches each).
"""


def odds(game: KingOfTheDiceJunior, state: State) -> tuple[Odds, ...]:
    """Any card, then each, the likeliest first; with the crown, where there is one."""
    if state.phase not in (Phase.THROW, Phase.CHOOSE):
        return ()
    face_up = tuple(dict.fromkeys(state.cards.face_up))
    rows = [[_row(game, state, card, n) for n in _lasts(state)] for card in face_up]
    rows.sort(key=lambda row: -(row[0].chance or 0))
    rows.insert(0, [_row(game, state, None, n) for n in _lasts(state)])
    return tuple(each for row in rows for each in row)


def advise(game: KingOfTheDiceJunior, state: State, seat: Seat) -> Action | None:
    """Take the matching card with most lizards, or throw for any card."""
    if state.phase is not Phase.CHOOSE:
        return None
    matching = game.matching(state)
    if matching:
        return Take(max(matching, key=lambda card: card.lizards))
    crowned = state.throws == THROWS
    row = _row(game, state, None, THROWS + crowned)
    if crowned and (row.chance or 0) < WORTH_THE_CROWN:
        return Stop()
    return row.actions[0]


# ---- rows


def _lasts(state: State) -> tuple[int, ...]:
    """The number of throws in this turn: without the crown, then with it."""
    pending = state.throws + (state.phase is Phase.THROW)
    if pending > THROWS:
        return (pending,)
    return (THROWS, THROWS + 1) if state.crowns[state.player] else (THROWS,)


def _row(game: KingOfTheDiceJunior, state: State, card: Card | None, last: int) -> Odds:
    """The row about this card, or any, in a turn of ``last`` throws."""
    about = _about(card, crown=last > THROWS and state.crowns[state.player])
    takes = [c for c in game.matching(state) if card in (None, c)]
    if state.phase is Phase.CHOOSE and takes:
        return Odds(about, chance=1.0, actions=tuple(map(Take, takes)))
    if state.throws == last or (_taken(game, state.throws) and game.matching(state)):
        return Odds(about, chance=0.0)
    keeps = _keeps(game, state, _goal(game, state, card), last)
    if state.phase is Phase.THROW:
        place = _pool(game.dice).index(*_split(game.dice, state.kept))
        return Odds(about, chance=float(keeps[place]))
    chances = _chances(game, state, keeps)
    best = max(chances.values())
    kind = Keep if state.throws < THROWS else Crown
    kept_best = (kind(dice) for dice in chances if chances[dice] > best - ALIKE)
    return Odds(about, chance=best, actions=tuple(kept_best))


def _about(card: Card | None, *, crown: bool) -> Sentence:
    with_crown = "_crown" if crown else ""
    if card is None:
        return say(f"kj.odds_any{with_crown}")
    shows, lizards = card.described, card.lizards
    return say(f"kj.odds_card{with_crown}", shows=shows, lizards=lizards)


def _chances(
    game: KingOfTheDiceJunior, state: State, keeps: Values
) -> dict[Roll, float]:
    """What can be put aside of the dice that lie there, and its chance."""
    pool, chances = _pool(game.dice), dict[Roll, float]()
    for kept in product(*map(parts, _split(game.dice, state.dice))):
        whole = Roll(face for roll in kept for face in roll)
        if whole != state.dice:
            chance = float(keeps[pool.index(*kept)])
            chances[whole] = max(chance, chances.get(whole, 0.0))
    return chances


# ---- arrays over the ways in which the dice can lie


def _keeps(game: KingOfTheDiceJunior, state: State, shown: Values, last: int) -> Values:
    """The chance of each keep before the next throw, ``last`` throws in the turn."""
    pool, matched = _pool(game.dice), _goal(game, state, None) > 0
    values, pending = shown, state.throws + 1
    for throws in range(last - 1, pending - 1, -1):
        chosen = pool.chosen(pool.thrown(values))
        values = np.where(matched, shown, chosen) if _taken(game, throws) else chosen
    return pool.thrown(values)


def _taken(game: KingOfTheDiceJunior, throws: int) -> bool:
    """Whether a card that matches after so many throws ends the throwing."""
    if throws < THROWS:
        return game.options["kj.may_refuse_match"] == "false"
    return game.options["kj.crown_only_if_no_match"] == "true"


def _goal(game: KingOfTheDiceJunior, state: State, card: Card | None) -> Values:
    """1 where the dice match the card, or any that lies face-up, else 0."""
    cards = [card] if card else state.cards.face_up
    goal: Values = np.max([_shown(game.dice, each) for each in cards], axis=0)
    return goal


@cache
def _shown(dice: tuple[Die, ...], card: Card) -> Values:
    def matched(*rolls: Roll) -> float:
        return card.matched(Roll(face for roll in rolls for face in roll))

    return _pool(dice).values(matched)


@cache
def _pool(dice: tuple[Die, ...]) -> Pool:
    return Pool([Multisets(die, count) for die, count in Counter(dice).items()])


@cache
def _split(dice: tuple[Die, ...], roll: Roll) -> tuple[Roll, ...]:
    """The roll by kinds of dice; where dice differ, a guess: most of the first kind.

    >>> from games.dice import Face
    >>> letters, numbers = tuple(map(Face, "abcdef")), tuple(map(Face, "a23456"))
    >>> [str(part) for part in _split((letters, letters, numbers), Roll.parse("a a 2"))]
    ['a a', '2']
    """
    return next(_splits(list(Counter(dice).items()), roll))


def _splits(kinds: list[tuple[Die, int]], roll: Roll) -> Iterator[tuple[Roll, ...]]:
    if not kinds and not roll:
        yield ()
    for die, count in kinds[:1]:
        for part in sorted(parts(roll), key=len, reverse=True):
            if len(part) <= count and set(part) <= set(die):
                rests = _splits(kinds[1:], roll - part)
                yield from ((part, *rest) for rest in rests)
