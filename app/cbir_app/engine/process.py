"""The start of the engine's process, on both sides. Without Qt: that process has no use for it.

Ctrl-C in a terminal reaches every process there, also one that is still starting; the window alone decides.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cbir.base.cores import give_way

if TYPE_CHECKING:  # it is loaded by the thread that starts the engine, beside the window's first frame
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from cbir.base.types import Device

_MMAP_THRESHOLD = -3  # of <malloc.h>
_LARGE_BYTES = 1 << 20

Target = Callable[[Any, Path, "Device"], object]
"""Of a Connection, a library's folder, and where its models run."""


def spawn(target: Target, library: Path, device: Device) -> tuple[Connection, SpawnProcess]:
    """Start target(connection, library, device) in a new process; returns our end of the pipe."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=True)
    # Not a daemon: a daemonic process may not have children, and the engine owns workers.
    args = (target, theirs, library, device)
    process = context.Process(target=_run, args=args, name="cbir-engine", daemon=False)
    with _interrupts_held_back():
        process.start()
    theirs.close()  # so that the end of the process is the end of the pipe
    return ours, process


def give_back_large_blocks() -> None:
    """Let blocks of a megabyte and more go back to the system as soon as they are freed.

    glibc keeps them, of up to 32 MB each, once it has seen one freed: the columns of a million photos in some orders
    then leave 70 MB behind.
    """
    if sys.platform == "linux":
        with suppress(AttributeError):  # other C libraries keep none
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)


def _run(target: Target, connection: Connection, library: Path, device: Device) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    give_way(5)  # to the window, whose frames must not wait for a search; its workers give way to both
    target(connection, library, device)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block SIGINT in this thread: a process inherits that, until it has come far enough to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # It is started with the first process, and unblocks SIGINT on its way: so it goes first.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
