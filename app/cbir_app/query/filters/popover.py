"""Popover to choose one filter at a time, with the number of photos for each choice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property  # noqa: TID251 (the window's objects live in one thread)
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
    """Covers a part of its window while a filter is chosen. A click beside it, Esc or a choice closes it.

    It is no window of its own: on some desktops, popup windows lose their focus or position.
    """

    changed = Signal(object)  # Filters
    opened = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._before: QWidget | None = None  # the widget that had the focus
        self._anchor: QWidget | None = None  # the widget below which it opened
        self._application = cast("QApplication", QApplication.instance())
        self._application.focusChanged.connect(self._on_focus)
        self.setObjectName("popover")
        self._filters, self._facets = NO_FILTERS, Facets()
        self._counts: FacetCounts | None = None
        self._keywords: tuple[FacetCount, ...] = ()
        self._listed = True  # False: the choices have changed and are listed when the popover opens
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
        """The pages, created on first use: their lists and calendar are a quarter of the window's widgets."""
        pages = FilterPages()
        pages.show_filters(self._filters)
        cast("QVBoxLayout", self.layout()).insertWidget(1, pages)
        pages.chosen.connect(self._read)
        pages.done.connect(self.close)
        return pages

    def open(self, kind: Kind, anchor: QWidget) -> None:
        """Show a filter below the clicked widget, and move the focus to it."""
        self.kind = kind
        self.pages.show_kind(kind)
        self.pages.show_filters(self._filters)  # discards text that was typed but not chosen
        self.title.setText(tr(KINDS[kind]))
        self.setAccessibleName(tr("Filter: {filter}", filter=tr(KINDS[kind])))
        self.opened.emit()
        if not self._listed:
            self._list()
        window = anchor.window()
        self._before = window.focusWidget()
        self._anchor = anchor
        self.setParent(window)
        self.show()  # nothing is painted before it is in its place
        self._fit()
        self.raise_()
        self.pages.of_kind[kind].open()
        self._application.installEventFilter(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Accept a press between the choices, which would otherwise reach the window."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Return the focus to the widget that had it."""
        inside = self.isAncestorOf(QApplication.focusWidget() or self)
        super().closeEvent(event)
        self._application.removeEventFilter(self)
        if inside and self._before is not None and isValid(self._before):
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            is_beside = (
                watched.window() is self.window() and watched is not self and not self.isAncestorOf(watched)
            )
            if is_beside:
                self.close()
        return False

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Close when the Tab key moves the focus out of the popover."""
        if (
            self.isVisible()
            and now is not None
            and now.window() is self.window()
            and not self.isAncestorOf(now)
        ):
            self.close()

    def show_facets(self, facets: Facets) -> None:
        """Set the choices: all values in the library."""
        self._facets = facets
        self._offer()

    def show_keywords(self, keywords: Iterable[FacetCount]) -> None:
        self._keywords = tuple(keywords)
        self._offer()

    def show_counts(self, counts: FacetCounts | None) -> None:
        """Show counts over the hits of a query. counts : None for the library's own counts"""
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
        """List the choices now if the popover is open, else when it opens: there may be thousands for each search."""
        self._listed = False
        if self.isVisible():
            self._list()
            self._fit()

    def _fit(self) -> None:
        """Take the size of the contents in the style of the window, and stay inside the window."""
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
            widget.updateGeometry()
        self.adjustSize()
        if self._anchor is not None and isValid(self._anchor):
            window = self._anchor.window()
            at = self._anchor.mapTo(window, QPoint(0, self._anchor.height() + 4))
            at.setX(max(4, min(at.x(), window.width() - self.width() - 4)))
            at.setY(max(4, min(at.y(), window.height() - self.height() - 4)))
            self.move(at)

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
