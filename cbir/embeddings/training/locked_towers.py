"""Two unchanged published networks + the alignment between them -> two towers, with compact weights -> a folder.

Each output of a layer, and each row of an embedding table, has its own scale: a step, which is a share of the root
mean square of its weights. The larger the step, the better a wheel compresses the weights. ONNX Runtime dequantises
the weights of convolutions once, while it loads the graph, and those of a table row by row.

Importing this loads torch.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cbir.base.errors import CbirError
from cbir.base.storage import write_atomically
from cbir.embeddings.installing import export_tower, export_towers, probe_pixels, probe_tokens
from cbir.embeddings.model_folder import (
    BACKGROUND,
    DESCRIPTION,
    IMAGE_TOWER,
    TEXT_TOWER,
    TOKENIZER,
    InstalledModel,
    ModelDescription,
    Tokenizing,
    write_description,
    write_rows,
)
from cbir.embeddings.towers import Graph, clean, normalise, open_text_tower
from cbir.embeddings.training.alignment import Alignment, Rows, unit
from cbir.embeddings.training.published_networks import (
    LITE2_PREPROCESSING,
    EfficientNetLite,
    SentenceEncoder,
    smaller_vocabulary,
)

if TYPE_CHECKING:
    import onnx
    import tokenizers


_MIN_WEIGHTS = 1024  # fewer are not worth a scale
_HALF = 8  # of the 16 numbers in half a byte
_LARGEST = 63  # two products of such numbers fit the 16 bits in which older processors add them up


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Quantisation steps, as a share of the root mean square of the weights that share a scale.

    whole_layers : layers multiply integers, with their inputs rounded to 8 bits: for a tower that embeds one row at a
        time, where reading the weights takes longest
    packed_table : two numbers of a table in each byte, from -8 to 7; larger ones are clipped
    """

    convolution: float
    layer: float
    table: float = 1.0
    whole_layers: bool = False
    packed_table: bool = False


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
        packed = is_table and steps.packed_table
        whole, scale = whole_numbers(
            weights,
            axis=weights.ndim - 1 if is_layer else 0,
            step=step,
            largest=None if packed else _LARGEST,
        )
        stored = packed_halves(whole) if packed else whole
        initializers.append(onnx.numpy_helper.from_array(stored, f"{tensor.name}.whole"))
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
            nodes += _read_rows(node, packed=steps.packed_table)
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
    weights: NDArray[np.float32], *, axis: int, step: float, largest: int | None = _LARGEST
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Quantise weights: integers of the same shape, and a scale for each place along `axis`, (1, ..., n, ..., 1).

    largest : the step grows until no number is larger; None keeps the step, and packed_halves() clips
    """
    others = tuple(other for other in range(weights.ndim) if other != axis)
    scale = step * np.sqrt((weights**2).mean(axis=others, keepdims=True))
    if largest is not None:
        scale = np.maximum(scale, np.abs(weights).max(axis=others, keepdims=True) / largest)
    scale = np.maximum(scale, 1e-12).astype(np.float32)
    return np.clip(np.rint(weights / scale), -128, 127).astype(np.int8), scale


def packed_halves(whole: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Pack (n, 2 m) integers into (n, m) bytes: the first m of a row in the low halves, the others in the high ones."""
    low, high = np.split((np.clip(whole, -_HALF, _HALF - 1) + _HALF).astype(np.uint8), 2, axis=1)
    return np.asarray(low | high << 4, np.uint8)


def _multiply_out(name: str) -> list[onnx.NodeProto]:
    from onnx import TensorProto, helper

    return [
        helper.make_node("Cast", [f"{name}.whole"], [f"{name}.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}.float", f"{name}.scale"], [name]),
    ]


def _read_rows(node: onnx.NodeProto, *, packed: bool) -> list[onnx.NodeProto]:
    """Nodes that read rows of a table and multiply them by their scales."""
    from onnx import TensorProto, helper

    table, indices, rows = node.input[0], node.input[1], node.output[0]
    read = f"{rows}.bytes" if packed else f"{rows}.float"
    return [
        helper.make_node("Gather", [f"{table}.whole", indices], [f"{rows}.whole"], axis=0),
        helper.make_node("Gather", [f"{table}.scale", indices], [f"{rows}.scale"], axis=0),
        helper.make_node("Cast", [f"{rows}.whole"], [read], to=TensorProto.FLOAT),
        *(_unpack_halves(rows) if packed else []),
        helper.make_node("Mul", [f"{rows}.float", f"{rows}.scale"], [rows]),
    ]


def _unpack_halves(rows: str) -> list[onnx.NodeProto]:
    """Nodes that undo packed_halves(), by arithmetic on floats, which every runtime has."""
    from onnx import helper, numpy_helper

    def constant(name: str, value: float) -> onnx.NodeProto:
        tensor = numpy_helper.from_array(np.array(value, np.float32))
        return helper.make_node("Constant", [], [f"{rows}.{name}"], value=tensor)

    return [
        constant("sixteen", 16),
        constant("half", _HALF),
        helper.make_node("Div", [f"{rows}.bytes", f"{rows}.sixteen"], [f"{rows}.divided"]),
        helper.make_node("Floor", [f"{rows}.divided"], [f"{rows}.high"]),
        helper.make_node("Mul", [f"{rows}.high", f"{rows}.sixteen"], [f"{rows}.above"]),
        helper.make_node("Sub", [f"{rows}.bytes", f"{rows}.above"], [f"{rows}.low"]),
        helper.make_node("Concat", [f"{rows}.low", f"{rows}.high"], [f"{rows}.halves"], axis=-1),
        helper.make_node("Sub", [f"{rows}.halves", f"{rows}.half"], [f"{rows}.float"]),
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


CONTEXT_TOKENS = 64
_IMAGE_STEPS = Steps(convolution=0.15, layer=0.3)
_TEXT_STEPS = Steps(convolution=0.15, layer=0.35, table=0.6, whole_layers=True)
_PICTURES_AT_ONCE = 1  # the intermediate results of more would not fit into the caches


class LockedNetworks:
    """An image network and a sentence encoder, as they were published.

    folder : of their files. network, encoder, tokenizer : the names of the files
    compact : run the networks with the reduced precision that they are shipped with
    Raises CbirError if a file is missing or belongs to another network.
    """

    preprocessing = LITE2_PREPROCESSING

    def __init__(
        self, folder: Path, *, network: str, encoder: str, tokenizer: str, compact: bool = True
    ) -> None:
        from safetensors import SafetensorError
        from safetensors.torch import load_file
        from tokenizers import Tokenizer

        self._compact = compact
        missing = [name for name in (network, encoder, tokenizer) if not (folder / name).is_file()]
        if missing:
            raise CbirError(
                "{0} has no {1}. See docs/models.md for where they are from.",
                folder,
                " and no ".join(missing),
            )
        try:
            state = torch.load(folder / network, map_location="cpu", weights_only=True)
            self.image = EfficientNetLite(state).eval()
            self.tokenizer, rows = smaller_vocabulary((folder / tokenizer).read_bytes())
            self.text = SentenceEncoder(load_file(folder / encoder), rows).eval()
            self._tokens: tokenizers.Tokenizer = Tokenizer.from_str(self.tokenizer.decode())
        except (SafetensorError, LookupError, ValueError, RuntimeError, TypeError, AttributeError) as error:
            raise CbirError("The networks in {0} cannot be read: {1}", folder, error) from error

    def encode_pictures(
        self, squares: NDArray[np.uint8], *, progress: Callable[[int], None] = lambda done: None
    ) -> tuple[Rows, Rows]:
        """Features (n, f) and class probabilities (n, c) of pictures. progress : called with the number done"""
        example = probe_pixels(2, self.preprocessing.side_px)
        rows = []
        with self._graph(_Side(self.image), "pixels", example, {0: "n"}, _IMAGE_STEPS) as graph:
            for start in range(0, len(squares), _PICTURES_AT_ONCE):
                part = squares[start : start + _PICTURES_AT_ONCE]
                rows.append(graph.run(normalise(part, self.preprocessing)))
                progress(start)
        return tuple(np.split(np.concatenate(rows), [sum(self.image.groups)], axis=1))  # type: ignore[return-value]

    def encode_texts(self, texts: Sequence[str]) -> Rows:
        """Sentence vectors of texts: (n, t), unit rows."""
        example = probe_tokens(2, CONTEXT_TOKENS)
        with self._graph(self.text, "tokens", example, {0: "n", 1: "length"}, _TEXT_STEPS) as graph:
            return unit(np.concatenate([graph.run(np.array([self.tokens(text)])) for text in texts]))

    @contextlib.contextmanager
    def _graph(
        self,
        module: nn.Module,
        input_name: str,
        example: NDArray[np.generic],
        dynamic: dict[int, str],
        steps: Steps,
    ) -> Iterator[Graph]:
        """Run a network as it is shipped, so that the alignment makes up for the loss of precision."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.onnx"
            export_tower(module, path, input_name, example, dynamic=dynamic)
            if self._compact:
                compact_weights(path, steps)
            graph = Graph(path)
            try:
                yield graph
            finally:
                graph.close()

    def tokens(self, text: str) -> list[int]:
        ids = self._tokens.encode(clean(text, "lower")).ids
        return ids if len(ids) <= CONTEXT_TOKENS else [*ids[: CONTEXT_TOKENS - 1], ids[-1]]


class _Side(nn.Module):
    """Features and probabilities of pictures, side by side in one output."""

    def __init__(self, network: EfficientNetLite) -> None:
        super().__init__()
        self.network = network

    def forward(self, pixels: Tensor) -> Tensor:
        return torch.cat(self.network(pixels), dim=1)


class AlignedImageTower(nn.Module):
    def __init__(self, network: EfficientNetLite, alignment: Alignment) -> None:
        super().__init__()
        self.network, self.power = network, alignment.names_power
        self.mean, self.scale, self.offset = (
            nn.Parameter(torch.from_numpy(rows), requires_grad=False)
            for rows in (alignment.feature_mean, alignment.feature_scale, alignment.offset)
        )
        self.of_features, self.of_names = (
            nn.Parameter(torch.from_numpy(rows), requires_grad=False)
            for rows in (alignment.feature_map, alignment.names_map)
        )

    def forward(self, pixels: Tensor) -> Tensor:
        features, probabilities = self.network(pixels)
        scaled = nn.functional.normalize((features - self.mean) * self.scale, dim=1)
        embedded: Tensor = scaled @ self.of_features + probabilities**self.power @ self.of_names + self.offset
        return embedded


class AlignedTextTower(nn.Module):
    def __init__(self, encoder: SentenceEncoder, alignment: Alignment) -> None:
        super().__init__()
        self.encoder = encoder
        self.mean, self.map = (
            nn.Parameter(torch.from_numpy(rows), requires_grad=False)
            for rows in (alignment.text_mean, alignment.text_map)
        )

    def forward(self, tokens: Tensor) -> Tensor:
        embedded: Tensor = (nn.functional.normalize(self.encoder(tokens), dim=1) - self.mean) @ self.map
        return embedded


def publish_aligned(
    networks: LockedNetworks,
    alignment: Alignment,
    folder: Path,
    captions: Sequence[str],
    *,
    name: str,
    title: str,
    licence: str,
    scale: float,
    strong_z: float,
    background: Rows,
    provenance: Mapping[str, str],
    built_in: bool,
) -> InstalledModel:
    """Write the model's folder. captions : typical texts. scale, strong_z : see ModelDescription

    background : see InstalledModel
    """
    (folder / DESCRIPTION).unlink(missing_ok=True)
    image = AlignedImageTower(networks.image, alignment).eval()
    text = AlignedTextTower(networks.text, alignment).eval()
    export_towers(
        image,
        text,
        folder,
        side_px=networks.preprocessing.side_px,
        context_tokens=CONTEXT_TOKENS,
        trims=True,
    )
    compact_weights(folder / IMAGE_TOWER, _IMAGE_STEPS)
    compact_weights(folder / TEXT_TOWER, _TEXT_STEPS)
    write_atomically(folder / TOKENIZER, networks.tokenizer)
    description = ModelDescription(
        name=name,
        title=title,
        architecture="aligned",
        dimension=len(alignment.offset),
        context_tokens=CONTEXT_TOKENS,
        preprocessing=networks.preprocessing,
        tokenizing=Tokenizing(pad_id=0, clean="lower", trim=True),
        parameters=sum(parameter.numel() for module in (image, text) for parameter in module.parameters()),
        scale=scale,
        strong_z=strong_z,
        licence=licence,
        languages="English",
        provenance=dict(provenance),
        built_in=built_in,
    )
    write_rows(folder / BACKGROUND, background)
    placeholder = np.eye(1, description.dimension, dtype=np.float32)
    with open_text_tower(write_description(folder, description, placeholder), "cpu") as tower:
        sentences = tower.encode(captions).vectors
    return write_description(folder, description, sentences)
