"""The start of the engine's process, on both sides. Free of Qt, which that process does not need.

Ctrl-C in a terminal reaches every process, even one that is still starting. Only the window reacts to it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cbir.base.cores import give_way

if TYPE_CHECKING:  # the thread that starts the engine loads these, during the window's first frame
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from cbir.base.types import Device

Target = Callable[[Any, Path, "Device"], object]
"""A function of a Connection, a library's folder, and the device for its models."""


def spawn(target: Target, library: Path, device: Device) -> tuple[Connection, SpawnProcess]:
    """Start target(connection, library, device) in a new process. Returns this side's end of the pipe."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=True)
    # Not a daemon: a daemonic process may not have children, and the engine owns workers.
    args = (target, theirs, library, device)
    process = context.Process(target=_run, args=args, name="cbir-engine", daemon=False)
    with _interrupts_held_back():
        process.start()
    theirs.close()  # otherwise the pipe would outlive the process
    return ours, process


def _run(target: Target, connection: Connection, library: Path, device: Device) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    give_way(5)  # to the window, whose frames must not wait for a search; workers give way to both
    target(connection, library, device)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block SIGINT in this thread. A new process inherits that until it ignores the signal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # The tracker starts with the first process, and unblocks SIGINT on its way. So start it before.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
