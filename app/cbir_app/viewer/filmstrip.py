"""The bar below a large photo: stars, keywords, and a strip of the neighbouring photos.

Only the visible part of the strip is painted, so that its cost does not grow with the number of photos.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QToolTip, QWidget

from cbir.base.types import Hit, Metadata, shown_name
from cbir_app.base.language import number, tr
from cbir_app.base.mark_signs import paint_signs, signs_width
from cbir_app.base.pictures import paint_filling
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Details, Thumbnails
from cbir_app.panels.marks import MarksPanel

TILE_PX = QSize(84, 62)
GAP_PX = 6
PITCH_PX = TILE_PX.width() + GAP_PX
STARS_PX = 16
WHEEL_STEP = 120


class Filmstrip(QWidget):
    """The strip below a large photo. marks : returns a photo's rating, flag and label, as far as they are loaded"""

    step_asked = Signal(int)  # number of photos to move by
    seen = Signal(object)  # the visible hits

    def __init__(self, thumbnails: Thumbnails, theme: Theme, marks: Callable[[Hit], Metadata]) -> None:
        super().__init__()
        self._thumbnails, self._theme, self._marks = thumbnails, theme, marks
        self._hits: Sequence[Hit] = ()
        self._row = -1
        self._turned = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(TILE_PX.height() + STARS_PX + 2 * GAP_PX)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Filmstrip"))
        thumbnails.loaded.connect(lambda _key: self.update())
        thumbnails.stale.connect(self._ask)
        theme.changed.connect(self.update)

    def show_hits(self, hits: Sequence[Hit], row: int) -> None:
        """Show the strip around a row. The row is in the middle, except near the ends of the strip."""
        self._hits, self._row = hits, row
        if row >= 0:
            place = tr("Photo {at} of {all}", at=number(row + 1), all=number(len(hits)))
            self.setAccessibleDescription(f"{place}: {shown_name(hits[row].path)}")
        self._ask()
        self.update()

    @property
    def _left(self) -> int:
        """The left edge of the first hit. There is no gap at either end if there are enough hits."""
        middle = (self.width() - TILE_PX.width()) // 2 - self._row * PITCH_PX
        return min(GAP_PX, max(middle, self.width() - len(self._hits) * PITCH_PX))

    @property
    def rows(self) -> range:
        """The visible rows."""
        if self._row < 0:
            return range(0)
        first = -self._left // PITCH_PX
        return range(max(0, first), min(len(self._hits), first + self.width() // PITCH_PX + 2))

    def _ask(self) -> None:
        """Request the visible thumbnails, beginning at the current photo."""
        if self.isVisible() and (rows := self.rows):
            hits = [self._hits[row] for row in sorted(rows, key=lambda row: abs(row - self._row))]
            self._thumbnails.show(hits)
            self.seen.emit(hits)

    def tile(self, row: int) -> QRect:
        return QRect(self._left + row * PITCH_PX, GAP_PX, TILE_PX.width(), TILE_PX.height())

    def _row_at(self, x: int) -> int | None:
        return next((row for row in self.rows if self.tile(row).left() <= x <= self.tile(row).right()), None)

    def showEvent(self, event: QShowEvent) -> None:
        self._ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._ask()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().toPoint().x())
        if event.button() == Qt.MouseButton.LeftButton and row is not None and row != self._row:
            self.step_asked.emit(row - self._row)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        self._turned += turned.y() or turned.x()
        steps = int(self._turned / WHEEL_STEP)
        self._turned -= steps * WHEEL_STEP
        if steps:
            self.step_asked.emit(-steps)
        event.accept()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row = self._row_at(event.pos().x())
            name = "" if row is None else shown_name(self._hits[row].path)
            QToolTip.showText(event.globalPos(), plain_tooltip(name), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ratio, colours = self.devicePixelRatioF(), self._theme.colours
        for row in self.rows:
            hit, tile = self._hits[row], self.tile(row)
            pixmap = self._thumbnails.covering(hit, tile.size(), ratio)
            painter.setOpacity(1.0 if row == self._row else 0.7)
            if pixmap is None:
                painter.fillRect(tile, QColor(colours.well))
            else:
                paint_filling(painter, tile, pixmap)
            painter.setOpacity(1.0)
            if row == self._row:
                painter.setPen(QPen(QColor(colours.accent), 3, j=Qt.PenJoinStyle.MiterJoin))
                painter.drawRect(tile.adjusted(1, 1, -1, -1))
            marks = self._marks(hit)
            if width := signs_width(painter, marks):
                left = tile.center().x() - width // 2
                below = QRect(left, tile.bottom() + 1, width, STARS_PX)
                paint_signs(painter, below, marks, self._theme, colours.text)
        painter.end()


MARKS_PX = 268


class CullingBar(QFrame):
    def __init__(self, details: Details, thumbnails: Thumbnails, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("cullingBar")
        self._details = details
        self.marks = MarksPanel(details, theme)
        self.strip = Filmstrip(thumbnails, theme, details.marks)
        self.strip.seen.connect(details.ask)
        details.arrived.connect(self.strip.update)
        inside = QWidget()
        column = QHBoxLayout(inside)
        column.setContentsMargins(12, 6, 8, 6)
        column.addWidget(self.marks, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("marksPane")
        self._scroll.setAccessibleName(tr("Stars and keywords"))
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._scroll.setFixedWidth(MARKS_PX)
        self._scroll.setFixedHeight(self.strip.height())
        self._scroll.setWidget(inside)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll)
        layout.addWidget(self.strip, 1)

    def show_hits(self, hits: Sequence[Hit], row: int) -> None:
        self.strip.show_hits(hits, row)

    def write_keyword(self) -> None:
        self.marks.keywords.field.setFocus()
        self._scroll.ensureWidgetVisible(self.marks.keywords.field)
