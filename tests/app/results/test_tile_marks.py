"""The buttons on the photo that is pointed at: they teach the search, and are not there where none can learn."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir.base.types import PhotoId, Term
from cbir_app.results import TileMarks
from cbir_app.sessions import part_of_file
from tests.app.handling import found, search_requests


def point_at(window, place):
    """Move the pointer over the wall."""
    viewport = window.results.view.viewport()
    none = Qt.MouseButton.NoButton
    at = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, viewport.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(viewport, event)
    tiles = viewport.findChild(TileMarks)
    assert isinstance(tiles, TileMarks)
    return tiles


def tile(window, row):
    return window.results.view.visualRect(window.results.model.index(row, 0)).center()


def test_a_photo_that_is_pointed_at_can_be_marked(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    tiles = point_at(window, tile(window, 1))
    assert tiles.isVisible()
    second = window.results.model.hits[1].photo
    assert window.results.view.visualRect(window.results.model.index(1, 0)).contains(tiles.geometry())
    assert [value.accessibleName() for value in tiles.buttons.values()] == [
        "More like this",
        "Fewer like this",
    ]
    QTest.mouseClick(tiles.buttons[False], Qt.MouseButton.LeftButton)
    assert not tiles.isVisible()
    found(qtbot, window)
    wrong = Term(photo=PhotoId(second), sign=-1, marked=True)
    assert search_requests(fake)[-1].terms[1:] == (wrong,)
    QTest.mouseClick(point_at(window, tile(window, 1)).buttons[True], Qt.MouseButton.LeftButton)
    found(qtbot, window)
    assert search_requests(fake)[-1].terms[1:] == (Term(photo=PhotoId(second), marked=True),)
    assert not point_at(window, QPoint(1, 1)).isVisible()  # beside all photos
    window.search.clear()
    qtbot.waitUntil(lambda: not window.search.busy and bool(window.results.model.hits))
    assert not point_at(window, tile(window, 0)).isVisible()  # nothing was searched for
