"""Full screen: a single large photo, with everything around it hidden."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QWindowStateChangeEvent
from PySide6.QtWidgets import QWidget

from cbir_app.viewer import Pages


class FullScreen(QObject):
    """Follows the window's state, including changes by the desktop.

    chrome : widgets to hide around a photo; widgets that were hidden before stay hidden afterwards
    """

    changed = Signal(bool)

    def __init__(self, window: QWidget, pages: Pages, chrome: Sequence[QWidget]) -> None:
        super().__init__(window)
        self._window, self._pages, self._chrome = window, pages, tuple(chrome)
        self._hidden: list[QWidget] = []
        self._for_photo = False  # True: it began on a photo, and ends when the photo is closed
        window.installEventFilter(self)
        pages.switched.connect(self._follow)

    @property
    def bare(self) -> bool:
        return bool(self._hidden)

    def switch(self, on: bool) -> None:
        states, full = self._window.windowState(), Qt.WindowState.WindowFullScreen
        self._window.setWindowState(states | full if on else states & ~full)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and isinstance(event, QWindowStateChangeEvent):
            full = self._window.isFullScreen()
            if full != bool(event.oldState() & Qt.WindowState.WindowFullScreen):
                self._for_photo = full and not self._pages.on_results
            self.changed.emit(full)
            self._follow()
        return False

    def _follow(self) -> None:
        bare = self._window.isFullScreen() and not self._pages.on_results
        if bare == self.bare:
            return
        if bare:
            self._hidden = [part for part in self._chrome if not part.isHidden()]
        for part in self._hidden:
            part.setVisible(not bare)
        if not bare:
            self._hidden = []
        self._pages.set_bare(bare)
        if self._for_photo and self._pages.on_results:
            self.switch(False)
