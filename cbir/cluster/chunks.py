"""Chunks of calls in a Dask worker: calls -> processes of that computer -> the result or error of each call.

Untrusted files are opened by the same kind of processes as in a run on one computer. A file that crashes a process,
hangs or eats memory costs its photo, not the worker and its other calls.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import pickle
import socket
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ModelNotInstalled
from cbir.base.messages import Message
from cbir.base.types import Device, file_of
from cbir.workers import Encoder, PictureEmbeddings, WorkerPool

_Key = TypeVar("_Key", bound=Hashable)
_Resource = TypeVar("_Resource", bound="_Closing")

_IDLE_S = 60.0  # after which the processes end
_ROOMS = ("base", "cluster", "embeddings", "images", "local_features", "metadata", "visual_words", "workers")
"""Packages of the program that a worker runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A function call for a worker.

    function : of a module that workers have. size : of the file named by the first argument; None without a file
    itself : the worker's own process runs the call, not one of its pool, as a chunk of its own
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    size: int | None = None
    itself: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Calls for one worker. carried : files of the caller with the names of the workers' copies"""

    calls: tuple[Call, ...]
    carried: Mapping[Path, str]

    def packed(self, version: str, code: str) -> bytes:
        """Pack the chunk so that pickle.loads() runs it. Dask's scheduler passes it on unread, and needs no cbir.

        version, code : of the caller; compared before anything else is unpacked
        """
        return pickle.dumps(_Packed(version, code, pickle.dumps(self)))


class _Packed:
    def __init__(self, *arguments: object) -> None:
        self._arguments = arguments

    def __reduce__(self) -> tuple[object, ...]:
        return run_chunk, self._arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Result of a call, or its error. unseen : host whose file is missing or has another size"""

    value: Any = None
    error: BaseException | None = None
    unseen: str | None = None


class OtherVersion(CbirError):
    """A worker has another version than the caller."""


def program_version() -> str:
    """Version of this program, as installed."""
    from importlib.metadata import version

    return version("cbir")


@cache
def code_fingerprint() -> str:
    """Fingerprint of the sources that describe photos, since the version does not change between two releases."""
    digest = hashlib.blake2b(digest_size=16)
    root = Path(__file__).parents[1]
    for path in sorted(source for room in _ROOMS for source in (root / room).rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def run_chunk(version: str, code: str, packed: bytes) -> list[Outcome]:
    """Run the calls of a chunk. Returns their outcomes in order. Raises OtherVersion."""
    from distributed import get_worker

    if version != program_version():
        raise OtherVersion(
            "{0} has version {1} of cbir, this computer {2}", socket.gethostname(), program_version(), version
        )
    if code != code_fingerprint():
        raise OtherVersion("{0} runs different cbir code from this computer", socket.gethostname())
    chunk: Chunk = pickle.loads(packed)  # noqa: S301 (Dask runs whatever it is sent)
    if chunk.calls[0].itself:
        return [_run(call) for call in chunk.calls]
    worker = get_worker()
    copies = {original: Path(worker.local_directory) / name for original, name in chunk.carried.items()}
    with _pools.borrowed(worker.state.nthreads) as pool:
        # Submit all calls before waiting for the first.
        pending = [
            pool.submit(
                call.function, *(copies.get(arg, arg) if isinstance(arg, Path) else arg for arg in call.args)
            )
            if _is_seen(call)
            else None
            for call in chunk.calls
        ]
        outcomes = []
        for future in pending:
            if future is None:
                outcomes.append(Outcome(unseen=socket.gethostname()))
            elif (error := future.exception()) is not None:
                outcomes.append(Outcome(error=error))
            else:
                outcomes.append(Outcome(value=future.result()))
        return outcomes


def _is_seen(call: Call) -> bool:
    """True if this host has the call's file, in the same size: two computers may have different files at one path."""
    try:
        return call.size is None or file_of(call.args[0]).stat().st_size == call.size
    except OSError:
        return False


def _run(call: Call) -> Outcome:
    try:
        return Outcome(value=call.function(*call.args))
    except Exception as error:  # any error belongs to the caller
        return Outcome(error=error)


def encode_there(
    fingerprint: str, name: str, device: Device, pictures: NDArray[np.uint8]
) -> PictureEmbeddings:
    """Embed prepared pictures, (n, s, s, 3), on a worker that has the model. Its note and device name the host.

    Raises ModelNotInstalled, and WorkerDied if the process of the tower crashed.
    """
    from cbir.embeddings import ModelStore

    host = socket.gethostname()
    model = ModelStore().find_fingerprint(fingerprint)
    if model is None:
        raise ModelNotInstalled("The worker on {0} does not have the model {1}.", host, name)
    with _encoders.borrowed((model.folder, device)) as encoder:
        embeddings = encoder.submit(list(pictures)).result()
    note = None if embeddings.note is None else Message("The worker on {0}: {1}", host, embeddings.note)
    return replace(embeddings, note=note, device=f"{embeddings.device} on {host}")


class _Closing(Protocol):
    def close(self) -> None: ...


class _Shared(Generic[_Key, _Resource]):
    """Resources with processes, by key, shared by all threads. They are closed when idle."""

    def __init__(self, make: Callable[[_Key], _Resource]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._resources: dict[_Key, _Resource] = {}
        self._borrowers = 0
        self._timer: threading.Timer | None = None

    @contextmanager
    def borrowed(self, key: _Key) -> Iterator[_Resource]:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            if key not in self._resources:
                # A nanny starts workers as daemons, which may have no children. These end with their parent.
                multiprocessing.current_process().daemon = False
                self._resources[key] = self._make(key)
            self._borrowers += 1
            resource = self._resources[key]
        try:
            yield resource
        finally:
            with self._lock:
                self._borrowers -= 1
                if not self._borrowers:
                    self._timer = threading.Timer(_IDLE_S, self._close_if_idle)
                    self._timer.daemon = True
                    self._timer.start()

    def _close_if_idle(self) -> None:
        with self._lock:
            if not self._borrowers:
                for resource in self._resources.values():
                    resource.close()
                self._resources.clear()


_pools = _Shared[int, WorkerPool](WorkerPool)
_encoders = _Shared[tuple[Path, Device], Encoder](lambda key: Encoder(*key))
