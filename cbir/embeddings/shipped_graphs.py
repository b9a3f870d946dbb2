"""Models without their weights, which come with the program, and the positions of weights in a safetensors file.

The file has the length of its head (8 bytes, little endian), the head (JSON by tensor: dtype, shape, data_offsets),
and the tensors' numbers without gaps. https://github.com/huggingface/safetensors

    graphs/<name>/graph.json     architecture, preprocessing, tokenizer, publisher of the weights
    graphs/<name>/image.onnx     the towers; their weights are offsets into weights.safetensors
    graphs/<name>/text.onnx
    graphs/<name>/weights.head   the beginning of weights.safetensors: names, shapes and offsets of the tensors

`cbir models graphs` makes them from open_clip; see embeddings/shipping.py.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cbir.base.errors import CbirError
from cbir.base.resources import resource
from cbir.base.types import Preprocessing
from cbir.embeddings.model_folder import Cleaning, preprocessing_from

_LENGTH_BYTES = 8
_LONGEST_HEAD = 100_000_000  # bytes: the library's own bound
_PAGE = 4096
_SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1}
_UNKNOWN_SIZE = re.compile(r"[A-Z]{1,2}\d+[A-Z0-9_]*")  # eight-bit floats and future types


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """A tensor in a file. offset, length : in bytes; the offset counts from the beginning of the file"""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    length: int


def read_head(path: Path) -> dict[str, StoredTensor]:
    """The tensors of a file by name, in the order of the file. Raises CbirError if it is damaged or cut off."""
    damaged = CbirError("{0} cannot be read: it is cut off, damaged or not a safetensors file.", path)
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
            if not 2 <= length <= _LONGEST_HEAD:
                raise damaged
            tensors = parse_head(file.read(length), _LENGTH_BYTES + length)
    except OSError as error:
        raise CbirError("{0} cannot be read: {1}.", path, error.strerror) from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise damaged from error
    end = _LENGTH_BYTES + length
    for tensor in tensors.values():
        if tensor.offset != end:
            raise damaged
        end += tensor.length
    if path.stat().st_size != end:
        raise damaged
    return tensors


def is_safetensors(path: Path) -> bool:
    """True if a file begins like a safetensors file."""
    try:
        with path.open("rb") as file:
            return file.read(_LENGTH_BYTES + 1)[_LENGTH_BYTES:] == b"{"
    except OSError:
        return False


def parse_head(head: bytes, start: int) -> dict[str, StoredTensor]:
    """Parse a head whose tensors begin at `start`. Raises ValueError, LookupError or TypeError."""
    tensors = []
    for name, about in json.loads(head).items():
        if name == "__metadata__":
            continue
        begin, end = (int(place) for place in about["data_offsets"])
        dtype, shape = str(about["dtype"]), tuple(int(side) for side in about["shape"])
        if dtype in _SIZES and end - begin != math.prod(shape) * _SIZES[dtype]:
            raise ValueError(f"{name} has another length than its shape")
        if dtype not in _SIZES and not _UNKNOWN_SIZE.fullmatch(dtype):
            raise ValueError(f"{name} has no type")
        tensors.append(StoredTensor(name, dtype, shape, start + begin, end - begin))
    return {
        tensor.name: tensor for tensor in sorted(tensors, key=lambda tensor: (tensor.offset, tensor.length))
    }


def make_head(tensors: Iterable[tuple[str, str, tuple[int, ...]]]) -> bytes:
    """Make the beginning of a file, up to its first tensor, for tensors in this order: (name, dtype, shape).

    It is padded to whole pages, so that the numbers after it are aligned.
    """
    entries, offset = {}, 0
    for name, dtype, shape in tensors:
        length = math.prod(shape) * _SIZES[dtype]
        entries[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [offset, offset + length]}
        offset += length
    text = json.dumps(entries, separators=(",", ":")).encode()
    padded = -(-(_LENGTH_BYTES + len(text)) // _PAGE) * _PAGE
    return (padded - _LENGTH_BYTES).to_bytes(_LENGTH_BYTES, "little") + text.ljust(padded - _LENGTH_BYTES)


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
