"""The query laid onto its place in the hit: warped once by the homography, then faded, wiped or subtracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.floating[Any]]

Blend = Literal["fade", "wipe", "difference"]

MIN_SHARE = 0.5
"""A query that lands at less than this share of its size is scaled down first: the painter samples single pixels, so
that a fine pattern would turn into a coarse one (aliasing)."""


def homography(border: Points, outline: Points) -> QTransform | None:
    """Return the transform from the query's corners to their places, both (4, 2); None for corners on a line."""
    made = QTransform.quadToQuad(polygon(border), polygon(outline))  # the stubs say object
    return made if isinstance(made, QTransform) else None


def project(transform: QTransform, xy: Points) -> NDArray[np.float64]:
    """Return where points, (n, 2), land: Qt multiplies rows by the matrix."""
    import numpy as np

    t = transform
    matrix = np.array([[t.m11(), t.m12(), t.m13()], [t.m21(), t.m22(), t.m23()], [t.m31(), t.m32(), t.m33()]])
    landed = np.column_stack([xy, np.ones(len(xy))]) @ matrix
    return np.asarray(landed[:, :2] / landed[:, 2:], np.float64)


def polygon(corners: Points) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in corners.tolist()])


def warped(query: QPixmap, corners: Points, size: QSize) -> QPixmap:
    """Return the query as it lies on a photo of `size`, transparent around it.

    corners : (4, 2), where the query's corners lie on the photo, from its top left one in reading order round
    """
    import numpy as np

    drawn = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    drawn.fill(Qt.GlobalColor.transparent)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    share = float(sides.max()) / max(1, query.width(), query.height())
    if 0 < share < MIN_SHARE:
        query = query.scaled(
            max(1, round(query.width() * share)),
            max(1, round(query.height() * share)),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    whole = np.array([[0, 0], [query.width(), 0], [query.width(), query.height()], [0, query.height()]])
    onto = homography(whole, corners)
    if onto is not None:
        painter = QPainter(drawn)
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        painter.setTransform(onto)
        painter.drawPixmap(0, 0, query)
        painter.end()
    return QPixmap.fromImage(drawn)


class Overlay(QGraphicsItem):
    """A photo with the query on it.

    place : of the photo in the scene. reach : the part of it that the query covers; a wipe goes over that
    """

    def __init__(self, photo: QPixmap, query: QPixmap, place: QRectF, reach: QRectF) -> None:
        super().__init__()
        self._photo, self._query, self._place = photo, query, place
        self._reach = reach.intersected(place)
        self._blend: Blend = "fade"
        self._share = 0.5

    def show_blend(self, blend: Blend, share: float) -> None:
        """Show the query with an opacity in [0, 1]; as a difference, the query is subtracted from the photo."""
        self._blend, self._share = blend, min(1.0, max(0.0, share))
        self.update()

    def boundingRect(self) -> QRectF:
        return self._place

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._place, self._photo, QRectF(self._photo.rect()))
        if self._blend == "wipe":
            self._wipe(painter)
            return
        if self._blend == "difference":
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
        painter.setOpacity(self._share)
        painter.drawPixmap(self._place, self._query, QRectF(self._query.rect()))

    def _wipe(self, painter: QPainter) -> None:
        """Show the query left of an edge that the slider moves."""
        edge = self._reach.left() + self._reach.width() * self._share
        left = QRectF(self._place)
        left.setRight(edge)
        painter.save()
        painter.setClipRect(left, Qt.ClipOperation.IntersectClip)
        painter.drawPixmap(self._place, self._query, QRectF(self._query.rect()))
        painter.restore()
        for colour, width in (("#000000", 3.0), ("#ffffff", 1.2)):
            pen = QPen(QColor(colour), width)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawLine(QPointF(edge, self._reach.top()), QPointF(edge, self._reach.bottom()))
