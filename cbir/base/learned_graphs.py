"""The two networks of the learned features, as they come with the program -> sessions of ONNX Runtime."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.onnx_session import onnx_errors, open_session
from cbir.base.resources import resource

FEATURES_GRAPH, MATCHER_GRAPH = "features.onnx", "matcher.onnx"
QUARTER_TURN = np.array([[0.0, -1.0], [1.0, 0.0]])
"""Rows (x, y) from the middle of a picture, times this, are those of the picture turned counterclockwise."""


class LearnedFeaturesMissing(CbirError):
    """A network of the learned features is missing or damaged."""


def learned_graphs_folder() -> Path:
    return resource("learned-features")


class LearnedGraph:
    """A loaded graph. Several threads may run it at the same time. Raises LearnedFeaturesMissing."""

    def __init__(self, name: str, threads: int) -> None:
        path = learned_graphs_folder() / name
        try:
            # In the process that searches, and lasts: an arena would keep 180 MB of it for a quarter of this time.
            self._session = open_session(path, threads=threads, arena=False)
        except onnx_errors() as error:
            raise LearnedFeaturesMissing(
                "{0} is missing or damaged. Install the program again.", path
            ) from error

    def run(self, **inputs: NDArray[np.float32]) -> list[NDArray[Any]]:
        """Outputs in the order of the graph. inputs : by the graph's names"""
        return [np.asarray(output) for output in self._session.run(None, inputs)]


@functools.lru_cache(maxsize=4)
def learned_graph(name: str, threads: int) -> LearnedGraph:
    """Load a graph, once for each process. Raises LearnedFeaturesMissing."""
    return LearnedGraph(name, threads)
