"""Hits as a wall of photos in sections.

A QListView with its own geometry (see result_layout): Qt's icon mode has no rows of photos of different shapes, and
queries each item first.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDrag,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from cbir_app.base.language import tr
from cbir_app.base.pictures import fitted
from cbir_app.base.theme import Theme
from cbir_app.engine import SMALL_PX, Thumbnails
from cbir_app.results.result_layout import GAP_PX, ResultLayout, Shapes
from cbir_app.results.result_model import ResultModel, selected
from cbir_app.results.result_sections import HEADER_PX, PlacedSection, Section, paint_header

AnyIndex = QModelIndex | QPersistentModelIndex

SECTION_KEYS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
SIZE_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
WHEEL_STEP = 120
LINE_PX = 180  # approximate height of a line of photos
ENLARGED = 1.25  # factor by which a thumbnail may be enlarged without a visible loss
EDGE_PX = 12  # left of a title


class ResultView(QListView):
    opened = Signal(QModelIndex)  # Enter or double click
    previewed = Signal(QModelIndex)  # Space
    current_changed = Signal(QModelIndex)
    size_asked = Signal(int)  # steps larger or smaller
    scrolled = Signal()
    laid_out = Signal()
    came_to_rest = Signal(object)  # the visible hits, and some below them
    fold_asked = Signal()  # a foldable title was clicked

    def __init__(self, thumbnails: Thumbnails, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("grid")
        self.setAccessibleName(tr("Search results"))
        self._theme = theme
        self._thumbnails = thumbnails
        self.sections: tuple[Section, ...] = ()
        self._line_px = LINE_PX
        self._aspects: Shapes = ()
        self.span = (0, 0)  # rows between which Shift selects: anchor and end
        self._turned = 0
        self._laid = ResultLayout(())
        self.visible_timer = QTimer(self, singleShot=True)
        self.visible_timer.setInterval(15)
        self.visible_timer.timeout.connect(self.show_visible)
        self._rest_timer = QTimer(self)
        self._rest_timer.setInterval(0)
        self._rest_timer.timeout.connect(self._lay_out_rest)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.doubleClicked.connect(self.opened)
        thumbnails.loaded.connect(lambda _key: self.viewport().update())
        thumbnails.stale.connect(self.visible_timer.start)

    def set_sections(
        self, sections: tuple[Section, ...], aspects: Shapes, keep: tuple[int, int] | None = None
    ) -> None:
        """Set the sections, which together cover the rows of the model, and the aspect ratios of the rows.

        keep : a row, and its distance from the upper edge to keep, from anchor(); None: begin at the top
        """
        self.sections, self._aspects = sections, aspects
        self.span = (0, 0)
        self._lay_out(keep or (0, 0))
        if keep is None:
            self.verticalScrollBar().setValue(0)

    def set_line_height(self, line_px: int) -> None:
        """Make all photos larger or smaller; the photo at the top stays visible."""
        self._line_px = line_px
        self._lay_out()
        self.scrollTo(self.currentIndex())

    def anchor(self) -> tuple[int, int] | None:
        """The first row in view, and the distance of its top from the view's; None at the very top."""
        top = self.verticalOffset()
        rows = self._laid.rows_between(top, top + self.viewport().height())
        return (rows[0], self._laid.cell(rows[0]).top() - top) if top and rows else None

    # ---- geometry: content coordinates are viewport coordinates plus the scroll offset

    def _lay_out(self, keep: tuple[int, int] | None = None) -> None:
        """Lay the rows out again, many rows in several steps. A visible photo stays. keep : as in set_sections()"""
        anchor = keep or self.anchor()
        self._laid = ResultLayout(self.sections, self._aspects, self.viewport().width(), self._line_px)
        self._scroll(0 if anchor is None else self._laid.cell(anchor[0]).top() - anchor[1])
        self.viewport().update()
        self.visible_timer.start()
        if not self._laid.complete:
            self._rest_timer.start()
        self.laid_out.emit()

    def _lay_out_rest(self) -> None:
        self._laid.work()
        self._update_scroll_range()
        if self._laid.complete:
            self._rest_timer.stop()
            self.laid_out.emit()

    def _scroll(self, top: int) -> None:
        """Scroll to a height within the rows laid out so far, which may be beyond the estimated end."""
        self._update_scroll_range()
        self.verticalScrollBar().setValue(top)

    def _update_scroll_range(self) -> None:
        bar, page = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(page)
        bar.setSingleStep(self._laid.line_height // 3)
        bar.setRange(0, max(0, self._laid.height - page))
        bar.setEnabled(bar.maximum() > 0)  # a disabled bar has no handle

    @property
    def laid(self) -> ResultLayout:
        return self._laid

    def visualRect(self, index: AnyIndex) -> QRect:
        return (
            self._laid.cell(index.row()).translated(0, -self.verticalOffset()) if index.isValid() else QRect()
        )

    def indexAt(self, p: QPoint) -> QModelIndex:
        row = self._laid.row_at(p.x(), p.y() + self.verticalOffset())
        return QModelIndex() if row is None else self.model().index(row, 0)

    def scrollTo(
        self, index: AnyIndex, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        if not index.isValid():
            return
        cell, page = self._laid.cell(index.row()), self.viewport().height()
        placed = self._laid.section_of(index.row())
        above = HEADER_PX if placed is not None and placed.section.title else GAP_PX
        if hint == QAbstractItemView.ScrollHint.PositionAtCenter:
            self._scroll(cell.center().y() - page // 2)
        elif cell.top() - above < self.verticalOffset():
            self._scroll(cell.top() - above)
        elif cell.bottom() + GAP_PX > self.verticalOffset() + page:
            self._scroll(cell.bottom() + GAP_PX - page)

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: AnyIndex) -> bool:
        return False

    def doItemsLayout(self) -> None:
        """Leave the layout to set_sections(), which follows every new model."""

    def updateGeometries(self) -> None:
        self._update_scroll_range()

    def resizeEvent(self, e: QResizeEvent) -> None:
        QAbstractItemView.resizeEvent(self, e)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.visible_timer.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().scroll(dx, dy)
        # The pinned title at the top must not scroll along.
        self.viewport().update(0, 0, self.viewport().width(), HEADER_PX + max(0, dy))
        self.visible_timer.start()
        self.scrolled.emit()

    # ---- keyboard and selection

    def moveCursor(
        self,
        cursorAction: QAbstractItemView.CursorAction,  # noqa: N803  # Qt's name
        modifiers: Qt.KeyboardModifier,
    ) -> QModelIndex:
        if not (rows := self.model().rowCount()):
            return QModelIndex()
        row = self.currentIndex().row() if self.currentIndex().isValid() else -1
        target = min(rows - 1, max(0, self._laid.moved(row, cursorAction, self.viewport().height())))
        self._aim(target, modifiers)
        return self.model().index(target, 0)

    def _aim(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        """Set the end of the selection's span and, unless Shift is held, its anchor."""
        begins = self.span[0] if modifiers & Qt.KeyboardModifier.ShiftModifier else row
        self.span = (begins, row)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if self._foldable_at(place) and event.button() == Qt.MouseButton.LeftButton:
            self.fold_asked.emit()
            return
        index = self.indexAt(place)
        if index.isValid():
            self._aim(index.row(), event.modifiers())
        else:
            self.span = (-1, -1)  # a rubber band selects the cells that it touches
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hand = self._foldable_at(event.position().toPoint())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def _foldable_at(self, place: QPoint) -> bool:
        top = self.verticalOffset()
        return self._laid.foldable_at(place.y() + top, top)

    def step_section(self, step: int) -> None:
        """Go to the first row of the next or previous section, with its title at the top."""
        row = max(0, self.currentIndex().row())
        if not self.model().rowCount():
            return
        row = self._laid.next_section(row, step)
        index = self.model().index(row, 0)
        self.span = (row, row)
        self.setCurrentIndex(index)
        self._scroll(self._laid.cell(row).top() - HEADER_PX)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select all rows of the span, in display order; without a span, the cells that a rectangle touches."""
        chosen = QItemSelection()
        first, last = sorted(self.span)
        if first >= 0:
            rows = self.model().rowCount() - 1
            chosen.select(self.model().index(min(first, rows), 0), self.model().index(min(last, rows), 0))
            self.selectionModel().select(chosen, command)
            return
        area = rect.normalized().translated(0, self.verticalOffset())
        for row in self._laid.rows_between(area.top(), area.bottom()):
            if self._laid.cell(row).intersects(area):
                index = self.model().index(row, 0)
                chosen.select(index, index)
        self.selectionModel().select(chosen, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        """Return the region of the selected cells on screen; the others need no painting."""
        region, top = QRegion(), self.verticalOffset()
        for row in self._laid.rows_between(top, top + self.viewport().height()):
            index = self.model().index(row, 0)
            if selection.contains(index):
                region += self.visualRect(index)
        return region

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        self.current_changed.emit(self.model().index(current.row(), 0))

    def keyboardSearch(self, search: str) -> None:
        """Ignore letters: Qt would compare the names of all photos for each letter."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        held = event.modifiers()
        plain = held in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(index)
        elif plain and index.isValid() and event.key() == Qt.Key.Key_Space:
            self.previewed.emit(index)
        elif held == Qt.KeyboardModifier.ControlModifier and index.isValid() and event.key() in SECTION_KEYS:
            self.step_section(SECTION_KEYS[Qt.Key(event.key())])
        elif held & Qt.KeyboardModifier.ControlModifier and event.key() in SIZE_KEYS:
            self.size_asked.emit(SIZE_KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl, resize the pictures as in file managers."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self._turned += event.angleDelta().y()
        steps = int(self._turned / WHEEL_STEP)  # a touchpad sends a step in many pieces
        self._turned -= steps * WHEEL_STEP
        if steps:
            self.size_asked.emit(steps)
        event.accept()

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N803  # Qt's name
        """Drag the selected photos out as files. The receiver copies them and never moves them."""
        model = self.model()
        if not isinstance(model, ResultModel):
            return
        if not (hits := selected(self.selectionModel().selection(), model.hits)):
            return
        drag = QDrag(self)
        drag.setMimeData(model.files(hits))
        hit = model.hit(self.currentIndex())
        small = None if hit is None else self._thumbnails.get(hit)
        if small is not None:
            drag.setPixmap(fitted(small, 96, 96, self.devicePixelRatioF(), radius=5))
        drag.exec(Qt.DropAction.CopyAction)

    # ---- painting

    def dataChanged(self, *changed: Any) -> None:
        """Paint the photos again. Qt's list view leaves that to its own layout, which never runs here."""
        super().dataChanged(*changed)
        self.viewport().update()

    def paintEvent(self, e: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        offset = self.verticalOffset()
        dirty = e.region()
        area = e.rect().translated(0, offset)
        for placed in self._laid.sections_between(area.top(), area.bottom()):
            if placed.section.title:
                self._paint_header(painter, placed, placed.top - offset)
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        current = self.currentIndex().row()
        under = self.viewport().underMouse()
        pointed = self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos())) if under else None
        focus = self.hasFocus()
        states = QStyle.StateFlag
        model, selection = self.model(), self.selectionModel()
        for row in self._laid.rows_between(area.top(), area.bottom()):
            option.rect = self._laid.cell(row).translated(0, -offset)
            if not dirty.intersects(option.rect):
                continue
            index = model.index(row, 0)
            state = states.State_Enabled | states.State_Active
            if selection.isSelected(index):
                state |= states.State_Selected
            if row == current and focus:
                state |= states.State_HasFocus
            if pointed is not None and row == pointed.row():
                state |= states.State_MouseOver
            option.state = state
            self.itemDelegate().paint(painter, option, index)
        self._paint_pinned(painter, offset)
        painter.end()

    def _paint_header(self, painter: QPainter, placed: PlacedSection, top: int) -> None:
        width = self.viewport().width() - 2 * EDGE_PX
        paint_header(painter, placed.section, QRect(EDGE_PX, top, width, HEADER_PX), self._theme)

    def _paint_pinned(self, painter: QPainter, offset: int) -> None:
        """Paint the title of the section at the top; the next title pushes it out."""
        placed = self._laid.section_at(offset)
        if placed is None or not placed.section.title or not placed.top < offset < placed.bottom:
            return
        top = min(0, placed.bottom - offset - HEADER_PX)
        painter.fillRect(0, top, self.viewport().width(), HEADER_PX, QColor(self._theme.colours.base))
        self._paint_header(painter, placed, top)

    # ---- thumbnails

    def show_visible(self) -> None:
        model = self.model()
        if not isinstance(model, ResultModel) or not self.isVisible():
            return  # under a large photo, its filmstrip has the thumbnails
        top, page = self.verticalOffset(), self.viewport().height()
        visible = list(self._laid.rows_between(top, top + page))
        in_view = set(visible)
        # Also load half a page below the visible rows, because people usually scroll down.
        visible += [
            r for r in self._laid.rows_between(top + page, top + page + page // 2) if r not in in_view
        ]
        hits = [model.hits[row] for row in visible if row < len(model.hits)]
        ratio = self.devicePixelRatioF() / SMALL_PX
        cells = (self._laid.cell(row) for row in visible)
        sizes = (max(cell.width(), cell.height()) * ratio for cell in cells)
        large = [hit for hit, size in zip(hits, sizes, strict=False) if size > ENLARGED]
        self._thumbnails.show(hits, large)
        self.came_to_rest.emit(hits)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self.viewport().update()
