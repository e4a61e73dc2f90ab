"""Yahtzee Jr. (Hasbro): five character dice, a wild side, and one shared scoreboard.

Source: the English rulebook; where it is silent, the rulings in
``games/data/yahtzee_jr.toml`` decide, and the code names them. Column 0 of the
scoreboard is the Picture Column. The players sit in order from the youngest.

>>> game = YahtzeeJr()
>>> state = game.start(players=2)
>>> state = game.apply(state, Rolled(Roll.parse("bear bear wild fox owl"))).state
>>> state = game.apply(state, Place(Face("bear"), 3)).state
>>> game.scores(state), state.player
((3, 0), Seat(1))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import ClassVar, TypeAlias

from games.dice import NO_DICE, Die, Face, Roll
from games.errors import BadNotation
from games.notation import Action
from games.rulebook import BadOption, Rulebook, load
from games.rules import Awaits, Game, Keep, Outcome, Rolled, Step, keeps, why_not_keep
from games.seats import TOWER, Seat
from games.words import Sentence, Value, say

DICE = 5
THROWS = 3
COLUMNS = 5
PICTURE = 0
"""The column where a token scores nothing."""
TURNS = {1: 5, 2: 5, 3: 4, 4: 3}
WILD = Face("wild")


# ---- actions


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put the token of this character into this column, which ends the turn."""

    form: ClassVar[str] = "place {character} in {column}"
    character: Face
    column: int


# ---- state

Tokens: TypeAlias = tuple[int | None, ...]
"""A player's token of each character: the column where it lies, None in the hand."""


class Phase(Enum):
    """What is going on."""

    THROW = auto()
    CHOOSE = auto()
    """Keep dice, or place a token; after the third throw: place a token."""
    ROLL_OFF = auto()
    """Those who are tied throw once each."""
    OVER = auto()


@dataclass(frozen=True, slots=True)
class RollOff:
    """Who has yet to throw in a tie, and who has shown the most wild dice so far."""

    due: tuple[Seat, ...]
    most: int = -1
    leaders: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Where the tokens lie, whose turn it is, and how the dice lie."""

    tokens: tuple[Tokens, ...]
    phase: Phase
    player: Seat
    throws: int = 0
    kept: Roll = NO_DICE
    dice: Roll = NO_DICE
    roll_off: RollOff | None = None


def _with_dice(book: Rulebook) -> Rulebook:
    """The rulebook with the dice that its own names of characters make."""
    default = book.options["yj.characters"].default
    return replace(book, dice=_dice(default))


@cache
def _dice(characters: str) -> tuple[Die, ...]:
    """The dice with these five characters; raises `BadOption` where they are none."""
    names = characters.split(" ")
    if len(names) != COLUMNS or len({*names, WILD}) != COLUMNS + 1:
        raise BadOption(
            f"yahtzee_jr, option yj.characters: {characters!r}, expected {COLUMNS}"
            f" different names, none of them {WILD!r}, which is the sixth side"
        )
    try:
        return ((*map(Face, names), WILD),) * DICE
    except BadNotation as error:
        raise BadOption(f"yahtzee_jr, option yj.characters: {error}") from error


class YahtzeeJr(Game[State]):
    """Yahtzee Jr. for 2 to 4 players, and for one who practises."""

    rulebook = _with_dice(load("yahtzee_jr"))
    kinds = (Keep, Place)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self._dice = _dice(self.options["yj.characters"])
        self.characters = self._dice[0][:-1]
        """The characters, in the order of the rows."""

    # ---- the contract

    @property
    def dice(self) -> tuple[Die, ...]:
        return self._dice

    def opening(self, players: int) -> State:
        in_hand: Tokens = (None,) * len(self.characters)
        return State((in_hand,) * players, Phase.THROW, Seat(0))

    def to_act(self, state: State) -> Seat | None:
        match state.phase:
            case Phase.OVER:
                return None
            case Phase.CHOOSE:
                return state.player
            case _:
                return TOWER

    def awaits(self, state: State) -> Awaits:
        match state.phase:
            case Phase.ROLL_OFF:
                words = say("yj.roll_off", player=state.player)
                return Awaits(words, self._dice)
            case Phase.THROW:
                dice = self._dice[len(state.kept) :]
                words = say("yj.throw", player=state.player, dice=len(dice))
                return Awaits(words, dice, state.kept)
            case _:
                key = "yj.place" if state.throws == THROWS else "yj.choose"
                return Awaits(say(key, player=state.player), (), state.dice)

    def on_table(self, state: State) -> tuple[Sentence, ...]:
        return tuple(
            _row(character, [tokens[row] for tokens in state.tokens])
            for row, character in enumerate(self.characters)
        )

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        if state.phase is not Phase.CHOOSE:
            return ()
        if state.throws == THROWS:
            return self.places(state)
        return (*self.places(state), *keeps(state.dice))

    def step(self, state: State, action: Action) -> Step[State]:
        match action:
            case Rolled(roll) if state.roll_off:
                return self._rolled_off(state, state.roll_off, roll)
            case Rolled(roll):
                dice = state.kept + roll
                return Step(_thrown(state, dice))
            case Keep(dice):
                return Step(replace(state, phase=Phase.THROW, kept=dice, dice=NO_DICE))
            case Place(character, column):
                return self._place(state, character, column)
        raise TypeError(f"Yahtzee Jr. knows no {action}")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(sum(filter(None, tokens)) for tokens in state.tokens)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        if state.roll_off:
            return Outcome(state.roll_off.leaders, say("yj.most_wilds", "yj.tie"))
        if len(state.tokens) == 1:
            return Outcome((Seat(0),), say("yj.solo_over", "yj.turns"))
        return Outcome(self._leaders(state), say("yj.most_points", "yj.total"))

    # ---- the scoreboard

    def in_hand(self, state: State) -> list[Face]:
        """The characters that the player has not scored yet."""
        tokens = zip(self.characters, state.tokens[state.player], strict=True)
        return [character for character, column in tokens if column is None]

    def open_column(self, state: State, character: Face, matches: int) -> int:
        """The highest open column for so many matches; 0 where none is open."""
        row = self.characters.index(character)
        taken = {tokens[row] for tokens in state.tokens}
        return next((n for n in range(matches, PICTURE, -1) if n not in taken), PICTURE)

    def places(self, state: State) -> tuple[Place, ...]:
        """Where a token may go now."""
        columns = self._columns(state)
        if self.options["yj.force_best"] == "true":
            best = max(columns.values(), default=PICTURE)  # yj.force_best_blocked
            columns = {c: column for c, column in columns.items() if column == best}
        return tuple(Place(c, column) for c, column in columns.items())

    def _columns(self, state: State) -> dict[Face, int]:
        """Each character whose token may be placed, and the column for it."""
        last, in_hand = state.throws == THROWS, self.in_hand(state)
        rolled = {
            c: self.open_column(state, c, matches)
            for c in in_hand
            if (matches := matching(state.dice, c))
        }
        if matching(state.dice, WILD) == DICE:
            rolled = self._with_five_wilds(rolled)
        if last and rolled and self.options["yj.no_open_space"] == "picture_zero":
            return rolled
        scoring = {c: column for c, column in rolled.items() if column}
        if scoring or not last:
            return scoring
        return dict.fromkeys(in_hand, PICTURE)  # yj.zero_token

    def _with_five_wilds(self, rolled: dict[Face, int]) -> dict[Face, int]:
        fives = {c: column for c, column in rolled.items() if column == COLUMNS}
        must = self.options["yj.five_wild"] == "only_where_column_5_is_open"
        return fives if must and fives else rolled

    # ---- a turn

    def _place(self, state: State, character: Face, column: int) -> Step[State]:
        row, player = self.characters.index(character), state.player
        mine = state.tokens[player]
        mine = (*mine[:row], column, *mine[row + 1 :])
        tokens = (*state.tokens[:player], mine, *state.tokens[player + 1 :])
        told = _placed(state, character, column)
        follower = Seat((player + 1) % len(tokens))
        after = State(tokens, Phase.THROW, follower)
        if sum(column is not None for column in tokens[follower]) < _turns(tokens):
            return Step(after, (told,))
        return self._end(after, told)

    def _end(self, state: State, told: Sentence) -> Step[State]:
        leaders = self._leaders(state)
        if len(leaders) == 1:
            return Step(replace(state, phase=Phase.OVER), (told,))
        points = max(self.scores(state))
        tied = say("yj.tied", "yj.tie", players=leaders, points=points)
        return Step(_to_roll_off(state, RollOff(leaders)), (told, tied))

    def _rolled_off(self, state: State, tie: RollOff, roll: Roll) -> Step[State]:
        wilds, player = roll.count(WILD), state.player
        told = say("yj.wilds", "yj.tie", player=player, wilds=wilds)
        if wilds > tie.most:
            tie = replace(tie, most=wilds, leaders=(player,))
        elif wilds == tie.most:
            tie = replace(tie, leaders=(*tie.leaders, player))
        if tie.due:
            return Step(_to_roll_off(state, tie), (told,))
        if len(tie.leaders) == 1:
            return Step(replace(state, phase=Phase.OVER, roll_off=tie), (told,))
        again = say("yj.tied_again", "yj.tie_again", players=tie.leaders)
        return Step(_to_roll_off(state, RollOff(tie.leaders)), (told, again))

    def _leaders(self, state: State) -> tuple[Seat, ...]:
        scores = self.scores(state)
        best = max(scores)
        return tuple(Seat(i) for i, score in enumerate(scores) if score == best)

    # ---- saying no

    def why_not(self, state: State, action: Action) -> Sentence:
        specific = None
        if state.phase is Phase.CHOOSE:
            specific = self._why_not_now(state, action)
        return specific or super().why_not(state, action)

    def _why_not_now(self, state: State, action: Action) -> Sentence | None:
        match action:
            case Rolled() | Keep() if state.throws == THROWS:
                return say("yj.no_more_throws", "yj.three_throws", player=state.player)
            case Keep(dice):
                return why_not_keep(state.dice, dice)
            case Place(character, column):
                return self._why_not_token(state, character) or self._why_not_column(
                    state, character, column
                )
        return None

    def _why_not_token(self, state: State, character: Face) -> Sentence | None:
        if character not in self.characters:
            known = ", ".join(self.characters)
            return say(
                "yj.no_token",
                "yj.wild_one_character" if character == WILD else "yj.characters",
                character=character,
                characters=known,
            )
        if character not in self.in_hand(state):
            return say(
                "yj.no_second_token",
                "yj.different_each_turn",
                player=state.player,
                character=character,
            )
        return None

    def _why_not_column(
        self, state: State, character: Face, column: int
    ) -> Sentence | None:
        """The token is in the hand: why may it not go into this column?"""
        if column == PICTURE:
            return self._why_not_picture(state, character)
        matches = matching(state.dice, character)
        there: dict[str, Value] = {"character": character, "column": column}
        if column > COLUMNS:
            return say("yj.no_column", "yj.exact_column", column=column)
        if not matches:
            return say("yj.no_match", "yj.exact_column", **there)
        if column > matches:
            return say("yj.no_such_count", "yj.exact_column", matches=matches, **there)
        if self.open_column(state, character, column) != column:
            return say("yj.no_shared_space", "yj.one_token", **there)
        nearest = self.open_column(state, character, matches)
        if nearest == matches > column:
            return say("yj.no_such_count", "yj.exact_column", matches=matches, **there)
        if nearest > column:
            return say("yj.no_skipping", "yj.taken_column", open=nearest, **there)
        return self._why_not_best(state)

    def _why_not_picture(self, state: State, character: Face) -> Sentence | None:
        if state.throws < THROWS:
            return say(
                "yj.no_early_zero",
                "yj.zero_needs_third_roll",
                player=state.player,
                throws=state.throws,
            )
        matches = matching(state.dice, character)
        if not any(self._columns(state).values()) and not matches:
            return say("yj.no_other_picture", "yj.no_open_space", character=character)
        if matches and not self.open_column(state, character, matches):
            forced = self.options["yj.no_open_space"] == "picture_zero"
            if forced:
                return self._why_not_best(state)
            return say("yj.no_blocked_row", "yj.no_open_space", character=character)
        return say("yj.no_zero", "yj.no_voluntary_zero")

    def _why_not_best(self, state: State) -> Sentence:
        """The token may go there, but the players agreed on something better."""
        columns = self._columns(state)
        if self.options["yj.force_best"] == "true":
            best = max(columns.values())
            return say("yj.no_lesser", "yj.force_best", best=best)
        return say("yj.no_taken_five", "yj.five_wild")


# ---- dice


def matching(dice: Roll, character: Face) -> int:
    """How many of the dice count as this character.

    >>> matching(Roll.parse("bear bear fox wild wild"), Face("fox"))
    3
    """
    wilds = dice.count(WILD)
    return wilds if character == WILD else dice.count(character) + wilds


# ---- states


def _turns(tokens: Sequence[Tokens]) -> int:
    return TURNS[len(tokens)]


def _thrown(state: State, dice: Roll) -> State:
    return State(state.tokens, Phase.CHOOSE, state.player, state.throws + 1, dice=dice)


def _to_roll_off(state: State, tie: RollOff) -> State:
    """The next of those who are tied is to throw."""
    first, *rest = tie.due
    tie = replace(tie, due=tuple(rest))
    return replace(state, phase=Phase.ROLL_OFF, player=first, roll_off=tie)


# ---- sentences


def _row(character: Face, columns: Sequence[int | None]) -> Sentence:
    """A row of the scoreboard, with the players whose tokens lie in each column."""
    lies: dict[str, Value] = {"character": character}
    for column in range(PICTURE, COLUMNS + 1):
        seats = tuple(Seat(i) for i, at in enumerate(columns) if at == column)
        lies[f"column{column}"] = seats or "-"
    return say("yj.row", "", **lies)


def _placed(state: State, character: Face, column: int) -> Sentence:
    who: dict[str, Value] = {"player": state.player, "character": character}
    matches = matching(state.dice, character)
    if not column:
        return say("yj.zero", "yj.zero_token", **who)
    if column < matches:
        rule = "yj.taken_column"
        return say("yj.moved_left", rule, points=column, matches=matches, **who)
    return say("yj.scored", "yj.exact_column", points=column, **who)
