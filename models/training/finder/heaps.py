"""How dice lie on a tray: apart, in rows and heaps, leaning, one on another."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from models.training.dice import Ingredients, any_body, paint_on, pip_die
from models.training.glyphs import Glyph, numeral
from vision.arrays import Array
from vision.marks import Symbol
from vision.scene import Die, Pose


@dataclass(frozen=True)
class Habits:
    """How dice lie and are seen.

    `leaning` is the share of those that lean, `alike` that of trays whose dice are of
    one kind, `aslant` that of trays not seen from above. `crowds` are shares of dice
    that touch another one, of which a tray has one; `flush` is the share of those that
    lie side to side with it. No tray has less than `fewest` dice, unless it is empty;
    they are thrown up to `reach` from its middle, of its width.
    """

    leaning: float = 0.05
    alike: float = 0.4
    aslant: float = 0.5
    crowds: tuple[float, ...] = (0.0, 0.4, 0.9)
    flush: float = 0.4
    fewest: int = 1
    reach: float = 0.55


AS_THEY_COME = Habits()


def lying_dice(
    rng: np.random.Generator,
    ingredients: Ingredients,
    icons: tuple[Glyph, ...],
    across: float,
    habits: Habits,
) -> tuple[Die, ...]:
    """Return 0 to about 25 dice, alike or not, of one size or of several."""
    most = max(1.0, min(26.0, 0.35 * across * across))
    count = max(habits.fewest, int(np.exp(rng.uniform(0, math.log(most + 1)))))
    if rng.random() < 0.08:
        count = 0
    alike = _kind(rng, ingredients, icons) if rng.random() < habits.alike else None
    sizes = (0.65, 1.35) if rng.random() < 0.25 else (0.97, 1.03)
    crowd = rng.choice(habits.crowds)
    placed: list[Die] = []
    for _ in range(count):
        die = (
            _again(rng, ingredients, alike) if alike else _kind(rng, ingredients, icons)
        )
        edge = rng.uniform(*sizes)
        spot = _spot(rng, placed, edge, across, crowd, habits)
        if spot is None:
            break
        placed.append(_lying(rng, die, edge, spot, placed, habits.leaning))
    return tuple(placed)


def _kind(
    rng: np.random.Generator, ingredients: Ingredients, icons: tuple[Glyph, ...]
) -> Die:
    """Return a die with pips, or one in five with numerals or icons."""
    if rng.random() > 0.2:
        return pip_die(rng, ingredients, int(rng.integers(1, 7)))
    body = any_body(rng, ingredients)
    ink = paint_on(rng, body.material)
    size, depth = rng.uniform(0.5, 0.85), float(rng.choice([0.0, 0.6]))
    number = rng.random() < 0.4
    glyphs = [
        numeral(rng) if number else icons[rng.integers(len(icons))] for _ in range(6)
    ]
    return Die(
        Pose.flat(0, 0, 0),
        body,
        tuple(Symbol(g.mask, size, depth, ink) for g in glyphs),
    )


def _again(rng: np.random.Generator, ingredients: Ingredients, die: Die) -> Die:
    """Return a die of the same kind with another face up."""
    order = rng.permutation(6)
    return replace(die, faces=tuple(die.faces[i] for i in order))


def _spot(
    rng: np.random.Generator,
    placed: list[Die],
    edge: float,
    across: float,
    crowd: float,
    habits: Habits,
) -> tuple[float, float, float] | None:
    """Return a free place (x, y, turn), touching another die where it is crowded."""
    for _ in range(40):
        turn = rng.uniform(0, 6.3)
        if placed and rng.random() < crowd:
            x, y, turn = _beside(rng, placed, edge, turn, habits.flush)
        else:
            x, y = rng.uniform(-habits.reach, habits.reach, 2) * across
        square = _square(x, y, turn, edge)
        if all(not _overlap(square, _base(other)) for other in placed):
            return float(x), float(y), float(turn)
    return None


def _beside(
    rng: np.random.Generator, placed: list[Die], edge: float, turn: float, flush: float
) -> tuple[float, float, float]:
    """Return a place that touches a die: in line with it, or as it comes."""
    other = placed[rng.integers(len(placed))]
    x, y = (float(v) for v in other.pose.centre[:2])
    ahead = math.atan2(
        float(other.pose.rotation[1, 0]), float(other.pose.rotation[0, 0])
    )
    if rng.random() < flush:
        side = ahead + int(rng.integers(4)) * math.pi / 2
        away = (edge + other.body.edge) / 2 * rng.uniform(1.005, 1.04)
        return x + away * math.cos(side), y + away * math.sin(side), ahead
    angle, base = float(rng.uniform(0, 6.3)), _base(other)
    far = float(edge + other.body.edge)
    for share in np.arange(0.45, 0.85, 0.02).tolist():
        near = (x + share * far * math.cos(angle), y + share * far * math.sin(angle))
        if not _overlap(_square(*near, turn, edge), base):
            break
    return near[0], near[1], turn


def _lying(
    rng: np.random.Generator,
    die: Die,
    edge: float,
    spot: tuple[float, float, float],
    placed: list[Die],
    leaning: float,
) -> Die:
    """Return the die in its place: flat, seldom leaning or on top of another."""
    x, y, turn = spot
    body = replace(die.body, edge=edge)
    luck = rng.random()
    if luck < leaning:
        tilt = math.radians(rng.uniform(6, 35)) * rng.choice([-1, 1])
        pose = Pose.leaning(x, y, turn, tilt, edge)
    elif luck < leaning + 0.03 and placed:
        below = placed[rng.integers(len(placed))]
        aside = rng.uniform(-0.3, 0.3, 2)
        under = below.pose.centre
        pose = Pose.flat(under[0] + aside[0], under[1] + aside[1], turn, edge)
        pose = pose.raised(float(under[2]) + below.body.edge / 2)
    else:
        pose = Pose.flat(x, y, turn, edge)
    return replace(die, pose=pose, body=body)


def _square(x: float, y: float, turn: float, edge: float) -> Array:
    c, s = math.cos(turn) * edge / 2, math.sin(turn) * edge / 2
    around = [(c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c)]
    return np.asarray(around, np.float32) + np.asarray([x, y], np.float32)


def _base(die: Die) -> Array:
    """Return the outline of a die on the table as a square (4, 2)."""
    x, y = die.pose.centre[:2]
    turn = math.atan2(float(die.pose.rotation[1, 0]), float(die.pose.rotation[0, 0]))
    return _square(float(x), float(y), turn, die.body.edge)


def _overlap(one: Array, other: Array) -> bool:
    """Return whether two convex outlines meet: no line keeps them apart."""
    for outline in (one, other):
        for side in np.roll(outline, -1, 0) - outline:
            across = np.asarray([-side[1], side[0]], np.float32)
            a, b = one @ across, other @ across
            if a.max() < b.min() or b.max() < a.min():
                return False
    return True
