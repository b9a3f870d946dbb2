"""A model's towers in ONNX Runtime, on the CPU. Nothing here imports torch."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from cbir.base.cores import usable_cores
from cbir.base.errors import ArtifactMismatch
from cbir.embeddings.model_folder import IMAGE_TOWER, TEXT_TOWER, InstalledModel
from cbir.embeddings.towers.preprocessing import normalise
from cbir.embeddings.towers.tokenizing import TextTokenizer
from cbir.embeddings.types import TextEmbeddings, unit_rows

if TYPE_CHECKING:
    import onnxruntime

_IMAGES_AT_ONCE = 4  # no slower than 16, whose activations take 300 MB more in the built-in model
_TEXTS_AT_ONCE = 32
_QUIET = 3  # onnxruntime's own lines on stderr: errors alone


class OnnxTextTower:
    """See TextTower."""

    device = "cpu"
    note: str | None = None

    def __init__(self, model: InstalledModel, *, threads: int | None = None) -> None:
        self._tokenizer = TextTokenizer(model)
        self._graph = Graph(model.folder / TEXT_TOWER, threads=threads)
        self._dimension = model.info.dimension
        # Where a tower reads texts of any length, those beside it in a batch would only lengthen one.
        self._at_once = 1 if model.tokenizing.trim else _TEXTS_AT_ONCE

    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        vectors = np.empty((len(texts), self._dimension), np.float32)
        cut: list[bool] = []
        for start in range(0, len(texts), self._at_once):
            part = slice(start, start + self._at_once)
            tokens, some_cut = self._tokenizer.encode(texts[part])
            vectors[part] = unit_rows(self._graph.run(tokens))
            cut += some_cut
        vectors.setflags(write=False)
        return TextEmbeddings(vectors=vectors, cut=tuple(cut))

    def close(self) -> None:
        self._graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class OnnxImageTower:
    """See ImageTower."""

    device = "cpu"
    note: str | None = None

    def __init__(self, model: InstalledModel, *, threads: int | None = None) -> None:
        self._preprocessing = model.preprocessing
        self._graph = Graph(model.folder / IMAGE_TOWER, threads=threads)
        self._dimension = model.info.dimension

    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        vectors = np.empty((len(squares), self._dimension), np.float32)
        for start in range(0, len(squares), _IMAGES_AT_ONCE):
            part = slice(start, start + _IMAGES_AT_ONCE)
            vectors[part] = unit_rows(self._graph.run(normalise(squares[part], self._preprocessing)))
        vectors.setflags(write=False)
        return vectors

    def close(self) -> None:
        self._graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Graph:
    """One ONNX file, loaded: one array in, one array of rows out."""

    def __init__(self, path: Path, *, threads: int | None = None) -> None:
        # Before its import, which else makes an identifier of this computer and a queue of events to be sent.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = _QUIET
        options.intra_op_num_threads = threads or usable_cores()
        options.inter_op_num_threads = 1
        # Activations are a few megabytes: allocating them anew costs less than the arena holds for ever.
        options.enable_cpu_mem_arena = False
        # Waiting threads would burn the cores that the workers decode on: beside them a sentence took twice as long.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: onnxruntime.InferenceSession | None = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except _onnx_errors() as error:
            raise ArtifactMismatch(
                f"{path.name} of the model in {path.parent} cannot be loaded: the file is damaged or no tower."
            ) from error
        (source, *others) = self._session.get_inputs()
        if others:
            raise ArtifactMismatch(f"{path.name} of the model in {path.parent} has more than one input.")
        self._input = source.name
        self._input_type = np.int32 if source.type == "tensor(int32)" else None
        self._output = _embedding_output(self._session, path)
        self.input_shape: tuple[object, ...] = tuple(source.shape)

    def run(self, batch: NDArray[np.generic]) -> NDArray[np.float32]:
        """(n, ...) -> (n, d), as the tower gives them: of any length. Raises ArtifactMismatch where it cannot."""
        if self._session is None:
            raise ValueError("the tower is closed")
        if self._input_type is not None:
            batch = batch.astype(self._input_type)
        try:
            (rows,) = self._session.run([self._output], {self._input: batch})
        except _onnx_errors() as error:
            raise ArtifactMismatch(
                "The model's tower does not take what its description says. Remove the model and install it again."
            ) from error
        return np.asarray(rows, np.float32)

    def close(self) -> None:
        self._session = None


def _embedding_output(session: onnxruntime.InferenceSession, path: Path) -> str:
    outputs = session.get_outputs()
    named = [output.name for output in outputs if output.name == "embedding"]
    rows = [output.name for output in outputs if len(output.shape) == 2]
    if not named and not rows:
        raise ArtifactMismatch(f"{path.name} of the model in {path.parent} gives no row for each input.")
    name: str = (named or rows)[0]
    return name


@functools.cache
def _onnx_errors() -> tuple[type[Exception], ...]:
    """What ONNX Runtime raises: classes of its own without a common base."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    names = (
        "Fail InvalidArgument InvalidGraph InvalidProtobuf ModelLoaded NoModel NoSuchFile NotImplemented"
        " RuntimeException"
    )
    return tuple(getattr(state, name) for name in names.split() if hasattr(state, name))
