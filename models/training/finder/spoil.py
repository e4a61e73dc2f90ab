"""What tables and cameras do to a window, anew each time it is seen."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.training.batches import crisper
from models.training.flat import two_colours
from vision.arrays import Array, Picture
from vision.grounds import speck


def spoilt(rng: np.random.Generator, view: Picture, labels: Array) -> Picture:
    """Return a window (side, side, 3) as a camera has it; it draws into `view`.

    Nothing is drawn over the dice of `labels` (k, 7), but a shadow may fall on them.
    """
    if rng.random() < 0.2:
        _specks(rng, view, labels)
    if rng.random() < 0.08:
        _cord(rng, view, labels)
    if rng.random() < 0.15:
        view = _shaded(rng, view)
    return _shot(rng, view)


def _specks(rng: np.random.Generator, view: Picture, labels: Array) -> None:
    """Draw crumbs beside the dice."""
    for at in rng.uniform(0, len(view), (int(rng.integers(1, 9)), 2)):
        if _clear(at[None], labels, 0):
            speck(rng, view, at, math.exp(rng.uniform(-0.9, 1.5)))


def _cord(rng: np.random.Generator, view: Picture, labels: Array) -> None:
    """Draw a cable with its shadow from rim to rim, if no die lies there.

    It is long and of skin's or any other colour, and no arm.
    """
    path = _bow(rng, len(view))
    thick = math.exp(rng.uniform(math.log(2), math.log(16)))
    if not _clear(path, labels, 2 * thick):
        return
    colour = np.asarray(two_colours(rng)[0])
    shadow, shine = rng.uniform(-0.6, 0.6, 2) * thick, rng.normal(0, 0.2 * thick, 2)
    _cast(view, path + shadow, thick, rng.uniform(40, 200) / 255)
    _draw(view, path, thick, colour)
    _draw(view, path + shine, 0.4 * thick, np.minimum(colour * 1.25 + 10, 255))


def _bow(rng: np.random.Generator, side: int) -> Array:
    """Return points (40, 2) of a parabola across a window."""
    points = np.asarray([[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]]) * side
    places = rng.uniform(0, side, 3)
    points[:, int(rng.integers(2))] = places
    t = np.linspace(0, 1, 40)[:, None]
    shares = np.hstack([(1 - t) ** 2, 2 * t * (1 - t), t**2])
    return np.asarray(shares @ points)


def _cast(view: Picture, path: Array, thick: float, depth: float) -> None:
    """Draw the shadow of what lies along a path; `depth` is from 0 to 1."""
    dark, near = view.copy(), np.zeros_like(view)
    _draw(dark, path, thick, np.zeros(3))
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), max(0.5, 0.3 * thick)), np.uint8)
    _draw(near, path, 2.5 * thick, np.full(3, 255 * depth))
    share = near / np.float32(255)
    view[:] = (view * (1 - share) + dark * share).astype(np.uint8)


def _draw(view: Picture, path: Array, thick: float, colour: Array) -> None:
    points = np.rint(path * 16).astype(np.int32)
    ink = [float(part) for part in colour]
    width = max(1, round(thick))
    cv2.polylines(view, [points], False, ink, width, cv2.LINE_AA, shift=4)


def _clear(path: Array, labels: Array, reach: float) -> bool:
    """Return whether all that is within reach of points (n, 2) lies beside all dice."""
    gaps = np.linalg.norm(labels[:, None, :2] - path, axis=2)
    return bool((gaps > 0.9 * labels[:, None, 2] + reach).all())


def _shaded(rng: np.random.Generator, view: Picture) -> Picture:
    """Return the view with the shadow of something that is not in it, with a soft rim.

    A table may be dark in a corner without a sleeve in it.
    """
    side = len(view)
    along = np.arange(side, dtype=np.float32)
    angle, soft = rng.uniform(0, 6.3), side * math.exp(rng.uniform(-3.5, -0.7))
    away = math.cos(angle) * along[:, None] + math.sin(angle) * along
    bend = rng.normal(0, 1 / side)
    across = math.cos(angle) * along - math.sin(angle) * along[:, None]
    away = away + bend * (across - across.mean()) ** 2
    rim = rng.uniform(away.min(), away.max())
    depth = rng.uniform(0.1, 0.65)
    light = 1 - depth / (1 + np.exp(np.clip((away - rim) / soft, -30, 30)))
    return np.asarray(view * light[:, :, None], np.uint8)


def _shot(rng: np.random.Generator, view: Picture) -> Picture:
    """Return the view a little out of focus, crisp, or compressed, sometimes."""
    luck = rng.random()
    if luck < 0.12:
        soft = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.4, 1.3))
        return np.asarray(soft, np.uint8)
    if luck < 0.3:
        quality = int(rng.uniform(25, 90))
        packed = cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return crisper(view, rng) if luck < 0.5 else view
