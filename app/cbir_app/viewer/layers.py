"""Layers over a photo: a heat map of its score, its keypoints, visual words that it shares with the query, changes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBitmap, QColor, QImage, QPainterPath, QPen, QPixmap, QRegion, QTransform
from PySide6.QtWidgets import (
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsRectItem,
    QGraphicsSimpleTextItem,
)

from cbir.base.types import HeatMap, Hit, PhotoId, PictureKeypoints, Region, SharedWord, SharedWords, Term
from cbir.service import (
    Answer,
    ChangesAnswer,
    ChangesRequest,
    Failure,
    HeatMapAnswer,
    HeatMapProgress,
    HeatMapRequest,
    KeypointsAnswer,
    KeypointsRequest,
    SharedWordsAnswer,
    SharedWordsRequest,
)
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import QT_TR_NOOP, number, percent, tr
from cbir_app.base.theme import MARK
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Engine

HEAT_Z = 0.5  # over the photo, under outlines and details
RAISES, LOWERS = (235, 60, 20), (40, 90, 230)
MOST = 0.62  # opacity at the largest drop of the score: the photo stays visible
RIM = 0.5  # of the largest drop: the part inside gets a line, which is seen on any color
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
        self.told.emit(tr("Checking which parts match your words…"))
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
        self.item.setZValue(HEAT_Z)
        region = QRectF(*heat.region)
        self.item.setPos(region.topLeft())
        self.item.setTransform(
            QTransform.fromScale(region.width() / pixmap.width(), region.height() / pixmap.height())
        )
        for colour, width in ((QColor(0, 0, 0, 170), 4.0), (QColor("white"), 1.6)):
            rim = QGraphicsPathItem(rim_of(heat), self.item)
            pen = QPen(colour, width)
            pen.setCosmetic(True)
            rim.setPen(pen)
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


def rim_of(heat: HeatMap, side_px: int = 256) -> QPainterPath:
    """The outline of the parts with at least RIM of the largest drop, in pixels of coloured(); empty without any."""
    import numpy as np

    path, most = QPainterPath(), float(heat.drops.max())
    if most < LEAST_DROP:
        return path
    n = len(heat.drops)
    levels = (np.clip(heat.drops / most, 0, 1) * 255).round().astype(np.uint8)
    smooth = Qt.TransformationMode.SmoothTransformation
    small = QImage(levels.tobytes(), n, n, n, QImage.Format.Format_Grayscale8)
    wide = small.scaled(side_px, side_px, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    rows = np.frombuffer(wide.constBits(), np.uint8).reshape(side_px, wide.bytesPerLine())[:, :side_px]
    bits = np.packbits(rows >= RIM * 255, axis=1, bitorder="little")
    inside = QBitmap.fromData(wide.size(), bits.tobytes(), QImage.Format.Format_MonoLSB)
    path.addRegion(QRegion(inside))
    return path.simplified()


def hottest(heat: HeatMap, photo: QRectF) -> str:
    """The part of a photo with the most influence on the score, in words; empty if there is none."""
    if float(heat.drops.max()) < LEAST_DROP:
        return ""
    n, (left, top, width, height) = len(heat.drops), heat.region
    row, column = divmod(int(heat.drops.argmax()), n)
    across = (left + (column + 0.5) / n * width) / photo.width()
    down = (top + (row + 0.5) / n * height) / photo.height()
    return tr(PLACES[min(2, int(3 * down))][min(2, int(3 * across))])


RADIUS_SIGMAS = 3.0  # a quarter of the patch that SIFT describes: whole patches would hide the picture
KEYPOINTS_Z = 2.0


class _MarkLayer(QObject):
    """Requests what to draw, and holds the marks in the scene. told : their number, or why there are none"""

    told = Signal(str)

    def __init__(self, engine: Engine, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._engine, self._canvas = engine, canvas
        self._tickets: set[int] = set()
        self.items: list[QGraphicsItem] = []

    def forget(self) -> None:
        """Cancel the requests, and remove the marks. Call it before the scene is cleared."""
        for ticket in self._tickets:
            self._engine.cancel(ticket)
        for mark in self.items:
            self._canvas.scene().removeItem(mark)
        self._tickets.clear()
        self.items.clear()


class KeypointLayer(_MarkLayer):
    """Draws keypoints of pictures into a canvas."""

    def draw(self, source: Term, *, left: float = 0.0, scale: float = 1.0) -> None:
        """Request a picture's keypoints and draw them. left, scale : the picture's place in the scene"""
        on_answer = partial(self._on_answer, left, scale)
        request = KeypointsRequest(term=source)
        self._tickets.add(self._engine.request(request, on_answer))

    def _on_answer(self, left: float, scale: float, answer: Answer) -> None:
        if isinstance(answer, KeypointsAnswer):
            circles = QGraphicsPathItem(_circles(answer.keypoints, left, scale))
            pen = QPen(QColor(MARK), 1)
            pen.setCosmetic(True)
            circles.setPen(pen)
            circles.setZValue(KEYPOINTS_Z)
            self._canvas.scene().addItem(circles)
            self.items.append(circles)
            self.told.emit(count_of(len(answer.keypoints)))
        elif isinstance(answer, Failure):
            self.told.emit(answer.message)


def stored(photo: PhotoId) -> Term:
    """A term for the stored keypoints of a photo, which a search compares."""
    return Term(photo=photo, marked=True)


def count_of(points: int) -> str:
    if points == 0:
        return tr("No details to compare: it is blank, blurred or too small")
    return tr("{count} details to compare", count=number(points))


def _circles(keypoints: PictureKeypoints, left: float, scale: float) -> QPainterPath:
    """Return a circle for each keypoint, with a stroke in the direction of its gradients."""
    path = QPainterPath()
    for (x, y), sigma, angle in zip(
        keypoints.xy.tolist(), keypoints.sigma.tolist(), keypoints.angle.tolist(), strict=True
    ):
        centre = QPointF((x + 0.5) * scale + left, (y + 0.5) * scale)
        radius = RADIUS_SIGMAS * sigma * scale
        path.addEllipse(centre, radius, radius)
        path.moveTo(centre)
        path.lineTo(centre + radius * QPointF(math.cos(angle), math.sin(angle)))
    return path


LEAST_RADIUS = 9.0  # scene units: room for a number beside it
SHARED_WORDS_Z = 2.5
COLOUR = "#00a0ff"


@dataclass(frozen=True, slots=True)
class Place:
    """A picture's place in the scene. scale : scene units per full-resolution pixel"""

    left: float
    scale: float


class SharedWordsLayer(_MarkLayer):
    """Draws shared visual words into a canvas."""

    def draw(self, source: Term, photo: PhotoId, query: Place, hit: Place, *, mirrored: bool) -> None:
        """Request the visual words that a picture and a photo share, and draw them.

        query, hit : the pictures' places in the scene
        """
        request = SharedWordsRequest(term=source, photo=photo, mirrored=mirrored)
        self._tickets = {self._engine.request(request, partial(self._on_answer, query, hit))}

    def _on_answer(self, query: Place, hit: Place, answer: Answer) -> None:
        self._tickets.clear()
        if isinstance(answer, SharedWordsAnswer):
            for at, word in enumerate(answer.shared.words, start=1):
                self._mark(at, word, query, word.query_xy.tolist(), word.query_sigma.tolist())
                self._mark(at, word, hit, word.photo_xy.tolist(), word.photo_sigma.tolist())
            self.told.emit(share_sentence(answer.shared))
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.told.emit(answer.message)

    def _mark(
        self,
        at: int,
        word: SharedWord,
        place: Place,
        points: Sequence[Sequence[float]],
        sigmas: Sequence[float],
    ) -> None:
        pen = QPen(QColor(COLOUR), 2)
        pen.setCosmetic(True)
        for (x, y), sigma in zip(points, sigmas, strict=True):
            centre = QPointF((x + 0.5) * place.scale + place.left, (y + 0.5) * place.scale)
            radius = max(LEAST_RADIUS, RADIUS_SIGMAS * sigma * place.scale)
            circle = QGraphicsEllipseItem(
                QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
            )
            circle.setPen(pen)
            circle.setToolTip(plain_tooltip(about(at, word)))
            text = QGraphicsSimpleTextItem(number(at))
            text.setBrush(QColor(COLOUR))
            font = text.font()
            font.setBold(True)
            text.setFont(font)
            text.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            text.setPos(centre + QPointF(radius, -radius))
            for mark in (circle, text):
                mark.setZValue(SHARED_WORDS_Z)
                self._canvas.scene().addItem(mark)
                self.items.append(mark)


def about(at: int, word: SharedWord) -> str:
    """Return the weight of a visual word, and its idf."""
    return tr(
        "Word {number}: {share} of the weight of all shared words. It is in %Ln photo(s): idf {idf}.",
        "",
        word.photos,
        number=number(at),
        share=percent(word.share),
        idf=number(word.idf, 1),
    )


CHANGES_Z = 2.2
_AROUND = 4.0  # scene units between a change and its box


class ChangesLayer(_MarkLayer):
    """Draws boxes around what only one of two pictures has."""

    def draw(self, source: Term, hit: Hit, term: int, query: Place | None, photo: Place) -> None:
        """Request the changes between a picture and a hit, and draw them.

        term : of the evidence. query, photo : the pictures' places in the scene; None: the query is not shown
        """
        self.told.emit(tr("Looking for changes…"))
        request = ChangesRequest(source=source, hit=hit, term=term)
        self._tickets = {self._engine.request(request, partial(self._on_answer, query, photo))}

    def _on_answer(self, query: Place | None, photo: Place, answer: Answer) -> None:
        self._tickets.clear()
        if isinstance(answer, ChangesAnswer):
            for change in answer.changes:
                if query is not None:
                    self._box(change.first, query)
                self._box(change.second, photo)
            count = len(answer.changes)
            self.told.emit(tr("%Ln change(s)", "", count) if count else tr("No change"))
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.told.emit(answer.message)

    def _box(self, region: Region, place: Place) -> None:
        x, y, width, height = (number * place.scale for number in region)
        box = QRectF(x + place.left, y, width, height).adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        for colour, line in ((QColor(0, 0, 0, 150), 4.5), (QColor(COLOUR), 2.5)):
            item = QGraphicsRectItem(box)
            pen = QPen(colour, line)
            pen.setCosmetic(True)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            item.setPen(pen)
            item.setZValue(CHANGES_Z)
            self._canvas.scene().addItem(item)
            self.items.append(item)


def share_sentence(shared: SharedWords) -> str:
    if not shared.words:
        return tr("No visual words are shared")
    share = percent(sum(word.share for word in shared.words))
    return tr(
        "{shared} of {all} visual words are shared; the numbered ones have {share} of their weight",
        shared=number(shared.shared),
        all=number(shared.of),
        share=share,
    )
