"""Hits as a list with columns, over the same model as the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QCursor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from cbir.base.types import Hit
from cbir_app.base.language import tr
from cbir_app.base.theme import Theme
from cbir_app.engine import Details, Thumbnails
from cbir_app.results.result_model import COLUMNS, ResultModel
from cbir_app.results.result_sections import DOWNWARDS, SortKey

AnyIndex = QModelIndex | QPersistentModelIndex
WIDTHS_PX = (230, 190, 125, 130, 75, 110, 200)
ICON = QSize(40, 30)
VISIBLE_MS = 15


@dataclass(frozen=True, slots=True)
class Cell:
    """The horizontal place of a column in every row, in pixels of the viewport."""

    column: int
    left: int
    width: int


class RowDelegate(QStyledItemDelegate):
    """Paints a row directly from its hit, in one call. Cell by cell, a frame took half as long again."""

    def __init__(self, model: ResultModel, thumbnails: Thumbnails, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._model, self._thumbnails, self._theme = model, thumbnails, theme

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(option.rect.width(), max(ICON.height() + 8, option.fontMetrics.height() + 12))

    def paint_row(
        self, painter: QPainter, rect: QRect, row: int, cells: Sequence[Cell], ground: str, *, current: bool
    ) -> None:
        """Paint a row. ground : background colour, empty for the list's own. current : underlined from end to end"""
        hit, colours = self._model.hits[row], self._theme.colours
        if ground:
            painter.fillRect(rect, QColor(ground))
        if current:  # the style's own mark covers the text
            painter.fillRect(rect.x(), rect.bottom() - 1, rect.width(), 2, QColor(colours.accent))
        metrics, first, dim = painter.fontMetrics(), QColor(colours.text), QColor(colours.dim)
        top, height = rect.top(), rect.height()
        for cell in cells:
            left, column = cell.left + 8, cell.column
            if column == 0:
                self._paint_picture(painter, left, rect, hit)
                left += ICON.width() + 8
            room = cell.left + cell.width - 5 - left
            if not (text := self._model.text(hit, column)) or room <= 0:
                continue
            verified = COLUMNS[column][1] == "best" and hit.verified
            painter.setPen(QColor(colours.accent_text) if verified else dim if column else first)
            if len(text) * metrics.maxWidth() > room:
                text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
            painter.drawText(QRect(left, top, room, height), Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_picture(self, painter: QPainter, left: int, rect: QRect, hit: Hit) -> None:
        pixmap = self._thumbnails.fitted(hit, ICON, painter.device().devicePixelRatioF())
        place = QRect(QPoint(left, rect.center().y() - ICON.height() // 2), ICON)
        if pixmap is None:
            painter.fillRect(place, QColor(self._theme.colours.well))
            return
        size = pixmap.deviceIndependentSize().toSize()
        corner = place.center() - QPoint(size.width() // 2, size.height() // 2)
        painter.setOpacity(0.45 if hit.offline else 1.0)
        painter.drawPixmap(corner, pixmap)
        painter.setOpacity(1.0)


class ResultList(QTreeView):
    opened = Signal()  # Enter or double click
    previewed = Signal()  # Space
    current_changed = Signal()
    sort_key_asked = Signal(str)  # SortKey, by a click on a column

    def __init__(
        self,
        model: ResultModel,
        details: Details,
        thumbnails: Thumbnails,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._details, self._thumbnails = model, details, thumbnails
        self._theme = theme
        self._cells: tuple[Cell, ...] = ()
        self._current = self._pointed = -1
        self.visible_timer = QTimer(self)
        self.visible_timer.setSingleShot(True)
        self.visible_timer.setInterval(VISIBLE_MS)
        self.visible_timer.timeout.connect(self.show_visible)
        self.setObjectName("resultList")
        self.setAccessibleName(tr("Search results as a list"))
        self.setModel(model)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self._rows = RowDelegate(model, thumbnails, theme, self)
        self.setItemDelegate(self._rows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.header()
        header.setSectionsClickable(True)
        header.setSectionsMovable(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.sectionClicked.connect(lambda at: self.sort_key_asked.emit(COLUMNS[at][1]))
        for at, width in enumerate(WIDTHS_PX):
            self.setColumnWidth(at, width)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self.visible_timer.start())
        model.modelReset.connect(self.visible_timer.start)
        thumbnails.stale.connect(self.visible_timer.start)
        thumbnails.loaded.connect(lambda _key: self.viewport().update())
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().currentRowChanged.connect(lambda _now, _before: self.current_changed.emit())

    def showEvent(self, event: QShowEvent) -> None:
        """Make room for every heading: headings have their width only after the window's style is set."""
        super().showEvent(event)
        for at in range(len(COLUMNS)):
            self.setColumnWidth(at, max(self.columnWidth(at), self.header().sectionSizeHint(at)))
        self.visible_timer.start()

    def show_visible(self) -> None:
        """Request the thumbnails and the metadata of the visible hits only."""
        if not self.isVisible():
            return
        first = max(0, self.indexAt(QPoint(1, 1)).row())
        last = self.indexAt(QPoint(1, self.viewport().height() - 1)).row()
        visible = self._model.hits[first : last + 1 if last >= 0 else None]
        self._thumbnails.show(visible)
        self._details.ask(visible)

    def paintEvent(self, event: QPaintEvent) -> None:
        header, width = self.header(), self.viewport().width()
        cells = (
            Cell(column, header.sectionViewportPosition(column), header.sectionSize(column))
            for column in range(len(COLUMNS))
        )
        self._cells = tuple(cell for cell in cells if cell.left < width and cell.left + cell.width > 0)
        self._current = self.currentIndex().row() if self.hasFocus() else -1
        pointed = self.viewport().underMouse()
        self._pointed = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos())).row() if pointed else -1
        super().paintEvent(event)

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: AnyIndex) -> None:
        row, colours = index.row(), self._theme.colours
        if row < len(self._model.hits):
            chosen = self.selectionModel().isRowSelected(row)
            ground = colours.accent_soft if chosen else colours.hover if row == self._pointed else ""
            current = row == self._current
            self._rows.paint_row(painter, options.rect, row, self._cells, ground, current=current)

    def dataChanged(self, topLeft: AnyIndex, bottomRight: AnyIndex, roles: Sequence[int] = ()) -> None:  # noqa: N803
        """Repaint the rows. All have the same height: Qt's tree would look at each of 100,000."""
        QAbstractItemView.dataChanged(self, topLeft, bottomRight, roles)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.visible_timer.start()

    def show_sort_key(self, sort_key: SortKey, *, backwards: bool) -> None:
        at = next(at for at, (_, name) in enumerate(COLUMNS) if name == sort_key)
        self.header().setSortIndicatorShown(True)
        down = (sort_key in DOWNWARDS) != backwards
        self.header().setSortIndicator(
            at, Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
        )

    def keyboardSearch(self, search: str) -> None:
        """Ignore letters: Qt would compare the names of all photos for each letter."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and self.currentIndex().isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif plain and self.currentIndex().isValid() and event.key() == Qt.Key.Key_Space:
            self.previewed.emit()
        else:
            super().keyPressEvent(event)
