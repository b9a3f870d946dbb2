"""Runs over folders one after the other, and what the library says of itself: nothing asked twice, nothing lost."""

from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.types import Exclusions, Facets, IndexProgress, IndexReport, Places, RootInfo
from cbir.service import (
    FacetsAnswer,
    FacetsRequest,
    Failure,
    IndexAnswer,
    IndexRequest,
    LibraryAnswer,
    LibraryRequest,
    PlacesAnswer,
    PlacesRequest,
    Progress,
    RetryRequest,
)
from tests.app.by_hand import library_of
from tests.app.handling import delays

ONE, TWO, NEW = Path("/photos/One"), Path("/photos/Two"), Path("/photos/New")
DONE = IndexAnswer(report=IndexReport(indexed=1, unchanged=0, removed=0))
INFO = library_of((str(ONE), True), (str(TWO), False))


@pytest.fixture
def told(library):
    """The session's reports of its runs."""
    heard = []
    library.started.connect(lambda: heard.append("started"))
    library.finished.connect(lambda report: heard.append("cancelled" if report.cancelled else "finished"))
    library.failed.connect(heard.append)
    return heard


def folders(hand):
    return [request.folders for request in hand.asked(IndexRequest)]


def paused(library):
    return library.paused, library.cancelling


def end(hand):
    hand.answer(IndexRequest, DONE)


def says(hand, info):
    hand.answer(LibraryRequest, LibraryAnswer(info=info))


def test_folders_wait_for_the_run_that_goes_on_each_once(hand, library, told):
    library.add([ONE])
    library.add([TWO, NEW])
    library.add([NEW])
    assert folders(hand) == [(ONE,)] and library.running
    end(hand)
    assert folders(hand) == [(TWO, NEW)]
    assert told == ["started", "finished", "started"]
    end(hand)
    assert folders(hand) == [] and not library.running


@pytest.mark.parametrize(
    ("answer", "heard"),
    [
        (Failure(message="The disk is full."), "The disk is full."),
        (Failure(message="Stopped.", cancelled=True), "cancelled"),
    ],
)
def test_whatever_ends_a_run_the_next_one_begins(hand, library, told, answer, heard):
    library.add([ONE])
    library.add([TWO])
    hand.answer(IndexRequest, answer)
    assert told == ["started", heard, "started"]
    assert len(hand.asked(LibraryRequest)) == 1, "what it holds by now"


def test_what_is_left_out_joins_what_waits_and_is_said_once(hand, library):
    library.add([ONE])
    library.add([TWO], Exclusions(folders=(Path("/a"),), patterns=("*.tmp",)))
    library.add([NEW], Exclusions(folders=(Path("/b"),)))
    end(hand)
    both = Exclusions(folders=(Path("/a"), Path("/b")), patterns=("*.tmp",))
    assert hand.asked(IndexRequest) == [IndexRequest(folders=(TWO, NEW), leave_out=both)]
    library.add([ONE])
    end(hand)
    assert hand.asked(IndexRequest) == [IndexRequest(folders=(ONE,))]


def test_what_could_not_be_read_is_tried_again_once_and_before_what_waits(hand, library):
    library.add([ONE])
    library.retry_skipped()
    library.add([TWO])
    end(hand)
    assert len(hand.asked(RetryRequest)) == 1 and folders(hand) == []
    hand.answer(RetryRequest, DONE)
    assert hand.asked(RetryRequest) == [] and folders(hand) == [(TWO,)]


def test_a_pause_keeps_what_goes_on_and_what_waits(hand, library, told):
    library.pause()
    assert paused(library) == ((), False)
    library.add([ONE])
    library.add([TWO])
    library.pause()
    assert paused(library) == ((ONE, TWO), True)
    assert hand.told_to_stop == [IndexRequest(folders=(ONE,))]
    end(hand)
    assert folders(hand) == [] and paused(library) == ((ONE, TWO), False)
    library.resume()
    assert folders(hand) == [(ONE, TWO)] and paused(library) == ((), False)


def test_trying_again_has_no_folders_and_cannot_be_paused(hand, library):
    hand.ready.emit(INFO)
    library.retry_skipped()
    library.pause()
    assert not library.cancelling and library.paused == ()


def test_what_was_stopped_is_gone_with_all_that_waited(hand, library):
    library.add([ONE])
    library.add([TWO])
    library.retry_skipped()
    library.pause()
    library.cancel()
    assert library.paused == ()
    end(hand)
    assert not library.running and hand.asked(RetryRequest) == []


def test_every_folder_is_looked_through_for_changes(hand, library):
    library.update_all()
    assert folders(hand) == []
    hand.ready.emit(INFO)
    library.update_all()
    assert folders(hand) == [(ONE, TWO)]


def test_photos_that_are_found_by_now_and_those_that_are_expected(hand, library):
    def step(done, total, searchable):
        found = IndexProgress(done=done, total=total, searchable=searchable)
        hand.tell(IndexRequest, Progress(progress=found))
        return library.photos, library.expected

    roots = tuple(
        RootInfo(path=path, photos=photos, online=True)
        for path, photos in ((ONE, 50), (TWO, 30), (NEW / "Inside", 5))
    )
    hand.ready.emit(replace(INFO, photos=100, roots=roots))
    assert (library.photos, library.expected) == (100, 100)
    library.add([ONE / "Below", NEW])
    assert step(3, None, 90) == (100, 100), "more were known before"
    assert step(5, 60, 101) == (101, 101)
    assert step(5, 200, 105) == (105, 230), "those of the second root, and all of this run"
    end(hand)
    assert (library.photos, library.expected) == (100, 100)


# ---- what it says of itself


def test_what_is_on_its_way_may_be_old_and_is_asked_for_once_more(hand, library):
    library.ask()
    library.ask()
    library.ask()
    assert len(hand.asked(LibraryRequest)) == 1
    says(hand, INFO)
    assert len(hand.asked(LibraryRequest)) == 1
    says(hand, INFO)
    assert hand.asked(LibraryRequest) == []
    library.ask()
    hand.answer(LibraryRequest, Failure(message="The engine stopped."))
    library.ask()
    assert len(hand.asked(LibraryRequest)) == 1


def test_files_are_measured_once_for_whoever_asked_and_their_sizes_are_kept(hand, library):
    library.ask()
    library.ask(sizes=True)
    library.ask()
    assert hand.asked(LibraryRequest) == [LibraryRequest()]
    says(hand, INFO)
    assert hand.asked(LibraryRequest) == [LibraryRequest(sizes=True)]
    says(hand, replace(INFO, bytes=70, thumbnail_bytes=30))
    library.ask()
    assert hand.asked(LibraryRequest) == [LibraryRequest()]
    says(hand, replace(INFO, bytes=0, thumbnail_bytes=0))
    assert library.info is not None and (library.info.bytes, library.info.thumbnail_bytes) == (70, 30)
    library.ask(sizes=True)
    says(hand, replace(INFO, bytes=80, thumbnail_bytes=31))
    assert (library.info.bytes, library.info.thumbnail_bytes) == (80, 31)


def test_photos_that_come_one_after_the_other_are_counted_now_and_then(hand, library, monkeypatch):
    hand.changed.emit(101)
    (refresh,) = (delay for delay in delays(library) if delay.isActive())
    monkeypatch.setattr(refresh, "start", lambda: pytest.fail("it begins anew"))
    hand.changed.emit(102)
    refresh.timeout.emit()
    assert hand.asked(LibraryRequest) == [LibraryRequest()]


def test_a_drive_that_comes_or_goes_is_told_of_its_root_alone(hand, library):
    told = []
    library.drives_changed.connect(lambda info: told.append([root.online for root in info.roots]))
    hand.drives_changed.emit({ONE: False})
    assert told == []
    hand.ready.emit(INFO)
    hand.drives_changed.emit({ONE: False})
    assert told == [[False, False]]
    assert library.info is not None and not library.info.roots[0].online


def test_places_are_asked_for_in_a_moment_and_one_at_a_time(hand, library, monkeypatch):
    told = []
    library.places_changed.connect(told.append)
    hand.ready.emit(INFO)
    (wait,) = (delay for delay in delays(library) if delay.isActive())
    assert hand.asked(PlacesRequest) == []
    with monkeypatch.context() as patched:
        patched.setattr(wait, "start", lambda: pytest.fail("it begins anew"))
        library.ask_places()
    for _ in range(2):
        wait.timeout.emit()
    assert len(hand.asked(PlacesRequest)) == 1
    hand.answer(PlacesRequest, PlacesAnswer(places=Places()))
    assert told == [Places()]
    wait.timeout.emit()
    assert len(hand.asked(PlacesRequest)) == 1


def test_facets_are_counted_while_they_are_wanted_and_one_at_a_time(hand, library):
    told = []
    library.facets_changed.connect(told.append)
    hand.ready.emit(INFO)
    assert hand.asked(FacetsRequest) == []
    library.wants_facets = True
    hand.ready.emit(INFO)
    library.ask_facets()
    assert len(hand.asked(FacetsRequest)) == 1
    hand.answer(FacetsRequest, FacetsAnswer(facets=Facets()))
    assert told == [Facets()]
    library.ask_facets()
    assert len(hand.asked(FacetsRequest)) == 1
