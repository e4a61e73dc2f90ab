"""What is likely: the odds of the position on the table, and advice that follows them.

`odds_of` gives rows for people, `advise` an action for a bot. Each game that has odds
has a module here, which is imported when it is asked for, and numpy with it.

>>> from games.kings_gold import KingsGold
>>> game = KingsGold()
>>> odds_of(game, game.start(players=2))
()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from games.dice import Roll, can_show
from games.errors import GamesError
from games.notation import Action
from games.rules import Game
from games.seats import Seat
from games.words import Sentence

EQUAL_DIGITS = 9
"""Figures that agree so far are equal: the rest is rounding."""


class BadPosition(GamesError, ValueError):
    """Dice from which no position can be made up."""


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


def best_first(rows: Iterable[Odds], *, feared: bool = False) -> tuple[Odds, ...]:
    """Rows about one thing in the order in which they are shown, equal ones as given.

    Best is what is most worth, or of something ``feared`` what is least likely.
    """
    sign = 1 if feared else -1
    return tuple(sorted(rows, key=lambda row: sign * round(row.worth, EQUAL_DIGITS)))


class Adviser(Protocol):
    """What the odds module of a game offers.

    A game whose odds hang on the dice alone also offers
    ``position(game, dice, throws_left)``, for `position`.
    """

    def odds(self, game: Any, state: Any) -> tuple[Odds, ...]:
        """The rows for this position; none where chance plays no part in it."""

    def advise(self, game: Any, state: Any, seat: Seat) -> Action | None:
        """A legal action that a sensible player would take; None for no opinion."""


ADVISERS: Mapping[str, str] = {
    "king_of_the_dice": "games.odds.king_of_the_dice",
    "kings_gold": "games.odds.kings_gold",
    "klondice": "games.odds.klondice",
    "yahtzee_jr": "games.odds.yahtzee_jr",
    "king_of_the_dice_junior": "games.odds.king_of_the_dice_junior",
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


def position(game: Game[Any], dice: Roll, throws_left: int | None = None) -> Any:
    """The state in which the first player has these dice, made up for the question.

    All dice lie there, or some are kept and the others about to be thrown; as many
    throws are left as can be, unless said. Raises `BadPosition` where that cannot be,
    or more has to be known than the dice.
    """
    make = getattr(_adviser(game), "position", None)
    title = game.rulebook.title
    if make is None:
        raise BadPosition(
            f"{title}: no odds hang on dice alone; give the record of a match"
        )
    if len(dice) > len(game.dice):
        raise BadPosition(f"{title} has {len(game.dice)} dice, not {len(dice)}: {dice}")
    if not can_show(game.dice[: len(dice)], dice):
        known = ", ".join(sorted(game.faces))
        raise BadPosition(f"{title}: its dice cannot show {dice}, expected {known}")
    return make(game, dice, throws_left)


def throws_made(throws_left: int | None, throws: int, dice: Roll) -> int:
    """How many of a turn's throws have been made; raises `BadPosition`.

    Dice that lie there have been thrown.
    """
    most = throws - bool(dice)
    left = most if throws_left is None else throws_left
    if not 1 <= left <= most:
        raise BadPosition(
            f"{left} throws cannot be left with {dice} on the table: expected 1 to"
            f" {most}"
        )
    return throws - left


def _adviser(game: Game[Any]) -> Adviser | None:
    module = ADVISERS.get(game.rulebook.game)
    return None if module is None else cast("Adviser", import_module(module))
