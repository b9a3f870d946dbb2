"""An exported tower with weights -> the same graph with every weight replaced by a place in one weights file.

Places are found by content. The weights of the exported tower are random, so that no two of them agree. So an array
of the graph is the model's tensor with the same bytes, or a part of its rows, or its transpose.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings.model_folder import WEIGHTS

if TYPE_CHECKING:
    import onnx

_PARTS = 3  # open_clip keeps queries, keys and values in the rows of one tensor
_CONSTANT = 64  # an array of at most as many numbers may be a constant of the architecture
_MICROSOFT = "com.microsoft"


@dataclass(frozen=True, slots=True)
class Place:
    """Position of an array in the weights file: offset and length in bytes."""

    offset: int
    length: int
    transposed: bool = False


class UnknownWeightError(Exception):
    """A graph has numbers that are neither a tensor of the model nor a constant."""


def strip_weights(
    model: onnx.ModelProto, state: Mapping[str, NDArray[np.generic]], offsets: Mapping[str, int]
) -> int:
    """Replace the weights of a graph by places in the weights file. Returns the number of replacements.

    state : the tensors that the graph was exported with, by name. offsets : of each in the weights file, in bytes
    A product with a transposed matrix becomes a product that transposes on the fly. Raises UnknownWeightError.
    """
    from onnx import numpy_helper

    places = dict(_places(state, offsets))
    transposed: set[str] = set()
    replaced = 0
    for tensor in model.graph.initializer:
        array = numpy_helper.to_array(tensor)
        place = places.get(_digest(array)) if np.issubdtype(array.dtype, np.floating) else None
        if place is None:
            _must_be_constant(tensor.name, array)
            continue
        if place.transposed:
            transposed.add(tensor.name)
            tensor.dims[:] = reversed(tensor.dims)
        _point(tensor, place)
        replaced += 1
    _multiply_transposed(model, transposed)
    return replaced


def _places(
    state: Mapping[str, NDArray[np.generic]], offsets: Mapping[str, int]
) -> Iterator[tuple[bytes, Place]]:
    for name, array in state.items():
        offset, length = offsets[name], array.nbytes
        if array.ndim == 2 and 1 not in array.shape:
            yield _digest(array.T), Place(offset, length, transposed=True)
        if array.ndim and array.shape[0] % _PARTS == 0:
            part = length // _PARTS
            for index, rows in enumerate(np.split(array, _PARTS)):
                place = Place(offset + index * part, part)
                if array.ndim == 2:
                    yield _digest(rows.T), Place(place.offset, part, transposed=True)
                yield _digest(rows), place
        yield _digest(array), Place(offset, length)


def _digest(array: NDArray[np.generic]) -> bytes:
    """Digest of an array's bytes, without its shape, which may have got axes of length 1."""
    return hashlib.sha1(np.ascontiguousarray(array).data, usedforsecurity=False).digest()


def _must_be_constant(name: str, array: NDArray[np.generic]) -> None:
    """Raise if an array has so many different numbers that they may be weights."""
    if np.issubdtype(array.dtype, np.floating) and len(np.unique(array)) > _CONSTANT:
        raise UnknownWeightError(f"{name} {array.shape} is no tensor of the model.")


def _point(tensor: onnx.TensorProto, place: Place) -> None:
    from onnx import TensorProto

    tensor.ClearField("raw_data")
    tensor.ClearField("float_data")
    tensor.data_location = TensorProto.EXTERNAL
    del tensor.external_data[:]
    for key, value in (("location", WEIGHTS), ("offset", place.offset), ("length", place.length)):
        entry = tensor.external_data.add()
        entry.key, entry.value = key, str(value)


def _multiply_transposed(model: onnx.ModelProto, transposed: set[str]) -> None:
    from onnx import helper

    graph, changed = model.graph, set()
    for index, node in enumerate(list(graph.node)):
        for place, name in enumerate(node.input):
            if name not in transposed:
                continue
            if node.op_type != "MatMul" or place != 1:
                raise UnknownWeightError(f"{node.op_type} reads {name}, a transposed matrix.")
            changed.add(name)
            product = helper.make_node(
                "FusedMatMul", list(node.input), list(node.output), domain=_MICROSOFT, transB=1
            )
            graph.node.remove(node)
            graph.node.insert(index, product)
    if changed != transposed:
        raise UnknownWeightError(f"Nothing reads {', '.join(sorted(transposed - changed))}.")
    if changed:
        model.opset_import.append(helper.make_opsetid(_MICROSOFT, 1))
