"""In a worker of Dask: a chunk of calls -> processes of that computer -> what each call returned or raised.

Files that nobody vouches for are opened by the same processes as in a run on one computer: one that crashes, hangs or
eats memory costs its photo, not the worker and what else it was given.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
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
from cbir.base.types import Device
from cbir.workers import Encoder, PictureEmbeddings, WorkerPool

_Key = TypeVar("_Key", bound=Hashable)
_Made = TypeVar("_Made", bound="_Closing")

_IDLE_S = 60.0  # after which the processes end
_ROOMS = ("base", "cluster", "embeddings", "images", "local_features", "metadata", "visual_words", "workers")
"""What a worker runs: rooms of the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """function : of a module that workers have. size : of the file that args begin with; None where there is none

    itself : the worker's own process runs it, not one of its pool, and it is a chunk of its own
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    size: int | None = None
    itself: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """carried : files of the program that asks, of which workers have a copy, with the names of these"""

    calls: tuple[Call, ...]
    carried: Mapping[Path, str]

    def packed(self, version: str, code: str) -> bytes:
        """As what pickle.loads() runs: Dask's scheduler passes it on unread, and needs no program of ours.

        version, code : of the program that asks. They are compared before anything else is unpacked
        """
        return pickle.dumps(_Packed(version, code, pickle.dumps(self)))


class _Packed:
    def __init__(self, *arguments: object) -> None:
        self._arguments = arguments

    def __reduce__(self) -> tuple[object, ...]:
        return run_chunk, self._arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a call returned, or the error that it raised. unseen : this host has no such file, or another one there"""

    value: Any = None
    error: BaseException | None = None
    unseen: str | None = None


class OtherVersion(CbirError):
    """A worker is of another version than the program that asks."""


def program_version() -> str:
    """Of this program, as installed."""
    from importlib.metadata import version

    return version("cbir")


@cache
def code_fingerprint() -> str:
    """Of the sources that describe photos: between two releases the version stays the same."""
    digest = hashlib.blake2b(digest_size=16)
    root = Path(__file__).parents[1]
    for path in sorted(one for room in _ROOMS for one in (root / room).rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def run_chunk(version: str, code: str, packed: bytes) -> list[Outcome]:
    """What became of each call of a Chunk, in their order. Raises OtherVersion."""
    from distributed import get_worker

    if version != program_version():
        raise OtherVersion(
            f"{socket.gethostname()} has version {program_version()} of cbir, this computer {version}"
        )
    if code != code_fingerprint():
        raise OtherVersion(f"{socket.gethostname()} runs different cbir code from this computer")
    chunk: Chunk = pickle.loads(packed)  # noqa: S301 (Dask runs whatever it is sent)
    if chunk.calls[0].itself:
        return [_run(call) for call in chunk.calls]
    worker = get_worker()
    copies = {theirs: Path(worker.local_directory) / name for theirs, name in chunk.carried.items()}
    with _pools.lent(worker.state.nthreads) as pool:
        # all are handed over before the first is waited for
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
    """The file lies here, too: two computers may have different ones in the same place."""
    try:
        return call.size is None or os.stat(call.args[0]).st_size == call.size  # noqa: PTH116 (any path)
    except OSError:
        return False


def _run(call: Call) -> Outcome:
    try:
        return Outcome(value=call.function(*call.args))
    except Exception as error:  # whatever it is, it is for who asked
        return Outcome(error=error)


def encode_there(
    fingerprint: str, name: str, device: Device, pictures: NDArray[np.uint8]
) -> PictureEmbeddings:
    """What a worker makes of prepared pictures, (n, s, s, 3), with a model that it has; note and device name it.

    Raises ModelNotInstalled; WorkerDied where the process of its tower crashed.
    """
    from cbir.embeddings import ModelStore

    host = socket.gethostname()
    model = ModelStore().find_fingerprint(fingerprint)
    if model is None:
        raise ModelNotInstalled(f"The worker on {host} does not have the model {name}.")
    with _encoders.lent((model.folder, device)) as encoder:
        made = encoder.submit(list(pictures)).result()
    note = None if made.note is None else f"The worker on {host}: {made.note}"
    return replace(made, note=note, device=f"{made.device} on {host}")


class _Closing(Protocol):
    def close(self) -> None: ...


class _Kept(Generic[_Key, _Made]):
    """Processes for all threads of this one, by what they are made of; idle ones end."""

    def __init__(self, make: Callable[[_Key], _Made]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._kept: dict[_Key, _Made] = {}
        self._borrowers = 0
        self._end: threading.Timer | None = None

    @contextmanager
    def lent(self, of: _Key) -> Iterator[_Made]:
        with self._lock:
            if self._end is not None:
                self._end.cancel()
            if of not in self._kept:
                # A nanny starts workers as daemons, which may have no children. These end with their parent.
                multiprocessing.current_process().daemon = False
                self._kept[of] = self._make(of)
            self._borrowers += 1
            lent = self._kept[of]
        try:
            yield lent
        finally:
            with self._lock:
                self._borrowers -= 1
                if not self._borrowers:
                    self._end = threading.Timer(_IDLE_S, self._end_if_idle)
                    self._end.daemon = True
                    self._end.start()

    def _end_if_idle(self) -> None:
        with self._lock:
            if not self._borrowers:
                for one in self._kept.values():
                    one.close()
                self._kept.clear()


_pools = _Kept[int, WorkerPool](WorkerPool)
_encoders = _Kept[tuple[Path, Device], Encoder](lambda of: Encoder(*of))
