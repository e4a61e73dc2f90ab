"""``dicetower odds``: what is likely, in a match or with dice on the table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from firmware.commands.play import BadChoice, chosen
from firmware.records import load
from games.catalog import GAMES, load_game
from games.dice import Roll
from games.odds import Odds, odds_of, position
from games.record import Fault, Reading
from games.referee import Accepted, Match, begin, judge

SHOWN = 3
"""How many choices are shown of each kind, unless all are asked for."""
SOMEBODY = ("Somebody", "Another")
"""Who plays where there is no match."""


@click.command()
@click.argument("where", metavar="RECORD|GAME")
@click.option("--at", type=int, metavar="N", help="The position after action N.")
@click.option(
    "--dice",
    metavar="FACES",
    help="The dice that lie there: all, or those kept while the others are thrown.",
)
@click.option("--throws-left", type=int, metavar="N", help="Throws still to come.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule; `dicetower rules GAME` lists them.",
)
@click.option("--all", "everything", is_flag=True, help="Every choice, not the best 3.")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
def odds(
    where: str,
    at: int | None,
    dice: str | None,
    throws_left: int | None,
    options: tuple[str, ...],
    everything: bool,
    as_json: bool,
) -> None:
    """Show the odds where the match of RECORD stands, or those of dice in GAME.

    Each chance is that of somebody who goes for this alone from now on; what to do for
    it now stands beside it.

    \b
    Examples: dicetower odds match.txt --at 12
              dicetower odds yahtzee_jr --dice "bear bear wild fox owl"
              dicetower odds kings_gold --dice "skull skull" --throws-left 1
    """
    faults: Sequence[Fault] = ()
    games = [kind.rulebook.game for kind in GAMES]
    if where in games:
        if at is not None:
            raise BadChoice("--at belongs to the record of a match, not to a game")
        match = _made_up(where, options, dice or "-", throws_left)
    elif not Path(where).exists():
        known = ", ".join(games)
        raise BadChoice(
            f"{where!r} is neither a file nor a game: expected the record of a match,"
            f" or one of {known}"
        )
    elif dice is not None or throws_left is not None or options:
        raise BadChoice("--dice, --throws-left and --option belong to a game")
    else:
        reading = load(Path(where))
        match, faults = _after(reading, at), reading.faults
    rows = odds_of(match.game, match.state)
    if as_json:
        click.echo(json.dumps(_document(match, rows), ensure_ascii=False, indent=1))
    else:
        show_odds(match, rows, most=None if everything else SHOWN)
    for fault in faults:
        click.echo(f"{where}: {fault}", err=True)
    sys.exit(1 if faults else 0)


def _made_up(
    name: str, options: Iterable[str], dice: str, throws_left: int | None
) -> Match:
    """A match that stands where somebody has these dice."""
    game = load_game(name, chosen(options))
    state = position(game, Roll.parse(dice), throws_left)
    return Match(game, SOMEBODY, (), (), (state,))


def _after(reading: Reading, number: int | None) -> Match:
    """The match after so many entries of its record, or after all."""
    match = reading.match
    if number is None:
        return match
    if not 0 <= number <= len(match.entries):
        raise BadChoice(
            f"--at {number}: expected 0 to {len(match.entries)}, the actions there are"
        )
    earlier = begin(match.game, match.players)
    for entry in match.entries[:number]:
        judged = judge(earlier, entry.seat, entry.action, entry.note)
        if isinstance(judged, Accepted):
            earlier = judged.match
    return earlier


def show_odds(match: Match, rows: Sequence[Odds], most: int | None) -> None:
    """The rows by what they are about, ``most`` of each."""
    if match.to_act is None:
        click.echo("The match is over: no odds are left.")
        return
    awaited = match.game.awaits(match.state)
    click.echo(match.render(awaited.words))
    if awaited.kept:
        click.echo(f"The dice: {awaited.kept}")
    if not rows:
        click.echo("Nothing hangs on dice here.")
    for about, group in groupby(rows, lambda row: row.about):
        _show_group(match, match.render(about), list(group), most)


def _show_group(
    match: Match, about: str, rows: Sequence[Odds], most: int | None
) -> None:
    if not any(row.actions for row in rows):
        click.echo(f"{_figure(rows[0])}  {about}")
        return
    if len({_figure(row) for row in rows}) == 1 < len(rows):
        click.echo(f"\n{_figure(rows[0])}  {about}, whatever you do now")
        return
    click.secho(f"\n{about}", bold=True)
    for row in rows[:most]:
        ways = " or ".join(map(match.text, row.actions))
        click.echo(f"{_figure(row)}  {ways}")
    if most is not None and len(rows) > most:
        click.secho(f"{'':9}  {len(rows) - most} more with --all", dim=True)


def _figure(row: Odds) -> str:
    """The figure of a row, nine characters wide.

    >>> from games.words import say
    >>> _figure(Odds(say("x"), chance=0.005393)), _figure(Odds(say("x"), expected=4.1))
    ('   0.54 %', '     4.10')
    """
    if row.chance is None:
        return f"{row.worth:9.2f}"
    return f"{100 * row.chance:7.2f} %"


def _document(match: Match, rows: Iterable[Odds]) -> list[dict[str, Any]]:
    return [
        {
            "about": match.render(row.about),
            "chance": row.chance,
            "expected": row.expected,
            "actions": [match.text(action) for action in row.actions],
        }
        for row in rows
    ]
