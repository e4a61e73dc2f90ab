"""The renderer: geometry that can be checked by hand, and the look of each part."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.grounds import GROUNDS
from vision.marks import Pips, Symbol
from vision.materials import Material, Pattern
from vision.optics import Optics
from vision.render import render
from vision.scene import (
    FACE_AXES,
    Body,
    Camera,
    Die,
    Lamp,
    Limb,
    Pose,
    Scene,
    Table,
    blank_faces,
    standard_faces,
)

GREEN = Table(np.full((8, 8, 3), (0.1, 0.5, 0.1), np.float32))
LAMP = Lamp(np.asarray([0.3, 0.2, 0.93], np.float32), shadow=0.0, glare=0.0)
WHITE = Body(material=Material((0.9, 0.9, 0.9), gloss=0.0))


def scene(*dice: Die, edge_px: float = 60, **changes: object) -> Scene:
    camera = Camera.above(distance=40, edge_px=edge_px, size=(160, 160))
    parts: dict[str, object] = {
        "dice": dice,
        "table": GREEN,
        "camera": camera,
        "lamps": (LAMP,),
    }
    return Scene(**{**parts, **changes})  # type: ignore[arg-type]


def flat(value: int, body: Body = WHITE, turn: float = 0.0) -> Die:
    return Die(Pose.flat(0, 0, turn), body, standard_faces(value, 0.5, 0.2))


def light(picture: np.ndarray) -> np.ndarray:
    return np.asarray(picture.astype(int).min(2) > 110)


@pytest.mark.parametrize("turn", [0.0, 0.4, math.pi / 4])
def test_a_die_is_as_large_as_the_camera_says(turn: float) -> None:
    bare = Die(Pose.flat(0, 0, turn), WHITE, blank_faces())
    area = light(render(scene(bare))).sum()
    # Rounded corners are missing: (4 - pi) r^2 at a radius of a tenth of the edge.
    assert area == pytest.approx(60**2 * (1 - 0.86 * 0.1**2), rel=0.03)


@pytest.mark.parametrize("value", range(1, 7))
def test_each_value_shows_as_many_pips(value: int) -> None:
    picture = render(scene(flat(value, turn=0.3)))
    face = picture[56:104, 56:104].astype(int).max(2)
    dark = face < 110  # half way from paint to body
    one_pip = math.pi * (0.2 * 30) ** 2
    assert dark.sum() / one_pip == pytest.approx(value, rel=0.15)


@pytest.mark.parametrize("top", range(1, 7))
def test_opposite_faces_add_up_to_seven(top: int) -> None:
    marks = standard_faces(top, 0.5, 0.2)
    counts = [len(mark.centres) for mark in marks if isinstance(mark, Pips)]
    assert counts[4] == top
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert [counts[i] + counts[i + 1] for i in (0, 2, 4)] == [7, 7, 7]


def test_the_top_face_is_projected_to_the_middle() -> None:
    die = flat(3)
    camera = Camera.looking(die.top()[0], 9, 0.7, 1.1, 0.4, 50, (96, 96))
    assert camera.project(die.top())[0] == pytest.approx((48, 48), abs=1e-3)


def test_an_edge_across_the_view_has_the_length_asked_for() -> None:
    die = flat(3)
    camera = Camera.looking(die.top()[0], 9, 0.0, 0.0, 0.0, 50, (96, 96))
    corners = camera.project(die.top()[1:])
    assert np.linalg.norm(corners[0] - corners[1]) == pytest.approx(50, rel=1e-3)


def test_axes_of_faces_are_right_handed() -> None:
    for axis, sign, along, across in FACE_AXES:
        unit = np.eye(3)
        normal = np.cross(unit[along], unit[across])
        assert normal == pytest.approx(sign * unit[axis])


@pytest.mark.parametrize("tilt", [0.0, 0.2, 0.6])
def test_a_leaning_die_touches_the_ground(tilt: float) -> None:
    die = Die(Pose.leaning(0, 0, 0.5, tilt), WHITE, blank_faces())
    assert die.corners()[:, 2].min() == pytest.approx(0, abs=1e-5)


def test_a_stacked_die_is_nearer_and_so_larger() -> None:
    low = render(scene(Die(Pose.flat(0, 0, 0), WHITE, blank_faces())))
    high = render(scene(Die(Pose.flat(0, 0, 0).raised(4.0), WHITE, blank_faces())))
    assert light(high).sum() > light(low).sum() * 1.15


def test_the_nearer_die_hides_the_farther() -> None:
    red = Body(material=Material((0.1, 0.1, 0.9), gloss=0.0))
    above = Die(Pose.flat(0, 0, 0).raised(1.0), red, blank_faces())
    picture = render(scene(flat(6), above))
    blue, green, strong = (int(v) for v in picture[80, 80])
    assert strong > 2 * max(blue, green)


def test_a_shadow_falls_away_from_the_lamp() -> None:
    lamp = Lamp(
        np.asarray([0.7, 0.0, 0.71], np.float32), shadow=1.0, softness=0.02, glare=0.0
    )
    down = render(scene(flat(1), lamps=(lamp,)))[:, 80, 1].astype(int)
    before, behind = down[20:45].mean(), down[115:140].mean()
    # Straight from above, x of the world runs down the picture: the lamp stands there.
    assert before < 0.8 * behind


def test_glare_brightens_a_glossy_face_only() -> None:
    lamp = Lamp(
        np.asarray([0, 0, 1], np.float32), size=(0.2, 0.2), shadow=0.0, glare=12.0
    )
    black = Material((0.05, 0.05, 0.05), gloss=1.0, roughness=0.05)
    dull = Material((0.05, 0.05, 0.05), gloss=0.0)
    shiny = render(scene(flat(1, Body(material=black)), lamps=(lamp,)))
    matt = render(scene(flat(1, Body(material=dull)), lamps=(lamp,)))
    assert shiny[60:100, 60:100].mean() > matt[60:100, 60:100].mean() + 60


@pytest.mark.parametrize("pattern", list(Pattern))
def test_patterns_mix_two_colours_and_repeat(pattern: Pattern) -> None:
    material = Material((0.1, 0.2, 0.9), (0.9, 0.8, 0.1), pattern, seed=3)
    rng = np.random.default_rng(0)
    points = rng.uniform(-1, 1, (3, 4000)).astype(np.float32)
    colours = material.albedo(points)
    assert (colours == material.albedo(points)).all()
    assert colours.shape == points.shape
    assert (colours[2].std() > 0.05) == (pattern is not Pattern.PLAIN)


def test_a_clear_body_takes_on_the_ground() -> None:
    solid = Material((0.9, 0.9, 0.9), gloss=0.0)
    clear = Material((0.9, 0.9, 0.9), gloss=0.0, clear=0.8)
    bodies = [Body(material=m) for m in (solid, clear)]
    pictures = [
        render(scene(Die(Pose.flat(0, 0, 0), b, blank_faces()))) for b in bodies
    ]
    greens = [p[70:90, 70:90, 1].mean() / p[70:90, 70:90, 2].mean() for p in pictures]
    assert greens[1] > 1.1 * greens[0]


def test_a_symbol_is_drawn_the_right_way_round() -> None:
    mask = np.zeros((32, 32), np.float32)
    mask[:16, :16] = 1  # one quarter
    sign = Symbol(mask, size=0.9, colour=(0, 0, 0))
    die = Die(Pose.flat(0, 0, 0), WHITE, (*blank_faces()[:4], sign, blank_faces()[0]))
    dark = render(scene(die))[50:110, 50:110].max(2) < 60
    corner = die.to_world(np.asarray([[-0.45, -0.45, 1]], np.float32))
    x, y = scene(die).camera.project(corner)[0] - 50
    assert dark[int(y), int(x)]
    assert dark.mean() == pytest.approx(0.81 / 4, rel=0.15)


def test_a_limb_covers_what_is_under_it() -> None:
    arm = Limb((80, 80), (300, 80), 30, (0.3, 0.4, 0.6))
    picture = render(scene(flat(5), limbs=(arm,)))
    assert picture[80, 90].astype(int) == pytest.approx((76, 102, 153), abs=6)


@pytest.mark.parametrize("name", sorted(GROUNDS))
def test_grounds_are_tiles_of_colours(name: str) -> None:
    for seed in range(5):
        tile = GROUNDS[name](np.random.default_rng(seed))
        assert tile.dtype == np.float32
        assert tile.ndim == 3
        assert tile.shape[0] == tile.shape[1]
        assert 0 <= tile.min() <= tile.max() <= 1


def test_a_perfect_camera_changes_nothing() -> None:
    picture = render(scene(flat(4)))
    assert (Optics().shoot(picture, np.random.default_rng(0)) == picture).all()


def test_faults_of_a_camera_show() -> None:
    picture = render(scene(flat(4)))
    rng = np.random.default_rng(0)
    edges = np.abs(np.diff(picture[:, :, 1].astype(int), axis=1)).max()
    for optics in (Optics(defocus=3), Optics(motion=15), Optics(shrink=0.25)):
        shot = optics.shoot(picture, rng)
        assert shot.shape == picture.shape
        assert np.abs(np.diff(shot[:, :, 1].astype(int), axis=1)).max() < 0.7 * edges
    assert Optics(noise=20).shoot(picture, rng)[:20, :20].std() > 8
    blue = Optics(gains=(1.3, 1.0, 0.7)).shoot(picture, rng).astype(int)
    assert blue[80, 60, 0] > blue[80, 60, 2] + 40


def test_the_same_scene_gives_the_same_picture() -> None:
    glitter = Material((0.5, 0.1, 0.1), (1, 1, 1), Pattern.GLITTERING, seed=9)
    sparkling = scene(flat(2, Body(material=glitter)))
    assert (render(sparkling) == render(sparkling)).all()
