"""Two torch modules -> image.onnx and text.onnx, held against torch on fixed inputs.

export_towers() writes both, least_parity() compares them. For installing and for training alike.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings.model_folder import IMAGE_TOWER, TEXT_TOWER
from cbir.embeddings.onnx_towers import Graph, unit_rows

if TYPE_CHECKING:
    from torch.nn import Module

LEAST_PARITY = 0.9999  # cosine between torch's embedding and ONNX Runtime's
_OPSET = 18
_SEED = 20210226  # of the inputs that the parity is measured on
_PROBES = 4


def export_towers(image: Module, text: Module, folder: Path, *, side_px: int, context_tokens: int) -> None:
    """Write image.onnx and text.onnx into a folder.

    image : (n, 3, side_px, side_px) float32, normalised -> (n, d); text : (n, context_tokens) int64 -> (n, d)
    Both lie on the CPU in float32; they are put into evaluation mode. n is dynamic.
    """
    export_tower(image, folder / IMAGE_TOWER, "pixels", probe_pixels(2, side_px))
    export_tower(text, folder / TEXT_TOWER, "tokens", probe_tokens(2, context_tokens))


def export_tower(module: Module, path: Path, input_name: str, example: NDArray[np.generic]) -> None:
    """Write one tower; example : an input of n = 2 rows."""
    import torch

    module.eval()
    with torch.inference_mode(), _exporting():
        torch.onnx.export(
            module,
            (torch.from_numpy(example),),
            str(path),
            input_names=[input_name],
            output_names=["embedding"],
            dynamic_axes={input_name: {0: "n"}, "embedding": {0: "n"}},
            opset_version=_OPSET,
            dynamo=False,
        )


def least_parity(image: Module, text: Module, folder: Path, *, side_px: int, context_tokens: int) -> float:
    """The least cosine between what torch and ONNX Runtime make of the same fixed inputs, over both towers.

    The batch has another size than the one that was exported, so that a batch that was frozen shows.
    """
    probes = (
        (image, IMAGE_TOWER, probe_pixels(_PROBES, side_px)),
        (text, TEXT_TOWER, probe_tokens(_PROBES, context_tokens)),
    )
    return min(tower_parity(module, folder / name, inputs) for module, name, inputs in probes)


def tower_parity(module: Module, path: Path, inputs: NDArray[np.generic]) -> float:
    """As least_parity(), for one tower."""
    import torch

    graph = Graph(path)
    try:
        found = unit_rows(graph.run(inputs))
    finally:
        graph.close()
    module.eval()
    with torch.inference_mode():
        expected = unit_rows(module(torch.from_numpy(inputs)).float().numpy())
    if found.shape != expected.shape or not np.isfinite(found).all():
        return -1.0
    return float(np.min(np.einsum("nd,nd->n", found, expected, dtype=np.float64)))


def probe_pixels(count: int, side_px: int) -> NDArray[np.float32]:
    """Noise of photos' own scale: (count, 3, side_px, side_px) float32."""
    return np.random.default_rng(_SEED).standard_normal((count, 3, side_px, side_px)).astype(np.float32)


def probe_tokens(count: int, context_tokens: int) -> NDArray[np.int64]:
    """Tokens that every vocabulary has, ending at different places: (count, context_tokens) int64.

    CLIP takes the embedding at the greatest token, the others at the last place: both vary here.
    """
    rng = np.random.default_rng(_SEED)
    tokens = np.zeros((count, context_tokens), np.int64)
    for row, line in enumerate(tokens):
        length = 1 + (row + 1) * (context_tokens - 1) // count
        line[:length] = rng.integers(1, 12, length)
        line[length - 1] = 15
    return tokens


@contextlib.contextmanager
def _exporting() -> Iterator[None]:
    """Switch off the fused attention of evaluation mode, which has no counterpart in ONNX, and known warnings."""
    import torch

    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        torch.backends.mha.set_fastpath_enabled(fast)
