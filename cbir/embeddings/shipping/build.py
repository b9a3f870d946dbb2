"""An architecture of open_clip with random weights -> its graphs without weights, proven, in a folder.

The same versions of open_clip and torch make the same bytes.
"""

from __future__ import annotations

import json
import lzma
import re
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.embeddings.installing import export_tower, probe_pixels, probe_tokens, tag_preprocessing
from cbir.embeddings.model_folder import IMAGE_TOWER, TEXT_TOWER, preprocessing_from
from cbir.embeddings.safetensors_file import make_head, parse_head
from cbir.embeddings.shipped_graphs import ABOUT, HEAD, ShippedGraph, read_graph
from cbir.embeddings.shipping.derive import strip_weights
from cbir.embeddings.towers import MERGES, Towers, architecture_config, build_towers, plan_tokenizer

if TYPE_CHECKING:
    import onnx
    import torch

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
        raise CbirError(f"The model has tensors of the type {', '.join(sorted(unknown))}.")
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
