"""What the net should say of a window, and how far off it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

CELL = 4  # px
UNIT_PX = 24.0  # the edge whose log is 0
# Edges in px that the net finds; between those and the outer pair it is free.
FINDS = (11.0, 60.0)
MAY_FIND = (8.5, 84.0)
LEAN_BEND = 0.3  # edges; the errors of leans count by their squares up to here
HIDDEN = (0.45, 0.8)  # share of a face below which it counts, above which it does not


@dataclass(frozen=True)
class Targets:
    """For a window of h x w cells: what to say, and where it counts.

    `heat` (h, w) is 1 in the middle of a die and falls off, `heat_weight` 0 where it
    does not matter; `places` (7, h, w) as the net's, `places_weight` (7, h, w);
    `hands` (h, w) and its weight, one number.
    """

    heat: NDArray[np.float32]
    heat_weight: NDArray[np.float32]
    places: NDArray[np.float32]
    places_weight: NDArray[np.float32]
    hands: NDArray[np.float32]
    hands_weight: np.float32


def targets(
    labels: NDArray[np.float32], side: int, hands: NDArray[np.float32] | None
) -> Targets:
    """Return the targets of a window `side` px wide; labels (k, 7) as in `Windows`."""
    cells = side // CELL
    heat, weight = np.zeros((cells, cells), "f"), np.ones((cells, cells), "f")
    places, counts = np.zeros((7, cells, cells), "f"), np.zeros((7, cells, cells), "f")
    x, y = np.meshgrid(np.arange(cells, dtype="f"), np.arange(cells, dtype="f"))
    x, y = (x + 0.5) * CELL, (y + 0.5) * CELL
    for row in labels:
        cx, cy, edge, hidden = (float(row[i]) for i in (0, 1, 2, 6))
        if edge > MAY_FIND[1] or edge < MAY_FIND[0] or hidden > HIDDEN[1]:
            continue
        dx, dy = (cx - x) / edge, (cy - y) / edge
        away = dx * dx + dy * dy
        inside = 0 <= cx < side and 0 <= cy < side
        if not (FINDS[0] <= edge <= FINDS[1] and hidden < HIDDEN[0] and inside):
            weight[away < 0.36] = 0
            continue
        spread = max(0.17, 0.6 * CELL / edge)
        np.maximum(heat, np.exp(-away / (2 * spread * spread)), out=heat)
        heat[int(cy / CELL), int(cx / CELL)] = 1
        near = away < max(0.3, 0.8 * CELL / edge) ** 2
        places[0][near], places[1][near] = dx[near], dy[near]
        turned = (np.cos(4 * row[3]), np.sin(4 * row[3]))
        for index, value in enumerate((np.log(edge / UNIT_PX), *turned, *row[4:6]), 2):
            places[index][near] = np.nan_to_num(value)
            counts[index][near] = np.isfinite(value)
        counts[:2, near] = 1
    seen = np.zeros((cells, cells), "f") if hands is None else hands
    return Targets(heat, weight, places, counts, seen, np.float32(hands is not None))


def loss_of(said: dict[str, Tensor], wanted: list[Targets]) -> Tensor:
    """Return the loss of a batch: focal for the heat, L1 for places, BCE for hands."""
    heat, weight, places, counts, hands = (
        torch.from_numpy(np.stack([getattr(one, name) for one in wanted]))
        for name in ("heat", "heat_weight", "places", "places_weight", "hands")
    )
    known = torch.tensor([float(one.hands_weight) for one in wanted])[:, None, None]
    loss = _focal(said["heat"][:, 0], heat, weight)
    off = said["places"] - places
    # Nearly all dice lie flat. Under L1 alone that is all that is learnt of leans, and
    # of those to the left and right, which are as many, nothing at all.
    bent = F.smooth_l1_loss(said["places"], places, reduction="none", beta=LEAN_BEND)
    off = torch.cat([off.abs()[:, :5], bent[:, 5:]], 1)
    # Offsets matter most: the reader's crop hangs on them.
    shares = torch.tensor([1.0, 1.0, 0.6, 0.2, 0.2, 5.0, 5.0])[:, None, None]
    total = counts[:, 0].sum().clamp(min=1)
    loss = loss + (off * counts * shares).sum() / total
    covered = F.binary_cross_entropy_with_logits(
        said["hands"][:, 0], hands, reduction="none"
    )
    return loss + 0.5 * (covered * known).mean()


def _focal(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Return the penalty-reduced focal loss (Law and Deng, CornerNet, 2018)."""
    p = torch.sigmoid(logits)
    middle = (heat >= 0.999).float()
    hit = F.softplus(-logits) * (1 - p) ** 2 * middle
    miss = F.softplus(logits) * p**2 * (1 - heat) ** 4 * (1 - middle)
    return ((hit + miss) * weight).sum() / (middle * weight).sum().clamp(min=1)
