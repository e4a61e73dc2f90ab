"""Random crops for training: a die in the middle, a symbol, or no valid face."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from models.training.crops import EDGE_PX, SIDE, State
from models.training.dice import (
    Ingredients,
    any_body,
    any_colour,
    colour_of,
    paint_on,
    pip_die,
    tray_dice,
)
from models.training.glyphs import Glyph, numeral
from models.training.light import any_lamps, dimmed, optics
from models.training.lookalikes import half_of_domino, round_thing, suits
from vision.arrays import Colour, Picture
from vision.grounds import GROUNDS, speck
from vision.marks import Mark, Symbol
from vision.render import render
from vision.scene import Camera, Die, Limb, Pose, Scene, Table, blank_faces


@dataclass(frozen=True)
class Crop:
    """A picture (SIDE, SIDE, 3) with what is in its middle.

    `value` is 1 to 6, or 0 where there is no valid pip face; `identity` names the
    face for the embedding ("" where it has none); `lean` is that of the die, in edges,
    NaN where there is none.
    """

    picture: Picture
    value: int
    identity: str
    state: State
    lean: tuple[float, float] = (math.nan, math.nan)


def crop(
    rng: np.random.Generator, ingredients: Ingredients, icons: tuple[Glyph, ...]
) -> Crop:
    """Return a random crop: mostly pips, some symbols, some that show no valid face."""
    luck = rng.random()
    if ingredients.symbols and luck < 0.18:
        return _symbol_crop(rng, ingredients, icons)
    if ingredients.nothing and luck < 0.32:
        return _nothing_crop(rng, ingredients)
    value = int(rng.integers(1, 7))
    die, state = _posed(rng, ingredients, pip_die(rng, ingredients, value))
    scene = _around(rng, ingredients, die, state)
    picture, lean = _shoot(rng, ingredients, scene), scene.camera.lean_of(die)
    return Crop(picture, value, str(value), state, lean)


def _symbol_crop(
    rng: np.random.Generator, ingredients: Ingredients, icons: tuple[Glyph, ...]
) -> Crop:
    """Return a die with a numeral or an icon on top: no pips, but an identity."""
    glyph = numeral(rng) if rng.random() < 0.3 else icons[rng.integers(len(icons))]
    others = [icons[rng.integers(len(icons))] for _ in range(4)]
    body = any_body(rng, ingredients)
    ink = paint_on(rng, body.material)
    size, depth = rng.uniform(0.5, 0.85), float(rng.choice([0.0, 0.6]))
    faces: list[Mark] = [Symbol(g.mask, size, depth, ink) for g in others]
    turned = np.ascontiguousarray(np.rot90(glyph.mask, int(rng.integers(4))))
    faces += [Symbol(turned, size, depth, ink), Symbol(glyph.mask, size, depth, ink)]
    pose = Pose.flat(0, 0, rng.uniform(0, 2 * math.pi))
    die, state = _posed(rng, ingredients, Die(pose, body, tuple(faces)))
    scene = _around(rng, ingredients, die, state)
    picture, lean = _shoot(rng, ingredients, scene), scene.camera.lean_of(die)
    return Crop(picture, 0, glyph.name, state, lean)


def _nothing_crop(rng: np.random.Generator, ingredients: Ingredients) -> Crop:
    """Return what must not be read: gaps, edges, parts, bare ground, hidden faces."""
    die = pip_die(rng, ingredients, int(rng.integers(1, 7)))
    scene = _around(rng, ingredients, die, State.FLAT)
    camera = scene.camera
    kind = rng.integers(8)
    if kind == 0:  # the ground alone, or with a die at the rim
        scene = replace(scene, dice=())
    elif kind == 1:  # beside the die
        angle, far = rng.uniform(0, 6.3), rng.uniform(0.55, 1.1) * EDGE_PX
        middle = camera.middle
        shifted = (middle[0] + far * math.cos(angle), middle[1] + far * math.sin(angle))
        scene = replace(scene, camera=replace(camera, middle=shifted))
    elif kind == 2:  # a part of a face, as if it were a whole one
        focal = camera.focal * rng.uniform(2.2, 6)
        scene = replace(scene, camera=_aimed(rng, replace(camera, focal=focal), die))
    elif kind == 3:  # standing on an edge: two faces are up alike
        tilt = math.radians(rng.uniform(38, 52))
        die = replace(die, pose=Pose.leaning(0, 0, rng.uniform(0, 6.3), tilt))
        scene = _around(rng, ingredients, die, State.LEANING)
    elif kind == 4:  # a finger lies on it
        scene = replace(scene, limbs=(_limb(rng, SIDE / 2, 0.0),))
    elif kind == 5:  # a die without marks
        bare = replace(die, faces=blank_faces())
        scene = replace(scene, dice=(bare, *scene.dice[1:]))
    elif kind == 6:  # bare ground with a speck on it, which is no one
        picture = _shoot(rng, ingredients, replace(scene, dice=()))
        at = SIDE / 2 + rng.normal(0, 0.08, 2) * EDGE_PX
        speck(rng, picture, at, EDGE_PX * rng.uniform(0.02, 0.14))
        return Crop(picture, 0, "", State.UNKNOWN)
    else:  # much too small: several dice in one crop
        focal = camera.focal * rng.uniform(0.2, 0.45)
        scene = replace(scene, camera=replace(camera, focal=focal))
        scene = replace(scene, dice=tray_dice(rng, ingredients, 8, 4.0))
    return Crop(_shoot(rng, ingredients, scene), 0, "", State.UNKNOWN)


def thing_crop(rng: np.random.Generator, ingredients: Ingredients) -> Crop:
    """Return what has pips and is no die: half of a domino, a card, something round."""
    die = pip_die(rng, ingredients, int(rng.integers(1, 7)))
    scene = replace(_around(rng, ingredients, die, State.FLAT), dice=())
    thing = (half_of_domino, suits, round_thing, round_thing)[rng.integers(4)]
    picture = _unevenly_lit(rng, thing(rng, render(scene), EDGE_PX))
    return Crop(optics(rng).shoot(picture, rng), 0, "", State.UNKNOWN)


def _unevenly_lit(rng: np.random.Generator, picture: Picture) -> Picture:
    """Return the picture as dim as rendered dice are, and brighter to one side."""
    angle, slope = rng.uniform(0, 6.3), rng.uniform(0, 0.3)
    along = np.linspace(-1, 1, SIDE, dtype=np.float32)
    towards = math.cos(angle) * along[:, None] + math.sin(angle) * along
    light = math.exp(rng.uniform(-0.8, 0.05)) * (1 + slope * towards)
    lit = picture * light[:, :, None] * np.exp(rng.normal(0, 0.05, 3))
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _aimed(rng: np.random.Generator, camera: Camera, die: Die) -> Camera:
    """Return the camera moved so that some point of the top face is in the middle."""
    top = die.top()
    share = rng.uniform(-0.8, 0.8, 2)
    point = top[0] + share[0] * (top[2] - top[1]) / 2 + share[1] * (top[4] - top[1]) / 2
    at = camera.project(point[None])[0]
    middle = (camera.middle[0] * 2 - float(at[0]), camera.middle[1] * 2 - float(at[1]))
    return replace(camera, middle=middle)


def _posed(
    rng: np.random.Generator, ingredients: Ingredients, die: Die
) -> tuple[Die, State]:
    """Return the die flat, sometimes leaning or on top of another."""
    luck = rng.random()
    if luck >= 0.05 + ingredients.leaning:
        return die, State.FLAT
    if luck >= 0.05:
        tilt = math.radians(rng.uniform(6, 38)) * rng.choice([-1, 1])
        pose = Pose.leaning(0, 0, rng.uniform(0, 6.3), tilt)
        return replace(die, pose=pose), State.LEANING
    return replace(die, pose=die.pose.raised(1.0)), State.STACKED


def _around(
    rng: np.random.Generator, ingredients: Ingredients, die: Die, state: State
) -> Scene:
    """Return a scene that shows the die's top face in the middle of a crop."""
    dice = [die]
    if state is State.STACKED:
        x, y, turn = rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), rng.uniform(0, 6.3)
        below = Pose.flat(x, y, turn)
        dice.append(
            replace(pip_die(rng, ingredients, int(rng.integers(1, 7))), pose=below)
        )
    if ingredients.neighbours:
        dice += _neighbours(rng, ingredients, die)
    camera = _camera(rng, ingredients, die)
    tile = GROUNDS["plain"](rng)
    if ingredients.grounds:
        tile = list(GROUNDS.values())[rng.integers(len(GROUNDS))](rng)
    walls: tuple[tuple[float, float, Colour], ...] = ()
    if ingredients.grounds and rng.random() < 0.15:
        walls = ((rng.uniform(0, 6.3), rng.uniform(0.6, 1.2), any_colour(rng)),)
    scale = float(np.exp(rng.uniform(math.log(12), math.log(90))))
    table = Table(tile, scale, (rng.uniform(0, 999), rng.uniform(0, 999)), walls)
    limbs: tuple[Limb, ...] = ()
    if ingredients.neighbours and rng.random() < 0.04:
        limbs = (_limb(rng, SIDE / 2, rng.uniform(0.75, 1.1) * EDGE_PX),)
    lamps, sky = dimmed(rng, any_lamps(rng, ingredients, die, camera))
    return Scene(tuple(dice), table, camera, lamps, sky, limbs)


def _neighbours(
    rng: np.random.Generator, ingredients: Ingredients, die: Die
) -> list[Die]:
    """Return dice that touch or nearly touch, about half of them like the first."""
    if rng.random() < ingredients.touching:
        return _flush(rng, ingredients, die)
    count = int(rng.choice([0, 0, 0, 1, 1, 2, 3]))
    found = []
    for angle in rng.permutation(8)[:count] * (math.pi / 4) + rng.uniform(0, 6.3):
        far = rng.uniform(1.05, 1.7)
        place = (far * math.cos(angle), far * math.sin(angle))
        pose = Pose.flat(*place, rng.uniform(0, 6.3))
        other = pip_die(rng, ingredients, int(rng.integers(1, 7)))
        if rng.random() < 0.5:
            other = replace(other, body=die.body)
        found.append(replace(other, pose=pose))
    return found


def _flush(rng: np.random.Generator, ingredients: Ingredients, die: Die) -> list[Die]:
    """Return dice that lie side by side with the die, as pushed together: mostly alike.

    Without them halves of dominoes teach that such dice are none.
    """
    turn = math.atan2(float(die.pose.rotation[1, 0]), float(die.pose.rotation[0, 0]))
    x, y = (float(v) for v in die.pose.centre[:2])
    found = []
    for side in rng.permutation(4)[: int(rng.choice([1, 1, 2, 3]))]:
        angle, far = turn + side * math.pi / 2, rng.uniform(1.0, 1.03)
        slip = rng.normal(0, 0.08) if rng.random() < 0.7 else rng.uniform(-0.6, 0.6)
        other = pip_die(rng, ingredients, int(rng.integers(1, 7)))
        if rng.random() < 0.8:
            faces = tuple(die.faces[i] for i in rng.permutation(6))
            other = replace(other, body=die.body, faces=faces)
        at = (
            x + far * math.cos(angle) - slip * math.sin(angle),
            y + far * math.sin(angle) + slip * math.cos(angle),
        )
        found.append(replace(other, pose=Pose.flat(*at, turn + rng.normal(0, 0.04))))
    return found


def _camera(rng: np.random.Generator, ingredients: Ingredients, die: Die) -> Camera:
    slant = abs(rng.normal(0, 7))
    if ingredients.slant and rng.random() < 0.5:
        slant = rng.uniform(5, 60)
    distance = float(np.exp(rng.uniform(math.log(5), math.log(30))))
    top = die.top()
    camera = Camera.looking(
        top[0],
        distance,
        math.radians(min(slant, 62)),
        rng.uniform(0, 6.3),
        rng.uniform(0, 6.3),
        EDGE_PX,
        (SIDE, SIDE),
    )
    # The edge of a slanted face is what finders report: the mean of its four sides.
    return replace(camera, focal=camera.focal * EDGE_PX / camera.edge_of(die))


def _limb(rng: np.random.Generator, middle: float, gap: float) -> Limb:
    """Return a finger that ends near the middle, its skin `gap` px away from it."""
    angle, radius = rng.uniform(0, 6.3), rng.uniform(0.35, 0.9) * EDGE_PX
    along = np.array([math.cos(angle), math.sin(angle)])
    tip = middle + along * (gap + radius if gap else rng.uniform(-0.3, 0.3) * EDGE_PX)
    far = middle + along * 300
    skin = rng.uniform(0.25, 0.95) * np.array([0.6, 0.72, 0.95])
    return Limb(tuple(tip), tuple(far), radius, colour_of(skin))


def _shoot(rng: np.random.Generator, ingredients: Ingredients, scene: Scene) -> Picture:
    picture = render(scene)
    return optics(rng).shoot(picture, rng) if ingredients.optics else picture
