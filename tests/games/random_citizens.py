"""Cards for King of the Dice that nobody made up."""

from __future__ import annotations

from random import Random

from games.citizens import (
    CITIZENS,
    IDIOTS,
    STACK,
    Citizen,
    Deck,
    Idiot,
    Kind,
    Village,
    deck_text,
)
from games.dice import Die
from games.king_of_the_dice import KingOfTheDice
from games.needs import parse

PLACES = ("town", "bog", "hill", "cave", "isle")
COLOURS = ("red", "green", "blue")


def random_deck(chance: Random) -> str:
    """The value of the option ``kotd.cards`` for some other 65 cards and dice."""
    return deck_text(
        Deck(
            citizens=tuple(_citizen(number, chance) for number in range(CITIZENS)),
            stacks=tuple(_stack(place, chance) for place in PLACES),
            idiots=tuple(sorted((_idiot(chance) for _ in range(IDIOTS)), key=_name)),
            dice=_dice(chance),
        )
    )


def _citizen(number: int, chance: Random) -> Citizen:
    kinds = [kind for kind in Kind if kind is not Kind.HYPNOTIST]
    kind = chance.choice(kinds) if number else Kind.HYPNOTIST
    dragon = kind is Kind.DRAGON
    homeless = kind in (Kind.HYPNOTIST, Kind.DRAGON)
    return Citizen(
        name=f"citizen_{number}",
        kind=kind,
        needs=parse(_needs(chance)),
        points=1 if kind is Kind.FAIRY else chance.randint(-6, -1 if dragon else 10),
        village="" if homeless else chance.choice(("", *PLACES)),
    )


def _needs(chance: Random) -> str:
    count = chance.randint(1, 6)
    colours = sorted(chance.choice(COLOURS) for _ in range(count))
    shapes = ("a", "a a", "a a a", "a a b b", "a a a b b", "a a b b c c", "a b")
    return chance.choice(
        (
            chance.choice(("all even", "all odd")),
            f"run of {chance.randint(2, 6)}",
            " ".join([str(chance.randint(1, 6))] * count),
            " ".join(colours),
            chance.choice(shapes),
            f"{count} of one colour",
            f"sum <= {chance.randint(8, 20)}",
            f"sum >= {chance.randint(20, 34)}",
        )
    )


def _stack(place: str, chance: Random) -> tuple[Village, ...]:
    numbers = sorted(chance.sample(range(1, 8), STACK))
    return tuple(Village(f"{place}_{n}", place, n) for n in numbers)


def _idiot(chance: Random) -> Idiot:
    minus = chance.randint(1, 5)
    return Idiot(f"idiot_{minus}", -minus)


def _name(card: Idiot) -> str:
    return card.name


def _dice(chance: Random) -> tuple[Die, ...]:
    """Those of the box, or six alike: each face is on dice of one type alone."""
    dice = KingOfTheDice.rulebook.dice
    return dice if chance.random() < 0.5 else (dice[0],) * len(dice)
