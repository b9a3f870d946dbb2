"""Query beside hit: the points that agree, joined by lines, and the query's outline on the hit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsPolygonItem,
    QStyle,
    QWidget,
)

from app.canvas import Canvas
from app.engine import Engine
from app.page import IconButton, ViewerPage
from app.pictures import Picture, picture_of
from app.preferences import Preferences
from app.theme import Theme
from app.wording import OFFLINE, best_evidence, points_agree, verdict
from cbir.service import Answer, Failure, PictureAnswer, PictureRequest, ThumbnailRequest
from cbir.types import Evidence, Hit, Region

HEIGHT = 1000.0  # scene units; both pictures are brought to it, so that neither hides the other by its size
GAP = 36.0
SIDE_PX = 1600
MARK = "#ff8a3c"  # seen on nearly every photo, in both schemes; the accent blue drowns in skies
LINE_ALPHA = 120
DOT_PX = 2.4
LANDING_MS = 380

Points = NDArray[np.floating[Any]]


class MatchView(ViewerPage):
    def __init__(
        self, engine: Engine, theme: Theme, preferences: Preferences, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, "Query beside photo", parent=parent)
        self._engine = engine
        self._preferences = preferences
        self._ticket: int | None = None
        self._query: Picture | None = None
        self._photo: Picture | None = None
        self._region: Region | None = None
        self.hit: Hit | None = None
        self.lines: QGraphicsPathItem | None = None
        self.dots: list[QGraphicsPathItem] = []
        self.outline: QGraphicsPolygonItem | None = None
        self._landing = QVariantAnimation(self)
        self._landing.setStartValue(0.0)
        self._landing.setEndValue(1.0)
        self._landing.setDuration(LANDING_MS)
        self._landing.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._landing.valueChanged.connect(self._fly)
        self._lines_button = IconButton(theme, "lines", "Show the lines between matching points", None, "L")
        self._lines_button.setCheckable(True)
        self._lines_button.setChecked(preferences.flag("match lines", True))
        self._lines_button.toggled.connect(self._show_lines)
        self.tools.addWidget(self._lines_button)
        self.add_key("L", self._lines_button.toggle)
        self.canvas.zoomed.connect(lambda _zoom: self._draw_dots())

    def show_hit(self, hit: Hit, query: Picture | None, region: Region | None) -> None:
        """Show a hit; the query's picture may come later, by set_query."""
        self.forget()
        self.hit, self._query, self._region = hit, query, region
        evidence = best_evidence(hit)
        self.title.setText(points_agree(evidence.inliers) if evidence is not None else "No points agree")
        offline = f" · {OFFLINE}" if hit.offline else ""
        self.remark.setText(f"{verdict(hit)} · {hit.path.name}{offline}")
        wanted = PictureRequest(photo=hit.photo, max_side_px=SIDE_PX)
        small = ThumbnailRequest(photo=hit.photo)
        self._ticket = self._engine.request(small if hit.offline else wanted, self._on_picture)
        self._draw()
        self.canvas.setFocus()

    def set_query(self, query: Picture | None) -> None:
        self._query = query
        if self.hit is not None:
            self._draw()

    def forget(self) -> None:
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
        self.hit = self._photo = None
        self._clear()

    def _clear(self) -> None:
        self._landing.stop()
        self.lines = self.outline = None
        self.dots = []
        self.canvas.scene().clear()

    def _on_picture(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, PictureAnswer):
            # The size that the points refer to is the photo's, also where a thumbnail stands in for it.
            self._photo = replace(
                picture_of(answer), full_size=self.hit.size if self.hit else answer.full_size
            )
            self._draw()
        elif isinstance(answer, Failure):
            self.remark.setText(answer.message)

    def _draw(self) -> None:
        self._clear()
        if self.hit is None or self._query is None or self._photo is None:
            return
        query_width = _place(self.canvas, self._query.pixmap, 0.0)
        left = query_width + GAP
        photo_width = _place(self.canvas, self._photo.pixmap, left)
        if self._region is not None:
            self._draw_region(self._query, self._region, query_width)
        evidence = best_evidence(self.hit)
        if evidence is not None:
            self._draw_evidence(evidence, self._query, self._photo, left)
        self.canvas.set_area(QRectF(0, 0, left + photo_width, HEIGHT))

    def _draw_region(self, query: Picture, region: Region, width: float) -> None:
        scale = HEIGHT / query.full_size[1]
        x, y, w, h = (value * scale for value in region)
        around = QPainterPath()
        around.addRect(0, 0, width, HEIGHT)
        around.addRect(x, y, w, h)
        shade = QGraphicsPathItem(around)
        shade.setPen(QPen(Qt.PenStyle.NoPen))
        shade.setBrush(QColor(0, 0, 0, 130))
        self.canvas.scene().addItem(shade)

    def _draw_evidence(self, evidence: Evidence, query: Picture, photo: Picture, left: float) -> None:
        query_xy = evidence.query_xy * (HEIGHT / query.full_size[1])
        photo_xy = evidence.photo_xy * (HEIGHT / photo.full_size[1]) + (left, 0)
        if evidence.outline is not None:
            self.outline = QGraphicsPolygonItem(self._clip(query, photo, left))
            self.outline.setPen(_pen(MARK, 2.5))
            border = _border(query.full_size, self._region) * (HEIGHT / query.full_size[1])
            self._land(border, evidence.outline * (HEIGHT / photo.full_size[1]) + (left, 0))
        path = QPainterPath()
        for start, end in zip(query_xy.tolist(), photo_xy.tolist(), strict=True):
            path.moveTo(*start)
            path.lineTo(*end)
        self.lines = QGraphicsPathItem(path)
        self.lines.setPen(_pen(MARK, 1.2, LINE_ALPHA))
        self.lines.setVisible(self._lines_button.isChecked())
        self.canvas.scene().addItem(self.lines)
        self._points = np.vstack((query_xy, photo_xy))
        self._draw_dots()

    def _clip(self, query: Picture, photo: Picture, left: float) -> QGraphicsPathItem:
        """Return what keeps the outline inside the pictures: a query may show more than the hit holds."""
        sizes = [HEIGHT * p.pixmap.width() / max(1, p.pixmap.height()) for p in (query, photo)]
        self._photo_place = QRectF(left, 0, sizes[1], HEIGHT)
        both = QPainterPath()
        both.addRect(QRectF(0, 0, sizes[0] + GAP, HEIGHT))
        both.addRect(self._photo_place)
        clip = QGraphicsPathItem(both)
        clip.setPen(QPen(Qt.PenStyle.NoPen))
        clip.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self.canvas.scene().addItem(clip)
        return clip

    def _land(self, border: Points, corners: Points) -> None:
        """Move the query's border onto its place in the hit: the motion says what the outline is."""
        self._landing.stop()
        self._flight = (border, corners)
        if self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0 and self.isVisible():
            self._landing.start()
        else:
            self._fly(1.0)

    def _fly(self, part: float) -> None:
        if self.outline is not None:
            border, corners = self._flight
            now = border + (corners - border) * part
            self.outline.setPolygon(QPolygonF([QPointF(x, y) for x, y in now.tolist()]))
            clip = self.outline.parentItem()
            if part >= 1 and isinstance(clip, QGraphicsPathItem):
                inside = QPainterPath()
                inside.addRect(self._photo_place)
                clip.setPath(inside)

    def _draw_dots(self) -> None:
        """Draw the points at one size on screen, whatever the zoom."""
        if self.lines is None:
            return
        for old in self.dots:
            self.canvas.scene().removeItem(old)
        self.dots = [_dots(self._points, DOT_PX / max(1e-6, self.canvas.zoom))]
        self.canvas.scene().addItem(self.dots[0])

    def show_lines(self, shown: bool) -> None:
        self._lines_button.setChecked(shown)

    def _show_lines(self, shown: bool) -> None:
        self._preferences.set_flag("match lines", shown)
        if self.lines is not None:
            self.lines.setVisible(shown)


def _place(canvas: Canvas, pixmap: QPixmap, left: float) -> float:
    """Add a picture at the common height; returns its width in the scene."""
    item = QGraphicsPixmapItem(pixmap)
    item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
    scale = HEIGHT / max(1, pixmap.height())
    item.setScale(scale)
    item.setPos(left, 0)
    canvas.scene().addItem(item)
    return pixmap.width() * scale


def _border(full_size: tuple[int, int], region: Region | None) -> Points:
    """Return the corners of what was searched for, in the order of Evidence.outline: (4, 2)."""
    x, y, width, height = region if region is not None else (0.0, 0.0, *map(float, full_size))
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


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
    item = QGraphicsPathItem(path)
    item.setPen(QPen(Qt.PenStyle.NoPen))
    item.setBrush(QColor(MARK))
    item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable, False)
    return item
