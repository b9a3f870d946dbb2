"""Columns of a library's tables on a server: visual words or an embedding, and properties of a document for filters.

expression_of() makes filters on these properties a condition in SQL.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.catalog import MEGA, And, Comparison, Node, Not, Or, boxed_megapixels


@dataclass(frozen=True, slots=True)
class SparseRow:
    """The visual words of a photo, or of a query. columns : distinct, ascending. values : of each"""

    columns: NDArray[np.uint32]
    values: NDArray[np.float32]


Row = SparseRow | NDArray[np.float32]

Traits = Mapping[str, str | int]
FORMAT, ORIENTATION, PIXELS = "format", "orientation", "pixels"
_ORIENTATIONS = {"portrait": -1, "square": 0, "landscape": 1}
_PLAIN = re.compile(r"[a-z0-9 ]+")  # names of formats that need no escaping
_MOST_PIXELS = 2**62  # keeps constants within bigint


def traits_of(format: str = "", width: int = 0, height: int = 0) -> Traits:
    """The columns of a row; without arguments, empty ones for a document without a record."""
    orientation = (width > height) - (width < height)
    return {FORMAT: format.lower(), ORIENTATION: orientation, PIXELS: width * height}


def expression_of(nodes: Sequence[Node]) -> str | None:
    """A condition that is true for rows of documents that fit all nodes; None if the columns cannot decide it.

    It consists of numbers, column names and plain letters, so that it is safe within a statement.
    """
    return _joined(nodes, " and ")


def _joined(nodes: Sequence[Node], joint: str) -> str | None:
    parts = [part for node in nodes if (part := _part(node)) is not None]
    return "(" + joint.join(parts) + ")" if parts and len(parts) == len(nodes) else None


def _part(node: Node) -> str | None:
    match node:
        case And():
            return _joined(node.nodes, " and ")
        case Or():
            return _joined(node.nodes, " or ")
        case Not():
            return None if (inner := _part(node.node)) is None else f"(not {inner})"
        case Comparison() if node.field in _EXPRESSIONS:
            return _EXPRESSIONS[node.field](node)
    return None


def _format(node: Comparison) -> str | None:
    name = str(node.value).lower()
    return f"({FORMAT} = '{name}')" if _PLAIN.fullmatch(name) else None


def _orientation(node: Comparison) -> str:
    return f"({ORIENTATION} = {_ORIENTATIONS[str(node.value)]})"


def _megapixels(node: Comparison) -> str | None:
    """Compare in whole pixels: the column has integers."""
    node = boxed_megapixels(node)
    low = float(node.value) * MEGA
    high = low if node.high is None else float(node.high) * MEGA
    if not (abs(low) < _MOST_PIXELS and abs(high) < _MOST_PIXELS):  # also false for infinity and nan
        return None
    if node.high is not None:
        return f"({PIXELS} >= {math.ceil(low)} and {PIXELS} <= {math.floor(high)})"
    rounded = math.ceil(low) if node.operator in (">=", "<") else math.floor(low)
    return f"({PIXELS} {node.operator} {rounded})"


_EXPRESSIONS: Mapping[str, Callable[[Comparison], str | None]] = {
    "format": _format,
    "orientation": _orientation,
    "megapixels": _megapixels,
}
