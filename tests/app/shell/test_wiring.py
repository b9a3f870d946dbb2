"""Signals between rooms, wire by wire: the window on an engine that a test answers for."""

from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.types import IndexReport, TrashReport
from cbir_app.control import (
    DuplicateControl,
    EngineControl,
    ExportControl,
    LibrariesControl,
    MarkControl,
    ModelControl,
    OpenWith,
    QueryControl,
    TrashControl,
)
from cbir_app.control.library import LibraryControl
from cbir_app.engine import Details, WordPlaces
from cbir_app.panels.library import StatusLine
from cbir_app.query import SearchBar
from cbir_app.sessions import AlbumCounts, LibrarySession, ReadingSession, SearchSession
from cbir_app.shell import build_window
from cbir_app.shell.window_dialogs import Dialogs
from cbir_app.viewer import Pages
from tests.app.by_hand import library_of

Heard = list[str]
HEARING = (
    (AlbumCounts, "count_again"),
    (Details, "forget"),
    (Dialogs, "show_library"),
    (Dialogs, "show_measure"),
    (Dialogs, "show_models"),
    (DuplicateControl, "look_again"),
    (DuplicateControl, "show"),
    (EngineControl, "restart"),
    (ExportControl, "close"),
    (LibrariesControl, "close"),
    (LibraryControl, "choose_folder"),
    (LibrarySession, "ask_places"),
    (LibrarySession, "add"),
    (MarkControl, "show_selection"),
    (MarkControl, "allow"),
    (ModelControl, "offer"),
    (OpenWith, "close"),
    (Pages, "go_on"),
    (Pages, "pictures_changed"),
    (Pages, "show_match"),
    (Pages, "show_photo"),
    (Pages, "step"),
    (QueryControl, "open"),
    (ReadingSession, "read"),
    (SearchBar, "focus"),
    (SearchSession, "again"),
    (SearchSession, "search_everywhere"),
    (StatusLine, "show_task"),
    (StatusLine, "end_task"),
    (StatusLine, "show_reading"),
    (TrashControl, "say_trashed"),
    (WordPlaces, "forget"),
)


@pytest.fixture
def heard():
    """The calls of the methods above, in order, with their plain arguments."""
    return []


@pytest.fixture
def wired(
    qtbot,
    hand,
    theme,
    preferences,
    heard,
    monkeypatch,
):
    def hearing(name):
        def hear(_self, *told, **_more):
            plain = [str(one) for one in told if isinstance(one, str | int)]
            heard.append(" ".join([name, *plain]))

        return hear

    for room, method in HEARING:
        monkeypatch.setattr(room, method, hearing(f"{room.__name__}.{method}"))
    made = build_window(hand, theme, preferences)
    qtbot.addWidget(made)
    hand.ready.emit(library_of(("/photos", True)))
    heard.clear()
    return made


def test_what_takes_its_time_is_seen_in_the_bottom_line(wired, heard):
    controls = wired.controls
    for worker in (
        controls.maintenance,
        controls.duplicates,
        controls.export,
        controls.trash,
        controls.libraries,
    ):
        worker.progressed.emit("Working…", 1, 2)
        worker.ended.emit()
        assert heard == ["StatusLine.show_task Working… 1 2", "StatusLine.end_task"], worker
        heard.clear()


def test_a_window_that_closes_ends_what_it_began(wired, heard):
    wired.closing.emit()
    assert heard == ["ExportControl.close", "OpenWith.close", "LibrariesControl.close"]


def test_photos_that_went_or_came_back_are_gone_on_from_and_looked_for_again(wired, heard):
    trash = wired.controls.trash
    trash.trashed.emit()
    assert heard == ["Pages.go_on"]
    trash.restored.emit()
    assert heard[1:] == ["SearchSession.again", "DuplicateControl.look_again"]
    wired.controls.duplicates.session.trashed.emit(TrashReport(photos=1))
    assert heard[3:] == ["TrashControl.say_trashed"]


def test_a_rating_goes_on_to_the_next_photo_where_that_is_wanted(wired, heard):
    wired.controls.marks.rated.emit()
    assert heard == []
    wired.actions_.advance.setChecked(True)
    wired.controls.marks.rated.emit()
    assert heard == ["Pages.step 1"]


def test_marks_count_albums_again_and_ask_for_keywords(wired, heard):
    wired.controls.marks.session.marked.emit(())
    assert heard == ["AlbumCounts.count_again", "LibrarySession.ask_places"]


def test_text_is_read_in_photos_that_came_and_its_trouble_is_said(wired, heard, qtbot):
    report = IndexReport(indexed=1, unchanged=0, removed=0)
    wired.library.finished.emit(report)
    wired.watch.changed.emit(report)
    assert heard.count("ReadingSession.read") == 2
    heard.clear()
    reading = wired.findChild(ReadingSession)
    reading.progressed.emit(None)
    assert sorted(heard) == ["StatusLine.show_reading", "WordPlaces.forget"]
    reading.troubled.emit("There is no reader.")
    assert wired.notice.text.text() == "There is no reader."
    assert wired.notice.property("tone") == "warning"


def test_the_message_leads_to_what_it_offers(wired, heard):
    message = wired.results.message
    for signal in (
        message.open_asked,
        message.folders_asked,
        message.again_asked,
        message.restart_asked,
        message.model_asked,
        message.everywhere_asked,
        wired.results.bar.everywhere_asked,
    ):
        signal.emit()
    message.folder_asked.emit(Path("/photos/New"))
    assert heard == [
        "QueryControl.open",
        "LibraryControl.choose_folder",
        "SearchSession.again",
        "EngineControl.restart",
        "ModelControl.offer",
        "SearchSession.search_everywhere",
        "SearchSession.search_everywhere",
        "LibrarySession.add",
    ]


def test_hits_lead_to_the_viewers(wired, heard):
    wired.results.opened.emit()
    wired.results.previewed.emit()
    wired.evidence.compare_asked.emit()
    wired.controls.recent.search_asked.emit()
    assert heard == [
        "Pages.show_match",
        "Pages.show_photo",
        "Pages.show_match",
        "SearchBar.focus",
    ]
    heard.clear()
    wired.pages.switched.emit()
    wired.search.picture_changed.emit(None, None)
    assert heard == ["MarkControl.show_selection", "Pages.pictures_changed"]


def test_dialogs_open_from_where_they_are_asked_for(wired, heard):
    wired.status.coverage_asked.emit()
    wired.controls.judging.measure_asked.emit()
    wired.model_bar.others_asked.emit()
    wired.panel.duplicates_asked.emit()
    assert heard == [
        "Dialogs.show_library",
        "Dialogs.show_measure",
        "Dialogs.show_models",
        "DuplicateControl.show",
    ]


def test_mirrored_pictures_are_wanted_in_the_menu_and_beside_the_results_alike(wired):
    menu, beside = wired.actions_.mirror, wired.results.mirror
    menu.setChecked(True)
    assert beside.isChecked() and wired.search.mirror
    beside.setChecked(False)
    assert not menu.isChecked() and not wired.search.mirror


def test_following_is_shown_in_the_menu_and_not_switched_by_that(wired, hand):
    watch = wired.watch
    switched = []
    wired.actions_.follow.toggled.connect(switched.append)
    watch.switched.emit(not wired.actions_.follow.isChecked())
    assert switched == []


def test_what_a_service_forbids_is_known_before_somebody_tries(wired, hand, heard):
    far = replace(library_of(), service="https://nas:8080", originals=False)
    for info, allowed in (
        (far, "MarkControl.allow "),
        (replace(far, read_only=True), "MarkControl.allow Your token"),
    ):
        heard.clear()
        hand.ready.emit(info)
        (said,) = (one for one in heard if one.startswith("MarkControl.allow"))
        assert said.startswith(allowed) and (info.read_only or said == allowed)
    assert "Details.forget" in heard
    assert wired.controls.export.originals.elsewhere and not wired.controls.judging.measurable
    assert not wired.actions_.add_folder.isEnabled() and not wired.actions_.export.isEnabled()
    assert not wired.panel.add_button.isEnabled()
