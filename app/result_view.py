"""Hits as a grid in sections: the verified first, then a line across, then the similar.

A QListView with its own geometry: all cells are of one size, so the place of any row is arithmetic and
100,000 rows cost no layout. Qt's own icon mode cannot draw a line across, and lays out every row first.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QDrag,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from app.pictures import fitted
from app.result_model import ResultModel
from app.result_sections import HEADER_PX, PlacedSection, Section, paint_header
from app.theme import Theme
from app.thumbnails import Thumbnails

AnyIndex = QModelIndex | QPersistentModelIndex

CELL_WIDTH_PX = 180  # at least; what is left over makes all cells wider
TEXT_PX = 62  # of a cell's height, below the picture and around it
PICTURE_ASPECT = 0.76  # between the usual 4:3 and a little room for upright ones
MARGIN_PX = 14


class ResultView(QListView):
    opened = Signal(QModelIndex)  # Enter or double click
    previewed = Signal(QModelIndex)  # Space
    current_changed = Signal(QModelIndex)

    def __init__(self, thumbnails: Thumbnails, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("grid")
        self.setAccessibleName("Search results")
        self._theme = theme
        self._thumbnails = thumbnails
        self._sections: tuple[Section, ...] = ()
        self._placed: tuple[PlacedSection, ...] = ()
        self._columns = 1
        self._least_px = CELL_WIDTH_PX
        self._anchor = self._target = 0  # rows between which Shift selects
        self._cell_size = QSize(CELL_WIDTH_PX, CELL_WIDTH_PX)
        self._height = 0
        self._visible_timer = QTimer(self)
        self._visible_timer.setSingleShot(True)
        self._visible_timer.setInterval(15)
        self._visible_timer.timeout.connect(self._show_visible)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.doubleClicked.connect(self.opened)
        thumbnails.loaded.connect(self._on_thumbnail)
        thumbnails.stale.connect(self._visible_timer.start)

    def set_sections(self, sections: tuple[Section, ...]) -> None:
        """Set the sections; together they cover the rows of the model."""
        self._sections = sections
        self._anchor = self._target = 0
        self._lay_out()
        self.verticalScrollBar().setValue(0)

    def set_cell_width(self, least_px: int) -> None:
        """Make all cells larger or smaller; what was in the middle stays in sight."""
        self._least_px = least_px
        self._lay_out()
        self.scrollTo(self.currentIndex())

    @property
    def columns(self) -> int:
        return self._columns

    # ---- geometry: content coordinates are viewport coordinates plus the scroll offset

    def _lay_out(self) -> None:
        width = max(1, self.viewport().width() - 2 * MARGIN_PX)
        self._columns = max(1, width // self._least_px)
        cell_width = min(width // self._columns, 2 * self._least_px)
        self._cell_size = QSize(cell_width, round((cell_width - 20) * PICTURE_ASPECT) + TEXT_PX)
        top = 0 if any(section.title for section in self._sections[:1]) else MARGIN_PX // 2
        placed = []
        for section in self._sections:
            if not section.rows:
                continue
            cells_top = top + (HEADER_PX if section.title else 0)
            lines = -(-section.rows // self._columns)
            placed.append(PlacedSection(section, top, cells_top, lines))
            top = cells_top + lines * self._cell_size.height() + MARGIN_PX // 2
        self._placed = tuple(placed)
        self._height = top
        self._update_scroll_range()
        self.viewport().update()
        self._visible_timer.start()

    def _update_scroll_range(self) -> None:
        bar = self.verticalScrollBar()
        page = self.viewport().height()
        bar.setPageStep(page)
        bar.setSingleStep(self._cell_size.height() // 3)
        bar.setRange(0, max(0, self._height - page))

    def _cell(self, row: int) -> QRect:
        """The cell of a row in content coordinates."""
        for placed in self._placed:
            at = row - placed.section.first
            if 0 <= at < placed.section.rows:
                line, column = divmod(at, self._columns)
                size = self._cell_size
                x = MARGIN_PX + column * size.width()
                return QRect(QPoint(x, placed.cells_top + line * size.height()), size)
        return QRect()

    def _rows_between(self, top: int, bottom: int) -> Iterator[int]:
        """Rows whose cells touch the content between two heights, in order."""
        for placed in self._placed:
            first_line = max(0, (top - placed.cells_top) // self._cell_size.height())
            last_line = min(placed.lines - 1, (bottom - placed.cells_top) // self._cell_size.height())
            if last_line < first_line:
                continue
            first = placed.section.first
            stop = min(first + placed.section.rows, first + (last_line + 1) * self._columns)
            yield from range(first + first_line * self._columns, stop)

    def visualRect(self, index: AnyIndex) -> QRect:
        return self._cell(index.row()).translated(0, -self.verticalOffset()) if index.isValid() else QRect()

    def indexAt(self, p: QPoint) -> QModelIndex:
        y = p.y() + self.verticalOffset()
        for row in self._rows_between(y, y):
            if self._cell(row).contains(p.x(), y):
                return self.model().index(row, 0)
        return QModelIndex()

    def scrollTo(
        self, index: AnyIndex, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        if not index.isValid():
            return
        cell, bar = self._cell(index.row()), self.verticalScrollBar()
        page = self.viewport().height()
        if hint == QAbstractItemView.ScrollHint.PositionAtCenter:
            bar.setValue(cell.center().y() - page // 2)
        elif cell.top() - MARGIN_PX < bar.value():
            bar.setValue(cell.top() - MARGIN_PX)
        elif cell.bottom() + MARGIN_PX > bar.value() + page:
            bar.setValue(cell.bottom() + MARGIN_PX - page)

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: AnyIndex) -> bool:
        return False

    def doItemsLayout(self) -> None:
        self._lay_out()

    def updateGeometries(self) -> None:
        self._update_scroll_range()

    def resizeEvent(self, e: QResizeEvent) -> None:
        QAbstractItemView.resizeEvent(self, e)
        self._lay_out()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().scroll(dx, dy)
        self._visible_timer.start()

    # ---- keyboard and selection

    def moveCursor(
        self,
        cursorAction: QAbstractItemView.CursorAction,  # noqa: N803  # Qt's name
        modifiers: Qt.KeyboardModifier,
    ) -> QModelIndex:
        rows = self.model().rowCount()
        if not rows:
            return QModelIndex()
        row = self.currentIndex().row() if self.currentIndex().isValid() else -1
        target = min(rows - 1, max(0, self._moved(row, rows, cursorAction)))
        self._aim(target, modifiers)
        return self.model().index(target, 0)

    def _aim(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        """Note where a selection goes to, and begins where Shift is not held."""
        self._target = row
        if not modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._anchor = row

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self._aim(index.row(), event.modifiers())
        super().mousePressEvent(event)

    def _moved(self, row: int, rows: int, action: QAbstractItemView.CursorAction) -> int:
        actions = QAbstractItemView.CursorAction
        if row < 0 or action == actions.MoveHome:
            return 0
        if action == actions.MoveEnd:
            return rows - 1
        if action in (actions.MoveLeft, actions.MovePrevious):
            return row - 1
        if action in (actions.MoveRight, actions.MoveNext):
            return row + 1
        lines = 1
        if action in (actions.MovePageUp, actions.MovePageDown):
            lines = max(1, self.viewport().height() // self._cell_size.height())
        down = action in (actions.MoveDown, actions.MovePageDown)
        for _ in range(lines):
            row = self._next_line(row, 1 if down else -1)
        return row

    def _next_line(self, row: int, step: int) -> int:
        """The row above or below, in the same column, also across the line between two sections."""
        for at, placed in enumerate(self._placed):
            inside = row - placed.section.first
            if not 0 <= inside < placed.section.rows:
                continue
            line, column = divmod(inside, self._columns)
            if not 0 <= line + step < placed.lines:
                if not 0 <= at + step < len(self._placed):
                    return row
                placed = self._placed[at + step]
                line = -1 if step > 0 else placed.lines
            last = placed.section.rows - 1
            return placed.section.first + min(last, (line + step) * self._columns + column)
        return row

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select what a rectangle touches; with Shift all rows between the first and this one, in reading order."""
        chosen = QItemSelection()
        if QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier:
            first, last = sorted((self._anchor, self._target))
            rows = self.model().rowCount() - 1
            chosen.select(self.model().index(min(first, rows), 0), self.model().index(min(last, rows), 0))
            self.selectionModel().select(chosen, command)
            return
        area = rect.normalized().translated(0, self.verticalOffset())
        for row in self._rows_between(area.top(), area.bottom()):
            if self._cell(row).intersects(area):
                index = self.model().index(row, 0)
                chosen.select(index, index)
        self.selectionModel().select(chosen, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for index in selection.indexes()[:1000]:  # more than a screen holds
            region += self.visualRect(index)
        return region

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        self.current_changed.emit(self.model().index(current.row(), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(index)
        elif plain and index.isValid() and event.key() == Qt.Key.Key_Space:
            self.previewed.emit(index)
        else:
            super().keyPressEvent(event)

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N803  # Qt's name
        """Drag the selected photos out as files. They are copied by whoever takes them, never moved."""
        indexes = self.selectedIndexes()
        if not indexes:
            return
        drag = QDrag(self)
        drag.setMimeData(self.model().mimeData(indexes))
        model = self.model()
        hit = model.hit(self.currentIndex()) if isinstance(model, ResultModel) else None
        small = None if hit is None else self._thumbnails.get(hit)
        if small is not None:
            drag.setPixmap(fitted(small, 96, 96, self.devicePixelRatioF(), radius=5))
        drag.exec(Qt.DropAction.CopyAction)

    # ---- painting

    def paintEvent(self, e: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        offset = self.verticalOffset()
        area = e.rect().translated(0, offset)
        for placed in self._placed:
            if placed.section.title and placed.top < area.bottom() and placed.cells_top > area.top():
                paint_header(
                    painter, placed.section, self._header_rect(placed.top - offset), self._theme.colours
                )
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        current = self.currentIndex().row()
        pointed = (
            self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos())) if self._is_pointed() else None
        )
        focus = self.hasFocus()
        states = QStyle.StateFlag
        model, selection = self.model(), self.selectionModel()
        for row in self._rows_between(area.top(), area.bottom()):
            index = model.index(row, 0)
            option.rect = self._cell(row).translated(0, -offset)
            state = states.State_Enabled | states.State_Active
            if selection.isSelected(index):
                state |= states.State_Selected
            if row == current and focus:
                state |= states.State_HasFocus
            if pointed is not None and row == pointed.row():
                state |= states.State_MouseOver
            option.state = state
            self.itemDelegate().paint(painter, option, index)
        painter.end()

    def _header_rect(self, top: int) -> QRect:
        return QRect(MARGIN_PX + 4, top, self.viewport().width() - 2 * MARGIN_PX - 8, HEADER_PX)

    def _is_pointed(self) -> bool:
        return self.viewport().underMouse()

    # ---- thumbnails

    def _show_visible(self) -> None:
        model = self.model()
        if not isinstance(model, ResultModel):
            return
        top = self.verticalOffset()
        page = self.viewport().height()
        visible = list(self._rows_between(top, top + page))
        # Half a page more below, after what is visible: the usual way to scroll.
        visible += [
            r for r in self._rows_between(top + page, top + page + page // 2) if r not in set(visible)
        ]
        hits = model.hits
        self._thumbnails.show(hits[row] for row in visible if row < len(hits))

    def _on_thumbnail(self, _key: object) -> None:
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self.viewport().update()
