"""The face net: a small residual net with five heads.

>>> net = FaceNet()
>>> [tuple(part.shape) for part in net(torch.zeros(2, 3, 64, 64))]
[(2, 7), (2, 3), (2, 64), (2, 2), (2, 3)]
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

WIDTHS = (16, 32, 48, 96)
EMBEDDING = 64
LAST = 4  # rows and columns of the last features


class Residual(nn.Module):
    """Two convolutions and what came in; in place, which saves a quarter of a step."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one, self.two = convolution(width, width), convolution(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu_(x + self.two(F.relu_(self.one(x))))


def convolution(before: int, after: int, stride: int = 1) -> nn.Sequential:
    """Return a 3 x 3 convolution with batch normalisation."""
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after)
    )


class FaceNet(nn.Module):
    """Crops (n, 3, 64, 64), BGR from 0 to 1, to what `Answers` of the reader tell.

    Values and states come as logits (n, 7) and (n, 3), embeddings (n, 64) of length 1,
    leans (n, 2) and places (n, 3) in edges. All but places see the mean over the
    features, which has lost where they were.
    """

    def __init__(self, widths: tuple[int, ...] = WIDTHS) -> None:
        super().__init__()
        first, *rest = widths
        layers: list[nn.Module] = [convolution(3, first, 2), nn.ReLU(inplace=True)]
        before = first
        for width in rest:
            layers += [
                convolution(before, width, 2),
                nn.ReLU(inplace=True),
                *(Residual(width) for _ in range(2)),
            ]
            before = width
        self.features = nn.Sequential(*layers)
        self.values = nn.Linear(before, 7)
        self.states = nn.Linear(before, 3)
        self.embedding = nn.Linear(before, EMBEDDING)
        self.lean = nn.Linear(before, 2)
        self.place = nn.Linear(before * LAST * LAST, 3)
        # Where nothing says where faces are, they are where they are looked for.
        nn.init.zeros_(self.place.weight)
        nn.init.zeros_(self.place.bias)

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        features = self.features(crops * 4 - 2)
        pooled = features.mean((2, 3))
        return (
            self.values(pooled),
            self.states(pooled),
            F.normalize(self.embedding(pooled), dim=1),
            self.lean(pooled),
            self.place(features.flatten(1)),
        )


class Proxies(nn.Module):
    """One direction for each identity; only training needs them."""

    def __init__(self, identities: int, scale: float = 16.0) -> None:
        super().__init__()
        self.directions = nn.Parameter(torch.randn(identities, EMBEDDING) * 0.1)
        self.scale = scale

    def forward(self, embeddings: Tensor) -> Tensor:
        return self.scale * embeddings @ F.normalize(self.directions, dim=1).T
