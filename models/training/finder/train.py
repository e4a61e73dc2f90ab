"""Trains the finder: a recipe, trays and photographs in; a net and checkpoint out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import torch

from models.training.finder.batches import Batches
from models.training.finder.net import FinderNet
from models.training.finder.targets import loss_of
from models.training.restore import restore
from models.training.train import pace


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


class Run:
    """A run in progress: the net, its mean, its optimiser, and how far it is."""

    def __init__(self, recipe: Recipe, batches: Batches) -> None:
        torch.manual_seed(recipe.seed)
        torch.set_num_threads(recipe.threads)
        self.recipe, self.batches, self.step = recipe, batches, 0
        self.net = FinderNet().to(memory_format=torch.channels_last)
        self.mean = FinderNet()
        self.mean.load_state_dict(self.net.state_dict())
        self.mean.eval()
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=recipe.rate, weight_decay=recipe.decay
        )

    def advance(self) -> float:
        """Take one step; return its loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.recipe.rate * pace(self.step / self.recipe.steps)
        batch = self.batches.take()
        views = torch.from_numpy(batch.views).contiguous(
            memory_format=torch.channels_last
        )
        loss = loss_of(self.net(views), batch.wanted)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self._average()
        return float(loss.detach())

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _average(self) -> None:
        keep = min(self.recipe.average, 1 - 1 / (1 + self.step / 4))
        own = self.net.state_dict()
        for name, kept in self.mean.state_dict().items():
            if kept.dtype.is_floating_point:
                kept.lerp_(own[name], 1 - keep)
            else:
                kept.copy_(own[name])

    def start_from(self, path: Path) -> None:
        """Begin with the weights of another run, not with its steps."""
        kept = torch.load(path, weights_only=True)
        for part in (self.net, self.mean):
            part.load_state_dict(kept["mean"])

    def start_from_file(self, path: Path) -> None:
        """Begin with the weights of an exported model."""
        views = [torch.from_numpy(self.batches.take().views) for _ in range(4)]
        restore(self.net, path, torch.cat(views))
        self.mean.load_state_dict(self.net.state_dict())

    def save(self, path: Path) -> None:
        """Write all that `load` needs to go on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        kept = {
            "step": self.step,
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "numpy": self.batches.rng.bit_generator.state,
        }
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


def train(run: Run, checkpoint: Path, *, every: int = 250) -> FinderNet:
    """Return the averaged net after all steps of the recipe."""
    if checkpoint.exists():
        run.load(checkpoint)
    began, first, total = time.monotonic(), run.step, 0.0
    while run.step < run.recipe.steps:
        total += run.advance()
        if run.step % every == 0 or run.step == run.recipe.steps:
            run.save(checkpoint)
            speed = (run.step - first) * run.recipe.batch / (time.monotonic() - began)
            print(
                f"{run.step}/{run.recipe.steps} loss {total / every:.3f} "
                f"{speed:.0f} windows/s",
                flush=True,
            )
            total = 0.0
    return run.mean
