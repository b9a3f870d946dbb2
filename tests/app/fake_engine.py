"""An engine that speaks the contract of cbir.service and finds what its script says. It can misbehave.

As a thread behind a real pipe (`in_thread`) for the tests of views, as a process (`serve`) for the link's.
A library folder may hold `script.json` with the fields of Script.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from cbir.base.messages import Message, sentences
from cbir.base.types import (
    NAMES_SEARCHED,
    OWN_PHOTOS,
    BackgroundProgress,
    Completion,
    Device,
    EngineCoverage,
    EngineRank,
    Facets,
    Filters,
    Hit,
    IndexProgress,
    IndexReport,
    InstallProgress,
    LearnedOrder,
    LibraryInfo,
    Metadata,
    Moment,
    PhotoId,
    PictureKeypoints,
    Places,
    Problem,
    ReadingReport,
    RootInfo,
    SearchResult,
    SimilarityMap,
    SimilarityReport,
    Skipped,
    Term,
    TextLine,
    Timings,
)
from cbir.images import encode_picture
from cbir.service import (
    Answer,
    BackgroundProgressed,
    BackupAnswer,
    BackupRequest,
    Cancel,
    ChangesAnswer,
    ChangesRequest,
    CheckAnswer,
    CheckRequest,
    CompleteAnswer,
    CompleteRequest,
    CopyAnswer,
    CopyRequest,
    CorrectAlbumRequest,
    CountAlbumAnswer,
    CountAlbumRequest,
    DecideWordsRequest,
    Delayed,
    DrivesChanged,
    FacetsAnswer,
    FacetsRequest,
    Failure,
    FlagRequest,
    ForgetAnswer,
    ForgetRequest,
    IndexAnswer,
    IndexRequest,
    InstallModelRequest,
    InstallProgressed,
    InventoryAnswer,
    InventoryRequest,
    JudgedAnswer,
    JudgeRequest,
    KeypointsAnswer,
    KeypointsRequest,
    KeywordRequest,
    LabelRequest,
    LearnOrderRequest,
    LearnWordsRequest,
    LibraryAnswer,
    LibraryChanged,
    LibraryRequest,
    MaintenanceProgress,
    MeasureAnswer,
    MeasuredRow,
    MeasureRequest,
    OrderAnswer,
    OrderRequest,
    OriginAnswer,
    OriginRequest,
    PartialResults,
    PictureAnswer,
    PictureRequest,
    PlacesAnswer,
    PlacesRequest,
    Progress,
    ProofPageAnswer,
    ProofPageRequest,
    RateRequest,
    ReadPictureRequest,
    ReadTextAnswer,
    ReadTextRequest,
    Ready,
    Request,
    RetryRequest,
    SearchAnswer,
    SearchRequest,
    Shutdown,
    SimilarityAnswer,
    SimilarityRequest,
    StacksAnswer,
    StacksRequest,
    ThumbnailRequest,
    TrashRequest,
    UpdateSimilarityAnswer,
    UpdateSimilarityRequest,
    WatchAnswer,
    Watched,
    WatchRequest,
    WatchTrouble,
    WordPlacesAnswer,
    WordPlacesRequest,
    WordsPlanRequest,
    WrittenAnswer,
    WrittenRequest,
)
from tests.app.fake_albums import FakeAlbums
from tests.app.fake_collection import FakeCollection
from tests.app.fake_people import FakePeople
from tests.app.fake_photos import evidence_of, facets, listing_of, metadata_of, paint
from tests.app.fake_reasons import Asked, FakeReasons
from tests.app.fake_things import FakeThings
from tests.app.fake_words import FakeWords

SIZE = (900, 600)
MARKS = RateRequest | FlagRequest | LabelRequest | KeywordRequest | TrashRequest | CorrectAlbumRequest
WORDS_NOTE = sentences(NAMES_SEARCHED, Message("Install a model to search by content: {models}"))
Send = Callable[[int, Answer], None]
_Slow = (
    SearchRequest
    | CountAlbumRequest
    | IndexRequest
    | RetryRequest
    | WatchRequest
    | ReadTextRequest
    | BackupRequest
    | InstallModelRequest
    | LearnWordsRequest
)


@dataclass
class Script:
    photos: int = 24
    verified: int = 7
    hits: int = 24
    words_hits: int = 5
    offline: bool = False
    problems: tuple[Problem, ...] = ()
    coverage: tuple[EngineCoverage, ...] = ()
    codebook_name: str = "default"
    codebook_created: str = ""
    waiting: int = 0
    skipped: int = 2
    refuse: str = ""  # why the library cannot be opened
    die_on: str = ""  # the name of the request that ends the engine without a word
    die_times: int = 1_000_000
    written: tuple[TextLine, ...] | None = None  # in every photo
    keypoints: int = 3  # of every picture
    no_reader: str = ""  # why text cannot be read
    hold_marks: bool = False  # do not answer what is to be marked or trashed before it is set back
    hold_search: bool = False  # answer searches only when `release` is set
    partial_results: int = 0  # hits that are told before
    facets_found: Facets = field(default_factory=Facets)
    places: Places = field(default_factory=Places)
    stacks: tuple[tuple[PhotoId, ...], ...] = ()
    moments: dict[int, Moment] = field(default_factory=dict)  # of videos, by photo
    completions: tuple[Completion, ...] = ()
    hold_count: bool = False
    hold_install: bool = False
    install_failure: str = ""
    index_step_s: float = 0.001
    index_total: int = 20


def keypoints(count):
    """Some on a diagonal, 100 pixels apart."""
    places = np.repeat(50 + 100 * np.arange(count, dtype=np.float32)[:, None], 2, axis=1)
    return PictureKeypoints(xy=places, sigma=np.full(count, 4, np.float32), angle=np.zeros(count, np.float32))


NO_MAP = SimilarityMap(
    arrangement=0,
    photos=np.zeros(0, np.int64),
    places=np.zeros((0, 2), np.float32),
    group_of=np.zeros(0, np.int64),
    groups=(),
    waiting=0,
)


@dataclass
class FakeEngine:
    script: Script = field(default_factory=Script)
    seen: list[Request] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)
    happened: threading.Event = field(default_factory=threading.Event)
    starts: int = 0
    devices: list[Device] = field(default_factory=list)  # that each start was for
    collection: FakeCollection = field(default_factory=FakeCollection)
    words: FakeWords = field(default_factory=FakeWords)
    albums: FakeAlbums = field(default_factory=FakeAlbums)
    people: FakePeople = field(default_factory=FakePeople)
    things: FakeThings = field(default_factory=FakeThings)
    similarity: SimilarityMap = NO_MAP
    changes: tuple = ()
    origin: object = None
    shelf: tuple = ()
    reasons: FakeReasons = field(default_factory=FakeReasons)
    judged: dict[tuple[Term, ...], dict[PhotoId, bool]] = field(default_factory=dict)
    order: LearnedOrder | None = None
    tell_drives: Callable[[], None] = lambda: None  # while it serves
    tell_delay: Callable[[str], None] = lambda _why: None  # the same

    def serve(self, connection, library):
        self.starts += 1
        if self.script.refuse:
            connection.send((0, Failure(message=self.script.refuse)))
            connection.close()
            return
        lock, closed = threading.Lock(), threading.Event()
        marking = ThreadPoolExecutor(1)  # in the order in which they come
        cancelled = {}

        def send(ticket, answer):
            with lock:
                connection.send((ticket, answer))

        self.tell_drives = lambda: send(
            0, DrivesChanged(online=((library / "Holidays", not self.script.offline),))
        )
        self.tell_delay = lambda why: send(0, Delayed(why=why))
        send(0, Ready(info=self.info(library)))
        while True:
            try:
                ticket, request = connection.recv()
            except (EOFError, OSError):
                break
            self.seen.append(request)
            if isinstance(request, Shutdown):
                break
            if self._dies_on(request):
                self.script.die_times -= 1
                break
            if isinstance(request, Cancel):
                cancelled.setdefault(request.ticket, threading.Event()).set()
                continue
            if isinstance(request, MARKS):
                marking.submit(self._mark, send, ticket, request, library, closed)
                continue
            stop = cancelled.setdefault(ticket, threading.Event())
            if isinstance(request, Asked):
                if (answer := self.reasons.answer(request, partial(send, ticket))) is not None:
                    send(ticket, answer)
                continue
            if isinstance(request, _Slow):
                args = (send, ticket, request, stop, library)
                threading.Thread(target=self._slow, args=args, daemon=True).start()
            else:
                send(ticket, self.quick(request, library))
        closed.set()
        for stop in cancelled.values():
            stop.set()  # what goes on in threads of its own ends with the engine
        with lock:
            connection.close()

    def _dies_on(self, request):
        if type(request).__name__ != self.script.die_on or self.script.die_times <= 0:
            return False
        # The wall is listed by the same request, whenever the window gets to it.
        return not isinstance(request, SearchRequest) or is_for_something(request)

    def plug(self, *, online):
        """Take the only folder's drive away, or bring it back."""
        self.script.offline = not online
        self.tell_drives()

    def info(self, library):
        photos = self.script.photos
        skipped = tuple(
            Skipped(
                path=library / f"broken_{n}.jpg",
                reason=Message("The file ends in the middle of the picture."),
            )
            for n in range(self.script.skipped)
        )
        roots = (
            (RootInfo(path=library / "Holidays", photos=photos, online=not self.script.offline),)
            if photos
            else ()
        )
        return LibraryInfo(
            folder=library,
            photos=photos,
            roots=roots,
            codebook="c0ffee",
            codebook_name=self.script.codebook_name,
            codebook_created=self.script.codebook_created,
            waiting=self.script.waiting,
            words=65536,
            segments=1,
            bytes=1 << 20,
            thumbnail_bytes=1 << 20,
            skipped=skipped if photos else (),
            coverage=self.script.coverage,
        )

    def quick(self, request, library):
        if isinstance(request, LibraryRequest):
            known = self.info(library)
            return LibraryAnswer(info=known if request.sizes else replace(known, bytes=0, thumbnail_bytes=0))
        if isinstance(request, CheckRequest):
            return CheckAnswer(problems=self.script.problems)
        if isinstance(request, ForgetRequest):
            photos, self.script.photos = self.script.photos, 0
            return ForgetAnswer(photos=photos)
        if isinstance(request, JudgeRequest):
            return self._judge(request)
        if isinstance(request, MeasureRequest):
            return self._measure(request)
        if isinstance(request, LearnOrderRequest):
            return self._learn_order()
        if isinstance(request, OrderRequest):
            if request.use is not None:
                self.order = replace(self.order, on=request.use)
            return OrderAnswer(order=self.order)
        if isinstance(request, WordsPlanRequest):
            return self.words.plan(self.script.photos)
        if isinstance(request, DecideWordsRequest):
            if request.keep:
                self.script.codebook_name, self.script.codebook_created = OWN_PHOTOS, "2026-11-23"
            return self.words.decide(request)
        if (answer := self.collection.answer(request, library, metadata_of)) is not None:
            return answer
        if isinstance(request, SimilarityRequest):
            return SimilarityAnswer(map=self.similarity)
        if isinstance(request, UpdateSimilarityRequest):
            photos = len(self.similarity.photos)
            report = SimilarityReport(arranged=False, placed=0, left=0, photos=photos, groups=0)
            return UpdateSimilarityAnswer(report=report)
        if isinstance(request, InventoryRequest):
            return InventoryAnswer(items=self.shelf)
        if isinstance(request, OriginRequest):
            return OriginAnswer(origin=self.origin)
        if isinstance(request, ChangesRequest):
            return ChangesAnswer(changes=self.changes)
        if isinstance(request, ProofPageRequest):
            return ProofPageAnswer(html=f"<p>{request.words.verdict}</p>")
        if (answer := self.albums.answer(request)) is not None:
            return answer
        if (answer := self.people.answer(request)) is not None:
            return answer
        if (answer := self.things.answer(request)) is not None:
            return answer
        if isinstance(request, FacetsRequest):
            return FacetsAnswer(
                facets=facets(library) if request.photos is None else self.script.facets_found
            )
        if isinstance(request, StacksRequest):
            return StacksAnswer(stacks=self.script.stacks)
        if isinstance(request, PlacesRequest):
            return PlacesAnswer(places=self.script.places)
        if isinstance(request, CompleteRequest):
            return CompleteAnswer(completions=self.script.completions)
        if isinstance(request, WordPlacesRequest):
            return WordPlacesAnswer(places=dict.fromkeys(request.photos, self.script.written or ()))
        if isinstance(request, ReadPictureRequest):
            return WrittenAnswer(lines=self.script.written or ())
        if isinstance(request, WrittenRequest):
            places = self.script.written if request.texts else None
            return WrittenAnswer(lines=self.script.written, places=places or ())
        if isinstance(request, KeypointsRequest):
            return KeypointsAnswer(keypoints=keypoints(self.script.keypoints))
        if isinstance(request, ThumbnailRequest):
            return PictureAnswer(pixels=paint(request.photo, (256, 171)), full_size=SIZE)
        if isinstance(request, CopyRequest):
            if self.script.offline:
                return Failure(message="It cannot be read now.")
            recipe = request.recipe
            pixels = paint(request.photo or 0, SIZE)
            return CopyAnswer(content=encode_picture(pixels, recipe.format, side_px=recipe.side_px))
        assert isinstance(request, PictureRequest)
        if request.path is not None and not request.path.is_file():
            return Failure(message=Message("The file {0} is not there any more.", request.path.name))
        if request.photo is not None and self.script.offline:
            return PictureAnswer(pixels=paint(request.photo, (256, 171)), full_size=SIZE, stand_in=True)
        return PictureAnswer(pixels=paint(request.photo or 0, SIZE), full_size=SIZE)

    def _judge(self, request):
        said = self.judged.setdefault(request.terms, {})
        for photo in request.photos:
            if request.right is None:
                said.pop(photo, None)
            else:
                said[photo] = request.right
        return JudgedAnswer(
            right=frozenset(photo for photo, right in said.items() if right),
            wrong=frozenset(photo for photo, right in said.items() if not right),
            searches=len(self.judged),
        )

    def _learn_order(self):
        if not any(self.judged.values()):
            return Failure(
                message=Message("No photo is marked right for a search yet, so there is nothing to measure.")
            )
        self.order = LearnedOrder(
            weights=(0.5, 0.25, 0.25, 0.0), searches=12, before=0.5, after=0.75, low=0.1, high=0.4, p=0.01
        )
        return OrderAnswer(order=self.order, tried=self.order)

    def _measure(self, request):
        if not any(self.judged.values()):
            return Failure(
                message=Message(
                    "No photo is marked right for a search yet. Choose one, then: Photo › For this search"
                )
            )
        rows = tuple(MeasuredRow(measure=measure, first=0.5) for measure in ("Success@1", "AP"))
        if request.second is not None:
            rows = tuple(replace(row, second=0.75, low=-0.125, high=0.25, p=0.04) for row in rows)
        return MeasureAnswer(
            searches=len(self.judged),
            photos=3,
            rows=rows,
            plot='<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>',
            sample=None if request.first.model is None else 500,
        )

    def _mark(self, send, ticket, request, library, closed):
        while self.script.hold_marks and not closed.wait(0.005):
            pass
        if not closed.is_set():
            send(ticket, self.quick(request, library))

    def _slow(
        self,
        send,
        ticket,
        request,
        stop,
        library,
    ):
        try:
            if isinstance(request, WatchRequest):
                self._watch(send, ticket, stop)
                return
            if isinstance(request, ReadTextRequest):
                send(ticket, self._read_text(send, ticket, stop))
                return
            if isinstance(request, LearnWordsRequest):
                send(ticket, self.words.learn(partial(send, ticket), self.release, stop))
                return
            if isinstance(request, BackupRequest):
                for done in range(5):
                    send(ticket, MaintenanceProgress(done=done << 20, total=4 << 20))
                if request.file.exists():
                    send(ticket, Failure(message=Message("There is a file {0} already.", request.file.name)))
                else:
                    send(ticket, BackupAnswer(file=request.file, bytes=4_200_000))
                return
            if isinstance(request, CountAlbumRequest):
                while self.script.hold_count:
                    time.sleep(0.005)
                send(ticket, CountAlbumAnswer(count=self.albums.count(request)))
                return
            if isinstance(request, InstallModelRequest):
                send(ticket, self._install(send, ticket, request, stop))
                return
            if isinstance(request, RetryRequest):
                self.script.skipped = 0
            if isinstance(request, (IndexRequest, RetryRequest)):
                send(ticket, self.index(send, ticket, stop))
                send(0, LibraryChanged(photos=self.script.photos))
                return
            if self.script.partial_results:
                first = tuple(hit(n, False, library) for n in range(self.script.partial_results, 0, -1))
                known = SearchResult(hits=first, took_ms=Timings(), searched=self.script.photos)
                send(ticket, PartialResults(result=known))
            while self.script.hold_search and not self.release.wait(0.005):
                pass
            answer = self.search(request, library)
            if request.album and isinstance(answer, SearchAnswer):
                every = [hit(n, False, library) for n in range(1, self.script.photos + 1)]
                answer = SearchAnswer(result=self.albums.opened(request, answer.result, every))
            send(ticket, answer)
        except OSError:
            return  # the window is gone

    def _install(self, send, ticket, request, stop):
        """Download in steps until it is done, cancelled, or held up by a test."""
        for done in range(0, 101, 5):
            step = InstallProgress(step="Downloading", done=done << 20, total=100 << 20)
            send(ticket, InstallProgressed(progress=step))
            while self.script.hold_install and not stop.wait(0.005):
                pass
            if stop.is_set():
                self.collection.arrived[request.name] = 200_000_000
                return Failure(
                    message=Message("The download was stopped; what has come is kept."), cancelled=True
                )
        if self.script.install_failure:
            return Failure(message=self.script.install_failure)
        return self.collection.install(request)

    def _read_text(self, send, ticket, stop):
        """Read two photos of three; the third when `release` is set."""
        if self.script.no_reader:
            return Failure(message=self.script.no_reader)
        for done, paused in ((0, False), (1, True), (2, False)):
            progress = BackgroundProgress(done=done, total=3, results=done, paused=paused)
            send(ticket, BackgroundProgressed(progress=progress))
        while not self.release.wait(0.005):
            if stop.is_set():
                return Failure(message=Message("It was cancelled."), cancelled=True)
        report = ReadingReport(read=3, with_text=3, skipped=0, waiting=0, cancelled=False)
        return ReadTextAnswer(report=report)

    def _watch(self, send, ticket, stop):
        """Follow; a test makes something happen by setting `happened`."""
        while not stop.wait(0.005):
            if self.happened.is_set():
                self.happened.clear()
                for done in (0, 2):
                    step = IndexProgress(done=done, total=3, searchable=self.script.photos)
                    send(ticket, Progress(progress=step))
                self.script.photos += 3
                send(ticket, Watched(report=IndexReport(indexed=3, unchanged=0, removed=0)))
                send(ticket, WatchTrouble(message=Message("The drive tells of no changes.")))
        send(ticket, WatchAnswer())

    def index(self, send, ticket, stop):
        total = self.script.index_total
        for done in range(total + 1):
            found = IndexProgress(
                done=done, total=total if done else None, searchable=self.script.photos + done, skipped=0
            )
            send(ticket, Progress(progress=found))
            if stop.is_set():
                self.script.photos += done
                return IndexAnswer(
                    report=IndexReport(indexed=done, unchanged=0, removed=0, skipped=(), cancelled=True)
                )
            time.sleep(self.script.index_step_s)
        self.script.photos += total
        return IndexAnswer(report=IndexReport(indexed=total, unchanged=0, removed=0))

    def search(self, request, library):
        term = next((term for term in request.terms if term.text is None), Term())
        if term.path is not None and not term.path.is_file():
            return Failure(message=Message("There is no file {0}.", term.path.name))
        if term.data is not None and not term.data.startswith((b"\x89PNG", b"\xff\xd8", b"GIF8")):
            return Failure(message=Message("What was pasted is not a picture that can be read."))
        count = min(self.script.hits, self.script.photos, request.options.top)
        if all(term.text is not None for term in request.terms):
            return self._search_words(request, library)
        hits = tuple(
            replace(hit(n, n <= self.script.verified, library), offline=self.script.offline)
            for n in range(1, count + 1)
        )
        hits = tuple(
            replace(hit, path=self.script.moments[hit.photo].path)
            if hit.photo in self.script.moments
            else hit
            for hit in hits
        )
        took = Timings(decode=20, features=110, words=20, score=2, verify=40, total=192)
        return SearchAnswer(result=SearchResult(hits=hits, took_ms=took, searched=self.script.photos))

    def _search_words(self, request, library):
        texts = [term.text or "" for term in request.terms]
        if any(text.endswith(":") for text in texts):
            return Failure(message=Message("rating: needs a value behind it."))
        there = [n for n in range(1, self.script.photos + 1) if n not in self.collection.trashed]
        listed = request.options.listed is not None and not texts
        count = min(self.script.words_hits, len(there) if listed else request.options.top)
        rank = 0.5 if texts else 0.0
        hits = tuple(
            replace(
                hit(n, False, library),
                score=rank / n,
                kind="looks similar",
                engines=(EngineRank(engine="metadata", rank=n, score=rank / n),),
            )
            for n in there[:count]
        )
        notes = (WORDS_NOTE,) if texts else ()
        result = SearchResult(
            hits=listing_of(_in_order(hits, request.options)) if listed else hits,
            took_ms=Timings(total=3),
            searched=self.script.photos,
            notes=notes,
            total=min(self.script.words_hits, len(there)),
        )
        return SearchAnswer(result=result)


def _in_order(hits, options):
    """Hits as the engine lists them; by `score` as they were added."""
    if options.listed == "date":
        dated = sorted(
            (one for one in hits if one.taken_at),
            key=lambda one: one.taken_at or "",
            reverse=not options.backwards,
        )
        return (*dated, *(one for one in hits if not one.taken_at))
    return hits[::-1] if options.backwards else hits


def is_for_something(request):
    """True if a person asked for it; without a query, the window lists all photos."""
    return bool(request.terms) or request.options.filters != Filters()


def hit(n, verified, library):
    evidence = (evidence_of(n),) if verified else ()
    return Hit(
        rank=n,
        photo=PhotoId(n),
        path=library / "Holidays" / f"IMG_{n:04}.jpg",
        score=round(1 / (n + 0.5), 4),
        kind="same thing" if verified else "less likely",
        strength=0.95 if verified else 0.0,
        size=SIZE,
        fingerprint=f"f{n}",
        evidence=evidence,
        taken_at=(metadata_of(n) or Metadata()).taken_at,
    )


class _ThreadRunner:
    def __init__(self, thread, connection):
        self._thread, self._connection = thread, connection
        self.is_alive, self.join = thread.is_alive, thread.join

    def terminate(self):
        self._connection.close()

    kill = terminate


def in_thread(fake, library):
    def start(device):
        fake.devices.append(device)
        ours, theirs = multiprocessing.Pipe(duplex=True)
        thread = threading.Thread(target=fake.serve, args=(theirs, library), name="fake-engine", daemon=True)
        thread.start()
        return ours, _ThreadRunner(thread, theirs)

    return start


def serve(connection, library, _device):
    """Serve as a process of its own."""
    script = library / "script.json"
    options = json.loads(script.read_text()) if script.is_file() else {}
    FakeEngine(Script(**options)).serve(connection, library)
    os._exit(0)
