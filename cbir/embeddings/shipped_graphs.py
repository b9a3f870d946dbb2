"""cbir_resources/graphs/ -> models without their weights.

    graphs/<name>/graph.json     architecture, preprocessing, tokenizer, publisher of the weights
    graphs/<name>/image.onnx     the towers; their weights are offsets into weights.safetensors
    graphs/<name>/text.onnx
    graphs/<name>/weights.head   the beginning of weights.safetensors: names, shapes and offsets of the tensors

`cbir models graphs` makes them from open_clip; see embeddings/shipping.py.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cbir.base.resources import resource
from cbir.base.types import Preprocessing
from cbir.embeddings.model_folder import Cleaning, preprocessing_from
from cbir.embeddings.safetensors_file import StoredTensor, parse_head

ABOUT, HEAD = "graph.json", "weights.head"
GRAPHS = resource("graphs")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedGraph:
    """A model without its weights.

    repository, weights_file : source of the weights. tokenizer_repository : None for CLIP's own tokenizer
    trims : the text tower also reads shorter contexts
    """

    folder: Path
    architecture: str
    dimension: int
    context_tokens: int
    preprocessing: Preprocessing
    parameters: int
    repository: str
    weights_file: str
    tokenizer_repository: str | None
    cleaning: Cleaning
    trims: bool
    made_with: Mapping[str, str]

    def head(self) -> bytes:
        """The beginning of every weights file of this model."""
        return (self.folder / HEAD).read_bytes()

    def tensors(self) -> dict[str, StoredTensor]:
        """Tensors of the weights file by name, in its order."""
        head = self.head()
        return parse_head(head[8:], len(head))


def read_graph(folder: Path) -> ShippedGraph:
    """Read a folder that build_graphs() wrote."""
    about: dict[str, Any] = json.loads((folder / ABOUT).read_bytes())
    preprocessing = preprocessing_from(about.pop("preprocessing"))
    return ShippedGraph(folder=folder, preprocessing=preprocessing, **about)


def shipped_architecture(architecture: str) -> ShippedGraph | None:
    """The shipped graph of an architecture, by open_clip's name; None if there is none."""
    graphs = (read_graph(path.parent) for path in sorted(GRAPHS.glob(f"*/{ABOUT}")))
    return next((graph for graph in graphs if graph.architecture == architecture), None)
