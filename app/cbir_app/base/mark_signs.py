"""Flag, colour label and stars of a photo as signs, painted over or below its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.wording import spoken_stars, stars

if TYPE_CHECKING:
    from cbir.base.types import Metadata
    from cbir_app.base.theme import Theme

SIGN_PX = 14
GAP_PX = 4
DOT_PX = 10
NARROW_PX = 70  # a narrower place has no room for five stars


@dataclass(frozen=True, slots=True)
class LabelColor:
    """name : untranslated. colour : seen on photos in both schemes. key : labels the selected photos"""

    name: str
    colour: str
    key: str = ""


LABELS: dict[str, LabelColor] = {
    "Red": LabelColor(QT_TR_NOOP("Red"), "#e5484d", "6"),
    "Yellow": LabelColor(QT_TR_NOOP("Yellow"), "#f2c230", "7"),
    "Green": LabelColor(QT_TR_NOOP("Green"), "#2fa866", "8"),
    "Blue": LabelColor(QT_TR_NOOP("Blue"), "#3f83f8", "9"),
    "Purple": LabelColor(QT_TR_NOOP("Purple"), "#9a5fd0"),
}
"""Labels by the text of xmp:Label; the keys are those of Lightroom."""


def label_of(text: str | None) -> LabelColor | None:
    """Return the colour of a label; None for no label, and for one that names no colour."""
    return None if text is None else LABELS.get(text.strip().capitalize())


def label_name(text: str) -> str:
    color = label_of(text)
    return text if color is None else tr(color.name)


def spoken_marks(metadata: Metadata) -> str:
    """Return a photo's marks for a screen reader, as sentences; empty without any."""
    parts = []
    if metadata.flag == "pick":
        parts.append(tr("Picked"))
    if metadata.rating:
        parts.append(spoken_stars(metadata.rating))
    if metadata.label:
        parts.append(tr("Label: {label}", label=label_name(metadata.label)))
    return " ".join(f"{part}." for part in parts)


def shown_stars(rating: int | None, *, short: bool = False) -> str:
    """Return the stars; a rejection has a sign of its own. short : a number and one star"""
    if rating is None or rating <= 0:
        return ""
    return f"{rating}{stars(1)}" if short else stars(rating)


def signs_width(painter: QPainter, metadata: Metadata, *, short: bool = False) -> int:
    """Return the width of a photo's signs; 0 without any."""
    widths = []
    if metadata.flag is not None:
        widths.append(SIGN_PX)
    if label_of(metadata.label) is not None:
        widths.append(DOT_PX)
    if text := shown_stars(metadata.rating, short=short):
        widths.append(painter.fontMetrics().horizontalAdvance(text))
    return sum(widths) + GAP_PX * max(0, len(widths) - 1)


def paint_signs(
    painter: QPainter, line: QRect, metadata: Metadata, theme: Theme, colour: str, *, short: bool = False
) -> None:
    """Paint a photo's signs from the left of a line on: flag, label, stars. colour : of flag and stars"""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    at, middle = line.left(), line.center().y() + 1
    if metadata.flag is not None:
        icon = "flag" if metadata.flag == "pick" else "reject"
        pixmap = theme.pixmap(icon, SIGN_PX, colour, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPoint(at, middle - SIGN_PX // 2), pixmap)
        at += SIGN_PX + GAP_PX
    if (label := label_of(metadata.label)) is not None:
        paint_dot(painter, QPointF(at + DOT_PX / 2, middle), label, colour)
        at += DOT_PX + GAP_PX
    if text := shown_stars(metadata.rating, short=short):
        painter.setPen(QColor(colour))
        rest = QRect(at, line.top(), max(0, line.right() + 1 - at), line.height())
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text)


def paint_dot(painter: QPainter, centre: QPointF, label: LabelColor, rim: str) -> None:
    """Paint a label: a disc of its colour with a rim, so that it is seen on a ground of that colour too."""
    painter.setPen(QPen(QColor(rim), 1.2))
    painter.setBrush(QColor(label.colour))
    painter.drawEllipse(centre, DOT_PX / 2 - 0.6, DOT_PX / 2 - 0.6)


def paint_plate(painter: QPainter, line: QRect) -> None:
    """Paint a dark plate behind signs that lie on a photo."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 150))
    plate = QRectF(line).adjusted(-5, -1, 5, 1)
    painter.drawRoundedRect(plate, plate.height() / 2, plate.height() / 2)
