"""The parent's side of its workers: how one is started and ends, what it runs, the memory that they share."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import RLock
from time import monotonic, sleep
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cbir.workers.process import Kind, decode_message, run

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from cbir.workers.process import Pipe


_NOTED_S = 5.0
_no_main = RLock()  # held while the main module is hidden: another thread would put the stand-in back
START_S = (
    60.0  # first imports from a cold disk are slow; a worker that takes longer and computes nothing hangs
)
_MOVING = 0.02  # of a core: a busy machine leaves a worker that much, and one that hangs needs less


class Job:
    __slots__ = ("future", "message")

    def __init__(self, future: Future[Any], message: bytes) -> None:
        self.future = future
        self.message = message


class Worker:
    """The parent's side of one worker: its process, its pipe, the job that it runs and since when."""

    def __init__(self, process: BaseProcess, pipe: Pipe) -> None:
        self.process = process
        self.pipe = pipe
        self.job: Job | None = None
        self.ready = False
        self.finished_at = 0.0  # its last task
        self.ended_because: Exception | None = None
        self.deadline = monotonic() + START_S
        self.asked_at: float | None = None  # since when it waits for memory: that time is not its own
        self.cpu_s = 0.0  # of the process, at its last message
        self.cpu_at_deadline = 0.0  # at the last one, or when the job began
        self.next_cpu_check = float("inf")
        self.next_memory_check = float("inf")

    def next_check(self) -> float:
        if self.ended_because is not None or self.asked_at is not None or (self.ready and self.job is None):
            return float("inf")
        return min(self.deadline, self.next_cpu_check, self.next_memory_check)

    def hangs(self, wall_s: float) -> bool:
        """Whether it hangs at its deadline, or computes for ever as it starts; else it has another one.

        One that other programs keep waiting does neither: it computes, though slowly.
        """
        allowed_s, used_s = wall_s if self.ready else START_S, cpu_seconds(self.process.pid)
        hangs = used_s - self.cpu_at_deadline < _MOVING * allowed_s or (not self.ready and used_s > START_S)
        self.cpu_at_deadline = used_s
        self.deadline = monotonic() + allowed_s
        return hangs


class Budget:
    """One budget of bytes that all workers share, granted in the order of asking: small requests do not starve
    a large one.

    A request larger than the whole budget is granted when nothing else is held: it proceeds alone.
    """

    def __init__(self, total_bytes: int) -> None:
        self._total = total_bytes
        self._held: dict[Hashable, int] = {}
        self._waiting: deque[tuple[Hashable, int]] = deque()

    @property
    def held_bytes(self) -> int:
        return sum(self._held.values())

    def ask(self, owner: Hashable, n_bytes: int) -> list[Hashable]:
        """Ask for a share. Returns all owners that may now go on: this one, or none yet."""
        self._waiting.append((owner, n_bytes))
        return self._grant()

    def release(self, owner: Hashable) -> list[Hashable]:
        """Give back what an owner holds, and its requests. Returns all owners that may now go on."""
        self._held.pop(owner, None)
        self._waiting = deque(request for request in self._waiting if request[0] != owner)
        return self._grant()

    def _grant(self) -> list[Hashable]:
        granted = []
        held = self.held_bytes
        while self._waiting and (not self._held or held + self._waiting[0][1] <= self._total):
            owner, n_bytes = self._waiting.popleft()
            self._held[owner] = n_bytes
            held += n_bytes
            granted.append(owner)
        return granted


def spawn() -> tuple[BaseProcess, Pipe]:
    """Start a worker. Returns its process and our end of its pipe."""
    context = multiprocessing.get_context("spawn")  # the same on all systems, and safe beside threads
    ours, theirs = context.Pipe(duplex=True)
    process = context.Process(target=run, args=(theirs, os.getpid()), name="cbir worker", daemon=True)
    with no_main_module():
        process.start()
    theirs.close()
    return process, ours


def end(process: BaseProcess) -> int | None:
    """Wait until a process has ended, release it, and return its exit code; None where nobody noted it.

    A thread that starts another process collects all that have ended. It notes their codes a moment after the system
    gave them away, and until then a process that is gone cannot be closed.
    """
    process.join()
    noted_by = monotonic() + _NOTED_S
    while process.exitcode is None and monotonic() < noted_by:
        sleep(0.001)
    code = process.exitcode
    if code is not None:
        process.close()
    return code


def importable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Workers do not import the main module: it may be a script without a guard."""
    if getattr(function, "__module__", None) == "__main__":
        raise ValueError(f"{function!r} must live in a module that workers can import, not in __main__")
    return function


def keep_interrupts_from_children() -> None:
    """Block Ctrl-C in this thread: children inherit that, and are safe from it while they start."""
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # it unblocks the signal as it starts
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


@contextmanager
def no_main_module() -> Iterator[None]:
    """Hide the main module from multiprocessing, which would import it again in every child.

    Tasks never live there; the command line's would cost each worker a tenth of a second, and a script
    without a guard would start workers in its workers.
    """
    with _no_main:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def cpu_seconds(process_id: int | None) -> float:
    import psutil  # type: ignore[import-untyped]  # only ever needed for a task that runs for seconds

    try:
        times = psutil.Process(process_id).cpu_times()
    except psutil.Error:  # it has just ended
        return 0.0
    return float(times.user + times.system)


def memory_bytes(process_id: int | None) -> int:
    import psutil

    try:
        return int(psutil.Process(process_id).memory_info().rss)
    except psutil.Error:  # it has just ended
        return 0


def drain(pipe: Pipe) -> Iterator[tuple[Kind, Any]]:
    """Read what a worker had sent before it ended."""
    try:
        while pipe.poll():
            kind, value, _ = decode_message(pipe.recv_bytes())
            yield kind, value
    except Exception:  # the end, or a message that was cut off
        return


def explain_exit(code: int | None) -> str:
    if code == -getattr(signal, "SIGKILL", 9):
        return "The decoder was ended by the system, probably for lack of memory."
    return "The decoder crashed on this file."
