"""The similarity map: photos beside those that look like them, with names of groups, and a lasso to choose some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from cbir.base.types import PhotoId, SimilarityGroup, SimilarityMap
from cbir_app.base.language import keyword_name, tr
from cbir_app.base.page import ElidedCombo, MessagePage, ViewerPage, button
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos as counted
from cbir_app.engine import Engine
from cbir_app.viewer.group_canvas import WORLD, Group, GroupCanvas, Spots

MAX_CORNERS = 48  # of a lasso: more make no visible difference
FILLED = 0.9  # share of the plane that the map fills
CLOSE_PX = 1400  # width of the whole map on the screen, above which small groups have their names
LABEL_ROOM = QSizeF(14, 6)
BELOW = QPointF(0, 36)  # a name stands below the tile of its place


class SimilarityCanvas(GroupCanvas):
    chosen = Signal(object, str)  # photos in a drawn area, and the area in the form of `map:`
    group_chosen = Signal(object)  # SimilarityGroup
    opened = Signal(str)  # an area in the form of `map:`

    def __init__(self, engine: Engine, theme: Theme) -> None:
        super().__init__(engine, theme)
        self.arrangement = 0
        self.named: tuple[SimilarityGroup, ...] = ()
        self.lasso = QPolygonF()  # on the plane
        self.labels: list[tuple[QRectF, SimilarityGroup]] = []  # on the screen
        self._scale, self._shift = 1.0, np.zeros(2)
        self.set_area(QRectF(0, 0, WORLD, WORLD))
        theme.changed.connect(self._paint_ground)
        self._paint_ground()

    def _paint_ground(self) -> None:
        self.setBackgroundBrush(QColor(self._theme.colours.well))
        self.viewport().update()

    def show_map(self, similarity: SimilarityMap, *, stay: bool) -> None:
        """Show a map. stay : the part in view stays, if no photo moved"""
        places = similarity.places.astype(np.float64)
        same = stay and similarity.arrangement == self.arrangement
        if not same and len(places):
            low, span = places.min(axis=0), np.ptp(places, axis=0)
            self._scale = FILLED * WORLD / max(1e-6, float(span.max()))
            self._shift = WORLD / 2 - (low + span / 2) * self._scale
            self.lasso = QPolygonF()
        self.arrangement = similarity.arrangement
        self.named = tuple(
            replace(group, name=keyword_name(group.name)) for group in similarity.groups if group.name
        )
        self.show_positions(Spots(similarity.photos, places * self._scale + self._shift), stay=same)

    def place_of(self, group: SimilarityGroup) -> QPointF:
        x, y = (np.array([group.x, group.y]) * self._scale + self._shift).tolist()
        return QPointF(x, y)

    def area_of(self, corners: Sequence[QPointF]) -> str:
        """An area in the form of `map:`, such as `1/0,0/9,0/5,7`."""
        places = (np.array([(corner.x(), corner.y()) for corner in corners]) - self._shift) / self._scale
        return f"{self.arrangement}/" + "/".join(f"{x:.3f},{y:.3f}" for x, y in places.tolist())

    def area_of_box(self, box: QRectF) -> str:
        wide = box.adjusted(-0.5, -0.5, 0.5, 0.5)
        return self.area_of([wide.topLeft(), wide.topRight(), wide.bottomRight(), wide.bottomLeft()])

    # ---- drawing

    def finish_trail(self, trail: Sequence[QPointF]) -> None:
        step = max(1, -(-len(trail) // MAX_CORNERS))
        corners = list(trail[::step])
        if len(corners) >= 3:
            self.lasso = QPolygonF(corners)
            inside = inside_polygon(self.positions.places, corners)
            photos = tuple(map(PhotoId, self.positions.photos[inside].tolist()))
            self.chosen.emit(photos, self.area_of(corners))

    def clear_lasso(self) -> None:
        self.lasso = QPolygonF()
        self.viewport().update()

    def paint_trail(self, painter: QPainter) -> None:
        self._paint_lasso(painter, QPolygonF(self.trail))

    def paint_labels(self, painter: QPainter) -> None:
        """Paint the names of groups, larger ones first; a name that would cover another is left out."""
        if not self.lasso.isEmpty():
            self._paint_lasso(painter, self.lasso)
        colours, self.labels = self._theme.colours, []
        is_close = WORLD * self.zoom > CLOSE_PX
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        page = QRectF(self.viewport().rect())
        for group in self.named:
            if (group.parent is not None) != is_close:
                continue
            size = QSizeF(painter.fontMetrics().size(0, group.name)) + LABEL_ROOM
            box = QRectF(QPointF(), size)
            box.moveCenter(QPointF(self.mapFromScene(self.place_of(group))) + BELOW)
            if page.intersects(box) and not any(box.intersects(other) for other, _ in self.labels):
                self.labels.append((box, group))
        for box, group in self.labels:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(box, 8, 8)
            painter.setPen(QColor(colours.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, group.name)

    def _paint_lasso(self, painter: QPainter, polygon: QPolygonF) -> None:
        shown = QPolygonF([QPointF(self.mapFromScene(corner)) for corner in polygon.toList()])
        colour = QColor(self._theme.colours.accent)
        painter.setPen(QPen(colour, 2))
        colour.setAlpha(50)
        painter.setBrush(colour)
        painter.drawPolygon(shown)

    # ---- by pointer

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed = self._pressed
        still = pressed is not None and (event.position() - pressed).manhattanLength() < 4
        if still and not self.trail:
            for box, group in self.labels:
                if box.contains(event.position()):
                    self._pressed = None
                    super().mouseReleaseEvent(event)
                    self.group_chosen.emit(group)
                    return
        super().mouseReleaseEvent(event)

    def show_photos_of(self, group: Group) -> None:
        self.opened.emit(self.area_of_box(group.box))


class SimilarityPage(ViewerPage):
    """The map under a bar. The photos of a lasso, a group or the view are shown, or become an album."""

    photos_asked = Signal(str, str)  # the value of `map:`, and a label
    album_asked = Signal(object)  # photos
    update_asked = Signal()
    place = "similarity"

    def __init__(self, engine: Engine, theme: Theme, parent: QWidget | None = None) -> None:
        self.map = SimilarityCanvas(engine, theme)
        super().__init__(theme, tr("Similarity map"), self.map, parent=parent)
        self.title.setText(tr("Similarity map"))
        self.chosen: tuple[tuple[PhotoId, ...], str, str] | None = None  # photos, value of `map:`, label
        self._map: SimilarityMap | None = None
        self.message = MessagePage(theme)
        self.message.hide()
        self.middle.addWidget(self.message, 1)
        self.names = ElidedCombo()
        self.names.setAccessibleName(tr("Groups with a name"))
        self.names.activated.connect(lambda row: self.choose_group(self.names.itemData(row)))
        self.album = button(tr("New album"), self._make_album)
        self.album.setToolTip(plain_tooltip(tr("Make an album of the chosen photos")))
        self.show_here = button(tr("Show these photos"), self._show_photos)
        self.lasso = self.toggle(
            "frame", tr("Draw around photos to choose them (Shift and a drag does it too)"), "A"
        )
        self.lasso.toggled.connect(self._set_drawing)
        for widget in (self.names, self.album, self.show_here, self.lasso):
            self.tools.addWidget(widget)
        self.add_key("Return", self.show_here.click)
        self.map.chosen.connect(self._choose)
        self.map.group_chosen.connect(self.choose_group)
        self.map.opened.connect(lambda area: self.photos_asked.emit(area, tr("Similarity map")))
        self.map.moved.connect(self._say)
        self._say()

    def show_map(self, similarity: SimilarityMap, *, stay: bool = False) -> None:
        """Show a map. stay : the part in view stays, if no photo moved"""
        self._map = similarity
        self.message.hide()
        self.map.show()
        self.map.show_map(similarity, stay=stay)
        self.names.clear()
        self.names.addItem(tr("Groups"), None)
        for group in sorted(self.map.named, key=lambda group: group.name.casefold()):
            if group.parent is not None:
                self.names.addItem(f"{group.name} ({group.photos})", group)
        self._say()

    def show_progress(self, done: int, total: int) -> None:
        """Say how far the first arrangement is. Once there is a map, it stays in view."""
        if self._map is None or not self._map.arrangement:
            percent = round(100 * done / max(1, total))
            text = tr(
                "The program puts photos that look alike beside each other: {percent} % done. You can keep working.",
                percent=percent,
            )
            self._show_message(tr("Arranging photos…"), text)

    def show_trouble(self, text: str) -> None:
        if self._map is None or not self._map.arrangement:
            self._show_message(tr("No similarity map"), text)

    def _show_message(self, headline: str, text: str) -> None:
        self.map.hide()
        self.message.show_message("points", headline, text)
        self.message.show()
        self._say()

    def forget(self) -> None:
        self.map.forget()
        self.lasso.setChecked(False)
        self._unchoose()

    # ---- choosing

    def choose_group(self, group: SimilarityGroup | None) -> None:
        """Choose the photos of a group, and show where they are."""
        if group is None or self._map is None:
            self._unchoose()
            return
        small = {group.id, *(other.id for other in self._map.groups if other.parent == group.id)}
        inside = np.isin(self._map.group_of, list(small))
        self.chosen = (
            tuple(map(PhotoId, self._map.photos[inside].tolist())),
            f"#{group.id}",
            group.name,
        )
        self.map.clear_lasso()
        places = self.map.positions.places[inside]
        (left, top), (right, bottom) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
        self.map.show_box(QRectF(left, top, right - left, bottom - top))
        self._say()

    def _choose(self, photos: tuple[PhotoId, ...], area: str) -> None:
        self.lasso.setChecked(False)
        self.chosen = (photos, area, tr("Similarity map"))
        if not photos:
            self._unchoose()
        self._say()

    def _unchoose(self) -> None:
        self.chosen = None
        self.map.clear_lasso()
        self._say()

    def _set_drawing(self, on: bool) -> None:
        self.map.drawing = on
        self.map.viewport().setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.OpenHandCursor)

    def _show_photos(self) -> None:
        """Show the chosen photos; without any, those in view."""
        if self.chosen is not None:
            _, value, label = self.chosen
            self.photos_asked.emit(value, label)
        elif self.map.groups:
            self.photos_asked.emit(self.map.area_of_box(self.map.view), tr("Similarity map"))

    def _make_album(self) -> None:
        if self.chosen is not None:
            self.album_asked.emit(self.chosen[0])

    def _say(self) -> None:
        is_there = self._map is not None and bool(self._map.arrangement)
        for widget in (self.names, self.album, self.show_here, self.lasso, *self.zooms):
            widget.setVisible(is_there)
        in_view = sum(group.count for group in self.map.groups)
        parts = [tr("{photos} in view", photos=counted(in_view))] if is_there else []
        if self.chosen is not None:
            parts.insert(0, tr("{photos} chosen", photos=counted(len(self.chosen[0]))))
        self.remark.setText(" · ".join(parts))
        self.show_here.setEnabled(in_view > 0 or self.chosen is not None)
        self.album.setEnabled(self.chosen is not None)
        self.names.setEnabled(self.names.count() > 1)
        self.map.setAccessibleDescription(self.remark.text())


def inside_polygon(places: NDArray[np.float64], corners: Sequence[QPointF]) -> NDArray[np.bool_]:
    """(n,) True for the places inside: a line from them to the right crosses an odd number of edges."""
    x, y = places.T
    crossed = np.zeros(len(places), bool)
    for at, corner in enumerate(corners):
        following = corners[(at + 1) % len(corners)]
        if corner.y() != following.y():
            slope = (following.x() - corner.x()) / (following.y() - corner.y())
            is_between = (y < corner.y()) != (y < following.y())
            crossed ^= is_between & (x < corner.x() + (y - corner.y()) * slope)
    return crossed
