"""Sentences and pictures -> tokens and pixels -> unit vectors in one space, by ONNX Runtime or torch."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.embeddings.towers.checkpoints import Towers, architecture_config, build_towers, read_weights
    from cbir.embeddings.towers.onnx_towers import Graph, OnnxTextTower
    from cbir.embeddings.towers.preprocessing import normalise, prepare
    from cbir.embeddings.towers.tokenizing import (
        MERGES,
        TextTokenizer,
        clean,
        load_tokenizer,
        plan_tokenizer,
        write_clip_tokenizer,
        write_foreign_tokenizer,
    )
    from cbir.embeddings.towers.torch_modules import made_exportable
    from cbir.embeddings.towers.towers import open_image_tower, open_text_tower

__all__ = [
    "MERGES",
    "Graph",
    "OnnxTextTower",
    "TextTokenizer",
    "Towers",
    "architecture_config",
    "build_towers",
    "clean",
    "load_tokenizer",
    "made_exportable",
    "normalise",
    "open_image_tower",
    "open_text_tower",
    "plan_tokenizer",
    "prepare",
    "read_weights",
    "write_clip_tokenizer",
    "write_foreign_tokenizer",
]

__getattr__ = lazy_door(
    __name__,
    {
        "checkpoints": ("Towers", "architecture_config", "build_towers", "read_weights"),
        "tokenizing": (
            "MERGES",
            "TextTokenizer",
            "clean",
            "load_tokenizer",
            "plan_tokenizer",
            "write_clip_tokenizer",
            "write_foreign_tokenizer",
        ),
        "onnx_towers": ("Graph", "OnnxTextTower"),
        "preprocessing": ("normalise", "prepare"),
        "torch_modules": ("made_exportable",),
        "towers": ("open_image_tower", "open_text_tower"),
    },
)
