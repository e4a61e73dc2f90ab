"""A trained net as an ONNX file whose metadata say what it is."""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path

import onnx
import torch

from models.training.net import FaceNet
from vision.read import LABELS, OUTPUTS, STATES, VIEW


def export(net: FaceNet, path: Path, *, seed: int, samples: int, data: str) -> str:
    """Write `net` (opset 17, fp32, values and states as logits); return the SHA-256."""
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
    return noted(path, notes)


def noted(path: Path, notes: dict[str, str]) -> str:
    """Write notes into a model file; return the SHA-256 of what it is then."""
    model = onnx.load(path)
    layout = {"layout": "n, channels (blue, green, red), rows, columns; 0 to 1"}
    onnx.helper.set_model_props(model, notes | layout)
    onnx.save(model, path)
    return hashlib.sha256(path.read_bytes()).hexdigest()
