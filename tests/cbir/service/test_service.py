"""The engine in a process of its own, over a real pipe: every request has one final answer."""

import multiprocessing
import sys
import threading
import time
from pathlib import Path
from typing import cast

import numpy as np
import psutil
import pytest

from cbir import service
from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import (
    Album,
    AlbumCount,
    Facets,
    Filters,
    Marks,
    PhotoId,
    SearchOptions,
    SearchResult,
    Term,
    Timings,
)
from cbir.library import Library
from cbir.metadata import extract
from cbir.service import start_order
from cbir.service.server import Server
from cbir.state.locking import writer_lock
from tests.cbir.copies import copy_library, copy_pictures
from tests.cbir.stage_data import write_pictures
from tests.pictures import POSTERS

PATIENCE_S = 60
NAMES = ("coffee", "rocket", "chelsea", *POSTERS[:3])


class Engine:
    """The window's end of the pipe."""

    def __init__(self, folder):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=service.serve, args=(theirs, folder))
        self.process.start()
        theirs.close()
        self.ticket = 0
        self.heard = []

    def send(self, request):
        self.ticket += 1
        self.pipe.send((self.ticket, request))
        return self.ticket

    def hear(self):
        assert self.pipe.poll(PATIENCE_S), "waited in vain for an answer"
        message = self.pipe.recv()
        self.heard.append(message)
        return message

    def wait_for(self, ticket):
        """Return the final answer of a ticket; all that is heard before is kept in `heard`."""
        for about, answer in self.heard:
            if about == ticket and not isinstance(answer, service.Interim):
                return answer
        while True:
            about, answer = self.hear()
            if about == ticket and not isinstance(answer, service.Interim):
                return answer

    def ask(self, request):
        return self.wait_for(self.send(request))

    def close(self):
        self.pipe.close()
        self.process.join(PATIENCE_S)
        ended = self.process.exitcode
        if ended is None:
            self.process.kill()
        assert ended == 0


@pytest.fixture(name="start")
def _start():
    engines = []

    def start(folder):
        engines.append(Engine(folder))
        return engines[-1]

    yield start
    for engine in engines:
        engine.close()


def write_photos(folder):
    write_pictures(folder, NAMES)


@pytest.fixture(name="indexed")
def _copied(_indexed, tmp_path):
    """A folder with `pictures` and a `library` of them that a test may change."""
    copy_pictures(_indexed, tmp_path)
    copy_library(_indexed, tmp_path)
    return tmp_path


@pytest.fixture(name="pictures", scope="module")
def _pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("service") / "pictures"
    write_pictures(folder, NAMES)
    return folder


@pytest.fixture(name="engine", scope="module")
def _engine(pictures):
    """One engine with a filled library, for all tests that do not end it."""
    engine = Engine(pictures.parent / "library")
    ready = engine.wait_for(0)
    assert isinstance(ready, service.Ready)
    assert ready.info.photos == 0
    ticket = engine.send(service.IndexRequest(folders=(pictures,)))
    answer = engine.wait_for(ticket)
    assert isinstance(answer, service.IndexAnswer)
    assert answer.report.indexed == len(NAMES)
    yield engine
    engine.close()


def query(path, **options):
    return service.SearchRequest(terms=(Term(path=path),), options=SearchOptions(**options))


def test_an_index_run_tells_its_progress_and_what_became_searchable(engine):
    progress = [answer.progress for _, answer in engine.heard if isinstance(answer, service.Progress)]
    assert (progress[-1].done, progress[-1].total) == (len(NAMES), len(NAMES))
    changed = [
        answer.photos
        for ticket, answer in engine.heard
        if ticket == 0 and isinstance(answer, service.LibraryChanged)
    ]
    assert changed[-1] == len(NAMES)
    info = engine.ask(service.LibraryRequest(sizes=True)).info
    assert info.photos == len(NAMES)
    assert info.bytes > 0 < info.thumbnail_bytes


def test_the_first_answer_does_not_wait_for_the_sizes_of_all_files(engine):
    (first,) = (answer.info for _, answer in engine.heard if isinstance(answer, service.Ready))
    assert (first.bytes, first.thumbnail_bytes) == (0, 0)
    assert engine.ask(service.LibraryRequest()).info.bytes == 0


def test_a_search_comes_back_with_evidence_and_pictures(engine, pictures):
    result = engine.ask(query(pictures / "coffee.jpg")).result
    assert result.hits[0].path == pictures / "coffee.jpg"
    assert result.hits[0].evidence[0].query_xy.shape == (result.hits[0].evidence[0].inliers, 2)
    thumbnail = engine.ask(service.ThumbnailRequest(photo=result.hits[0].photo))
    assert thumbnail.pixels.dtype == np.uint8
    assert max(thumbnail.pixels.shape) <= 256
    picture = engine.ask(service.PictureRequest(path=pictures / "coffee.jpg", max_side_px=200))
    assert max(picture.pixels.shape) <= 200
    assert picture.full_size[0] == 480


def test_an_album_is_counted_as_it_is_shown(engine, pictures):
    picture = query(pictures / "coffee.jpg", top=200)
    coffee = Album(name="Coffee", terms=picture.terms, labels=("",), id="1")
    worded = Album(name="Word", terms=(Term(text="coffee"),), labels=("coffee",), id="2")
    nothing = Album(name="Best", filters=Filters(min_rating=5), id="3")
    lost = Album(name="Lost", terms=(Term(path=pictures / "gone.jpg"),), labels=("",), id="4")
    kept = engine.ask(service.AlbumsRequest(keep=(coffee, worded, nothing, lost))).albums
    assert [album.name for album in kept] == ["Coffee", "Word", "Best", "Lost"]
    counts = [engine.ask(service.CountAlbumRequest(album=number)).count.photos for number in "123"]
    assert counts == [1, 1, 0]  # the others look similar at best
    assert isinstance(engine.ask(service.CountAlbumRequest(album="4")), service.Failure)
    opened = engine.ask(service.SearchRequest(terms=(), options=picture.options, album="1")).result
    (shown,) = opened.album.members
    assert len(opened.hits) > 1 and opened.hits[0].photo == shown
    other = opened.hits[1].photo
    said = service.CorrectAlbumRequest(album="1", corrections=((other, True), (shown, False)))
    assert engine.ask(said).before == ((other, None), (shown, None))
    renewed = service.SearchRequest(terms=(), options=picture.options, album="1", renewed=True)
    assert engine.ask(renewed).result.album.members == {other}
    assert engine.ask(service.CountAlbumRequest(album="1")).count == AlbumCount(photos=1, new=1)
    engine.ask(service.SearchRequest(terms=(), options=picture.options, album="1"))
    assert engine.ask(service.CountAlbumRequest(album="1")).count.new == 0
    assert engine.ask(renewed).result.album.new == {other}, "while it is open its new ones are marked"
    engine.ask(service.AlbumsRequest(removed=tuple("1234")))


@pytest.mark.parametrize(
    "asked",
    [
        service.ChangePeopleRequest(change="cover"),
        service.ChangePeopleRequest(change="refuse"),
        service.ChangeThingRequest(change="icon", thing=1),
        service.ForgetRequest(folder=Path("a\0b")),
    ],
    ids=["no face", "nobody", "no photo", "a name with NUL"],
)
def test_an_incomplete_askedis_no_fault_of_the_program(engine, asked):
    answer = engine.ask(asked)
    assert not isinstance(answer, service.Failure) or "Something went wrong" not in answer.message


def test_facets_are_counted_over_all_photos_or_some(engine, pictures):
    whole = engine.ask(service.FacetsRequest()).facets
    assert [(one.value, one.photos) for one in whole.formats] == [("JPEG", len(NAMES))]
    assert [(folder.value, folder.photos) for folder in whole.folders] == [(str(pictures), len(NAMES))]
    hits = engine.ask(query(pictures / "coffee.jpg", top=2)).result.hits
    some = engine.ask(service.FacetsRequest(photos=tuple(hit.photo for hit in hits))).facets
    assert [(one.value, one.photos) for one in some.formats] == [("JPEG", 2)]
    assert [(folder.value, folder.photos) for folder in some.folders] == [(str(pictures), 2)]
    assert engine.ask(service.FacetsRequest(photos=())).facets == Facets()


def test_hits_are_judged_and_the_searches_measured_in_two_ways(engine, pictures):
    nothing = engine.ask(service.MeasureRequest(first=service.Setting()))
    assert isinstance(nothing, service.Failure) and "marked right" in nothing.message
    terms = (Term(path=pictures / "coffee.jpg"),)
    found = engine.ask(service.SearchRequest(terms=terms, options=SearchOptions(top=3))).result.hits
    coffee, other = found[0].photo, found[1].photo
    engine.ask(service.JudgeRequest(terms=terms, labels=("coffee",), photos=(coffee,), right=True))
    judged = engine.ask(service.JudgeRequest(terms=terms, labels=("coffee",), photos=(other,), right=False))
    assert (judged.right, judged.wrong, judged.searches) == ({coffee}, {other}, 1)
    assert engine.ask(service.JudgeRequest(terms=(Term(text="x"),))).right == frozenset()
    first, second = service.Setting(engine="match"), service.Setting(engine="match", weighting="bm25")
    before = len(engine.heard)
    answer = engine.ask(service.MeasureRequest(first=first, second=second, dark=True))
    assert (answer.searches, answer.photos, answer.sample) == (1, 2, None)
    row = answer.rows[0]
    assert (row.measure, row.first, row.second, row.p) == ("Success@1", 1, 1, 1)
    assert "match, bm25" in answer.plot and "#1e1e1e" in answer.plot
    told = [heard for _, heard in engine.heard[before:] if isinstance(heard, service.MeasureProgress)]
    assert (told[-1].done, told[-1].total) == (2, 2)
    missing = engine.ask(service.MeasureRequest(first=service.Setting(model="none")))
    assert isinstance(missing, service.Failure) and "no model called none" in missing.message


def test_many_requests_at_once_have_one_answer_each(engine, pictures):
    searches = [engine.send(query(pictures / f"{name}.jpg")) for name in NAMES]
    looks = [engine.send(service.PictureRequest(path=pictures / f"{name}.jpg")) for name in NAMES]
    asked = engine.send(service.LibraryRequest())
    for name, ticket in zip(NAMES, searches, strict=True):
        assert engine.wait_for(ticket).result.hits[0].path.stem == name
    assert all(isinstance(engine.wait_for(ticket), service.PictureAnswer) for ticket in looks)
    assert isinstance(engine.wait_for(asked), service.LibraryAnswer)
    finals = [about for about, answer in engine.heard if about and not isinstance(answer, service.Interim)]
    assert len(finals) == len(set(finals))


@pytest.mark.parametrize(
    "askedof",
    [
        lambda folder: query(folder / "nowhere.jpg"),
        lambda folder: service.SearchRequest(terms=(Term(text="boat", sign=-1),), options=SearchOptions()),
        lambda folder: service.SearchRequest(terms=(Term(data=b"no picture"),), options=SearchOptions()),
        lambda folder: service.ThumbnailRequest(photo=PhotoId(10_000)),
        lambda folder: service.PictureRequest(path=folder / "nowhere.jpg"),
        lambda folder: service.PictureRequest(),
        lambda folder: service.IndexRequest(folders=()),
        lambda folder: service.IndexRequest(folders=(folder / "nowhere",)),
        lambda folder: "what is this?",
    ],
)
def test_a_askedthat_cannot_be_met_fails_in_a_sentence_and_the_next_is_met(engine, pictures, askedof):
    answer = engine.ask(askedof(pictures))
    assert isinstance(answer, service.Failure)
    assert answer.message[0].isupper()
    assert answer.message[-1] in ".?"
    assert not answer.cancelled
    assert isinstance(engine.ask(service.LibraryRequest()), service.LibraryAnswer)


def test_a_cancelled_askedstill_has_its_final_answer(engine, pictures):
    searches = [engine.send(query(pictures / "coffee.jpg")) for _ in range(5)]
    for ticket in searches[1:]:
        engine.send(service.Cancel(ticket=ticket))
    answers = [engine.wait_for(ticket) for ticket in searches]
    assert isinstance(answers[0], service.SearchAnswer)
    cancelled = [answer for answer in answers if isinstance(answer, service.Failure)]
    assert all(answer.cancelled for answer in cancelled)
    assert len(cancelled) >= 3, "they wait behind the first one"
    engine.send(service.Cancel(ticket=searches[0]))  # long answered
    engine.send(service.Cancel(ticket=99_999))  # never asked
    assert isinstance(engine.ask(query(pictures / "coffee.jpg")), service.SearchAnswer)


def test_a_cancelled_index_run_answers_with_what_it_kept(start, pictures, tmp_path):
    engine = start(tmp_path / "library")
    engine.wait_for(0)
    ticket = engine.send(service.IndexRequest(folders=(pictures,)))
    engine.send(service.Cancel(ticket=ticket))
    answer = engine.wait_for(ticket)
    if isinstance(answer, service.Failure):  # before it had begun
        assert answer.cancelled
    else:
        assert answer.report.cancelled
        assert engine.ask(service.LibraryRequest()).info.photos == answer.report.indexed


def test_photos_are_rated_and_named_and_the_metadata_says_so(engine, pictures):
    hit = engine.ask(query(pictures / "rocket.jpg")).result.hits[0]
    rated = engine.ask(service.RateRequest(photos=(hit.photo,), rating=4, sidecar=True))
    assert isinstance(rated, service.MarkAnswer)
    assert (rated.report.photos, rated.report.sidecars, rated.report.problems) == (1, 1, ())
    assert (pictures / "rocket.jpg.xmp").is_file()
    named = engine.ask(service.KeywordRequest(photos=(hit.photo,), add=("Apollo", "night"), remove=("none",)))
    assert isinstance(named, service.MarkAnswer)
    answer = engine.ask(service.MetadataRequest(photos=(hit.photo,)))
    assert (answer.metadata[0].rating, answer.metadata[0].keywords) == (4, ("Apollo", "night"))
    assert answer.marks == (Marks(rating=4, added=("Apollo", "night")),)
    found = engine.ask(
        service.SearchRequest(terms=(Term(text="keyword:apollo rating:4"),), options=SearchOptions())
    )
    assert [hit.path.name for hit in found.result.hits] == ["rocket.jpg"]
    refused = engine.ask(service.RateRequest(photos=(hit.photo,), rating=9))
    assert isinstance(refused, service.Failure)
    assert "9 is not a rating" in refused.message


def test_a_photo_is_rated_while_another_process_writes(engine, pictures):
    hit = engine.ask(query(pictures / "chelsea.jpg")).result.hits[0]
    with writer_lock(Layout(pictures.parent / "library")):
        rated = engine.ask(service.RateRequest(photos=(hit.photo,), rating=2))
    assert isinstance(rated, service.MarkAnswer)
    assert rated.report.before == (Marks(),)


def test_marks_are_done_in_the_order_in_which_they_arrived(engine, pictures):
    photo = (engine.ask(query(pictures / "coffee.jpg")).result.hits[0].photo,)
    asked = []
    for turn in range(60):
        asked.append(engine.send(service.RateRequest(photos=photo, rating=turn % 5, sidecar=True)))
        words = ("odd", "even") if turn % 2 else ("even", "odd")
        request = service.KeywordRequest(photos=photo, add=words[:1], remove=words[1:], sidecar=True)
        asked.append(engine.send(request))
    rated = [engine.wait_for(ticket).report.before[0].rating for ticket in asked[::2]]
    assert rated == [None, *(turn % 5 for turn in range(59))]
    assert [engine.wait_for(ticket).report.sidecars for ticket in asked] == [1] * 120
    (known,) = engine.ask(service.MetadataRequest(photos=photo)).metadata
    beside = extract(b"", (pictures / "coffee.jpg.xmp").read_bytes())
    assert (known.rating, known.keywords) == (beside.rating, beside.keywords) == (4, ("odd",))


def test_marks_that_were_asked_for_are_done_though_the_window_closes(start, indexed):
    engine = start(indexed / "library")
    photo = engine.ask(query(indexed / "pictures" / "coffee.jpg")).result.hits[0].photo
    asked = [engine.send(service.RateRequest(photos=(photo,), rating=turn % 5)) for turn in range(40)]
    for ticket in asked:
        engine.send(service.Cancel(ticket=ticket))
    engine.send(service.Shutdown())
    engine.process.join(PATIENCE_S)
    with Library.open(indexed / "library") as library:
        assert library.marks.of([photo]) == [Marks(rating=4)]


@pytest.mark.skipif(sys.platform != "linux", reason="only there a trash of its own can be given to a test")
def test_a_trashed_photo_is_told_of(start, indexed, tmp_path, monkeypatch):
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "data"))
    engine = start(indexed / "library")
    hit = engine.ask(query(indexed / "pictures" / "coffee.jpg")).result.hits[0]
    answer = engine.ask(service.TrashRequest(photos=(hit.photo, PhotoId(99))))
    assert isinstance(answer, service.Failure)
    answer = engine.ask(service.TrashRequest(photos=(hit.photo,)))
    assert isinstance(answer, service.TrashAnswer)
    assert (answer.report.photos, answer.report.problems) == (1, ())
    assert (0, service.LibraryChanged(photos=len(NAMES) - 1)) in engine.heard
    assert (tmp_path / "home" / "data" / "Trash" / "files" / "coffee.jpg").is_file()
    assert engine.ask(service.LibraryRequest()).info.photos == len(NAMES) - 1


def test_another_process_that_writes_is_named_and_searching_goes_on(engine, pictures):
    with writer_lock(Layout(pictures.parent / "library")):
        answer = engine.ask(service.IndexRequest(folders=(pictures,)))
        assert isinstance(answer, service.Failure)
        assert "is being written to by" in answer.message
        assert isinstance(engine.ask(query(pictures / "coffee.jpg")), service.SearchAnswer)
    assert isinstance(engine.ask(service.IndexRequest(folders=(pictures,))), service.IndexAnswer)


def test_a_library_that_cannot_be_opened_is_a_failure_of_ticket_0(start, tmp_path):
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "letter.txt").write_text("not a library", encoding="utf-8")
    (tmp_path / "file").touch()
    for folder in (tmp_path / "library", tmp_path / "file"):
        engine = start(folder)
        ticket, answer = engine.hear()
        assert ticket == 0
        assert isinstance(answer, service.Failure)
        assert str(folder) in answer.message


def test_shutdown_and_a_closed_pipe_end_the_engine_and_its_workers(start, tmp_path):
    Library.open(tmp_path / "library", create=True).close()
    for way in ("shutdown", "closed pipe"):
        engine = start(tmp_path / "library")
        engine.wait_for(0)
        process = psutil.Process(engine.process.pid)
        deadline = time.monotonic() + PATIENCE_S
        while not (workers := process.children(recursive=True)):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        if way == "shutdown":
            engine.send(service.Shutdown())
        else:
            engine.pipe.close()
        engine.process.join(PATIENCE_S)
        assert engine.process.exitcode == 0
        _, alive = psutil.wait_procs(workers, timeout=PATIENCE_S)
        assert alive == []


class Slow:
    """A library that takes its time to list photos, and both ends of the pipe of a window that asks for them."""

    def __init__(self, photos, *requests):
        self.photos, self.requests = photos, list(enumerate(requests, start=1))
        self.done = []
        self.modelled, self.started = threading.Event(), threading.Event()

    def info(self, *, sizes):
        return self

    def online(self):
        return {}

    def send(self, message, /): ...
    def recv(self):
        if self.requests:
            return self.requests.pop(0)
        assert self.started.wait(PATIENCE_S)
        return 9, service.Shutdown()

    def search(self, *_, on_partial, **__):
        result = SearchResult(hits=(), took_ms=Timings(), searched=0)
        self.modelled.wait(0.2)
        self.done.append("page")
        on_partial(result)
        assert self.modelled.wait(PATIENCE_S)
        self.started.wait(0.2)
        self.done.append("listed")
        return result

    @property
    def models(self):
        if not self.modelled.is_set():
            self.done.append("models")
            self.modelled.set()
        raise CbirError("There are none.")

    def start(self):
        self.done.append("started")
        self.started.set()


def test_the_photos_that_a_window_opens_on_come_before_what_all_else_loads(
    monkeypatch,
):
    monkeypatch.setattr(start_order, "PAGE_S", float(PATIENCE_S))
    listed = service.SearchRequest(terms=(), options=SearchOptions())
    library = Slow(5, service.ModelsRequest(), listed)
    Server(library, cast(Library, library)).run()
    assert library.done == ["page", "models", "listed", "started"]


def test_an_empty_library_lists_nothing_that_others_would_wait_for(monkeypatch):
    monkeypatch.setattr(start_order, "PAGE_S", float(PATIENCE_S))
    library = Slow(0, service.ModelsRequest())
    began = time.monotonic()
    Server(library, cast(Library, library)).run()
    assert library.done == ["models", "started"]
    assert time.monotonic() - began < PATIENCE_S / 2
