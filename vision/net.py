"""Loads an ONNX net and holds it to what is expected of it, before it is believed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as onnx_errors

from vision.errors import BadModel, NoModel

LOAD_ERRORS = (  # they share no root but Exception
    onnx_errors.Fail,
    onnx_errors.InvalidArgument,
    onnx_errors.InvalidGraph,
    onnx_errors.InvalidProtobuf,
    onnx_errors.NotImplemented,
    onnx_errors.RuntimeException,
)


def load_net(
    path: Path,
    sha256: str,
    *,
    inputs: Mapping[str, list[int | None]],
    outputs: Mapping[str, int],
    notes: Mapping[str, object] | None = None,
) -> onnxruntime.InferenceSession:
    """Return the net in a file, for one thread.

    `inputs` gives each input's shape after the first axis (None: any length), `outputs`
    the channels of each output, `notes` what the file's metadata must say. Raises
    NoModel where the file is missing, BadModel where it is another one.
    """
    if not path.is_file():
        raise NoModel(f"expected a model, found no file: {path}")
    data = path.read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise BadModel(
            f"expected the model that its card names ({sha256[:12]}), got "
            f"{found[:12]}: {path}; put back the file that came with this card"
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(
            data, options, providers=["CPUExecutionProvider"]
        )
    except LOAD_ERRORS as error:
        raise BadModel(f"expected an ONNX model, got something else: {path}") from error
    _check(session, path, inputs, outputs, notes or {})
    return session


def _check(
    session: onnxruntime.InferenceSession,
    path: Path,
    inputs: Mapping[str, list[int | None]],
    outputs: Mapping[str, int],
    notes: Mapping[str, object],
) -> None:
    """Refuse a net with other inputs, outputs or notes."""
    kept = session.get_modelmeta().custom_metadata_map
    found: dict[str, object] = {
        "inputs": {
            i.name: [n if isinstance(n, int) else None for n in i.shape[1:]]
            for i in session.get_inputs()
        },
        "outputs": {o.name: o.shape[1] for o in session.get_outputs()},
    }
    found |= {name: json.loads(kept.get(name, "null")) for name in notes}
    wanted: dict[str, object] = {
        "inputs": dict(inputs),
        "outputs": dict(outputs),
        **notes,
    }
    for what, value in wanted.items():
        if found[what] != value:
            raise BadModel(
                f"expected a model with {what} {value}, got {found[what]}: {path}"
            )
