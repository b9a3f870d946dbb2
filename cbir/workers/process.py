"""The worker's side: tasks in and results out over one pipe, until the pipe or the parent ends.

Parent to worker: an encoded task (a function, its arguments), or GRANTED. Worker to parent: an encoded
(kind, value, cpu seconds so far). A worker is given one task at a time.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import connection, parent_process
from time import process_time
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from cbir.base.allocator import give_back_large_blocks
from cbir.base.cores import give_way
from cbir.base.liveness import Wait, listen

if TYPE_CHECKING:
    Pipe = connection.Connection[Any, Any]

Kind = Literal["ready", "broken", "result", "error", "grant", "release", "begin", "end"]
"""grant, release : of memory. begin, end : of a wait that the worker declares"""
PipeMessage = tuple[Kind, Any, float]

Crew = Literal["urgent", "patient"]
"""urgent : somebody waits for its tasks"""

GRANTED = b"granted"

_ONE_THREAD = (
    # The pool already uses every core: a library that starts a thread per core in each worker only slows it.
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
    "OPENCV_FOR_THREADS_NUM",
)


class _Worker:
    """The worker's end of the pipe."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._holds = False

    def send(self, kind: Kind, value: Any = None) -> None:
        message = pickle.dumps((kind, value, process_time()), protocol=5)
        with self._sending:
            self._pipe.send_bytes(message)

    def declare(self, wait: Wait, begins: bool) -> None:
        self.send("begin" if begins else "end", wait)

    def next_task(self) -> bytes:
        return self._pipe.recv_bytes()

    @contextmanager
    def grant(self, n_bytes: int) -> Iterator[None]:
        if self._holds:
            # Two workers that each hold a part and wait for more would wait for ever.
            raise RuntimeError("a task may hold one grant of memory at a time")
        self._holds = True
        try:
            self.send("grant", max(0, int(n_bytes)))
            if self._pipe.recv_bytes() != GRANTED:
                raise RuntimeError("the pool answered a request for memory with something else")
            try:
                yield
            finally:
                self.send("release")
        finally:
            self._holds = False


_worker: _Worker | None = None  # set once, by run(), in a worker process


@contextmanager
def grant(n_bytes: int) -> Iterator[None]:
    """Wait until n_bytes of decoded pixels may be held; release them at the end of the block.

    All workers of a pool share one budget. Outside a worker nothing is counted and nothing waits.
    """
    if _worker is None:
        yield
        return
    with _worker.grant(n_bytes):
        yield


def run(pipe: Pipe, parent_id: int, crew: Crew) -> None:
    """Serve a pool's tasks. Called by WorkerPool in a spawned process."""
    global _worker  # noqa: PLW0603 (one worker is one process)
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches all processes; the parent decides what stops
    _end_with_parent(parent_id)
    if crew == "patient":
        give_way(10)  # neither a search nor the window's frames must wait for an index run
    _silence_decoders()
    give_back_large_blocks(_LARGE_BYTES)
    # Set before the first task's module imports NumPy, OpenCV and numba.
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"), OPENCV_LOG_LEVEL="OFF")
    _worker = _Worker(pipe)
    try:
        with listen(_worker.declare):
            _initialize(_worker)
            while True:
                _serve(_worker)
    except (EOFError, OSError):  # the pool closed its end or has ended
        _leave()


def _initialize(worker: _Worker) -> None:
    try:
        function, args = pickle.loads(worker.next_task())  # noqa: S301 (sent by our parent)
        if function is not None:
            function(*args)
    except BaseException as error:
        worker.send("broken", f"{type(error).__name__}: {error}")
        traceback.print_exc()
        _leave()
    worker.send("ready")


def _serve(worker: _Worker) -> None:
    message = worker.next_task()
    try:
        function, args = pickle.loads(message)  # noqa: S301 (sent by our parent)
        result = function(*args)
    except BaseException as error:
        _send_error(worker, error)
        return
    try:
        worker.send("result", result)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        _send_error(worker, error)


def _send_error(worker: _Worker, error: BaseException) -> None:
    """Send an exception with its traceback as a note, or only its text if it cannot be pickled."""
    text = "".join(traceback.format_exception(error))
    try:
        error.add_note(f"In a worker process:\n{text}")
        pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)
        worker.send("error", error)
    except Exception:  # an exception's own pickling may raise anything
        worker.send("error", RuntimeError(f"A task failed in a worker process:\n{text}"))


def _end_with_parent(parent_id: int) -> None:
    """End this process when the parent ends for any reason, even while a decoder hangs."""
    parent = parent_process()
    if parent is not None:
        watch = threading.Thread(target=_wait_and_leave, args=(parent.sentinel,), name="parent", daemon=True)
        watch.start()
    if sys.platform == "linux":
        # The thread above needs the interpreter's lock, which a hung decoder may hold. The kernel does not.
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent_id:  # the parent ended before the call
            _leave()


def _wait_and_leave(sentinel: int) -> None:
    connection.wait([sentinel])
    _leave()


def _silence_decoders() -> None:
    """Discard messages that C libraries print about damaged files; Python's own stay."""
    try:
        sys.stderr = os.fdopen(os.dup(2), "w", buffering=1, errors="backslashreplace")
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
    except OSError:  # started without a stderr, as windowed programs are on Windows
        return


def _leave() -> NoReturn:
    """End at once: a worker owns nothing that needs cleaning up, and exit handlers of libraries can hang."""
    os._exit(0)


def encode_task(function: Callable[..., Any] | None, args: tuple[Any, ...]) -> bytes:
    """Encode a task for the pipe. Raises if the function or an argument cannot be pickled."""
    return pickle.dumps((function, args), protocol=5)


def decode_message(message: bytes) -> PipeMessage:
    kind, value, cpu_s = pickle.loads(message)  # noqa: S301 (sent by our own worker)
    return kind, value, cpu_s


# A working image takes 2.7 MB. The scale space, which is worth keeping for the next photo, is kept explicitly.
_LARGE_BYTES = 4 << 20
