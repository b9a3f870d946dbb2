"""The engine: answers requests about one library, over a pipe.

The window spawns `serve` in a separate process and talks to it over a pipe:

    window -> engine    (ticket, request)      ticket: int, chosen by the window, never reused
    engine -> window    (ticket, answer)       any number of interim answers, then exactly one final answer

A request's declaration names its answer and its interim answers (see registry.py). The final answer is of the declared
class, or a `Failure`. `Cancel(ticket)` cancels an earlier ticket, which still
gets its final answer (an IndexAnswer of the photos indexed so far, or Failure(cancelled=True)).
Ticket 0 belongs to the engine: `Ready` once at the start, or `Failure` when the library cannot be opened;
`LibraryChanged` whenever more photos became searchable or vanished, `DrivesChanged` whenever a root's drive was
disconnected or came back, `Delayed` whenever the computer begins or stops delaying the work. The dataclasses are in
messages/, by subject.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cbir.base.errors import Cancelled, CbirError, refusal
from cbir.base.liveness import SENTENCES, Wait, listen
from cbir.base.types import Device, IndexProgress, IndexReport, SearchResult
from cbir.service.albums import answer_albums, search_or_open
from cbir.service.answers import (
    MarkRequest,
    ModelRequest,
    answer_duplicates,
    answer_maintenance,
    answer_marks,
    answer_models,
    answer_restore,
    answer_self_test,
)
from cbir.service.measuring import answer_judgement, answer_measure
from cbir.service.messages import (
    AlbumsRequest,
    BackupRequest,
    Cancel,
    CheckRequest,
    CorrectAlbumRequest,
    CountAlbumRequest,
    Delayed,
    DrivesChanged,
    DuplicatesRequest,
    FacetsAnswer,
    FacetsRequest,
    Failure,
    ForgetRequest,
    IndexAnswer,
    IndexRequest,
    JudgeRequest,
    LibraryAnswer,
    LibraryChanged,
    LibraryRequest,
    MeasureRequest,
    MetadataAnswer,
    MetadataRequest,
    PartialResults,
    PlacesAnswer,
    PlacesRequest,
    Progress,
    Ready,
    RestoreRequest,
    RetryRequest,
    SearchAnswer,
    SearchRequest,
    SelfTestRequest,
    Shutdown,
    StacksRequest,
    SuggestAnswer,
    SuggestRequest,
    WatchAnswer,
    Watched,
    WatchRequest,
    WatchTrouble,
)
from cbir.service.pictures import LookRequest, answer_picture
from cbir.service.reading import Pauses, ReadingRequest, answer_reading
from cbir.service.reasons import ReasonRequest, answer_reason
from cbir.service.registry import REQUESTS, Answer, Lane, Request, declaration_of
from cbir.service.start_order import StartOrder
from cbir.service.words import WordsRequest, answer_words
from cbir.state import RootMonitor

if TYPE_CHECKING:
    from cbir.library import Library

logger = logging.getLogger(__name__)

_LOOKS_AT_ONCE = 4
_FINISHED = (Lane.MARKS, Lane.ALBUMS)


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
        server = _Server(connection, library)
        with listen(server.note_delay):
            server.run()


class _Server:
    """A thread reads requests and another writes answers; each lane has threads of its own.

    Marks and trash are handled one after the other in the order of arrival, sidecars included, beside an index run.
    """

    def __init__(self, connection: Connection, library: Library) -> None:
        self._connection = connection
        self._library = library
        self._cancelled: dict[int, threading.Event] = {}
        self._order = StartOrder()
        self._outbox: queue.SimpleQueue[tuple[int, Answer] | None] = queue.SimpleQueue()
        self._pools = {
            lane: ThreadPoolExecutor(_LOOKS_AT_ONCE if lane is Lane.LOOK else 1, lane.value) for lane in Lane
        }
        self._pauses = Pauses()  # of text recognition
        self._delays: dict[Wait, str] = {}  # current delays

    def note_delay(self, wait: Wait, begins: bool) -> None:
        """Tell the window about the latest current delay."""
        if wait in SENTENCES:
            self._delays.pop(wait, None)
            if begins:
                self._delays[wait] = SENTENCES[wait]
            self._outbox.put((0, Delayed(why=next(reversed(self._delays.values()), ""))))

    def run(self) -> None:
        writer = threading.Thread(target=self._write, name="answers", daemon=True)
        writer.start()
        self._answer(0, lambda _: self._ready())
        self._pools[Lane.LOOK].submit(self._warm_up)
        tell = self._tell(0)
        monitor = RootMonitor(
            self._library.online, lambda online: tell(DrivesChanged(online=(*online.items(),)))
        )
        monitor.start()
        try:
            while not isinstance(message := self._receive(), Shutdown):
                self._accept(*message)
        finally:
            monitor.stop()
            self._order.leave()
            for lane in _FINISHED:
                self._pools[lane].shutdown(wait=True)  # even if the window closes right after its changes
            for event in list(self._cancelled.values()):
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
            if event := self._cancelled.get(request.ticket):
                event.set()
            return
        declaration = declaration_of(request)
        if declaration is None:
            what = type(request).__name__
            self._outbox.put((ticket, Failure(message=f"The engine does not know the request {what}.")))
            return
        if declaration.cancellable:
            self._cancelled[ticket] = threading.Event()
        if not declaration.endless:
            self._pauses.note_work()
        self._pools[declaration.lane].submit(
            self._answer, ticket, lambda cancelled: self._do(ticket, request, cancelled)
        )

    def _answer(self, ticket: int, work: Callable[[Callable[[], bool]], Answer]) -> None:
        """Send exactly one final answer for a ticket, even after an error."""
        event = self._cancelled.get(ticket, threading.Event())
        try:
            if event.is_set():
                raise Cancelled("It was cancelled.")
            answer = work(event.is_set)
        except Cancelled as error:
            answer = Failure(message=error.message, cancelled=True)
        except CbirError as error:
            answer = Failure(message=error.message)
        except Exception as error:  # the window must learn of our own faults as well
            logger.exception("A request failed")
            fault = f"Something went wrong inside the program ({type(error).__name__}: {error})."
            answer = Failure(message=refusal(error) or fault)
        finally:
            self._cancelled.pop(ticket, None)
        self._outbox.put((ticket, answer))

    def _do(self, ticket: int, request: Request, cancelled: Callable[[], bool]) -> Answer:
        if isinstance(request, MarkRequest):
            return answer_marks(self._library, request, self._tell(0))
        self._order.wait(REQUESTS[type(request)].lane)
        if isinstance(request, ModelRequest):
            return answer_models(self._library, request, self._tell(ticket), cancelled)
        if isinstance(request, WordsRequest):
            return answer_words(self._library, request, self._tell(ticket), cancelled)
        if isinstance(request, LookRequest):
            return answer_picture(self._library, request, cancelled)
        if isinstance(request, ReasonRequest):
            return answer_reason(self._library, request, self._tell(ticket), cancelled)
        if isinstance(request, ReadingRequest):
            return answer_reading(self._library, request, self._pauses, self._tell(ticket), cancelled)
        match request:
            case SearchRequest():
                return self._search(ticket, request, cancelled)
            case AlbumsRequest() | CorrectAlbumRequest() | CountAlbumRequest():
                return answer_albums(self._library, request, self._settle_albums, cancelled)
            case IndexRequest():
                return self._index(ticket, request, cancelled)
            case RetryRequest():
                self._library.forget_failures()
                folders = tuple(root.path for root in self._library.info(sizes=False).roots if root.online)
                return self._index(ticket, IndexRequest(folders=folders), cancelled)
            case RestoreRequest():
                return answer_restore(self._library, request, self._progress(ticket), cancelled)
            case WatchRequest():
                return self._watch(ticket, cancelled)
            case JudgeRequest():
                return answer_judgement(self._library, request)
            case MeasureRequest():
                return answer_measure(self._library, request, self._tell(ticket), cancelled)
            case DuplicatesRequest() | StacksRequest():
                return answer_duplicates(self._library, request, self._tell(ticket), cancelled)
            case CheckRequest() | BackupRequest() | ForgetRequest():
                return answer_maintenance(self._library, request, self._tell(ticket), self._tell(0))
            case _:
                return self._answer_short(request, cancelled)

    def _answer_short(self, request: Request, cancelled: Callable[[], bool]) -> Answer:
        """Answer a short question about the library and its photos."""
        match request:
            case LibraryRequest():
                return LibraryAnswer(info=self._library.info(sizes=request.sizes))
            case SelfTestRequest():
                return answer_self_test()
            case FacetsRequest():
                return FacetsAnswer(facets=self._library.facets(request.photos))
            case PlacesRequest():
                return PlacesAnswer(places=self._library.places())
            case MetadataRequest():
                marks = tuple(self._library.marks.of(request.photos))
                return MetadataAnswer(metadata=tuple(self._library.metadata(request.photos)), marks=marks)
            case SuggestRequest():
                fitting = self._library.marks.suggest(request.photos, top=request.top, cancelled=cancelled)
                return SuggestAnswer(suggestions=fitting)
            case _:
                raise CbirError(f"The engine does not know the request {type(request).__name__}.")

    def _tell(self, ticket: int) -> Callable[[Answer], None]:
        return lambda message: self._outbox.put((ticket, message))

    def _settle_albums(self) -> None:
        """Wait for changes of albums that arrived before; at shutdown they are already done."""
        with contextlib.suppress(RuntimeError):
            self._pools[Lane.ALBUMS].submit(bool).result()

    def _search(self, ticket: int, request: SearchRequest, cancelled: Callable[[], bool]) -> SearchAnswer:
        def tell(part: SearchResult) -> None:
            self._outbox.put((ticket, PartialResults(result=part)))
            self._order.note_page()

        try:
            result = search_or_open(self._library, request, self._settle_albums, cancelled, tell)
        finally:
            self._order.note_list()
        return SearchAnswer(result=result)

    def _index(self, ticket: int, request: IndexRequest, cancelled: Callable[[], bool]) -> IndexAnswer:
        report = self._library.index(
            request.folders,
            leave_out=request.leave_out,
            progress=self._progress(ticket),
            cancelled=cancelled,
        )
        return IndexAnswer(report=report)

    def _progress(self, ticket: int) -> Callable[[IndexProgress], None]:
        searchable = -1

        def progress(state: IndexProgress) -> None:
            nonlocal searchable
            self._outbox.put((ticket, Progress(progress=state)))
            if state.searchable != searchable:
                searchable = state.searchable
                self._outbox.put((0, LibraryChanged(photos=searchable)))

        return progress

    def _watch(self, ticket: int, cancelled: Callable[[], bool]) -> WatchAnswer:
        """Watch the folders until the request is cancelled; its runs wait for runs that the user started."""

        def queue(run: Callable[[], IndexReport]) -> IndexReport:
            try:
                return self._pools[Lane.INDEX].submit(run).result()
            except (CancelledError, RuntimeError) as error:  # the engine is being closed
                raise Cancelled("The program is being closed.") from error

        def on_report(report: IndexReport) -> None:
            self._outbox.put((ticket, Watched(report=report)))

        watching = self._library.watch(
            progress=self._progress(ticket),
            on_report=on_report,
            on_trouble=lambda sentence: self._outbox.put((ticket, WatchTrouble(message=sentence))),
            queue=queue,
        )
        ended = threading.Event()

        def stop_when_cancelled() -> None:
            while not ended.wait(0.1):
                if cancelled():
                    watching.stop()

        stopper = threading.Thread(target=stop_when_cancelled, name="watch-stop", daemon=True)
        stopper.start()
        try:
            watching.run()
        finally:
            ended.set()
            stopper.join()
        return WatchAnswer()

    def _write(self) -> None:
        while (message := self._outbox.get()) is not None:
            try:
                self._connection.send(message)
            except (OSError, ValueError):
                return  # the window is gone; the reading thread notices that too
