"""What was seen, as people say it."""

from __future__ import annotations

from tests.vision.doubles import sighting
from vision.read import State
from vision.recognise import Seen, SeenDie
from vision.words import name_die, say


def die(face: str | None, state: State = State.READ, **shares: float) -> SeenDie:
    """A die with the shares given (s4=0.6), best first."""
    table = [(name[1:], share) for name, share in shares.items()]
    return SeenDie(sighting(10, 20), face, 0.9, state, tuple(table))


def test_what_was_read_comes_as_a_roll() -> None:
    assert say(Seen((die("5"), die("1"), die("3")), None)) == "1 3 5"


def test_doubts_are_grouped_by_what_they_are() -> None:
    doubtful = State.DOUBTFUL
    dice = (
        die("5"),
        die("4", doubtful, s4=0.6, s6=0.3),
        die("2", doubtful, s2=0.7, s3=0.05),
        die("1", State.COCKED, s1=0.95),
        die(None, State.UNKNOWN),
    )
    seen = Seen(dice, "blurred; something like a die that could not be read")
    assert say(seen, places=False) == (
        "5; two dice not sure: 4 or 6, 2; one die leaning or on another: 1; "
        "one die not known: no face; blurred"
    )


def test_places_are_pixels() -> None:
    assert say(Seen((die("4", State.DOUBTFUL, s4=0.6),), None)) == (
        "one die not sure: 4 at (10, 20)"
    )


def test_nothing_found_is_said() -> None:
    assert say(Seen((), "no dice were found")) == "no dice were found"


def test_a_face_that_is_sure_has_no_runner_up() -> None:
    assert name_die(die("4", s4=0.8, s6=0.15)) == "4"
