"""Sentences and pictures -> tokens and pixels -> unit vectors of one space, by ONNX Runtime or torch."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.embeddings.towers.clip_tokenizer import (
        plan_tokenizer,
        write_clip_tokenizer,
        write_foreign_tokenizer,
    )
    from cbir.embeddings.towers.onnx_towers import Graph, unit_rows
    from cbir.embeddings.towers.preprocessing import normalise, prepare
    from cbir.embeddings.towers.tokenizing import TextTokenizer, load_tokenizer
    from cbir.embeddings.towers.torch_modules import image_tower, made_exportable, text_tower
    from cbir.embeddings.towers.towers import (
        ImageTower,
        TextEmbeddings,
        TextTower,
        open_image_tower,
        open_text_tower,
    )

__all__ = [
    "Graph",
    "ImageTower",
    "TextEmbeddings",
    "TextTokenizer",
    "TextTower",
    "image_tower",
    "load_tokenizer",
    "made_exportable",
    "normalise",
    "open_image_tower",
    "open_text_tower",
    "plan_tokenizer",
    "prepare",
    "text_tower",
    "unit_rows",
    "write_clip_tokenizer",
    "write_foreign_tokenizer",
]

__getattr__ = lazy_door(
    __name__,
    {
        "clip_tokenizer": (
            "plan_tokenizer",
            "write_clip_tokenizer",
            "write_foreign_tokenizer",
        ),
        "onnx_towers": (
            "Graph",
            "unit_rows",
        ),
        "preprocessing": (
            "normalise",
            "prepare",
        ),
        "tokenizing": (
            "TextTokenizer",
            "load_tokenizer",
        ),
        "torch_modules": (
            "image_tower",
            "made_exportable",
            "text_tower",
        ),
        "towers": (
            "ImageTower",
            "TextEmbeddings",
            "TextTower",
            "open_image_tower",
            "open_text_tower",
        ),
    },
)
