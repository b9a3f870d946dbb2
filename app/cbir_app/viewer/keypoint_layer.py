"""Circles around the keypoints of a picture, in proportion to their scale."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from cbir.base.types import PhotoId, PictureKeypoints, Term
from cbir.service import Answer, Failure, KeypointsAnswer, KeypointsRequest
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import number, tr
from cbir_app.base.theme import MARK
from cbir_app.engine import Engine

RADIUS_SIGMAS = 3.0  # a quarter of the patch that SIFT describes: whole patches would hide the picture
Z_VALUE = 2.0


class KeypointLayer(QObject):
    """Draws keypoints of pictures into a canvas. told : their number, or why there are none"""

    told = Signal(str)

    def __init__(self, engine: Engine, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._engine, self._canvas = engine, canvas
        self._tickets: set[int] = set()
        self.items: list[QGraphicsPathItem] = []

    def draw(self, source: Term, *, left: float = 0.0, scale: float = 1.0) -> None:
        """Request a picture's keypoints and draw them. left, scale : the picture's place in the scene"""
        on_answer = partial(self._on_answer, left, scale)
        request = KeypointsRequest(term=source)
        self._tickets.add(self._engine.request(request, on_answer))

    def forget(self) -> None:
        """Cancel the requests, and remove the circles. Call it before the scene is cleared."""
        for ticket in self._tickets:
            self._engine.cancel(ticket)
        for circles in self.items:
            self._canvas.scene().removeItem(circles)
        self._tickets.clear()
        self.items.clear()

    def _on_answer(self, left: float, scale: float, answer: Answer) -> None:
        if isinstance(answer, KeypointsAnswer):
            circles = QGraphicsPathItem(_circles(answer.keypoints, left, scale))
            pen = QPen(QColor(MARK), 1)
            pen.setCosmetic(True)
            circles.setPen(pen)
            circles.setZValue(Z_VALUE)
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
        return tr("No details to compare by: it is blank, blurred or too small")
    return tr("{count} details to compare by", count=number(points))


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
