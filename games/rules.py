"""The contract of a game: whoever keeps it can be refereed, recorded and played.

Chance is a seat of its own. A roll is an action of `TOWER` and a card one of `DECK`, so
the rules never roll, and a match replays from its actions alone. States are frozen
values; `Game.apply` gives the next one. `games/kings_gold.py` is the game to copy from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Generic, NamedTuple, TypeVar

from games.dice import NO_DICE, Die, Face, Roll, can_show, parts
from games.errors import GamesError
from games.notation import Action
from games.rulebook import Rulebook
from games.seats import TOWER, BadPlayers, Seat
from games.words import Sentence, say

S = TypeVar("S")


class IllegalAction(GamesError, ValueError):
    """The action is well written, but the rules do not allow it in this state."""


@dataclass(frozen=True, slots=True)
class Rolled(Action):
    """The tower's action: these dice, just thrown, came to rest.

    ``kept`` are the dice that were seen lying beside them, where somebody looked.
    """

    form: ClassVar[str] = "roll {roll}[ beside {kept}]"
    roll: Roll
    kept: Roll | None = None


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Hold these dice back and throw the rest again."""

    form: ClassVar[str] = "keep {dice}"
    dice: Roll


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Throw no more."""

    form: ClassVar[str] = "stop"


class Awaits(NamedTuple):
    """What has to happen next: in words, and in dice where the tower is to act."""

    words: Sentence
    dice: tuple[Die, ...] | None = ()
    """The dice to be thrown; None where any number of any dice will do."""
    kept: Roll = NO_DICE
    """The dice held back, which lie beside the throw."""


class Step(NamedTuple, Generic[S]):
    """What an action leads to: the next state, and what there is to say about it."""

    state: S
    told: tuple[Sentence, ...] = ()

    def after(self, *told: Sentence) -> Step[S]:
        """This step, with something to say before what it says itself."""
        return Step(self.state, (*told, *self.told))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: who won, and why it is over."""

    winners: tuple[Seat, ...]
    why: Sentence


class Game(ABC, Generic[S]):
    """The rules of one game under chosen options.

    A game never changes; its states are frozen values of type ``S``. What is legal is
    said once, by `legal_actions` for players and cards and by `awaits` for dice.
    """

    rulebook: ClassVar[Rulebook]
    kinds: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of actions that players and deck can take."""
    endless: ClassVar[bool] = False
    """Whether a match goes on until people have had enough."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.options = self.rulebook.settle(options or {})

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the game under its options."""
        return self.rulebook.dice

    @property
    def faces(self) -> frozenset[Face]:
        """Every face that a die of the game can show."""
        return frozenset(face for die in self.dice for face in die)

    def start(self, players: int) -> S:
        """The state before the first action; raises `BadPlayers` for a wrong number."""
        book = self.rulebook
        if not book.fewest <= players <= book.most:
            raise BadPlayers(
                f"{book.title} is for {book.fewest} to {book.most} players,"
                f" not for {players}"
            )
        return self.opening(players)

    @abstractmethod
    def opening(self, players: int) -> S:
        """The state before the first action, for a number of players that fits."""

    @abstractmethod
    def to_act(self, state: S) -> Seat | None:
        """Whose action is awaited; None where the match is over."""

    @abstractmethod
    def awaits(self, state: S) -> Awaits:
        """What has to happen next, of a match that is not over."""

    def on_table(self, state: S) -> tuple[Sentence, ...]:
        """What lies on the table beside the dice of this turn, a line each.

        Whoever plays without seeing it needs it to choose: boards, open cards.
        """
        return ()

    @abstractmethod
    def legal_actions(self, state: S) -> Sequence[Action]:
        """Every action that the player or deck to act may take, and no other.

        Empty where `TOWER` is to act: any roll of the awaited dice is legal. For
        `DECK`, where people may lay what the program does not know (their own boards),
        what it can deal itself; `legal` then allows more.
        """

    def draws(self, state: S) -> Sequence[Action]:
        """What chance does where `DECK` is to act, each as likely as the next.

        These are the legal actions; a game that has equal cards names each of them
        as often as it is still there.
        """
        return self.legal_actions(state)

    @abstractmethod
    def step(self, state: S, action: Action) -> Step[S]:
        """What a legal action leads to (`apply` has checked that it is legal)."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """What each player has, in the unit of the game."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None while it goes on."""

    def legal(self, state: S, action: Action) -> bool:
        """Whether the seat to act may do this now."""
        to_act = self.to_act(state)
        if to_act != TOWER:
            return to_act is not None and action in self.legal_actions(state)
        return isinstance(action, Rolled) and _fits(self.awaits(state), action)

    def apply(self, state: S, action: Action) -> Step[S]:
        """What the action leads to; raises `IllegalAction` where it is not legal."""
        if not self.legal(state, action):
            why = self.rulebook.words.render(
                self.why_not(state, action), _numbers(self)
            )
            raise IllegalAction(f"{action}: {why} In {state}")
        return self.step(state, action)

    def why_not(self, state: S, action: Action) -> Sentence:
        """Why an action that is not legal is not; ``rule`` of the sentence is set.

        A game answers for its own rules first and falls back on this.
        """
        to_act = self.to_act(state)
        if to_act is None:
            return say("table.over", "table.over")
        if isinstance(action, Rolled) and to_act == TOWER:
            return self._why_not_roll(self.awaits(state), action)
        if isinstance(action, Rolled):
            return say("table.no_throw_now", "table.no_throw_now", awaited=to_act)
        return say("table.not_now", "table.not_now")

    def why_wait(self, state: S, seat: Seat, action: Action) -> Sentence | None:
        """Why a player whose turn it is must wait for `TOWER` or `DECK`, by what rule.

        None where there is nothing special to say, or it is not that player's turn.
        """
        return None

    def why_no_take_back(self, actions: Sequence[Action]) -> Sentence | None:
        """Why a player may not take these back alone, unthrown upon; or None."""
        return None

    def _why_not_roll(self, awaited: Awaits, action: Rolled) -> Sentence:
        dice = awaited.dice or ()
        strange = sorted(set(action.roll) - self.faces)
        if strange and self.faces:
            return say("table.no_such_face", "table.no_such_face", face=strange[0])
        if action.kept is not None and action.kept != awaited.kept:
            return say(
                "table.kept_changed",
                "table.kept_changed",
                kept=str(awaited.kept),
                seen=str(action.kept),
            )
        if len(action.roll) != len(dice):
            found, wanted = len(action.roll), len(dice)
            key = "table.too_many_dice" if found > wanted else "table.too_few_dice"
            return say(key, "table.dice_count", found=found, wanted=wanted)
        return say("table.other_dice", "table.other_dice", roll=str(action.roll))


# ---- dice that lie there


@cache
def keeps(dice: Roll) -> tuple[Keep, ...]:
    """Every way to hold back some of these dice, or none, but not all.

    >>> [str(keep.dice) for keep in keeps(Roll.parse("1 1 2"))]
    ['-', '2', '1', '1 2', '1 1']
    """
    return tuple(Keep(part) for part in parts(dice) if part != dice)


def why_not_keep(lying: Roll, dice: Roll) -> Sentence | None:
    """Why of the dice that lie there these are no part, or all; None where neither."""
    for face in dice:
        if dice.count(face) > lying.count(face):
            return not_there(face, lying)
    return say("table.keep_all", "table.keep_all") if dice == lying else None


def not_there(face: Face, lying: Roll) -> Sentence:
    """That no die, or not one more, shows this face."""
    return say("table.not_there", "table.not_there", dice=face, lying=str(lying))


def _fits(awaited: Awaits, action: Rolled) -> bool:
    if action.kept is not None and action.kept != awaited.kept:
        return False
    if awaited.dice is None:
        return bool(action.roll)
    return can_show(awaited.dice, action.roll)


def _numbers(game: Game[S]) -> tuple[str, ...]:
    return tuple(f"player {i + 1}" for i in range(game.rulebook.most))
