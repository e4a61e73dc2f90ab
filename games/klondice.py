"""Klondice: dice on the claims of a board, gold credits for whoever completes one.

Source: the English rulebook; where it is silent, the rulings in
``games/data/klondice.toml`` decide, and the code names them. Boards are data
(`games.boards`): each comes in as an action of `DECK` that carries all of it.

>>> game = Klondice()
>>> state = game.start(players=2)
>>> board = Board.parse("Two Rows | all_same free free = 20 | consecutive 5 free = 30")
>>> for action in (Deal(board), *(Rolled(Roll.parse(roll)) for roll in ("6", "2"))):
...     state = game.apply(state, action).state
>>> state.player, game.awaits(state).dice == game.rulebook.dice[:5]
(Seat(0), True)
>>> state = game.apply(state, Rolled(Roll.parse("1 1 5 5 6"))).state
>>> game.step(state, Place(Face("5"), 2)).state.claims[1].dice
(5,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import ClassVar

from games.board_file import samples
from games.boards import MOST_ROWS, NUMBERS, Board, Dice, Row, RowType, sequences, takes
from games.dice import NO_DICE, Face, Roll
from games.notation import Action
from games.rulebook import load
from games.rules import Awaits, Game, Outcome, Rolled, Step, not_there
from games.seats import DECK, TOWER, Seat
from games.words import Sentence, say

CHART = {2: 16, 3: 10, 4: 8, 5: 6, 6: 5}
"""How many dice each player gets, by the number of players (Dice Chart)."""
MOST_THROWN = 5
CREDITS = 50 + 5 * 10
"""What each player starts with (Set Up)."""

FACES = {number: Face(str(number)) for number in NUMBERS}


# ---- actions


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """A new board lies on the table."""

    form: ClassVar[str] = "deal {board}"
    board: Board


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put this die on the next space of a row, counted from 1 at the top."""

    form: ClassVar[str] = "place {die} in {row}"
    die: Face
    row: int


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """Throw the dice again that are not placed yet."""

    form: ClassVar[str] = "throw"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """End the turn."""

    form: ClassVar[str] = "pass"


GO_ON = (Throw(), Pass())
PLACES = {
    face: tuple(Place(face, row) for row in range(1, MOST_ROWS + 1))
    for face in FACES.values()
}


# ---- state


class Phase(Enum):
    """What is going on."""

    DEAL = auto()
    """A board is drawn."""
    START = auto()
    """Everybody throws a die for the start."""
    THROW = auto()
    PLACE = auto()
    """Place dice; after the first, throw again or pass."""
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Claim:
    """A row in play: the dice on it, and what its next space takes."""

    row: Row
    dice: Dice
    takes: frozenset[Face]

    @property
    def full(self) -> bool:
        """Whether its last die is placed."""
        return len(self.dice) == len(self.row.spaces)


@dataclass(frozen=True, slots=True)
class Course:
    """How far the match has come: what changes seldom."""

    boards: tuple[Board, ...] = ()
    """The boards of all rounds so far, the one on the table last."""
    due: tuple[Seat, ...] = ()
    """Who has yet to throw for the start."""
    highest: int = 0
    starters: tuple[Seat, ...] = ()
    """Who has thrown that number for the start."""


@dataclass(frozen=True, slots=True)
class State:
    """Who has what, how the board is filled and whose turn it is."""

    credits: tuple[int, ...]
    dice: tuple[int, ...]
    """How many dice each player has left, those in the turn included."""
    phase: Phase
    player: Seat
    course: Course
    claims: tuple[Claim, ...] = ()
    hand: int = 0
    """How many dice the player is to throw."""
    roll: Roll = NO_DICE
    """The dice that lie there and are not placed yet."""
    placed: bool = False
    """Whether a die of this roll is placed."""

    @property
    def round(self) -> int:
        """The round that is played or about to be dealt, from 1."""
        return len(self.course.boards) + (self.phase is Phase.DEAL)


class Klondice(Game[State]):
    """Klondice for 2 to 6 players.

    ``boards`` are those that chance deals, the samples if none are given. Any other
    board may be laid as well: the action carries it, so a record needs no file.
    """

    rulebook = load("klondice")
    kinds = (Deal, Place, Throw, Pass)

    def __init__(
        self,
        options: Mapping[str, str] | None = None,
        boards: Sequence[Board] = (),
    ) -> None:
        super().__init__(options)
        self.boards = tuple(boards) or samples()
        self._dead = self.options["kl.dead_placement"] == "allowed"
        self._rounds = int(self.options["kl.rounds"])

    # ---- the contract

    def opening(self, players: int) -> State:
        return State(
            credits=(CREDITS,) * players,
            dice=(CHART[players],) * players,
            phase=Phase.DEAL,
            player=Seat(0),
            course=Course(due=tuple(Seat(i) for i in range(players))),
        )

    def to_act(self, state: State) -> Seat | None:
        match state.phase:
            case Phase.OVER:
                return None
            case Phase.DEAL:
                return DECK
            case Phase.START | Phase.THROW:
                return TOWER
            case _:
                return state.player

    def awaits(self, state: State) -> Awaits:
        match state.phase:
            case Phase.DEAL:
                return Awaits(say("kl.deal", round=state.round))
            case Phase.START:
                words = say("kl.throw_start", player=state.player)
                return Awaits(words, self.rulebook.dice[:1])
            case Phase.THROW:
                words = say("kl.throw", player=state.player, dice=state.hand)
                return Awaits(words, self.rulebook.dice[: state.hand])
            case _:
                key = "kl.place_more" if state.placed else "kl.place"
                return Awaits(say(key, player=state.player), (), state.roll)

    def on_table(self, state: State) -> tuple[Sentence, ...]:
        words = self.rulebook.words.templates
        rows = (
            say(
                "kl.line",
                row=number,
                points=claim.row.points,
                spaces=_spaces(claim),
                caption=words[caption_key(claim.row)],
            )
            for number, claim in enumerate(state.claims, 1)
        )
        left = (
            say("kl.dice_left", player=Seat(seat), dice=dice)
            for seat, dice in enumerate(state.dice)
        )
        return (*rows, *left) if state.claims else ()

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        match state.phase:
            case Phase.DEAL:
                return tuple(map(Deal, self._stack(state)))
            case Phase.PLACE:
                more = GO_ON if state.placed else ()
                return (*_places(state.claims, state.roll), *more)
            case _:
                return ()

    def legal(self, state: State, action: Action) -> bool:
        if state.phase is Phase.DEAL:
            return isinstance(action, Deal)  # kl.own_boards
        return super().legal(state, action)

    def step(self, state: State, action: Action) -> Step[State]:
        match action:
            case Deal(board):
                return self._dealt(state, board)
            case Rolled(roll) if state.phase is Phase.START:
                return _start_roll(state, roll)
            case Rolled(roll):
                return self._rolled(state, roll)
            case Place(die, row):
                return self._place(state, die, row)
            case Throw():
                hand = len(state.roll)
                return Step(replace(state, phase=Phase.THROW, hand=hand, roll=NO_DICE))
            case Pass():
                return self._end_turn(state)
        raise TypeError(f"Klondice knows no {action}")

    def scores(self, state: State) -> tuple[int, ...]:
        return state.credits

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        rule = "kl.rounds" if state.round == self._rounds else "kl.tie"
        return Outcome(_leaders(state), say("kl.last_round", rule, round=state.round))

    # ---- rounds

    def _stack(self, state: State) -> Sequence[Board]:
        """The boards that can still be drawn; all of them when none is left."""
        played = state.course.boards
        fresh = tuple(board for board in self.boards if board not in played)
        return fresh or self.boards  # kl.board_side

    def _dealt(self, state: State, board: Board) -> Step[State]:
        told = say("kl.dealt", board=board.name, round=state.round)
        course = replace(state.course, boards=(*state.course.boards, board))
        claims = tuple(self._claim(row, ()) for row in board.rows)
        state = replace(state, course=course, claims=claims)
        if course.due:
            return Step(_next_to_start(state, course), (told,))
        return Step(_turn(state, state.player), (told,))

    def _claim(self, row: Row, dice: Dice) -> Claim:
        numbers = takes(row, dice, dead=self._dead)
        return Claim(row, dice, frozenset(FACES[number] for number in numbers))

    def _end_round(self, state: State) -> Step[State]:
        """The next board, begun by who placed last (kl.next_round); or the end.

        That is the player: no round ends but by the last die that can be placed.
        """
        players, leaders = len(state.credits), _leaders(state)
        done = state.round >= self._rounds
        if done and len(leaders) == 1:
            return Step(replace(state, phase=Phase.OVER, hand=0, roll=NO_DICE))
        told = (say("kl.tied", "kl.tie", names=leaders),) if done else ()
        fresh = replace(
            state,
            dice=(CHART[players],) * players,
            phase=Phase.DEAL,
            claims=(),
            hand=0,
            roll=NO_DICE,
        )
        return Step(fresh, told)

    # ---- a turn

    def _rolled(self, state: State, roll: Roll) -> Step[State]:
        state = replace(state, phase=Phase.PLACE, roll=roll, placed=False)
        if _places(state.claims, roll):
            return Step(state)
        told = say("kl.none_fits", "kl.nothing_fits", player=state.player)
        return self._end_turn(state).after(told)

    def _place(self, state: State, die: Face, number: int) -> Step[State]:
        claims, at, player = state.claims, number - 1, state.player
        claim = self._claim(claims[at].row, (*claims[at].dice, int(die)))
        points = claim.row.points if claim.full else 0
        amount = self._settled(state.credits[player], points)
        placed = replace(
            state,
            credits=_changed(state.credits, player, amount),
            dice=_changed(state.dice, player, -1),
            claims=(*claims[:at], claim, *claims[at + 1 :]),
            roll=state.roll - (die,),
            placed=True,
        )
        if not points:
            return self._go_on(placed)
        told = _about_points(player, number, points, amount)
        return self._go_on(placed).after(told)

    def _settled(self, has: int, points: int) -> int:
        """What a completed row changes for a player who has so many credits."""
        if has + points >= 0:
            return points
        return 0 if self.options["kl.debt"] == "pay_nothing" else -has

    def _go_on(self, state: State) -> Step[State]:
        """A die is placed: what does that leave to do?"""
        if not any(claim.takes for claim in state.claims):
            return self._close(state)
        return Step(state) if state.roll else self._end_turn(state)

    def _end_turn(self, state: State) -> Step[State]:
        """The next player who has dice; nobody has any where the round is stalled."""
        players = len(state.dice)
        for i in range(1, players + 1):
            seat = (state.player + i) % players
            if state.dice[seat]:
                return Step(_turn(state, Seat(seat)))
        return self._close(state)

    def _close(self, state: State) -> Step[State]:
        """Nothing can be placed any more: all claims are filled, or it is stalled."""
        full = all(claim.full for claim in state.claims)
        key, rule = (
            ("kl.filled", "kl.round_end") if full else ("kl.stuck", "kl.stalled")
        )
        told = say(key, rule, player=state.player)
        return self._end_round(state).after(told)

    # ---- saying no

    def why_not(self, state: State, action: Action) -> Sentence:
        specific = self._why_not_here(state, action)
        return specific or super().why_not(state, action)

    def _why_not_here(self, state: State, action: Action) -> Sentence | None:
        match state.phase, action:
            case Phase.THROW, Rolled(roll) if self.faces.issuperset(roll):
                return _why_not_so_many(state, len(roll))
            case Phase.PLACE, Place(die, row):
                return _why_not_place(state, die, row)
            case Phase.PLACE, Throw():
                return say("kl.no_throw_yet", "kl.throw_again", player=state.player)
            case Phase.PLACE, Pass():
                return say("kl.no_pass_yet", "kl.no_early_pass", player=state.player)
        return None

    def why_wait(self, state: State, seat: Seat, action: Action) -> Sentence | None:
        if not isinstance(action, Place | Throw | Pass):
            return None
        if state.phase is Phase.DEAL and state.course.boards:
            return say("kl.round_over", "kl.nothing_left_open", round=state.round)
        if state.phase is Phase.THROW and seat == state.player:
            return say("kl.throw_first", "kl.must_throw", player=seat)
        return None

    def why_no_take_back(self, actions: Sequence[Action]) -> Sentence | None:
        placed = any(isinstance(action, Place) for action in actions)
        if placed and self.options["kl.take_back"] == "with_consent":
            return say("kl.consent", "kl.take_back")
        return None


# ---- dice


def _places(claims: Sequence[Claim], roll: Roll) -> list[Action]:
    """Every way to place one of these dice."""
    return [
        place
        for face in dict.fromkeys(roll)
        for place, claim in zip(PLACES[face], claims, strict=False)
        if face in claim.takes
    ]


def _spaces(claim: Claim) -> str:
    """The row as it lies, from left to right: dice in brackets, then open spaces."""
    dice = (f"[{number}]" for number in claim.dice)
    return " ".join((*dice, *claim.row.spaces[len(claim.dice) :]))


def caption_key(row: Row) -> str:
    """Under what key the words of the game say what the dice of a row are like."""
    return f"kl.row.{row.type}.{row.order}"


def _turn(state: State, player: Seat) -> State:
    """The player is about to throw up to five of their dice (kl.at_most_five)."""
    hand = min(MOST_THROWN, state.dice[player])
    return replace(
        state, phase=Phase.THROW, player=player, hand=hand, roll=NO_DICE, placed=False
    )


# ---- the start


def _start_roll(state: State, roll: Roll) -> Step[State]:
    number, course = int(roll[0]), state.course
    told = (say("kl.start_number", player=state.player, number=number),)
    if number > course.highest:
        course = replace(course, highest=number, starters=(state.player,))
    elif number == course.highest:
        course = replace(course, starters=(*course.starters, state.player))
    if course.due:
        return Step(_next_to_start(state, course), told)
    if len(course.starters) > 1:
        again = say("kl.start_tied", "kl.start_tie", names=course.starters)
        course = replace(course, due=course.starters, highest=0, starters=())
        return Step(_next_to_start(state, course), (*told, again))
    first = course.starters[0]
    begins = say("kl.begins", "kl.start_highest", player=first)
    return Step(_turn(replace(state, course=course), first), (*told, begins))


def _next_to_start(state: State, course: Course) -> State:
    first, *rest = course.due
    course = replace(course, due=tuple(rest))
    return replace(state, phase=Phase.START, player=first, course=course)


# ---- credits


def _changed(values: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + by, *values[seat + 1 :])


def _leaders(state: State) -> tuple[Seat, ...]:
    most = max(state.credits)
    return tuple(Seat(i) for i, has in enumerate(state.credits) if has == most)


# ---- sentences


def _about_points(player: Seat, row: int, points: int, amount: int) -> Sentence:
    if points > 0:
        return say("kl.gets", "kl.row_points", player=player, row=row, credits=amount)
    key, rule = ("kl.pays", "kl.negative_row")
    if amount != points:
        key, rule = ("kl.pays_short", "kl.debt")
    return say(key, rule, player=player, row=row, credits=-amount, due=-points)


def _why_not_so_many(state: State, found: int) -> Sentence | None:
    wanted, has = state.hand, state.dice[state.player]
    values = {"player": state.player, "found": found, "wanted": wanted}
    if found > wanted < min(MOST_THROWN, has):
        return say("kl.no_reserve_dice", "kl.no_reserve", **values)
    if found > wanted == MOST_THROWN:
        return say("kl.no_more_than_five", "kl.at_most_five", **values)
    if found != wanted == has:
        return say("kl.no_other_number", "kl.fewer_dice", **values)
    return None


def _why_not_place(state: State, die: Face, number: int) -> Sentence | None:
    if die not in state.roll:
        return not_there(die, state.roll)
    if not 0 < number <= len(state.claims):
        rows = len(state.claims)
        return say("kl.no_such_row", "kl.matching_space", row=number, rows=rows)
    claim = state.claims[number - 1]
    if claim.full:
        return say("kl.no_full_row", "kl.matching_space", row=number)
    rule = _misfit(claim.row, claim.dice, int(die))
    wants = _listed(sorted(claim.takes)) or "no die any more"
    return say(rule.replace("kl.", "kl.no_"), rule, row=number, die=die, wants=wants)


def _listed(faces: Sequence[Face]) -> str:
    return " or ".join(filter(None, (", ".join(faces[:-1]), *faces[-1:])))


def _misfit(row: Row, dice: Dice, number: int) -> str:
    """The ruling by which a number does not fit the next space of a row."""
    space, *later = row.spaces[len(dice) :]
    if number in takes(row, dice, dead=True):
        return "kl.dead_placement"
    if space.isdecimal() and space != str(number):
        return "kl.left_to_right" if str(number) in later else "kl.matching_space"
    match row.type:
        case RowType.CONSECUTIVE:
            return _broken_run(dice[-1], number)
        case RowType.FULL_HOUSE:
            return _broken_house(row, (*dice, number))
        case RowType.AXE_OTHER if number in row.printed:
            return "kl.other_axe"
        case RowType.AXE_PAIR | RowType.AXE_OTHER:
            return "kl.first_axe"
    return "kl.all_same"


def _broken_run(before: int, number: int) -> str:
    if {before, number} == {NUMBERS[0], NUMBERS[-1]}:
        return "kl.wrap"
    return "kl.run_direction" if abs(before - number) == 1 else "kl.run_step"


def _broken_house(row: Row, dice: Dice) -> str:
    if len(set(dice)) == 1:
        return "kl.full_house_two_numbers"
    if dice in sequences(replace(row, order="any"), len(dice)):
        return "kl.full_house_order"
    return "kl.full_house"
