"""A training in progress: a net and its mean, an optimiser, a checkpoint to go on from.

What is learnt, and from what, belongs to the run of each net.
"""

from __future__ import annotations

import math
import shutil
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.restore import restore

# Steps that make up for compiling, which takes half a minute and makes the face net a
# fifth quicker and the finder's by half.
WORTH_COMPILING = 1000


class Pacing(Protocol):
    """The settings that every recipe has; `average` is of the weights, per step."""

    @property
    def batch(self) -> int: ...

    @property
    def steps(self) -> int: ...

    @property
    def threads(self) -> int: ...

    @property
    def rate(self) -> float: ...

    @property
    def decay(self) -> float: ...

    @property
    def average(self) -> float: ...


class Supply(Protocol):
    """What gives batches, the same for the same seed."""

    rng: np.random.Generator

    def take(self) -> Any:
        """Return the next batch; its `views` (n, 3, height, width) are from 0 to 1."""
        ...


class Training(ABC):
    """Steps along a recipe; `also` are parts that learn and are not exported.

    The net that counts is the mean of the weights, which moves faster at first.
    """

    counts = "views"  # what the pace is told in
    steepest: float | None = None  # the norm that gradients are cut to

    def __init__(
        self,
        recipe: Pacing,
        batches: Supply,
        net: torch.nn.Module,
        mean: torch.nn.Module,
        also: dict[str, torch.nn.Module],
    ) -> None:
        torch.set_num_threads(recipe.threads)
        self.recipe, self.batches, self.step = recipe, batches, 0
        self.net, self.mean, self.also = net, mean, also
        self.mean.load_state_dict(self.net.state_dict())
        self.mean.eval()
        parts = [net, *also.values()]
        self.optimiser = torch.optim.AdamW(
            [weight for part in parts for weight in part.parameters()],
            lr=recipe.rate,
            weight_decay=recipe.decay,
        )

    @abstractmethod
    def loss(self, views: torch.Tensor, batch: Any) -> torch.Tensor:
        """Return how far the nets are off on a batch."""

    def advance(self) -> float:
        """Take one step; return its loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.recipe.rate * pace(self.step / self.recipe.steps)
        batch = self.batches.take()
        views = _channels_last(batch.views)
        loss = self.loss(views, batch)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        if self.steepest is not None:
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.steepest)
        self.optimiser.step()
        self.step += 1
        self._average()
        return float(loss.detach())

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _average(self) -> None:
        """Move the mean of the weights on."""
        keep = min(self.recipe.average, 1 - 1 / (1 + self.step / 4))
        own = self.net.state_dict()
        for name, kept in self.mean.state_dict().items():
            if kept.dtype.is_floating_point:
                kept.lerp_(own[name], 1 - keep)
            else:
                kept.copy_(own[name])

    def save(self, path: Path) -> None:
        """Write all that `load` needs to go on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        kept: dict[str, Any] = {
            "step": self.step,
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "numpy": self.batches.rng.bit_generator.state,
        }
        kept |= {name: part.state_dict() for name, part in self.also.items()}
        torch.save(kept, part)
        part.replace(path)

    def load(self, path: Path) -> None:
        """Go on from where `save` was called."""
        kept = torch.load(path, weights_only=True)
        self.step = kept["step"]
        self.net.load_state_dict(kept["net"])
        self.mean.load_state_dict(kept["mean"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.batches.rng.bit_generator.state = kept["numpy"]
        for name, module in self.also.items():
            module.load_state_dict(kept[name])

    def start_from(self, path: Path) -> None:
        """Begin with the weights of another run, not with its steps."""
        kept = torch.load(path, weights_only=True)
        for part in (self.net, self.mean):
            part.load_state_dict(kept["mean"])
        for name, module in self.also.items():
            module.load_state_dict(kept[name])

    def start_from_file(self, path: Path, batches: int = 8) -> None:
        """Begin with the weights of an exported model."""
        views = [torch.from_numpy(self.batches.take().views) for _ in range(batches)]
        restore(self.net, path, torch.cat(views))
        self.mean.load_state_dict(self.net.state_dict())


def train(run: Training, checkpoint: Path, *, every: int = 250) -> torch.nn.Module:
    """Return the averaged net after all steps of the recipe."""
    if checkpoint.exists():
        run.load(checkpoint)
    if run.recipe.steps - run.step >= WORTH_COMPILING and shutil.which("g++"):
        run.net.compile()
    began, first, total = time.monotonic(), run.step, 0.0
    while run.step < run.recipe.steps:
        total += run.advance()
        if run.step % every == 0 or run.step == run.recipe.steps:
            run.save(checkpoint)
            speed = (run.step - first) * run.recipe.batch / (time.monotonic() - began)
            print(
                f"{run.step}/{run.recipe.steps} loss {total / every:.3f} "
                f"{speed:.0f} {run.counts}/s",
                flush=True,
            )
            total = 0.0
    return run.mean


def pace(share: float) -> float:
    """Return the learning rate's share: a short climb, then half a cosine."""
    if share < 0.03:
        return 0.03 + share / 0.03 * 0.97
    return 0.5 + 0.5 * math.cos(math.pi * (share - 0.03) / 0.97)


def _channels_last(views: NDArray[np.float32]) -> torch.Tensor:
    return torch.from_numpy(views).contiguous(memory_format=torch.channels_last)
