"""What is likely: the odds of the position on the table, and advice that follows them.

`odds_of` gives rows for people, `advise` an action for a bot. Each game that has odds
has a module here, which is imported when it is asked for, and numpy with it.

>>> from games.kings_gold import KingsGold, Phase
>>> game = KingsGold()
>>> odds_of(game, game.start(players=2))
()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from games.notation import Action
from games.rules import Game
from games.seats import Seat
from games.words import Sentence


@dataclass(frozen=True, slots=True)
class Odds:
    """One row: what it is about, how likely it is or how much it brings, and how.

    Rows about the same thing stand together, the best first; they differ in what is
    done for it.
    """

    about: Sentence
    """Keyed words of the game, short: "all skulls", "points of this turn"."""
    chance: float | None = None
    """How likely it is, from 0 to 1, if the player goes for this alone from now on."""
    expected: float | None = None
    """How many points (coins, credits) it brings on average, where that is asked."""
    actions: tuple[Action, ...] = ()
    """What to do now for it, all equally good; empty while dice are to be thrown."""

    @property
    def worth(self) -> float:
        """The figure of the row, whichever it is."""
        return (self.chance if self.expected is None else self.expected) or 0.0


def best_first(rows: Iterable[Odds]) -> tuple[Odds, ...]:
    """Rows about one thing in the order in which they are shown."""
    return tuple(sorted(rows, key=lambda row: row.worth, reverse=True))


class Adviser(Protocol):
    """What the odds module of a game offers."""

    def odds(self, game: Any, state: Any) -> tuple[Odds, ...]:
        """The rows for this position; none where chance plays no part in it."""

    def advise(self, game: Any, state: Any, seat: Seat) -> Action | None:
        """A legal action that a sensible player would take; None for no opinion."""


ADVISERS: Mapping[str, str] = {
    "kings_gold": "games.odds.kings_gold",
    "yahtzee_jr": "games.odds.yahtzee_jr",
}
"""The module with the odds of each game that has some, by the name of the game."""


def odds_of(game: Game[Any], state: Any) -> tuple[Odds, ...]:
    """The odds of the position, best play assumed; empty where there are none."""
    adviser = _adviser(game)
    if adviser is None or game.to_act(state) is None:
        return ()
    return adviser.odds(game, state)


def advise(game: Game[Any], state: Any, seat: Seat) -> Action | None:
    """What a sensible player does, who is to act; None where there is no advice."""
    adviser = _adviser(game)
    return None if adviser is None else adviser.advise(game, state, seat)


def _adviser(game: Game[Any]) -> Adviser | None:
    module = ADVISERS.get(game.rulebook.game)
    return None if module is None else cast("Adviser", import_module(module))
