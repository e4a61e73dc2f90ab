"""Random dice: bodies, materials, colours, and paint that can be seen on them.

An `Ingredients` value says what may occur, so that an ablation is a changed value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Array, Colour
from vision.materials import Material, Pattern
from vision.scene import Body, Die, Pose, standard_faces


@dataclass(frozen=True)
class Ingredients:
    """What renders may contain; every field is a row of the ablation table.

    `pitch` of the pips is a range in half edges, `radius` one in pitches. Measured on
    341 faces with four or five pips of the training photographs: pitch 0.33 to 0.52
    (5th to 95th percentile, as exact as the boxes), radius 0.37 to 0.54 pitches. Dice
    with sharp edges have their pips further out, up to 0.6; where only dominoes were
    drawn so, such dice were taken for dominoes.
    `leaning` is the share of crops whose die leans, `touching` that of those whose die
    lies flush with others, `white` that of white dice with dark pips, `two_toned` that
    of dice poured of two colours, `faint` that of pips hardly told from the body, as
    gold on orange, `hard` that of what readers find hardest: strong paint on a dark or
    strong body of like brightness, hollow glossy faces, lamps mirrored as rings.
    """

    pitch: tuple[float, float] = (0.34, 0.63)
    radius: tuple[float, float] = (0.33, 0.5)
    materials: bool = True
    glare: bool = True
    grounds: bool = True
    shadows: bool = True
    neighbours: bool = True
    slant: bool = True
    optics: bool = True
    odd_shapes: bool = True
    nothing: bool = True
    symbols: bool = True
    leaning: float = 0.07
    touching: float = 0.0
    white: float = 0.0
    two_toned: float = 0.0
    faint: float = 0.0
    hard: float = 0.0


def pip_die(rng: np.random.Generator, ingredients: Ingredients, value: int) -> Die:
    body, paint = _looks(rng, ingredients)
    pitch = rng.uniform(*ingredients.pitch)
    radius = min(pitch * rng.uniform(*ingredients.radius), 0.95 - pitch)
    depth = float(rng.choice([0.0, rng.uniform(0.1, 0.6)]))
    faces = standard_faces(
        value,
        pitch,
        radius,
        depth=depth,
        colour=paint,
        crosswise=tuple(bool(b) for b in rng.random(6) < 0.5),
        squeeze=_squeeze(rng),
        painted=bool(depth < 0.3 or rng.random() > 0.05),
        one=_large_one(rng, radius) if rng.random() < 0.12 else None,
    )
    return Die(Pose.flat(0, 0, rng.uniform(0, 2 * math.pi)), body, faces)


def _squeeze(rng: np.random.Generator) -> float:
    """Return how a six is drawn: even, its rows together, or its rows apart."""
    kind = rng.random()
    if kind < 0.25:
        return float(rng.uniform(0.7, 1.0))
    return float(rng.uniform(1.05, 1.6)) if kind < 0.5 else 1.0


def _large_one(rng: np.random.Generator, radius: float) -> tuple[float, Colour]:
    """Return a one as many dice from East Asia have it: large, and mostly red."""
    red = (rng.uniform(0, 0.2), rng.uniform(0, 0.2), rng.uniform(0.55, 0.95))
    paint = colour_of(np.asarray(red)) if rng.random() < 0.7 else any_colour(rng)
    return min(radius * rng.uniform(1.3, 2.6), 0.6), paint


def _looks(rng: np.random.Generator, ingredients: Ingredients) -> tuple[Body, Colour]:
    """Return a body and paint for its pips."""
    if ingredients.hard and rng.random() < ingredients.hard:
        return _hard_body(rng), _hard_paint(rng)
    body = any_body(rng, ingredients)
    if ingredients.two_toned and rng.random() < ingredients.two_toned:
        body = replace(body, material=_poured(rng, body.material))
    if not ingredients.white or rng.random() >= ingredients.white:
        faint = ingredients.faint and rng.random() < ingredients.faint
        return body, (_faint_paint if faint else paint_on)(rng, body.material)
    base = colour_of(np.clip(rng.uniform(0.88, 1) + rng.normal(0, 0.02, 3), 0, 1))
    material = replace(body.material, base=base, second=base)
    return replace(body, material=material), colour_of(np.full(3, rng.uniform(0, 0.15)))


def tray_dice(
    rng: np.random.Generator, ingredients: Ingredients, count: int, half: float
) -> tuple[Die, ...]:
    """Return dice that lie apart on a square of `2 * half` edges across."""
    places: list[NDArray[np.float64]] = []
    for _ in range(400):
        place = rng.uniform(-half, half, 2)
        if len(places) < count and all(np.hypot(*(place - p)) > 1.25 for p in places):
            places.append(place)
    dice = []
    for place in places:
        die = pip_die(rng, ingredients, int(rng.integers(1, 7)))
        pose = Pose.flat(float(place[0]), float(place[1]), rng.uniform(0, 6.3))
        dice.append(replace(die, pose=pose))
    return tuple(dice)


def any_body(rng: np.random.Generator, ingredients: Ingredients) -> Body:
    rounding, ball, dish = rng.uniform(0.05, 0.3), 1.8, 0.0
    if ingredients.odd_shapes:
        rounding = rng.uniform(0.03, 0.5)
        ball = rng.uniform(1.35, 1.6) if rng.random() < 0.35 else 1.8
        dish = rng.uniform(-0.15, 0.15) if rng.random() < 0.5 else 0.0
    return Body(1.0, rounding, ball, dish, _material(rng, ingredients))


def _hard_body(rng: np.random.Generator) -> Body:
    """Return a glossy body, dark or of one strong dark colour, its faces hollow."""
    base = rng.uniform(0.06, 0.3) + rng.normal(0, 0.02, 3)
    if rng.random() < 0.5:
        base = rng.uniform(0.02, 0.25, 3)
        base[rng.integers(3)] = rng.uniform(0.3, 0.8)
    second = np.clip(base + rng.normal(0, 0.12, 3), 0.01, 1)
    material = Material(
        colour_of(np.clip(base, 0.01, 1)),
        colour_of(second),
        list(Pattern)[rng.integers(0, 3)],  # plain, marbled or swirled
        gloss=rng.uniform(0.6, 1.0),
        roughness=float(np.exp(rng.uniform(math.log(0.01), math.log(0.08)))),
        seed=int(rng.integers(1 << 30)),
    )
    ball = rng.uniform(1.35, 1.6) if rng.random() < 0.4 else 1.8
    dish = rng.uniform(0.05, 0.3) * rng.choice([-1, 1])
    return Body(1.0, rng.uniform(0.1, 0.5), ball, dish, material)


def _hard_paint(rng: np.random.Generator) -> Colour:
    """Return red, gold or another strong colour, seldom white."""
    if rng.random() < 0.15:
        return colour_of(np.full(3, rng.uniform(0.7, 1.0)))
    paint = rng.uniform(0.02, 0.25, 3)
    paint[2] = rng.uniform(0.45, 0.95)  # red
    if rng.random() < 0.25:
        paint[1] = rng.uniform(0.4, 0.9)  # gold
    return colour_of(paint if rng.random() < 0.75 else rng.permutation(paint))


def _material(rng: np.random.Generator, ingredients: Ingredients) -> Material:
    base = any_colour(rng)
    gloss = rng.uniform(0.1, 1.0) if ingredients.glare else 0.0
    roughness = float(np.exp(rng.uniform(math.log(0.01), math.log(0.3))))
    if not ingredients.materials or rng.random() < 0.5:
        return Material(base, gloss=gloss, roughness=roughness)
    near = np.clip(np.asarray(base, np.float32) + rng.normal(0, 0.15, 3), 0, 1)
    second = colour_of(near) if rng.random() < 0.75 else any_colour(rng)
    return Material(
        base,
        second,
        list(Pattern)[rng.integers(1, len(Pattern))],
        gloss,
        roughness,
        clear=rng.uniform(0.2, 0.8) if rng.random() < 0.2 else 0.0,
        seed=int(rng.integers(1 << 30)),
    )


def _poured(rng: np.random.Generator, material: Material) -> Material:
    """Return a material of two colours that hardly mix."""
    pattern = (Pattern.MARBLED, Pattern.SWIRLED)[rng.integers(2)]
    seed = int(rng.integers(1 << 30))
    return replace(material, second=any_colour(rng), pattern=pattern, seed=seed)


def any_colour(rng: np.random.Generator) -> Colour:
    """Return a colour as dice have it: white and ivory, black, strong, pale."""
    kind = rng.random()
    if kind < 0.22:
        white = rng.uniform(0.75, 1.0)
        return (white * rng.uniform(0.75, 1), white * rng.uniform(0.93, 1), white)
    if kind < 0.36:
        black = rng.uniform(0.02, 0.22)
        return colour_of(np.clip(black + rng.normal(0, 0.03, 3), 0.01, 1))
    vivid = rng.uniform(0, 1, 3)
    if kind < 0.8:
        vivid[rng.integers(3)] *= rng.uniform(0, 0.3)
        vivid[rng.integers(3)] = rng.uniform(0.5, 1)
    return colour_of(vivid)


def paint_on(rng: np.random.Generator, body: Material) -> Colour:
    """Return a colour of paint that people can see on the body; sometimes just so.

    White and black are commonest, but strong colours on dark or strong bodies (red on
    blue, gold on red) must be common too: few photographs show them, and a net that saw
    few reads them worst of all.
    """
    least = 0.16 if rng.random() < 0.15 else 0.33
    bodies = [np.asarray(body.base, np.float32)]
    if body.pattern is not Pattern.PLAIN:
        bodies.append(np.asarray(body.second, np.float32))
    for _ in range(30):
        paint = np.asarray(_paint_colour(rng), np.float32)
        if all(_contrast(paint, ground) > least for ground in bodies):
            return colour_of(paint)
    return max(
        ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)),
        key=lambda c: _contrast(np.asarray(c, np.float32), bodies[0]),
    )


def _faint_paint(rng: np.random.Generator, body: Material) -> Colour:
    """Return a colour of paint that people can just see on the body."""
    for _ in range(60):
        paint = np.asarray(body.base) + rng.normal(0, 0.25, 3)
        paint = np.clip(paint, 0.02, 1).astype(np.float32)
        if 0.14 < _contrast(paint, np.asarray(body.base, np.float32)) < 0.28:
            return colour_of(paint)
    return paint_on(rng, body)


def _paint_colour(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.35:
        return (float(rng.uniform(0.8, 1.0)),) * 3
    if kind < 0.6:
        return (float(rng.uniform(0.0, 0.15)),) * 3
    if kind < 0.75:
        return any_colour(rng)
    strong = rng.uniform(0.0, 0.25, 3)
    strong[rng.permutation(3)[: int(rng.integers(1, 3))]] = rng.uniform(0.5, 1.0)
    return colour_of(strong)


def colour_of(values: NDArray[Any]) -> Colour:
    """Return three numbers as a colour."""
    blue, green, red = (float(value) for value in values)
    return (blue, green, red)


def _contrast(one: Array, other: Array) -> float:
    """Return a distance of colours, green counting most, as eyes have it."""
    gap = one - other
    return float(np.sqrt(np.asarray([0.2, 0.45, 0.35], np.float32) @ (gap * gap)))
