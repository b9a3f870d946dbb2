"""Targets shown while data is dragged over the window: a drop replaces the search or adds to it."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from cbir_app.base.language import tr
from cbir_app.base.theme import Theme

INSET_PX = 5
RADIUS_PX = 10


class DropTargets(QWidget):
    """Covers the whole window and lets every event through. bar, rest : the two targets"""

    def __init__(self, parent: QWidget, bar: QWidget, rest: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._whole = parent
        self._bar, self._rest, self._theme = bar, rest, theme
        self._on_bar = False
        self._only_bar = False
        self.searching = False  # without a search there is nothing to add to
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def aim(self, *, on_bar: bool, only_bar: bool) -> None:
        """Show the targets for a position of the pointer. only_bar : photos of this window, which can only be added"""
        self._on_bar, self._only_bar = on_bar, only_bar
        self.setGeometry(self._whole.rect())
        self.raise_()
        self.show()
        self.update()

    @property
    def targets(self) -> tuple[tuple[QRect, str, bool], ...]:
        """The targets: place, wording, and True if the pointer is on it."""
        if not self.searching and not self._only_bar:
            return ((self._place(self._rest), tr("Search with this picture"), True),)
        both = (
            (self._place(self._bar), tr("Add to the search"), self._on_bar),
            (self._place(self._rest), tr("Search with this instead"), not self._on_bar),
        )
        return both[:1] if self._only_bar else both

    def _place(self, target: QWidget) -> QRect:
        corner = target.mapTo(self._whole, target.rect().topLeft())
        return QRect(corner, target.size()).adjusted(INSET_PX, INSET_PX, -INSET_PX, -INSET_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, words, aimed in self.targets:
            ground = QColor(colours.accent_soft if aimed else colours.panel)
            ground.setAlpha(235 if aimed else 200)
            pen = QPen(QColor(colours.accent if aimed else colours.dim), 2 if aimed else 1.4)
            pen.setStyle(Qt.PenStyle.SolidLine if aimed else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(ground)
            painter.drawRoundedRect(place, RADIUS_PX, RADIUS_PX)
            font = self.font()
            font.setBold(aimed)
            painter.setFont(font)
            painter.setPen(QColor(colours.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
