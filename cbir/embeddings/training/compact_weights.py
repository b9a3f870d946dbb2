"""A tower's ONNX file -> the same with 8-bit integer weights.

Each output of a layer, and each row of an embedding table, has its own scale: a step, which is a share of the root
mean square of its weights. The larger the step, the better a wheel compresses the weights. ONNX Runtime dequantises
the weights of convolutions once, while it loads the graph, and those of a table row by row.
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
_LARGEST = 63  # two products of such numbers fit the 16 bits in which older processors add them up


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Quantisation steps, as a share of the root mean square of the weights that share a scale.

    whole_layers : layers multiply integers, with their inputs rounded to 8 bits: for a tower that embeds one row at a
        time, where reading the weights takes longest
    """

    convolution: float
    layer: float
    table: float = 1.0
    whole_layers: bool = False


def compact_weights(path: Path, steps: Steps) -> None:
    """Rewrite a tower with integer weights, in one file."""
    import onnx

    model = onnx.load(path)
    graph = model.graph
    by_row = {node.input[0] for node in graph.node if node.op_type == "Gather"}
    by_column = {node.input[1] for node in graph.node if node.op_type == "MatMul"}
    initializers: list[onnx.TensorProto] = []
    first: list[onnx.NodeProto] = []
    tables: set[str] = set()
    layers: set[str] = set()
    for tensor in graph.initializer:
        weights = onnx.numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < _MIN_WEIGHTS or weights.ndim < 2:
            initializers.append(tensor)
            continue
        is_table = tensor.name in by_row
        is_layer = tensor.name in by_column
        step = steps.table if is_table else steps.layer if weights.ndim == 2 else steps.convolution
        whole, scale = whole_numbers(weights, axis=weights.ndim - 1 if is_layer else 0, step=step)
        initializers.append(onnx.numpy_helper.from_array(whole, f"{tensor.name}.whole"))
        initializers.append(onnx.numpy_helper.from_array(scale, f"{tensor.name}.scale"))
        if is_table:
            tables.add(tensor.name)
        elif is_layer and steps.whole_layers:
            layers.add(tensor.name)
        else:
            first += _multiply_out(tensor.name)
    nodes: list[onnx.NodeProto] = []
    rounded: set[str] = set()
    for node in graph.node:
        if node.op_type == "Gather" and node.input[0] in tables:
            nodes += _read_rows(node)
        elif node.op_type == "MatMul" and node.input[1] in layers:
            nodes += _multiply_whole(node, rounded)
        else:
            nodes.append(node)
    del graph.node[:], graph.initializer[:]
    graph.node.extend([*first, *nodes])
    graph.initializer.extend(initializers)
    onnx.save_model(model, path)
    path.with_name(f"{path.name}.data").unlink(missing_ok=True)


def whole_numbers(
    weights: NDArray[np.float32], *, axis: int, step: float
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Quantise weights: integers of the same shape, and a scale for each place along `axis`, (1, ..., n, ..., 1)."""
    others = tuple(other for other in range(weights.ndim) if other != axis)
    typical = np.sqrt((weights**2).mean(axis=others, keepdims=True))
    scale = np.maximum(step * typical, np.abs(weights).max(axis=others, keepdims=True) / _LARGEST)
    scale = np.maximum(scale, 1e-12).astype(np.float32)
    return np.rint(weights / scale).astype(np.int8), scale


def _multiply_out(name: str) -> list[onnx.NodeProto]:
    from onnx import TensorProto, helper

    return [
        helper.make_node("Cast", [f"{name}.whole"], [f"{name}.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}.float", f"{name}.scale"], [name]),
    ]


def _read_rows(node: onnx.NodeProto) -> list[onnx.NodeProto]:
    """Nodes that read rows of a table and multiply them by their scales."""
    from onnx import TensorProto, helper

    table, indices, rows = node.input[0], node.input[1], node.output[0]
    return [
        helper.make_node("Gather", [f"{table}.whole", indices], [f"{rows}.whole"], axis=0),
        helper.make_node("Gather", [f"{table}.scale", indices], [f"{rows}.scale"], axis=0),
        helper.make_node("Cast", [f"{rows}.whole"], [f"{rows}.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{rows}.float", f"{rows}.scale"], [rows]),
    ]


def _multiply_whole(node: onnx.NodeProto, rounded: set[str]) -> list[onnx.NodeProto]:
    """Nodes of a layer as a product of integers. rounded : inputs that other layers have already rounded"""
    from onnx import TensorProto, helper

    rows, layer, product = node.input[0], node.input[1], node.output[0]
    nodes = []
    if rows not in rounded:
        rounded.add(rows)
        outputs = [f"{rows}.whole", f"{rows}.scale", f"{rows}.zero"]
        nodes.append(helper.make_node("DynamicQuantizeLinear", [rows], outputs))
    return [
        *nodes,
        helper.make_node(
            "MatMulInteger", [f"{rows}.whole", f"{layer}.whole", f"{rows}.zero"], [f"{product}.whole"]
        ),
        helper.make_node("Cast", [f"{product}.whole"], [f"{product}.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{rows}.scale", f"{layer}.scale"], [f"{product}.scale"]),
        helper.make_node("Mul", [f"{product}.float", f"{product}.scale"], [product]),
    ]
