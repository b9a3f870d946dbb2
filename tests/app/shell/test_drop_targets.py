"""Hints during a drag that say what the drop will do."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent
from PySide6.QtWidgets import QApplication

from tests.app.handling import urls

COPY, LEFT, PLAIN = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def aimed(window):
    return {words: on for _, words, on in window.targets.targets}


def test_without_a_search_a_picture_is_only_searched_with(window):
    middle = QPoint(window.width() // 2, window.height() // 2)
    data = urls("https://example.org/a.jpg")
    QApplication.sendEvent(window, QDragEnterEvent(middle, COPY, data, LEFT, PLAIN))
    assert aimed(window) == {"Search with this picture": True}
    QApplication.sendEvent(window, QDragLeaveEvent())


def test_both_targets_are_named_and_the_aimed_one_is_marked(window):
    window.search.type("a red boat")
    data = urls("https://example.org/a.jpg")
    middle = QPoint(window.width() // 2, window.height() // 2)
    QApplication.sendEvent(window, QDragEnterEvent(middle, COPY, data, LEFT, PLAIN))
    assert window.targets.isVisible()
    assert aimed(window) == {"Add to the search": False, "Search with this instead": True}
    bar = window.bar.mapTo(window, window.bar.rect().center())
    QApplication.sendEvent(window, QDragMoveEvent(bar, COPY, data, LEFT, PLAIN))
    assert aimed(window) == {"Add to the search": True, "Search with this instead": False}
    places = [place for place, _, _ in window.targets.targets]
    assert not places[0].intersects(places[1])
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not window.targets.isVisible()
