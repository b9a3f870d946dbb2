"""The engine's process and the requests to it. Answers are called back on the window's own thread.

Engine(start).start(), then request() and cancel() by ticket, close() at the end. Two threads connect the window with
the pipe: one starts the process and reads, one writes. A large picture fills the pipe and would block its sender.
`cbir.service` has the contract of the messages.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from cbir.base.allocator import give_back_large_blocks
from cbir.base.liveness import LOOK_S, Limits, Watch
from cbir.base.messages import Message
from cbir.base.types import Device
from cbir.service import (
    REQUESTS,
    Answer,
    Cancel,
    Delayed,
    DrivesChanged,
    Failure,
    Interim,
    LibraryChanged,
    Ready,
    Request,
    Shutdown,
)
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.engine.process import Target, spawn
from cbir_app.engine.words import reworded

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_log = logging.getLogger(__name__)

STOPPED = QT_TR_NOOP(
    "The search engine stopped before it could answer. It is starting again; please try once more."
)
STOPPED_TWICE = QT_TR_NOOP(
    "The search engine stopped twice while it worked on this, so it was not asked a third time."
)
RESTARTING = QT_TR_NOOP("The search engine stopped unexpectedly. It is starting again.")
GAVE_UP = QT_TR_NOOP(
    "The search engine keeps stopping, so it was not started again. Your library is unharmed."
)

_LEAVE_S = 5.0  # idle time after Shutdown until an engine is terminated
_LEAVE_CPU_S = 60.0  # computing time in which it must finish
_LEAVE_DISK_S = 10.0


class Runner(Protocol):
    """The engine's carrier: a process, or a thread in a test."""

    def is_alive(self) -> bool: ...
    def join(self, timeout: float | None = None) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


Started = tuple["Connection", Runner]
Start = Callable[[Device], Started]
"""Starts an engine with models on a device. Returns the window's end of the pipe, and the engine's runner.

It may block for a while.
"""


def engine_process(target: Target, library: Path) -> Start:
    """Return a function that starts `target(connection, library, device)` in a process of its own."""

    def start(device: Device) -> Started:
        return spawn(target, library, device)

    return start


class _Link:
    """One engine and the two threads that talk to it; a new one for every start."""

    def __init__(
        self, start: Callable[[], Started], arrived: Callable[[int, Answer], None], ended: Callable[[], None]
    ):
        self._start = start
        self._arrived = arrived
        self._ended = ended
        self._outbox: queue.SimpleQueue[tuple[int, Request | Cancel | Shutdown] | None] = queue.SimpleQueue()
        self._started = threading.Event()
        self._connection: Connection | None = None
        self.runner: Runner | None = None
        self.reader = threading.Thread(target=self._read, name="engine-reader", daemon=True)
        self._writer = threading.Thread(target=self._write, name="engine-writer", daemon=True)
        self.reader.start()
        self._writer.start()

    def send(self, ticket: int, request: Request | Cancel | Shutdown) -> None:
        self._outbox.put((ticket, request))

    def close(self, wait_s: float) -> None:
        """Ask the engine to end, wait while it is working on that, then terminate it."""
        self._started.wait()
        self.send(0, Shutdown())
        self._outbox.put(None)
        if self.runner is not None and not _leaves(self.runner, wait_s):
            self.runner.terminate()
            if not _leaves(self.runner, 1.0):
                self.runner.kill()
                self.runner.join()
        self.reader.join(1.0)
        self._writer.join(1.0)
        if self._connection is not None:
            self._connection.close()

    def _read(self) -> None:
        try:
            self._connection, self.runner = self._start()
            self._started.set()
            import numpy  # noqa: F401  # answers hold arrays: it loads while the engine starts

            give_back_large_blocks()
            while True:
                ticket, answer = self._connection.recv()
                self._arrived(ticket, answer)
        except (EOFError, OSError) as error:
            _log.info("the engine's pipe ended: %s", error)
        finally:
            self._started.set()
            self._ended()

    def _write(self) -> None:
        self._started.wait()
        while (message := self._outbox.get()) is not None and self._connection is not None:
            try:
                self._connection.send(message)
            except (BrokenPipeError, OSError) as error:
                _log.info("the engine no longer listens: %s", error)
                return


def _leaves(runner: Runner, idle_s: float) -> bool:
    """Wait until an engine has ended; False if it hangs. On a busy computer this can take a while."""
    process_id = getattr(runner, "pid", None)
    if process_id is None:  # a thread
        runner.join(idle_s)
        return not runner.is_alive()
    watch = Watch(process_id, Limits(cpu_s=_LEAVE_CPU_S, idle_s=idle_s, disk_s=_LEAVE_DISK_S))
    while runner.is_alive():
        if watch.overrun() is not None:
            return False
        runner.join(LOOK_S)
    return True


@dataclass(frozen=True, slots=True)
class _Pending:
    """A request without an answer. outlived : an engine ended while it worked on this"""

    request: Request
    on_answer: Callable[[Answer], None]
    on_progress: Callable[[Interim], None] | None
    outlived: bool = False


class Engine(QObject):
    """The engine process as the window sees it: requests by ticket, answers by call, never blocking."""

    ready = Signal(object)  # LibraryInfo, after each start
    changed = Signal(int)  # photos in the library now
    drives_changed = Signal(object)  # dict: each root's path, and True if its drive is connected
    refused = Signal(str)  # the library cannot be opened; a sentence with the reason
    lost = Signal(str, bool)  # the engine ended unexpectedly: a sentence, and True if it restarts
    delayed = Signal(str)  # a sentence with the cause of a delay; empty: no delay any longer

    arrived = Signal(int, int, object)
    _ended = Signal(int)

    RESTARTS = 3  # within RESTART_WINDOW_S; more would hide a fault and burn the battery
    RESTART_WINDOW_S = 60.0
    RESTART_DELAY_MS = 300

    def __init__(self, start: Start, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._start = start
        self.device: Device = "auto"  # for the next engine
        self._device_in_use: Device = "auto"
        self.link: _Link | None = None
        self.generation = 0
        self._tickets = count(1)
        self.pending: dict[int, _Pending] = {}
        self._early: list[tuple[int, Request]] = []  # requests before the first start
        self.deaths: deque[float] = deque(maxlen=self.RESTARTS + 1)
        self._refused = False
        self.closed = False
        self.restart_timer = QTimer(self)
        self.restart_timer.setSingleShot(True)
        self.restart_timer.setInterval(self.RESTART_DELAY_MS)
        self.restart_timer.timeout.connect(self.start)
        # Queued explicitly, though Qt would choose the same: the calls come from the reader thread.
        self.arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._end, Qt.ConnectionType.QueuedConnection)

    @property
    def started(self) -> bool:
        return self.generation > 0

    @property
    def outdated(self) -> bool:
        """True if the running engine was started for another device than the current choice."""
        return self.link is not None and self._device_in_use != self.device

    @Slot()
    def start(self) -> None:
        """Start an engine, for the first time or again. Returns at once; `ready` or `refused` follows."""
        if self.closed:
            return
        self.restart_timer.stop()
        old, self.link = self.link, None
        self.delayed.emit("")
        if old is not None:
            self._hand_on()
        self.generation += 1
        generation = self.generation
        self._refused = False
        device = self._device_in_use = self.device

        def begin() -> Started:
            if old is not None:
                old.close(_LEAVE_S)  # first, or two engines would want to write to the library
                if self.closed:
                    raise EOFError("the window was closed meanwhile")
            return self._start(device)

        self.link = _Link(
            begin,
            lambda ticket, answer: self.arrived.emit(generation, ticket, answer),
            lambda: self._ended.emit(generation),
        )
        early, self._early = self._early, []
        for ticket, request in early:
            if ticket in self.pending:
                self.link.send(ticket, request)

    def restart(self) -> None:
        """Start again at the user's request: earlier failures no longer count."""
        self.deaths.clear()
        self.start()

    def use(self, device: Device) -> None:
        """Run models on a device: in a new engine, as soon as no pending request would be lost."""
        self.device = device
        self._replace_outdated()

    def _replace_outdated(self) -> None:
        declared = [REQUESTS[type(pending.request)] for pending in self.pending.values()]
        if self.outdated and all(request.repeatable or request.endless for request in declared):
            self.restart()

    def _hand_on(self) -> None:
        """Queue the unanswered requests for the next engine."""
        for ticket, pending in tuple(self.pending.items()):
            if REQUESTS[type(pending.request)].repeatable:
                self._early.append((ticket, pending.request))
            else:
                self._fail(ticket)

    def request(
        self,
        request: Request,
        on_answer: Callable[[Answer], None],
        on_progress: Callable[[Interim], None] | None = None,
    ) -> int:
        """Send a request. `on_answer` is called exactly once with the final answer, unless the ticket is cancelled.

        Without a running engine, the request waits for the next one.
        """
        ticket = next(self._tickets)
        if self.closed:
            return ticket  # the window is closing: nobody waits for an answer
        self.pending[ticket] = _Pending(request, on_answer, on_progress)
        if self.link is not None:
            self.link.send(ticket, request)
        elif self.generation and not self.restart_timer.isActive():
            QTimer.singleShot(0, self, lambda: self._fail(ticket))
        else:
            self._early.append((ticket, request))
        return ticket

    def cancel(self, ticket: int | None) -> None:
        """Cancel a request, if there is one. Later answers to its ticket are dropped."""
        if ticket is not None and self.pending.pop(ticket, None) is not None and self.link is not None:
            self.link.send(ticket, Cancel(ticket=ticket))
            self._replace_outdated()

    def stop(self, ticket: int) -> None:
        """Ask for an early end whose final answer is still needed, such as the report of a partial indexing."""
        if ticket in self.pending and self.link is not None:
            self.link.send(ticket, Cancel(ticket=ticket))

    def close(self, wait_s: float = 5.0) -> None:
        """End the engine. Blocks, so call it when the window is no longer visible."""
        self.closed = True
        self.restart_timer.stop()
        link, self.link = self.link, None
        if link is not None:
            for ticket in self.pending:
                link.send(ticket, Cancel(ticket=ticket))
            self.pending.clear()
            link.close(wait_s)

    @Slot(int, int, object)
    def _deliver(self, generation: int, ticket: int, answer: Answer) -> None:
        if generation != self.generation or self.closed:
            return
        answer = reworded(answer)
        if ticket == 0:
            self._deliver_own(answer)
            return
        pending = self.pending.get(ticket)
        if pending is None:
            return  # late: the ticket was cancelled
        if isinstance(answer, Interim):
            if pending.on_progress is not None:
                pending.on_progress(answer)
            return
        del self.pending[ticket]
        pending.on_answer(answer)
        self._replace_outdated()

    def _deliver_own(self, answer: Answer) -> None:
        if isinstance(answer, Ready):
            self.ready.emit(answer.info)
        elif isinstance(answer, LibraryChanged):
            self.changed.emit(answer.photos)
        elif isinstance(answer, DrivesChanged):
            self.drives_changed.emit(dict(answer.online))
        elif isinstance(answer, Delayed):
            self.delayed.emit(answer.why)
        elif isinstance(answer, Failure):
            self._refused = True
            self.refused.emit(answer.message)

    @Slot(int)
    def _end(self, generation: int) -> None:
        if generation != self.generation or self.closed:
            return
        link, self.link = self.link, None
        if link is not None:
            threading.Thread(target=link.close, args=(1.0,), name="engine-close", daemon=True).start()
        self.delayed.emit("")
        restarts = not self._refused and self.may_restart()
        if restarts:
            self.restart_timer.start()
        for ticket, pending in tuple(self.pending.items()):
            if restarts and not pending.outlived and REQUESTS[type(pending.request)].repeatable:
                self.pending[ticket] = replace(pending, outlived=True)
                self._early.append((ticket, pending.request))
            else:
                self._fail(ticket, STOPPED_TWICE if pending.outlived else STOPPED)
        if not self._refused:  # a refusal has already given its reason
            self.lost.emit(tr(RESTARTING) if restarts else tr(GAVE_UP), restarts)

    def may_restart(self) -> bool:
        """Count a failure. Returns True if failures are rare enough for another start."""
        self.deaths.append(time.monotonic())
        few = len(self.deaths) <= self.RESTARTS
        return few or self.deaths[-1] - self.deaths[0] > self.RESTART_WINDOW_S

    def _fail(self, ticket: int, why: str = STOPPED) -> None:
        pending = self.pending.pop(ticket, None)
        if pending is not None:
            pending.on_answer(Failure(message=Message("{0}", tr(why))))
