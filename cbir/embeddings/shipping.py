"""An architecture of open_clip -> graphs without weights for the program to ship, proven against open_clip.

Places are found by content. The weights of the exported tower are random, so that no two of them agree. So an array
of the graph is the model's tensor with the same bytes, or a part of its rows, or its transpose.

The same versions of open_clip and torch make the same bytes.

A cosine of .999999 lets a wrong eps or the other gelu pass; the noise of 32 bits leaves .9999999999. So unit rows are
compared by their distance, and with two kinds of weights: ordinary ones, and faint ones, for which the eps of every
normalisation counts.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.embeddings.installing import export_tower, probe_pixels, probe_tokens, tag_preprocessing
from cbir.embeddings.model_folder import IMAGE_TOWER, TEXT_TOWER, WEIGHTS, preprocessing_from
from cbir.embeddings.shipped_graphs import ABOUT, HEAD, ShippedGraph, make_head, parse_head, read_graph
from cbir.embeddings.towers import MERGES, Graph, Towers, architecture_config, build_towers, plan_tokenizer
from cbir.embeddings.types import unit_rows

if TYPE_CHECKING:
    import onnx
    import torch


_PARTS = 3  # open_clip keeps queries, keys and values in the rows of one tensor
_CONSTANT = 64  # an array of at most as many numbers may be a constant of the architecture
_MICROSOFT = "com.microsoft"


@dataclass(frozen=True, slots=True)
class Place:
    """Position of an array in the weights file: offset and length in bytes."""

    offset: int
    length: int
    transposed: bool = False


class UnknownWeightError(Exception):
    """A graph has numbers that are neither a tensor of the model nor a constant."""


def strip_weights(
    model: onnx.ModelProto, state: Mapping[str, NDArray[np.generic]], offsets: Mapping[str, int]
) -> int:
    """Replace the weights of a graph by places in the weights file. Returns the number of replacements.

    state : the tensors that the graph was exported with, by name. offsets : of each in the weights file, in bytes
    A product with a transposed matrix becomes a product that transposes on the fly. Raises UnknownWeightError.
    """
    from onnx import numpy_helper

    places = dict(_places(state, offsets))
    transposed: set[str] = set()
    replaced = 0
    for tensor in model.graph.initializer:
        array = numpy_helper.to_array(tensor)
        place = places.get(_digest(array)) if np.issubdtype(array.dtype, np.floating) else None
        if place is None:
            _must_be_constant(tensor.name, array)
            continue
        if place.transposed:
            transposed.add(tensor.name)
            tensor.dims[:] = reversed(tensor.dims)
        _point(tensor, place)
        replaced += 1
    _multiply_transposed(model, transposed)
    return replaced


def _places(
    state: Mapping[str, NDArray[np.generic]], offsets: Mapping[str, int]
) -> Iterator[tuple[bytes, Place]]:
    for name, array in state.items():
        offset, length = offsets[name], array.nbytes
        if array.ndim == 2 and 1 not in array.shape:
            yield _digest(array.T), Place(offset, length, transposed=True)
        if array.ndim and array.shape[0] % _PARTS == 0:
            part = length // _PARTS
            for index, rows in enumerate(np.split(array, _PARTS)):
                place = Place(offset + index * part, part)
                if array.ndim == 2:
                    yield _digest(rows.T), Place(place.offset, part, transposed=True)
                yield _digest(rows), place
        yield _digest(array), Place(offset, length)


def _digest(array: NDArray[np.generic]) -> bytes:
    """Digest of an array's bytes, without its shape, which may have got axes of length 1."""
    return hashlib.sha1(np.ascontiguousarray(array).data, usedforsecurity=False).digest()


def _must_be_constant(name: str, array: NDArray[np.generic]) -> None:
    """Raise if an array has so many different numbers that they may be weights."""
    if np.issubdtype(array.dtype, np.floating) and len(np.unique(array)) > _CONSTANT:
        raise UnknownWeightError(f"{name} {array.shape} is no tensor of the model.")


def _point(tensor: onnx.TensorProto, place: Place) -> None:
    from onnx import TensorProto

    tensor.ClearField("raw_data")
    tensor.ClearField("float_data")
    tensor.data_location = TensorProto.EXTERNAL
    del tensor.external_data[:]
    for key, value in (("location", WEIGHTS), ("offset", place.offset), ("length", place.length)):
        entry = tensor.external_data.add()
        entry.key, entry.value = key, str(value)


def _multiply_transposed(model: onnx.ModelProto, transposed: set[str]) -> None:
    from onnx import helper

    graph, changed = model.graph, set()
    for index, node in enumerate(list(graph.node)):
        for place, name in enumerate(node.input):
            if name not in transposed:
                continue
            if node.op_type != "MatMul" or place != 1:
                raise UnknownWeightError(f"{node.op_type} reads {name}, a transposed matrix.")
            changed.add(name)
            product = helper.make_node(
                "FusedMatMul", list(node.input), list(node.output), domain=_MICROSOFT, transB=1
            )
            graph.node.remove(node)
            graph.node.insert(index, product)
    if changed != transposed:
        raise UnknownWeightError(f"Nothing reads {', '.join(sorted(transposed - changed))}.")
    if changed:
        model.opset_import.append(helper.make_opsetid(_MICROSOFT, 1))


State = dict[str, NDArray[np.generic]]

_DTYPES = {"float32": "F32", "int64": "I64"}
_SEED = 1
_WEIGHTS_FILE = "open_clip_model.safetensors"
# Weights whose products are added to the residual stream. If they are faint, the eps of a normalisation counts.
_INTO_STREAM = re.compile(
    r"(out_proj|attn\.proj|c_proj|fc2|conv1|patch_embed\.proj|token_embedding|ls_?\d|layer_scale)\.(weight|bias|gamma)"
    r"|(positional_embedding|class_embedding|pos_embed|cls_token|latent)$|running_var$"
)
_FAINT = 3e-3  # so that squares are about as large as eps, 1e-5 or 1e-6


def build_graphs(
    architecture: str, tag: str, folder: Path, *, before_export: Callable[[Towers], None] = lambda _: None
) -> ShippedGraph:
    """Write a model's graphs into a folder. tag : open_clip's name of the published weights.

    before_export : called with the towers once their weights are noted, so that a test of the proof can plant a fault
    Needs torch, open_clip and onnx, and memory for four times the weights.
    """
    from open_clip import get_pretrained_cfg

    published = get_pretrained_cfg(architecture, tag)
    repository, file = str(published.get("hf_hub") or "/").rsplit("/", 1)
    towers = build_towers(architecture, None)
    randomise(towers, _SEED)
    config = architecture_config(architecture)
    plan = plan_tokenizer(architecture, config)
    fields: dict[str, Any] = {**tag_preprocessing(architecture, tag), "side_px": towers.side_px}
    state = state_of(towers)
    head = make_head((name, _DTYPES[str(array.dtype)], array.shape) for name, array in state.items())
    offsets = {name: tensor.offset for name, tensor in parse_head(head[8:], len(head)).items()}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / HEAD).write_bytes(head)
    before_export(towers)
    for which, graph in _export(towers, plan.context_tokens):
        strip_weights(graph, state, offsets)
        _shorten(graph)
        (folder / which).write_bytes(graph.SerializeToString(deterministic=True))
    about = {
        "architecture": architecture,
        "dimension": int(config["embed_dim"]),
        "context_tokens": plan.context_tokens,
        "preprocessing": asdict(preprocessing_from(fields)),
        "parameters": towers.parameters,
        "repository": repository,
        "weights_file": file or _WEIGHTS_FILE,
        "tokenizer_repository": plan.hub,
        "cleaning": plan.clean,
        "trims": towers.trims,
        "made_with": {name: version(name) for name in ("open_clip_torch", "timm", "torch", "onnx")},
    }
    (folder / ABOUT).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    return read_graph(folder)


def randomise(towers: Towers, seed: int, *, faint: bool = False) -> None:
    """Give every parameter and every buffer random numbers, so that no two tensors agree.

    faint : keep the sums of the blocks so small that the eps of the normalisations decides the result
    """
    import torch

    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, tensor in towers.model.state_dict().items():
            if not tensor.is_floating_point() or name in {"logit_scale", "logit_bias"}:
                continue
            drawn = _drawn(name, tensor, generator)
            tensor.copy_(drawn * _FAINT if faint and _INTO_STREAM.search(name) else drawn)


def _drawn(name: str, tensor: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Draw random numbers of a scale that keeps activations near 1 in a network of any depth."""
    import torch

    normal = torch.randn(tensor.shape, generator=generator)
    if name.endswith("running_var"):
        return normal.abs() + 0.5
    if name.endswith(
        "gamma"
    ):  # factor of a block's sum: large ones make rounding errors grow from block to block
        return 0.1 * normal
    if tensor.ndim >= 2:
        deviation: float = max(1, tensor[0].numel()) ** -0.5
        return normal * deviation
    return 1 + 0.3 * normal if name.endswith("weight") else 0.3 * normal


def state_of(towers: Towers) -> State:
    """The model's tensors by name, integers first, so that all numbers of the weights file are aligned."""
    arrays = {name: tensor.detach().numpy() for name, tensor in towers.model.state_dict().items()}
    unknown = {str(array.dtype) for array in arrays.values()} - set(_DTYPES)
    if unknown:
        raise CbirError("The model has tensors of the type {0}.", ", ".join(sorted(unknown)))
    return dict(sorted(arrays.items(), key=lambda entry: entry[1].dtype.kind == "f"))


def _export(towers: Towers, context_tokens: int) -> list[tuple[str, onnx.ModelProto]]:
    import onnx

    axes = {0: "n", 1: "length"} if towers.trims else {0: "n"}
    graphs = []
    with tempfile.TemporaryDirectory() as parts:
        image, text = Path(parts) / IMAGE_TOWER, Path(parts) / TEXT_TOWER
        pixels, tokens = probe_pixels(2, towers.side_px), probe_tokens(2, context_tokens)
        export_tower(towers.image, image, "pixels", pixels, dynamic={0: "n"})
        export_tower(towers.text, text, "tokens", tokens, dynamic=axes)
        for path in (image, text):
            graphs.append((path.name, onnx.load(path)))
            path.unlink()
    return graphs


def _shorten(graph: onnx.ModelProto) -> None:
    """Remove the names of nodes and shorten those of arrays: nothing uses them, and they are most of the file."""
    graph.ClearField("producer_name")
    graph.ClearField("producer_version")
    ends = {value.name for value in (*graph.graph.input, *graph.graph.output)}
    short: dict[str, str] = {"": ""} | {name: name for name in ends}
    for node in graph.graph.node:
        node.ClearField("name")
        node.ClearField("doc_string")
        for names in (node.input, node.output):
            for index, name in enumerate(names):
                names[index] = short.setdefault(name, f"{len(short):x}")
    for tensor in graph.graph.initializer:
        tensor.name = short[tensor.name]
    del graph.graph.value_info[:]


def write_merges(folder: Path) -> None:
    """Write the byte pairs of CLIP's tokenizer, as open_clip ships them."""
    from open_clip.tokenizer import SimpleTokenizer

    ranks = SimpleTokenizer().bpe_ranks
    lines = "\n".join(" ".join(pair) for pair in sorted(ranks, key=ranks.__getitem__))
    (folder / MERGES).write_bytes(lzma.compress(lines.encode(), preset=9))


FARTHEST = 1e-5  # between unit rows: a cosine of 1 - 5e-11
_SEEDS = ((2, False), (3, True))
_PROBES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Agreement over both towers and all probes. distance : the largest between unit rows. cosine : the least"""

    distance: float
    cosine: float

    @property
    def holds(self) -> bool:
        """True if graphs and open_clip agree."""
        return self.distance <= FARTHEST


def prove_graphs(graph: ShippedGraph, architecture: str | None = None) -> Proof:
    """Compare a model's graphs with open_clip. architecture : open_clip's name; None for the graph's own"""
    towers = build_towers(architecture or graph.architecture, None)
    distances: list[float] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in (IMAGE_TOWER, TEXT_TOWER):
            (folder / name).write_bytes((graph.folder / name).read_bytes())
        for seed, faint in _SEEDS:
            randomise(towers, seed, faint=faint)
            write_state(folder / WEIGHTS, graph.head(), state_of(towers))
            distances += _distances(towers, graph, folder)
    farthest = max(distances)
    return Proof(distance=farthest, cosine=1 - farthest**2 / 2)


def write_state(path: Path, head: bytes, state: State) -> None:
    """Write a weights file as an installation would."""
    with path.open("wb") as file:
        file.write(head)
        for array in state.values():
            file.write(np.ascontiguousarray(array).data)


def _distances(towers: Towers, graph: ShippedGraph, folder: Path) -> Iterator[float]:
    image = Graph(folder / IMAGE_TOWER)
    pixels = probe_pixels(_PROBES, towers.side_px)
    yield _farthest(towers, "encode_image", pixels, image.run(pixels))
    image.close()
    text = Graph(folder / TEXT_TOWER)
    tokens = varied_tokens(_PROBES, graph)
    yield _farthest(towers, "encode_text", tokens, text.run(tokens))
    if graph.trims:
        short = tokens[:2, : graph.context_tokens // 2]
        yield _farthest(towers, "encode_text", tokens[:2], text.run(short))
    text.close()


def _farthest(towers: Towers, method: str, inputs: NDArray[np.generic], actual: NDArray[np.float32]) -> float:
    """The largest distance between unit rows of open_clip's own method and of a graph."""
    import torch

    with torch.inference_mode():
        rows = getattr(towers.model, method)(torch.from_numpy(inputs)).numpy()
    expected = unit_rows(rows)
    if actual.shape != expected.shape or not np.isfinite(actual).all():
        return 2.0
    return float(np.linalg.norm(unit_rows(actual) - expected, axis=1).max())


def varied_tokens(count: int, graph: ShippedGraph) -> NDArray[np.int64]:
    """Tokens from the whole vocabulary, ending with its last token at different places: (count, context) int64."""
    embedding = next(
        tensor for tensor in graph.tensors().values() if tensor.name.endswith("token_embedding.weight")
    )
    last = embedding.shape[0] - 1
    rng = np.random.default_rng(_PROBES)
    tokens = np.zeros((count, graph.context_tokens), np.int64)
    for row, line in enumerate(tokens):
        length = (row + 1) * graph.context_tokens // count
        length = length if row else graph.context_tokens // 4
        line[:length] = rng.integers(1, last, length)
        line[length - 1] = last
    return tokens
