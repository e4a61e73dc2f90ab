"""A match in the terminal: who acts is asked, judged, recorded, and then shown."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import click

from firmware.records import RecordFile
from games.bots import Bot, random_bot
from games.errors import BadNotation
from games.notation import Action, Numbered
from games.referee import Accepted, Asks, Correct, Entry, Match, Refused, correct, judge
from games.seats import DECK, TABLE, TOWER, Seat, name_of, seat_of
from games.words import Sentence

MANY_CHOICES = 12
"""From so many on, the choices are named by their form instead of one by one."""

ONLY_CHOICE = "the only choice"
"""The note of what nobody was asked about."""

HELP = """\
Type an action, or its number where they are listed.
  ?                            this, and every action that is possible
  NAME: ACTION                 somebody else acts
  take back                    take back what you did last
  table: take back             all agree to take back what came last, also a roll
  table: take back N           all agree to take back everything from number N on
  table: correct N as ACTION   all agree that number N was something else
  ; TEXT                       a comment for the record
  quit                         stop here; the match can be resumed"""


class Quit(Exception):
    """The people stop here; the match can be resumed."""


@dataclass(frozen=True)
class Said:
    """What somebody does, and how it is known."""

    seat: Seat
    action: Action
    note: str = ""


Source = Callable[[Match, Seat], Said]
"""Where a seat's actions come from: a bot, chance, somebody at the keyboard."""


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
                if said is None:
                    break
                self._act(said)
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

    def _said(self, seat: Seat) -> Said:
        source = self.sources.get(seat)
        if source is not None:
            return source(self.match, seat)
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
            if text in ("?", "help"):
                show_help(self.match)
            elif text == "quit":
                raise Quit
            elif text.startswith(";"):
                self.record.comment(text[1:])
            elif text.isdecimal() and choices:
                if 0 < int(text) <= len(choices):
                    return Said(seat, choices[int(text) - 1])
                click.echo(f"  There are choices 1 to {len(choices)}.")
            elif text:
                return self._parsed(seat, text)

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


def last_choice(match: Match) -> Entry:
    """The last action that somebody chose or threw, of a match that has begun."""
    chosen = (entry for entry in reversed(match.line) if entry.note != ONLY_CHOICE)
    return next(chosen, match.line[0])


_DICE = re.compile(r"(^| as )(roll|keep) ([^,;]+)")


def spelled(match: Match, seat: Seat, text: str) -> str:
    """What was typed, in full: ``roll`` put in front of dice, faces completed.

    A face, and what the deck deals, may be shortened as long as it is clear which one
    is meant.
    """
    if seat == DECK:
        return _dealt(match, text)
    faces = sorted(match.game.faces)
    if seat == TOWER and text.partition(" ")[0] not in ("roll", "correct", "take"):
        text = f"roll {text}"

    def whole(found: re.Match[str]) -> str:
        dice = (_whole(word.casefold(), faces) for word in found[3].split())
        return f"{found[1]}{found[2]} {' '.join(dice)}"

    return _DICE.sub(whole, text)


def _dealt(match: Match, text: str) -> str:
    """The only thing to deal whose text begins so, with or without its verb."""
    listed = tuple(map(match.text, match.game.legal_actions(match.state)))
    begun = text.casefold()
    for fits in (str.__eq__, _begins):
        fitting = [
            each
            for each in listed
            if fits(each.casefold(), begun)
            or fits(each.partition(" ")[2].casefold(), begun)
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else text
    return text


def _begins(whole: str, text: str) -> bool:
    """Whether the text is the beginning of the whole; no number is cut in two.

    >>> _begins("dragon_25", "drag"), _begins("orc_32", "orc_3")
    (True, False)
    """
    rest = whole.removeprefix(text)
    cut = rest[:1].isdigit() and text[-1:].isdigit()
    return whole.startswith(text) and not cut


def _whole(word: str, faces: Sequence[str]) -> str:
    fitting = [face for face in faces if face.startswith(word)]
    return fitting[0] if len(fitting) == 1 else word


# ---- what is shown


def show_awaited(match: Match) -> None:
    """What has to happen next."""
    if match.to_act is not None:
        words = match.game.awaits(match.state).words
        click.secho(f"  {match.render(words)}", dim=True)


def show_entry(match: Match, entry: Entry, told: tuple[Sentence, ...]) -> None:
    """An action, and what it brought about with the rulings that it rests on."""
    note = click.style(f"  ({entry.note})", dim=True) if entry.note else ""
    who = name_of(entry.seat, match.players)
    bold = click.style(match.text(entry.action), bold=entry.seat == TOWER)
    click.echo(f"{entry.number:>4}  {who:<10} {bold}{note}")
    for sentence in told:
        rule = f"  [{sentence.rule}]" if sentence.rule else ""
        shown = click.style(match.render(sentence), fg="green")
        click.echo(f"{'':17}{shown}{click.style(rule, dim=True)}")


def show_scores(before: Match, after: Match) -> None:
    """The scores, where they have changed."""
    if before.game.scores(before.state) != after.game.scores(after.state):
        click.secho(f"{'':17}{score_line(after)}", fg="cyan")


def score_line(match: Match) -> str:
    """Everybody's score in a line."""
    scores = zip(match.players, match.game.scores(match.state), strict=True)
    return "   ".join(f"{name} {score}" for name, score in scores)


def show_refusal(match: Match, refused: Refused) -> None:
    """Why the referee says no, and what that rests on."""
    ruling = match.game.rulebook.rulings[refused.rule]
    click.secho(f"  No: {match.render(refused.why)}", fg="red")
    says = ruling.sentence(match.game.options)
    click.secho(f"      {says} [{refused.rule}, {ruling.ground}]", dim=True)


def show_result(match: Match) -> None:
    """Who won, and why it is over."""
    outcome = match.outcome
    if outcome is None:
        return
    names = " and ".join(match.players[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    click.echo(f"\n{match.render(outcome.why)}")
    click.secho(f"{names} {verb}: {score_line(match)}", bold=True)


def list_choices(match: Match, seat: Seat) -> tuple[Action, ...]:
    """Show what is awaited, and the choices where they are few; returns those."""
    for line in match.game.on_table(match.state) if seat >= 0 else ():
        click.secho(f"  {match.render(line)}", fg="blue")
    show_awaited(match)
    awaited = match.game.awaits(match.state)
    if awaited.kept:
        click.echo(f"  The dice: {awaited.kept}")
    choices = tuple(match.game.legal_actions(match.state))
    if seat == TOWER:
        faces = " ".join(sorted(match.game.faces))
        click.secho(f"  Type what they show ({faces}).", dim=True)
        return ()
    if len(choices) > MANY_CHOICES:
        forms = sorted({type(choice).form for choice in choices})
        click.secho(f"  Type {' or '.join(forms)} (? for all).", dim=True)
        return ()
    for number, choice in enumerate(choices, 1):
        click.echo(f"  {number:>3}  {match.text(choice)}")
    return choices


def show_help(match: Match) -> None:
    """What can be typed, and every action that is possible now."""
    click.echo(HELP)
    for choice in match.game.legal_actions(match.state):
        click.echo(f"       {match.text(choice)}")
