"""The referee: judges what anybody does at any time, and lets nothing be edited away.

A match is the list of its entries. A correction or a take-back is an entry too: the
actions that count are worked out anew, and the referee says what that changes.

>>> from games.catalog import load_game
>>> from games.dice import Roll
>>> match = begin(load_game("kings_gold"), ("Anna", "Bo"))
>>> judge(match, Seat(1), Rolled(Roll.parse("skull"))).rule
'table.out_of_turn'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from games.notation import Action, Notation, Numbered
from games.rules import Game, Outcome, Rolled
from games.seats import DECK, TABLE, TOWER, Seat, check_names
from games.words import Sentence, say


@dataclass(frozen=True, slots=True)
class Correct(Action):
    """What was entered under these numbers was wrong; this is what really happened.

    Actions from ``strike`` on no longer count.
    """

    form: ClassVar[str] = "correct {changes}[; strike from {strike}]"
    changes: tuple[Numbered, ...]
    strike: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """The action of this number, and all after it, no longer count."""

    form: ClassVar[str] = "take back {number}"
    number: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match: who did what; ``note`` says how it is known."""

    number: int
    seat: Seat
    action: Action
    note: str = ""


@dataclass(frozen=True)
class Match:
    """One playing of a game.

    ``entries`` is everything that was entered, ``line`` the actions that count, and
    ``states`` the state before each of them and the one now.
    """

    game: Game[Any]
    players: tuple[str, ...]
    entries: tuple[Entry, ...]
    line: tuple[Entry, ...]
    states: tuple[Any, ...]

    @property
    def state(self) -> Any:
        """How things stand now."""
        return self.states[-1]

    @property
    def next_number(self) -> int:
        """The number of the next entry."""
        return len(self.entries) + 1

    @property
    def to_act(self) -> Seat | None:
        """Whose action is awaited; None where the match is over."""
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self.game.outcome(self.state)

    @cached_property
    def notation(self) -> Notation:
        """How the actions of this match are written."""
        return notation_of(type(self.game))

    def text(self, action: Action) -> str:
        """The action in words, players by their names."""
        return self.notation.text(action, self.players)

    def parse(self, text: str) -> Action:
        """The action that ``text`` says; raises `BadNotation` where it says none."""
        return self.notation.parse(text, self.players)

    def render(self, sentence: Sentence) -> str:
        """The sentence in the words of the game."""
        return self.game.rulebook.words.render(sentence, self.players)


@dataclass(frozen=True)
class Accepted:
    """The action counts: the match that it leads to, and what there is to say."""

    match: Match
    told: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Refused:
    """The action does not count: the rule, and why in a sentence."""

    rule: str
    why: Sentence


@dataclass(frozen=True)
class Asks:
    """A correction makes a later action illegal; the people have to say what then.

    Either they correct the action ``number`` as well, or all from it on is struck.
    """

    number: int
    refused: Refused


Judgement: TypeAlias = Accepted | Refused
_NOTATIONS: dict[type[Game[Any]], Notation] = {}


def notation_of(game: type[Game[Any]]) -> Notation:
    """How the actions of this game, and those of the referee, are written."""
    if game not in _NOTATIONS:
        _NOTATIONS[game] = Notation((Rolled, *game.kinds, Correct, TakeBack))
    return _NOTATIONS[game]


def begin(game: Game[Any], players: Sequence[str]) -> Match:
    """A match of these players before its first action.

    Raises `BadPlayers` where their number or their names do not fit.
    """
    check_names(players)
    return Match(game, tuple(players), (), (), (game.start(len(players)),))


def judge(match: Match, seat: Seat, action: Action, note: str = "") -> Judgement:
    """Whether ``seat`` may do this now, and what it leads to."""
    match action:
        case TakeBack(number):
            return take_back(match, seat, number, note)
        case Correct():
            judged = correct(match, seat, action, note)
            return judged.refused if isinstance(judged, Asks) else judged
    refused = _refusal(match, match.state, seat, action)
    if refused:
        return refused
    entry = Entry(match.next_number, seat, action, note)
    step = match.game.step(match.state, action)
    grown = replace(
        match,
        entries=(*match.entries, entry),
        line=(*match.line, entry),
        states=(*match.states, step.state),
    )
    return Accepted(grown, step.told)


def take_back(match: Match, seat: Seat, number: int, note: str = "") -> Judgement:
    """Let the actions from ``number`` on no longer count.

    A player may take back what they did last, until dice or cards come; for anything
    else it takes `TABLE`, that is everybody.
    """
    at = _index(match.line, number)
    if at is None:
        return _refused("table.no_entry", "table.take_back", number=number)
    gone = match.line[at:]
    if seat != TABLE and any(entry.seat in (TOWER, DECK) for entry in gone):
        return _refused("table.thrown_since", "table.take_back")
    if seat != TABLE and any(entry.seat != seat for entry in gone):
        return _refused("table.not_yours", "table.take_back", player=seat)
    actions = [entry.action for entry in gone]
    consent = None if seat == TABLE else match.game.why_no_take_back(actions)
    if consent:
        return _because(consent)
    entry = Entry(match.next_number, seat, TakeBack(number), note)
    shorter = replace(
        match,
        entries=(*match.entries, entry),
        line=match.line[:at],
        states=match.states[: at + 1],
    )
    return Accepted(shorter, tuple(_what_follows(match, shorter)))


def correct(
    match: Match, seat: Seat, action: Correct, note: str = ""
) -> Judgement | Asks:
    """Replace actions by what really happened, and play what came after anew."""
    if seat != TABLE:
        return _refused("table.only_table", "table.correction")
    changes = {change.number: change.action for change in action.changes}
    for number in (*changes, *filter(None, [action.strike])):
        if _index(match.line, number) is None:
            return _refused("table.no_entry", "table.correction", number=number)
    if len(changes) < len(action.changes):
        return _refused("table.changed_twice", "table.correction")
    if action.strike is not None and action.strike <= max(changes):
        return _refused("table.struck_change", "table.correction", number=action.strike)
    anew = _played_anew(match, changes, action.strike)
    if not isinstance(anew, Match):
        return anew
    entry = Entry(match.next_number, seat, action, note)
    changed = replace(anew, entries=(*match.entries, entry))
    return Accepted(changed, tuple(_what_follows(match, changed)))


def _played_anew(
    match: Match, changes: dict[int, Action], strike: int | None
) -> Match | Refused | Asks:
    first = min(_index(match.line, number) or 0 for number in changes)
    line, states = list(match.line[:first]), list(match.states[: first + 1])
    for entry in match.line[first:]:
        if entry.number == strike:
            break
        action = changes.get(entry.number, entry.action)
        refused = _refusal(match, states[-1], entry.seat, action)
        if refused and entry.number in changes:
            return refused
        if refused:
            return Asks(entry.number, refused)
        line.append(replace(entry, action=action))
        states.append(match.game.step(states[-1], action).state)
    return replace(match, line=tuple(line), states=tuple(states))


def _refusal(match: Match, state: Any, seat: Seat, action: Action) -> Refused | None:
    """Why ``seat`` may not do this in this state; None where it may."""
    awaited = match.game.to_act(state)
    if awaited is None:
        return _refused("table.over", "table.over")
    if isinstance(action, Rolled) and seat == TOWER and awaited != TOWER:
        return _because(match.game.why_not(state, action))
    if seat != awaited:
        early = match.game.why_wait(state, seat, action)
        if awaited in (TOWER, DECK):
            key = "table.throw_first" if awaited == TOWER else "table.deal_first"
            return _because(early or say(key, "table.out_of_turn"))
        return _refused(
            "table.out_of_turn", "table.out_of_turn", player=seat, awaited=awaited
        )
    if match.game.legal(state, action):
        return None
    return _because(match.game.why_not(state, action))


def _because(why: Sentence) -> Refused:
    return Refused(why.rule, why)


def _refused(key: str, rule: str, **values: Seat | int) -> Refused:
    return Refused(rule, say(key, rule, **values))


def _index(line: Sequence[Entry], number: int) -> int | None:
    """Where the action of this number stands among those that count."""
    return next((i for i, entry in enumerate(line) if entry.number == number), None)


def _what_follows(before: Match, after: Match) -> Iterator[Sentence]:
    """What a correction or take-back changes, in sentences."""
    changes = list(_changes(before, after))
    yield from changes or [say("table.nothing_follows", "table.correction")]


def _changes(before: Match, after: Match) -> Iterator[Sentence]:
    then, now = before.game.scores(before.state), after.game.scores(after.state)
    for seat, (old, new) in enumerate(zip(then, now, strict=True)):
        if new != old:
            key = "table.loses" if new < old else "table.gains"
            yield say(key, "table.correction", player=Seat(seat), amount=abs(new - old))
    if before.outcome and not after.outcome:
        yield say("table.match_open", "table.correction")
    elif after.outcome and not before.outcome:
        yield say("table.match_over", "table.correction")
    elif not after.outcome and _awaited(before) != _awaited(after):
        yield _awaited(after)


def _awaited(match: Match) -> Sentence:
    return match.game.awaits(match.state).words
