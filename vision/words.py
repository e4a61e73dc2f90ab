"""What was seen, in a sentence for people.

>>> from vision.sightings import Sighting
>>> at = Sighting((812.0, 430.2), 60.0, 0.0, (0.0, 0.0), 0.9)
>>> four = SeenDie(at, "4", 0.6, State.DOUBTFUL, (("4", 0.6), ("6", 0.3), ("5", 0.02)))
>>> five = SeenDie(at, "5", 0.99, State.READ, (("5", 0.99),))
>>> say(Seen((five, four, five), "blurred"))
'5 5; one die not sure: 4 or 6 at (812, 430); blurred'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vision.read import State
from vision.recognise import WHY, Seen, SeenDie

RUNNER_UP = 0.1  # probability from which a second face is worth naming
KINDS = {
    State.DOUBTFUL: "not sure",
    State.COCKED: "leaning or on another",
    State.UNKNOWN: "not known",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def say(seen: Seen, *, places: bool = True) -> str:
    """Return the faces that were read, then what is in doubt, and where if wanted."""
    parts = [" ".join(sorted(die.face for die in _read(seen.dice) if die.face))]
    parts += _in_doubt(seen.dice, places=places)
    parts += [doubt for doubt in seen.doubts if doubt not in WHY.values()]
    return "; ".join(part for part in parts if part)


def name_die(die: SeenDie) -> str:
    """Return the face of a die, or the faces between which it is open."""
    if die.face is None:
        return "no face"
    if die.state is State.READ:
        return die.face
    others = [face for face, share in die.candidates if share >= RUNNER_UP]
    named = [die.face, *(face for face in others if face != die.face)]
    return " or ".join(named[:2])


def _read(dice: Sequence[SeenDie]) -> list[SeenDie]:
    return [die for die in dice if die.state is State.READ]


def _in_doubt(dice: Sequence[SeenDie], *, places: bool) -> Iterator[str]:
    """Yield a part for each kind of doubt."""
    for state, kind in KINDS.items():
        doubted = [die for die in dice if die.state is state]
        if not doubted:
            continue
        count = len(doubted)
        number = NUMBERS[count] if count < len(NUMBERS) else str(count)
        which = ", ".join(_where(die, places=places) for die in doubted)
        yield f"{number} {'die' if count == 1 else 'dice'} {kind}: {which}"


def _where(die: SeenDie, *, places: bool) -> str:
    x, y = die.sighting.centre
    return f"{name_die(die)} at ({x:.0f}, {y:.0f})" if places else name_die(die)
