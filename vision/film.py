"""Clips drawn with known truth: dice thrown, pushed, taken; hands, light, a shaky hold.

Motion is scripted, there is no physics: a die tumbles along a line that slows down, and
ends flat. What stands still is drawn once, so that a clip takes a second or two.

>>> film = Film(np.random.default_rng(1), size=(160, 120), edge_px=16)
>>> film.rest(4)
>>> film.throw(2)
>>> film.rest(10)
>>> [(rest.last - rest.first + 1, len(rest.faces)) for rest in film.rests]
[(10, 2)]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.arrays import Array, Picture
from vision.grounds import GROUNDS
from vision.marks import Pips
from vision.materials import Material
from vision.render import reach_in, render
from vision.scene import (
    UP,
    Body,
    Camera,
    Die,
    Lamp,
    Limb,
    Pose,
    Scene,
    Table,
    standard_faces,
)

APART = 1.7  # edges between the middles of dice
ROLLS = (9, 16)  # frames that a throw takes
GRAIN = 64  # pixels that the grain is wider than a picture, to be shifted
HAND = (0.45, 0.55, 0.8)  # blue, green, red of skin


@dataclass(frozen=True)
class Rest:
    """Frames in which thrown dice lie still, and what they show.

    `thrown` are those of the dice that the last throw brought; `stirs`: the rest began
    with a die that was pushed, and not with a throw.
    """

    first: int
    last: int
    faces: tuple[str, ...]
    thrown: tuple[str, ...]
    stirs: bool = False


@dataclass(frozen=True)
class Faults:
    """What makes a clip hard to watch.

    `sway` is how far the view wanders in px, `flicker` the share that light changes by
    from frame to frame, `blur` a Gaussian in px, `noise` a deviation in grey levels.
    """

    sway: float = 0.0
    flicker: float = 0.0
    blur: float = 0.0
    noise: float = 1.5


@dataclass
class Film:
    """A clip that grows as its script is written.

    `frames` are the pictures, `dice` what is drawn in each of them, moving dice
    included, `arms` how far an arm reaches in, and `rests` the truth about rolls.
    """

    rng: np.random.Generator
    size: tuple[int, int] = (320, 240)
    edge_px: float = 26.0
    faults: Faults = field(default_factory=Faults)

    def __post_init__(self) -> None:
        grounds = list(GROUNDS.values())
        tile = grounds[self.rng.integers(len(grounds))](self.rng)
        self.frames: list[Picture] = []
        self.dice: list[tuple[Die, ...]] = []
        self.arms: list[float] = []
        self.rests: list[Rest] = []
        self._camera = Camera.above(20.0, self.edge_px, self.size)
        self._table = Table(tile, 0.7 * self.edge_px)
        self._lamps = [self._lamp(), self._lamp()]
        self._lit = 1
        self._body = self._looks()
        self._lying: tuple[Die, ...] = ()
        self._thrown: tuple[bool, ...] = ()
        self._still: Picture | None = None
        self._arm = 0.0
        self._side = 0
        self._stirs = False
        self._view = np.zeros(2)
        grain = (self.size[1] + GRAIN, self.size[0] + GRAIN, 3)
        noise = self.faults.noise * self.rng.standard_normal(grain, np.float32)
        self._grain = np.rint(noise).astype(np.int16)

    # ---- the script

    def rest(self, frames: int) -> None:
        """Leave everything as it is."""
        first = len(self.frames)
        for _ in range(frames):
            self._shoot(self._lying)
        self._note(first)

    def throw(self, count: int) -> None:
        """Throw dice in from a side; what lies there stays."""
        ends = self._placed(count)
        frames = int(self.rng.integers(*ROLLS))
        starts = [self._outside(end) for end in ends]
        spins = [self.rng.uniform(0.5, 1.5) for _ in ends]
        lying = self._lying
        for k in range(1, frames + 1):
            left = (1 - k / frames) ** 2
            moving = [
                _rolled(end, start, left, spin)
                for end, start, spin in zip(ends, starts, spins, strict=True)
            ]
            self._put((*lying, *moving))
            self._shoot(self._lying)
        self._put((*lying, *ends))
        self._thrown = (*(False for _ in lying), *(True for _ in ends))
        self._stirs = False

    def reach(self, share: float, frames: int = 8) -> None:
        """Move an arm until it reaches so far in, as a share of the picture."""
        begun = self._arm
        if begun == 0:
            self._side = int(self.rng.integers(3))
        for k in range(1, frames + 1):
            self._arm = begun + (share - begun) * k / frames
            self._shoot(self._lying)

    def take(self, which: Sequence[int]) -> None:
        """Take dice away, between two frames; a hand should cover it."""
        kept = [i for i in range(len(self._lying)) if i not in which]
        self._put(tuple(self._lying[i] for i in kept))
        self._thrown = tuple(self._thrown[i] for i in kept)

    def push(self, index: int, *, over: bool, frames: int = 6) -> None:
        """Push a die a little; `over`: onto another face."""
        die = self._lying[index]
        by = 0.9 if over else 0.4
        x, y = (float(v) for v in die.pose.centre[:2])
        # Inwards, so that it stays in the picture.
        turn = math.atan2(-y, -x) + self.rng.uniform(-1, 1)
        there = (x + by * math.cos(turn), y + by * math.sin(turn))
        end = replace(die, pose=replace(die.pose, centre=_at(there)))
        if over:
            end = self._die(there)
        for k in range(1, frames + 1):
            left = 1 - k / frames
            moved = _rolled(end, (x, y), left, 0.25 if over else 0.0)
            self._put((*self._lying[:index], moved, *self._lying[index + 1 :]))
            self._shoot(self._lying)
        self._put((*self._lying[:index], end, *self._lying[index + 1 :]))
        self._stirs = True

    def switch_lamp(self) -> None:
        """Switch a second lamp on, or off again."""
        self._lit = 3 - self._lit
        self._still = None

    # ---- pictures

    def _shoot(self, dice: tuple[Die, ...]) -> None:
        if self._still is None:
            lamps = tuple(self._lamps[: self._lit])
            scene = Scene(dice, self._table, self._camera, lamps)
            self._still = render(scene)
        picture = self._still
        if self._arm > 0:
            picture = reach_in(picture, self._limbs())
        self.frames.append(self._faulty(picture))
        self.dice.append(dice)
        self.arms.append(self._arm)

    def _faulty(self, picture: Picture) -> Picture:
        faults = self.faults
        if faults.sway:
            step = self.rng.normal(0, 0.25 * faults.sway, 2)
            self._view = 0.9 * self._view + step
            moved = np.array([[1, 0, self._view[0]], [0, 1, self._view[1]]])
            picture = np.asarray(
                cv2.warpAffine(picture, moved, self.size, borderMode=cv2.BORDER_REFLECT)
            )
        light = 1 + self.rng.uniform(-faults.flicker, faults.flicker)
        if faults.blur:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), faults.blur))
        if faults.flicker:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=light))
        return self._noisy(picture)

    def _noisy(self, picture: Picture) -> Picture:
        """Return a picture with noise: a part of one grain, which is soon drawn."""
        width, height = self.size
        x, y = (int(v) for v in self.rng.integers(GRAIN, size=2))
        grain = self._grain[y : y + height, x : x + width]
        return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U))

    def _limbs(self) -> tuple[Limb, ...]:
        """Return a forearm and a hand that come in over a side."""
        width, height = self.size
        start, tip = [
            ((-40.0, 0.55 * height), (self._arm * width, 0.5 * height)),
            ((width + 40.0, 0.6 * height), ((1 - self._arm) * width, 0.5 * height)),
            ((0.5 * width, height + 40.0), (0.5 * width, (1 - self._arm) * height)),
        ][self._side]
        thick = 1.1 * self.edge_px
        return Limb(start, tip, 0.8 * thick, HAND), Limb(tip, tip, thick, HAND)

    def _put(self, dice: tuple[Die, ...]) -> None:
        self._lying, self._still = dice, None

    def _note(self, first: int) -> None:
        """Add the frames since `first` to the truth, if dice lie there in full view."""
        if self._arm > 0 or not self._lying:
            return
        if self.rests and self._arm == 0 and self.rests[-1].last == first - 1:
            self.rests[-1] = replace(self.rests[-1], last=len(self.frames) - 1)
            return
        pairs = zip(self._lying, self._thrown, strict=True)
        thrown = tuple(face_of(die) for die, new in pairs if new)
        faces = tuple(face_of(die) for die in self._lying)
        last = len(self.frames) - 1
        self.rests.append(Rest(first, last, faces, thrown, self._stirs))

    # ---- dice

    def _looks(self) -> Body:
        colour = [float(v) for v in self.rng.uniform(0.05, 1.0, 3)]
        material = Material((colour[0], colour[1], colour[2]), gloss=0.3)
        return Body(rounding=float(self.rng.uniform(0.12, 0.3)), material=material)

    def _die(self, place: tuple[float, float]) -> Die:
        value = int(self.rng.integers(1, 7))
        dark = sum(self._body.material.base) > 1.3
        ink = (0.04, 0.04, 0.04) if dark else (0.95, 0.95, 0.95)
        pose = Pose.flat(*place, turn=float(self.rng.uniform(0, math.pi / 2)))
        return Die(pose, self._body, standard_faces(value, 0.5, 0.2, colour=ink))

    def _placed(self, count: int) -> list[Die]:
        """Return dice that lie apart from one another and from what lies there."""
        # The world's x points down in the picture.
        wide = [0.5 * side / self.edge_px - 1.3 for side in reversed(self.size)]
        placed: list[Die] = []
        while len(placed) < count:
            x, y = (float(self.rng.uniform(-reach, reach)) for reach in wide)
            near = (die.pose.centre[:2] for die in (*self._lying, *placed))
            if all(math.hypot(x - a, y - b) >= APART for a, b in near):
                placed.append(self._die((x, y)))
        return placed

    def _outside(self, end: Die) -> tuple[float, float]:
        """Return where a die comes from: beyond the upper side."""
        y = float(end.pose.centre[1]) + float(self.rng.uniform(-2, 2))
        return -0.5 * self.size[1] / self.edge_px - 2.0, y

    def _lamp(self) -> Lamp:
        x, y = self.rng.uniform(-0.6, 0.6, 2)
        towards = np.array([x, y, 1.0], np.float32)
        towards /= np.linalg.norm(towards)
        power = float(self.rng.uniform(0.5, 0.8))
        return Lamp(towards, (power, power, power), softness=0.3)

    def place_of(self, die: Die) -> tuple[tuple[float, float], float]:
        """Return the middle of a die's top face and its edge, in px, not swayed."""
        points = self._camera.project(die.top())
        return (float(points[0][0]), float(points[0][1])), self.edge_px


def face_of(die: Die) -> str:
    """Return what a flat die shows."""
    face = die.faces[UP]
    return str(len(face.centres)) if isinstance(face, Pips) else ""


def _at(place: tuple[float, float]) -> Array:
    return np.asarray([*place, 0.5], np.float32)


def _rolled(end: Die, start: tuple[float, float], left: float, spin: float) -> Die:
    """Return a die on its way from `start`, with so much of it left, 1 to 0."""
    x, y = (float(v) for v in end.pose.centre[:2])
    dx, dy = start[0] - x, start[1] - y
    away = math.hypot(dx, dy) or 1.0
    axis = np.array([-dy / away, dx / away, 0.0])
    turn, _ = cv2.Rodrigues(axis * (2 * math.pi * spin * left * math.sqrt(away)))
    rotation = np.asarray(turn @ end.pose.rotation, np.float32)
    high = 0.5 * float(np.abs(rotation[2]).sum())  # it rolls on its lowest corner
    centre = np.asarray([x + left * dx, y + left * dy, high], np.float32)
    return replace(end, pose=Pose(centre, rotation))
