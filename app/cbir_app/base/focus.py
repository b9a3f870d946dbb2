"""The keyboard focus moves only when the person moves it.

Qt hands the focus of a widget that is hidden, disabled or deleted to the next one in the tab order. That may be a
button, where Enter acts, and it may happen in the middle of typing. Here the focus moves to a harmless widget of the
window instead, its home, and returns as soon as the first widget does.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QStackedWidget, QWidget
from shiboken6 import isValid

BY_ITSELF = Qt.FocusReason.OtherFocusReason
_USED = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride, QEvent.Type.MouseButtonPress)
_BACK = (QEvent.Type.Show, QEvent.Type.EnabledChange)


class FocusKeeper(QObject):
    """Watch the focus of a window and of its dialogs. A dialog is its own home.

    home : the widget that gets the focus while its owner is hidden, disabled or deleted
    """

    def __init__(self, window: QWidget, home: Callable[[], QWidget]) -> None:
        super().__init__(window)
        self._window, self._home = window, home
        self._last: QWidget | None = None  # had the focus in the window, maybe in the background
        self._away: QWidget | None = None
        self._place: QWidget | None = None  # holds the focus instead of _away
        self._watched: list[QObject] = []
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._on_moved)

    def _on_moved(self, old: QWidget | None, new: QWidget | None) -> None:
        window = new.window() if new is not None else QApplication.activeWindow()
        if window is None or not self._is_ours(window):
            return
        before = old if old is not None and isValid(old) and old.window() is window else None
        if before is None and window is self._window:
            before = self._last
        if before is not None and new is not before and _is_gone(before):
            self._go_home(window, before)
        elif new is not self._place:
            self._forget()
        if window is self._window:
            self._last = QApplication.focusWidget()

    def _is_ours(self, window: QWidget) -> bool:
        parent: QObject | None = window
        while parent is not None and parent is not self._window:
            parent = parent.parent()
        return parent is not None

    def _go_home(self, window: QWidget, before: QWidget) -> None:
        away = self._away if before is self._place and self._away is not None else before
        self._forget()
        home = self._home() if window is self._window else window
        self._place = home if home.isVisible() else window
        self._place.setFocus(BY_ITSELF)
        if isValid(away):
            self._away = away
            inside = self._place.viewport() if isinstance(self._place, QAbstractScrollArea) else None
            self._watched = [part for part in (away, self._place, inside) if part is not None]
            for part in self._watched:
                part.installEventFilter(self)

    def _forget(self) -> None:
        for part in self._watched:
            if isValid(part):
                part.removeEventFilter(self)
        self._watched, self._away, self._place = [], None, None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        away = self._away
        if away is None or not isValid(away):
            return False
        if watched is away:
            if event.type() in _BACK and not _is_gone(away):
                self._forget()
                away.setFocus(BY_ITSELF)
        elif event.type() in _USED:
            self._forget()  # the person has moved on
        return False


class PageStack(QStackedWidget):
    """A stack of pages. If the focus was on the page that leaves, it moves to the home of the new page.

    Qt would move it to the new page's first button.
    """

    def setCurrentWidget(self, widget: QWidget) -> None:
        inside = widget is not self.currentWidget() and self.isAncestorOf(self.window().focusWidget())
        if inside:
            self.setFocus(BY_ITSELF)
        super().setCurrentWidget(widget)
        if inside:
            home_of(widget).setFocus(BY_ITSELF)


def home_of(page: QWidget) -> QWidget:
    """Return the widget of a page that has the keyboard focus by default."""
    home = getattr(page, "home", page)
    return home if isinstance(home, QWidget) else page


def _is_gone(widget: QWidget) -> bool:
    return not (isValid(widget) and widget.isVisible() and widget.isEnabled())
