"""``dicetower demo``: bots play a match, with everything in view."""

from __future__ import annotations

import secrets
import sys
import tempfile
from pathlib import Path

import click

from firmware.commands.play import BadChoice, created, people_and_bots, run, seated
from firmware.terminal import Terminal
from games.catalog import load_game
from games.referee import begin

NAMES = ("Anna", "Bo", "Cleo", "Dov", "Eli", "Fay")
PACE_S = 0.35


@click.command()
@click.option("--game", default="kings_gold", show_default=True, help="Which game.")
@click.option("--players", type=click.IntRange(1, 6), default=3, show_default=True)
@click.option("--seed", help="The same seed plays the same match.")
@click.option("--pace", type=click.FloatRange(0, 10), help="Seconds after each action.")
def demo(game: str, players: int, seed: str | None, pace: float | None) -> None:
    """Watch bots play a match with random dice: each throw, choice, ruling and score.

    Example: dicetower demo --players 4 --seed 7
    """
    seed = seed if seed is not None else str(secrets.randbelow(10_000))
    if pace is None:
        pace = PACE_S if sys.stdout.isatty() else 0.0
    match = begin(load_game(game), NAMES[:players])
    if match.game.endless:
        raise BadChoice(f"{game} has no end to watch: dicetower play {game} plays it")
    folder = Path(tempfile.mkdtemp(prefix="dicetower-demo-"))
    with created(match, str(folder / f"{game}.txt")) as record:
        click.secho(
            f"{match.game.rulebook.title}: {', '.join(match.players)}", bold=True
        )
        click.echo(f"Bots and random dice; to see this again: --seed {seed}\n")
        sources = people_and_bots(match, match.players, seed)
        run(Terminal(match, record, sources, pace), seated(match.players, seed))
