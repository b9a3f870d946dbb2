"""A tower's ONNX file -> the same with its weights as whole numbers of one byte.

Each output of a layer, and each row of a table of words, has a scale of its own: a step, which is a share of what its
weights mostly are. A wheel's compression keeps of a number what it says: the larger the step, the less. ONNX Runtime
multiplies the weights of convolutions out once, while it loads the graph, and those of a table row by row.
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
    """From one number to the next, as a share of the root mean square of the weights that share a scale.

    whole_layers : layers multiply whole numbers, what comes in rounded to 8 bits: for a tower of which one row at a
        time is asked, where reading the weights takes longest
    """

    convolution: float
    layer: float
    table: float = 1.0
    whole_layers: bool = False


def compact_weights(path: Path, steps: Steps) -> None:
    """Rewrite a tower with weights of whole numbers, in one file."""
    import onnx

    model = onnx.load(path)
    graph = model.graph
    by_row = {node.input[0] for node in graph.node if node.op_type == "Gather"}
    by_column = {node.input[1] for node in graph.node if node.op_type == "MatMul"}
    kept: list[onnx.TensorProto] = []
    first: list[onnx.NodeProto] = []
    tables: set[str] = set()
    layers: set[str] = set()
    for tensor in graph.initializer:
        weights = onnx.numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < _MIN_WEIGHTS or weights.ndim < 2:
            kept.append(tensor)
            continue
        is_table = tensor.name in by_row
        is_layer = tensor.name in by_column
        kind = steps.table if is_table else steps.layer if weights.ndim == 2 else steps.convolution
        whole, scale = whole_numbers(weights, axis=weights.ndim - 1 if is_layer else 0, step=kind)
        kept.append(onnx.numpy_helper.from_array(whole, f"{tensor.name}.whole"))
        kept.append(onnx.numpy_helper.from_array(scale, f"{tensor.name}.scale"))
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
    graph.initializer.extend(kept)
    onnx.save_model(model, path)
    path.with_name(f"{path.name}.data").unlink(missing_ok=True)


def whole_numbers(
    weights: NDArray[np.float32], *, axis: int, step: float
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Weights as whole numbers of their shape, and the scale of each place along `axis`: (1, ..., n, ..., 1)."""
    others = tuple(other for other in range(weights.ndim) if other != axis)
    mostly = np.sqrt((weights**2).mean(axis=others, keepdims=True))
    scale = np.maximum(step * mostly, np.abs(weights).max(axis=others, keepdims=True) / _LARGEST)
    scale = np.maximum(scale, 1e-12).astype(np.float32)
    return np.rint(weights / scale).astype(np.int8), scale


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


def _multiply_whole(node: onnx.NodeProto, rounded: set[str]) -> list[onnx.NodeProto]:
    """A layer as a product of whole numbers. rounded : what other layers have rounded already"""
    from onnx import TensorProto, helper

    rows, layer, made = node.input[0], node.input[1], node.output[0]
    nodes = []
    if rows not in rounded:
        rounded.add(rows)
        outputs = [f"{rows}.whole", f"{rows}.scale", f"{rows}.zero"]
        nodes.append(helper.make_node("DynamicQuantizeLinear", [rows], outputs))
    return [
        *nodes,
        helper.make_node(
            "MatMulInteger", [f"{rows}.whole", f"{layer}.whole", f"{rows}.zero"], [f"{made}.whole"]
        ),
        helper.make_node("Cast", [f"{made}.whole"], [f"{made}.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{rows}.scale", f"{layer}.scale"], [f"{made}.scale"]),
        helper.make_node("Mul", [f"{made}.float", f"{made}.scale"], [made]),
    ]
