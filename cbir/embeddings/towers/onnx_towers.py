"""A model's towers in ONNX Runtime, on the CPU. Nothing here imports torch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch
from cbir.base.messages import Message
from cbir.base.onnx_session import onnx_errors, open_session
from cbir.embeddings.model_folder import IMAGE_TOWER, TEXT_TOWER, InstalledModel
from cbir.embeddings.towers.preprocessing import normalise
from cbir.embeddings.towers.tokenizing import TextTokenizer
from cbir.embeddings.types import Closing, TextEmbeddings, unit_rows

if TYPE_CHECKING:
    import onnxruntime

_IMAGES_AT_ONCE = 4  # no slower than 16, whose activations take more memory
_FEW_PARAMETERS = (
    100_000_000  # of both towers: below, rereading the weights costs less than leaving the caches
)
_TOKENS_AT_ONCE = 512  # in a batch of texts: more is no faster, and takes as much memory as the weights


class OnnxTextTower(Closing):
    """See TextTower."""

    device = "cpu"
    note: Message | None = None

    def __init__(self, model: InstalledModel, *, threads: int | None = None) -> None:
        self._tokenizer = TextTokenizer(model)
        self._graph = Graph(model.folder / TEXT_TOWER, threads=threads)
        self._dimension = model.info.dimension
        self._together = model.tokenizing.together or not model.tokenizing.trim

    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        vectors = np.empty((len(texts), self._dimension), np.float32)
        tokenized = [self._tokenizer.encode([text]) for text in texts]
        for rows in self._batches([tokens.shape[1] for tokens, _ in tokenized]):
            vectors[rows] = unit_rows(self._graph.run(np.concatenate([tokenized[row][0] for row in rows])))
        unknown = tuple(map(self._tokenizer.unknown_words, texts))
        vectors[[alone for _, alone in unknown]] = 0
        vectors.setflags(write=False)
        return TextEmbeddings(
            vectors=vectors,
            cut=tuple(was_cut for _, (was_cut,) in tokenized),
            unknown=tuple(words for words, _ in unknown),
        )

    def _batches(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        """Divide rows into batches of one length, as a longer text in a batch would only lengthen the others."""
        order = sorted(range(len(lengths)), key=lengths.__getitem__)
        for length, alike in itertools.groupby(order, key=lengths.__getitem__):
            rows, count = list(alike), max(1, _TOKENS_AT_ONCE // length) if self._together else 1
            yield from (rows[start : start + count] for start in range(0, len(rows), count))

    def close(self) -> None:
        self._graph.close()


class OnnxImageTower(Closing):
    """See ImageTower."""

    device = "cpu"
    note: Message | None = None

    def __init__(self, model: InstalledModel, *, threads: int | None = None) -> None:
        self._preprocessing = model.preprocessing
        self._graph = Graph(model.folder / IMAGE_TOWER, threads=threads)
        self._at_once = 1 if 0 < model.parameters < _FEW_PARAMETERS else _IMAGES_AT_ONCE
        self._dimension = model.info.dimension

    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        vectors = np.empty((len(squares), self._dimension), np.float32)
        for start in range(0, len(squares), self._at_once):
            part = slice(start, start + self._at_once)
            vectors[part] = unit_rows(self._graph.run(normalise(squares[part], self._preprocessing)))
        vectors.setflags(write=False)
        return vectors

    def close(self) -> None:
        self._graph.close()


class Graph:
    """A loaded ONNX file: one array in, one array of rows out."""

    def __init__(self, path: Path, *, threads: int | None = None) -> None:
        try:
            self._session: onnxruntime.InferenceSession | None = open_session(path, threads=threads)
        except onnx_errors() as error:
            raise ArtifactMismatch(
                "{0} of the model in {1} cannot be loaded: the file is damaged or no tower.",
                path.name,
                path.parent,
            ) from error
        (source, *others) = self._session.get_inputs()
        if others:
            raise ArtifactMismatch("{0} of the model in {1} has more than one input.", path.name, path.parent)
        self._input = source.name
        self._input_type = np.int32 if source.type == "tensor(int32)" else None
        self._output = _embedding_output(self._session, path)
        self.input_shape: tuple[object, ...] = tuple(source.shape)

    def run(self, batch: NDArray[np.generic]) -> NDArray[np.float32]:
        """Run the tower: (n, ...) -> (n, d), rows of any length. Raises ArtifactMismatch if it refuses the batch."""
        if self._session is None:
            raise ValueError("the tower is closed")
        if self._input_type is not None:
            batch = batch.astype(self._input_type)
        try:
            (rows,) = self._session.run([self._output], {self._input: batch})
        except onnx_errors() as error:
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
        raise ArtifactMismatch("{0} of the model in {1} gives no row for each input.", path.name, path.parent)
    name: str = (named or rows)[0]
    return name
