"""Random matches of every game: how fast they are, and whether anything breaks.

python -m benchmarks.matches                 speed of each game, played alone
python -m benchmarks.matches --check 10000   with every check after every action
python -m benchmarks.matches --game klondice --check 500 --seed 7
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

from games.catalog import GAMES, find
from games.record import Header, read, write
from games.rules import Game
from tests.games.playing import moments, random_game, random_players
from tests.games.test_every_game import referee_match

SPEED_S = 3.0


def speed(kind: type[Game[Any]], seed: int) -> str:
    """Matches a second on one core, with random options and players."""
    chance, matches, actions = Random(seed), 0, 0
    begun = time.process_time()
    while time.process_time() - begun < SPEED_S:
        game, players = random_game(kind, chance), random_players(kind, chance)
        actions += sum(1 for _ in moments(game, players, chance))
        matches += 1
    spent = time.process_time() - begun
    return (
        f"{matches / spent:7.0f} matches/s, {actions / matches:5.0f} actions each,"
        f" {1e6 * spent / actions:5.1f} us an action"
    )


def check(kind: type[Game[Any]], number: int, seed: int) -> str:
    """So many matches, refereed, with all that the tests check after each action."""
    actions = 0
    for each in range(seed, seed + number):
        match = referee_match(kind, each)
        header = Header(kind.rulebook.game, match.players, match.game.options)
        reading = read(write(match, header).encode())
        if reading.faults or reading.match.states != match.states:
            raise SystemExit(f"seed {each}: the record does not come back the same")
        actions += len(match.entries)
    return f"{number} matches, {actions} actions: all as it should be"


def main() -> None:
    """Read the command line and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--check", type=int, metavar="N", help="check N matches")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for kind in [find(chosen.game)] if chosen.game else GAMES:
        if chosen.check:
            line = check(kind, chosen.check, chosen.seed)
        else:
            line = speed(kind, chosen.seed)
        print(f"{kind.rulebook.game:<26}{line}", flush=True)


if __name__ == "__main__":
    main()
