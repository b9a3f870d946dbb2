"""The years and months beside a timeline: numbers of photos, the current position, and a way to jump."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from cbir_app.base.language import number, tr
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.results.result_sections import PlacedSection
from cbir_app.results.result_view import ResultView

WIDTH_PX = 74
BAR_PX = 26  # for the month with the most photos
LABEL_GAP_PX = 17  # minimum distance between labels; closer years are left out
PAD_PX = 8


class TimelineRail(QWidget):
    """A rail at the right of a view of months that scrolls it. Up and Down move by a month."""

    left = Signal()  # Left or Escape: back to the photos

    def __init__(self, view: ResultView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._theme = view, theme
        self.setFixedWidth(WIDTH_PX)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Years and months"))
        view.scrolled.connect(self._on_scrolled)
        self._picture: QPixmap | None = None
        view.laid_out.connect(self._on_laid_out)
        theme.changed.connect(self._forget_picture)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH_PX, 200)

    def month_at(self, y: float) -> PlacedSection | None:
        """Return the month at a height of the rail."""
        laid = self._view.laid
        return laid.section_at(round(self._share(y) * laid.height))

    def years(self) -> list[tuple[str, float]]:
        """Return each year and the height of its first month, without years that would overlap."""
        years_drawn: list[tuple[str, float]] = []
        before, last = "", -LABEL_GAP_PX * 2.0
        for placed in self._view.laid.placed:
            year = placed.section.year or "–"
            y = self.y_of(placed.top)
            if year != before and y - last >= LABEL_GAP_PX:
                years_drawn.append((year, y))
                last = y
            before = year
        return years_drawn

    # ---- geometry

    def _room(self) -> float:
        return max(1.0, self.height() - 2.0 * PAD_PX)

    def y_of(self, content_y: float) -> float:
        return PAD_PX + self._room() * content_y / max(1, self._view.laid.height)

    def _share(self, y: float) -> float:
        return min(0.999999, max(0.0, (y - PAD_PX) / self._room()))

    # ---- events

    def _on_scrolled(self) -> None:
        if self.isVisible():
            placed = self._view.laid.section_at(self._view.verticalOffset())
            self.setAccessibleDescription(placed.section.title if placed is not None else "")
            self.update()

    def _go(self, y: float) -> None:
        bar = self._view.verticalScrollBar()
        bar.setValue(round(self._share(y) * self._view.laid.height))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position().y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        placed = self.month_at(event.position().y())
        if placed is not None:
            self.setToolTip(plain_tooltip(f"{placed.section.title} · {number(placed.section.rows)}"))
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position().y())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is not None:
            self._view.step_section(step)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Escape, Qt.Key.Key_Return):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange):
            self._forget_picture()

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None or self._picture.deviceIndependentSize().toSize() != self.size():
            self._picture = self._paint_months()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._picture)
        self._paint_window(painter)
        painter.end()

    def _paint_months(self) -> QPixmap:
        """Paint the part that does not change during scrolling."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(self._theme.colours.base))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bars(painter)
        small = QFont(self.font())
        small.setPointSizeF(max(7.0, small.pointSizeF() * 0.88))
        painter.setFont(small)
        painter.setPen(QColor(self._theme.colours.dim))
        for year, y in self.years():
            place = QRectF(0, y - 1, self.width() - BAR_PX - 12, LABEL_GAP_PX)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, year)
        painter.end()
        return picture

    def _on_laid_out(self) -> None:
        """Drop the picture once all months have their places; until then the old one stays."""
        if self._view.laid.complete:
            self._forget_picture()

    def _forget_picture(self) -> None:
        self._picture = None
        self._on_scrolled()

    def _paint_bars(self, painter: QPainter) -> None:
        """Paint a bar for each month, its length relative to the fullest month."""
        placed = self._view.laid.placed
        most = max((section.section.rows for section in placed), default=1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.scroll))
        for month in placed:
            top, bottom = self.y_of(month.top), self.y_of(month.bottom)
            length = max(2.0, BAR_PX * (month.section.rows / most) ** 0.5)
            height = max(1.0, min(6.0, bottom - top - 1))
            painter.drawRoundedRect(QRectF(self.width() - 6 - length, top + 2, length, height), 1, 1)

    def _paint_window(self, painter: QPainter) -> None:
        """Mark the part of the timeline that is visible."""
        offset, page = self._view.verticalOffset(), self._view.viewport().height()
        top, bottom = self.y_of(offset), self.y_of(min(self._view.laid.height, offset + page))
        colour = QColor(self._theme.colours.accent)
        mark = QRectF(QPointF(3, top), QPointF(self.width() - 3, max(top + 5, bottom)))
        colour.setAlpha(38)
        painter.setBrush(colour)
        colour.setAlpha(255 if self.hasFocus() else 110)
        painter.setPen(colour)
        painter.drawRoundedRect(mark, 4, 4)


class Gallery(QWidget):
    """The wall, and at its right the rail, which serves as scroll bar for a wall in order of time."""

    def __init__(self, view: ResultView, theme: Theme) -> None:
        super().__init__()
        self._view = view
        self.rail = TimelineRail(view, theme)
        self.rail.left.connect(view.setFocus)
        self.rail.hide()
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._beside = QHBoxLayout(self)
        self._beside.setContentsMargins(0, 0, 0, 0)
        self._beside.setSpacing(0)
        self._beside.addWidget(view, 1)
        self._beside.addWidget(self.rail)

    def show_rail(self, dated: bool) -> None:
        if dated != self.rail.isHidden():
            return
        self._view.set_sections((), ())  # the width changes at once; nothing is laid out for both widths
        self.rail.setVisible(dated)
        policy = Qt.ScrollBarPolicy
        self._view.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if dated else policy.ScrollBarAlwaysOn
        )
        self._beside.activate()
