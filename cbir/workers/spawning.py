"""The parent's side of its workers: their start and end, their jobs, and the memory that they share."""

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

from cbir.base import liveness
from cbir.base.liveness import LOOK_S, Limits, Wait, Watch
from cbir.base.messages import Message
from cbir.workers.process import Crew, PipeMessage, decode_message, run

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from cbir.workers.process import Pipe


_NOTED_S = 5.0
_no_main = (
    RLock()
)  # held while the main module is hidden: otherwise another thread would restore the stand-in
START = Limits(cpu_s=60.0, idle_s=60.0)  # first imports from a cold disk are slow
ENDING = Limits(cpu_s=float("inf"), idle_s=5.0, disk_s=5.0)


class Job:
    __slots__ = ("future", "message")

    def __init__(self, future: Future[Any], message: bytes) -> None:
        self.future = future
        self.message = message


class Worker:
    """The parent's side of one worker: its process, its pipe, its current job, and the watch on that job."""

    def __init__(self, process: BaseProcess, pipe: Pipe, crew: Crew) -> None:
        self.process = process
        self.pipe = pipe
        self.crew = crew
        self.job: Job | None = None
        self.ready = False
        self.finished_at = 0.0  # time of its last result
        self.ended_because: Exception | None = None
        self.wants_memory = False  # held by other workers: waiting for it does not count
        self.cpu_s = 0.0  # of the process, at its last message
        self.watch = Watch(process.pid, START, used_s=0.0)
        self.next_look = monotonic()
        self._waits: dict[Wait, float] = {}  # open liveness, with the CPU time at which each began

    def begin(self, job: Job, limits: Limits, first_look: float) -> None:
        self.job = job
        self.watch = Watch(self.process.pid, limits, used_s=self.cpu_s)
        self.next_look = first_look

    @property
    def compiles(self) -> bool:
        return "compiling" in self._waits

    def next_check(self) -> float:
        idle = self.ready and self.job is None and self.ended_because is None
        return float("inf") if idle else self.next_look

    def overrun(self) -> Message | None:
        """A sentence that says why the worker must be ended; None while it makes progress."""
        return self.watch.overrun(on_disk="disk" in self._waits, free=self.wants_memory or self.compiles)

    def kill(self) -> None:
        """Kill the process. It may still need a core to end; `overrun` reports when a drive keeps it from ending."""
        self.process.kill()
        self.watch, self.next_look = Watch(self.process.pid, ENDING), monotonic() + LOOK_S

    def change_wait(self, wait: Wait, *, begins: bool) -> None:
        if begins:
            self._waits[wait] = self.cpu_s
        else:
            began_s = self._waits.pop(wait)
            if wait == "compiling":
                self.watch.uncount(self.cpu_s - began_s)
        if wait == "compiling":
            (liveness.begin_wait if begins else liveness.end_wait)(wait)

    def forget_waits(self) -> None:
        """End the waits that the worker declared."""
        for wait in tuple(self._waits):
            self.change_wait(wait, begins=False)


class Budget:
    """A budget of bytes shared by all workers, granted in the order of requests: small ones do not starve a large one.

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
        """Request a share. Returns all owners that may now proceed: this owner, or none yet."""
        self._waiting.append((owner, n_bytes))
        return self._grant()

    def release(self, owner: Hashable) -> list[Hashable]:
        """Release an owner's share and drop its requests. Returns all owners that may now proceed."""
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


def spawn(crew: Crew) -> tuple[BaseProcess, Pipe]:
    """Start a worker. Returns its process and our end of its pipe."""
    context = multiprocessing.get_context("spawn")  # the same on all systems, and safe beside threads
    ours, theirs = context.Pipe(duplex=True)
    process = context.Process(target=run, args=(theirs, os.getpid(), crew), name="cbir worker", daemon=True)
    with no_main_module():
        process.start()
    theirs.close()
    return process, ours


def end(process: BaseProcess) -> int | None:
    """Wait until a process has ended, release it, and return its exit code; None if nobody recorded it.

    A thread that starts another process collects all ended processes. It records their codes a moment after the system
    released them; until then, an ended process cannot be closed.
    """
    process.join()
    noted_by = monotonic() + _NOTED_S
    while process.exitcode is None and monotonic() < noted_by:
        sleep(0.001)
    code = process.exitcode
    if code is not None:
        process.close()
    return code


def leave_behind(process: BaseProcess) -> None:
    """Stop waiting for a killed process, so that this process can exit before it."""
    # WORKAROUND(cpython): multiprocessing joins all its children at exit, and has no public way to leave one out.
    getattr(multiprocessing.process, "_children", set()).discard(process)


def importable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Check that workers can import a function: they never import the main module, a script perhaps without a guard."""
    if getattr(function, "__module__", None) == "__main__":
        raise ValueError(f"{function!r} must live in a module that workers can import, not in __main__")
    return function


def keep_interrupts_from_children() -> None:
    """Block Ctrl-C in this thread: children inherit the block and are safe from it while they start."""
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


def memory_bytes(process_id: int | None) -> int:
    import psutil  # type: ignore[import-untyped]  # needed only for tasks that take longer than most

    try:
        return int(psutil.Process(process_id).memory_info().rss)
    except psutil.Error:  # it has just ended
        return 0


def drain(pipe: Pipe) -> Iterator[PipeMessage]:
    """Read the messages that a worker sent before it ended."""
    try:
        while pipe.poll():
            yield decode_message(pipe.recv_bytes())
    except Exception:  # the end, or a truncated message
        return


def explain_exit(code: int | None) -> Message:
    if code == -getattr(signal, "SIGKILL", 9):
        return Message("The decoder was ended by the system, probably for lack of memory.")
    return Message("The decoder crashed on this file.")
