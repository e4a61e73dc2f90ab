"""What the citizens of King of the Dice want the dice to show.

Every need is written as the card pictures it, and reads back:

>>> dice = tally(Roll.parse("red-3 red-4 red-1 blue-1 blue-6 green-2"))
>>> for text in ("red red blue", "1 1 1", "a a b b", "run of 4", "sum <= 12"):
...     print(f"{text}: {parse(text).met(dice)}")
red red blue: True
1 1 1: False
a a b b: False
run of 4: True
sum <= 12: False
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import and_, or_
from typing import Any, NamedTuple

from games.dice import Roll
from games.errors import BadNotation

FACES = 6


class Tally(NamedTuple):
    """How many dice show each number and each colour.

    The counts are whole numbers, or arrays of them: many rolls side by side (odds).
    """

    numbers: Sequence[Any]
    """From 1 to 6."""
    colours: Mapping[str, Any]


@cache
def tally(roll: Roll) -> Tally:
    """The numbers and colours of a roll."""
    numbers = Counter(face.symbol for face in roll)
    return Tally(
        tuple(numbers[str(number + 1)] for number in range(FACES)),
        Counter(face.colour for face in roll if face.colour),
    )


class Needs(ABC):
    """What the dice must show for a citizen to come; ``str`` is its text in data."""

    __slots__ = ()

    @abstractmethod
    def met(self, dice: Tally) -> Any:
        """Whether the dice show it: a truth, or an array of them where counts are."""


@dataclass(frozen=True, slots=True)
class Parity(Needs):
    """All dice leave one of these remainders when halved."""

    remainders: tuple[int, ...]

    def met(self, dice: Tally) -> Any:
        return _any(sum(dice.numbers[rest::2]) == 0 for rest in self.remainders)

    def __str__(self) -> str:
        return " or ".join(f"all {('even', 'odd')[rest]}" for rest in self.remainders)


@dataclass(frozen=True, slots=True)
class Run(Needs):
    """So many numbers in a row, wherever it begins."""

    length: int

    def met(self, dice: Tally) -> Any:
        shown = [count > 0 for count in dice.numbers]
        starts = range(FACES - self.length + 1)
        return _any(_all(shown[start : start + self.length]) for start in starts)

    def __str__(self) -> str:
        return f"run of {self.length}"


@dataclass(frozen=True, slots=True)
class OfNumber(Needs):
    """So many dice of one given number."""

    number: int
    count: int

    def met(self, dice: Tally) -> Any:
        return dice.numbers[self.number - 1] >= self.count

    def __str__(self) -> str:
        return " ".join([str(self.number)] * self.count)


@dataclass(frozen=True, slots=True)
class OfColours(Needs):
    """So many dice of each of these colours."""

    counts: tuple[tuple[str, int], ...]

    def met(self, dice: Tally) -> Any:
        return _all(dice.colours[colour] >= count for colour, count in self.counts)

    def __str__(self) -> str:
        return " ".join(" ".join([colour] * count) for colour, count in self.counts)


@dataclass(frozen=True, slots=True)
class Shapes(Needs):
    """Groups of so many dice alike in number, each of another number; largest first."""

    sizes: tuple[int, ...]

    def met(self, dice: Tally) -> Any:
        # The groups find different numbers if the k largest find k that are enough.
        return _all(
            sum(count >= size for count in dice.numbers) >= place
            for place, size in enumerate(self.sizes, 1)
        )

    def __str__(self) -> str:
        shapes = zip("abc", self.sizes, strict=False)
        return " ".join(" ".join(shape * size) for shape, size in shapes)


@dataclass(frozen=True, slots=True)
class OneColour(Needs):
    """So many dice of one colour, whichever it is."""

    count: int

    def met(self, dice: Tally) -> Any:
        return _any(count >= self.count for count in dice.colours.values())

    def __str__(self) -> str:
        return f"{self.count} of one colour"


@dataclass(frozen=True, slots=True)
class Sum(Needs):
    """The sum of all dice is at most, or at least, so much."""

    bound: str
    total: int

    def met(self, dice: Tally) -> Any:
        total = sum(number * count for number, count in enumerate(dice.numbers, 1))
        return total <= self.total if self.bound == "<=" else total >= self.total

    def __str__(self) -> str:
        return f"sum {self.bound} {self.total}"


def _any(truths: Iterable[Any]) -> Any:
    return reduce(or_, truths, False)


def _all(truths: Iterable[Any]) -> Any:
    return reduce(and_, truths, True)


# ---- as text

_FORMS: Mapping[str, Callable[[re.Match[str]], Needs]] = {
    r"all even": lambda _: Parity((0,)),
    r"all odd": lambda _: Parity((1,)),
    r"run of ([2-6])": lambda found: Run(int(found[1])),
    r"([1-6])( \1){0,5}": lambda found: OfNumber(int(found[1]), _words(found)),
    r"([a-c])( [a-c]){0,5}": lambda found: Shapes(_sizes(found)),
    r"[a-z]{2,}( [a-z]{2,}){0,5}": lambda found: OfColours(_counts(found)),
    r"([1-6]) of one colour": lambda found: OneColour(int(found[1])),
    r"sum (<=|>=) (\d{1,2})": lambda found: Sum(found[1], int(found[2])),
}
"""Every form of a need; the first that fits is meant."""


def parse(text: str) -> Needs:
    """The need that ``text`` says; raises `BadNotation` where it says none."""
    for form, make in _FORMS.items():
        found = re.fullmatch(form, text)
        if found:
            return make(found)
    raise BadNotation(
        f"{text!r} is no need of a citizen: expected one like all even, run of 4,"
        " 1 1 1, red red blue, a a b b, 4 of one colour, sum <= 12 or sum >= 25"
    )


def _words(found: re.Match[str]) -> int:
    return len(found[0].split())


def _counts(found: re.Match[str]) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(found[0].split()).items())


def _sizes(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(sorted(Counter(found[0].split()).values(), reverse=True))
