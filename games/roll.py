"""Free rolls: any dice, thrown in turn, with their sum and history.

The smallest game: it shows how little the contract asks for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.dice import Roll
from games.notation import Action
from games.rulebook import load
from games.rules import Awaits, Game, Outcome, Rolled, Step
from games.seats import TOWER, Seat
from games.words import say


@dataclass(frozen=True, slots=True)
class State:
    """The rolls so far, player by player in turn."""

    players: int
    rolls: tuple[Roll, ...] = ()

    @property
    def player(self) -> Seat:
        """Who throws next."""
        return Seat(len(self.rolls) % self.players)


class FreeRoll(Game[State]):
    """Any dice, as often as people like."""

    rulebook = load("roll")
    endless = True

    def opening(self, players: int) -> State:
        return State(players)

    def to_act(self, state: State) -> Seat:
        return TOWER

    def awaits(self, state: State) -> Awaits:
        wanted = self.options["roll.dice"]
        if wanted == "any":
            return Awaits(say("roll.throw", player=state.player), None)
        dice = self.rulebook.dice * int(wanted)
        words = say("roll.throw_some", player=state.player, dice=len(dice))
        return Awaits(words, dice)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return ()

    def step(self, state: State, action: Action) -> Step[State]:
        match action:
            case Rolled(roll):
                told = say(
                    "roll.sum" if total(roll) is not None else "roll.faces",
                    player=state.player,
                    count=len(roll),
                    faces=str(roll),
                    sum=total(roll) or 0,
                )
                return Step(replace(state, rolls=(*state.rolls, roll)), (told,))
        raise TypeError(f"a free roll knows no {action}")

    def scores(self, state: State) -> tuple[int, ...]:
        """How often each has rolled."""
        return tuple(
            len(state.rolls[seat :: state.players]) for seat in range(state.players)
        )

    def outcome(self, state: State) -> Outcome | None:
        return None


def total(roll: Roll) -> int | None:
    """The sum of the numbers; None where a face has no number.

    >>> total(Roll.parse("red-3 5")), total(Roll.parse("skull"))
    (8, None)
    """
    symbols = [face.symbol or "" for face in roll]
    if not all(symbol.isdecimal() for symbol in symbols):
        return None
    return sum(map(int, symbols))
