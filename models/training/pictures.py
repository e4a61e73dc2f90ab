"""The pictures of the docs: what the renderer draws, and what readers find hard."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.card import CARDS, load_card
from models.training.crops import EDGE_PX, SIDE
from models.training.dice import Ingredients, pip_die
from models.training.evaluate import reader_of
from models.training.finder.cards import finder_of
from models.training.finder.heaps import Habits
from models.training.finder.targets import HIDDEN
from models.training.finder.trays import tray as some_tray
from models.training.glyphs import icons
from models.training.renders import ICON_SEED, ICONS
from models.training.report import save_picture, sheet
from models.training.scenes import crop
from vision.arrays import Picture
from vision.draw import draw_seen
from vision.grounds import GROUNDS
from vision.marks import Symbol
from vision.materials import Material, Pattern
from vision.optics import Optics
from vision.read import Place
from vision.recognise import recognise
from vision.render import render
from vision.scene import (
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
from vision.sightings import Sighting

LARGE = 200  # px across a picture of one die
LAMP = Lamp(np.array([0.35, 0.25, 0.9], np.float32), size=(0.06, 0.06))


def draw_all(out: Path) -> None:
    """Write every picture of docs/reading.md that needs no measurement."""
    save_picture(out / "reading-crops.jpg", random_crops())
    save_picture(out / "reading-dice.jpg", showcase())
    save_picture(out / "reading-tray.jpg", tray())
    save_picture(out / "reading-hard.jpg", hard_cases())
    save_picture(out / "reading-trays.jpg", random_trays())
    save_picture(out / "reading-photograph.jpg", read_table())
    save_picture(out / "reading-places.jpg", seen_places())


def random_trays() -> Picture:
    """Return a sheet of what the finder trains on, with what it is to find."""
    rng = np.random.default_rng(8)
    known = icons(ICONS, ICON_SEED)
    pictures = []
    for _ in range(18):
        shown = some_tray(rng, Ingredients(hard=0.15), known, Habits(leaning=0.15))
        picture = shown.picture.copy()
        picture[shown.hands > 0, 2] |= 96
        for die in shown.labels:
            if die.hidden < HIDDEN[0]:
                lean = Sighting(die.centre, die.edge, die.turn, die.lean, 1.0)
                outline = lean.corners().astype(np.int32)
                cv2.polylines(picture, [outline], True, (0, 255, 0), 1, cv2.LINE_AA)
        pictures.append(picture)
    return sheet(pictures, 6)


def read_table() -> Picture:
    """Return a drawn table as `dicetower read --draw` draws it: all read but one."""
    rng = np.random.default_rng(12)
    dice = [
        replace(pip_die(rng, Ingredients(hard=0.3), value), pose=Pose.flat(x, y, turn))
        for value, x, y, turn in (
            (5, -3.1, -1.2, 0.3),
            (2, -1.5, 0.9, 1.1),
            (6, 0.2, -1.3, 0.7),
            (3, 1.25, -1.1, 0.75),
            (1, 2.9, 0.6, 0.1),
            (4, -3.3, 1.6, 0.5),
        )
    ]
    cut_off = replace(pip_die(rng, Ingredients(), 6), pose=Pose.flat(5.0, -1.9, 0.4))
    at = np.asarray([0, 0, 1], np.float32)
    camera = Camera.looking(at, 16, math.radians(24), 1.2, 0, 92, (960, 640))
    table = Table(GROUNDS["wood"](rng), 40)
    scene = Scene((*dice, cut_off), table, camera, (LAMP,))
    picture = Optics(defocus=0.7, noise=3, quality=92).shoot(render(scene), rng)
    finder = finder_of(CARDS / "find.md")
    reader = reader_of(load_card(CARDS / "face.md"))
    return draw_seen(picture, recognise(picture, finder, reader))


def random_crops() -> Picture:
    """Return a sheet of what the net trains on, as it comes."""
    rng = np.random.default_rng(2)
    known = icons(ICONS, ICON_SEED)
    crops = [crop(rng, Ingredients(), known).picture for _ in range(96)]
    return sheet(crops, 16)


def seen_places() -> Picture:
    """Return drawn faces, each with a place that is a fifth off, in red, and with the
    place where the reader sees the face when it looks there, in green."""
    rng = np.random.default_rng(6)
    reader = reader_of(load_card(CARDS / "face.md"))
    known = icons(ICONS, ICON_SEED)
    pictures: list[Picture] = []
    while len(pictures) < 16:
        shown = crop(rng, Ingredients(nothing=False, symbols=False), known).picture
        off, factor = rng.uniform(-0.2, 0.2, 2), math.exp(rng.uniform(-0.25, 0.25))
        x, y = (float(v) for v in SIDE / 2 + off * EDGE_PX)
        looked_for = Place((x, y), factor * EDGE_PX)
        (reading,) = reader.read(shown, [looked_for])
        picture = cv2.resize(shown, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        for place, colour in ((looked_for, (0, 0, 255)), (reading.place, (0, 255, 0))):
            if place is not None:
                middle, half = np.asarray(place.centre), place.edge / 2
                corners = np.rint(2 * np.asarray([middle - half, middle + half]))
                low, high = corners.astype(int).tolist()
                cv2.rectangle(picture, low, high, colour, 1, cv2.LINE_AA)
        pictures.append(np.asarray(picture, np.uint8))
    return sheet(pictures, 8)


def showcase() -> Picture:
    """Return one die of every kind, on every ground, named."""
    kinds = [
        ("plain", Body(material=Material((0.15, 0.15, 0.8)))),
        ("marbled", _body((0.6, 0.3, 0.1), (0.1, 0.05, 0.02), Pattern.MARBLED)),
        ("swirled", _body((0.9, 0.9, 0.9), (0.8, 0.3, 0.1), Pattern.SWIRLED)),
        ("glittering", _body((0.5, 0.1, 0.35), (0.9, 0.8, 0.9), Pattern.GLITTERING)),
        ("speckled", _body((0.75, 0.8, 0.82), (0.2, 0.2, 0.2), Pattern.SPECKLED)),
        ("wooden", _body((0.35, 0.55, 0.72), (0.2, 0.36, 0.5), Pattern.WOODEN)),
        (
            "clear",
            Body(
                material=Material((0.1, 0.1, 0.9), gloss=1, roughness=0.02, clear=0.7)
            ),
        ),
        ("ball cut", Body(rounding=0.1, ball=1.38, material=Material((0.1, 0.5, 0.1)))),
    ]
    grounds = list(GROUNDS.items())
    pictures = []
    for index, (name, body) in enumerate(kinds):
        ground, tile = grounds[index]
        faces = standard_faces(index % 6 + 1, 0.46, 0.19, colour=(0.95, 0.95, 0.95))
        if name in ("speckled", "wooden", "swirled"):
            faces = standard_faces(index % 6 + 1, 0.46, 0.19)
        die = Die(Pose.flat(0, 0, 0.5 + index), body, faces)
        picture = render(_close(die, tile(np.random.default_rng(index))))
        pictures.append(_named(picture, f"{name}, on {ground}"))
    return sheet(pictures, 4)


def tray() -> Picture:
    """Return a tray with dice that lie, lean, stand on others and tumble."""
    rng = np.random.default_rng(5)
    mask = icons(ICONS, ICON_SEED)[40].mask
    dice = []
    for x, y in [(-2.6, -1.3), (-1.1, -1.5), (0.3, -1.2), (2.0, -1.4), (-2.2, 0.6)]:
        dice.append(_any_die(rng, Pose.flat(x, y, rng.uniform(0, 6.3))))
    dice.append(_any_die(rng, Pose.flat(0.0, 0.5, 0.3)))
    dice.append(_any_die(rng, Pose.flat(0.2, 0.6, 1.0).raised(1.0)))
    dice.append(_any_die(rng, Pose.leaning(1.9, 0.4, 0.4, math.radians(24))))
    tumbling = Pose(np.array([3.2, 0.9, 1.6], np.float32), _turned(0.7, 0.9))
    dice.append(_any_die(rng, tumbling))
    sign = Symbol(mask, 0.75, 0.5, (0.95, 0.95, 0.95))
    special = _any_die(rng, Pose.flat(-0.9, 1.7, 2.9))
    red = replace(special.body, material=Material((0.1, 0.1, 0.6), gloss=0.8))
    dice.append(replace(special, body=red, faces=(sign,) * 6))
    wall = ((math.pi / 2, 2.6, (0.2, 0.25, 0.3)),)
    table = Table(GROUNDS["felt"](np.random.default_rng(17)), 60, (3, 5), wall)
    at = np.array([0.2, 0.1, 0.5], np.float32)
    camera = Camera.looking(at, 15, 0.35, -math.pi / 2 + 3.14, 0, 88, (860, 480))
    arm = Limb((905, 470), (760, 380), 46, (0.5, 0.6, 0.8))
    return render(Scene(tuple(dice), table, camera, (LAMP,), limbs=(arm,)))


def hard_cases() -> Picture:
    """Return the causes of the errors that are left, each drawn."""
    white = Material((0.92, 0.92, 0.92))
    ring = replace(LAMP, towards=_up(), size=(0.16, 0.16), hole=0.6, glare=14.0)
    streak = replace(LAMP, towards=_up(0.03), size=(0.25, 0.03), glare=14.0)
    blue = Material((0.55, 0.25, 0.05), gloss=1.0, roughness=0.02)
    black = _body((0.13, 0.12, 0.13), (0.2, 0.2, 0.22), Pattern.MARBLED).material
    red = (0.1, 0.08, 0.55)
    dished = Body(dish=0.16, material=blue)
    cases = [
        ("glare: a ring", _die(1, dished, (0.9, 0.9, 0.9)), ring, 0.02, Optics()),
        ("glare: a band", _die(4, Body(material=blue), red), streak, 0.02, Optics()),
        ("low contrast", _die(5, Body(material=black), red), LAMP, 0.1, Optics()),
        (
            "few pixels, blur",
            _die(6, Body(material=white)),
            LAMP,
            0.3,
            Optics(defocus=4, shrink=0.13, noise=4),
        ),
        ("side face", _die(2, Body(rounding=0.5, material=white)), LAMP, 1.0, Optics()),
    ]
    rng = np.random.default_rng(0)
    pictures = []
    for name, die, lamp, slant, optics in cases:
        tile = GROUNDS["plain"](np.random.default_rng(3))
        scene = replace(_close(die, tile, slant), lamps=(lamp,))
        pictures.append(_named(optics.shoot(render(scene), rng), name))
    return sheet(pictures, 5)


def _die(
    value: int, body: Body, paint: tuple[float, float, float] = (0.05, 0.05, 0.05)
) -> Die:
    return Die(
        Pose.flat(0, 0, 0.4), body, standard_faces(value, 0.46, 0.19, colour=paint)
    )


def _any_die(rng: np.random.Generator, pose: Pose) -> Die:
    base = rng.uniform(0.05, 0.95, 3)
    light = float(base @ (0.15, 0.5, 0.35)) > 0.5
    paint = (0.05, 0.05, 0.05) if light else (0.95, 0.95, 0.95)
    material = Material((float(base[0]), float(base[1]), float(base[2])))
    faces = standard_faces(int(rng.integers(1, 7)), 0.46, 0.19, colour=paint)
    return Die(pose, Body(material=material), faces)


def _body(
    base: tuple[float, float, float],
    second: tuple[float, float, float],
    pattern: Pattern,
) -> Body:
    return Body(material=Material(base, second, pattern, seed=4))


def _close(die: Die, tile: Picture, slant: float = 0.35) -> Scene:
    """Return a scene that shows one die large."""
    size = (LARGE, LARGE)
    edge = LARGE * EDGE_PX / 96
    camera = Camera.looking(die.top()[0], 9, slant, 0.9, 0.4, edge, size)
    return Scene((die,), Table(tile, 70), camera, (LAMP,))


def _up(aside: float = 0.0) -> Picture:
    return np.array([aside, 0.0, math.sqrt(1 - aside * aside)], np.float32)


def _turned(about_x: float, about_z: float) -> Picture:
    tilted = Pose.leaning(0, 0, about_z, about_x).rotation
    return np.asarray(tilted @ Pose.leaning(0, 0, 0.8, 0.5).rotation, np.float32)


def _named(picture: Picture, name: str) -> Picture:
    """Return the picture with its name on a strip below."""
    strip = np.full((22, picture.shape[1], 3), 245, np.uint8)
    cv2.putText(
        strip,
        name,
        (6, 15),
        cv2.FONT_HERSHEY_SIMPLEX,
        0.42,
        (40, 40, 40),
        1,
        cv2.LINE_AA,
    )
    return np.concatenate([picture, strip])
