"""How far each die leans beyond what the view explains.

Seen from above or aslant, the top of a flat die lies beside its base, too. With a
pinhole camera that lean is, in edges, a constant (how the camera is tilted) plus the
place in the picture times one number (how wide it looks), the same for all dice of a
picture. What is left over is the die's own.

>>> flat = [Lean((x, 100.0), (0.4 + x / 2000, 0.05)) for x in (100.0, 400.0, 900.0)]
>>> [round(angle) for angle in own_angles([*flat, Lean((600.0, 100.0), (0.4, 0.05))])]
[0, 0, 0, 17]
>>> own_angles(flat[:1])
[0.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Array

# Focal lengths of 0.5 (wide angle) to endlessly many widths of the dice's surroundings,
# as slopes of the lean over the picture's longer side.
SLOPES = np.linspace(0.0, 2.0, 21)
# Dice this near to what the view says (in edges) settle what it says in the end.
AGREES = 0.12


@dataclass(frozen=True)
class Lean:
    """Where the middle of a top face is, in px, and its lean, in edges."""

    centre: tuple[float, float]
    lean: tuple[float, float]


@dataclass(frozen=True)
class View:
    """What the view makes of flat dice: a lean of constant + slope * place in px."""

    constant: tuple[float, float]
    slope: float

    def explains(self, centre: tuple[float, float]) -> tuple[float, float]:
        """Return the lean of a flat die there, in edges."""
        (x, y), (along, down) = centre, self.constant
        return along + self.slope * x, down + self.slope * y


def fit_view(leans: Sequence[Lean], longer_side: float) -> View:
    """Return the view that explains most dice best; a minority may lean as it likes.

    `longer_side` is that of the picture, in px. A single die is always explained.
    """
    places = np.array([one.centre for one in leans]) / longer_side  # (n, 2)
    seen = np.array([one.lean for one in leans])  # (n, 2)
    # Every die in turn is taken for flat, under every slope: (slopes, n, n, 2).
    bases = seen[None] - SLOPES[:, None, None] * places[None]
    gaps = np.linalg.norm(bases[:, :, None] - bases[:, None, :], axis=-1)
    costs = np.minimum(gaps, 2 * AGREES).sum(-1)
    slope, anchor = np.unravel_index(int(costs.argmin()), costs.shape)
    near = gaps[slope, anchor] <= AGREES
    return _least_squares(places[near], seen[near], float(SLOPES[slope]), longer_side)


def own_angles(
    leans: Sequence[Lean], longer_side: float = 1000.0, view: View | None = None
) -> list[float]:
    """Return by how many degrees each die leans of its own.

    `view` is what is known of the camera; without it, it is fitted.
    """
    if not leans:
        return []
    known = view or fit_view(leans, longer_side)
    gaps = np.array(
        [np.subtract(one.lean, known.explains(one.centre)) for one in leans]
    )
    away = np.minimum(np.linalg.norm(gaps, axis=1), 1.0)
    return [float(angle) for angle in np.degrees(np.arcsin(away))]


def _least_squares(
    places: Array, seen: Array, slope: float, longer_side: float
) -> View:
    """Return the view through dice that agree, `places` in longer sides."""
    middle = places.mean(0)
    spread = float(((places - middle) ** 2).sum())
    if len(places) > 2 and spread > 0:
        found = float(((places - middle) * (seen - seen.mean(0))).sum()) / spread
        slope = min(max(found, 0.0), float(SLOPES[-1]))
    constant = seen.mean(0) - slope * middle
    return View((float(constant[0]), float(constant[1])), slope / longer_side)
