"""The drawing of a query and a hit in a canvas: side by side, or one laid over the other by the homography.

Both pictures are scaled to the same height, so that neither hides the other by its size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsPolygonItem,
    QGraphicsSceneHoverEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from cbir.base.types import Evidence, Region
from cbir_app.base.canvas import Canvas
from cbir_app.base.evidence import hull_around
from cbir_app.base.pictures import Picture, cut
from cbir_app.base.theme import MARK

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
    transform = QTransform.quadToQuad(polygon(border), polygon(outline))  # the stubs say object
    return transform if isinstance(transform, QTransform) else None


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
        self.show_share = on_share
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
        self.show_share(min(1.0, max(0.0, share)))

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


HEIGHT = 1000.0  # scene units
GAP = 36.0
LINE_ALPHA = 120
DOT_PX = 2.4
LANDING_MS = 380


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A compared pair. region : the searched part of the query"""

    query: Picture
    photo: Picture
    region: Region | None
    evidence: Evidence | None

    @property
    def border(self) -> Points:
        """The corners of the searched region, in the order of Evidence.outline: (4, 2)."""
        import numpy as np

        x, y, width, height = self.region or (0.0, 0.0, *map(float, self.query.full_size))
        return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)

    @property
    def landed(self) -> Points | None:
        """The query's corners on the photo, relative to its top left corner instead of a pixel's centre."""
        evidence = self.evidence
        return None if evidence is None or evidence.outline is None else evidence.outline + 0.5

    @property
    def parts(self) -> tuple[Points, Points] | None:
        """Outlines of the parts of both pictures that agree, if the rest does not; None: the query's border lands.

        (n, 2) and (m, 2), from the top left corner of the query and of the photo
        """
        evidence = self.evidence
        if evidence is None or evidence.via is not None or evidence.proof not in ("part", "possible"):
            return None
        import numpy as np

        in_query = hull_around((evidence.query_xy + 0.5).tolist(), self.query.full_size)
        in_photo = hull_around((evidence.photo_xy + 0.5).tolist(), self.photo.full_size)
        return np.array(in_query).reshape(-1, 2), np.array(in_photo).reshape(-1, 2)

    @property
    def deviation_px(self) -> float | None:
        """Median distance of the points from their projection by the homography, in pixels of the photo."""
        if self.evidence is None or self.landed is None or not len(self.evidence.query_xy):
            return None
        import numpy as np

        onto = homography(self.border, self.landed)
        if onto is None:
            return None
        residuals = project(onto, self.evidence.query_xy + 0.5) - (self.evidence.photo_xy + 0.5)
        return float(np.median(np.linalg.norm(residuals, axis=1)))


class MatchScene(QObject):
    """Draws a match into a canvas. Its attributes hold the current drawing."""

    def __init__(self, canvas: Canvas, moves: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._canvas, self._moves = canvas, moves
        self.lines: QGraphicsPathItem | None = None
        self.dots: QGraphicsPathItem | None = None
        self.outline: QGraphicsPolygonItem | None = None
        self.query_part: QGraphicsPolygonItem | None = None
        self.overlay: Overlay | None = None
        self._points: Points | None = None
        self._photo_place = QRectF()
        self._landing = QVariantAnimation(self)
        self._landing.setStartValue(0.0)
        self._landing.setEndValue(1.0)
        self._landing.setDuration(LANDING_MS)
        self._landing.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._landing.valueChanged.connect(self._fly)
        canvas.zoomed.connect(lambda _zoom: self._draw_dots())

    @property
    def photo_left(self) -> float:
        """The left edge of the photo, right of the query."""
        return self._photo_place.left()

    def clear(self) -> None:
        self._landing.stop()
        self.lines = self.outline = self.query_part = self.overlay = self.dots = None
        self._canvas.scene().clear()

    def show_lines(self, shown: bool) -> None:
        for drawing in (self.lines, self.dots):
            if drawing is not None:
                drawing.setVisible(shown or (drawing is self.dots and self.overlay is None))

    # ---- side by side

    def draw_beside(self, match: Match, *, lines: bool) -> None:
        self.clear()
        query_width = _place(self._canvas, match.query.pixmap, 0.0)
        left = query_width + GAP
        photo_width = _place(self._canvas, match.photo.pixmap, left)
        self._photo_place = QRectF(left, 0, photo_width, HEIGHT)
        if match.region is not None:
            self._shade(match.query, match.region, query_width)
        if match.evidence is not None:
            query_scale = HEIGHT / match.query.full_size[1]
            photo_scale = HEIGHT / match.photo.full_size[1]
            start = (match.evidence.query_xy + 0.5) * query_scale
            end = (match.evidence.photo_xy + 0.5) * photo_scale + (left, 0)
            if (parts := match.parts) is not None:
                self.query_part = self._outlined(parts[0] * query_scale)
                self.outline = self._outlined(parts[1] * photo_scale + (left, 0))
            elif match.landed is not None:
                self.outline = QGraphicsPolygonItem(self._clip(QRectF(0, 0, query_width + GAP, HEIGHT)))
                self.outline.setPen(_pen(MARK, 2.5))
                self._land(match.border * query_scale, match.landed * photo_scale + (left, 0))
            self._draw_lines(start, end, lines)
        self._canvas.set_area(QRectF(0, 0, left + photo_width, HEIGHT))

    def _outlined(self, corners: Points) -> QGraphicsPolygonItem:
        """Outline a part that agrees."""
        outline = QGraphicsPolygonItem(polygon(corners))
        outline.setPen(_pen(MARK, 2.5))
        self._canvas.scene().addItem(outline)
        return outline

    def _shade(self, query: Picture, region: Region, width: float) -> None:
        scale = HEIGHT / query.full_size[1]
        x, y, w, h = (value * scale for value in region)
        around = QPainterPath()
        around.addRect(0, 0, width, HEIGHT)
        around.addRect(x, y, w, h)
        shade = QGraphicsPathItem(around)
        shade.setPen(QPen(Qt.PenStyle.NoPen))
        shade.setBrush(QColor(0, 0, 0, 130))
        self._canvas.scene().addItem(shade)

    def _clip(self, query_place: QRectF) -> QGraphicsPathItem:
        """Return an item that clips the outline to the pictures: a query may show more than the hit does."""
        area = QPainterPath()
        area.addRect(query_place)
        area.addRect(self._photo_place)
        clip = QGraphicsPathItem(area)
        clip.setPen(QPen(Qt.PenStyle.NoPen))
        clip.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self._canvas.scene().addItem(clip)
        return clip

    def _land(self, border: Points, corners: Points) -> None:
        """Animate the query's border onto its place in the hit, to explain the outline."""
        self._flight = (border, corners)
        if self._moves():
            self._landing.start()
        else:
            self._fly(1.0)

    def _fly(self, part: float) -> None:
        if self.outline is None:
            return
        border, corners = self._flight
        self.outline.setPolygon(polygon(border + (corners - border) * part))
        clip = self.outline.parentItem()
        if part >= 1 and isinstance(clip, QGraphicsPathItem):
            inside = QPainterPath()
            inside.addRect(self._photo_place)
            clip.setPath(inside)

    # ---- one over the other

    def draw_over(
        self,
        match: Match,
        blend: Blend,
        share: float,
        *,
        lines: bool,
        names: tuple[str, str],
        on_share: Callable[[float], object],
    ) -> None:
        """Draw the query onto its place in the photo. Requires a match with `landed`.

        names : of the query and of the photo, beside the edge of a wipe
        on_share : called while the pointer drags the edge
        """
        self.clear()
        assert match.landed is not None
        assert match.evidence is not None
        photo = match.photo
        scale = HEIGHT / photo.full_size[1]
        self._photo_place = QRectF(
            0, 0, HEIGHT * photo.pixmap.width() / max(1, photo.pixmap.height()), HEIGHT
        )
        onto = match.landed * (photo.pixmap.height() / photo.full_size[1])
        query = warped(cut(match.query, match.region), onto, photo.pixmap.size())
        reach = polygon(match.landed * scale).boundingRect()
        outline = match.landed if match.parts is None else match.parts[1]
        self.overlay = Overlay(photo.pixmap, query, self._photo_place, reach, names, on_share)
        self.overlay.show_blend(blend, share)
        self._canvas.scene().addItem(self.overlay)
        self.outline = QGraphicsPolygonItem(polygon(outline * scale), self._clip(QRectF()))
        self.outline.setPen(_pen(MARK, 1.5, 160))
        end = (match.evidence.photo_xy + 0.5) * scale
        transform = homography(match.border, match.landed)
        start = end if transform is None else project(transform, match.evidence.query_xy + 0.5) * scale
        self._draw_lines(start, end, lines)
        self._canvas.set_area(self._photo_place)

    # ---- points

    def _draw_lines(self, start: Points, end: Points, shown: bool) -> None:
        path = QPainterPath()
        for first, second in zip(start.tolist(), end.tolist(), strict=True):
            path.moveTo(*first)
            path.lineTo(*second)
        self.lines = QGraphicsPathItem(path)
        self.lines.setPen(_pen(MARK, 1.2, LINE_ALPHA))
        self._canvas.scene().addItem(self.lines)
        import numpy as np

        self._points = end if self.overlay is not None else np.vstack((start, end))
        self._draw_dots()
        self.show_lines(shown)

    def _draw_dots(self) -> None:
        """Draw the points at a constant size on screen."""
        if self.lines is None or self._points is None:
            return
        visible = self.dots is None or self.dots.isVisible()
        if self.dots is not None:
            self._canvas.scene().removeItem(self.dots)
        self.dots = _dots(self._points, DOT_PX / max(1e-6, self._canvas.zoom))
        self.dots.setVisible(visible)
        self._canvas.scene().addItem(self.dots)


def _place(canvas: Canvas, pixmap: QPixmap, left: float) -> float:
    """Add a picture at the common height. Returns its width in the scene."""
    picture = QGraphicsPixmapItem(pixmap)
    picture.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
    scale = HEIGHT / max(1, pixmap.height())
    picture.setScale(scale)
    picture.setPos(left, 0)
    canvas.scene().addItem(picture)
    return pixmap.width() * scale


def _pen(colour: str, width_px: float, alpha: int = 255) -> QPen:
    shade = QColor(colour)
    shade.setAlpha(alpha)
    pen = QPen(shade, width_px)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _dots(points: Points, radius: float) -> QGraphicsPathItem:
    path = QPainterPath()
    for x, y in points.tolist():
        path.addEllipse(QPointF(x, y), radius, radius)
    dots = QGraphicsPathItem(path)
    dots.setPen(QPen(Qt.PenStyle.NoPen))
    dots.setBrush(QColor(MARK))
    dots.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable, False)
    return dots
