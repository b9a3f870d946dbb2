"""Pixels from the engine as Qt's own picture types, and how tiles paint them. The window decodes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPixmapCache, QPolygonF

from cbir.base.types import Region
from cbir.service import PictureAnswer
from cbir_app.base.theme import MARK

_SHADE = QColor(0, 0, 0, 90)  # around a border, so that it stands out on light photos too


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on screen and the size of its original, which all coordinates refer to."""

    pixmap: QPixmap
    full_size: tuple[int, int]

    @property
    def scale(self) -> float:
        """Pixels shown per full-resolution pixel."""
        return self.pixmap.width() / max(1, self.full_size[0])


def picture_of(answer: PictureAnswer) -> Picture:
    return Picture(QPixmap.fromImage(image_of(answer)), answer.full_size)


def image_of(answer: PictureAnswer) -> QImage:
    """Wrap the (h, w, 3) uint8 pixels; the copy keeps Qt's memory apart from numpy's."""
    import numpy as np

    pixels = np.ascontiguousarray(answer.pixels)
    height, width = pixels.shape[:2]
    return QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()


def cut(picture: Picture, region: Region | None) -> QPixmap:
    """Return the framed part of a picture, or all of it."""
    if region is None:
        return picture.pixmap
    x, y, width, height = (value * picture.scale for value in region)
    return picture.pixmap.copy(QRectF(x, y, max(1.0, width), max(1.0, height)).toAlignedRect())


def fitted(pixmap: QPixmap, width: int, height: int, ratio: float, radius: float = 0.0) -> QPixmap:
    """Scale into width by height device-independent pixels, never up beyond its own size, corners rounded."""
    size = pixmap.size().scaled(
        round(width * ratio), round(height * ratio), Qt.AspectRatioMode.KeepAspectRatio
    )
    size = size.boundedTo(pixmap.size() * ratio)
    scaled = pixmap.scaled(
        size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    if radius:
        scaled = _rounded(scaled, radius * ratio)
    scaled.setDevicePixelRatio(ratio)
    return scaled


def paint_filling(painter: QPainter, tile: QRect, pixmap: QPixmap) -> None:
    """Paint a picture over the whole tile, cut at two sides if it is larger."""
    part = QSizeF(tile.size()).scaled(QSizeF(pixmap.size()), Qt.AspectRatioMode.KeepAspectRatio)
    source = QRectF(QPointF(), part)
    source.moveCenter(QRectF(pixmap.rect()).center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(QRectF(tile), pixmap, source)


def paint_borders(
    painter: QPainter,
    tile: QRect,
    size: tuple[int, int],
    outlines: Iterable[Sequence[Sequence[float]]],
    width_px: float,
) -> None:
    """Paint borders over a photo that fills its tile: the outline of the query, or typed terms in recognised text.

    Each is painted once for each size of tile and cached. It takes up to 3 ms, since Qt shares translucent strokes
    among threads and follows a border however far it reaches beyond the tile. A wall shows dozens in every frame.

    size : of the photo. outlines : corners (x, y) in the photo's pixels
    """
    across, down = tile.width() / size[0], tile.height() / size[1]
    scaled = [[(round(x * across, 1), round(y * down, 1)) for x, y in corners] for corners in outlines]
    ratio = painter.device().devicePixelRatioF()
    key = f"borders {tile.width()} {tile.height()} {ratio} {width_px} {scaled}"
    borders = QPixmap()
    if not QPixmapCache.find(key, borders):
        borders = bordered(
            tile, ratio, [QPolygonF([QPointF(x, y) for x, y in corners]) for corners in scaled], width_px
        )
        QPixmapCache.insert(key, borders)
    painter.drawPixmap(tile.topLeft(), borders)


def covering(pixmap: QPixmap, width: int, height: int, ratio: float) -> QPixmap:
    """Scale until both sides cover width and height device-independent pixels."""
    target = QSize(round(width * ratio), round(height * ratio))
    mode = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    return pixmap.scaled(target, mode, Qt.TransformationMode.SmoothTransformation)


def _rounded(pixmap: QPixmap, radius: float) -> QPixmap:
    rounded = QPixmap(pixmap.size())
    rounded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(rounded)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = QPainterPath()
    path.addRoundedRect(QRectF(rounded.rect()), radius, radius)
    painter.setClipPath(path)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return rounded


def bordered(tile: QRect, ratio: float, outlines: list[QPolygonF], width_px: float) -> QPixmap:
    borders = QPixmap(round(tile.width() * ratio), round(tile.height() * ratio))
    borders.setDevicePixelRatio(ratio)
    borders.fill(Qt.GlobalColor.transparent)
    painter = QPainter(borders)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("black"), 2 * width_px, j=Qt.PenJoinStyle.RoundJoin))
    for outline in outlines:
        painter.drawPolygon(outline)
    # Translucent strokes would take more than twice as long as opaque ones that are made translucent afterwards.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.fillRect(borders.rect(), _SHADE)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    painter.setPen(QPen(QColor(MARK), width_px, j=Qt.PenJoinStyle.RoundJoin))
    for outline in outlines:
        painter.drawPolygon(outline)
    painter.end()
    return borders
