"""The query laid over its place in the hit: warped once by the homography, then faded, wiped or subtracted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsSceneHoverEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

if TYPE_CHECKING:  # numpy would delay the window's first frame
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.floating[Any]]

Blend = Literal["fade", "wipe", "difference"]

GRIP_PX = 12  # distance from the edge of a wipe at which the pointer can drag it
MIN_SHARE = 0.5
"""A query placed at less than this share of its size is scaled down first. The painter samples single pixels, so a fine
pattern would turn into a coarse one (aliasing)."""


def homography(border: Points, outline: Points) -> QTransform | None:
    """Return the transform from the query's corners to their places, both (4, 2); None if the corners form a line."""
    made = QTransform.quadToQuad(polygon(border), polygon(outline))  # the stubs say object
    return made if isinstance(made, QTransform) else None


def project(transform: QTransform, xy: Points) -> NDArray[np.float64]:
    """Return the projected points, (n, 2). Qt multiplies rows by the matrix."""
    import numpy as np

    t = transform
    matrix = np.array([[t.m11(), t.m12(), t.m13()], [t.m21(), t.m22(), t.m23()], [t.m31(), t.m32(), t.m33()]])
    landed = np.column_stack([xy, np.ones(len(xy))]) @ matrix
    return np.asarray(landed[:, :2] / landed[:, 2:], np.float64)


def polygon(corners: Points) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in corners.tolist()])


def warped(query: QPixmap, corners: Points, size: QSize) -> QPixmap:
    """Return the query at its place on a photo of `size`, transparent around it.

    corners : (4, 2), the query's corners on the photo, clockwise from its top left one
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

    place : of the photo in the scene. reach : the part of it that the query covers, the range of a wipe
    names : of the query and of the photo, beside the edge of a wipe
    on_share : called with a share in [0, 1] while the pointer drags the edge
    """

    def __init__(
        self,
        photo: QPixmap,
        query: QPixmap,
        place: QRectF,
        reach: QRectF,
        names: tuple[str, str],
        on_share: Callable[[float], object],
    ) -> None:
        super().__init__()
        self.names = names
        self.setAcceptHoverEvents(True)
        self._on_share = on_share
        self._photo, self._query, self._place = photo, query, place
        self.reach = reach.intersected(place)
        self._blend: Blend = "fade"
        self._share = 0.5

    def show_blend(self, blend: Blend, share: float) -> None:
        """Show the query with an opacity in [0, 1]. As a difference, the query is subtracted from the photo."""
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

    # ---- the edge of a wipe

    @property
    def edge(self) -> float:
        """The horizontal position of the edge in the scene: the query is left of it, the photo right."""
        return self.reach.left() + self.reach.width() * self._share

    def _on_edge(self, x: float) -> bool:
        zoom = self.scene().views()[0].transform().m11()
        return self._blend == "wipe" and abs(x - self.edge) * zoom <= GRIP_PX

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        if self._on_edge(event.pos().x()):
            self.setCursor(Qt.CursorShape.SplitHCursor)
        else:
            self.unsetCursor()

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Grab the edge. Anywhere else, the press pans the picture."""
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton and self._on_edge(event.pos().x()))

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        share = (event.pos().x() - self.reach.left()) / max(1e-9, self.reach.width())
        self._on_share(min(1.0, max(0.0, share)))

    def _wipe(self, painter: QPainter) -> None:
        """Show the query left of the edge and the photo right of it, with their names."""
        edge = self.edge
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
            painter.drawLine(QPointF(edge, self.reach.top()), QPointF(edge, self.reach.bottom()))
        zoom = max(1e-6, painter.worldTransform().m11())
        painter.translate(edge, self.reach.center().y())
        painter.scale(1 / zoom, 1 / zoom)  # names have the same size at every zoom
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor("#000000"), 1))
        painter.setBrush(QColor("#ffffff"))
        painter.drawEllipse(QPointF(0, 0), 6, 6)
        height = painter.fontMetrics().height() + 6
        for words, on_left in zip(self.names, (True, False), strict=True):
            width = painter.fontMetrics().horizontalAdvance(words) + 14
            box = QRectF(-width - 12 if on_left else 12, -height / 2, width, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 150))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(QColor("#ffffff"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
