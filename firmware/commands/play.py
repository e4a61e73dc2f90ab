"""``dicetower play``: a match, refereed and recorded."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from firmware.commands.board import load
from firmware.commands.cards import CARDS
from firmware.files import read_file
from firmware.records import RecordFile, records_folder
from firmware.shown import score_line
from firmware.terminal import (
    Quit,
    Source,
    Terminal,
    at_terminal,
    bot_source,
    chance_source,
)
from games.bots import random_bot, sensible_bot
from games.card_file import read as read_cards
from games.catalog import load_game
from games.errors import GamesError
from games.klondice import Klondice
from games.record import Header
from games.referee import Match, begin
from games.rules import Game
from games.seats import DECK, TOWER, Seat

if TYPE_CHECKING:
    from firmware.looking import Looks, Opened

BOTS = ("sensible", "random")
ALONE, SOMEBODY = "roll", "Player"
"""The game that needs no names, and who then plays it."""


class BadChoice(GamesError, ValueError):
    """Choices on the command line that do not go together."""


@click.command()
@click.argument("game", required=False)
@click.option("--players", metavar="A,B", help="Who plays, in the order of the seats.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME[=KIND]",
    help="Which of them is a bot: sensible (default) or random.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule; `dicetower rules GAME` lists them.",
)
@click.option("--cards", metavar="FILE", help="The game's cards as in your own file.")
@click.option("--typed", is_flag=True, help="People type what the dice show (default).")
@click.option("--random", "seed", metavar="SEED", help="Chance throws the dice.")
@click.option(
    "--camera",
    "source",
    metavar="SOURCE",
    help="A camera reads the dice: pi, webcam:N, url:ADDRESS, a clip or a folder.",
)
@click.option(
    "--keep-zone",
    metavar="X,Y,W,H",
    help="Where kept dice lie, in px of the camera's picture.",
)
@click.option(
    "--ask/--no-ask",
    default=None,
    help="Ask where the camera is not sure, or leave the roll open.",
    show_default="ask where there is a terminal",
)
@click.option("--keep-pictures", is_flag=True, help="Keep what was seen of the rolls.")
@click.option("--record", "path", metavar="FILE", help="Where the record goes.")
@click.option("--boards", metavar="FILE", help="Klondice on boards of your own.")
@click.option("--resume", metavar="FILE", help="Go on with the match of this record.")
def play(
    game: str | None,
    players: str | None,
    bots: tuple[str, ...],
    options: tuple[str, ...],
    cards: str | None,
    typed: bool,
    seed: str | None,
    source: str | None,
    keep_zone: str | None,
    ask: bool | None,
    keep_pictures: bool,
    path: str | None,
    boards: str | None,
    resume: str | None,
) -> None:
    """Play a match of GAME in the terminal.

    Every action is on disk before it is shown. Stop with Ctrl-C and go on later with
    --resume. With --camera the dice are read, and people are asked where the camera or
    the rules have doubts; pictures are kept of rolls alone, until the match is over.

    Example: dicetower play kings_gold --players Anna,Bo --bot Bo

    Example: dicetower play klondice --players Anna,Bo --camera webcam:0
    """
    asks = at_terminal() if ask is None else ask
    looks = chosen_camera(source, keep_zone, asks=asks, keeps=keep_pictures)
    if typed + (seed is not None) + (looks is not None) > 1:
        raise BadChoice("--typed, --random and --camera exclude each other: choose one")
    again = [*seated(bots, seed), *([f"--boards={boards}"] if boards else [])]
    again += looks.options if looks else []
    if resume is not None:
        if players or options or cards or path:
            raise BadChoice(
                "--resume takes players, options and the file from the record:"
                " leave --players, --option, --cards and --record out"
            )
        record, match = resumed(Path(resume), game)
        with record:
            match = replace(match, game=on_boards(match.game, boards))
            sources = people_and_bots(match, bots, seed)
            with opened(looks, match) as camera:
                run(Terminal(match, record, sources), again, camera)
    else:
        if game is None or (players is None and game != ALONE):
            raise BadChoice("expected a GAME and its --players, or --resume FILE")
        names = [name.strip() for name in (players or SOMEBODY).split(",")]
        agreed = {**own_cards(cards, game), **chosen(options)}
        match = begin(on_boards(load_game(game, agreed), boards), names)
        sources = people_and_bots(match, bots, seed)
        with opened(looks, match) as camera, created(match, path) as record:
            run(Terminal(match, record, sources), again, camera)


def chosen_camera(
    source: str | None, zone: str | None, *, asks: bool, keeps: bool
) -> Looks | None:
    """The camera of the command line, or None; raises `BadChoice`, `BadZone`."""
    if source is None:
        if zone is not None or keeps:
            raise BadChoice("--keep-zone and --keep-pictures go with --camera")
        return None
    from firmware.looking import Looks, zone_of

    return Looks(source, zone_of(zone) if zone else None, asks=asks, keeps=keeps)


def opened(looks: Looks | None, match: Match) -> AbstractContextManager[Opened | None]:
    """The camera opened, as long as the context lasts; None where there is none."""
    return nullcontext() if looks is None else looks.opened(match)


def chosen(options: Iterable[str]) -> Mapping[str, str]:
    """The house rules of the command line; raises `BadChoice`."""
    pairs = [option.partition("=") for option in options]
    for name, equals, _ in pairs:
        if not equals:
            raise BadChoice(f"--option {name!r} says nothing: expected NAME=VALUE")
    return {name.strip(): value.strip() for name, _, value in pairs}


def on_boards(game: Game[Any], file: str | None) -> Game[Any]:
    """The game with the boards of a file to draw from; itself without one."""
    if file is None:
        return game
    if not isinstance(game, Klondice):
        raise BadChoice(f"--boards is for klondice, not for {game.rulebook.game}")
    return Klondice(game.options, load(Path(file)))


def own_cards(file: str | None, game: str) -> Mapping[str, str]:
    """The options that stand for the cards of a file; none without one."""
    if file is None:
        return {}
    path = Path(file)
    found = read_cards(read_file(path, CARDS), path.name)
    if found.game != game:
        raise BadChoice(f"{file} holds cards of {found.game}, not of {game}")
    return found.options


def created(match: Match, path: str | None) -> RecordFile:
    """The file of a new match."""
    now, name = datetime.now().astimezone(), match.game.rulebook.game
    stem = f"{now:%Y-%m-%d_%H-%M-%S}_{name}_{secrets.token_hex(2)}.txt"
    where = Path(path) if path else records_folder() / stem
    date = {"Date": now.isoformat(timespec="seconds")}
    header = Header(name, match.players, match.game.options, date)
    return RecordFile.create(where, header)


def resumed(path: Path, game: str | None) -> tuple[RecordFile, Match]:
    """The record to go on with, and where its match stands."""
    record, reading = RecordFile.resume(path)
    if game not in (None, reading.header.game):
        record.close()
        raise BadChoice(f"{path} is a match of {reading.header.game}, not of {game}")
    for fault in reading.faults:
        click.echo(f"{path}, {fault}; going on from the line before it", err=True)
    return record, reading.match


def people_and_bots(
    match: Match, bots: Iterable[str], seed: str | None
) -> dict[Seat, Source]:
    """Who acts without being asked."""
    sources: dict[Seat, Source] = {}
    for each in bots:
        name, _, kind = each.partition("=")
        if name not in match.players or (kind or BOTS[0]) not in BOTS:
            raise BadChoice(
                f"--bot {each!r}: expected NAME or NAME=KIND with one of"
                f" {', '.join(match.players)} and one of {', '.join(BOTS)}"
            )
        chance = Random(f"{seed or secrets.token_hex(8)}/{name}")
        bot = random_bot(chance) if kind == "random" else sensible_bot
        sources[Seat(match.players.index(name))] = bot_source(bot)
    if seed is not None:
        sources[TOWER] = sources[DECK] = chance_source(seed)
    return sources


def seated(bots: Iterable[str], seed: str | None) -> list[str]:
    """The options that seat these bots and this chance again."""
    chance = [] if seed is None else [f"--random={seed}"]
    return [*(f"--bot={bot}" for bot in bots), *chance]


def run(terminal: Terminal, again: Sequence[str], camera: Opened | None = None) -> None:
    """Play to the end; say where the record is, also when somebody stops.

    ``again`` are the options with which the match goes on as it was. A camera takes
    the tower's seat.
    """
    path = terminal.record.path
    tower = camera.tower(terminal.record) if camera else None
    if tower is not None:
        terminal.sources = {**terminal.sources, TOWER: tower}
    try:
        terminal.play()
        if tower is not None and camera is not None and not camera.looks.keeps:
            tower.evidence.discard()
        click.echo(f"The record: {path}")
    except (Quit, KeyboardInterrupt) as stop:
        if tower is not None and isinstance(stop, Quit):
            tower.finish()
        click.echo(f"\nStopped: {score_line(terminal.match)}")
        command = shlex.join(["dicetower", "play", "--resume", str(path), *again])
        click.echo(f"Nothing is lost; go on with: {command}")
        if isinstance(stop, KeyboardInterrupt):
            raise SystemExit(130) from stop
