"""What stands before the camera: dice in poses, lamps, the table, the camera itself.

Lengths are in edges of a die of size 1, the table is the plane z = 0, z points up.

>>> die = Die(Pose.flat(0, 0, turn=0), Body(), standard_faces(6, 0.5, 0.2))
>>> Camera.above(distance=10, edge_px=40, size=(64, 64)).project(die.top())[0].tolist()
[32.0, 32.0]
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Array, Colour
from vision.marks import Blank, Mark, pips
from vision.materials import Material

# The axes along and across each face, seen from outside; faces +x -x +y -y +z -z.
FACE_AXES: tuple[tuple[int, int, int, int], ...] = (
    (0, 1, 1, 2),
    (0, -1, 2, 1),
    (1, 1, 2, 0),
    (1, -1, 0, 2),
    (2, 1, 0, 1),
    (2, -1, 1, 0),
)
UP, DOWN = 4, 5


@dataclass(frozen=True)
class Pose:
    """The middle of a die, (3,), and its turn, (3, 3), from die to world."""

    centre: Array
    rotation: Array

    @staticmethod
    def flat(x: float, y: float, turn: float, edge: float = 1.0) -> Pose:
        """Return a die that lies flat at (x, y), turned by `turn` radians."""
        return Pose(np.asarray([x, y, edge / 2], np.float32), _about_z(turn))

    @staticmethod
    def leaning(
        x: float, y: float, turn: float, tilt: float, edge: float = 1.0
    ) -> Pose:
        """Return a die that stands on one edge, tilted by `tilt` radians."""
        rotation = _about_z(turn) @ _about_x(tilt)
        height = 0.5 * edge * (math.cos(tilt) + abs(math.sin(tilt)))
        return Pose(np.asarray([x, y, height], np.float32), rotation)

    def raised(self, by: float) -> Pose:
        """Return the pose lifted, as on top of another die."""
        return Pose(self.centre + np.asarray([0, 0, by], np.float32), self.rotation)


@dataclass(frozen=True)
class Body:
    """The shape of a die; `rounding` and `ball` in half edges.

    `rounding` is the radius of edges and corners, `ball` that of a sphere that cuts the
    corners off (1.73 and more: none), `dish` how far faces are hollow (negative:
    bulging) as the slope at their rim.
    """

    edge: float = 1.0
    rounding: float = 0.2
    ball: float = 1.8
    dish: float = 0.0
    material: Material = field(default_factory=lambda: Material((0.9, 0.9, 0.9)))


@dataclass(frozen=True)
class Die:
    """A body in its pose, with six marks in the order of `FACE_AXES`."""

    pose: Pose
    body: Body
    faces: tuple[Mark, ...]

    def face_up(self) -> int:
        """Return the index of the face that points up most."""
        heights = self.pose.rotation[2]
        return int(np.argmax([heights[a] * s for a, s, _, _ in FACE_AXES]))

    def top(self) -> Array:
        """Return middle and corners (5, 3) of the face that points up most."""
        axis, sign, along, across = FACE_AXES[self.face_up()]
        units = np.asarray([[0, 0], [-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
        points = np.zeros((5, 3), np.float32)
        points[:, axis] = sign
        points[:, along], points[:, across] = units[:, 0], units[:, 1]
        return self.to_world(points)

    def corners(self, grow: float = 1.0) -> Array:
        """Return the eight corners (8, 3), moved outwards by `grow`."""
        signs = np.asarray(
            [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32
        )
        return self.to_world(signs * grow)

    def to_world(self, points: Array) -> Array:
        """Return points (n, 3) in half edges as points in the world."""
        turned = (0.5 * self.body.edge * points) @ self.pose.rotation.T
        return np.asarray(turned + self.pose.centre, np.float32)


@dataclass(frozen=True)
class Lamp:
    """A light far away: `towards` it, its colour times power, and its mirror image.

    The mirror image on a glossy body is a patch of `size` (tangents of half angles),
    with a dark `hole` (0 to 1) if it is a ring. `softness` blurs the shadow, in edges.
    """

    towards: Array
    colour: Colour = (0.8, 0.8, 0.8)
    size: tuple[float, float] = (0.1, 0.1)
    turn: float = 0.0
    hole: float = 0.0
    glare: float = 4.0
    softness: float = 0.15
    shadow: float = 0.5


@dataclass(frozen=True)
class Table:
    """The ground: a tile of colours (n, n, 3), `scale` pixels of it an edge.

    `walls` are the upright sides of a tray: a direction outwards and a distance each.
    """

    tile: Array
    scale: float = 40.0
    offset: tuple[float, float] = (0.0, 0.0)
    walls: tuple[tuple[float, float, Colour], ...] = ()


@dataclass(frozen=True)
class Limb:
    """A finger or arm over the table, in pixels of the picture."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius: float
    colour: Colour


@dataclass(frozen=True)
class Camera:
    """A pinhole: `rotation` has the rows right, down, forward; `focal` is in pixels."""

    position: Array
    rotation: Array
    focal: float
    size: tuple[int, int]
    middle: tuple[float, float]

    @staticmethod
    def above(distance: float, edge_px: float, size: tuple[int, int]) -> Camera:
        """Return a camera straight above the origin, at `distance` from z = 1."""
        return Camera.looking(
            np.asarray([0, 0, 1], np.float32), distance, 0.0, 0.0, 0.0, edge_px, size
        )

    @staticmethod
    def looking(
        at: Array,
        distance: float,
        slant: float,
        side: float,
        roll: float,
        edge_px: float,
        size: tuple[int, int],
    ) -> Camera:
        """Return a camera that sees `at` in the middle, from `slant` off the vertical.

        `side` is the direction it stands in, `roll` its turn about its own axis, both
        in radians; an edge across the view at `at` is `edge_px` long.
        """
        s, c = math.sin(slant), math.cos(slant)
        out = np.asarray([s * math.cos(side), s * math.sin(side), c], np.float32)
        right = np.asarray([-math.sin(side), math.cos(side), 0], np.float32)
        down = np.cross(-out, right)
        turn = _about_z(roll)[:2, :2]
        rows = turn @ np.stack([right, down])
        rotation = np.vstack([rows, -out[None]]).astype(np.float32)
        middle = (size[0] / 2, size[1] / 2)
        position = np.asarray(at + distance * out, np.float32)
        return Camera(position, rotation, edge_px * distance, size, middle)

    def project(self, points: Array) -> Array:
        """Return pixels (n, 2) of points (n, 3)."""
        x, y, z = self.rotation @ (points - self.position).T
        across = self.focal * x / z + self.middle[0]
        return np.stack([across, self.focal * y / z + self.middle[1]], 1)

    def edge_of(self, die: Die) -> float:
        """Return the edge of a die's top face in px, the mean of its four sides."""
        corners = self.project(die.top()[1:])
        sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
        return float(sides.mean())

    def lean_of(self, die: Die) -> tuple[float, float]:
        """Return the way from the middle of a die's base to that of its top, as seen,
        in edges of the top."""
        middle = die.top()[:1]
        base = 2 * die.pose.centre - middle
        top_px, base_px = self.project(np.concatenate([middle, base]))
        x, y = (top_px - base_px) / max(self.edge_of(die), 1e-3)
        return float(x), float(y)

    def ground(self) -> tuple[Array, Array]:
        """Return where on the table each pixel looks, x and y (height, width).

        Pixels above the horizon look far away.
        """
        across = (np.arange(self.size[0]) + 0.5 - self.middle[0]) / self.focal
        down = (np.arange(self.size[1]) + 0.5 - self.middle[1]) / self.focal
        right, below, ahead = self.rotation
        row, column = across.astype("f")[None, :], down.astype("f")[:, None]
        falls = np.maximum(-(right[2] * row + (below[2] * column + ahead[2])), 0.02)
        reach = self.position[2] / falls
        x, y = (
            self.position[axis]
            + reach * (right[axis] * row + (below[axis] * column + ahead[axis]))
            for axis in (0, 1)
        )
        return x, y

    def rays(self, left: int, top: int, right: int, bottom: int) -> Array:
        """Return unit directions (3, n) of the pixels of a window, row by row."""
        x = np.arange(left, right, dtype=np.float32) + 0.5 - self.middle[0]
        y = np.arange(top, bottom, dtype=np.float32) + 0.5 - self.middle[1]
        across, down = np.meshgrid(x / self.focal, y / self.focal)
        local = np.stack([across.ravel(), down.ravel(), np.ones(across.size, "f")])
        local /= np.sqrt((local * local).sum(0))
        return np.asarray(self.rotation.T @ local, np.float32)


@dataclass(frozen=True)
class Scene:
    """All that a picture shows; `sky` lights everything evenly."""

    dice: tuple[Die, ...]
    table: Table
    camera: Camera
    lamps: tuple[Lamp, ...]
    sky: Colour = (0.35, 0.35, 0.35)
    limbs: tuple[Limb, ...] = ()


def standard_faces(
    top: int,
    pitch: float,
    radius: float,
    *,
    depth: float = 0.3,
    colour: Colour = (0.05, 0.05, 0.05),
    crosswise: tuple[bool, ...] = (False,) * 6,
    squeeze: float = 1.0,
    painted: bool = True,
    one: tuple[float, Colour] | None = None,
) -> tuple[Mark, ...]:
    """Return six pip faces with `top` up, opposite faces adding up to seven.

    `one` gives the single pip a radius and a colour of its own.
    """
    sides = [v for v in range(1, 7) if v not in (top, 7 - top)]
    values = (sides[0], 7 - sides[0], *_other_pair(sides), top, 7 - top)
    return tuple(
        pips(
            v,
            pitch,
            one[0] if one and v == 1 else radius,
            depth=depth,
            colour=one[1] if one and v == 1 else colour,
            crosswise=c,
            squeeze=squeeze,
            painted=painted,
        )
        for v, c in zip(values, crosswise, strict=True)
    )


def blank_faces() -> tuple[Mark, ...]:
    """Return six faces without marks."""
    return (Blank(),) * 6


def _other_pair(sides: list[int]) -> tuple[int, int]:
    second = next(v for v in sides if v not in (sides[0], 7 - sides[0]))
    return second, 7 - second


def _about_z(angle: float) -> Array:
    s, c = math.sin(angle), math.cos(angle)
    return np.asarray([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)


def _about_x(angle: float) -> Array:
    s, c = math.sin(angle), math.cos(angle)
    return np.asarray([[1, 0, 0], [0, c, -s], [0, s, c]], np.float32)
