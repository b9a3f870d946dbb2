"""Two torch modules -> image.onnx and text.onnx, compared with torch on fixed inputs.

export_towers() writes both, least_parity() compares them. Used for installing and for training.
"""

from __future__ import annotations

import contextlib
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings.model_folder import IMAGE_TOWER, TEXT_TOWER
from cbir.embeddings.towers import Graph
from cbir.embeddings.types import unit_rows

if TYPE_CHECKING:
    import onnx
    from torch.nn import Module

LEAST_PARITY = 0.9999  # cosine between torch's embedding and ONNX Runtime's
_OPSET = 18
_SEED = 20210226  # of the inputs that the parity is measured on
_PROBES = 3
_SMALL_BYTES = 16 << 20  # a smaller tower stays one file


def export_towers(
    image: Module, text: Module, folder: Path, *, side_px: int, context_tokens: int, trims: bool = False
) -> None:
    """Write image.onnx and text.onnx into a folder.

    image : (n, 3, side_px, side_px) float32, normalised -> (n, d); text : (n, context_tokens) int64 -> (n, d)
    trims : the text tower also reads shorter contexts
    Both must be on the CPU in float32; they are put into evaluation mode. n is dynamic.
    """
    export_tower(image, folder / IMAGE_TOWER, "pixels", probe_pixels(2, side_px), dynamic={0: "n"})
    axes = {0: "n", 1: "length"} if trims else {0: "n"}
    export_tower(text, folder / TEXT_TOWER, "tokens", probe_tokens(2, context_tokens), dynamic=axes)


def export_tower(
    module: Module, path: Path, input_name: str, example: NDArray[np.generic], *, dynamic: dict[int, str]
) -> None:
    """Write one tower. example : an input of n = 2 rows. dynamic : names of its axes of variable length

    Large weights get a file of their own beside the graph: ONNX Runtime maps it, which halves the memory for loading,
    and a graph with its weights cannot pass 2 GB.
    """
    import onnx
    import torch

    with tempfile.TemporaryDirectory(dir=path.parent) as parts:
        exported = Path(parts) / path.name
        module.eval()
        with torch.inference_mode(), _exporting(module):
            torch.onnx.export(
                module,
                (torch.from_numpy(example),),
                str(exported),
                input_names=[input_name],
                output_names=["embedding"],
                dynamic_axes={input_name: dynamic, "embedding": {0: "n"}},
                opset_version=_OPSET,
                dynamo=False,
                # PRESERVE: in evaluation mode the exporter folds batch normalisations into the weights before them.
                training=torch.onnx.TrainingMode.PRESERVE,
            )
        graph = onnx.load(exported)
    save_graph(graph, path)


def save_graph(graph: onnx.ModelProto, path: Path) -> None:
    """Write a graph, with large weights in a file of their own beside it."""
    import onnx

    if sum(tensor.ByteSize() for tensor in graph.graph.initializer) < _SMALL_BYTES:
        onnx.save_model(graph, path)
        return
    path.with_name(f"{path.name}.data").unlink(missing_ok=True)  # onnx would append to it
    onnx.save_model(
        graph, path, save_as_external_data=True, all_tensors_to_one_file=True, location=f"{path.name}.data"
    )


def least_parity(
    image: Module, text: Module, folder: Path, *, side_px: int, context_tokens: int, trims: bool = False
) -> float:
    """The least cosine between embeddings of the same fixed inputs by torch and by ONNX Runtime, over both towers.

    The batch has another size than the exported example, and shortened texts are compared too if the tower can read
    them, so that a frozen length is noticed.
    """
    tokens = probe_tokens(_PROBES, context_tokens)
    parities = [
        tower_parity(image, folder / IMAGE_TOWER, probe_pixels(_PROBES, side_px)),
        tower_parity(text, folder / TEXT_TOWER, tokens),
    ]
    if trims:
        short = probe_tokens(_PROBES, max(2, context_tokens // 3))
        parities.append(tower_parity(text, folder / TEXT_TOWER, short))
        padded = np.pad(short, ((0, 0), (0, context_tokens - short.shape[1])))
        parities.append(tower_parity(text, folder / TEXT_TOWER, short, reference=padded))
    return min(parities)


def tower_parity(
    module: Module, path: Path, inputs: NDArray[np.generic], *, reference: NDArray[np.generic] | None = None
) -> float:
    """The least cosine for one tower, see least_parity(). reference : torch's input, if other than ONNX Runtime's"""
    import torch

    graph = Graph(path)
    try:
        actual = unit_rows(graph.run(inputs))
    finally:
        graph.close()
    module.eval()
    with torch.inference_mode():
        rows = module(torch.from_numpy(inputs if reference is None else reference)).float().numpy()
    expected = unit_rows(rows)
    if actual.shape != expected.shape or not np.isfinite(actual).all():
        return -1.0
    return float(np.min(np.einsum("nd,nd->n", actual, expected, dtype=np.float64)))


def probe_pixels(count: int, side_px: int) -> NDArray[np.float32]:
    """Noise on the scale of normalised photos: (count, 3, side_px, side_px) float32."""
    return np.random.default_rng(_SEED).standard_normal((count, 3, side_px, side_px)).astype(np.float32)


def probe_tokens(count: int, context_tokens: int) -> NDArray[np.int64]:
    """Tokens that every vocabulary has, ending at different places: (count, context_tokens) int64.

    CLIP takes the embedding at the greatest token, other models at the last place: both vary here.
    """
    rng = np.random.default_rng(_SEED)
    tokens = np.zeros((count, context_tokens), np.int64)
    for row, line in enumerate(tokens):
        length = 1 + (row + 1) * (context_tokens - 1) // count
        line[:length] = rng.integers(1, 12, length)
        line[length - 1] = 15
    return tokens


@contextlib.contextmanager
def _exporting(module: Module) -> Iterator[None]:
    """Switch off the fused attention of evaluation mode, which ONNX lacks, and the exporter's warnings."""
    import torch

    from cbir.embeddings.towers import made_exportable

    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with made_exportable(module), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        torch.backends.mha.set_fastpath_enabled(fast)
