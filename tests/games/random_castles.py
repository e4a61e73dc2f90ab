"""Dice and cards for King of the Dice: Junior that nobody made up."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.castle_cards import CARDS, DICE, Card, cards_text, dice_text
from games.dice import Die, Face, Roll
from games.rulebook import FACES

COLOURS, SYMBOLS = ("red", "pink", "gold"), ("gem", "animal", "flower", "shell")


def random_box(chance: Random) -> Mapping[str, str]:
    """Options with dice of one or several kinds, and cards that they can show."""
    dice = [_die(chance)] * DICE
    if chance.random() < 0.5:
        dice = [chance.choice((dice[0], _die(chance))) for _ in range(DICE)]
    cards = [_card(dice, chance) for _ in range(CARDS)]
    return {"kj.dice": dice_text(dice), "kj.cards": cards_text(cards)}


def _die(chance: Random) -> Die:
    return tuple(
        Face(f"{chance.choice(COLOURS)}-{chance.choice(SYMBOLS)}") for _ in range(FACES)
    )


def _card(dice: list[Die], chance: Random) -> Card:
    faces = [chance.choice(die) for die in dice][: chance.randint(1, DICE)]
    if chance.random() < 0.5:
        return Card(Roll(f"{face.colour}-" for face in faces), chance.randint(0, 3))
    return Card(Roll(face.symbol or "" for face in faces), chance.randint(0, 3))
