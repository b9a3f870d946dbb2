"""A rating to view and to set: five stars, by pointer, arrow keys and digits."""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider

from cbir_app.base.language import tr
from cbir_app.base.theme import Theme
from cbir_app.base.wording import MAX_STARS, spoken_stars

STAR_PX, GAP_PX, PAD_PX = 19, 5, 4


class Stars(QSlider):
    """A slider in the form of stars, also for a screen reader."""

    rated = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._pointed = 0
        self._mixed = False
        self.setRange(0, MAX_STARS)
        self.setPageStep(1)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the arrow keys from the photos
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Rating"))
        self.setToolTip(tr("Rate with a click or the keys 0 to 5"))
        self.valueChanged.connect(self.rated)
        theme.changed.connect(self.update)

    def show_rating(self, rating: int, *, mixed: bool = False) -> None:
        """Show the photos' rating without emitting it. mixed : the photos have different ratings"""
        self._mixed = mixed
        with QSignalBlocker(self):
            self.setValue(rating)  # a rejection is negative, which the slider turns into 0
        self.setAccessibleDescription(tr("Different ratings") if mixed else spoken_stars(rating))
        self.update()

    def sizeHint(self) -> QSize:
        width = MAX_STARS * STAR_PX + (MAX_STARS - 1) * GAP_PX + 2 * PAD_PX
        return QSize(width, STAR_PX + 2 * PAD_PX)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _star_at(self, x: float) -> int:
        return min(MAX_STARS, max(1, 1 + int((x - PAD_PX + GAP_PX / 2) // (STAR_PX + GAP_PX))))

    def mousePressEvent(self, ev: QMouseEvent) -> None:
        if ev.button() == Qt.MouseButton.LeftButton:
            star = self._star_at(ev.position().x())
            self._set(0 if star == self.value() and not self._mixed else star)
        ev.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second press: it would revert the first."""
        event.accept()

    def mouseMoveEvent(self, ev: QMouseEvent) -> None:
        self._pointed = self._star_at(ev.position().x())
        self.update()
        ev.accept()

    def mouseReleaseEvent(self, ev: QMouseEvent) -> None:
        ev.accept()

    def wheelEvent(self, e: QWheelEvent) -> None:
        """Leave scrolling to the column: scrolling over the stars must not change the rating."""
        e.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        self._pointed = 0
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, ev: QKeyEvent) -> None:
        digit = ev.text()
        if len(digit) == 1 and digit in "012345":
            self._set(int(digit))
        else:
            super().keyPressEvent(ev)

    def _set(self, rating: int) -> None:
        """Set a rating by hand. With different ratings, the displayed one can be set too."""
        if rating == self.value() and self._mixed:
            self.rated.emit(rating)
        self.setValue(rating)

    def paintEvent(self, ev: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self._pointed or (0 if self._mixed else self.value())
        for at in range(MAX_STARS):
            left = PAD_PX + at * (STAR_PX + GAP_PX)
            full = at < lit
            colour = QColor(colours.accent_line if self._pointed else colours.accent)
            painter.setPen(QPen(colour if full else QColor(colours.dim), 1.3))
            painter.setBrush(colour if full else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(_star(QRectF(left, PAD_PX, STAR_PX, STAR_PX)))
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()


def _star(box: QRectF) -> QPolygonF:
    """Return a five-pointed star with inner corners close to a pentagram's."""
    radius, inner = box.width() / 2, box.width() / 2 * 0.45
    points = []
    for at in range(10):
        angle = -pi / 2 + at * pi / 5
        length = inner if at % 2 else radius
        points.append(
            QPointF(box.center().x() + length * cos(angle), box.center().y() + 0.5 + length * sin(angle))
        )
    return QPolygonF(points)
