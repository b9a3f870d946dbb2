"""The sections of the grid, and the line with a title that each begins with."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from app.theme import Colours

HEADER_PX = 46


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of the model from `first` on, `rows` of them, under a line with a title (none when empty)."""

    first: int
    rows: int
    title: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class PlacedSection:
    section: Section
    top: int  # of the header, in pixels of the whole content
    cells_top: int
    lines: int


def paint_header(painter: QPainter, section: Section, rect: QRect, colours: Colours) -> None:
    """Paint a section's title and remark, and a line over the rest of the width."""
    plain = painter.font()
    font = QFont(plain)
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(colours.text))
    used = painter.boundingRect(rect, Qt.AlignmentFlag.AlignVCenter, section.title)
    painter.drawText(used, Qt.AlignmentFlag.AlignVCenter, section.title)
    painter.setFont(plain)
    painter.setPen(QColor(colours.dim))
    rest = rect.adjusted(used.width() + 10, 0, 0, 0)
    remark = painter.fontMetrics().elidedText(section.remark, Qt.TextElideMode.ElideRight, rest.width())
    painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, remark)
    painter.setPen(QColor(colours.line))
    start = rest.left() + painter.fontMetrics().horizontalAdvance(remark) + (12 if remark else 2)
    if start < rect.right():
        painter.drawLine(start, rect.center().y() + 1, rect.right(), rect.center().y() + 1)
