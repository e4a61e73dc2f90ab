"""Weights of an exported model back in a net, so that training goes on from it.

Export folds batch normalisation into the convolutions. Here it is unfolded again: on a
batch of views each normalisation takes the statistics of what reaches it and the scale
and shift that undo them, so that the net says what the file says, also while it trains.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

WITHIN = "net."  # what stands before the names of a net that was exported wrapped


def restore(net: nn.Module, path: Path, views: Tensor) -> None:
    """Give `net` the weights of the file; `views` (n, ...) are inputs as in training.

    Raises ValueError where the file holds another net.
    """
    graph = onnx.load(path).graph
    arrays = _arrays(graph)
    named = {f"{WITHIN}{name}": name for name, _ in net.named_parameters()}
    named |= {name: name for name, _ in net.named_parameters()}
    plain = {named[key]: value for key, value in arrays.items() if key in named}
    folded = [
        node.input[1:3]
        for node in graph.node
        if node.op_type == "Conv" and node.input[1] not in named
    ]
    pairs = [(conv, norm) for conv, norm in _pairs(net) if norm is not None]
    if len(folded) != len(pairs):
        raise ValueError(
            f"expected {len(pairs)} convolutions, got {len(folded)}: {path}"
        )
    for name, parameter in net.named_parameters():
        if name in plain:
            _fill(parameter, torch.from_numpy(plain[name].copy()), path)
    hooks = []
    for (conv, norm), (weight, bias) in zip(pairs, folded, strict=True):
        _fill(conv.weight, torch.from_numpy(arrays[weight].copy()), path)
        shift = torch.from_numpy(arrays[bias].copy())
        hooks.append(norm.register_forward_pre_hook(_unfold(shift)))
    net.eval()
    with torch.no_grad():
        net(views)
    for hook in hooks:
        hook.remove()
    net.train()


def _arrays(graph: onnx.GraphProto) -> dict[str, NDArray[np.float32]]:
    """Return the weights of a file by name; equal ones are kept once, as aliases, and
    large ones in 16 bits."""
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Identity", "Cast") and node.input[0] in arrays:
            arrays[node.output[0]] = arrays[node.input[0]].astype(np.float32)
    return arrays


def _pairs(net: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """Return the convolutions in order, each with the normalisation after it."""
    parts = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.BatchNorm2d)]
    following = [*parts[1:], None]
    return [
        (one, after if isinstance(after, nn.BatchNorm2d) else None)
        for one, after in zip(parts, following, strict=True)
        if isinstance(one, nn.Conv2d)
    ]


def _unfold(shift: Tensor):  # type: ignore[no-untyped-def]
    """Return a hook that makes a normalisation add `shift` and no more."""

    def hook(norm: nn.BatchNorm2d, inputs: tuple[Tensor]) -> None:
        (x,) = inputs
        mean, spread = x.mean((0, 2, 3)), x.var((0, 2, 3))
        norm.running_mean.copy_(mean)  # type: ignore[union-attr]
        norm.running_var.copy_(spread)  # type: ignore[union-attr]
        norm.weight.data = (spread + norm.eps).sqrt()
        norm.bias.data = shift + mean

    return hook


def _fill(parameter: Tensor, value: Tensor, path: Path) -> None:
    if parameter.shape != value.shape:
        raise ValueError(
            f"expected weights of shape {tuple(parameter.shape)}, got "
            f"{tuple(value.shape)}: {path}"
        )
    with torch.no_grad():
        parameter.copy_(value)
