"""The saved searches in the side column: Enter runs one, F2 renames it, Delete takes it away."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from app.base.language import number, tr
from app.base.theme import Theme
from app.base.tooltips import plain_tooltip
from app.base.wording import photos
from cbir.base.types import SavedSearch

MAX_ROWS = 10
MAX_COUNTED = 9_999
"""A count that is larger is shown as more than this: nobody reads it, and counting takes its time."""


class SearchesPanel(QTreeWidget):
    run_asked = Signal(int)
    rename_asked = Signal(int, str)
    remove_asked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("roots")
        self.setAccessibleName(tr("Saved searches"))
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._theme = theme
        self._searches: tuple[SavedSearch, ...] = ()
        self._counts: tuple[int | None, ...] = ()
        self.itemActivated.connect(lambda item, _column: self.run_asked.emit(self._row(item)))
        self.itemClicked.connect(lambda item, _column: self.run_asked.emit(self._row(item)))
        # Later: the list is filled anew, which must not happen while an editor hands over its text.
        self.itemChanged.connect(self._on_edited, Qt.ConnectionType.QueuedConnection)
        theme.changed.connect(self._paint)

    @property
    def names(self) -> list[str]:
        return [item.text(0) for item in self._items()]

    @property
    def current_row(self) -> int:
        return self.currentIndex().row()

    def select(self, row: int | None) -> None:
        item = None if row is None else self.topLevelItem(row)
        if item is None:
            self.clearSelection()  # the current one stays, for the keyboard
        else:
            self.setCurrentItem(item)

    def edit_name(self, row: int) -> None:
        if (item := self.topLevelItem(row)) is not None:
            self.setFocus()
            self.setCurrentItem(item)
            self.editItem(item, 0)

    def show_searches(self, searches: tuple[SavedSearch, ...]) -> None:
        self._searches = searches
        if self.names != [search.name for search in searches]:
            self._counts = ()
            self._paint()

    def show_counts(self, counts: tuple[int | None, ...]) -> None:
        """Show how many photos each search finds; None: not counted yet."""
        self._counts = counts
        with QSignalBlocker(self):
            for item, found in zip(self._items(), counts, strict=False):
                self._show_count(item, found)

    def _show_count(self, item: QTreeWidgetItem, found: int | None) -> None:
        more = found is not None and found > MAX_COUNTED
        text = "" if found is None else f"{number(MAX_COUNTED)}+" if more else number(found)
        spoken = ""
        if found is not None:
            spoken = tr("more than %Ln photo(s)", "", MAX_COUNTED) if more else photos(found)
        item.setText(1, text)
        name = item.text(0)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{name}, {spoken}" if spoken else name)
        keys = tr("Enter: search. F2: rename. Delete: remove.")
        item.setToolTip(0, plain_tooltip("\n".join(line for line in (name, spoken, keys) if line)))

    def _items(self) -> list[QTreeWidgetItem]:
        items = (self.topLevelItem(row) for row in range(self.topLevelItemCount()))
        return [item for item in items if item is not None]

    def _row(self, item: QTreeWidgetItem) -> int:
        return self.indexOfTopLevelItem(item)

    def _on_edited(self, item: QTreeWidgetItem) -> None:
        if (row := self._row(item)) >= 0:
            self.rename_asked.emit(row, item.text(0))

    def _paint(self) -> None:
        current, selected = self.current_row, bool(self.selectedItems())
        icon = self._theme.icon("heart", self._theme.colours.dim, side_px=16)
        with QSignalBlocker(self):
            self.clear()
            for at, search in enumerate(self._searches):
                item = QTreeWidgetItem([search.name, ""])
                item.setIcon(0, icon)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setForeground(1, self.palette().placeholderText())
                self.addTopLevelItem(item)
                self._show_count(item, self._counts[at] if at < len(self._counts) else None)
            self.select(min(current, self.topLevelItemCount() - 1))
            if not selected:
                self.clearSelection()
        rows = max(1, min(MAX_ROWS, self.topLevelItemCount()))
        self.setFixedHeight(rows * (self.fontMetrics().height() + 12) + 4)

    def edit(  # type: ignore[override]  # the stubs know one of Qt's two
        self,
        index: QModelIndex | QPersistentModelIndex,
        trigger: QAbstractItemView.EditTrigger = QAbstractItemView.EditTrigger.AllEditTriggers,
        event: object = None,
    ) -> bool:
        """Edit names alone: nobody sets a count."""
        return index.column() == 0 and bool(super().edit(index, trigger, event))  # type: ignore[call-overload]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        editing = self.state() == QAbstractItemView.State.EditingState
        if event.key() == Qt.Key.Key_Delete and self.current_row >= 0 and not editing:
            self.remove_asked.emit(self.current_row)
        else:
            super().keyPressEvent(event)
