"""Pixels from the engine -> Qt's own picture types. Nothing encoded is decoded in the window."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap

from cbir.base.types import Region
from cbir.service import PictureAnswer


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
    """Paint a picture over the whole tile; what lies beyond it at two sides is cut."""
    part = QSizeF(tile.size()).scaled(QSizeF(pixmap.size()), Qt.AspectRatioMode.KeepAspectRatio)
    source = QRectF(QPointF(), part)
    source.moveCenter(QRectF(pixmap.rect()).center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(QRectF(tile), pixmap, source)


def covering(pixmap: QPixmap, width: int, height: int, ratio: float) -> QPixmap:
    """Scale to width or height device-independent pixels, whichever leaves the other one larger."""
    wanted = QSize(round(width * ratio), round(height * ratio))
    mode = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    return pixmap.scaled(wanted, mode, Qt.TransformationMode.SmoothTransformation)


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
