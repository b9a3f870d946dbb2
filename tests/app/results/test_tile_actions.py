"""Buttons on the tile that is pointed at."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir.service import RateRequest
from cbir_app.results import TileActions
from cbir_app.sessions import part_of_file
from tests.app.handling import found, settle


@pytest.fixture
def tile(qtbot, window, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    made = window.findChild(TileActions)
    assert isinstance(made, TileActions)
    return made


def point(window, place):
    viewport = window.results.view.viewport()
    no, plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(viewport.mapToGlobal(place))
    moved = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), at, no, no, plain)
    QApplication.sendEvent(viewport, moved)


def middle(window, row):
    view = window.results.view
    return view.visualRect(view.model().index(row, 0)).center()


def test_the_tile_under_the_pointer_is_shown_large(window, tile):
    assert not tile.isVisible()
    point(window, middle(window, 1))
    assert tile.isVisible()
    view = window.results.view
    assert view.visualRect(view.model().index(1, 0)).contains(tile.geometry())
    QTest.mouseClick(tile.large, Qt.MouseButton.LeftButton)
    assert window.pages.on_photo
    assert window.pages.photo.title.text() == "IMG_0002.jpg"


def test_a_click_that_selects_rates_nothing(qtbot, window, tile, fake):
    view = window.results.view
    for row in range(view.model().rowCount()):
        view.scrollTo(view.model().index(row, 0))
        for share in (0.5, 0.75, 0.85, 0.95):
            cell = view.visualRect(view.model().index(row, 0))
            place = QPoint(cell.center().x(), cell.top() + round(cell.height() * share))
            point(window, place)
            over = view.viewport().childAt(place)
            QTest.mouseClick(
                over or view.viewport(), Qt.MouseButton.LeftButton, pos=place if over is None else QPoint()
            )
            assert window.pages.on_results
            assert [hit.photo for hit in window.results.selected_hits()] == [
                window.results.model.hits[row].photo
            ]
    qtbot.wait(50)
    assert not [request for request in fake.seen if isinstance(request, RateRequest)]


def test_it_goes_when_the_wall_moves_or_the_pointer_leaves(window, tile):
    point(window, middle(window, 0))
    assert tile.isVisible()
    QApplication.sendEvent(window.results.view.viewport(), QEvent(QEvent.Type.Leave))
    assert not tile.isVisible()
    point(window, middle(window, 0))
    window.results.view.set_line_height(60)
    assert not tile.isVisible()
    point(window, middle(window, 0))
    assert not tile.isVisible(), "a narrow tile has no room for them"


@pytest.mark.parametrize(("size", "line", "lines"), [((900, 600), 200, 1), ((600, 900), 170, 2)])
def test_on_a_narrow_tile_they_lie_above_each_other(
    qtbot,
    make_window,
    engine,
    monkeypatch,
    size,
    line,
    lines,
):
    monkeypatch.setattr("tests.app.fake_engine.SIZE", size)
    window = make_window()
    view, tile = window.results.view, window.findChild(TileActions)
    assert isinstance(tile, TileActions)
    qtbot.waitUntil(lambda: window.results.shows_hits)
    view.set_line_height(line)
    settle(qtbot, window, engine)  # it goes whenever the wall is laid out anew
    point(window, middle(window, 0))
    assert tile.isVisible() and view.visualRect(view.model().index(0, 0)).contains(tile.geometry())
    assert round(tile.height() / tile.search.height()) == lines
