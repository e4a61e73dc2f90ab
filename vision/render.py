"""Scenes to pictures: rays are marched to rounded bodies, then lit and coloured.

Only the pixels near a die are marched, a few steps each, so that a crop of 96 pixels
takes a few milliseconds. It draws what trains the readers, and the simulated tower.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Array, Picture
from vision.scene import FACE_AXES, Camera, Die, Lamp, Limb, Scene

STEPS = 7  # enough for 1/300 of an edge on the roundest bodies


def render(scene: Scene) -> Picture:
    """Return the picture (height, width, 3), BGR, that a perfect lens takes."""
    canvas = _ground(scene)
    position = scene.camera.position
    far_first = sorted(
        scene.dice, key=lambda die: -float(np.linalg.norm(die.pose.centre - position))
    )
    for die in far_first:
        _draw_die(canvas, die, scene)
    picture = np.asarray(np.sqrt(np.clip(canvas, 0, 1)) * 255, np.float32)
    for limb in scene.limbs:
        _draw_limb(picture, limb)
    return np.asarray(picture + 0.5, np.uint8)


def reach_in(picture: Picture, limbs: Sequence[Limb]) -> Picture:
    """Return a picture with limbs over it, without drawing all of it anew."""
    canvas = picture.astype(np.float32)
    for limb in limbs:
        _draw_limb(canvas, limb)
    return np.asarray(canvas + 0.5, np.uint8)


def _ground(scene: Scene) -> Array:
    """Return the table with the shadows on it, linear colours (height, width, 3)."""
    x, y = scene.camera.ground()
    table = scene.table
    # REFLECT and not WRAP: tiles need no matching borders.
    colour = cv2.remap(
        np.square(table.tile),
        x * table.scale + table.offset[0],
        y * table.scale + table.offset[1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    light = np.asarray(_light_on_ground(scene), np.float32)
    canvas = cv2.multiply(colour, light)
    for angle, distance, wall in table.walls:
        side = np.asarray([np.cos(angle), np.sin(angle)], np.float32)
        beyond = x * side[0] + y * side[1] > distance
        edge = cv2.GaussianBlur(beyond.astype(np.float32), (0, 0), 0.7)[:, :, None]
        canvas += edge * (
            np.square(np.asarray(wall, np.float32)) * light.mean() - canvas
        )
    return np.asarray(canvas, np.float32)


def _light_on_ground(scene: Scene) -> Array:
    """Return the light (height, width, 3) that falls on the table."""
    close = 1 - 0.5 * _contact(scene)
    planes = [close * np.float32(share) for share in scene.sky]
    for lamp in scene.lamps:
        lit = close * (1 - np.float32(lamp.shadow) * _shadow(scene, lamp))
        falls = max(float(lamp.towards[2]), 0.0)
        for plane, share in zip(planes, lamp.colour, strict=True):
            plane += np.float32(share * falls) * lit
    return np.asarray(cv2.merge(planes))


def _shadow(scene: Scene, lamp: Lamp) -> Array:
    """Return how much of a lamp each pixel of the ground misses, 0 to 1."""
    width, height = scene.camera.size
    mask = np.zeros((height, width), np.float32)
    if lamp.shadow == 0 or lamp.towards[2] < 0.1:
        return mask
    slide = lamp.towards[:2] / lamp.towards[2]
    for die in scene.dice:
        points = die.corners(1 - 0.3 * die.body.rounding)
        points[:, :2] -= points[:, 2:] * slide
        points[:, 2] = 0
        _fill_hull(mask, scene.camera.project(points))
    sigma = max(0.4, lamp.softness * _pixels_an_edge(scene.camera))
    return cv2.GaussianBlur(mask, (0, 0), sigma)


def _contact(scene: Scene) -> Array:
    """Return the darkness close around what stands on the ground, 0 to 1."""
    width, height = scene.camera.size
    mask = np.zeros((height, width), np.float32)
    for die in scene.dice:
        points = die.corners(0.95)
        low = points[np.argsort(points[:, 2])[:4]]
        if low[:, 2].min() < 0.1 * die.body.edge:
            low[:, 2] = 0
            _fill_hull(mask, scene.camera.project(low))
    return cv2.GaussianBlur(mask, (0, 0), 0.08 * _pixels_an_edge(scene.camera) + 0.3)


def _fill_hull(mask: Array, points: Array) -> None:
    hull = cv2.convexHull((points * 16).astype(np.int32))
    cv2.fillConvexPoly(
        mask, hull, (1.0,), cv2.LINE_AA if mask.dtype == np.uint8 else 8, 4
    )


def _pixels_an_edge(camera: Camera) -> float:
    steep = max(-float(camera.rotation[2, 2]), 0.1)
    return camera.focal * steep / max(float(camera.position[2]), 0.5)


def _draw_die(canvas: Array, die: Die, scene: Scene) -> None:
    """Draw a die over what is already there."""
    height, width = canvas.shape[:2]
    outline = scene.camera.project(die.corners(1.02))
    left, top = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(outline.max(0)).astype(int) + 1, (width, height))
    if left >= right or top >= bottom:
        return
    rays = scene.camera.rays(left, top, right, bottom)
    rotation = die.pose.rotation
    half = 0.5 * die.body.edge
    origin = rotation.T @ (scene.camera.position - die.pose.centre) / half
    hits, points, normals, miss = _march(die, origin, rotation.T @ rays)
    if not len(hits):
        return
    away = half * np.linalg.norm(origin)
    footprint = float(away / scene.camera.focal / half)  # half edges a pixel
    cover = np.clip(1 - miss / footprint, 0, 1)
    under = canvas[top:bottom, left:right].reshape(-1, 3)
    colour = _lit(die, scene, points, normals, rays[:, hits], footprint, under[hits])
    under[hits] += cover[:, None] * (colour - under[hits])
    canvas[top:bottom, left:right] = under.reshape(bottom - top, right - left, 3)


def _march(
    die: Die, origin: Array, rays: Array
) -> tuple[NDArray[np.intp], Array, Array, Array]:
    """Return which rays come near the body, where, its normals there, by how much off.

    All in the frame of the die, in half edges: points and normals have shape (3, n).
    """
    with np.errstate(divide="ignore"):
        inverse = 1 / rays
    one, two = (-1.03 - origin[:, None]) * inverse, (1.03 - origin[:, None]) * inverse
    near, far = np.minimum(one, two), np.maximum(one, two)
    enter = np.maximum(np.maximum(near[0], near[1]), near[2])
    leave = np.minimum(np.minimum(far[0], far[1]), far[2])
    hits = np.flatnonzero((enter < leave) & (enter > 0))
    rays, reach = rays[:, hits], enter[hits]
    best, miss = reach.copy(), np.full(len(hits), 9.0, np.float32)
    core, ball = 1 - die.body.rounding, die.body.ball
    for _ in range(STEPS):
        points = origin[:, None] + reach * rays
        beyond = np.maximum(np.abs(points) - core, 0)
        gap = _length(beyond) - die.body.rounding
        if ball < 1.73:
            gap = np.maximum(gap, _length(points) - ball)
        nearer = gap < miss
        best, miss = np.where(nearer, reach, best), np.where(nearer, gap, miss)
        reach = reach + gap
    points = np.asarray(origin[:, None] + best * rays, np.float32)
    return hits, points, _normals(die, points), np.maximum(miss, 0)


def _length(vectors: Array) -> Array:
    """Return the lengths (n,) of vectors (3, n); four times as quick as a reduction."""
    x, y, z = vectors
    return np.asarray(np.sqrt(x * x + y * y + z * z), np.float32)


def _normals(die: Die, points: Array) -> Array:
    """Return the outward normals of the body, hollow or bulging faces included."""
    beyond = np.maximum(np.abs(points) - (1 - die.body.rounding), 0) + 1e-6
    normals = np.sign(points) * beyond
    gap = _length(beyond) - die.body.rounding
    if die.body.ball < 1.73:
        radius = _length(points)
        on_ball = radius - die.body.ball > gap
        normals = np.where(on_ball, points, normals)
    normals /= _length(normals)
    if die.body.dish:
        flat = np.abs(points) < 1 - die.body.rounding
        normals = normals - die.body.dish * np.where(flat, points, 0)
    return normals


def _lit(
    die: Die,
    scene: Scene,
    points: Array,
    normals: Array,
    rays: Array,
    footprint: float,
    behind: Array,
) -> Array:
    """Return the linear colours (n, 3) of points on a body."""
    material = die.body.material
    albedo = material.albedo(points)
    if material.clear:
        albedo = albedo * (1 - 0.75 * material.clear)
    paint = _mark(die, albedo, points, normals, footprint)
    normals /= _length(normals)
    facing = die.pose.rotation @ normals
    colour = albedo * _diffuse(scene, facing)
    if material.clear:
        tint = np.square(np.asarray(material.base, np.float32))[:, None]
        through = material.clear * (1 - paint) * (0.3 + 0.7 * np.abs(facing[2]))
        colour += through * (0.25 + 0.75 * tint) * behind.T
    if material.gloss:
        colour = colour + _mirror(
            scene, material.gloss, material.roughness, facing, rays
        )
    return np.asarray(colour.T, np.float32)


def _mark(
    die: Die, albedo: Array, points: Array, normals: Array, footprint: float
) -> Array:
    """Paint marks into `albedo`, sink them into `normals`; return the paint (n,)."""
    paint = np.zeros(points.shape[1], np.float32)
    axes = np.abs(points).argmax(0)
    for (axis, sign, along, across), mark in zip(FACE_AXES, die.faces, strict=True):
        on = np.flatnonzero((axes == axis) & (points[axis] * sign > 0))
        if not len(on):
            continue
        cover, slope_u, slope_v = mark.at(
            points[along, on], points[across, on], footprint
        )
        colour = np.square(np.asarray(mark.colour, np.float32))[:, None]
        albedo[:, on] += cover * (colour - albedo[:, on])
        normals[along, on] -= slope_u
        normals[across, on] -= slope_v
        paint[on] = cover
    return paint


def _diffuse(scene: Scene, facing: Array) -> Array:
    """Return the light (3, n) that falls on surfaces that face `facing` (3, n)."""
    light = np.asarray(scene.sky, np.float32)[:, None] * (0.65 + 0.35 * facing[2])
    for lamp in scene.lamps:
        falls = np.maximum(lamp.towards @ facing, 0)
        light = light + np.asarray(lamp.colour, np.float32)[:, None] * falls
    return np.asarray(light, np.float32)


def _mirror(
    scene: Scene, gloss: float, roughness: float, facing: Array, rays: Array
) -> Array:
    """Return what a glossy coat mirrors: the sky and the patches of the lamps."""
    straight = -(facing[0] * rays[0] + facing[1] * rays[1] + facing[2] * rays[2])
    mirrored = rays + 2 * straight * facing
    coat = gloss * (0.05 + 0.95 * np.power(np.clip(1 - straight, 0, 1), 5))
    sky = np.asarray(scene.sky, np.float32)[:, None] * np.clip(
        0.5 + 0.8 * mirrored[2], 0, 1
    )
    patches = np.zeros_like(straight)
    for lamp in scene.lamps:
        patches += lamp.glare * _patch(lamp, roughness, mirrored)
    return np.asarray(coat * (sky + patches), np.float32)


def _patch(lamp: Lamp, roughness: float, mirrored: Array) -> Array:
    """Return how brightly directions (3, n) meet a lamp's patch, 0 to 1."""
    towards = lamp.towards
    side = np.cross(
        towards, np.asarray([np.cos(lamp.turn), np.sin(lamp.turn), 0.3], np.float32)
    )
    side /= np.linalg.norm(side) + 1e-6
    up = np.cross(side, towards)
    along = np.maximum(towards @ mirrored, 1e-3)
    x, y = (
        (side @ mirrored) / along / lamp.size[0],
        (up @ mirrored) / along / lamp.size[1],
    )
    off = np.sqrt(x * x + y * y) if lamp.hole else np.maximum(np.abs(x), np.abs(y))
    soft = max(0.05, roughness / min(lamp.size))
    bright = np.clip((1 - off) / soft + 0.5, 0, 1)
    if lamp.hole:
        bright = bright * np.clip((off - lamp.hole) / soft + 0.5, 0, 1)
    # A rough coat spreads the same light over more directions.
    return np.where(along > 1e-3, bright / (1 + soft), 0)


def _draw_limb(picture: Array, limb: Limb) -> None:
    """Draw a capsule with rounded shading."""
    start, end = np.asarray(limb.start, np.float32), np.asarray(limb.end, np.float32)
    # Only where it is: it covers a small part of most pictures.
    least = np.minimum(start, end) - limb.radius - 1
    most = np.maximum(start, end) + limb.radius + 2
    left, top = (max(0, math.floor(v)) for v in least)
    picture = picture[top : max(top, int(most[1])), left : max(left, int(most[0]))]
    height, width = picture.shape[:2]
    y, x = np.mgrid[top : top + height, left : left + width].astype(np.float32)
    axis = end - start
    share = ((x - start[0]) * axis[0] + (y - start[1]) * axis[1]) / (axis @ axis + 1e-6)
    share = np.clip(share, 0, 1)
    away = np.hypot(x - start[0] - share * axis[0], y - start[1] - share * axis[1])
    cover = np.clip(limb.radius - away + 0.5, 0, 1)[:, :, None]
    round_off = np.sqrt(np.clip(1 - (away / limb.radius) ** 2, 0.05, 1))[:, :, None]
    picture += cover * (255 * np.asarray(limb.colour, np.float32) * round_off - picture)
