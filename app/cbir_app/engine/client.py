"""Requests -> engine process -> answers, called back on the window's own thread.

Engine(start).start(), then request() and cancel() by ticket, close() at the end. Two threads stand between
the window and the pipe: one starts the process and reads, one writes, because a large picture fills the
pipe and would hold up whoever sends it. The contract of what travels is in `cbir.service`.
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

from cbir.base.liveness import LOOK_S, Limits, Watch
from cbir.base.types import Device
from cbir.service import (
    AlbumsRequest,
    Answer,
    Cancel,
    CountAlbumRequest,
    Delayed,
    DrivesChanged,
    FacetsRequest,
    Failure,
    Interim,
    KeypointsRequest,
    LibraryChanged,
    LibraryRequest,
    MetadataRequest,
    ModelsRequest,
    PictureRequest,
    PlacesRequest,
    ReadTextRequest,
    Ready,
    Request,
    SearchRequest,
    Shutdown,
    StacksRequest,
    ThumbnailRequest,
    WatchRequest,
)
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.engine.process import Target, give_back_large_blocks, spawn
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

_REPEATABLE = (
    SearchRequest
    | CountAlbumRequest
    | PictureRequest
    | KeypointsRequest
    | ThumbnailRequest
    | LibraryRequest
    | FacetsRequest
    | PlacesRequest
    | MetadataRequest
    | ModelsRequest
    | AlbumsRequest
    | StacksRequest
)
"""Requests that may be sent to the next engine again: answering them twice changes nothing."""
_RENEWED = WatchRequest | ReadTextRequest
"""Requests that go on and on; whoever made them makes them again of each engine that is ready."""
_LEAVE_S = 5.0  # that an engine may do nothing, once it was told to end, before it is ended
_LEAVE_CPU_S = 60.0  # of computing, in which it must end what it does
_LEAVE_DISK_S = 10.0


class Runner(Protocol):
    """What runs the engine: a process, or a thread in a test."""

    def is_alive(self) -> bool: ...
    def join(self, timeout: float | None = None) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


Started = tuple["Connection", Runner]
Start = Callable[[Device], Started]
"""Starts an engine whose models run on a device; returns the window's end of the pipe and what runs the engine.

It may take its time.
"""


def engine_process(target: Target, library: Path) -> Start:
    """How to start `target(connection, library, device)` in a process of its own."""

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
        self._outbox: queue.SimpleQueue[tuple[int, Request] | None] = queue.SimpleQueue()
        self._started = threading.Event()
        self._connection: Connection | None = None
        self._runner: Runner | None = None
        self._reader = threading.Thread(target=self._read, name="engine-reader", daemon=True)
        self._writer = threading.Thread(target=self._write, name="engine-writer", daemon=True)
        self._reader.start()
        self._writer.start()

    def send(self, ticket: int, request: Request) -> None:
        self._outbox.put((ticket, request))

    def close(self, wait_s: float) -> None:
        """Ask the engine to end, wait as long as it works on that, then end it."""
        self._started.wait()
        self.send(0, Shutdown())
        self._outbox.put(None)
        if self._runner is not None and not _leaves(self._runner, wait_s):
            self._runner.terminate()
            if not _leaves(self._runner, 1.0):
                self._runner.kill()
                self._runner.join()
        self._reader.join(1.0)
        self._writer.join(1.0)
        if self._connection is not None:
            self._connection.close()

    def _read(self) -> None:
        try:
            self._connection, self._runner = self._start()
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
    """Wait until an engine has ended; False where it hangs instead. On a busy computer that takes its time."""
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
    """outlived : an engine ended while it worked on this"""

    request: Request
    on_answer: Callable[[Answer], None]
    on_progress: Callable[[Interim], None] | None
    outlived: bool = False


class Engine(QObject):
    """The engine process as the window sees it: asks by ticket, answers by call, never blocks."""

    ready = Signal(object)  # LibraryInfo, after each start
    changed = Signal(int)  # photos that can be searched now
    drives_changed = Signal(object)  # dict of each root's path, and whether its drive is there
    refused = Signal(str)  # the library cannot be opened: the sentence says why
    lost = Signal(str, bool)  # the engine ended by itself: a sentence, and whether it starts again
    delayed = Signal(str)  # a sentence about what holds it up; empty: nothing does any longer

    _arrived = Signal(int, int, object)
    _ended = Signal(int)

    RESTARTS = 3  # within RESTART_WINDOW_S; more would hide a fault and burn the battery
    RESTART_WINDOW_S = 60.0
    RESTART_DELAY_MS = 300

    def __init__(self, start: Start, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._start = start
        self.device: Device = "auto"  # for the next engine
        self._device_in_use: Device = "auto"
        self._link: _Link | None = None
        self._generation = 0
        self._tickets = count(1)
        self._pending: dict[int, _Pending] = {}
        self._early: list[tuple[int, Request]] = []  # asked for before the first start
        self._deaths: deque[float] = deque(maxlen=self.RESTARTS + 1)
        self._refused = False
        self._closed = False
        self._restart = QTimer(self)
        self._restart.setSingleShot(True)
        self._restart.setInterval(self.RESTART_DELAY_MS)
        self._restart.timeout.connect(self.start)
        # Queued, though Qt would choose so by itself: the calls come from the reader thread.
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._ended.connect(self._end, Qt.ConnectionType.QueuedConnection)

    @property
    def started(self) -> bool:
        return self._generation > 0

    @property
    def outdated(self) -> bool:
        """Whether the engine that runs was started for another device than is wanted now."""
        return self._link is not None and self._device_in_use != self.device

    @Slot()
    def start(self) -> None:
        """Start an engine, now or again. Returns at once; `ready` or `refused` follows."""
        if self._closed:
            return
        self._restart.stop()
        old, self._link = self._link, None
        self.delayed.emit("")
        if old is not None:
            self._hand_on()
        self._generation += 1
        generation = self._generation
        self._refused = False
        device = self._device_in_use = self.device

        def begin() -> Started:
            if old is not None:
                old.close(_LEAVE_S)  # first, or two engines would want to write to the library
                if self._closed:
                    raise EOFError("the window was closed meanwhile")
            return self._start(device)

        self._link = _Link(
            begin,
            lambda ticket, answer: self._arrived.emit(generation, ticket, answer),
            lambda: self._ended.emit(generation),
        )
        early, self._early = self._early, []
        for ticket, request in early:
            if ticket in self._pending:
                self._link.send(ticket, request)

    def restart(self) -> None:
        """Start again because the user asked to: earlier failures no longer count."""
        self._deaths.clear()
        self.start()

    def use(self, device: Device) -> None:
        """Let models run there: in another engine, as soon as nothing is under way that would be lost with this one."""
        self.device = device
        self._replace_outdated()

    def _replace_outdated(self) -> None:
        kept = _REPEATABLE | _RENEWED
        if self.outdated and all(isinstance(pending.request, kept) for pending in self._pending.values()):
            self.restart()

    def _hand_on(self) -> None:
        """Keep for the next engine what this one has not answered."""
        for ticket, pending in tuple(self._pending.items()):
            if isinstance(pending.request, _REPEATABLE):
                self._early.append((ticket, pending.request))
            else:
                self._fail(ticket)

    def request(
        self,
        request: Request,
        on_answer: Callable[[Answer], None],
        on_progress: Callable[[Interim], None] | None = None,
    ) -> int:
        """Ask; `on_answer` is called exactly once with the final answer, unless the ticket is cancelled.

        What is asked while no engine runs waits for the first one, or the next.
        """
        ticket = next(self._tickets)
        if self._closed:
            return ticket  # the window is going: nobody waits for an answer
        self._pending[ticket] = _Pending(request, on_answer, on_progress)
        if self._link is not None:
            self._link.send(ticket, request)
        elif self._generation and not self._restart.isActive():
            QTimer.singleShot(0, self, lambda: self._fail(ticket))
        else:
            self._early.append((ticket, request))
        return ticket

    def cancel(self, ticket: int | None) -> None:
        """Give a request up, if there is one: whatever still comes for its ticket is dropped."""
        if ticket is not None and self._pending.pop(ticket, None) is not None and self._link is not None:
            self._link.send(ticket, Cancel(ticket=ticket))
            self._replace_outdated()

    def stop(self, ticket: int) -> None:
        """Ask for an early end whose final answer is still wanted, such as the report of half an indexing."""
        if ticket in self._pending and self._link is not None:
            self._link.send(ticket, Cancel(ticket=ticket))

    def close(self, wait_s: float = 5.0) -> None:
        """End the engine. Waits, so call it when the window is gone from the screen."""
        self._closed = True
        self._restart.stop()
        link, self._link = self._link, None
        if link is not None:
            for ticket in self._pending:
                link.send(ticket, Cancel(ticket=ticket))
            self._pending.clear()
            link.close(wait_s)

    @Slot(int, int, object)
    def _deliver(self, generation: int, ticket: int, answer: Answer) -> None:
        if generation != self._generation or self._closed:
            return
        answer = reworded(answer)
        if ticket == 0:
            self._deliver_own(answer)
            return
        pending = self._pending.get(ticket)
        if pending is None:
            return  # late: the ticket was cancelled
        if isinstance(answer, Interim):
            if pending.on_progress is not None:
                pending.on_progress(answer)
            return
        del self._pending[ticket]
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
        if generation != self._generation or self._closed:
            return
        link, self._link = self._link, None
        if link is not None:
            threading.Thread(target=link.close, args=(1.0,), name="engine-close", daemon=True).start()
        self.delayed.emit("")
        again = not self._refused and self._may_restart()
        if again:
            self._restart.start()
        for ticket, pending in tuple(self._pending.items()):
            if again and not pending.outlived and isinstance(pending.request, _REPEATABLE):
                self._pending[ticket] = replace(pending, outlived=True)
                self._early.append((ticket, pending.request))
            else:
                self._fail(ticket, STOPPED_TWICE if pending.outlived else STOPPED)
        if not self._refused:  # else it said why and left
            self.lost.emit(tr(RESTARTING) if again else tr(GAVE_UP), again)

    def _may_restart(self) -> bool:
        """Count a death; returns whether so few were so close together that another start is worth it."""
        self._deaths.append(time.monotonic())
        few = len(self._deaths) <= self.RESTARTS
        return few or self._deaths[-1] - self._deaths[0] > self.RESTART_WINDOW_S

    def _fail(self, ticket: int, why: str = STOPPED) -> None:
        pending = self._pending.pop(ticket, None)
        if pending is not None:
            pending.on_answer(Failure(message=tr(why)))
