"""What dice in doubt may be: rolls that the rules accept, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from games.dice import Roll, is_face
from games.referee import Accepted, Match, judge
from games.rules import Rolled
from games.seats import TOWER
from vision.read import State
from vision.recognise import SeenDie
from vision.vote import Doubtful, Recognised

MOST = 5  # offers; whoever needs another types it
FACES = 3  # of each die in doubt
IN_DOUBT = 5  # dice that are varied: three faces of five, or none, are 1,024 rolls
NO_DIE = 0.02  # that what was read as a die is none, where there is one too many


def offers(
    match: Match, answer: Recognised | Doubtful, kept: Roll | None
) -> tuple[Rolled, ...]:
    """Return the rolls that these dice may be and that the rules accept now."""
    shares: dict[Rolled, float] = {}
    for faces, share in _combinations(answer, _wanted(match)):
        rolled = Rolled(Roll(faces), kept)
        shares[rolled] = shares.get(rolled, 0.0) + share
    accepted = (
        rolled
        for rolled in sorted(shares, key=lambda rolled: (-shares[rolled], str(rolled)))
        if rolled.roll and isinstance(judge(match, TOWER, rolled), Accepted)
    )
    return tuple(rolled for rolled, _ in zip(accepted, range(MOST), strict=False))


def _wanted(match: Match) -> int | None:
    """Return how many dice are awaited; None where any number will do."""
    dice = match.game.awaits(match.state).dice
    return None if dice is None else len(dice)


def _combinations(
    answer: Recognised | Doubtful, wanted: int | None
) -> Iterator[tuple[list[str], float]]:
    """Yield faces with the probability that they are what lies there."""
    spare = wanted is not None and len(answer.dice) > wanted
    doubted = set(answer.which) if isinstance(answer, Doubtful) else set()
    doubted |= {
        index for index, die in enumerate(answer.dice) if die.state is not State.READ
    }
    varied = sorted(doubted, key=lambda index: answer.dice[index].confidence)[:IN_DOUBT]
    ways = [
        _ways(die, varied=index in varied, spare=spare or index in doubted)
        for index, die in enumerate(answer.dice)
    ]
    for chosen in product(*ways):
        share = 1.0
        for _, each in chosen:
            share *= each
        yield [face for face, _ in chosen if face is not None], share


def _ways(
    die: SeenDie, *, varied: bool, spare: bool
) -> Sequence[tuple[str | None, float]]:
    """Return the faces that a die may show, None for no die, with probabilities."""
    known = [(face, share) for face, share in die.candidates if is_face(face)]
    faces: list[tuple[str | None, float]] = [*known[: FACES if varied else 1]]
    nothing = max(NO_DIE, 1 - sum(share for _, share in die.candidates))
    return [*faces, (None, nothing)] if spare or not faces else faces
