"""A match in the terminal: who acts is asked, judged, recorded, and then shown."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from string import ascii_lowercase

import click

from firmware.records import RecordFile
from firmware.shown import (
    list_choices,
    show_entry,
    show_help,
    show_refusal,
    show_result,
    show_scores,
)
from firmware.spelling import spelled
from games.bots import Bot, random_bot
from games.errors import BadNotation
from games.notation import Action, Numbered
from games.referee import Accepted, Asks, Correct, Entry, Match, Refused, correct, judge
from games.seats import DECK, TABLE, TOWER, Seat, name_of, seat_of

ONLY_CHOICE = "the only choice"
"""The note of what nobody was asked about."""


class Quit(Exception):
    """The people stop here; the match can be resumed."""


@dataclass(frozen=True)
class Said:
    """What somebody does, and how it is known."""

    seat: Seat
    action: Action
    note: str = ""


@dataclass(frozen=True)
class Typed:
    """A line that somebody typed while nobody was asked."""

    text: str


@dataclass(frozen=True)
class Question:
    """What a source cannot decide: people choose, or type what it was.

    `note` is how what they type is known; `drop` is called where it does not count.
    """

    words: str
    more: str
    offered: tuple[Said, ...]
    hint: str
    note: str
    drop: Callable[[], None]


Source = Callable[[Match, Seat], Said | Question | Typed | None]
"""Where a seat's actions come from: a bot, chance, a camera, somebody at the keyboard.

None is nothing yet: the seat is asked again.
"""
AGAIN = "again"


# ---- sources


def bot_source(bot: Bot) -> Source:
    """The actions of a bot."""
    return lambda match, seat: Said(seat, bot(match.game, match.state, seat))


def chance_source(seed: str) -> Source:
    """Chance, drawn anew for each entry, so that a resumed match goes on the same."""

    def act(match: Match, seat: Seat) -> Said:
        chance = Random(f"{seed}/{match.next_number}")
        return Said(seat, random_bot(chance)(match.game, match.state, seat))

    return act


# ---- the loop


@dataclass
class Terminal:
    """Plays a match to its end, or until somebody quits."""

    match: Match
    record: RecordFile
    sources: Mapping[Seat, Source]
    pace_s: float = 0.0

    def play(self) -> Match:
        """Play on to an end that the table agrees to; raises `Quit`."""
        while True:
            try:
                seat = self.match.to_act
                said = self._objection() if seat is None else self._said(seat)
                if said is not None:
                    self._act(said)
                elif seat is None:
                    break
            except BadNotation as error:
                click.secho(f"  {error}", fg="yellow")
        self.record.result(self.match)
        return self.match

    def _objection(self) -> Said | None:
        """What people still have to say when the match is over; None is nothing."""
        show_result(self.match)
        if self._only_machines():
            return None
        click.secho(
            "  Enter closes the record. Was something misread? Until then the table"
            " can still correct N as ACTION, or take back N.",
            dim=True,
        )
        try:
            text = ask("table")
        except Quit:
            return None
        return None if text in ("", "quit") else self._parsed(TABLE, text)

    def _only_machines(self) -> bool:
        seats = (TOWER, *map(Seat, range(len(self.match.players))))
        return all(seat in self.sources for seat in seats)

    def _said(self, seat: Seat) -> Said | None:
        source = self.sources.get(seat)
        if source is not None:
            found = source(self.match, seat)
            if isinstance(found, Question):
                return self._answer(seat, found)
            if isinstance(found, Typed):
                return self._understood(seat, found.text, ())
            return found
        choices = self.match.game.legal_actions(self.match.state)
        if len(choices) == 1 and seat not in (TOWER, DECK):
            return Said(seat, choices[0], ONLY_CHOICE)
        return self._typed(seat)

    def _act(self, said: Said) -> None:
        judged = self._judged(said)
        if isinstance(judged, Refused):
            who = name_of(said.seat, self.match.players)
            text = f"{who}: {self.match.text(said.action)}"
            self.record.comment(f"refused {text} ({judged.rule})")
            show_refusal(self.match, judged)
            return
        self.record.entry(judged.match)
        before, self.match = self.match, judged.match
        show_entry(self.match, self.match.entries[-1], judged.told)
        show_scores(before, self.match)
        time.sleep(self.pace_s)

    def _judged(self, said: Said) -> Accepted | Refused:
        """What the referee says; asks what becomes of what a correction bars."""
        action = said.action
        if not isinstance(action, Correct):
            return judge(self.match, said.seat, action, said.note)
        judged = correct(self.match, said.seat, action, said.note)
        while isinstance(judged, Asks):
            answered = self._answered(action, judged)
            found = correct(self.match, said.seat, answered, said.note)
            if isinstance(found, Refused):
                show_refusal(self.match, found)
            else:
                action, judged = answered, found
        return judged

    # ---- the keyboard

    def _typed(self, seat: Seat) -> Said:
        """Ask until somebody has said an action."""
        while True:
            choices = list_choices(self.match, seat)
            text = ask(name_of(seat, self.match.players))
            offered = tuple(Said(seat, choice) for choice in choices)
            said = self._understood(seat, text, offered)
            if said is not None:
                return said

    def _answer(self, seat: Seat, question: Question) -> Said | None:
        """Put a question of a source; None where what it is about does not count."""
        click.secho(f"  {question.words}", fg="yellow")
        click.secho(f"  {question.more}", dim=True)
        # Letters, for a number alone may be what a die shows.
        offered = dict(zip(ascii_lowercase, question.offered, strict=False))
        for letter, said in offered.items():
            click.echo(f"  {letter:>3}  {self.match.text(said.action)}")
        click.secho(f"  {question.hint}", dim=True)
        while True:
            text = ask(name_of(seat, self.match.players))
            if text == AGAIN:
                question.drop()
                return None
            answer = offered.get(text) or self._understood(seat, text, ())
            if answer is not None:
                return replace(answer, note=question.note)

    def _understood(
        self, seat: Seat, text: str, offered: tuple[Said, ...]
    ) -> Said | None:
        """What a line says to do; None where it was something else, or nothing."""
        if text in ("?", "help"):
            show_help(self.match)
        elif text == "quit":
            raise Quit
        elif text.startswith(";"):
            self.record.comment(text[1:])
        elif text.isdecimal() and offered:
            if 0 < int(text) <= len(offered):
                return offered[int(text) - 1]
            click.echo(f"  There are choices 1 to {len(offered)}.")
        elif text:
            return self._parsed(seat, text)
        return None

    def _parsed(self, seat: Seat, text: str) -> Said:
        match = self.match
        who, colon, rest = text.partition(":")
        if colon:
            seat, text = seat_of(who.strip(), match.players), rest.strip()
        if text == "take back" and match.line:
            seat = TABLE if seat in (TOWER, DECK) else seat
            text = f"take back {last_choice(match).number}"
        return Said(seat, match.parse(spelled(match, seat, text)), "typed")

    def _answered(self, action: Correct, asks: Asks) -> Correct:
        match = self.match
        entry = next(entry for entry in match.line if entry.number == asks.number)
        who = name_of(entry.seat, match.players)
        click.echo(
            f"  Then number {entry.number} ({who}: {match.text(entry.action)}) is no"
            f" longer possible: {match.render(asks.refused.why)}"
        )
        click.echo(
            "  Type what it was instead, or 'strike': it and all after it go."
            " Enter: all stays as it was."
        )
        instead = self._instead(entry)
        if instead is None:
            earlier = (each for each in action.changes if each.number < entry.number)
            return Correct(tuple(earlier), strike=entry.number)
        changes = (*action.changes, Numbered(entry.number, instead))
        return replace(action, changes=changes)

    def _instead(self, entry: Entry) -> Action | None:
        """What the table says that an entry was; None where it is to be struck."""
        while True:
            text = ask("table")
            if text == "quit":
                raise Quit
            if not text:
                raise BadNotation("nothing was corrected: all stays as it was")
            if text == "strike":
                return None
            try:
                return self.match.parse(spelled(self.match, entry.seat, text))
            except BadNotation as error:
                click.secho(f"  {error}", fg="yellow")


def ask(who: str) -> str:
    """One line from the keyboard; raises `Quit` at its end, or where there is none."""
    try:
        return input(f"{who}> ").strip()
    except (EOFError, RuntimeError) as end:
        raise Quit from end


def at_terminal() -> bool:
    """Whether somebody sits at a terminal, and not a file or nothing."""
    return sys.stdin is not None and sys.stdin.isatty()


def last_choice(match: Match) -> Entry:
    """The last action that somebody chose or threw, of a match that has begun."""
    chosen = (entry for entry in reversed(match.line) if entry.note != ONLY_CHOICE)
    return next(chosen, match.line[0])
