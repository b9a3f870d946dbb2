"""What photos must satisfy beside the query: one filter at a time, with how many photos each choice has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.base.language import short_number, tr
from app.base.page import label
from app.filters.choices import Choice, Chooser
from app.filters.date_page import DatePage
from app.filters.filters import (
    KINDS,
    NO_FILTERS,
    FacetCounts,
    Kind,
    format_name,
    least_stars,
    near,
    orientation_name,
)
from cbir.base.types import FacetCount, Facets, Filters, Orientation

MEGAPIXELS = (1, 2, 5, 8, 12, 20, 40)


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
        self.dates = DatePage()
        self.place = Chooser(tr("Place"), tr("Any place"), free=near, hint=tr("A town, or 38.7,-9.1~5km"))
        self.folder = Chooser(tr("Folder"), tr("Any folder"))
        self.camera = Chooser(tr("Camera"), tr("Any camera"))
        self.rating = Chooser(tr("Rating"), tr("Any rating"))
        self.keyword = Chooser(tr("Keyword"), tr("Any keyword"))
        self.format = Chooser(tr("Format"), tr("Any format"))
        self.orientation = Chooser(tr("Orientation"), tr("Any orientation"))
        self.megapixels = Chooser(tr("Size"), tr("Any size"))
        self.megapixels.offer((_least_size(n), float(n), None) for n in MEGAPIXELS)
        self.pages: dict[Kind, DatePage | Chooser] = {
            "date": self.dates,
            "place": self.place,
            "folder": self.folder,
            "camera": self.camera,
            "rating": self.rating,
            "keyword": self.keyword,
            "format": self.format,
            "orientation": self.orientation,
            "megapixels": self.megapixels,
        }
        self.title = label("", "section")
        self.scope = label("", "dim", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(6)
        for part in (self.title, *self.pages.values(), self.scope):
            layout.addWidget(part)
        for page in self.pages.values():
            page.hide()
            page.chosen.connect(self._read)
            if isinstance(page, Chooser):
                page.chosen.connect(self.close)
        for chosen in (self.dates.year.chosen, self.dates.done):
            chosen.connect(self.close)
        self.show_filters(NO_FILTERS)
        self.hide()

    def open(self, kind: Kind, anchor: QWidget) -> None:
        """Show one filter under what was clicked, and go there."""
        self.kind = kind
        for one, page in self.pages.items():
            page.setVisible(one == kind)
        self.title.setText(tr(KINDS[kind]))
        self.setAccessibleName(tr("Filter: {filter}", filter=tr(KINDS[kind])))
        self.show_filters(self._filters)
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
        self.pages[kind].open()
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
        self._listed, facets = True, self._facets
        folders = {one.value.replace("\\", "/") for one in facets.folders}
        self.folder.offer(self._choices("folders", facets.folders, lambda path: _below(path, folders)))
        self.dates.year.offer(self._choices("years", facets.years, str))
        self.dates.newest = max((int(str(one.value)) for one in facets.years), default=None)
        self.place.offer(self._choices("towns", facets.towns, str))
        self.camera.offer(self._choices("cameras", facets.cameras, str))
        self.rating.offer(self._ratings(facets.ratings))
        self.keyword.offer(
            (one.value, one.value, one.photos if self._counts is None else None) for one in self._keywords
        )
        self.format.offer(self._choices("formats", facets.formats, format_name))
        self.orientation.offer(self._choices("orientations", facets.orientations, orientation_name))

    def _count(self, facet: str, one: FacetCount) -> int | None:
        """Count a choice over what was found; None where that is not known, the library's own without a query."""
        if self._counts is None:
            return one.photos
        found = self._counts.counts.get(facet)
        return None if found is None else found.get(one.value, 0)

    def _choices(
        self, facet: str, all_of_it: Iterable[FacetCount], words: Callable[[str], str]
    ) -> list[Choice]:
        return [(words(one.value), one.value, self._count(facet, one)) for one in all_of_it]

    def _ratings(self, all_of_it: Iterable[FacetCount]) -> list[Choice]:
        """Return each number of stars with all that have as many or more."""
        known = [(int(one.value), one.photos, self._count("ratings", one)) for one in all_of_it]
        choices: list[Choice] = []
        for least in range(5, 0, -1):
            there = [found for rating, _, found in known if rating >= least]
            if there:
                found = None if None in there else sum(one or 0 for one in there)
                choices.append((least_stars(least), least, found))
        return choices

    def show_filters(self, filters: Filters) -> None:
        self._filters = filters
        self.dates.set_span(filters.taken_from, filters.taken_to)
        folder = next(iter(filters.folders), None)
        self.folder.set_value(folder, _below(folder or "", []))
        place = next(iter(filters.places), None)
        self.place.set_value(place, "" if place is None else near(place))
        self.camera.set_value(next(iter(filters.cameras), None))
        self.keyword.set_value(next(iter(filters.keywords), None))
        least = filters.min_rating
        self.rating.set_value(least, "" if least is None else least_stars(least))
        name = next(iter(filters.formats), None)
        self.format.set_value(name, "" if name is None else format_name(name))
        self.orientation.set_value(filters.orientation, orientation_name(filters.orientation or ""))
        size = filters.min_megapixels
        self.megapixels.set_value(size, "" if size is None else _least_size(size))

    def _read(self) -> None:
        filters = Filters(
            folders=self._several(self._filters.folders, self.folder),
            taken_from=self.dates.taken_from.value,
            taken_to=self.dates.taken_to.value,
            places=self._several(self._filters.places, self.place),
            cameras=self._several(self._filters.cameras, self.camera),
            keywords=self._several(self._filters.keywords, self.keyword),
            min_rating=cast("int | None", self.rating.value),
            formats=self._several(self._filters.formats, self.format),
            orientation=cast("Orientation | None", self.orientation.value),
            min_megapixels=cast("float | None", self.megapixels.value),
        )
        if filters != self._filters:
            self._filters = filters
            self.changed.emit(filters)

    @staticmethod
    def _several(before: tuple[str, ...], chooser: Chooser) -> tuple[str, ...]:
        """Keep several values, as a saved search may have, while the chooser shows the first of them."""
        value = chooser.value
        if value is None:
            return ()
        return before if before and before[0] == value else (str(value),)


def _below(path: str, folders: Collection[str]) -> str:
    """Return a folder's name, under the name of the root that it is in. folders : all there are, written with /"""
    parent, _, name = path.replace("\\", "/").rstrip("/").rpartition("/")
    return f"{parent.rpartition('/')[2]} / {name}" if parent in folders else name or path


def _least_size(megapixels: float) -> str:
    return tr("{size} MP or more", size=short_number(megapixels))
