"""A heat map of the parts of a photo that raise or lower its score for the query text, coarse first, then finer."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsPixmapItem

from cbir.base.types import HeatMap, PhotoId, Term
from cbir.service import Answer, Failure, HeatMapAnswer, HeatMapProgress, HeatMapRequest
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.engine import Engine

Z_VALUE = 0.5  # over the photo, under outlines and details
RAISES, LOWERS = (235, 60, 20), (40, 90, 230)
MOST = 0.62  # opacity at the largest drop of the score: the photo stays visible
LEAST_DROP = 1e-6  # below it, no part of the photo matters
HOW_TO_READ = QT_TR_NOOP("Red: your words were found here. Blue: this speaks against them.")
PLACES = (
    (QT_TR_NOOP("Most at the top left"), QT_TR_NOOP("Most at the top"), QT_TR_NOOP("Most at the top right")),
    (QT_TR_NOOP("Most on the left"), QT_TR_NOOP("Most in the middle"), QT_TR_NOOP("Most on the right")),
    (
        QT_TR_NOOP("Most at the bottom left"),
        QT_TR_NOOP("Most at the bottom"),
        QT_TR_NOOP("Most at the bottom right"),
    ),
)
"""The same in words, for people who cannot use the colours."""


class HeatLayer(QObject):
    """Draws a heat map into a canvas. told : how to read it and its hottest part, or why there is none"""

    told = Signal(str)

    def __init__(self, engine: Engine, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._engine, self._canvas = engine, canvas
        self._ticket: int | None = None
        self.item: QGraphicsPixmapItem | None = None
        self.heat: HeatMap | None = None

    def draw(self, terms: tuple[Term, ...], photo: PhotoId) -> None:
        """Request the heat map of a photo and draw it as it arrives."""
        self.told.emit(tr("Trying which parts your words found…"))
        request = HeatMapRequest(terms=terms, photo=photo)
        self._ticket = self._engine.request(request, self._on_answer, self._on_progress)

    def forget(self) -> None:
        """Cancel the request, and remove the heat map. Call it before the scene is cleared."""
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
        if self.item is not None:
            self._canvas.scene().removeItem(self.item)
        self.item = self.heat = None

    def _on_progress(self, answer: Answer) -> None:
        if isinstance(answer, HeatMapProgress):
            self._show(answer.heat)

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, HeatMapAnswer):
            self._show(answer.heat)
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.told.emit(answer.message)

    def _show(self, heat: HeatMap) -> None:
        if self.item is not None:
            self._canvas.scene().removeItem(self.item)
        self.heat = heat
        pixmap = QPixmap.fromImage(coloured(heat))
        self.item = QGraphicsPixmapItem(pixmap)
        self.item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.item.setZValue(Z_VALUE)
        region = QRectF(*heat.region)
        self.item.setPos(region.topLeft())
        self.item.setTransform(
            QTransform.fromScale(region.width() / pixmap.width(), region.height() / pixmap.height())
        )
        self._canvas.scene().addItem(self.item)
        self.told.emit(f"{tr(HOW_TO_READ)} {hottest(heat, self._canvas.sceneRect())}")


def coloured(heat: HeatMap, side_px: int = 256) -> QImage:
    """Return the colours of a heat map, clear where nothing changes. Smooth, because the map has no sharp edges."""
    import numpy as np

    n = len(heat.drops)
    most = max(float(np.abs(heat.drops).max()), LEAST_DROP)
    shares = np.clip(heat.drops / most, -1, 1)
    alpha = (np.abs(shares) * MOST * 255).round().astype(np.uint32)
    pixels = np.zeros((n, n), np.uint32)
    for shift, (red, blue) in zip((16, 8, 0), zip(RAISES, LOWERS, strict=True), strict=True):
        pixels |= (np.where(shares > 0, red, blue).astype(np.uint32) * alpha // 255) << np.uint32(shift)
    pixels |= alpha << np.uint32(24)
    small = QImage(pixels.tobytes(), n, n, 4 * n, QImage.Format.Format_ARGB32_Premultiplied)
    smooth = Qt.TransformationMode.SmoothTransformation
    return small.scaled(side_px, side_px, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def hottest(heat: HeatMap, photo: QRectF) -> str:
    """The part of a photo with the most influence on the score, in words; empty if there is none."""
    if float(heat.drops.max()) < LEAST_DROP:
        return ""
    n, (left, top, width, height) = len(heat.drops), heat.region
    row, column = divmod(int(heat.drops.argmax()), n)
    across = (left + (column + 0.5) / n * width) / photo.width()
    down = (top + (row + 0.5) / n * height) / photo.height()
    return tr(PLACES[min(2, int(3 * down))][min(2, int(3 * across))])
