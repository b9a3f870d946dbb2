"""Operations and weights, added one by one -> an ONNX graph without fixed sizes, in 8, 16 or 32 bits; its file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.storage import make_private_folder, write_atomically

if TYPE_CHECKING:
    import onnx

_OPSET, _IR_VERSION = 20, 10  # Gelu is an operation since 20; IR 10 is what ONNX Runtime 1.20 reads
_MIN_WEIGHTS = 256  # fewer stay in 32 bits
_FULL_BITS = 32
_LARGEST_INT8 = 127


class GraphBuilder:
    """An ONNX graph under construction. Each method adds nodes and returns the name of their result."""

    def __init__(self, name: str, bits: int) -> None:
        self._name = name
        self._bits = bits
        self._nodes: list[onnx.NodeProto] = []
        self._initializers: dict[str, onnx.TensorProto] = {}
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []
        self.parameters = 0

    def input(self, name: str, shape: tuple[int | str, ...]) -> str:
        from onnx import TensorProto, helper

        self._inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
        return name

    def output(self, result: str, name: str, shape: tuple[int | str, ...], *, whole: bool = False) -> None:
        from onnx import TensorProto, helper

        self._nodes.append(helper.make_node("Identity", [result], [name]))
        kind = TensorProto.INT64 if whole else TensorProto.FLOAT
        self._outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def add(self, operation: str, *inputs: str, **attributes: Any) -> str:
        return self.add_several(operation, *inputs, results=1, **attributes)[0]

    def add_several(self, operation: str, *inputs: str, results: int, **attributes: Any) -> list[str]:
        from onnx import helper

        names = [f"{operation.lower()}_{len(self._nodes)}_{number}" for number in range(results)]
        self._nodes.append(helper.make_node(operation, [*inputs], names, **attributes))
        return names

    def weight(self, name: str, values: NDArray[np.floating]) -> str:
        """Add weights, once for each name. ONNX Runtime converts compact ones to floats while it loads the graph.

        In 8 bits, each slice along the first axis (an output plane of a convolution) has a scale of its own.
        """
        from onnx import TensorProto, helper, numpy_helper

        if name in self._initializers:
            return name
        self.parameters += values.size
        compact = self._bits < _FULL_BITS and values.size >= _MIN_WEIGHTS
        if compact and self._bits == 8:
            steps = np.abs(values).max(axis=tuple(range(1, values.ndim)), keepdims=True) / _LARGEST_INT8
            steps = np.maximum(steps, np.finfo(np.float32).tiny)
            whole = np.round(values / steps).astype(np.int8)
            self._initializers[name] = numpy_helper.from_array(whole, f"{name}.whole")
            self._initializers[f"{name}.step"] = numpy_helper.from_array(
                steps.astype(np.float32), f"{name}.step"
            )
            self._nodes.append(
                helper.make_node("Cast", [f"{name}.whole"], [f"{name}.cast"], to=TensorProto.FLOAT)
            )
            self._nodes.append(helper.make_node("Mul", [f"{name}.cast", f"{name}.step"], [name]))
            return name
        array = np.ascontiguousarray(values, np.float16 if compact else np.float32)
        if not np.isfinite(array).all():
            raise ValueError(f"{name} does not fit in {self._bits} bits")
        self._initializers[name] = numpy_helper.from_array(array, f"{name}.half" if compact else name)
        if compact:
            self._nodes.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
        return name

    def constant(self, name: str, values: NDArray[Any]) -> str:
        from onnx import numpy_helper

        self._initializers.setdefault(name, numpy_helper.from_array(values, name))
        return name

    def model(self) -> onnx.ModelProto:
        from onnx import checker, helper

        graph = helper.make_graph(
            self._nodes, self._name, self._inputs, self._outputs, [*self._initializers.values()]
        )
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", _OPSET)], producer_name="cbir"
        )
        model.ir_version = _IR_VERSION
        checker.check_model(model)
        return model


PROVENANCE = "provenance.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGraphs:
    """Graphs in a folder. bytes : of all"""

    folder: Path
    parameters: int
    bytes: int


def need_weights(weights: Path, sources: Mapping[str, str]) -> None:
    """Raise CbirError if a folder lacks a file of published weights. sources : by file name"""
    if missing := [name for name in sources if not (weights / name).is_file()]:
        raise CbirError(
            "{0} has no {1}. See docs/models.md for where they are from.", weights, " and no ".join(missing)
        )


def write_graphs(
    graphs: Mapping[str, GraphBuilder],
    folder: Path,
    *,
    weights: Path,
    sources: Mapping[str, str],
    licence: str,
    packages: Sequence[str],
    command: str,
    bits: int,
) -> WrittenGraphs:
    """Write graphs under their names, and provenance.json with the origin of the weights and all checksums.

    sources : origin of each file of `weights`. packages : that took part
    """
    make_private_folder(folder)
    parameters = sum(graph.parameters for graph in graphs.values())
    provenance: dict[str, object] = {
        "command": command,
        "licence": licence,
        **{
            f"from {name}": f"{source}; sha256 {_short_checksum(weights / name)}"
            for name, source in sources.items()
        },
        "versions": ", ".join(f"{package} {version(package)}" for package in packages),
        "parameters": parameters,
        "bits": bits,
    }
    size = 0
    for name, graph in graphs.items():
        content = graph.model().SerializeToString()
        write_atomically(folder / name, content)
        provenance[f"sha256 of {name}"] = hashlib.sha256(content).hexdigest()
        size += len(content)
    write_atomically(folder / PROVENANCE, json.dumps(provenance, indent=1).encode() + b"\n")
    return WrittenGraphs(folder=folder, parameters=parameters, bytes=size)


def _short_checksum(path: Path) -> str:
    """The first 16 digits of a file's SHA-256: enough to name a file of published weights."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
