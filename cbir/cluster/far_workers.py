"""Calls -> chunks -> the workers of a Dask cluster -> futures, as a replacement for a WorkerPool.

    with FarWorkers("tcp://scheduler:8786", carried=[codebook]) as workers:
        workers.submit(ingest_photo, path, codebook)

Dask gives the chunks of a worker that died to others. If no worker is left, every call raises the same sentence.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import queue
import re
import threading
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, UnreadableNow
from cbir.base.extras import how_to_install
from cbir.base.messages import Message
from cbir.base.types import Device, file_of
from cbir.cluster.chunks import (
    Call,
    Chunk,
    OtherVersion,
    Outcome,
    code_fingerprint,
    encode_there,
    program_version,
)
from cbir.workers import PictureEmbeddings, WorkerDied, WorkersBroken

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Remote

    from cbir.embeddings import InstalledModel

_Result = TypeVar("_Result")
_Pending = tuple[Call, Future[Any]]

CHUNK = 8  # calls: a third of a second's work, and half a megabyte of results
ANSWER_S = 10.0
_GATHER_S = 0.02  # wait of a chunk for more calls
_COUNT_S = 2.0  # between two counts of the cluster's threads
_ALONE_S = 30.0  # a nanny replaces a dead worker within a few seconds
_RETRIES = 2  # of a chunk that a worker could not even begin
_SAME = ("python", "dask", "distributed", "cloudpickle")
_REST = Message("All finished photos are kept; run the same command again for the rest.")


class FarWorkers:
    """A pool of workers on other computers. Methods may be called from several threads.

    carried : files of this computer that calls refer to; each worker gets a copy
    Raises CbirError if the cluster cannot be used.
    """

    def __init__(self, address: str, *, carried: Sequence[Path]) -> None:
        self._address = address
        self.version, self.code = program_version(), code_fingerprint()
        self._client = _connect(address)
        try:
            self._threads = _check_versions(self._client, address)
            self._carried = {path: _carry(self._client, path) for path in carried}
        except BaseException as error:
            self._client.close()
            if isinstance(error, CbirError) or not isinstance(error, Exception):
                raise
            raise self._failed(error) from error
        self._counted_at = self._seen_at = monotonic()
        self._queue: queue.SimpleQueue[_Pending | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting: set[Future[Any]] = set()
        self._remote: set[Remote[Any]] = set()  # Dask drops futures without a reference
        self._broken: CbirError | None = None
        self._sender = threading.Thread(target=self._send_all, name="far workers", daemon=True)
        self._sender.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def count(self) -> int:
        """Number of calls that the cluster works on at a time: a chunk for each thread."""
        return max(1, self._threads) * CHUNK

    def submit(self, function: Callable[..., _Result], *args: Any, priority: int = 0) -> Future[_Result]:
        """See WorkerPool.submit; Dask decides the order. Only the first of args may name a file."""
        return self._put(Call(function=function, args=args, size=_size(args)))

    def encode(
        self, model: InstalledModel, device: Device, pictures: NDArray[np.uint8]
    ) -> Future[PictureEmbeddings]:
        """Encode prepared pictures, (n, s, s, 3). The future raises ModelNotInstalled if a worker lacks the model."""
        args = (model.info.fingerprint, model.info.name, device, pictures)
        return self._put(Call(function=encode_there, args=args, itself=True))

    def _put(self, call: Call) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            if self._broken is not None:
                future.set_exception(self._broken)
                return future
            self._waiting.add(future)
        self._queue.put((call, future))
        return future

    def cancel_running(self, future: Future[Any]) -> None:
        """Give a call up. A worker finishes a call that it has begun."""
        with self._lock:
            self._waiting.discard(future)
        future.cancel()

    def close(self) -> None:
        """Give up all remaining calls: they raise Cancelled."""
        self._break(Cancelled("The run was stopped."))
        self._queue.put(None)
        self._sender.join()
        self._client.close()

    # --- the sending thread ---

    def _send_all(self) -> None:
        while True:
            calls = self._next_calls()
            if calls is None:
                return
            try:
                self._count_threads()
                batch = [pending for pending in calls if not pending[0].itself]
                alone = [[pending] for pending in calls if pending[0].itself]
                for chunk in ([batch] if batch else []) + alone:
                    self._send(chunk)
            except Exception as error:  # the client's connection may end at any moment
                self._break(self._lost(error))

    def _next_calls(self) -> list[_Pending] | None:
        """Take the calls of a chunk from the queue; empty after a while without calls, None at the end."""
        calls: list[_Pending] = []
        while len(calls) < CHUNK:
            try:
                pending = self._queue.get(timeout=_GATHER_S if calls else _COUNT_S)
            except queue.Empty:
                break
            if pending is None:
                return None
            if not pending[1].done():
                calls.append(pending)
        return calls

    def _send(self, calls: list[_Pending]) -> None:
        chunk = Chunk(calls=tuple(call for call, _ in calls), carried=self._carried)
        packed = chunk.packed(self.version, self.code)
        remote = self._client.submit(pickle.loads, packed, pure=False, retries=_RETRIES)
        self._remote.add(remote)
        remote.add_done_callback(partial(self.receive, calls))

    def _count_threads(self) -> None:
        """Count the threads of the cluster from time to time, and end the run if none is left."""
        now = monotonic()
        if now - self._counted_at < _COUNT_S:
            return
        self._counted_at = now
        self._threads = sum(self._client.nthreads().values())
        if self._threads or not self._waiting:
            self._seen_at = now
        elif now - self._seen_at > _ALONE_S:
            self._break(
                WorkersBroken(
                    "No worker is left at {0}. Start one with `dask worker {1}` on a "
                    "computer that has cbir {2}. {3}",
                    self._address,
                    self._address,
                    self.version,
                    _REST,
                )
            )

    # --- Dask's thread for finished chunks ---

    def receive(self, calls: list[_Pending], remote: Remote[Any]) -> None:
        self._remote.discard(remote)
        try:
            outcomes = self._fetch(remote)
        except CancelledError as error:
            self._break(self._lost(error))
            return
        except Exception as error:  # any error before, within or after run_chunk
            kind = type(error).__name__  # by name, as Dask's classes are not imported here
            if kind == "CommClosedError":
                self._break(self._lost(error))
                return
            if kind != "KilledWorker":
                self._break(self._failed(error))
                return
            died = WorkerDied("Each worker that tried to read it crashed.")
            outcomes = [Outcome(error=died)] * len(calls)
        if outcomes is None:
            return
        for (call, future), outcome in zip(calls, outcomes, strict=True):
            self._settle(call, future, outcome)

    def _fetch(self, remote: Remote[Any]) -> list[Outcome] | None:
        """Fetch the outcomes of a chunk; None if the run has ended.

        Without a timeout, Dask would wait forever for a closed client, in the only thread that all clients share.
        """
        while self._broken is None:
            try:
                return remote.result(timeout=_COUNT_S)  # type: ignore[no-any-return]
            except TimeoutError:
                if remote.status == "error":  # the chunk failed just now, or raised TimeoutError
                    return remote.result()  # type: ignore[no-any-return]
        return None

    def _settle(self, call: Call, future: Future[Any], outcome: Outcome) -> None:
        error = outcome.error
        if outcome.unseen is not None:
            if call.size == _size(call.args):
                self._break(
                    WorkersBroken(
                        "The worker on {0} does not see {1}, or sees another file in its place. "
                        "All workers must see the photos under the same paths as this computer: "
                        "mount the folder there, too. {2}",
                        outcome.unseen,
                        call.args[0],
                        _REST,
                    )
                )
                return
            error = UnreadableNow("The file changed while it was being indexed.")
        with self._lock:
            if future not in self._waiting:
                return
            self._waiting.discard(future)
        if not future.set_running_or_notify_cancel():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(outcome.value)

    # --- the end ---

    def _break(self, error: CbirError) -> None:
        """End the run: all waiting and all later calls raise the error. The first error counts."""
        with self._lock:
            if self._broken is None:
                self._broken = error
            waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(self._broken)

    def _lost(self, error: BaseException) -> CbirError:
        logging.getLogger(__name__).debug("lost: %r", error)
        return WorkersBroken(
            "The connection to the Dask scheduler at {0} was lost. Check that it is running. {1}",
            self._address,
            _REST,
        )

    def _failed(self, error: Exception) -> CbirError:
        if isinstance(error, OtherVersion):
            return WorkersBroken(
                "The workers at {0} cannot index: {1}. Install the same there as here, and "
                "start them again. {2}",
                self._address,
                _reason(error),
                _REST,
            )
        return WorkersBroken(
            "The workers at {0} cannot index: {1}. Each of them needs cbir {2} with the extra cluster. {3}",
            self._address,
            _reason(error),
            self.version,
            _REST,
        )


def _connect(address: str) -> Client:
    if not re.fullmatch(r"(tcp|tls)://[^\s/]+:\d+", address):
        raise CbirError(
            "{0} is not the address of a Dask scheduler. Give it as the scheduler prints it, such as "
            "tcp://192.168.1.20:8786",
            address,
        )
    try:
        from distributed import Client
        from distributed.versions import VersionMismatchWarning
    except ImportError as error:
        raise CbirError(
            "Workers on other computers need packages that are not installed ({0}). {1}",
            error.name,
            how_to_install("cluster"),
        ) from error
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # they would log the errors that are raised here
    warnings.simplefilter("ignore", VersionMismatchWarning)
    try:
        return Client(address, timeout=ANSWER_S, set_as_default=False)
    except Exception as error:  # OSError, ValueError, and errors from decoding another program's answer
        raise CbirError(
            "The Dask scheduler at {0} cannot be reached ({1}). Start it with `dask scheduler`, or "
            "index without --workers.",
            address,
            _reason(error),
        ) from error


def _check_versions(client: Client, address: str) -> int:
    """Number of threads of the workers. Raises CbirError if there are no workers, or a version differs."""
    try:
        client.wait_for_workers(1, timeout=ANSWER_S)
    except TimeoutError as error:
        raise CbirError(
            "The Dask scheduler at {0} has no workers. Start some, each with `dask worker {1}`.",
            address,
            address,
        ) from error
    versions = client.get_versions(packages=["cbir"])
    own_versions = package_versions(versions["client"])
    for name, answer in {"the scheduler": versions["scheduler"], **versions["workers"]}.items():
        other = package_versions(answer)
        for package, own in own_versions.items():
            if own != other[package] and not (package == "cbir" and answer is versions["scheduler"]):
                raise CbirError(
                    "{0} is {1} on {2}, and {3} here. Install the same "
                    "versions on all computers: pip install -c constraints.txt does.",
                    package,
                    other[package] or "not there",
                    name,
                    own,
                )
    return sum(client.nthreads().values())


def package_versions(answer: Any) -> dict[str, str | None]:
    host, packages = dict(answer["host"]), answer["packages"]
    python = ".".join(str(host["python"]).split(".")[:2])
    return {"Python": python, **{name: packages[name] for name in (*_SAME[1:], "cbir")}}


def _carry(client: Client, path: Path) -> str:
    """Have every worker, later ones included, write a copy of a file. Returns the copy's name."""
    from distributed.diagnostics.plugin import UploadFile

    plugin = UploadFile(str(path), load=False)
    name = f"cbir-{hashlib.blake2b(plugin.data, digest_size=16).hexdigest()}"
    plugin.filename, plugin.idempotent = name, True
    client.register_plugin(plugin, name=name)
    return name


def _size(args: tuple[Any, ...]) -> int | None:
    if not args or not isinstance(args[0], Path):
        return None
    try:
        return file_of(args[0]).stat().st_size
    except OSError:
        return None


def _reason(error: BaseException) -> str:
    """The first sentence of an error."""
    return (" ".join(str(error).split()) or type(error).__name__).split(". ")[0].rstrip(".")
