"""Borders on a tile: as wide as asked, shaded, within the tile, and painted once."""

from unittest.mock import Mock

import pytest
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmapCache, QPolygonF

from cbir_app.base import pictures
from cbir_app.base.theme import MARK

SIZE = (400, 300)  # of the photo; its tile has half of it
TILE = QRect(20, 10, 200, 150)
INSIDE = [[60, 60], [340, 60], [340, 240], [60, 240]]
BEYOND = [[-900, 100], [1500, 160], [1500, 1300], [-900, 1300]]


@pytest.fixture(autouse=True)
def _nothing_kept(qapp):
    QPixmapCache.clear()


def _paint(*outlines, width=2.0, ground="white"):
    image = QImage(240, 170, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    painter = QPainter(image)
    pictures.paint_borders(painter, TILE, SIZE, outlines, width)
    painter.end()
    return image


def test_a_border_lies_where_its_corners_are_with_a_shade_at_both_sides():
    image = _paint(INSIDE)
    across = [image.pixelColor(x, 85) for x in range(40, 62)]  # its left side is at 20 + 60 / 2 = 50
    assert across[9:11] == [QColor(MARK)] * 2
    shade = QColor(165, 165, 165)
    assert [across[8], across[11]] == [shade, shade]
    assert set(map(QColor.rgb, across[:8] + across[12:])) == {QColor("white").rgb()}


def test_what_reaches_beyond_the_tile_is_cut():
    image = _paint(BEYOND)
    inside = 0
    for y in range(image.height()):
        for x in range(image.width()):
            painted = image.pixel(x, y) != QColor("white").rgb()
            assert not painted or TILE.contains(x, y), (x, y)
            inside += painted
    assert inside


def test_it_looks_as_if_it_were_painted_on_the_photo():
    expected = QImage(240, 170, QImage.Format.Format_RGB32)
    expected.fill(QColor("steelblue"))
    painter = QPainter(expected)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(TILE)
    outline = [[300, 40], [380, 150], [200, 260], [40, 90]]
    corner = QPointF(TILE.topLeft())
    shape = QPolygonF([corner + QPointF(x / 2, y / 2) for x, y in outline])
    for colour, width in ((QColor(0, 0, 0, 90), 4.0), (QColor(MARK), 2.0)):
        painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPolygon(shape)
    painter.end()
    painted = _paint(outline, ground="steelblue")
    for y in range(painted.height()):
        for x in range(painted.width()):
            pair = painted.pixelColor(x, y), expected.pixelColor(x, y)
            assert max(abs(a - b) for a, b in zip(*(one.getRgb() for one in pair), strict=True)) <= 2, (x, y)


def test_it_is_painted_once_for_each_place_and_size(monkeypatch):
    paint = Mock(wraps=pictures.bordered)
    monkeypatch.setattr(pictures, "bordered", paint)
    first = _paint(INSIDE)
    assert _paint(INSIDE) == first
    assert paint.call_count == 1
    _paint(INSIDE, BEYOND)
    _paint(INSIDE, width=3.0)
    assert paint.call_count == 3
