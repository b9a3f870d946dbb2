"""What photos must satisfy beside the query: one filter at a time, with how many photos each choice has."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget
from shiboken6 import isValid

from cbir.base.types import FacetCount, Facets, Filters
from cbir_app.base.language import tr
from cbir_app.base.page import label
from cbir_app.query.filters.pages import FilterPages
from cbir_app.sessions import KINDS, NO_FILTERS, FacetCounts, Kind


class FilterPopover(QFrame):
    """Lies over its window while one filter is chosen. A click beside it or Esc closes it, a choice does too.

    No window of its own: those of a desktop's own making lose the focus, or their place, on some.
    """

    changed = Signal(object)  # Filters
    opened = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._before: QWidget | None = None  # had the focus
        self._application = cast("QApplication", QApplication.instance())
        self._application.focusChanged.connect(self._on_focus)
        self.setObjectName("popover")
        self._filters, self._facets = NO_FILTERS, Facets()
        self._counts: FacetCounts | None = None
        self._keywords: tuple[FacetCount, ...] = ()
        self._listed = True  # what can be chosen, as far as it is known
        self.kind: Kind | None = None
        self.title = label("", "section")
        self.scope = label("", "dim", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(6)
        layout.addWidget(self.title)
        layout.addWidget(self.scope)
        self.hide()

    @cached_property
    def pages(self) -> FilterPages:
        """Made when they are first shown: their lists and calendar are a quarter of the window's widgets."""
        pages = FilterPages()
        pages.show_filters(self._filters)
        cast("QVBoxLayout", self.layout()).insertWidget(1, pages)
        pages.chosen.connect(self._read)
        pages.done.connect(self.close)
        return pages

    def open(self, kind: Kind, anchor: QWidget) -> None:
        """Show one filter under what was clicked, and go there."""
        self.kind = kind
        self.pages.show_kind(kind)
        self.pages.show_filters(self._filters)  # what was typed and not chosen is gone
        self.title.setText(tr(KINDS[kind]))
        self.setAccessibleName(tr("Filter: {filter}", filter=tr(KINDS[kind])))
        self.opened.emit()
        if not self._listed:
            self._list()
        window = anchor.window()
        self._before = window.focusWidget()
        self.setParent(window)
        self.adjustSize()
        at = anchor.mapTo(window, QPoint(0, anchor.height() + 4))
        at.setX(max(4, min(at.x(), window.width() - self.width() - 4)))
        at.setY(max(4, min(at.y(), window.height() - self.height() - 4)))
        self.move(at)
        self.show()
        self.raise_()
        self.pages.of_kind[kind].open()
        self._application.installEventFilter(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep a press between the choices: it would go on to the window, as one beside does."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give the focus back to whoever had it."""
        inside = self.isAncestorOf(QApplication.focusWidget() or self)
        super().closeEvent(event)
        self._application.removeEventFilter(self)
        if inside and self._before is not None and isValid(self._before):
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            beside = (
                watched.window() is self.window() and watched is not self and not self.isAncestorOf(watched)
            )
            if beside:
                self.close()
        return False

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """The Tab key has left it."""
        if (
            self.isVisible()
            and now is not None
            and now.window() is self.window()
            and not self.isAncestorOf(now)
        ):
            self.close()

    def show_facets(self, facets: Facets) -> None:
        """Set what can be chosen: all that the library has."""
        self._facets = facets
        self._offer()

    def show_keywords(self, keywords: Iterable[FacetCount]) -> None:
        self._keywords = tuple(keywords)
        self._offer()

    def show_counts(self, counts: FacetCounts | None) -> None:
        """Count over the hits of a query. None: over the library"""
        self._counts = counts
        if counts is None:
            self.scope.setText("")
        elif counts.more:
            self.scope.setText(tr("Counts cover the first %Ln result(s).", "", counts.hits))
        else:
            self.scope.setText(tr("Counts cover %Ln result(s).", "", counts.hits))
        self.scope.setVisible(counts is not None)
        self._offer()

    def _offer(self) -> None:
        """List what can be chosen as soon as somebody looks: of thousands of folders, counted for each search."""
        self._listed = False
        if self.isVisible():
            self._list()
            self.adjustSize()

    def _list(self) -> None:
        self._listed = True
        self.pages.offer(self._facets, self._keywords, self._counts)

    def show_filters(self, filters: Filters) -> None:
        self._filters = filters
        if "pages" in vars(self):
            self.pages.show_filters(filters)

    def _read(self) -> None:
        filters = self.pages.read(self._filters)
        if filters != self._filters:
            self._filters = filters
            self.changed.emit(filters)
