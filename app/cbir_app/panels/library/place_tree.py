"""Places of the library as rows of the side column: a click or Enter goes there."""

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
    """value : what is told when it is chosen. count : of its photos, None: not shown. spoken : empty: name and count"""

    value: str
    name: str
    count: int | None = None
    icon: str = "folder"
    tip: str = ""
    spoken: str = ""
    below: tuple[Place, ...] = ()


class PlaceTree(QTreeWidget):
    """As tall as its rows: the column around it scrolls.

    What is below a row is made when the row is unfolded: a library has thousands of folders, and a person looks
    into some.
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
        self.itemClicked.connect(lambda item, _column: self.chosen.emit(item.data(0, VALUE)))
        self.itemActivated.connect(lambda item, _column: self.chosen.emit(item.data(0, VALUE)))
        self.itemExpanded.connect(self._unfold)
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
        item = None if value is None else self._find(value)
        with QSignalBlocker(self):
            if item is None:
                self.clearSelection()
            else:
                self.setCurrentItem(item)
                self._fit()

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
        """The rows that were made, those of the upper levels first."""
        waiting = [self.topLevelItem(row) for row in range(self.topLevelItemCount())]
        while waiting:
            if (item := waiting.pop(0)) is not None:
                yield item
                waiting += [item.child(at) for at in range(item.childCount())]

    def _find(self, value: str) -> QTreeWidgetItem | None:
        """The row of a place, made if need be; the uppermost one if there are several."""
        waiting: list[tuple[Place, tuple[int, ...]]]
        waiting = [(place, (at,)) for at, place in enumerate(self._places)]
        for place, way in waiting:
            if place.value == value:
                item = self.topLevelItem(way[0])
                for at in way[1:]:
                    assert item is not None
                    self._make_below(item)
                    item = item.child(at)
                return item
            waiting += [(one, (*way, at)) for at, one in enumerate(place.below)]
        return None

    def _fill(self) -> None:
        unfolded = {item.data(0, VALUE) for item in self._items() if item.isExpanded()}
        current = self.value
        selected = next((item.data(0, VALUE) for item in self.selectedItems()), None)
        with QSignalBlocker(self):
            self.clear()
            self.addTopLevelItems([self._item(place) for place in self._places])
            for item in self._items():
                item.setFirstColumnSpanned(not item.text(1))
                if item.data(0, VALUE) in unfolded:
                    self._make_below(item)
                    item.setExpanded(True)
            if current is not None and (item_before := self._find(current)) is not None:
                self.setCurrentItem(item_before)
        self.select(selected)
        self._fit()

    def _unfold(self, item: QTreeWidgetItem) -> None:
        self._make_below(item)
        self._fit()

    def _make_below(self, item: QTreeWidgetItem) -> None:
        if not item.childCount():
            item.addChildren([self._item(one) for one in item.data(0, PLACE).below])

    def _item(self, place: Place) -> QTreeWidgetItem:
        colours = self._theme.colours
        count = "" if place.count is None else number(place.count)
        spoken = place.name if place.count is None else f"{place.name}, {photos(place.count)}"
        item = QTreeWidgetItem([place.name, count])
        item.setIcon(0, self._theme.icon(place.icon, colours.dim, side_px=16))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(1, self.palette().placeholderText())
        item.setData(0, VALUE, place.value)
        item.setData(0, PLACE, place)
        item.setToolTip(0, plain_tooltip(place.tip or place.name))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, place.spoken or spoken)
        if place.below:
            item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return item

    def _fit(self) -> None:
        shown, waiting = 0, [self.topLevelItem(row) for row in range(self.topLevelItemCount())]
        while waiting:
            item = waiting.pop()
            shown += 1
            if item is not None and item.isExpanded():
                waiting += [item.child(at) for at in range(item.childCount())]
        self.setFixedHeight(max(1, shown) * max(self.sizeHintForRow(0), self.fontMetrics().height()) + 2)
