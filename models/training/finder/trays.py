"""Random trays of dice for the finder: where each die is, and what hides it.

Dice lie apart, touch in rows and heaps, lean and stand on each other, among other
things and under hands, from straight above and aslant. A view aslant is upright in the
picture as photographs are, so that the upper of two visible faces is the top one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.clutter import litter
from models.training.dice import (
    Ingredients,
    any_body,
    any_colour,
    colour_of,
    paint_on,
    pip_die,
)
from models.training.glyphs import Glyph, numeral
from models.training.light import any_lamps, dimmed, optics
from vision.arrays import Array, Colour, Picture
from vision.grounds import GROUNDS
from vision.marks import Symbol
from vision.render import render
from vision.scene import Camera, Die, Limb, Pose, Scene, Table

SIDE = 288  # px of a tray's picture


@dataclass(frozen=True)
class Label:
    """A die in a picture: its top face in px, its turn, its lean; see `Sighting`.

    `hidden` is the share of the top face that something covers; `turn` and `lean` are
    NaN where nobody noted them.
    """

    centre: tuple[float, float]
    edge: float
    turn: float
    lean: tuple[float, float]
    hidden: float = 0.0


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


@dataclass(frozen=True)
class Tray:
    """A picture (SIDE, SIDE, 3), its dice, and what a hand covers (SIDE, SIDE), 0 or 1.

    `upright` says that the view is aslant, so that it must not be turned.
    """

    picture: Picture
    labels: tuple[Label, ...]
    hands: NDArray[np.uint8]
    upright: bool


def tray(
    rng: np.random.Generator,
    ingredients: Ingredients,
    icons: tuple[Glyph, ...],
    habits: Habits = AS_THEY_COME,
) -> Tray:
    """Return a random tray; one in twelve holds no die."""
    edge_px = float(np.exp(rng.uniform(math.log(13), math.log(80))))
    above = rng.random() < 1 - habits.aslant
    slant = abs(rng.normal(0, 6)) if above else rng.uniform(8, 58)
    upright = slant > 15
    roll = rng.normal(0, 0.12) if upright else rng.uniform(0, 6.3)
    across = SIDE / edge_px
    dice = _dice(rng, ingredients, icons, across, habits)
    distance = across * float(np.exp(rng.uniform(math.log(0.9), math.log(3.5)))) + 2
    at = np.asarray([0, 0, 1], np.float32)
    camera = Camera.looking(
        at,
        distance,
        math.radians(slant),
        rng.uniform(0, 6.3),
        roll,
        edge_px,
        (SIDE, SIDE),
    )
    limbs = _hand(rng, edge_px) if rng.random() < 0.16 else ()
    first = dice[0] if dice else pip_die(rng, ingredients, 1)
    lamps, sky = dimmed(rng, any_lamps(rng, ingredients, first, camera))
    scene = Scene(dice, _table(rng, edge_px, across), camera, lamps, sky)
    picture = litter(rng, render(scene), _outlines(scene), edge_px)
    hands = np.zeros((SIDE, SIDE), np.uint8)
    picture, hands = _with_limbs(picture, limbs)
    faults = optics(rng)
    faults = replace(
        faults,
        defocus=faults.defocus * min(1.0, edge_px / 45),
        motion=faults.motion * min(1.0, edge_px / 60),
        shrink=min(1.0, max(faults.shrink, 11 / edge_px)),
    )
    labels = tuple(_label(die, scene, hands) for die in dice)
    return Tray(faults.shoot(picture, rng), labels, hands, upright)


def _table(rng: np.random.Generator, edge_px: float, across: float) -> Table:
    tile = list(GROUNDS.values())[rng.integers(len(GROUNDS))](rng)
    walls: list[tuple[float, float, Colour]] = []
    while rng.random() < 0.25 and len(walls) < 4:
        walls.append(
            (rng.uniform(0, 6.3), rng.uniform(0.2, 0.7) * across, any_colour(rng))
        )
    scale = float(np.exp(rng.uniform(math.log(8), math.log(90))))
    # Grain finer than the picture's pixels would flicker.
    scale = min(scale, 1.3 * edge_px)
    return Table(tile, scale, (rng.uniform(0, 999), rng.uniform(0, 999)), tuple(walls))


def _dice(
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


def _hand(rng: np.random.Generator, edge_px: float) -> tuple[Limb, ...]:
    """Return an arm from the rim with a hand of some fingers, or a finger alone."""
    width = SIDE * rng.uniform(0.06, 0.22)
    angle = rng.uniform(0, 2 * math.pi)
    out = np.asarray([math.cos(angle), math.sin(angle)])
    palm = SIDE / 2 + rng.uniform(-0.4, 0.4, 2) * SIDE
    skin = colour_of(rng.uniform(0.25, 0.95) * np.asarray([0.6, 0.72, 0.95]))
    sleeve = any_colour(rng) if rng.random() < 0.6 else skin
    fingers = []
    for bend in np.linspace(-0.7, 0.7, int(rng.integers(1, 6))):
        towards = angle + math.pi + bend + rng.normal(0, 0.12)
        reach = width * rng.uniform(1.2, 2.4)
        tip = palm + reach * np.asarray([math.cos(towards), math.sin(towards)])
        fingers.append(_limb(palm, tip, 0.26 * width * rng.uniform(0.8, 1.2), skin))
    wrist = palm + out * width * rng.uniform(0.8, 1.8)
    arm = _limb(wrist, palm + out * 2 * SIDE, 0.75 * width, sleeve)
    return (arm, _limb(palm, wrist, 0.7 * width, skin), *fingers)


def _limb(start: Array, end: Array, radius: float, colour: Colour) -> Limb:
    return Limb(
        (float(start[0]), float(start[1])),
        (float(end[0]), float(end[1])),
        radius,
        colour,
    )


def _with_limbs(
    picture: Picture, limbs: tuple[Limb, ...]
) -> tuple[Picture, NDArray[np.uint8]]:
    """Return the picture with limbs over it, and what they cover (SIDE, SIDE)."""
    covered = np.zeros((SIDE, SIDE), np.uint8)
    if not limbs:
        return picture, covered
    ground = Scene(
        (), Table(np.zeros((4, 4, 3), np.float32)), _above(), (), limbs=limbs
    )
    drawn = render(ground)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    for limb in limbs:
        (x0, y0), (x1, y1) = limb.start, limb.end
        dx, dy = x1 - x0, y1 - y0
        share = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        away = np.hypot(x - x0 - share * dx, y - y0 - share * dy)
        covered[away < limb.radius] = 1
    return np.where(covered[:, :, None] > 0, drawn, picture), covered


def _above() -> Camera:
    return Camera.above(distance=10, edge_px=40, size=(SIDE, SIDE))


def _outlines(scene: Scene) -> list[Array]:
    """Return the outline (n, 2) in px of every die."""
    return [
        cv2.convexHull(scene.camera.project(die.corners(1.05))).reshape(-1, 2)
        for die in scene.dice
    ]


def _label(die: Die, scene: Scene, hands: NDArray[np.uint8]) -> Label:
    camera = scene.camera
    middle, *corners = camera.project(die.top())
    square = np.asarray(corners)
    edge = float(np.linalg.norm(square - np.roll(square, 1, 0), axis=1).mean())
    away = 2 * (die.pose.centre - die.top()[0])
    base = camera.project((die.top()[0] + away)[None])[0]
    lean = (middle - base) / max(edge, 1e-3)
    sides = square - np.roll(square, 1, 0)
    # Four sides, each a quarter turn on: their mean on the circle of quarter turns.
    angle = np.arctan2(sides[:, 1], sides[:, 0])
    turn = float(np.arctan2(np.sin(4 * angle).mean(), np.cos(4 * angle).mean()) / 4)
    return Label(
        (float(middle[0]), float(middle[1])),
        edge,
        turn,
        (float(lean[0]), float(lean[1])),
        _hidden(die, scene, square, hands),
    )


def _hidden(die: Die, scene: Scene, square: Array, hands: NDArray[np.uint8]) -> float:
    """Return the share of a top face that hands, nearer dice and the rim hide."""
    face = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(face, square.astype(np.int32), (1,))
    area = max(float(cv2.contourArea(square.astype(np.float32))), 1.0)
    near = float(np.linalg.norm(die.pose.centre - scene.camera.position))
    for other in scene.dice:
        gap = float(np.linalg.norm(other.pose.centre - scene.camera.position))
        apart = float(np.linalg.norm(other.pose.centre - die.pose.centre))
        if other is not die and gap < near and apart < 2.2:
            hull = cv2.convexHull(scene.camera.project(other.corners(0.97)))
            cv2.fillConvexPoly(face, hull.astype(np.int32), (0,))
    return 1 - min(1.0, float((face * (hands == 0)).sum()) / area)
