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
    any_colour,
    pip_die,
)
from models.training.finder.hands import hand, with_limbs
from models.training.finder.heaps import AS_THEY_COME, Habits, lying_dice
from models.training.glyphs import Glyph
from models.training.light import any_lamps, dimmed, optics
from vision.arrays import Array, Colour, Picture
from vision.grounds import GROUNDS
from vision.render import render
from vision.scene import Camera, Die, Scene, Table

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
    dice = lying_dice(rng, ingredients, icons, across, habits)
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
    limbs = hand(rng, edge_px, SIDE) if rng.random() < 0.16 else ()
    first = dice[0] if dice else pip_die(rng, ingredients, 1)
    lamps, sky = dimmed(rng, any_lamps(rng, ingredients, first, camera))
    scene = Scene(dice, _table(rng, edge_px, across), camera, lamps, sky)
    picture = litter(rng, render(scene), _outlines(scene), edge_px)
    hands = np.zeros((SIDE, SIDE), np.uint8)
    picture, hands = with_limbs(picture, limbs)
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
    sides = square - np.roll(square, 1, 0)
    # Four sides, each a quarter turn on: their mean on the circle of quarter turns.
    angle = np.arctan2(sides[:, 1], sides[:, 0])
    turn = float(np.arctan2(np.sin(4 * angle).mean(), np.cos(4 * angle).mean()) / 4)
    return Label(
        (float(middle[0]), float(middle[1])),
        camera.edge_of(die),
        turn,
        camera.lean_of(die),
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
