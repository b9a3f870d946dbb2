"""Prepared pictures -> one process that holds the image tower -> embeddings.

However many workers decode, one process encodes: a tower takes hundreds of megabytes and uses every core by
itself. It is a process of its own so that the one that answers typed queries stays small.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from cbir.errors import Cancelled, CbirError
from cbir.types import Device, DocumentId
from cbir.workers import WorkerPool

if TYPE_CHECKING:
    from cbir.embeddings import ImageTower

BATCH = 16  # pictures; larger ones are no faster on a CPU and keep a query waiting
_WALL_S = 600.0  # a first batch waits for the tower, which a slow drive may take long to give
_CPU_S = 3600.0  # of all cores together


class Encoder:
    """The image tower of one model, in a process that starts with the first picture.

    folder : of the installed model
    """

    def __init__(self, folder: Path, device: Device = "auto") -> None:
        self._folder = folder
        self._device = device
        self._pool = WorkerPool(1, wall_s=_WALL_S, cpu_s=_CPU_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def submit(
        self, pictures: Sequence[NDArray[np.uint8]], *, priority: int = 0
    ) -> Future[NDArray[np.float32]]:
        """Encode pictures that `prepare` made: n of (s, s, 3) uint8 -> (n, d) float32, rows of length 1.

        The future raises what the tower raised; WorkerDied where its process crashed.
        """
        return self._pool.submit(
            encode_pictures, self._folder, self._device, np.stack(pictures), priority=priority
        )

    def close(self) -> None:
        """End the process at once; what was submitted raises Cancelled."""
        self._pool.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """documents : (n,) int64, ascending. vectors : (n, d) float32. problem : why some pictures have none"""

    documents: NDArray[np.int64]
    vectors: NDArray[np.float32]
    problem: str | None = None


class EncodingBatch:
    """Documents and their pictures, encoded while more of them come."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._waiting: list[tuple[DocumentId, NDArray[np.uint8]]] = []
        self._running: list[tuple[list[DocumentId], Future[NDArray[np.float32]]]] = []

    def __len__(self) -> int:
        return len(self._waiting) + sum(len(documents) for documents, _ in self._running)

    def add(self, document: DocumentId, picture: NDArray[np.uint8]) -> None:
        self._waiting.append((document, picture))
        if len(self._waiting) == BATCH:
            self._submit()

    def finish(self, *, stopped: bool = False) -> Encoded:
        """Wait for all of them. A photo that could not be encoded is left out, and never stops a run.

        stopped : give up what has not begun
        """
        if self._waiting and not stopped:
            self._submit()
        for _, future in self._running if stopped else ():
            future.cancel()
        parts: list[tuple[NDArray[np.int64], NDArray[np.float32]]] = []
        problem = None
        for documents, future in self._running:
            try:
                parts.append((np.array(documents, np.int64), future.result()))
            except (Cancelled, CancelledError):
                continue
            except Exception as error:  # whatever the model's runtime raises
                problem = str(error) if isinstance(error, CbirError) else f"{type(error).__name__}: {error}"
        self._running = []
        if not parts:
            return Encoded(
                documents=np.zeros(0, np.int64), vectors=np.zeros((0, 0), np.float32), problem=problem
            )
        listed, vectors = np.concatenate([part[0] for part in parts]), np.concatenate([p[1] for p in parts])
        order = np.argsort(listed)
        return Encoded(documents=listed[order], vectors=vectors[order], problem=problem)

    def _submit(self) -> None:
        documents = [document for document, _ in self._waiting]
        self._running.append((documents, self._encoder.submit([picture for _, picture in self._waiting])))
        self._waiting = []


def encode_pictures(folder: Path, device: Device, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What the process does."""
    return _tower(folder, device).encode(pictures)


@functools.lru_cache(maxsize=1)
def _tower(folder: Path, device: Device) -> ImageTower:
    from cbir.embeddings import open_image_tower
    from cbir.embeddings.model_folder import open_model_folder

    return open_image_tower(open_model_folder(folder), device)
