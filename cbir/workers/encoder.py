"""Prepared pictures -> one process that holds the image tower -> embeddings.

One process encodes, no matter how many workers decode: a tower takes hundreds of megabytes and uses every core.
It is a separate process so that the one that answers typed queries stays small. Encoders lends the processes of a
library: an index run and a search may need two models at the same time.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, LibraryClosed, message_of
from cbir.base.liveness import waiting
from cbir.base.messages import Message
from cbir.base.types import Device
from cbir.vectors import are_unit
from cbir.workers.pool import WorkerPool

if TYPE_CHECKING:
    from cbir.embeddings import FunctionModel, ImageTower, InstalledModel

_Result = TypeVar("_Result")

BATCH = 16  # pictures; larger batches are no faster on a CPU, and a query waits longer for them
_IDLE_S = 120.0  # includes waiting for a graphics card
_CPU_S = 3600.0  # of all cores together
_QUERY_PRIORITY = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureEmbeddings:
    """vectors : (n, d) float32, unit rows if the model has a usable embedding. note, device : of the ImageTower"""

    vectors: NDArray[np.float32]
    note: Message | None = None
    device: str = "cpu"


class PictureEncoder(Protocol):
    """Encodes pictures for an index run: an Encoder, or other computers that have the same model."""

    def submit(
        self, pictures: Sequence[NDArray[np.uint8]], *, priority: int = 0
    ) -> Future[PictureEmbeddings]: ...


class FunctionsHere:
    """The image tower of functions of this process: they cannot be sent to another. The interface of an Encoder."""

    def __init__(self, model: FunctionModel) -> None:
        self._model = model
        self._thread = ThreadPoolExecutor(1, "own encoder")

    def submit(
        self, pictures: Sequence[NDArray[np.uint8]], *, priority: int = 0
    ) -> Future[PictureEmbeddings]:
        return self._thread.submit(self._encode, np.stack(pictures))

    def load(self) -> Future[None]:
        """Have nothing to load."""
        return self._thread.submit(lambda: None)

    def close(self) -> None:
        """Leave out what has not begun."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    process_ids: tuple[int, ...] = ()

    def _encode(self, pictures: NDArray[np.uint8]) -> PictureEmbeddings:
        from cbir.embeddings import open_image_tower

        return PictureEmbeddings(vectors=open_image_tower(self._model).encode(pictures))


class Encoder:
    """The image tower of one model, in a process that starts with the first picture.

    folder : of the installed model
    """

    def __init__(self, folder: Path, device: Device = "auto") -> None:
        self._folder = folder
        self._device = device
        # As large as its model, so there is never a second: the process of an index run encodes queries as well.
        self._pool = WorkerPool(1, idle_s=_IDLE_S, cpu_s=_CPU_S, worker_bytes=None, one_crew=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self, pictures: Sequence[NDArray[np.uint8]], *, priority: int = 0
    ) -> Future[PictureEmbeddings]:
        """Encode pictures that `prepare` made: n of (s, s, 3) uint8.

        The future raises the tower's exception; WorkerDied if its process crashed.
        """
        return self._pool.submit(
            encode_pictures, self._folder, self._device, np.stack(pictures), priority=priority
        )

    def load(self) -> Future[None]:
        """Start the process and load its tower, before there is a picture."""
        return self._pool.submit(load_tower, self._folder, self._device)

    def close(self) -> None:
        """End the process at once; submitted pictures raise Cancelled."""
        self._pool.close()

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The id of the process while it runs; empty otherwise."""
        return self._pool.process_ids


@dataclass(slots=True)
class _Lent:
    encoder: Encoder | FunctionsHere
    users: int = 0


class Encoders:
    """Lends the encoder of each model that is in use; may be used from several threads.

    An encoder that nobody holds stays warm for the next user until another model is needed, so that two models are
    in memory only while both are at work.
    """

    def __init__(self, device: Device = "auto") -> None:
        self._device = device
        self._lock = threading.Lock()
        self._lent: dict[Path, _Lent] = {}  # by the model's folder
        self._closed = False

    @contextmanager
    def lease(self, model: InstalledModel) -> Iterator[PictureEncoder]:
        """The model's encoder, for as long as the block lasts. Raises Cancelled after close()."""
        encoder = self._take(model)
        try:
            yield encoder
        finally:
            self._give_back(model.folder)

    def encode(
        self, model: InstalledModel, pictures: Sequence[NDArray[np.uint8]]
    ) -> Future[PictureEmbeddings]:
        """Encode the pictures of a query before those of an index run; see Encoder.submit."""
        return self._ask(model, lambda encoder: encoder.submit(pictures, priority=_QUERY_PRIORITY))

    def load(self, model: InstalledModel) -> None:
        """Begin to load the model's tower, so that the first picture does not wait for it."""
        self._ask(model, lambda encoder: encoder.load())

    def _ask(
        self, model: InstalledModel, submit: Callable[[Encoder | FunctionsHere], Future[_Result]]
    ) -> Future[_Result]:
        encoder = self._take(model)
        try:
            future = submit(encoder)
        except BaseException:
            self._give_back(model.folder)
            raise
        future.add_done_callback(lambda _: self._give_back(model.folder))
        return future

    def close(self) -> None:
        """End all processes at once; submitted pictures raise Cancelled."""
        with self._lock:
            self._closed = True
            lent_encoders, self._lent = self._lent, {}
        for lent in lent_encoders.values():
            lent.encoder.close()

    def _take(self, model: InstalledModel) -> Encoder | FunctionsHere:
        folder = model.folder
        with self._lock:
            if self._closed:
                raise LibraryClosed
            unused = [other for other, lent in self._lent.items() if other != folder and not lent.users]
            idle = [self._lent.pop(other) for other in unused]
            lent = self._lent.setdefault(folder, _Lent(self._open(model)))
            lent.users += 1
        self._close(idle)
        return lent.encoder

    def _open(self, model: InstalledModel) -> Encoder | FunctionsHere:
        from cbir.embeddings import FunctionModel

        if isinstance(model, FunctionModel):
            return FunctionsHere(model)
        return Encoder(model.folder, self._device)

    def _give_back(self, folder: Path) -> None:
        with self._lock:
            lent = self._lent.get(folder)
            if lent is None:  # all were closed meanwhile
                return
            lent.users -= 1
            idle = [self._lent.pop(folder)] if not lent.users and len(self._lent) > 1 else []
        self._close(idle)

    @staticmethod
    def _close(idle: Sequence[_Lent]) -> None:
        """Close encoders; not under the lock, as closing waits for a thread that may be giving back a lease."""
        for lent in idle:
            lent.encoder.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingRemarks:
    """Remarks on an encoding, to show to a person.

    refused : documents for which the model has no usable embedding. problem : why other documents have none yet
    note : a sentence if the requested device could not be used. devices : where the model ran
    """

    refused: tuple[int, ...] = ()
    problem: Message | None = None
    note: Message | None = None
    devices: frozenset[str] = frozenset()

    def __add__(self, other: EncodingRemarks) -> EncodingRemarks:
        return EncodingRemarks(
            refused=self.refused + other.refused,
            problem=other.problem or self.problem,
            note=other.note or self.note,
            devices=other.devices | self.devices,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """documents : (n,) int64, ascending; for parts, their storage keys. vectors : (n, d) float32, unit rows"""

    documents: NDArray[np.int64]
    vectors: NDArray[np.float32]
    remarks: EncodingRemarks


class EncodingBatch:
    """Documents and their pictures, encoded while more arrive.

    The pictures of one `add` are encoded together or not at all.
    """

    def __init__(self, encoder: PictureEncoder) -> None:
        self._encoder = encoder
        self._waiting: list[tuple[int, NDArray[np.uint8]]] = []
        self._running: list[tuple[list[int], Future[PictureEmbeddings]]] = []

    def __len__(self) -> int:
        return len(self._waiting) + sum(len(documents) for documents, _ in self._running)

    def add(self, documents: Sequence[int], pictures: Sequence[NDArray[np.uint8]]) -> None:
        self._waiting += zip(documents, pictures, strict=True)
        if len(self._waiting) >= BATCH:
            self._submit()

    def finish(self, *, stopped: bool = False) -> Encoded:
        """Wait for all embeddings. A photo that cannot be encoded is left out and never stops a run.

        stopped : cancel the batches that have not begun
        """
        if self._waiting and not stopped:
            self._submit()
        for _, future in self._running if stopped else ():
            future.cancel()
        parts: list[tuple[NDArray[np.int64], NDArray[np.float32]]] = []
        problem = note = None
        devices: set[str] = set()
        for documents, future in self._running:
            try:
                embeddings = future.result()
                parts.append((np.array(documents, np.int64), embeddings.vectors))
                note = embeddings.note or note
                devices.add(embeddings.device)
            except (Cancelled, CancelledError):
                continue
            except Exception as error:  # the model's runtime may raise anything
                problem = (
                    message_of(error)
                    if isinstance(error, CbirError)
                    else Message("{0}: {1}", type(error).__name__, error)
                )
        self._running = []
        if not parts:
            none = np.zeros(0, np.int64)
            return Encoded(
                documents=none, vectors=np.zeros((0, 0), np.float32), remarks=EncodingRemarks(problem=problem)
            )
        listed, vectors = np.concatenate([part[0] for part in parts]), np.concatenate([p[1] for p in parts])
        usable = are_unit(vectors)
        remarks = EncodingRemarks(
            refused=tuple(listed[~usable].tolist()), problem=problem, note=note, devices=frozenset(devices)
        )
        listed, vectors = listed[usable], vectors[usable]
        order = np.argsort(listed)
        return Encoded(documents=listed[order], vectors=vectors[order], remarks=remarks)

    def _submit(self) -> None:
        documents = [document for document, _ in self._waiting]
        self._running.append((documents, self._encoder.submit([picture for _, picture in self._waiting])))
        self._waiting = []


def encode_pictures(folder: Path, device: Device, pictures: NDArray[np.uint8]) -> PictureEmbeddings:
    """Encode pictures in the process that holds the tower."""
    tower = _tower(folder, device)
    vectors = tower.encode(pictures)
    return PictureEmbeddings(vectors=vectors, note=tower.note, device=tower.device)


def load_tower(folder: Path, device: Device) -> None:
    """Load the tower in the process that holds it, without a picture."""
    _tower(folder, device)


@functools.lru_cache(maxsize=1)
def _tower(folder: Path, device: Device) -> ImageTower:
    from cbir.embeddings import open_image_tower, open_model_folder

    with waiting("disk"):
        return open_image_tower(open_model_folder(folder), device)
