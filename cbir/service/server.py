"""The engine: answers requests about one library, over a pipe.

The window spawns `serve` in a separate process and talks to it over a pipe:

    window -> engine    (ticket, request)      ticket: int, chosen by the window, never reused
    engine -> window    (ticket, answer)       any number of interim answers, then exactly one final answer

PartialResults, Watched, WatchTrouble, and all answers whose names begin or end with Progress are interim.
A final answer is the request's own answer class or `Failure`. `Cancel(ticket)` cancels an earlier ticket, which still
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
from cbir.service.albums import KeepRequest, answer_albums, search_or_open
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
    Answer,
    BackupRequest,
    Cancel,
    CheckRequest,
    CorrectAlbumRequest,
    CountAlbumRequest,
    DecideWordsRequest,
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
    LearnWordsRequest,
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
    ReadTextRequest,
    Ready,
    Request,
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
    WrittenRequest,
)
from cbir.service.pictures import LookRequest, answer_picture
from cbir.service.reading import Pauses, ReadingRequest, answer_reading
from cbir.service.reasons import ReasonRequest, answer_reason
from cbir.service.start_order import StartOrder
from cbir.service.words import WordsRequest, answer_words
from cbir.state import RootMonitor

if TYPE_CHECKING:
    from cbir.library import Library

logger = logging.getLogger(__name__)

_WRITING = IndexRequest | RetryRequest | CheckRequest | BackupRequest | ForgetRequest | RestoreRequest


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
    """A thread reads requests and another writes answers; searches, pictures and index runs have their own threads.

    A search is soon replaced by the next, so one at a time is enough; an index run takes minutes. Marks and trash are
    handled one after the other in the order of arrival, sidecars included, beside an index run.
    """

    def __init__(self, connection: Connection, library: Library) -> None:
        self._connection = connection
        self._library = library
        self._cancelled: dict[int, threading.Event] = {}
        self._order = StartOrder()
        self._outbox: queue.SimpleQueue[tuple[int, Answer] | None] = queue.SimpleQueue()
        self._searching = ThreadPoolExecutor(1, "search")
        self._indexing = ThreadPoolExecutor(1, "index")
        self._marking = ThreadPoolExecutor(1, "marks")
        self._keeping = ThreadPoolExecutor(1, "albums")
        self._reading = ThreadPoolExecutor(1, "catalog")  # metadata need not wait for pictures
        self._suggesting = ThreadPoolExecutor(1, "suggest")  # the first request encodes hundreds of keywords
        self._looking = ThreadPoolExecutor(4, "look")  # they mostly wait for worker processes
        self._watching = ThreadPoolExecutor(1, "watch")
        self._text = ThreadPoolExecutor(1, "text")
        self._pauses = Pauses()  # of text recognition
        self._measuring = ThreadPoolExecutor(1, "measure")  # and comparing duplicates: both take minutes
        self._installing = ThreadPoolExecutor(1, "models")  # one after the other; searches do not wait
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
        self._looking.submit(self._warm_up)
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
            for changing in (self._marking, self._keeping):
                changing.shutdown(wait=True)  # finish changes even if the window closes right after them
            for event in list(self._cancelled.values()):
                event.set()
            for pool in (
                self._searching,
                self._watching,
                self._text,
                self._indexing,
                self._installing,
                self._measuring,
                self._reading,
                self._suggesting,
                self._looking,
            ):
                pool.shutdown(wait=True, cancel_futures=True)
            self._outbox.put(None)
            writer.join(timeout=5)

    def _ready(self) -> Ready:
        info = self._library.info(sizes=False)
        if not info.photos:
            self._order.note_list()
        return Ready(info=info)

    def _receive(self) -> tuple[int, Request] | Shutdown:
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

    def _accept(self, ticket: int, request: Request) -> None:
        if isinstance(request, Cancel):
            if event := self._cancelled.get(request.ticket):
                event.set()
            return
        if not isinstance(request, MarkRequest | KeepRequest):
            self._cancelled[ticket] = threading.Event()
        if not isinstance(request, ReadTextRequest | WatchRequest):
            self._pauses.note_work()
        pool = self._looking
        if isinstance(request, SearchRequest | CountAlbumRequest):
            pool = self._searching
        elif isinstance(request, MarkRequest | JudgeRequest):
            pool = self._marking
        elif isinstance(request, KeepRequest):
            pool = self._keeping
        elif isinstance(request, MeasureRequest | DuplicatesRequest | LearnWordsRequest):
            pool = self._measuring
        elif isinstance(request, ReadTextRequest):
            pool = self._text
        elif isinstance(request, MetadataRequest | FacetsRequest | PlacesRequest | WrittenRequest):
            pool = self._reading
        elif isinstance(request, SuggestRequest | StacksRequest):
            pool = self._suggesting
        elif isinstance(request, _WRITING | DecideWordsRequest):
            pool = self._indexing  # writers run one after the other
        elif isinstance(request, WatchRequest):
            pool = self._watching
        elif isinstance(request, ModelRequest):
            pool = self._installing
        pool.submit(self._answer, ticket, lambda cancelled: self._do(ticket, request, cancelled))

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
        if isinstance(request, ModelRequest | WatchRequest):
            self._order.wait_for_page()
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
            self._keeping.submit(bool).result()

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
                return self._indexing.submit(run).result()
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
