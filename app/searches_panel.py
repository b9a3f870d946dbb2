"""The saved searches in the side column: Enter runs one, F2 renames it, Delete takes it away."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from app.theme import Theme
from cbir.types import SavedSearch

MOST_ROWS = 10


class SearchesPanel(QListWidget):
    run_asked = Signal(int)
    rename_asked = Signal(int, str)
    remove_asked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("list")
        self.setAccessibleName("Saved searches")
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._theme = theme
        self._searches: tuple[SavedSearch, ...] = ()
        self.itemActivated.connect(lambda item: self.run_asked.emit(self.row(item)))
        self.itemClicked.connect(lambda item: self.run_asked.emit(self.row(item)))
        # Later: the list is filled anew, which must not happen while an editor hands over its text.
        self.itemChanged.connect(self._on_edited, Qt.ConnectionType.QueuedConnection)
        theme.changed.connect(self._paint)

    def show_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        names = [self.item(row).text() for row in range(self.count())]
        self._searches = searches
        if names != [search.name for search in searches]:
            self._paint()

    def _on_edited(self, item: QListWidgetItem) -> None:
        if (row := self.row(item)) >= 0:
            self.rename_asked.emit(row, item.text())

    def _paint(self) -> None:
        current = self.currentRow()
        icon = self._theme.icon("heart", self._theme.colours.dim, side_px=16)
        with QSignalBlocker(self):
            self.clear()
            for search in self._searches:
                item = QListWidgetItem(icon, search.name)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
                item.setToolTip(f"{search.name}\nEnter: search. F2: rename. Delete: remove.")
                self.addItem(item)
            self.setCurrentRow(min(current, self.count() - 1))
        rows = max(1, min(MOST_ROWS, self.count()))
        self.setFixedHeight(rows * (self.fontMetrics().height() + 12) + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        editing = self.state() == QAbstractItemView.State.EditingState
        if event.key() == Qt.Key.Key_Delete and self.currentRow() >= 0 and not editing:
            self.remove_asked.emit(self.currentRow())
        else:
            super().keyPressEvent(event)
