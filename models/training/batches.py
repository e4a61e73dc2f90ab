"""Batches of crops, turned, shifted, scaled and relit anew each time they are seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.crops import EDGE_PX, SIDE, Crops
from vision.read import SEEN, VIEW


@dataclass(frozen=True)
class Batch:
    """n views (n, 3, VIEW, VIEW), 0 to 1, with labels as in `Crops`; the leans are as
    the views have them. `places` (n, 3) are as `Answers` has them, NaN where people or
    nets noted boxes, which are not exact, or where there is no face."""

    views: NDArray[np.float32]
    values: NDArray[np.int64]
    identities: NDArray[np.int64]
    states: NDArray[np.int64]
    leans: NDArray[np.float32]
    places: NDArray[np.float32]


@dataclass(frozen=True)
class Source:
    """Crops with the share of the batch that comes from them."""

    crops: Crops
    share: float
    nothing: float  # the share of those without a face among its crops


# Fresh noise for every view would take a fifth of the time of training.
_GRAIN = np.random.default_rng(0).standard_normal((256, 3, VIEW, VIEW), np.float32)


class Batches:
    """An endless supply; the same seed gives the same batches."""

    def __init__(self, sources: Sequence[Source], size: int, seed: int) -> None:
        self.sources, self.size = sources, size
        self.rng = np.random.default_rng(seed)
        shares = np.array([source.share for source in sources])
        self.shares = shares / shares.sum()
        self.weights = [_weights(source) for source in sources]

    def take(self) -> Batch:
        """Return the next batch."""
        counts = self.rng.multinomial(self.size, self.shares)
        parts = []
        for source, weights, count in zip(
            self.sources, self.weights, counts, strict=True
        ):
            if count:
                chosen = self.rng.choice(len(weights), count, p=weights)
                parts.append(_taken(source.crops, chosen))
        crops = Crops.joined(parts)
        ways = [aim(self.rng, mirror=bool(value > 0)) for value in crops.values]
        views = np.stack(
            [
                seen(picture, way, self.rng)
                for picture, way in zip(crops.pictures, ways, strict=True)
            ]
        )
        leans = np.stack(
            [turned(way, lean) for way, lean in zip(ways, crops.leans, strict=True)]
        )
        places = np.stack([placed(way) for way in ways])
        places[(crops.scenes >= 0) | np.isnan(crops.leans).any(1)] = np.nan
        return Batch(
            relit(views, self.rng),
            crops.values.astype(np.int64),
            crops.identities.astype(np.int64),
            crops.states.astype(np.int64),
            leans,
            places,
        )


def _taken(crops: Crops, chosen: NDArray[np.int64]) -> Crops:
    return Crops(*(getattr(crops, f.name)[chosen] for f in fields(Crops)))


def _weights(source: Source) -> NDArray[np.float64]:
    """Return how often each crop is drawn: as it is where `nothing` is 0, else every
    value alike often and the rest as told."""
    values = source.crops.values
    if source.nothing == 0:
        return np.full(len(values), 1 / len(values))
    counts = np.bincount(values, minlength=7)
    weights = 1 / np.maximum(counts[values], 1)
    bare = values == 0
    for some, share in ((bare, source.nothing), (~bare, 1 - source.nothing)):
        if some.any():
            weights[some] *= share / weights[some].sum()
    return np.asarray(weights / weights.sum(), np.float64)


def aim(rng: np.random.Generator, *, mirror: bool) -> NDArray[np.float64]:
    """Return a way (2, 3) from a crop to a view: turned, a little off, or nearer."""
    far = 1.7 if rng.random() < 0.25 else 1.0  # finders are off by 29 % at times
    zoom = VIEW / SEEN / EDGE_PX * math.exp(rng.normal(0, 0.14 * far))
    angle = rng.uniform(0, 2 * math.pi)
    c, s = zoom * math.cos(angle), zoom * math.sin(angle)
    flip = -1 if mirror and rng.random() < 0.5 else 1
    linear = np.array([[c * flip, -s], [s * flip, c]])
    at = np.full(2, (SIDE - 1) / 2) + rng.normal(0, 0.07 * far, 2) * EDGE_PX
    return np.column_stack([linear, (VIEW - 1) / 2 - linear @ at])


def turned(way: NDArray[np.float64], lean: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a lean (2,), which is in edges, as a view shows it."""
    linear = way[:, :2]
    zoom = math.sqrt(abs(float(np.linalg.det(linear))))
    return np.asarray(linear @ lean / zoom, np.float32)


def placed(way: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return where a view has the face that is in the middle of its crop: the middle
    (x, y) off the view's, in edges that the view assumes, and the log of its edge."""
    assumed = VIEW / SEEN
    middle = way @ [(SIDE - 1) / 2, (SIDE - 1) / 2, 1.0] - (VIEW - 1) / 2
    edge = EDGE_PX * math.sqrt(abs(float(np.linalg.det(way[:, :2]))))
    return np.asarray([*(middle / assumed), math.log(edge / assumed)], np.float32)


def seen(
    crop: NDArray[np.uint8], way: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return a view (VIEW, VIEW, 3) of a crop, as one camera or another has it."""
    if rng.random() < 0.35:
        crop = _coarser(crop, rng)
    out = cv2.warpAffine(
        crop,
        way,
        (VIEW, VIEW),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    if rng.random() < 0.25:
        out = crisper(np.asarray(out, np.uint8), rng)
    if rng.random() < 0.15:
        quality = int(rng.uniform(30, 95))
        packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return np.asarray(out, np.uint8)


def _coarser(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the crop as from a camera with fewer pixels, or out of focus."""
    if rng.random() < 0.4:
        return np.asarray(cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.4, 1.6)), "u1")
    small = int(SIDE * math.exp(rng.uniform(math.log(0.35), 0)))
    coarse = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(coarse, (SIDE, SIDE)), np.uint8)


def crisper(view: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the view as a telephone takes it from near: sharper, of more contrast.

    The photographs that train are softer than that; where only drawn cards and dominoes
    were crisp, crisp dice were taken for those.
    """
    soft = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.7, 1.6))
    more = rng.uniform(0.3, 2.0)
    sharp = cv2.addWeighted(view, 1 + more, soft, -more, 0)
    if rng.random() < 0.5:
        contrast = rng.uniform(1.0, 1.6)
        sharp = cv2.addWeighted(sharp, contrast, sharp, 0, 128 * (1 - contrast))
    return np.asarray(sharp, np.uint8)


def _recoloured(
    view: NDArray[np.float32], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Return a view (3, n, n) in mixed colours: red on blue from black on white."""
    mixed = np.asarray(
        np.eye(3) + rng.normal(0, 0.4, (3, 3)), np.float32
    ) @ view.reshape(3, -1)
    mixed += (view.mean() - mixed.mean(1, keepdims=True)) * rng.uniform(0.3, 1)
    return np.asarray(np.clip(mixed, 0, 1).reshape(view.shape), np.float32)


def relit(views: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return views (n, 3, side, side) from 0 to 1, in other light and other colours.

    `side` is a multiple of VIEW.
    """
    count, side = views.shape[:2]
    out = np.asarray(views.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
    for index in np.flatnonzero(rng.random(count) < 0.3):
        out[index] = out[index][rng.permutation(3)]
    for index in np.flatnonzero(rng.random(count) < 0.25):
        out[index] = _recoloured(out[index], rng)
    grey = np.flatnonzero(rng.random(count) < 0.1)
    out[grey] = out[grey].mean(1, keepdims=True)
    negative = np.flatnonzero(rng.random(count) < 0.08)
    out[negative] = 1 - out[negative]
    gains = rng.normal(0, 0.12, (count, 3, 1, 1)) + rng.normal(0, 0.2, (count, 1, 1, 1))
    gains = np.exp(gains).astype("f")
    lift = rng.normal(0, 0.05, (count, 3, 1, 1)).astype("f")
    slopes = rng.normal(0, 0.1, (count, 2)).astype("f")
    noise = rng.uniform(0, 0.02, (count,)).astype("f")
    grains = _GRAIN[rng.integers(len(_GRAIN), size=count)]
    along, tiles = np.linspace(-1, 1, side, dtype=np.float32), side // VIEW
    for i in range(count):  # one by one they stay in the processor's cache
        view = out[i]
        view *= gains[i]
        view += lift[i]
        view *= 1 + slopes[i, 0] * along[:, None] + slopes[i, 1] * along
        view += np.tile(noise[i] * grains[i], (1, tiles, tiles))
        np.clip(view, 0, 1, out=view)
    return out
