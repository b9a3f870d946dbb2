"""Two torch modules -> image.onnx and text.onnx, held against torch on fixed inputs.

export_towers() writes both, least_parity() compares. For installing and for training alike.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.nn import Module

LEAST_PARITY = 0.9999  # cosine between torch's embedding and ONNX Runtime's


def export_towers(image: Module, text: Module, folder: Path, *, side_px: int, context_tokens: int) -> None:
    """Write image.onnx and text.onnx into a folder.

    image : (n, 3, side_px, side_px) float32, normalised -> (n, d); text : (n, context_tokens) int64 -> (n, d)
    Both on the CPU in float32; they are put into evaluation mode. The batch is dynamic.
    """
    raise NotImplementedError
