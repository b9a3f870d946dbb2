"""The signs of a photo's marks: flag, label and stars, side by side."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter

from cbir.base.types import Metadata
from cbir_app.base.mark_signs import GAP_PX, LABELS, SIGN_PX, paint_signs

COLOUR = "#303030"
LINE = QRect(0, 0, 120, 20)


def painted(paint):
    image = QImage(LINE.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image


@pytest.mark.parametrize(
    ("metadata", "icon"),
    [(Metadata(pick=True), "flag"), (Metadata(rating=-1), "reject")],
    ids=["pick", "reject"],
)
def test_a_pick_and_a_rejection_have_signs_of_their_own(theme, metadata, icon):
    at = QPoint(0, LINE.center().y() + 1 - SIGN_PX // 2)
    expected = painted(lambda painter: painter.drawPixmap(at, theme.pixmap(icon, SIGN_PX, COLOUR)))
    assert painted(lambda painter: paint_signs(painter, LINE, metadata, theme, COLOUR)) == expected


def test_a_label_is_a_disc_of_its_colour_after_the_flag(theme):
    marked = Metadata(pick=True, label="red")
    image = painted(lambda painter: paint_signs(painter, LINE, marked, theme, COLOUR))
    disc = QColor(LABELS["Red"].colour)
    row = LINE.center().y() + 1
    discs = [x for x in range(LINE.width()) if image.pixelColor(x, row) == disc]
    assert min(discs) > SIGN_PX + GAP_PX and max(discs) - min(discs) < 10
