"""The side column and the bottom line: what they ask for is done, and what the library does is shown in them."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from cbir.base.messages import Message
from cbir.base.types import (
    FacetCount,
    Filters,
    IndexProgress,
    IndexReport,
    PhotoId,
    Places,
    Skipped,
    Term,
)
from cbir.service import (
    Failure,
    IndexAnswer,
    IndexRequest,
    LibraryRequest,
    PlacesAnswer,
    PlacesRequest,
    Progress,
    RetryRequest,
    SearchRequest,
)
from cbir_app.base import desktop
from cbir_app.control.library import LibraryControl
from cbir_app.panels.library import ALL, RECENT, AddFoldersDialog, LibraryPanel, SkippedDialog, StatusLine
from cbir_app.sessions import Part, Query, WatchSession
from tests.app.by_hand import found, hits, library_of
from tests.app.fake_photos import listing_of
from tests.app.handling import button, rest

INFO = library_of(("/photos/Holidays", True))
PLACES = Places(
    folders=(FacetCount(value="/photos/Holidays/Lisbon", photos=9),),
    keywords=(FacetCount(value="boat", photos=3),),
)
DONE = IndexReport(indexed=1, unchanged=0, removed=0)


@pytest.fixture
def panel(under, theme):
    return LibraryPanel(theme, under)


@pytest.fixture
def status(under, theme):
    return StatusLine(theme, under)


@pytest.fixture
def watch(hand, preferences):
    return WatchSession(hand, preferences, hand)


@pytest.fixture
def changes():
    """The number of signals that the available actions may have changed."""
    return []


@pytest.fixture
def control(
    under,
    hand,
    library,
    watch,
    search,
    panel,
    status,
    notice,
    changes,
):
    made = LibraryControl(under, library, watch, search, panel, status, notice)
    made.changed.connect(lambda: changes.append("changed"))
    hand.ready.emit(INFO)
    assert rest(library)
    hand.answer(PlacesRequest, PlacesAnswer(places=PLACES))
    return made


def said(notice):
    return ("", "") if notice.isHidden() else (notice.text.text(), notice.property("tone"))


def selected(panel):
    items = [*panel.top.selectedItems(), *panel.tree.selectedItems(), *panel.keywords.selectedItems()]
    return [item.text(0) for item in items]


# ---- the side column


def test_the_column_leads_to_places_and_marks_where_one_is(control, panel, search):
    assert selected(panel) == ["All photos"]
    panel.top.chosen.emit(RECENT)
    assert search.query == Query(recent=True) and selected(panel) == ["Recently added"]
    panel.tree.chosen.emit("/photos/Holidays/Lisbon")
    assert search.query.filters == Filters(folders=("/photos/Holidays/Lisbon",))
    assert selected(panel) == ["Lisbon"]
    panel.keywords.chosen.emit("boat")
    assert search.query.filters == Filters(keywords=("boat",)) and selected(panel) == ["boat"]
    search.set_query(replace(search.query, draft="sea"))
    assert selected(panel) == [], "a search within a place is no place"
    search.set_query(Query(filters=Filters(keywords=("boat",))))
    assert selected(panel) == [], "nor is a filter that was set"
    panel.top.chosen.emit(ALL)
    assert search.query.empty and selected(panel) == ["All photos"]


def test_the_column_adds_scans_and_tells_that_another_folder_is_chosen(under, control, panel, hand, changes):
    panel.update_asked.emit()
    assert hand.asked(IndexRequest) == [IndexRequest(folders=(Path("/photos/Holidays"),))]
    changes.clear()
    panel.tree.setCurrentIndex(panel.tree.model().index(0, 0))
    assert changes == ["changed"]
    panel.add_asked.emit()
    (dialog,) = under.findChildren(AddFoldersDialog)
    (chooser,) = dialog.findChildren(QFileDialog)
    assert chooser.isVisible(), "the first folder at once"
    chooser.close()
    dialog.close()


def test_names_that_are_left_out_stand_where_folders_are_added(under, control, hand):
    hand.ready.emit(replace(INFO, left_out=("*.tmp", "Cache")))
    control.choose_folder()
    (dialog,) = under.findChildren(AddFoldersDialog)
    assert dialog.patterns.text() == "*.tmp, Cache"
    for chooser in dialog.findChildren(QFileDialog):
        chooser.close()
    dialog.close()


def test_the_chosen_folder_is_shown_on_the_desktop(control, panel, monkeypatch):
    opened = []
    monkeypatch.setattr(desktop, "open_folder", opened.append)
    control.reveal_folder()
    assert opened == []
    panel.select(folder="/photos/Holidays")
    control.reveal_folder()
    assert opened == [Path("/photos/Holidays")]


def test_what_the_library_says_is_shown_and_keeps_the_place(control, panel, status, hand, changes):
    changes.clear()
    hand.ready.emit(replace(INFO, photos=120, roots=()))
    assert status.coverage.text() == "120 photos searchable"
    assert panel.first_folder.isVisibleTo(panel)
    assert selected(panel) == ["All photos"]
    assert changes


def test_a_drive_that_goes_is_shown_in_the_column(control, panel, hand, changes):
    changes.clear()
    hand.drives_changed.emit({Path("/photos/Holidays"): False})
    item = panel.tree.topLevelItem(0)
    assert item is not None and "cannot be reached" in item.toolTip(0)
    assert changes == ["changed"]


# ---- the bottom line


def test_a_run_is_shown_paused_resumed_and_stopped_from_the_bottom_line(
    control,
    library,
    status,
    hand,
    changes,
):
    changes.clear()
    library.add([Path("/photos/New")])
    assert changes == ["changed"] and status.pause.isVisibleTo(status)
    step = IndexProgress(done=3, total=10, searchable=103)
    hand.tell(IndexRequest, Progress(progress=step))
    assert status.doing.text() == "Adding photos: 3 of 10"
    status.pause.click()
    assert status.doing.text() == "Stopping…" and not status.cancel.isEnabled()
    hand.answer(IndexRequest, IndexAnswer(report=replace(DONE, cancelled=True)))
    assert status.doing.text() == "Adding photos is paused"
    status.resume.click()
    assert hand.asked(IndexRequest) == [IndexRequest(folders=(Path("/photos/New"),))]
    assert not status.resume.isVisibleTo(status)
    status.cancel.click()
    assert status.doing.text() == "Stopping…"
    assert len(hand.told_to_stop) == 2 and not library.paused
    hand.answer(IndexRequest, IndexAnswer(report=replace(DONE, cancelled=True)))
    assert not status.cancel.isVisibleTo(status)


def test_how_a_run_ended_is_said_and_taken_back_by_the_next(control, library, status, hand, notice):
    ends = (
        (IndexAnswer(report=DONE), ("", "")),
        (
            IndexAnswer(report=replace(DONE, cancelled=True)),
            ("Stopped. The photos that were finished are kept.", "info"),
        ),
        (
            IndexAnswer(report=replace(DONE, notes=(Message("One."), Message("Two.")))),
            ("One. Two.", "warning"),
        ),
        (Failure(message="The disk is full."), ("The disk is full.", "warning")),
    )
    for answer, text in ends:
        library.add([Path("/photos/New")])
        assert said(notice) == ("", "")
        hand.answer(IndexRequest, answer)
        assert said(notice) == text
        assert not status.pause.isVisibleTo(status)


def test_a_run_that_waited_is_shown_when_the_one_before_ends(control, library, status, hand):
    for folder in ("One", "Two"):
        library.add([Path(f"/photos/{folder}")])
    hand.answer(IndexRequest, IndexAnswer(report=DONE))
    assert status.pause.isVisibleTo(status)


def test_files_that_could_not_be_read_are_listed_and_tried_again(under, control, status, hand):
    hand.ready.emit(replace(INFO, skipped=(Skipped(path=Path("/photos/x.jpg"), reason="It is broken."),)))
    status.skipped.click()
    (dialog,) = under.findChildren(SkippedDialog)
    assert dialog.list.topLevelItemCount() == 1
    button(dialog, "Try again").click()
    assert len(hand.asked(RetryRequest)) == 1


def test_what_the_watch_does_is_shown_asked_for_and_its_trouble_said(control, watch, status, hand, notice):
    watch.progressed.emit(IndexProgress(done=1, total=3, searchable=100))
    assert status.doing.text() == "Adding photos: 1 of 3"
    before = len(hand.asked(LibraryRequest))
    watch.changed.emit(DONE)
    assert len(hand.asked(LibraryRequest)) == before + 1
    watch.troubled.emit("The drive tells of no changes.")
    assert said(notice) == ("The drive tells of no changes.", "warning")


# ---- new photos


def result(count, searched, *, verified=0):
    shown = tuple(
        replace(hit, kind="same thing" if hit.rank <= verified else "less likely") for hit in hits(count)
    )
    return replace(found(shown), searched=searched)


def picture(search):
    search.search(Part(Term(photo=PhotoId(9)), "nine.jpg"))


@pytest.fixture
def searched(control, search, hand):
    """A search among 100 photos, one of whose two hits is proved."""
    picture(search)
    hand.find(result(2, 100, verified=1))
    return search


def test_a_result_grows_once_more_photos_can_be_searched(searched, hand, notice):
    hand.ready.emit(INFO)
    assert hand.asked(SearchRequest) == [], "as many as were searched"
    hand.ready.emit(replace(INFO, photos=103))
    assert [request.renewed for request in hand.asked(SearchRequest)] == [True]
    assert said(notice) == ("", "")


def test_during_a_run_a_result_grows_by_half_at_a_time(searched, library, hand):
    library.add([Path("/photos")])
    hand.ready.emit(replace(INFO, photos=149))
    assert hand.asked(SearchRequest) == []
    hand.ready.emit(replace(INFO, photos=150))
    assert len(hand.asked(SearchRequest)) == 1


def test_while_a_search_runs_or_all_photos_are_listed_nothing_is_renewed(searched, hand):
    picture(searched)
    hand.ready.emit(replace(INFO, photos=103))
    assert len(hand.asked(SearchRequest)) == 1
    hand.find(replace(found(listing_of(hits(2))), searched=100))
    assert hand.asked(SearchRequest) == []


def test_a_search_is_repeated_once_for_as_many_photos(control, search, hand, notice):
    picture(search)
    hand.find(result(2, 100))
    hand.ready.emit(replace(INFO, photos=103))
    assert len(hand.asked(SearchRequest)) == 1
    hand.ready.emit(replace(INFO, photos=104))
    assert len(hand.asked(SearchRequest)) == 1, "one is on its way"
    hand.find(result(2, 100))
    assert len(hand.asked(SearchRequest)) == 1, "for those that came meanwhile"
    hand.find(result(2, 100))
    assert hand.asked(SearchRequest) == [], "it was of no use"
    assert said(notice) == ("", "")
