"""What a die is made of: the colour of its body at every point, and how it shines.

Patterns are functions of the place inside the body, so they run on around the edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from vision.arrays import Array, Colour


class Pattern(Enum):
    """How the colours of a body are mixed."""

    PLAIN = "plain"
    MARBLED = "marbled"
    SWIRLED = "swirled"
    GLITTERING = "glittering"
    SPECKLED = "speckled"
    WOODEN = "wooden"


@dataclass(frozen=True)
class Material:
    """The stuff of a body; `seed` chooses its pattern among all of its kind.

    `gloss` is the share of a mirror's reflection, `roughness` how far it is spread,
    `clear` how much of the ground shows through.
    """

    base: Colour
    second: Colour = (0.5, 0.5, 0.5)
    pattern: Pattern = Pattern.PLAIN
    gloss: float = 0.5
    roughness: float = 0.2
    clear: float = 0.0
    seed: int = 0

    def albedo(self, points: Array) -> Array:
        """Return linear colours (3, n) at `points` (3, n), in half edges."""
        base = np.square(np.asarray(self.base, np.float32))[:, None]
        if self.pattern is Pattern.PLAIN:
            return np.broadcast_to(base, points.shape).astype(np.float32)
        second = np.square(np.asarray(self.second, np.float32))[:, None]
        share = self._share(points)
        return np.asarray(base + (second - base) * share, np.float32)

    def _share(self, points: Array) -> Array:
        """Return how much of the second colour lies at each point, 0 to 1."""
        rng = np.random.default_rng(self.seed)
        if self.pattern is Pattern.WOODEN:
            return _rings(points, rng)
        if self.pattern is Pattern.MARBLED:
            return _step(_waves(points, rng, 1.5, 1.2), 0.6)
        if self.pattern is Pattern.SWIRLED:
            return _step(_waves(points, rng, 2.5, 2.5), 0.25)
        fine = _step(_waves(points, rng, 14.0, 3.0) - 0.9, 0.2)
        if self.pattern is Pattern.SPECKLED:
            return fine
        return np.where(rng.random(points.shape[1]) < 0.12, 1, 0.4 * fine).astype("f")


def _waves(points: Array, rng: np.random.Generator, pace: float, twist: float) -> Array:
    """Return sines bent by sines, about -1 to 1: cheap turbulence."""
    bend = np.sin(_vectors(rng, 3, pace) @ points + _phases(rng, 3))
    bend += 0.5 * np.sin(_vectors(rng, 3, 2.3 * pace) @ points + _phases(rng, 3))
    direction = _vectors(rng, 1, pace)
    return np.asarray(
        np.sin(direction @ points + twist * bend.sum(0) + _phases(rng, 1))[0], "f"
    )


def _rings(points: Array, rng: np.random.Generator) -> Array:
    """Return growth rings around an axis beside the body."""
    axis = _vectors(rng, 1, 1.0)[0]
    axis /= np.linalg.norm(axis)
    away = points - axis[:, None] * (axis @ points) + rng.normal(0, 1.5, (3, 1))
    grain = 0.15 * _waves(points, rng, 3.0, 1.0)
    radius = np.sqrt((away * away).sum(0)) + grain
    return np.asarray(0.5 + 0.5 * np.sin(rng.uniform(12, 30) * radius), "f")


def _vectors(rng: np.random.Generator, count: int, pace: float) -> Array:
    return rng.normal(0, pace, (count, 3)).astype(np.float32)


def _phases(rng: np.random.Generator, count: int) -> Array:
    return rng.uniform(0, 6.3, (count, 1)).astype(np.float32)


def _step(values: Array, width: float) -> Array:
    """Return 0 below, 1 above, over `width` around 0."""
    return np.clip(values / width * 0.5 + 0.5, 0, 1)
