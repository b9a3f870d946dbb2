"""Hits in the window: several at once, as a list, ordered, copied, dragged out."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragMoveEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir.base.types import Metadata, PhotoId, Term
from cbir.service import MetadataRequest
from cbir_app.panels.export import PHOTOS, files_mime
from cbir_app.results import facts, taken
from cbir_app.results.result_model import ResultModel
from cbir_app.results.result_sections import arrange
from cbir_app.results.wording import tooltip
from cbir_app.sessions import part_of_file
from tests.app.fake_engine import hit
from tests.app.fake_photos import metadata_of
from tests.app.handling import found, search_requests

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def shown(qtbot, window, picture_file):
    """A window that shows 24 hits, 7 of them verified."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.results.view)
    return window


def chosen(window):
    return [one.photo for one in window.controls.hits.hits]


def test_several_hits_are_selected_by_keyboard(shown):
    view = shown.results.view
    assert chosen(shown) == [1]
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Down, SHIFT)
    below = view.laid.next_line(1, 1)
    assert chosen(shown) == list(range(2, 2 + below))  # in reading order, whole lines between
    QTest.keyClick(view, Qt.Key.Key_Up, SHIFT)
    assert chosen(shown) == [2]
    QTest.keyClick(view, Qt.Key.Key_Left, SHIFT)
    assert chosen(shown) == [1, 2]
    shown.actions_.select_all.trigger()
    assert chosen(shown) == list(range(1, 8)), "not what is folded"
    QTest.keyClick(view, Qt.Key.Key_End)
    assert chosen(shown) == [7]


def test_several_hits_are_selected_by_pointer(shown):
    view = shown.results.view
    left = Qt.MouseButton.LeftButton

    def click(row, keys=Qt.KeyboardModifier.NoModifier):
        place = view.visualRect(shown.results.model.index(row, 0)).center()
        QTest.mouseClick(view.viewport(), left, keys, place)

    click(1)
    click(3, CONTROL)
    assert chosen(shown) == [2, 4]
    click(0)
    click(4, SHIFT)
    assert chosen(shown) == [1, 2, 3, 4, 5]


def test_copied_hits_are_files_and_text(shown, tmp_path):
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)
    shown.actions_.copy_files.trigger()
    paths = [tmp_path / "Holidays" / f"IMG_000{n}.jpg" for n in (1, 2)]
    data = QGuiApplication.clipboard().mimeData()
    assert data.urls() == [QUrl.fromLocalFile(str(path)) for path in paths]
    shown.actions_.copy_paths.trigger()
    assert QGuiApplication.clipboard().text() == "\n".join(map(str, paths))


def test_a_drag_carries_files_for_others_and_photos_for_the_query(qtbot, shown, fake, tmp_path):
    model = shown.results.model
    index = model.index(2, 0)
    assert model.flags(index) & Qt.ItemFlag.ItemIsDragEnabled
    assert not model.flags(QModelIndex()) & Qt.ItemFlag.ItemIsDragEnabled
    data = model.mimeData([index, model.index(0, 0)])
    assert [url.fileName() for url in data.urls()] == ["IMG_0001.jpg", "IMG_0003.jpg"]
    assert bytes(data.data(PHOTOS).data()) == b"1,3"
    move = QDragMoveEvent(
        *(QPoint(5, 500), Qt.DropAction.CopyAction, data),
        *(Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier),
    )
    shown.dragMoveEvent(move)
    assert move.isAccepted()  # from another program, by which it would have no source
    shown.controls.hits.add()
    qtbot.waitUntil(lambda: not shown.search.busy)
    assert search_requests(fake)[-1].terms[1] == Term(photo=PhotoId(1))


def test_offline_files_are_not_offered_to_others():
    from dataclasses import replace

    here = hit(1, False, Path("/photos"))
    gone = replace(hit(2, False, Path("/photos")), offline=True)
    assert [url.fileName() for url in files_mime([here, gone]).urls()] == ["IMG_0001.jpg"]


def test_the_list_shows_the_same_hits_with_their_metadata(qtbot, shown, fake):
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right)
    shown.actions_.as_list.trigger()
    page = shown.results
    assert page.stack.currentWidget() is page.list
    assert QApplication.focusWidget() is page.list
    assert page.list.currentIndex().row() == 1
    assert page.model.index(0, 1).data() == "●●● The same thing"
    qtbot.waitUntil(lambda: page.model.index(0, 3).data() == "Canon EOS 5D")
    assert page.model.index(3, 3).data() == ""
    assert sum(isinstance(request, MetadataRequest) for request in fake.seen) <= 2
    QTest.keyClick(page.list, Qt.Key.Key_Down, SHIFT)
    assert chosen(shown) == [2, 3]
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert shown.pages.currentWidget() is shown.pages.match
    QTest.keyClick(shown.pages.match.canvas, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is page.list
    shown.actions_.as_grid.trigger()
    assert page.view.currentIndex().row() == 2
    assert shown.preferences.text("results as") == "grid"


def test_an_order_holds_for_grid_and_list_and_keeps_the_current_hit(qtbot, shown):
    page = shown.results
    page.toggle_fold()
    page.select(4)
    page.bar.choose_sort_key("taken")
    assert [one.photo for one in page.model.hits[:7]] == [7, 6, 5, 3, 2, 1, 4]
    assert [one.photo for one in page.model.hits[7:9]] == [23, 22], "the rest below, in the same order"
    current = page.current_hit()
    assert current is not None
    assert current.photo == 5
    assert [section.title for section in page.view.sections] == ["Same thing (7)", "Less likely (17)"]
    shown.actions_.as_list.trigger()
    page.list.sort_key_asked.emit("name")
    assert [one.photo for one in page.model.hits[:2]] == [1, 2]
    assert page.bar.sort_key == "name"
    page.bar.choose_sort_key("best")
    assert page.view.sections[1].title == "Less likely (17)"


@pytest.mark.parametrize("order", ["best", "name", "taken", "camera", "rating", "size", "folder"])
def test_every_order_keeps_every_hit(order):
    hits = tuple(hit(n, n < 3, Path("/photos")) for n in (3, 1, 2, 8, 5))
    arranged = arrange(hits, order, lambda one: metadata_of(one.photo))
    assert sorted(arranged, key=lambda one: one.photo) == sorted(hits, key=lambda one: one.photo)
    assert arrange((), order, lambda _: None) == ()


@pytest.mark.parametrize("shape", ["grid", "list"])
def test_all_photos_are_selected_without_a_look_at_each(request, monkeypatch, shape):
    looks, rows = [], ResultModel.rowCount
    monkeypatch.setattr(ResultModel, "rowCount", lambda *told: looks.append(told) or rows(*told))
    shown = request.getfixturevalue("shown")
    shown.results.bar.choose_shape(shape)
    shown.results.model.show(tuple(hit(n, False, Path("/photos")) for n in range(1, 2001)))
    QApplication.processEvents()  # the rows are laid out
    looks.clear()
    shown.actions_.select_all.trigger()
    assert len(shown.results.selected_hits()) == 2000 and len(looks) < 200


def test_thumbnails_grow_and_the_size_is_remembered(shown):
    view = shown.results.view
    shown.results.toggle_fold()
    before = view.laid.height
    slider = shown.results.bar.slider
    slider.setFocus()
    for _ in range(4):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    assert view.laid.height > before
    assert shown.preferences.number("line height", 0) == slider.value()
    large = slider.value()
    QTest.keyClick(view, Qt.Key.Key_Minus, CONTROL)
    turned = QWheelEvent(
        *(QPointF(50, 50), QPointF(50, 50), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, CONTROL),
        *(Qt.ScrollPhase.NoScrollPhase, False),
    )
    QApplication.sendEvent(view.viewport(), turned)
    assert slider.value() == large - 50
    shown.actions_.as_list.trigger()
    assert not slider.isVisible()


def test_what_a_photo_says_of_itself_stands_beside_it(qtbot, shown):
    panel = shown.evidence
    qtbot.waitUntil(lambda: panel.facts["Camera"].text() == "Canon EOS 5D")
    assert panel.facts["Place"].text() == "Lisbon"
    assert panel.facts["Camera"].isVisibleTo(panel)
    assert not panel.facts["Caption"].isVisibleTo(panel)
    QTest.keyClick(shown.results.view, Qt.Key.Key_Space)
    assert "Canon EOS 5D" in shown.pages.photo.remark.text()
    said = shown.pages.photo.facts.values
    assert (said["Rating"].text(), said["Keywords"].text()) == ("★", "boat, sea")
    shown.pages.show_results()
    shown.results.select(3)  # nothing is known of it
    assert not panel.facts["Camera"].isVisibleTo(panel)


def test_metadata_in_words():
    assert facts(Metadata()) == ()
    assert dict(facts(metadata_of(2) or Metadata()))["Place"] == "Lisbon, Portugal (38.7000° N, 9.1400° W)"
    assert taken(Metadata(taken_at="2019")) == "2019"
    assert taken(Metadata(taken_at="2019-07")) == "2019-07"
    assert "2019" in taken(Metadata(taken_at="2019-07-14")) or "19" in taken(Metadata(taken_at="2019-07-14"))
    assert ":" in taken(Metadata(taken_at="2019-07-14T18:30:00+01:00", dated_by="metadata"))
    assert taken(Metadata(taken_at="2019", dated_by="name")) == "2019 (file name)"
    assert taken(Metadata(taken_at="2019", dated_by="file")) == "2019 (file date)"
    assert taken(Metadata(dated_by=None)) == ""


def test_the_tooltip_says_where_a_photo_is_and_whose_date_it_has():
    named = replace(hit(4, False, Path("/photos")), taken_at="2019", dated_by="name", offline=True)
    where, date, away = tooltip(named).split("\n")
    assert (where, date) == (str(named.path), "2019 (file name)")
    assert "drive" in away


def test_the_list_shows_which_rows_are_chosen(shown, theme):
    shown.actions_.as_list.trigger()
    rows = shown.results.list
    rows.setCurrentIndex(rows.model().index(2, 0))
    painted = rows.viewport().grab().toImage()
    tops = [rows.visualRect(rows.model().index(row, 0)).top() + 3 for row in range(4)]
    grounds = [painted.pixelColor(rows.viewport().width() - 3, top).name() for top in tops]
    base, chosen = theme.colours.base, theme.colours.accent_soft
    assert grounds == [base, base, chosen, base]
    words = rows.visualRect(rows.model().index(0, 0)).adjusted(60, 0, 0, 0)
    inked = {painted.pixelColor(x, words.center().y()).name() for x in range(words.left(), words.right())}
    assert len(inked) > 3
