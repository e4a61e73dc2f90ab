"""A trained net as an ONNX file whose metadata say what it is."""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from models.training.net import FaceNet
from vision.read import LABELS, OUTPUTS, STATES, VIEW

LARGE = 256  # weights from which 16 bits are worth the while
FLOAT = TensorProto.FLOAT


def export(net: FaceNet, path: Path, *, seed: int, samples: int, data: str) -> str:
    """Write `net` (opset 17, values and states as logits); return the SHA-256."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        # The exporter that writes opset 17 is the older one, and says so each time.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            (torch.zeros(2, 3, VIEW, VIEW),),
            str(path),
            opset_version=17,
            dynamo=False,
            input_names=["views"],
            output_names=list(OUTPUTS),
            dynamic_axes={name: {0: "n"} for name in ("views", *OUTPUTS)},
        )
    notes = {
        "labels": json.dumps(list(LABELS)),
        "states": json.dumps(list(STATES)),
        "seed": str(seed),
        "samples": str(samples),
        "data": data,
    }
    return finished(path, notes)


def finished(path: Path, notes: dict[str, str]) -> str:
    """Halve a file as exported and note what it is; return its SHA-256 then."""
    model = onnx.load(path)
    halve(model)
    layout = {"layout": "n, channels (blue, green, red), rows, columns; 0 to 1"}
    helper.set_model_props(model, notes | layout)
    onnx.save(model, path)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def halve(model: onnx.ModelProto) -> None:
    """Keep large weights in 16 bits, which makes half of the file.

    They are widened as the file is loaded, so a net computes in 32 bits and no slower.
    """
    graph = model.graph
    widened = []
    for part in graph.initializer:
        weights = numpy_helper.to_array(part)
        if weights.dtype == np.float32 and weights.size >= LARGE:
            name, kept = part.name, f"{part.name}.half"
            part.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), kept))
            widened.append(helper.make_node("Cast", [kept], [name], to=FLOAT))
    for node in reversed(widened):
        graph.node.insert(0, node)
