"""The engine: answers requests about one library, over a pipe.

The window spawns `serve` in a separate process and talks to it over a pipe:

    window -> engine    (ticket, request)      ticket: int, chosen by the window, never reused
    engine -> window    (ticket, answer)       any number of interim answers, then exactly one final answer

A request's declaration names its answer and its interim answers (see registry.py). The final answer is of the declared
class, or a `Failure`. `Cancel(ticket)` cancels an earlier ticket, which still gets its final answer (an IndexAnswer of
the photos indexed so far, or Failure(cancelled=True)).
Ticket 0 belongs to the engine: `Ready` once at the start, or `Failure` when the library cannot be opened;
`LibraryChanged` whenever photos were listed, became searchable or vanished, `DrivesChanged` whenever a root's drive was
disconnected or came back, `Delayed` whenever the computer begins or stops delaying the work. The dataclasses and the
handlers of requests are in the modules beside this one, by subject.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cbir.base.errors import Cancelled, CbirError, refusal
from cbir.base.liveness import SENTENCES, Wait, listen
from cbir.base.messages import Message
from cbir.base.types import Device
from cbir.service.background import Pauses
from cbir.service.link import Cancel, Delayed, DrivesChanged, Failure, Ready, Shutdown
from cbir.service.registry import Answer, Call, Declaration, Interim, Lane, Request, answer, declaration_of
from cbir.service.start_order import StartOrder
from cbir.state import RootMonitor

if TYPE_CHECKING:
    from cbir.library import Library

logger = logging.getLogger(__name__)

_Result = TypeVar("_Result")
_PREVIEW_THREADS = 4
_COMPLETED = (Lane.MARKS, Lane.ALBUMS)  # even if the window closes right after a change


class Connection(Protocol):
    """Either end of the pipe: a multiprocessing Connection, or a ten-line fake."""

    def send(self, message: Any, /) -> None: ...
    def recv(self) -> Any: ...


def serve(connection: Connection, folder: Path, device: Device = "auto") -> None:
    """Answer requests about one library until the pipe closes or Shutdown arrives. Runs in a separate process.

    The library is created if it does not exist. Errors become Failure answers; nothing is raised.
    """
    from cbir.library import Library, LibraryOptions

    try:
        library = Library.open(folder, create=True, options=LibraryOptions(device=device))
    except CbirError as error:
        connection.send((0, Failure(message=error.message)))
        return
    with library:
        server = Server(connection, library)
        with listen(server.note_delay):
            server.run()


class Server:
    """One thread reads requests and another writes answers; each lane has threads of its own.

    Marks and trash are handled one after the other in the order of arrival, sidecars included, beside an index run.
    """

    def __init__(self, connection: Connection, library: Library) -> None:
        self._connection = connection
        self._library = library
        self.cancelled: dict[int, threading.Event] = {}
        self._order = StartOrder()
        self._outbox: queue.SimpleQueue[tuple[int, Answer] | None] = queue.SimpleQueue()
        self._pools = {
            lane: ThreadPoolExecutor(_PREVIEW_THREADS if lane is Lane.LOOK else 1, lane.value)
            for lane in Lane
        }
        self.pauses = Pauses()  # of runs in the background
        self._delays: dict[Wait, Message] = {}  # current delays

    def note_delay(self, wait: Wait, begins: bool) -> None:
        """Tell the window about the latest current delay."""
        if wait in SENTENCES:
            self._delays.pop(wait, None)
            if begins:
                self._delays[wait] = SENTENCES[wait]
            self._announce(Delayed(why=next(reversed(self._delays.values()), Message(""))))

    def run(self) -> None:
        writer = threading.Thread(target=self._write, name="answers", daemon=True)
        writer.start()
        self._answer(0, lambda _: self._ready())
        self._pools[Lane.LOOK].submit(self._warm_up)
        monitor = RootMonitor(
            self._library.online, lambda online: self._announce(DrivesChanged(online=(*online.items(),)))
        )
        monitor.start()
        try:
            while not isinstance(message := self._receive(), Shutdown):
                self._accept(*message)
        finally:
            monitor.stop()
            self._order.leave()
            for lane in _COMPLETED:
                self._pools[lane].shutdown(wait=True)
            for event in list(self.cancelled.values()):
                event.set()
            for pool in self._pools.values():
                pool.shutdown(wait=True, cancel_futures=True)
            self._outbox.put(None)
            writer.join(timeout=5)

    def _ready(self) -> Ready:
        info = self._library.info(sizes=False)
        if not info.photos:
            self._order.note_list()
        return Ready(info=info)

    def _receive(self) -> tuple[int, Request | Cancel] | Shutdown:
        try:
            ticket, request = self._connection.recv()
        except (EOFError, OSError):
            return Shutdown()  # the window is gone
        return request if isinstance(request, Shutdown) else (ticket, request)

    def _warm_up(self) -> None:
        """Prepare workers, index and compiled loops before the first search by a picture or a sentence."""
        if not self._order.wait_for_list():
            return
        try:
            self._library.start()
        except CbirError as error:
            logger.warning("The index cannot be mapped: %s", error)  # a search will show it to the person

    def _accept(self, ticket: int, request: Request | Cancel) -> None:
        if isinstance(request, Cancel):
            if event := self.cancelled.get(request.ticket):
                event.set()
            return
        declaration = declaration_of(request)
        if declaration is None:
            unknown = Message("The engine does not know the request {0}.", type(request).__name__)
            self._outbox.put((ticket, Failure(message=unknown)))
            return
        if declaration.cancellable:
            self.cancelled[ticket] = threading.Event()
        if not declaration.endless:
            self.pauses.note_work()
        self._pools[declaration.lane].submit(
            self._answer, ticket, lambda cancelled: self._do(ticket, request, declaration, cancelled)
        )

    def _answer(self, ticket: int, work: Callable[[Callable[[], bool]], Answer]) -> None:
        """Send exactly one final answer for a ticket, even after an error."""
        event = self.cancelled.get(ticket, threading.Event())
        try:
            if event.is_set():
                raise Cancelled("It was cancelled.")
            final = work(event.is_set)
        except Cancelled as error:
            final = Failure(message=error.message, cancelled=True)
        except CbirError as error:
            final = Failure(message=error.message)
        except Exception as error:  # the window must learn of our own faults as well
            logger.exception("A request failed")
            fault = Message(
                "Something went wrong inside the program ({0}: {1}).", type(error).__name__, error
            )
            final = Failure(message=refusal(error) or fault)
        finally:
            self.cancelled.pop(ticket, None)
        self._outbox.put((ticket, final))

    def _do(
        self, ticket: int, request: Request, declaration: Declaration, cancelled: Callable[[], bool]
    ) -> Answer:
        self._order.wait(declaration.lane)

        def tell(interim: Interim) -> None:
            self._outbox.put((ticket, interim))
            if declaration.lists_photos:
                self._order.note_page()

        try:
            return answer(
                _WindowCall(self._library, cancelled, tell, self._announce, self.pauses, self._pools),
                request,
            )
        finally:
            if declaration.lists_photos:
                self._order.note_list()

    def _announce(self, news: Answer) -> None:
        self._outbox.put((0, news))

    def _write(self) -> None:
        while (message := self._outbox.get()) is not None:
            try:
                self._connection.send(message)
            except (OSError, ValueError):
                return  # the window is gone; the reading thread notices that too


class _WindowCall(Call):
    """A call of the window, which hears interim answers and news."""

    heard = True

    def __init__(
        self,
        library: Library,
        cancelled: Callable[[], bool],
        tell: Callable[[Interim], None],
        announce: Callable[[Answer], None],
        pauses: Pauses,
        pools: Mapping[Lane, ThreadPoolExecutor],
    ) -> None:
        super().__init__(library, cancelled)
        self._tell, self._announce, self._pauses, self._pools = tell, announce, pauses, pools

    def tell(self, interim: Interim) -> None:
        self._tell(interim)

    def announce(self, news: Answer) -> None:
        self._announce(news)

    def paused(self) -> bool:
        return self._pauses.due()

    def run_in(self, lane: Lane, work: Callable[[], _Result]) -> _Result:
        try:
            return self._pools[lane].submit(work).result()
        except (CancelledError, RuntimeError) as error:  # the engine is being closed
            raise Cancelled("The program is being closed.") from error
