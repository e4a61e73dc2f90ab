"""Several looks at dice that lie still, to one answer."""

from __future__ import annotations

import pytest

from games.dice import Roll
from tests.vision.doubles import sighting
from vision.read import State
from vision.recognise import Seen, SeenDie
from vision.vote import Doubtful, Recognised, vote

AT = ((100.0, 100.0), (250.0, 110.0), (400.0, 90.0))


def die(
    face: str | None,
    at: tuple[float, float] = AT[0],
    state: State = State.READ,
    **shares: float,
) -> SeenDie:
    """A die that is sure of its face, or has the shares given (s4=0.6)."""
    table = {name[1:]: share for name, share in shares.items()}
    if not table and face:
        table = {face: 0.97, "1" if face != "1" else "2": 0.02}
    order = tuple(sorted(table.items(), key=lambda pair: -pair[1]))
    best = order[0][1] if order else 0.0
    return SeenDie(sighting(*at), face, best, state, order)


def test_looks_that_agree_are_a_roll() -> None:
    looks = [Seen((die("5"), die("2", AT[1])), None)] * 3
    result = vote(looks, expected=2)
    assert isinstance(result, Recognised)
    assert result.roll == Roll.parse("2 5")


def test_dice_may_come_in_any_order_and_stir_a_little() -> None:
    moved = (AT[0][0] + 4, AT[0][1] - 3)
    looks = [
        Seen((die("5"), die("2", AT[1])), None),
        Seen((die("2", AT[1]), die("5", moved)), None),
    ]
    result = vote(looks)
    assert isinstance(result, Recognised)
    assert [one.face for one in result.dice] == ["5", "2"]


def test_log_probabilities_are_averaged() -> None:
    """Two looks lean to 4, one rules it out: 6 is the face of all three together."""
    unsure = State.DOUBTFUL
    looks = [
        Seen((die("4", state=unsure, s4=0.5, s6=0.45),), None),
        Seen((die("4", state=unsure, s4=0.5, s6=0.45),), None),
        Seen((die("6", state=unsure, s4=0.01, s6=0.98),), None),
    ]
    result = vote(looks)
    assert isinstance(result, Doubtful)
    assert result.dice[0].face == "6"
    assert [face for face, _ in result.dice[0].candidates] == ["6", "4"]
    assert sum(share for _, share in result.dice[0].candidates) <= 1


def test_most_looks_have_to_read_it() -> None:
    clear, poor = Seen((die("4"),), None), Seen((die("4", state=State.DOUBTFUL),), None)
    assert isinstance(vote([clear, clear, poor]), Recognised)
    result = vote([clear, poor, poor])
    assert isinstance(result, Doubtful)
    assert (result.which, result.why) == ((0,), "a face is not sure")


def test_looks_that_read_different_faces_ask() -> None:
    result = vote([Seen((die("4"),), None)] * 3 + [Seen((die("6"),), None)])
    assert isinstance(result, Doubtful)
    assert result.which == (0,)
    assert result.dice[0].face == "4"


def test_a_die_that_moves_asks() -> None:
    away = (AT[0][0] + 40, AT[0][1])
    result = vote([Seen((die("4"),), None), Seen((die("4", away),), None)])
    assert isinstance(result, Doubtful)
    assert result.which == (0, 1)
    assert result.why == "a die was seen in 1 of 2 looks"


def test_dice_side_by_side_stay_apart() -> None:
    near = (AT[0][0] + 60, AT[0][1])
    look = Seen((die("4"), die("6", near)), None)
    back = Seen((die("6", near), die("4")), None)
    result = vote([look, back])
    assert isinstance(result, Recognised)
    assert [one.face for one in result.dice] == ["4", "6"]


def test_a_die_missed_once_asks() -> None:
    both = Seen((die("4"), die("2", AT[1])), None)
    result = vote([both, Seen((die("4"),), None), both])
    assert isinstance(result, Doubtful)
    assert (result.which, result.why) == ((1,), "a die was seen in 2 of 3 looks")


def test_the_number_of_dice_is_held_to_what_was_expected() -> None:
    result = vote([Seen((die("4"),), None)], expected=2)
    assert isinstance(result, Doubtful)
    assert (result.which, result.expected) == ((), 2)
    assert result.why == "expected 2 dice, saw 1"


def test_a_doubt_about_the_whole_asks() -> None:
    looks = [Seen((die("4"),), None), Seen((die("4"),), "blurred")]
    result = vote(looks)
    assert isinstance(result, Doubtful)
    assert (result.which, result.why) == ((), "blurred")


def test_a_cocked_die_asks_and_keeps_its_guess() -> None:
    result = vote([Seen((die("4", state=State.COCKED),), None)] * 2)
    assert isinstance(result, Doubtful)
    assert result.dice[0].state is State.COCKED
    assert result.dice[0].face == "4"
    assert result.why == "a die leans or lies on another"


def test_an_unknown_die_has_no_face() -> None:
    nothing = die(None, state=State.UNKNOWN)
    result = vote([Seen((nothing,), "something like a die that could not be read")])
    assert isinstance(result, Doubtful)
    assert result.which == (0,)
    assert result.dice[0].face is None
    assert result.why == "something like a die that could not be read"


def test_nothing_to_see_asks() -> None:
    result = vote([Seen((), None)])
    assert isinstance(result, Doubtful)
    assert result.why == "no dice were found"


def test_a_vote_needs_a_look() -> None:
    with pytest.raises(ValueError, match="at least one look"):
        vote([])
