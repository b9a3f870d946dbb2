"""Circles around the visual words that a query picture and a photo share, with the same number on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsItem, QGraphicsSimpleTextItem

from cbir.base.types import PhotoId, SharedWord, SharedWords, Term
from cbir.service import Answer, Failure, SharedWordsAnswer, SharedWordsRequest
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import number, percent, tr
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Engine

RADIUS_SIGMAS = 3.0  # as for the keypoints
LEAST_RADIUS = 9.0  # scene units: room for a number beside it
Z_VALUE = 2.5
COLOUR = "#00a0ff"


@dataclass(frozen=True, slots=True)
class Place:
    """A picture's place in the scene. scale : scene units per full-resolution pixel"""

    left: float
    scale: float


class SharedWordsLayer(QObject):
    """Draws shared visual words into a canvas. told : their number, or why there are none"""

    told = Signal(str)

    def __init__(self, engine: Engine, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._engine, self._canvas = engine, canvas
        self._ticket: int | None = None
        self.items: list[QGraphicsItem] = []

    def draw(self, source: Term, photo: PhotoId, query: Place, hit: Place, *, mirrored: bool) -> None:
        """Request the visual words that a picture and a photo share, and draw them.

        query, hit : the pictures' places in the scene
        """
        request = SharedWordsRequest(term=source, photo=photo, mirrored=mirrored)
        self._ticket = self._engine.request(request, partial(self._on_answer, query, hit))

    def forget(self) -> None:
        """Cancel the request, and remove the circles. Call it before the scene is cleared."""
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
        for mark in self.items:
            self._canvas.scene().removeItem(mark)
        self.items.clear()

    def _on_answer(self, query: Place, hit: Place, answer: Answer) -> None:
        self._ticket = None
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
                mark.setZValue(Z_VALUE)
                self._canvas.scene().addItem(mark)
                self.items.append(mark)


def about(at: int, word: SharedWord) -> str:
    """Return the weight of a visual word, and its idf."""
    return tr(
        "Word {number}: {share} of what all shared words count for. It is in %Ln photo(s): idf {idf}.",
        "",
        word.photos,
        number=number(at),
        share=percent(word.share),
        idf=number(word.idf, 1),
    )


def share_sentence(shared: SharedWords) -> str:
    if not shared.words:
        return tr("No visual words are shared")
    share = percent(sum(word.share for word in shared.words))
    return tr(
        "{shared} of {all} visual words are shared; the numbered ones count for {share} of that",
        shared=number(shared.shared),
        all=number(shared.of),
        share=share,
    )
