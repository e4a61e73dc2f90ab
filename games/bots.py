"""Who acts when no person does: chance, a random player, a sensible one.

A bot is a function from a game, its state and the seat that is to act to an action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from games.dice import Chance, throw
from games.notation import Action
from games.odds import advise
from games.rules import Game, Rolled
from games.seats import DECK, TOWER, Seat

Bot: TypeAlias = Callable[[Game[Any], Any, Seat], Action]

FREE_DICE = 5
"""How many dice chance throws where any number will do."""


def random_bot(chance: Chance) -> Bot:
    """A bot that does anything legal; it plays tower and deck as well."""

    def act(game: Game[Any], state: Any, seat: Seat) -> Action:
        if seat == DECK:
            return chance.choice(game.draws(state))
        if seat != TOWER:
            return chance.choice(game.legal_actions(state))
        dice = game.awaits(state).dice
        if dice is None:
            dice = game.dice * chance.choice(range(1, FREE_DICE + 1))
        return Rolled(throw(dice, chance))

    return act


def sensible_bot(game: Game[Any], state: Any, seat: Seat) -> Action:
    """A bot that knows the game: follows the odds, else takes what leaves it ahead."""
    advised = advise(game, state, seat)
    if advised is not None:
        return advised

    def lead(action: Action) -> int:
        scores = game.scores(game.step(state, action).state)
        others = [score for other, score in enumerate(scores) if other != seat]
        return scores[seat] - max(others, default=0)

    return max(game.legal_actions(state), key=lead)
