"""A tower's ONNX file -> the same with its weights as small whole numbers: 32 bits at work, a few on the disk.

Each output of a layer, and each row of a table of words, has a scale of its own. The numbers lie in bytes; those of
few bits leave a wheel's compression little to keep. ONNX Runtime multiplies the weights of layers out once, while it
loads the graph; a row of a table is multiplied out when it is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import onnx

_MIN_WEIGHTS = 1024  # fewer are not worth a scale
_CLIPPED = (
    1.0,
    0.9,
    0.8,
    0.7,
    0.6,
    0.5,
)  # of a row's largest weight: what lies beyond is cut, the rest is finer


@dataclass(frozen=True, slots=True, kw_only=True)
class Bits:
    """How many, 2 to 8, a weight of each kind has."""

    convolution: int = 8
    layer: int = 8
    table: int = 8


def compact_weights(path: Path, bits: Bits) -> None:
    """Rewrite a tower with weights of few bits, in one file."""
    import onnx

    model = onnx.load(path)
    graph = model.graph
    by_row = {node.input[0] for node in graph.node if node.op_type == "Gather"}
    by_column = {node.input[1] for node in graph.node if node.op_type == "MatMul"}
    kept: list[onnx.TensorProto] = []
    first: list[onnx.NodeProto] = []
    tables: set[str] = set()
    for tensor in graph.initializer:
        weights = onnx.numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < _MIN_WEIGHTS or weights.ndim < 2:
            kept.append(tensor)
            continue
        is_table = tensor.name in by_row
        axis = weights.ndim - 1 if tensor.name in by_column else 0
        kind = bits.table if is_table else bits.layer if weights.ndim == 2 else bits.convolution
        whole, scale = whole_numbers(weights, axis=axis, bits=kind)
        kept.append(onnx.numpy_helper.from_array(whole, f"{tensor.name}.whole"))
        kept.append(onnx.numpy_helper.from_array(scale, f"{tensor.name}.scale"))
        if is_table:
            tables.add(tensor.name)
        else:
            first += _multiply_out(tensor.name)
    nodes: list[onnx.NodeProto] = []
    for node in graph.node:
        nodes += _read_rows(node) if node.op_type == "Gather" and node.input[0] in tables else [node]
    del graph.node[:], graph.initializer[:]
    graph.node.extend([*first, *nodes])
    graph.initializer.extend(kept)
    onnx.save_model(model, path)
    path.with_name(f"{path.name}.data").unlink(missing_ok=True)


def whole_numbers(
    weights: NDArray[np.float32], *, axis: int, bits: int
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Weights as whole numbers of their shape, and the scale of each place along `axis`: (1, ..., n, ..., 1).

    Of some scales the one with the least squared error is taken.
    """
    others = tuple(other for other in range(weights.ndim) if other != axis)
    largest = 2 ** (bits - 1) - 1
    peak = np.maximum(np.abs(weights).max(axis=others, keepdims=True), 1e-12)
    best = np.full_like(peak, np.inf)
    scale = peak / largest
    for share in _CLIPPED:
        tried = (peak * share / largest).astype(np.float32)
        rounded = np.clip(np.rint(weights / tried), -largest, largest) * tried
        error = ((rounded - weights) ** 2).sum(axis=others, keepdims=True)
        scale = np.where(error < best, tried, scale)
        best = np.minimum(error, best)
    scale = scale.astype(np.float32)
    return np.clip(np.rint(weights / scale), -largest, largest).astype(np.int8), scale


def _multiply_out(name: str) -> list[onnx.NodeProto]:
    from onnx import TensorProto, helper

    return [
        helper.make_node("Cast", [f"{name}.whole"], [f"{name}.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}.float", f"{name}.scale"], [name]),
    ]


def _read_rows(node: onnx.NodeProto) -> list[onnx.NodeProto]:
    """The rows of a table, and the scale of each, multiplied."""
    from onnx import TensorProto, helper

    table, wanted, rows = node.input[0], node.input[1], node.output[0]
    return [
        helper.make_node("Gather", [f"{table}.whole", wanted], [f"{rows}.whole"], axis=0),
        helper.make_node("Gather", [f"{table}.scale", wanted], [f"{rows}.scale"], axis=0),
        helper.make_node("Cast", [f"{rows}.whole"], [f"{rows}.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{rows}.float", f"{rows}.scale"], [rows]),
    ]
