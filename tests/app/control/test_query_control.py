"""Queries from the clipboard, drops, the web and dialogs; undo takes each change back."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from cbir.base.types import Filters, PhotoId, Term, TextLine
from cbir.service import Failure, IndexRequest, ReadPictureRequest, WrittenAnswer
from cbir_app.base.undo import Step
from cbir_app.control import QueryControl, QuerySteps, queries
from cbir_app.query import SearchBar
from cbir_app.sessions import Part, Query, ReadingSession
from cbir_app.viewer import Pages
from tests.app.by_hand import library_of
from tests.app.handling import PNG, urls

BOAT = Part(Term(text="boat"), "boat")
PHOTO = Part(Term(photo=PhotoId(7)), "seven.jpg")
FAR = "https://example.org/boats/one.png"


@dataclass
class Shown:
    """The requests to the pages."""

    calls: list[object] = field(default_factory=list)

    def focus_results(self):
        self.calls.append("results")

    def await_results(self):
        self.calls.append("await")

    def show_frame(self, at):
        self.calls.append(at)


@pytest.fixture
def pages():
    return Shown()


@pytest.fixture
def bar(under, theme):
    under.resize(900, 200)
    made = SearchBar(theme)
    made.setParent(under)
    return made


@pytest.fixture
def control(
    under,
    bar,
    hand,
    search,
    library,
    preferences,
    pages,
    notice,
):
    reading = ReadingSession(hand, preferences, hand)
    made = QueryControl(under, bar, search, library, reading, cast(Pages, pages), notice)
    hand.ready.emit(library_of())
    return made


@pytest.fixture
def fetched(control, monkeypatch):
    """The addresses that were fetched."""
    asked = []
    monkeypatch.setattr(control.web, "fetch", lambda url: asked.append(url.toString()))
    return asked


def labels(search):
    return [part.label for part in search.query.parts]


def copied(data):
    QGuiApplication.clipboard().setMimeData(data)


def words(text):
    data = QMimeData()
    data.setText(text)
    return data


def test_the_bar_changes_the_query(control, bar, search, pages):
    search.set_query(Query(parts=(BOAT, PHOTO)))
    bar.weigh_asked.emit(0, 1)
    assert search.query.parts[0].term.weight > 1
    bar.flip_asked.emit(0)
    assert search.query.parts[0].term.sign < 0
    bar.edit_asked.emit(1)
    bar.results_asked.emit()
    assert pages.calls == [1, "results"]
    bar.remove_asked.emit(0)
    assert labels(search) == ["seven.jpg"]
    bar.typed.emit("sea")
    assert search.query.draft == "sea"


def test_words_that_are_edited_go_back_into_the_field(qtbot, under, control, bar, search, pages):
    under.show()
    bar.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    search.set_query(Query(parts=(PHOTO, BOAT)))
    control.edit(1)
    assert search.query.draft == "boat" and labels(search) == ["seven.jpg"]
    assert QApplication.focusWidget() is bar.edit
    assert pages.calls == []


def test_enter_without_words_goes_on_to_the_hits(control, bar, search, pages):
    search.type("boat")
    bar.committed.emit()
    assert labels(search) == ["boat"] and pages.calls == []
    search.type("  ")
    bar.committed.emit()
    assert pages.calls == ["results"]


@pytest.mark.parametrize("add", [False, True])
def test_a_picture_is_opened_in_place_of_the_query_or_beside_it(
    under,
    control,
    bar,
    search,
    add,
    monkeypatch,
    picture_file,
):
    begun = []
    monkeypatch.setattr(queries, "among_pictures", begun.append)
    search.set_query(Query(parts=(BOAT,)))
    (control.add if add else bar.open_asked.emit)()
    (dialog,) = under.findChildren(QFileDialog)
    assert begun == [dialog]
    assert "*.jpg" in dialog.nameFilters()[0]
    dialog.fileSelected.emit(str(picture_file))
    dialog.close()
    assert labels(search) == [*(["boat"] if add else []), "query.jpg"]


# ---- the clipboard


def test_words_on_the_clipboard_go_into_the_field_in_one_line(qtbot, under, control, bar, search):
    under.show()
    bar.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    copied(words(" a red\n boat "))
    bar.paste_asked.emit()
    assert search.query.draft == "a red boat"
    assert QApplication.focusWidget() is bar.edit


def test_an_address_on_the_clipboard_is_no_words(control, search, notice, fetched):
    copied(words(FAR))
    control.paste()
    assert search.query.draft == ""
    assert notice.text.text() == "This picture is on the web. Fetch it from example.org?"


def is_typing(typing, _bar):
    return typing


def test_a_picture_on_the_clipboard_is_taken_though_words_come_with_it_and_joins_what_is_typed(
    control, bar, search, monkeypatch
):
    search.set_query(Query(parts=(BOAT,)))
    for typing, count in ((False, 1), (True, 2)):
        monkeypatch.setattr(SearchBar, "typing", property(partial(is_typing, typing)))
        data = words("one")
        data.setData("image/png", PNG)
        copied(data)
        control.paste()
        assert search.query.draft == ""
        assert len(search.query.parts) == count


def test_a_folder_on_the_clipboard_is_offered_to_the_library(control, hand, notice, tmp_path):
    data = urls(tmp_path)
    data.setText(str(tmp_path))
    copied(data)
    control.paste()
    assert notice.text.text() == f"“{tmp_path.name}” is a folder. Add it to the library?"
    assert not notice.action.isHidden()
    notice.action.click()
    assert hand.asked(IndexRequest) == [IndexRequest(folders=(tmp_path,))]


def test_the_top_of_a_drive_has_a_name_too(control, notice):
    control.drop(urls(Path("/")), add=False)
    assert notice.text.text().startswith("“/” is a folder.")


# ---- drops


@pytest.mark.parametrize("add", [False, True])
def test_a_drop_adds_or_replaces_and_takes_back_what_was_said_of_the_one_before(
    control, search, notice, add, picture_file
):
    search.set_query(Query(parts=(BOAT,)))
    control.drop(words("nothing of use"), add=add)
    assert (notice.isHidden(), notice.property("tone")) == (False, "warning")
    control.drop(urls(picture_file), add=add)
    assert notice.isHidden()
    assert labels(search) == [*(["boat"] if add else []), "query.jpg"]


def test_of_several_files_one_is_taken_and_that_is_no_trouble(
    control, search, notice, picture_file, tmp_path
):
    other = tmp_path / "other.jpg"
    other.write_bytes(b"\xff\xd8")
    control.drop(urls(picture_file, other), add=False)
    assert labels(search) == ["query.jpg"]
    assert (notice.isHidden(), notice.property("tone")) == (False, "info")


@pytest.mark.parametrize("add", [False, True])
def test_a_picture_on_the_web_is_fetched_when_that_was_confirmed(control, search, notice, fetched, add):
    search.set_query(Query(parts=(BOAT,)))
    control.drop(urls(FAR), add=add)
    assert fetched == [] and labels(search) == ["boat"]
    assert not notice.action.isHidden()
    notice.action.click()
    assert fetched == [FAR]
    assert notice.text.text() == "Fetching the picture from example.org…"
    control.web.arrived.emit(PNG)
    assert notice.isHidden()
    assert labels(search) == [*(["boat"] if add else []), "one.png"]


def test_a_picture_without_a_name_is_called_after_its_host(control, search, notice, fetched):
    control.drop(urls("https://example.org/"), add=False)
    assert not notice.action.isHidden()
    notice.action.click()
    control.web.arrived.emit(PNG)
    assert labels(search) == ["example.org"]


def test_what_is_not_fetched_is_refused_before_anybody_is_asked(control, notice, monkeypatch):
    monkeypatch.setattr(control.web, "refusal", lambda _url: "It is not fetched.")
    control.drop(urls(FAR), add=False)
    assert (notice.text.text(), notice.property("tone")) == ("It is not fetched.", "warning")
    assert notice.action.isHidden()
    control.web.failed.emit("The network is gone.")
    assert (notice.text.text(), notice.property("tone")) == ("The network is gone.", "warning")


# ---- what is written in a picture


def line(text):
    quad = ((0.0, 0.0), (90.0, 0.0), (90.0, 30.0), (0.0, 30.0))
    return TextLine(text=text, quad=quad, confidence=0.9)


def test_what_is_written_in_a_picture_joins_it_while_it_is_searched_with(control, bar, hand, search, notice):
    search.set_query(Query(parts=(PHOTO,)))
    bar.text_asked.emit(0)
    assert notice.text.text() == "Reading what is written in the picture…"
    assert hand.asked(ReadPictureRequest) == [ReadPictureRequest(term=PHOTO.term)]
    hand.answer(ReadPictureRequest, WrittenAnswer(lines=(line("HARBOUR"),)))
    assert notice.isHidden()
    assert labels(search) == ["seven.jpg", "harbour"]


def test_words_that_come_late_or_not_at_all_change_no_query(control, bar, hand, search, notice):
    search.set_query(Query(parts=(PHOTO,)))
    bar.text_asked.emit(0)
    hand.answer(ReadPictureRequest, WrittenAnswer(lines=()))
    assert notice.text.text() == "No words were found in this picture."
    bar.text_asked.emit(0)
    hand.answer(ReadPictureRequest, Failure(message="There is no reader."))
    assert (notice.text.text(), notice.property("tone")) == ("There is no reader.", "warning")
    bar.text_asked.emit(0)
    search.set_query(Query(parts=(BOAT,)))
    hand.answer(ReadPictureRequest, WrittenAnswer(lines=(line("HARBOUR"),)))
    assert notice.isHidden()
    assert labels(search) == ["boat"]


def test_words_of_a_photo_take_the_place_of_the_query(control, search):
    search.set_query(Query(parts=(PHOTO,)))
    control.search_words(" ")
    assert labels(search) == ["seven.jpg"]
    control.search_words("harbour")
    assert labels(search) == ["harbour"]


# ---- undo


@pytest.fixture
def steps(undo, search):
    QuerySteps(undo, search)
    return undo


def undone(undo, search):
    """The words in the field while everything is taken back."""
    seen = [search.query.draft]
    while undo.last is not None:
        undo.undo()
        seen.append(search.query.draft)
    return seen


def test_typing_that_goes_on_is_one_step(steps, search):
    for text in ("b", "bo", "boat", "boat s"):
        search.type(text)
    assert undone(steps, search) == ["boat s", ""]


def test_what_was_done_between_parts_the_typing(steps, search):
    search.type("boat")
    search.type("boats")
    steps.record(Step(words="stars", undo=lambda: None, redo=lambda: None))
    search.type("boats s")
    assert undone(steps, search) == ["boats s", "boats", "boats", ""]


def test_another_filter_or_another_place_is_a_step_of_its_own(steps, search):
    search.type("boat")
    search.set_filters(Filters(min_rating=3))
    steps.undo()
    assert search.query == Query(draft="boat")
    search.show_recent()
    search.clear()
    steps.undo()
    assert search.query.recent


def test_a_step_is_done_again_and_going_back_is_no_step(steps, search):
    search.search(BOAT)
    search.set_filters(Filters(min_rating=3))
    steps.undo()
    assert search.query == Query(parts=(BOAT,))
    steps.undo()
    assert search.query.empty and steps.last is None
    steps.redo()
    steps.redo()
    assert search.query == Query(parts=(BOAT,), filters=Filters(min_rating=3)) and steps.next is None
    search.search(PHOTO)
    steps.undo()
    assert labels(search) == ["boat"], "after going there and back, changes are steps again"
