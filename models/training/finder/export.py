"""A trained finder as an ONNX file whose metadata say what it is."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from models.training.export import finished
from models.training.finder.net import FinderNet
from vision.find import INPUT, OUTPUTS


class Plain(nn.Module):
    """The net with its outputs in order instead of by name."""

    def __init__(self, net: FinderNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, ...]:
        said = self.net(pictures)
        return tuple(said[name] for name in OUTPUTS)


def export(net: FinderNet, path: Path, *, seed: int, samples: int, data: str) -> str:
    """Write `net` (opset 17, logits); return the SHA-256 of the file."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        # The exporter that writes opset 17 is the older one, and says so each time.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            Plain(net),
            (torch.zeros(1, 3, 64, 96),),
            str(path),
            opset_version=17,
            dynamo=False,
            input_names=[INPUT],
            output_names=list(OUTPUTS),
            dynamic_axes={
                name: {0: "n", 2: "rows", 3: "columns"} for name in (INPUT, *OUTPUTS)
            },
        )
    return finished(path, {"seed": str(seed), "samples": str(samples), "data": data})
