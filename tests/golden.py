"""Golden records: matches written by hand, with what must hold in their comments.

``; expect Anna 3, Bo 0`` holds the scores after the action before it, and
``; refuse Bo: keep skull (kg.crossbones_locked)`` an action that the referee refuses
there by that rule. Write a record without seals and seal it once:
``python -m tests.golden tests/data/records/NAME.txt``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from games.record import Reading, read, sealed
from games.referee import Accepted, Match, begin, judge
from games.seats import name_of, seat_of

RECORDS = Path(__file__).parent / "data" / "records"
_REFUSE = re.compile(r"refuse ([^:]+): (.+) \(([a-z0-9_.]+)\)")


def seal(text: str) -> str:
    """The text with every line sealed anew, blank lines left out."""
    lines, before = [], ""
    for line in filter(str.strip, text.splitlines()):
        whole, before = sealed(re.sub(r" +#[0-9a-f]{16}$", "", line), before)
        lines.append(whole)
    return "".join(lines)


def check(path: Path) -> Reading:
    """Replay a golden record and hold it against its comments."""
    reading = read(path.read_bytes())
    assert reading.faults == ()
    match = begin(reading.match.game, reading.match.players)
    claims = list(reading.comments)
    for done in range(len(reading.match.entries) + 1):
        for _, claim in (c for c in claims if c[0] == done):
            _check_claim(match, claim, path)
        if done < len(reading.match.entries):
            entry = reading.match.entries[done]
            judged = judge(match, entry.seat, entry.action, entry.note)
            assert isinstance(judged, Accepted)
            match = judged.match
    return reading


def _check_claim(match: Match, claim: str, path: Path) -> None:
    where = f"{path.name} after action {len(match.entries)}: {claim}"
    if claim.startswith("expect "):
        scores = zip(match.players, match.game.scores(match.state), strict=True)
        assert claim[7:] == ", ".join(f"{name} {n}" for name, n in scores), where
    elif claim.startswith("refuse "):
        found = _REFUSE.fullmatch(claim)
        assert found, where
        seat = seat_of(found[1], match.players)
        judged = judge(match, seat, match.parse(found[2]))
        assert not isinstance(judged, Accepted), where
        assert judged.rule == found[3], f"{where}; {name_of(seat, match.players)}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(seal(Path(name).read_text()))
