"""Places of the library as rows of the side column: a click or Enter goes there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem

from app.base.language import number
from app.base.theme import Theme
from app.base.tooltips import plain_tooltip

VALUE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Place:
    """value : what is told when it is chosen. count : of its photos, None: not shown"""

    value: str
    name: str
    count: int | None = None
    icon: str = "folder"
    tip: str = ""
    spoken: str = ""
    below: tuple[Place, ...] = ()


class PlaceTree(QTreeWidget):
    """As tall as its rows: the column around it scrolls."""

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
        self.itemClicked.connect(lambda item, _column: self.chosen.emit(item.data(0, VALUE)))
        self.itemActivated.connect(lambda item, _column: self.chosen.emit(item.data(0, VALUE)))
        self.itemExpanded.connect(lambda _item: self._fit())
        self.itemCollapsed.connect(lambda _item: self._fit())
        theme.changed.connect(self._fill)
        self._fit()

    def show_places(self, places: Sequence[Place]) -> None:
        """Show rows; what was unfolded stays so, and the current one stays current."""
        if tuple(places) != self._places:
            self._places = tuple(places)
            self._fill()

    def select(self, value: str | None) -> None:
        """Highlight a row, and nothing where it is not here; the current one stays for the keyboard."""
        item = next((one for one in self._items() if value is not None and one.data(0, VALUE) == value), None)
        with QSignalBlocker(self):
            if item is None:
                self.clearSelection()
            else:
                self.setCurrentItem(item)

    @property
    def value(self) -> str | None:
        """The value of the current row."""
        item = self.currentItem()
        return None if item is None else str(item.data(0, VALUE))

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Mark the row that a key would act on, as long as this list has the focus."""
        super().drawRow(painter, options, index)
        current = self.currentIndex()
        if self.hasFocus() and (index.row(), index.parent()) == (current.row(), current.parent()):
            painter.setPen(QPen(QColor(self._theme.colours.accent), 2))
            painter.drawRect(options.rect.adjusted(1, 1, -1, -1))

    def _items(self) -> Iterator[QTreeWidgetItem]:
        waiting = [self.topLevelItem(row) for row in range(self.topLevelItemCount())]
        while waiting:
            if (item := waiting.pop(0)) is not None:
                yield item
                waiting += [item.child(at) for at in range(item.childCount())]

    def _fill(self) -> None:
        unfolded = {item.data(0, VALUE) for item in self._items() if item.isExpanded()}
        current = self.value
        selected = next((item.data(0, VALUE) for item in self.selectedItems()), None)
        with QSignalBlocker(self):
            self.clear()
            self.addTopLevelItems([self._item(place) for place in self._places])
            for item in self._items():
                item.setExpanded(item.data(0, VALUE) in unfolded)
                item.setFirstColumnSpanned(not item.text(1))
                if item.data(0, VALUE) == current:
                    self.setCurrentItem(item)
        self.select(selected)
        self._fit()

    def _item(self, place: Place) -> QTreeWidgetItem:
        colours = self._theme.colours
        count = "" if place.count is None else number(place.count)
        item = QTreeWidgetItem([place.name, count])
        item.setIcon(0, self._theme.icon(place.icon, colours.dim, side_px=16))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(1, self.palette().placeholderText())
        item.setData(0, VALUE, place.value)
        item.setToolTip(0, plain_tooltip(place.tip or place.name))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, place.spoken or place.name)
        item.addChildren([self._item(one) for one in place.below])
        return item

    def _fit(self) -> None:
        shown, waiting = 0, [self.topLevelItem(row) for row in range(self.topLevelItemCount())]
        while waiting:
            item = waiting.pop()
            shown += 1
            if item is not None and item.isExpanded():
                waiting += [item.child(at) for at in range(item.childCount())]
        self.setFixedHeight(max(1, shown) * max(self.sizeHintForRow(0), self.fontMetrics().height()) + 2)
