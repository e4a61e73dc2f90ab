"""How long the odds of a position take, for each game, against what is allowed.

    python benchmarks/odds.py [MATCHES]

Positions are those of matches of sensible bots. Each is timed three times, and the
shortest counts: what else the machine does is left out, and so are the tables that the
first position of a game makes, which are shown as "first".
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from statistics import mean
from time import perf_counter
from typing import Any

from games.bots import random_bot, sensible_bot
from games.catalog import GAMES
from games.odds import ADVISERS, odds_of
from games.rules import Game

MATCHES = 10
LIMIT_MS = {"king_of_the_dice": 200, "klondice": 50}
OTHERS_MS = 20
TIMES = 3


def positions(kind: type[Game[Any]], matches: int) -> Iterator[tuple[Game[Any], Any]]:
    """Every position of so many matches of sensible bots under random options."""
    chance = Random(1)
    for _ in range(matches):
        options = kind.rulebook.options.values()
        game = kind({option.name: chance.choice(option.values) for option in options})
        state = game.start(chance.randint(kind.rulebook.fewest, kind.rulebook.most))
        luck = random_bot(chance)
        while (seat := game.to_act(state)) is not None:
            yield game, state
            bot = luck if seat < 0 else sensible_bot
            state = game.step(state, bot(game, state, seat)).state


def milliseconds(kind: type[Game[Any]], matches: int) -> Iterator[list[float]]:
    """Three times for each position that has odds."""
    for game, state in positions(kind, matches):
        spent = []
        for _ in range(TIMES):
            began = perf_counter()
            rows = odds_of(game, state)
            spent.append(1000 * (perf_counter() - began))
        if rows:
            yield spent


def main() -> int:
    """Print a line for each game; 1 where one is too slow."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    slow = 0
    print(
        f"{'game':<26}{'positions':>10}{'first ms':>10}{'mean ms':>10}"
        f"{'worst ms':>10}{'limit ms':>10}"
    )
    for kind in GAMES:
        name = kind.rulebook.game
        if name in ADVISERS:
            spent, limit = (
                list(milliseconds(kind, matches)),
                LIMIT_MS.get(name, OTHERS_MS),
            )
            first, shortest = spent[0][0], [min(times) for times in spent]
            slow += max(shortest) > limit
            print(
                f"{name:<26}{len(spent):>10}{first:>10.1f}{mean(shortest):>10.2f}"
                f"{max(shortest):>10.2f}{limit:>10}"
            )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
