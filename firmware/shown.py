"""What the terminal shows of a match: actions, rulings, scores, choices."""

from __future__ import annotations

import click

from games.notation import Action
from games.referee import Entry, Match, Refused
from games.seats import TOWER, Seat, name_of
from games.words import Sentence

MANY_CHOICES = 12
"""From so many on, the choices are named by their form instead of one by one."""

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
