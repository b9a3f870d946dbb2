"""Sentences and pictures -> unit vectors in one space, by installed models.

ModelStore() keeps the models; open_text_tower() and open_image_tower() run one; prepare() makes a decoded picture
ready for its image tower, in a worker or anywhere else. On a CPU the towers run in ONNX Runtime without torch;
installing from a checkpoint, training and CUDA import torch.
Radford et al., "Learning transferable visual models from natural language supervision", ICML 2021.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.embeddings.captions import plain_captions
    from cbir.embeddings.devices import need_model_packages
    from cbir.embeddings.functions import FunctionEncoder, FunctionModel
    from cbir.embeddings.model_folder import InstalledModel, Tokenizing, open_model_folder
    from cbir.embeddings.parts import (
        GRID,
        PARTS,
        documents_of,
        part_keys,
        part_regions,
        parts_made_by,
        parts_of,
        prepare_parts,
    )
    from cbir.embeddings.shipping import build_graphs, prove_graphs, write_merges
    from cbir.embeddings.store import BUILT_IN, DEMO, ModelStore, built_in_model, demo_model
    from cbir.embeddings.towers import open_image_tower, open_text_tower, prepare
    from cbir.embeddings.types import ImageTower, TextEmbeddings, TextTower

__getattr__ = lazy_door(
    __name__,
    {
        "captions": ("plain_captions",),
        "model_folder": ("InstalledModel", "Tokenizing", "open_model_folder"),
        "functions": ("FunctionEncoder", "FunctionModel"),
        "devices": ("need_model_packages",),
        "parts": (
            "GRID",
            "PARTS",
            "documents_of",
            "part_keys",
            "part_regions",
            "parts_made_by",
            "parts_of",
            "prepare_parts",
        ),
        "shipping": ("build_graphs", "prove_graphs", "write_merges"),
        "store": ("BUILT_IN", "DEMO", "ModelStore", "built_in_model", "demo_model"),
        "towers": ("open_image_tower", "open_text_tower", "prepare"),
        "types": ("ImageTower", "TextEmbeddings", "TextTower"),
    },
)
