"""When the photos on the map were taken: a bar for each month or year. Dates are chosen by a drag, a click or keys."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from cbir_app.base.language import number, tr
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip

NO_MONTH = -1
YEAR = 12  # months
MOST_MONTHS = 48  # a longer time has a bar for each year
HEIGHT_PX = 62
LABEL_PX = 16
MOST_BAR_PX = 22.0
PAD_PX = 12
LABEL_STEP_PX = 44  # least distance between labels


class TimeStrip(QWidget):
    """Bars of the photos' dates; those of the photos in view of the map stand out.

    span : the first and the last chosen month, as in PositionsAnswer; None: all dates
    """

    chosen = Signal()  # by a person

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._first, self._step = 0, 1  # month of the first bar, and months of a bar
        self._counts = self._in_view = np.zeros(0, np.int64)
        self._bins: tuple[int, int] | None = None  # chosen bars
        self._pressed: tuple[int, tuple[int, int] | None] | None = None  # a bar, and the bars chosen before
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Dates of the photos on the map"))
        theme.changed.connect(self.update)
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT_PX)

    # ---- dates

    def show_months(self, months: NDArray[np.int64], *, stay: bool = False) -> None:
        """Show the months of all photos. stay : the chosen dates stay if their bars do"""
        before = self._first, self._step, len(self._counts)
        dated = months[months != NO_MONTH]
        first, last = (int(dated.min()), int(dated.max())) if len(dated) else (0, -1)
        self._step = 1 if last - first < MOST_MONTHS else YEAR
        self._first = first // self._step * self._step
        bars = (last - self._first) // self._step + 1
        self._counts = self._count(dated, bars)
        self._in_view = self._counts
        if not stay or before != (self._first, self._step, bars):
            self._bins = None
        self.setVisible(bars > 1)
        self._say()

    def show_in_view(self, months: NDArray[np.int64]) -> None:
        """Mark the months of the photos in view."""
        self._in_view = self._count(months[months != NO_MONTH], len(self._counts))
        self.update()

    def _count(self, months: NDArray[np.int64], bars: int) -> NDArray[np.int64]:
        return np.bincount((months - self._first) // self._step, minlength=max(0, bars))

    @property
    def span(self) -> tuple[int, int] | None:
        if self._bins is None:
            return None
        first, last = self._bins
        return self._first + first * self._step, self._first + (last + 1) * self._step - 1

    @property
    def filter_dates(self) -> tuple[str, str] | None:
        """The chosen dates in the form of the filters: from and to, years or months."""
        if self._bins is None:
            return None
        first, last = map(self._name, self._bins)
        return first, last

    @property
    def span_words(self) -> str:
        dates = self.filter_dates
        return "" if dates is None else " – ".join(dict.fromkeys(dates))

    def _name(self, bar: int) -> str:
        year, month = divmod(self._first + bar * self._step, YEAR)
        return f"{year:04}" if self._step == YEAR else f"{year:04}-{month + 1:02}"

    def choose(self, bins: tuple[int, int] | None) -> None:
        """Choose bars as a person does; None for all dates."""
        if bins != self._bins:
            self._bins = bins
            self._say()
            self.chosen.emit()

    def _say(self) -> None:
        count = int(self._counts.sum() if self._bins is None else self._counts[slice(*self._range())].sum())
        words = self.span_words or tr("All dates")
        self.setAccessibleDescription(f"{words} · {number(count)}")
        self.update()

    def _range(self) -> tuple[int, int]:
        first, last = self._bins or (0, len(self._counts) - 1)
        return first, last + 1

    # ---- by pointer and keys

    def bar_at(self, x: float) -> int:
        bars = len(self._counts)
        return min(bars - 1, max(0, int((x - PAD_PX) / max(1.0, self._room()) * bars)))

    def _room(self) -> float:
        return self.width() - 2.0 * PAD_PX

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and len(self._counts):
            bar = self.bar_at(event.position().x())
            self._pressed = bar, self._bins
            self.choose((bar, bar))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not len(self._counts):
            return
        bar = self.bar_at(event.position().x())
        if self._pressed is not None:
            self.choose((min(bar, self._pressed[0]), max(bar, self._pressed[0])))
        hint = tr("Drag over dates to see where you were; Esc shows all of them again")
        self.setToolTip(plain_tooltip(f"{self._name(bar)} · {number(int(self._counts[bar]))}\n{hint}"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and event.button() == Qt.MouseButton.LeftButton:
            bar, before = self._pressed
            self._pressed = None
            if before == (bar, bar) == self._bins:  # the bar that was chosen alone
                self.choose(None)

    def event(self, event: QEvent) -> bool:
        """Keep Esc from closing the page while dates are chosen."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self._bins is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        last = len(self._counts) - 1
        if by and last >= 0:
            first, end = self._bins or ((0, 0) if by > 0 else (last, last))
            if self._bins is None:
                self.choose((first, end))
            elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.choose((first, max(first, min(last, end + by))))
            else:
                moved = max(0, min(last, (end if by > 0 else first) + by))
                self.choose((moved, moved))
        elif event.key() == Qt.Key.Key_Escape and self._bins is not None:
            self.choose(None)
        else:
            super().keyPressEvent(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = self._theme.colours
        painter.fillRect(self.rect(), QColor(colours.panel))
        bars = len(self._counts)
        if not bars:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, room = self._room() / bars, self.height() - LABEL_PX - 8.0
        if self._bins is not None:
            first, end = self._range()
            painter.fillRect(
                QRectF(PAD_PX + first * wide, 2, (end - first) * wide, room + 6), QColor(colours.accent_soft)
            )
        most = max(1, int(self._counts.max()))
        width = min(MOST_BAR_PX, 0.8 * wide)
        for counts, colour in ((self._counts, colours.scroll), (self._in_view, colours.accent)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            for at in np.flatnonzero(counts).tolist():
                height = max(2.0, room * (int(counts[at]) / most) ** 0.5)
                painter.drawRect(QRectF(PAD_PX + at * wide, room + 5 - height, width, height))
        self._paint_labels(painter, wide)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(colours.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint_labels(self, painter: QPainter, wide: float) -> None:
        small = QFont(self.font())
        small.setPointSizeF(max(7.0, small.pointSizeF() * 0.88))
        painter.setFont(small)
        painter.setPen(QColor(self._theme.colours.dim))
        free = 0.0
        for bar in range(len(self._counts)):
            begins_year = (self._first + bar * self._step) % YEAR < self._step
            x = PAD_PX + bar * wide
            if (begins_year or bar == 0) and x >= free and x + LABEL_STEP_PX <= self.width():
                text = self._name(bar)[:4]
                painter.drawText(
                    QRectF(x, self.height() - LABEL_PX, LABEL_STEP_PX, LABEL_PX),
                    Qt.AlignmentFlag.AlignLeft,
                    text,
                )
                free = x + LABEL_STEP_PX
