"""Sentences and pictures -> unit vectors of one space, by models that the user installed.

ModelStore() keeps the models; open_text_tower() and open_image_tower() run one; prepare() makes a decoded picture
ready for its image tower, in a worker or anywhere else. On a CPU the towers run in ONNX Runtime and nothing here
imports torch; installing, importing and CUDA do.
Radford et al., "Learning transferable visual models from natural language supervision", ICML 2021.
"""

from cbir.embeddings.model_folder import InstalledModel, Tokenizing
from cbir.embeddings.preprocessing import prepare
from cbir.embeddings.store import ModelStore, default_store, demo_model
from cbir.embeddings.towers import (
    ImageTower,
    TextEmbeddings,
    TextTower,
    open_image_tower,
    open_text_tower,
)

__all__ = [
    "ImageTower",
    "InstalledModel",
    "ModelStore",
    "TextEmbeddings",
    "TextTower",
    "Tokenizing",
    "default_store",
    "demo_model",
    "open_image_tower",
    "open_text_tower",
    "prepare",
]
