"""The model's weights from its ONNX export.

The export contains every tensor of the checkpoint, in a different form. Most initializers keep their PyTorch names,
prefixed with `encoder.` or `decoder.`. Those that the exporter changed (weight norm folded into convolutions, matrices
transposed, LSTM gates in ONNX's order) have lost their names, and only the graph's nodes show which layer they belong
to.
"""

# ruff: noqa: PLC0415 - late imports are slow, and only a first start needs them

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

_HALVES = ("encoder.", "decoder.")
"""The graph's two halves, with which the initializers that kept their names start."""

_PREDICTOR = ("F0.", "N.", "lstm", "shared", "duration_proj")
"""Layers of the predictor, whose name the export's node names omit."""


def read_onnx(path: Path) -> dict[str, Array]:
    """Every weight in the ONNX file, float32, by its name in a `kokoro.KModel` without weight norm.

    The file contains neither `bert.pooler.*`, which is unused, nor the AdaIN layers' identity scales.
    """
    import onnx

    to_array = onnx.numpy_helper.to_array

    graph = onnx.load(path).graph
    stored = {tensor.name: tensor for tensor in graph.initializer}
    kept = {name for name in stored if name.startswith(_HALVES)}
    weights = {name.split(".", 1)[1]: to_array(stored[name]) for name in kept if ".stft." not in name}
    taken = set(kept)
    for node in graph.node:
        names = [name for name in node.input[1:4] if name in stored]
        # A tensor that several nodes share (ALBERT runs one layer twelve times) is named after the first node.
        if node.op_type in {"Conv", "ConvTranspose", "MatMul", "LSTM"} and names and names[0] not in taken:
            taken.update(names)
            arrays = [to_array(stored[name]) for name in names]
            weights.update(_layer_weights(node.op_type, _layer_name(node.name), arrays))
    return weights


def _layer_name(node: str) -> str:
    """The layer of a node: "/encoder/text_encoder/cnn.0/cnn.0.0/Conv" is "text_encoder.cnn.0.0"."""
    parts: list[str] = []
    for part in node.strip("/").split("/")[1:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts.pop()  # the name of a Sequential's member starts with the Sequential's name
        parts.append(part)
    name = ".".join(parts)
    return f"predictor.{name}" if name.startswith(_PREDICTOR) else name


def _layer_weights(op: str, layer: str, arrays: list[Array]) -> Iterator[tuple[str, Array]]:
    """The layer's PyTorch tensors by name, from the node's initializers in the node's order."""
    if op == "LSTM":
        yield from _lstm_weights(layer, *arrays)
    elif op == "MatMul":
        yield f"{layer}.weight", arrays[0].T
    else:
        yield f"{layer}.weight", arrays[0]


def _lstm_weights(layer: str, w: Array, r: Array, b: Array) -> Iterator[tuple[str, Array]]:
    """A bidirectional LSTM.

    w: [2, 4h, inputs]; r: [2, 4h, h]; b: [2, 8h], the input's biases followed by the recurrent ones
    """
    for direction, suffix in enumerate(("", "_reverse")):
        b_ih, b_hh = np.split(b[direction], 2)
        yield f"{layer}.weight_ih_l0{suffix}", _reorder_gates(w[direction])
        yield f"{layer}.weight_hh_l0{suffix}", _reorder_gates(r[direction])
        yield f"{layer}.bias_ih_l0{suffix}", _reorder_gates(b_ih)
        yield f"{layer}.bias_hh_l0{suffix}", _reorder_gates(b_hh)


def _reorder_gates(gates: Array) -> Array:
    """[4h, …] from ONNX's order (input, output, forget, cell) to PyTorch's (input, forget, cell, output)."""
    i, o, f, c = np.split(gates, 4)
    return np.concatenate([i, f, c, o])
