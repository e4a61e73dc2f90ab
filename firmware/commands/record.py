"""``dicetower record``: replay, verify and export what was played."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from firmware.records import load
from firmware.shown import score_line, show_entry, show_result, show_scores
from games.record import BadRecord, NewerRecord, Reading, result_line
from games.referee import Accepted, Match, begin, judge
from games.seats import name_of

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")


@click.group()
def record() -> None:
    """The records of matches: replay, verify, export."""


@record.command()
@FILES
def verify(files: tuple[str, ...]) -> None:
    """Check the seals and replay every action; exit status 1 where something is wrong.

    Pictures of rolls that are still there are held against the hashes in the record.

    Example: dicetower record verify match.txt
    """
    sound = [_verified(Path(file)) for file in files]
    sys.exit(0 if all(sound) else 1)


def _verified(path: Path) -> bool:
    # Here, and not above: it needs what draws pictures, and most verbs do not.
    from firmware.evidence import check as check_evidence

    try:
        reading = load(path)
    except NewerRecord:
        raise
    except BadRecord as error:
        click.echo(f"{path}: {error}")
        return False
    evidence = list(check_evidence(path, [text for _, text in reading.comments]))
    for fault in (*reading.faults, *evidence):
        click.echo(f"{path}: {fault}")
    if not reading.faults and not evidence:
        click.echo(f"{path}: sound, {_summary(reading)}")
    return not reading.faults and not evidence


def _summary(reading: Reading) -> str:
    entries = len(reading.match.entries)
    number = f"{entries} {'action' if entries == 1 else 'actions'}"
    if not reading.match.outcome:
        return f"{number}, not over: {score_line(reading.match)}"
    missing = "" if reading.finished else ", but the line of the result is missing"
    return f"{number}, over{missing}: {result_line(reading.match)[2:]}"


@record.command()
@click.argument("file")
def replay(file: str) -> None:
    """Show a match again, action by action, with rulings and scores.

    Example: dicetower record replay match.txt
    """
    reading = load(Path(file))
    match, comments = begin(reading.match.game, reading.match.players), reading.comments
    _show_comments(comments, 0)
    for after, judged in _steps(reading):
        show_entry(after, after.entries[-1], judged.told)
        show_scores(match, after)
        _show_comments(comments, len(after.entries))
        match = after
    show_result(match)
    for fault in reading.faults:
        click.echo(f"{file}: {fault}", err=True)
    sys.exit(1 if reading.faults else 0)


def _show_comments(comments: tuple[tuple[int, str], ...], done: int) -> None:
    for after, text in comments:
        if after == done:
            click.secho(f"      ; {text}", dim=True)


@record.command()
@click.argument("file")
@click.option("--format", "form", type=click.Choice(["json", "csv"]), default="json")
def export(file: str, form: str) -> None:
    """Write a match for other programs: every action with the scores after it.

    Example: dicetower record export match.txt --format csv > match.csv
    """
    reading = load(Path(file))
    if form == "json":
        click.echo(json.dumps(_document(reading), ensure_ascii=False, indent=1))
    else:
        _write_table(reading)
    for fault in reading.faults:
        click.echo(f"{file}: {fault}", err=True)
    sys.exit(1 if reading.faults else 0)


def _document(reading: Reading) -> dict[str, Any]:
    header, outcome = reading.header, reading.match.outcome
    return {
        "game": header.game,
        "players": list(header.players),
        "options": dict(header.options),
        "tags": dict(header.tags),
        "actions": list(_rows(reading)),
        "comments": [{"after": n, "text": text} for n, text in reading.comments],
        "scores": list(reading.match.game.scores(reading.match.state)),
        "winners": [header.players[seat] for seat in outcome.winners]
        if outcome
        else [],
        "over": outcome is not None,
        "faults": [str(fault) for fault in reading.faults],
    }


def _rows(reading: Reading) -> Iterator[dict[str, Any]]:
    for match, judged in _steps(reading):
        entry = match.entries[-1]
        yield {
            "number": entry.number,
            "seat": name_of(entry.seat, match.players),
            "action": match.text(entry.action),
            "note": entry.note,
            "told": [match.render(sentence) for sentence in judged.told],
            "scores": list(match.game.scores(match.state)),
        }


def _write_table(reading: Reading) -> None:
    out = csv.writer(sys.stdout)
    out.writerow(["number", "seat", "action", "note", *reading.header.players])
    for row in _rows(reading):
        values = [row[name] for name in ("number", "seat", "action", "note")]
        out.writerow([*values, *row["scores"]])


def _steps(reading: Reading) -> Iterator[tuple[Match, Accepted]]:
    """The match after each entry, with what the referee said of it."""
    match = begin(reading.match.game, reading.match.players)
    for entry in reading.match.entries:
        judged = judge(match, entry.seat, entry.action, entry.note)
        if isinstance(judged, Accepted):
            match = judged.match
            yield match, judged
