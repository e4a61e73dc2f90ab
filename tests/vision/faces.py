"""Rendered faces for tests: a plain die in the middle of a picture."""

from __future__ import annotations

import numpy as np

from vision.arrays import Colour, Picture
from vision.marks import Mark, Symbol
from vision.materials import Material
from vision.read import Place
from vision.render import render
from vision.scene import (
    Body,
    Camera,
    Die,
    Lamp,
    Pose,
    Scene,
    Table,
    blank_faces,
    standard_faces,
)

SIDE = 160
EDGE = 90.0


def picture_of(
    value: int,
    turn: float = 0.3,
    body: Colour = (0.9, 0.92, 0.93),
    paint: Colour = (0.05, 0.05, 0.05),
    edge: float = EDGE,
) -> Picture:
    """Return a picture (SIDE, SIDE, 3) of a die that shows `value`; 0 is a bare one."""
    faces = standard_faces(value, 0.47, 0.2, colour=paint) if value else blank_faces()
    return _picture(faces, turn, body, edge)


def leaning(
    value: int, turn: float, tilt: float
) -> tuple[Picture, Place, tuple[float, float]]:
    """Return a picture of a die that leans by `tilt` radians, where its top is, and its
    lean."""
    faces = standard_faces(value, 0.47, 0.2)
    body = Body(material=Material((0.9, 0.92, 0.93), gloss=0.2))
    die = Die(Pose.leaning(0, 0, turn, tilt), body, faces)
    scene = _scene((die,), EDGE * 0.8)
    x, y = scene.camera.project(die.top()[:1])[0]
    place = Place((float(x), float(y)), scene.camera.edge_of(die))
    return render(scene), place, scene.camera.lean_of(die)


def picture_of_cross(turn: float = 0.3) -> Picture:
    """Return a picture of a die with a cross on it."""
    mask = np.zeros((48, 48), np.float32)
    mask[20:28, 4:44] = mask[4:44, 20:28] = 1
    return _picture((Symbol(mask),) * 6, turn, (0.9, 0.92, 0.93), EDGE)


def empty_table() -> Picture:
    """Return a picture of a table without a die."""
    return render(_scene((), EDGE))


def _picture(
    faces: tuple[Mark, ...], turn: float, body: Colour, edge: float
) -> Picture:
    material = Material(body, gloss=0.2)
    die = Die(Pose.flat(0, 0, turn), Body(material=material), faces)
    return render(_scene((die,), edge))


def _scene(dice: tuple[Die, ...], edge: float) -> Scene:
    tile = np.full((32, 32, 3), (0.25, 0.4, 0.3), np.float32)
    tile += np.random.default_rng(0).normal(0, 0.02, tile.shape).astype(np.float32)
    camera = Camera.above(distance=12, edge_px=edge, size=(SIDE, SIDE))
    lamp = Lamp(np.array([0.3, 0.2, 0.93], np.float32))
    return Scene(dice, Table(tile), camera, (lamp,))
