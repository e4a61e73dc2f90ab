"""Free rolls."""

from __future__ import annotations

from games.dice import Roll
from games.record import Header, read, write
from games.referee import Accepted, Match, Refused, begin, judge
from games.roll import FreeRoll, State
from games.rules import Rolled
from games.seats import TOWER


def rolled(match: Match, *rolls: str) -> tuple[Match, list[str]]:
    told = []
    for roll in rolls:
        judged = judge(match, TOWER, Rolled(Roll.parse(roll)))
        assert isinstance(judged, Accepted)
        match = judged.match
        told += [match.render(sentence) for sentence in judged.told]
    return match, told


def test_sums_counts_and_history() -> None:
    match, told = rolled(begin(FreeRoll(), ("Anna", "Bo")), "3 5", "6", "skull red-2")
    assert told == [
        "Anna rolled 2 dice: 3 5; sum 8.",
        "Bo rolled 1 die: 6; sum 6.",
        "Anna rolled 2 dice: red-2 skull.",
    ]
    assert match.game.scores(match.state) == (2, 1)
    assert match.state == State(2, tuple(map(Roll.parse, ("3 5", "6", "skull red-2"))))
    reading = read(write(match, Header("roll", match.players, {})).encode())
    assert reading.match.states == match.states


def test_roll_dice() -> None:
    match = begin(FreeRoll({"roll.dice": "2"}), ("Anna",))
    for roll in ("1", "1 2 3"):
        judged = judge(match, TOWER, Rolled(Roll.parse(roll)))
        assert isinstance(judged, Refused)
        assert judged.rule == "table.dice_count"
    assert rolled(match, "1 2")[1] == ["Anna rolled 2 dice: 1 2; sum 3."]
    assert isinstance(
        judge(begin(FreeRoll(), ("Anna",)), TOWER, Rolled(Roll())), Refused
    )
