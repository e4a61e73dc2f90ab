"""Training: a recipe and sources of crops in, a net and its checkpoint out.

The same recipe, data and seed give the same net on the same machine. A run continues
from its checkpoint where one exists.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from torch.nn import functional as F  # noqa: N812

from models.training.batches import Batch, Batches, Source
from models.training.net import FaceNet, Proxies
from models.training.recipes import Recipe
from models.training.restore import restore


class Run:
    """A run in progress: nets, optimiser, batches, and how far it is."""

    def __init__(
        self, recipe: Recipe, sources: Sequence[Source], identities: int
    ) -> None:
        torch.manual_seed(recipe.seed)
        torch.set_num_threads(recipe.threads)
        self.recipe, self.step = recipe, 0
        self.net = FaceNet().to(memory_format=torch.channels_last)
        self.mean = FaceNet()
        self.mean.load_state_dict(self.net.state_dict())
        self.mean.eval()
        self.proxies = Proxies(identities)
        self.optimiser = torch.optim.AdamW(
            [*self.net.parameters(), *self.proxies.parameters()],
            lr=recipe.rate,
            weight_decay=recipe.decay,
        )
        self.batches = Batches(sources, recipe.batch, recipe.seed)

    def advance(self) -> float:
        """Take one step; return its loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.recipe.rate * pace(self.step / self.recipe.steps)
        loss = self._loss(self.batches.take())
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        self.step += 1
        self._average()
        return float(loss.detach())

    def _loss(self, batch: Batch) -> torch.Tensor:
        views = torch.from_numpy(batch.views).contiguous(
            memory_format=torch.channels_last
        )
        values, states, embeddings = self.net(views)
        loss = F.cross_entropy(
            values,
            torch.from_numpy(batch.values),
            label_smoothing=self.recipe.smoothing,
        )
        loss = loss + self.recipe.state_weight * F.cross_entropy(
            states, torch.from_numpy(batch.states), ignore_index=-1
        )
        return loss + self.recipe.identity_weight * F.cross_entropy(
            self.proxies(embeddings),
            torch.from_numpy(batch.identities),
            ignore_index=-1,
        )

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _average(self) -> None:
        """Move the mean of the weights on; faster at first."""
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
        torch.save(
            {
                "step": self.step,
                "net": self.net.state_dict(),
                "mean": self.mean.state_dict(),
                "proxies": self.proxies.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "torch": torch.get_rng_state(),
                "numpy": self.batches.rng.bit_generator.state,
            },
            part,
        )
        part.replace(path)

    def start_from(self, path: Path) -> None:
        """Begin with the weights of another run, not with its steps."""
        kept = torch.load(path, weights_only=True)
        for part in (self.net, self.mean):
            part.load_state_dict(kept["mean"])
        self.proxies.load_state_dict(kept["proxies"])

    def start_from_file(self, path: Path) -> None:
        """Begin with the weights of an exported model."""
        views = [torch.from_numpy(self.batches.take().views) for _ in range(8)]
        restore(self.net, path, torch.cat(views))
        self.mean.load_state_dict(self.net.state_dict())

    def load(self, path: Path) -> None:
        """Go on from where `save` was called."""
        kept = torch.load(path, weights_only=True)
        self.step = kept["step"]
        self.net.load_state_dict(kept["net"])
        self.mean.load_state_dict(kept["mean"])
        self.proxies.load_state_dict(kept["proxies"])
        self.optimiser.load_state_dict(kept["optimiser"])
        torch.set_rng_state(kept["torch"])
        self.batches.rng.bit_generator.state = kept["numpy"]


def train(run: Run, checkpoint: Path, *, every: int = 500) -> FaceNet:
    """Return the averaged net after all steps of the recipe."""
    if checkpoint.exists():
        run.load(checkpoint)
    began, first, total = time.monotonic(), run.step, 0.0
    while run.step < run.recipe.steps:
        total += run.advance()
        if run.step % every == 0 or run.step == run.recipe.steps:
            run.save(checkpoint)
            pace = (run.step - first) * run.recipe.batch / (time.monotonic() - began)
            print(
                f"{run.step}/{run.recipe.steps} loss {total / every:.3f} "
                f"{pace:.0f} crops/s",
                flush=True,
            )
            total = 0.0
    return run.mean


def pace(share: float) -> float:
    """Return the learning rate's share: a short climb, then half a cosine."""
    if share < 0.03:
        return 0.03 + share / 0.03 * 0.97
    return 0.5 + 0.5 * math.cos(math.pi * (share - 0.03) / 0.97)
