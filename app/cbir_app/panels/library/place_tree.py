"""Places of the library as rows of the side column. A click or Enter opens a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem

from cbir_app.base.language import number
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos

VALUE = int(Qt.ItemDataRole.UserRole)
PLACE = VALUE + 1


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the column.

    value : emitted when chosen. count : of its photos; None: not shown
    spoken : for screen readers; empty: name and count
    """

    value: str
    name: str
    count: int | None = None
    icon: str = "folder"
    tip: str = ""
    spoken: str = ""
    below: tuple[Place, ...] = ()


class PlaceTree(QTreeWidget):
    """A list of places, as tall as its rows: the column around it scrolls.

    Children of a row are built when it is unfolded: a library has thousands of folders, and a person opens few.
    """

    chosen = Signal(str)  # the value of a row

    def __init__(self, theme: Theme, name: str, *, nested: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._places: tuple[Place, ...] = ()
        self.setObjectName("roots")
        self.setAccessibleName(name)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(nested)
        self.setIndentation(12 if nested else 0)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        self.header().setStretchLastSection(False)
        self.header().setMinimumSectionSize(0)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemClicked.connect(lambda row, _column: self.chosen.emit(row.data(0, VALUE)))
        self.itemActivated.connect(lambda row, _column: self.chosen.emit(row.data(0, VALUE)))
        self.itemExpanded.connect(self._unfold)
        self.itemCollapsed.connect(lambda _item: self._fit())
        theme.changed.connect(self._fill)
        self._fit()

    def show_places(self, places: Sequence[Place]) -> None:
        """Show places. Unfolded rows stay unfolded, and the current row stays current."""
        if tuple(places) != self._places:
            self._places = tuple(places)
            self._fill()

    def select(self, value: str | None) -> None:
        """Highlight the row of a value, or none. The current row stays for the keyboard."""
        row = None if value is None else self._find(value)
        with QSignalBlocker(self):
            if row is None:
                self.clearSelection()
            else:
                self.setCurrentItem(row)
                self._fit()

    @property
    def value(self) -> str | None:
        """The value of the current row."""
        row = self.currentItem()
        return None if row is None else str(row.data(0, VALUE))

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Mark the row that keys act on, while this list has the focus."""
        super().drawRow(painter, options, index)
        current = self.currentIndex()
        if self.hasFocus() and (index.row(), index.parent()) == (current.row(), current.parent()):
            painter.setPen(QPen(QColor(self._theme.colours.accent), 2))
            painter.drawRect(options.rect.adjusted(1, 1, -1, -1))

    def _items(self) -> Iterator[QTreeWidgetItem]:
        """The rows built so far, upper levels first."""
        waiting = [self.topLevelItem(at) for at in range(self.topLevelItemCount())]
        while waiting:
            if (row := waiting.pop(0)) is not None:
                yield row
                waiting += [row.child(at) for at in range(row.childCount())]

    def _find(self, value: str) -> QTreeWidgetItem | None:
        """The row of a place, built if necessary; the uppermost one if there are several."""
        waiting: list[tuple[Place, tuple[int, ...]]]
        waiting = [(place, (at,)) for at, place in enumerate(self._places)]
        for place, way in waiting:
            if place.value == value:
                row = self.topLevelItem(way[0])
                for at in way[1:]:
                    assert row is not None
                    self._make_below(row)
                    row = row.child(at)
                return row
            waiting += [(child, (*way, at)) for at, child in enumerate(place.below)]
        return None

    def _fill(self) -> None:
        unfolded = {row.data(0, VALUE) for row in self._items() if row.isExpanded()}
        current = self.value
        selected = next((row.data(0, VALUE) for row in self.selectedItems()), None)
        with QSignalBlocker(self):
            self.clear()
            self.addTopLevelItems([self._item(place) for place in self._places])
            for row in self._items():
                row.setFirstColumnSpanned(not row.text(1))
                if row.data(0, VALUE) in unfolded:
                    self._make_below(row)
                    row.setExpanded(True)
            if current is not None and (previous := self._find(current)) is not None:
                self.setCurrentItem(previous)
        self.select(selected)
        self._fit()

    def _unfold(self, row: QTreeWidgetItem) -> None:
        self._make_below(row)
        self._fit()

    def _make_below(self, row: QTreeWidgetItem) -> None:
        if not row.childCount():
            row.addChildren([self._item(child) for child in row.data(0, PLACE).below])

    def _item(self, place: Place) -> QTreeWidgetItem:
        colours = self._theme.colours
        count = "" if place.count is None else number(place.count)
        spoken = place.name if place.count is None else f"{place.name}, {photos(place.count)}"
        row = QTreeWidgetItem([place.name, count])
        row.setIcon(0, self._theme.icon(place.icon, colours.dim, side_px=16))
        row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.setForeground(1, self.palette().placeholderText())
        row.setData(0, VALUE, place.value)
        row.setData(0, PLACE, place)
        row.setToolTip(0, plain_tooltip(place.tip or place.name))
        row.setData(0, Qt.ItemDataRole.AccessibleTextRole, place.spoken or spoken)
        if place.below:
            row.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return row

    def _fit(self) -> None:
        visible, waiting = 0, [self.topLevelItem(at) for at in range(self.topLevelItemCount())]
        while waiting:
            row = waiting.pop()
            visible += 1
            if row is not None and row.isExpanded():
                waiting += [row.child(at) for at in range(row.childCount())]
        self.setFixedHeight(max(1, visible) * max(self.sizeHintForRow(0), self.fontMetrics().height()) + 2)
