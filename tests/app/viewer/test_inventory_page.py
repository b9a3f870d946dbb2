"""The page of an inventory: a picture dropped, its items listed and outlined, saved as a table."""

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from cbir.base.types import PhotoId, ShelfItem
from cbir.service import InventoryRequest
from cbir_app.sessions import part_of_file
from tests.app.handling import found

SQUARE = ((10.0, 10.0), (60.0, 10.0), (60.0, 60.0), (10.0, 60.0))
ITEMS = (
    ShelfItem(photo=PhotoId(1), path=Path("/films/alien, 1979.jpg"), points=41, corners=SQUARE),
    ShelfItem(photo=PhotoId(2), path=Path("/films/heat.jpg"), points=17, corners=SQUARE),
)


@pytest.fixture(name="page")
def _page(window, fake):
    fake.shelf = ITEMS
    window.controls.inventory.show()
    return window.controls.inventory.page


def drop(page, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    move, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    no_keys = Qt.KeyboardModifier.NoModifier
    for event in (
        QDragEnterEvent(QPoint(20, 20), move, data, left, no_keys),
        QDropEvent(QPointF(20, 20), move, data, left, no_keys),
    ):
        QApplication.sendEvent(page, event)
        assert event.isAccepted()


def test_a_dropped_picture_is_compared_and_not_searched_with(page, window, fake, picture_file, qtbot):
    assert page.message.isVisible()
    drop(page, picture_file)
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    (request,) = [request for request in fake.seen if isinstance(request, InventoryRequest)]
    assert request.path == picture_file
    assert page.isVisible()
    assert "2 items in the library" in page.remark.text()
    rows = [[page.table.item(row, column).text() for column in range(3)] for row in range(2)]
    assert rows == [["alien, 1979.jpg", "/films", "41"], ["heat.jpg", "/films", "17"]]


def test_the_chosen_row_stands_out_in_the_picture(page, picture_file, qtbot):
    drop(page, picture_file)
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    first, second = page.outlines
    assert first.pen().widthF() > second.pen().widthF()
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    assert second.pen().widthF() > first.pen().widthF()


def test_enter_searches_with_the_chosen_photo(page, window, picture_file, qtbot):
    drop(page, picture_file)
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    QTest.keyClick(page.table, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: not page.isVisible())
    (part,) = window.search.query.parts
    assert part.term.photo == PhotoId(1)


def test_the_table_is_saved_and_a_folder_without_room_is_said(page, window, picture_file, qtbot, tmp_path):
    drop(page, picture_file)
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    control = window.controls.inventory
    control.save(tmp_path / "shelf.csv")
    head, *rows = csv.reader((tmp_path / "shelf.csv").read_text(encoding="utf-8").splitlines())
    assert head == ["photo", "points", "x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4"]
    assert rows[0][:4] == [str(ITEMS[0].path), "41", "10.0", "10.0"]
    control.save(tmp_path / "none" / "shelf.csv")
    assert "cannot be written" in window.notice.text.text()


def test_a_shelf_without_items_says_so(page, fake, picture_file, qtbot):
    fake.shelf = ()
    drop(page, picture_file)
    qtbot.waitUntil(lambda: "0 items" in page.remark.text())
    assert not page.save.isVisible()


def test_the_selected_photo_is_offered_as_the_shelf(window, fake, picture_file, qtbot):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.results.select(1)
    window.controls.inventory.show()
    page = window.controls.inventory.page
    (offered,) = [button for button in page.message.findChildren(QPushButton) if "Use" in button.text()]
    assert offered.text() == "Use “IMG_0002.jpg”"
    assert not page.choose.isVisible(), "the message has the same button"
    offered.click()
    qtbot.waitUntil(lambda: any(isinstance(request, InventoryRequest) for request in fake.seen))
    assert page.choose.isVisible() or page.message.isVisible()
    (request,) = [request for request in fake.seen if isinstance(request, InventoryRequest)]
    assert request.path == window.results.model.hits[1].path


def test_a_row_has_the_number_of_its_outline(page, picture_file, qtbot):
    drop(page, picture_file)
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    assert page.table.verticalHeader().isVisible()
    numbers = [
        text.text()
        for outline in page.outlines
        for plate in outline.childItems()
        for text in plate.childItems()
    ]
    assert numbers == [
        page.table.model().headerData(row, Qt.Orientation.Vertical) and str(row + 1) for row in range(2)
    ]
