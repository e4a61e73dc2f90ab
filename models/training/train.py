"""Trains the face reader: a recipe and sources of crops in, a net out.

The same recipe, data and seed give the same net on the same machine. A run continues
from its checkpoint where one exists.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F  # noqa: N812

from models.training.batches import Batch, Batches, Source
from models.training.net import FaceNet, Proxies
from models.training.recipes import Recipe
from models.training.run import Training

BEND = 0.1  # edges; errors of leans and places count by their squares up to here


class Run(Training):
    """A run of the face net; proxies for the embedding learn along."""

    counts = "crops"
    recipe: Recipe

    def __init__(
        self, recipe: Recipe, sources: Sequence[Source], identities: int
    ) -> None:
        torch.manual_seed(recipe.seed)
        net = FaceNet().to(memory_format=torch.channels_last)
        mean, self.proxies = FaceNet(), Proxies(identities)
        batches = Batches(sources, recipe.batch, recipe.seed)
        super().__init__(recipe, batches, net, mean, {"proxies": self.proxies})

    def loss(self, views: torch.Tensor, batch: Batch) -> torch.Tensor:
        """Return the loss of all heads together."""
        values, states, embeddings, leans, places = self.net(views)
        loss = F.cross_entropy(
            values,
            torch.from_numpy(batch.values),
            label_smoothing=self.recipe.smoothing,
        )
        loss = loss + self.recipe.state_weight * F.cross_entropy(
            states, torch.from_numpy(batch.states), ignore_index=-1
        )
        loss = loss + self.recipe.identity_weight * F.cross_entropy(
            self.proxies(embeddings),
            torch.from_numpy(batch.identities),
            ignore_index=-1,
        )
        loss = loss + self.recipe.lean_weight * _off(leans, batch.leans)
        return loss + self.recipe.place_weight * _off(places, batch.places)


def _off(said: torch.Tensor, truths: NDArray[np.float32]) -> torch.Tensor:
    """Return how far rows are off over those of which the truth is known."""
    known = torch.from_numpy(np.isfinite(truths).all(1))
    wanted = torch.from_numpy(np.nan_to_num(truths))
    off = F.smooth_l1_loss(said, wanted, reduction="none", beta=BEND).sum(1)
    return (off * known).sum() / known.sum().clamp(min=1)
