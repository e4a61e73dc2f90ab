"""Trains the finder: a recipe, trays and photographs in; a net out."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from models.training.finder.batches import Batch, Batches
from models.training.finder.net import FinderNet
from models.training.finder.targets import loss_of
from models.training.run import Training


@dataclass(frozen=True)
class Recipe:
    """The settings of a run; `windows` are those seen, whatever the machine's pace."""

    windows: int
    batch: int = 12
    rate: float = 2e-3
    decay: float = 0.01
    real: float = 0.4
    average: float = 0.998  # of the weights, per step
    seed: int = 1
    threads: int = 1

    @property
    def steps(self) -> int:
        """Return how many batches the run takes."""
        return self.windows // self.batch


class Run(Training):
    """A run of the finder's net."""

    counts = "windows"
    steepest = 5.0  # a window without dice must not throw it off its way

    def __init__(self, recipe: Recipe, batches: Batches) -> None:
        torch.manual_seed(recipe.seed)
        net = FinderNet().to(memory_format=torch.channels_last)
        super().__init__(recipe, batches, net, FinderNet(), {})

    def loss(self, views: torch.Tensor, batch: Batch) -> torch.Tensor:
        """Return the loss of heat, places and hands together."""
        return loss_of(self.net(views), batch.wanted)
