"""The two networks for faces, as they come with the program -> sessions of ONNX Runtime."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.onnx_session import onnx_errors, open_session
from cbir.base.resources import resource

DETECTOR_GRAPH, DESCRIBER_GRAPH, TYPICAL_FACES = "detector.onnx", "describer.onnx", "typical_faces.npy"


class FacesMissing(CbirError):
    """A network for faces is missing or damaged."""


def face_graphs_folder() -> Path:
    return resource("faces")


@functools.cache
def typical_faces() -> NDArray[np.float32]:
    """(k, 128): means of the numbers of many strangers' faces. Raises FacesMissing."""
    path = face_graphs_folder() / TYPICAL_FACES
    try:
        return np.asarray(np.load(path, allow_pickle=False), np.float32).reshape(-1, 128)
    except (OSError, ValueError) as error:
        raise FacesMissing("{0} is missing or damaged. Install the program again.", path) from error


class FaceNetwork:
    """A loaded graph. Raises FacesMissing."""

    def __init__(self, folder: Path, name: str, threads: int | None) -> None:
        path = folder / name
        try:
            self._session = open_session(path, threads=threads)
        except onnx_errors() as error:
            raise FacesMissing("{0} is missing or damaged. Install the program again.", path) from error
        self._input = self._session.get_inputs()[0].name
        self._outputs = [output.name for output in self._session.get_outputs()]

    def run(self, values: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
        """Outputs by the graph's names."""
        return dict(zip(self._outputs, self._session.run(None, {self._input: values}), strict=True))
