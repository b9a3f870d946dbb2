"""Hits as a list with columns: the same tuple as the grid's, in the same order."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from app.details import Details
from app.facts import taken
from app.filters import stars
from app.orders import DOWNWARDS, Order
from app.outgoing import files_mime
from app.result_model import describe
from app.wording import OFFLINE, best_evidence, megapixels, score
from cbir.types import Hit

AnyIndex = QModelIndex | QPersistentModelIndex
COLUMNS: tuple[tuple[str, Order], ...] = (
    ("Name", "name"),
    ("Match", "best"),
    ("Taken", "taken"),
    ("Camera", "camera"),
    ("Rating", "rating"),
    ("Size", "size"),
    ("Folder", "folder"),
)
WIDTHS_PX = (190, 100, 125, 130, 75, 110, 200)


class ResultTable(QAbstractTableModel):
    def __init__(self, details: Details, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._details = details
        self._hits: tuple[Hit, ...] = ()
        details.arrived.connect(self._refresh)

    def show(self, hits: tuple[Hit, ...]) -> None:
        self.beginResetModel()
        self._hits = hits
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 0 if parent.isValid() else len(self._hits)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section][0]
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeData(self, indexes: Any) -> QMimeData:
        rows = sorted({index.row() for index in indexes})
        return files_mime([self._hits[row] for row in rows])

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._hits):
            return None
        hit = self._hits[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(hit, COLUMNS[index.column()][1])
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{hit.path}\n{OFFLINE}" if hit.offline else str(hit.path)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            return f"{hit.path.name}. {describe(hit)}"
        return None

    def _text(self, hit: Hit, column: Order) -> str:
        metadata = self._details.get(hit)
        match column:
            case "name":
                return f"⏏ {hit.path.name}" if hit.offline else hit.path.name
            case "best":
                evidence = best_evidence(hit)
                if hit.verified and evidence is not None:
                    return f"✓ {evidence.inliers:,} points"
                return score(hit.score) if hit.score else ""
            case "taken":
                return "" if metadata is None else taken(metadata)
            case "camera":
                return "" if metadata is None else metadata.camera
            case "rating":
                return stars(metadata.rating) if metadata is not None and metadata.rating else ""
            case "size":
                return megapixels(hit.size)
            case "folder":
                return str(hit.path.parent)

    def _refresh(self) -> None:
        if self._hits:
            last = self.index(len(self._hits) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.DisplayRole])


class ResultList(QTreeView):
    opened = Signal()  # Enter or double click
    previewed = Signal()  # Space
    current_changed = Signal()
    order_asked = Signal(str)  # Order, by a click on a column

    def __init__(self, model: ResultTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("resultList")
        self.setAccessibleName("Search results as a list")
        self.setModel(model)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setIconSize(QSize(1, 1))
        header = self.header()
        header.setSectionsClickable(True)
        header.setSectionsMovable(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.sectionClicked.connect(lambda at: self.order_asked.emit(COLUMNS[at][1]))
        for at, width in enumerate(WIDTHS_PX):
            self.setColumnWidth(at, width)
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().currentRowChanged.connect(lambda _now, _before: self.current_changed.emit())

    def show_order(self, order: Order, *, backwards: bool) -> None:
        at = next(at for at, (_, name) in enumerate(COLUMNS) if name == order)
        self.header().setSortIndicatorShown(True)
        down = (order in DOWNWARDS) != backwards
        self.header().setSortIndicator(
            at, Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and self.currentIndex().isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif plain and self.currentIndex().isValid() and event.key() == Qt.Key.Key_Space:
            self.previewed.emit()
        else:
            super().keyPressEvent(event)
