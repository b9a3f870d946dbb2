"""An exported image tower -> one that multiplies mostly in 8 bits, where that is as good and faster here.

Blocks of 256 weights, and of as many activations at run time, share a scale each. What decides who attends to whom,
queries and keys, keeps its 32 bits: errors grow there. With random weights the cosine to torch stays above .9999 and
a picture takes three fifths of the time on a CPU with VNNI. Whether it does with a model's own weights, on photos, is
measured at install: otherwise fewer products are changed, or none.
Dettmers et al., "8-bit optimizers via block-wise quantization", ICLR 2022, section 2.
"""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Preprocessing
from cbir.embeddings.installing.export import LEAST_PARITY, probe_pixels, save_graph, tower_parity
from cbir.embeddings.model_folder import IMAGE_TOWER, tower_files
from cbir.embeddings.towers import Graph, normalise, prepare

if TYPE_CHECKING:
    import onnx
    from torch.nn import Module

_log = logging.getLogger(__name__)
_BLOCK = 256
_INTEGER_PRODUCTS = 4  # MatMulNBits' accuracy level: activations are multiplied as 8-bit integers too
_LEAST_GAIN = 1.1
_ROUNDS = 3
# Names of the products to change, in open_clip's and timm's blocks: the more first, then those that matter most.
_CHOICES = (("/mlp/", "/value/", "/out_proj/", "/attn/proj/"), ("/mlp/",))
_PHOTOS = ("astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg")  # that scikit-image ships


def quicken_image_tower(module: Module, folder: Path, preprocessing: Preprocessing) -> bool:
    """Replace a folder's image.onnx by its 8-bit form where that is faster here and agrees with torch.

    Agrees: cosine of at least LEAST_PARITY on photos and on noise. Returns whether it was replaced.
    """
    probes = np.concatenate([_photos(preprocessing), probe_pixels(1, preprocessing.side_px)])
    for names in _CHOICES:
        with tempfile.TemporaryDirectory(dir=folder) as parts:
            candidate = Path(parts) / IMAGE_TOWER
            if not _serves(module, folder / IMAGE_TOWER, candidate, names, probes):
                continue
            for path in tower_files(folder, IMAGE_TOWER):
                path.unlink()
            for path in tower_files(candidate.parent, IMAGE_TOWER):
                path.replace(folder / path.name)
            return True
    return False


def _serves(
    module: Module, tower: Path, candidate: Path, names: tuple[str, ...], probes: NDArray[np.float32]
) -> bool:
    """Write the candidate and say whether it may take the tower's place."""
    try:
        if not write_eight_bits(tower, candidate, names):
            return False
        parity = tower_parity(module, candidate, probes)
        gain = _gain(tower, candidate, probes) if parity >= LEAST_PARITY else 0.0
    except Exception as error:  # an operator that this ONNX Runtime has not: the tower stays as it was
        _log.info("the tower keeps its 32 bits: %s", error)
        return False
    _log.info("8 bits in %s: cosine %.6f, %.2f times as fast", " ".join(names), parity, gain)
    return parity >= LEAST_PARITY and gain >= _LEAST_GAIN


def write_eight_bits(source: Path, target: Path, names: tuple[str, ...]) -> int:
    """Write a copy of a tower with some of its products in 8 bits; return how many those are.

    names : parts of the names of their nodes. Of none, nothing is written.
    """
    import onnx
    from onnx import helper, numpy_helper

    model = onnx.load(source)
    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer}
    changed = 0
    for index, node in enumerate(list(graph.node)):
        if node.op_type != "MatMul" or node.input[1] not in weights:
            continue
        if not any(name in node.name for name in names):
            continue
        matrix = numpy_helper.to_array(weights[node.input[1]])
        if matrix.ndim != 2:
            continue
        codes, scales = quantise(matrix)
        graph.initializer.append(numpy_helper.from_array(codes, f"{node.name}/codes"))
        graph.initializer.append(numpy_helper.from_array(scales, f"{node.name}/scales"))
        product = helper.make_node(
            "MatMulNBits",
            [node.input[0], f"{node.name}/codes", f"{node.name}/scales"],
            list(node.output),
            name=node.name,
            domain="com.microsoft",
            K=matrix.shape[0],
            N=matrix.shape[1],
            bits=8,
            block_size=_BLOCK,
            accuracy_level=_INTEGER_PRODUCTS,
        )
        graph.node.remove(node)
        graph.node.insert(index, product)
        changed += 1
    if changed:
        _drop_unused(graph)
        model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
        save_graph(model, target)
    return changed


def quantise(matrix: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """(k, n) weights -> (n, blocks, 256) uint8 codes around 128, and (n, blocks) float32 scales.

    A block of zeros has the scale 1. What lies behind k is 128, which is zero.
    """
    k, n = matrix.shape
    blocks = -(-k // _BLOCK)
    padded = np.zeros((n, blocks * _BLOCK), np.float32)
    padded[:, :k] = matrix.T
    parts = padded.reshape(n, blocks, _BLOCK)
    scales = np.abs(parts).max(axis=2) / np.float32(127)
    scales[scales == 0] = 1
    codes = np.rint(parts / scales[:, :, None]) + 128
    return codes.astype(np.uint8), scales.astype(np.float32)


def _gain(slow: Path, fast: Path, probes: NDArray[np.float32]) -> float:
    """How many times as fast the second tower is: best of some rounds in turns."""
    graphs = [Graph(slow), Graph(fast)]
    best = [float("inf")] * 2
    try:
        for turn in range(_ROUNDS + 1):
            for which, graph in enumerate(graphs):
                started = time.perf_counter()
                graph.run(probes)
                if turn:
                    best[which] = min(best[which], time.perf_counter() - started)
    finally:
        for graph in graphs:
            graph.close()
    return best[0] / best[1]


def _photos(preprocessing: Preprocessing) -> NDArray[np.float32]:
    """Real photos as the tower reads them; none where scikit-image came without."""
    import skimage
    from PIL import Image

    squares = []
    for name in _PHOTOS:
        path = Path(skimage.__file__).parent / "data" / name
        if path.is_file():
            with Image.open(path) as picture:
                squares.append(prepare(np.asarray(picture.convert("RGB")), preprocessing))
    side = preprocessing.side_px
    return normalise(np.array(squares, np.uint8).reshape(-1, side, side, 3), preprocessing)


def _drop_unused(graph: onnx.GraphProto) -> None:
    """Leave out the weights that no node reads any more."""
    used = {name for node in graph.node for name in node.input}
    kept: list[Any] = [tensor for tensor in graph.initializer if tensor.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)
