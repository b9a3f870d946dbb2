"""A map of where photos were taken: country outlines, groups of photos with thumbnails, and an area to search in.

MapPage shows Positions. A dragged circle, or the view, becomes a filter by place. Nothing comes from the network.
"""

from __future__ import annotations

import lzma
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QFrame, QGraphicsPathItem, QHBoxLayout, QVBoxLayout, QWidget

from cbir.base.resources import resource
from cbir.base.types import PhotoId
from cbir_app.base.language import tr
from cbir_app.base.page import MessagePage, ViewerPage, button, label
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos as counted
from cbir_app.engine import Engine
from cbir_app.viewer.group_canvas import WORLD, Group, GroupCanvas, Spots
from cbir_app.viewer.time_strip import NO_MONTH, TimeStrip
from cbir_app.viewer.unplaced import PLACED, UnplacedStrip, photos_in

MOST_NORTH = 84.0  # degrees; beyond, the projection stretches without end
EARTH_KM = 6371.0
LEAST_STEP = 0.4  # units between points of an outline: 4 km
SLICE_S = 0.008  # of building outlines before events are handled
LEAST_KM = 0.1
HUNDREDTHS = 100.0


def project(latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Degrees -> (n, 2) places on the map."""
    bounded = np.radians(np.clip(latitudes, -MOST_NORTH, MOST_NORTH))
    down = 0.5 - np.log(np.tan(bounded) + 1 / np.cos(bounded)) / (2 * np.pi)
    return np.stack([(longitudes + 180) / 360 * WORLD, down * WORLD], axis=1)


def position_of(place: QPointF) -> tuple[float, float]:
    """A place on the map -> latitude and longitude in degrees."""
    latitude = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * place.y() / WORLD))))
    longitude = (place.x() / WORLD * 360 - 180 + 180) % 360 - 180
    return max(-MOST_NORTH, min(MOST_NORTH, latitude)), longitude


def distance_km(first: QPointF, second: QPointF) -> float:
    """The distance between two places, along the ground."""
    (north, east), (other_north, other_east) = map(position_of, (first, second))
    a, b = math.radians(north), math.radians(other_north)
    turn = math.radians(other_east - east)
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(turn / 2) ** 2
    return 2 * EARTH_KM * math.asin(min(1.0, math.sqrt(half)))


def circle_text(middle: QPointF, edge: QPointF) -> str:
    """A circle in the form of the filter `near:`, such as `38.7223,-9.1393~5km`."""
    latitude, longitude = position_of(middle)
    radius = max(LEAST_KM, distance_km(middle, edge))
    return (
        f"{latitude:.4f},{longitude:.4f}~{radius:.3g}km"
        if radius < 1000
        else (f"{latitude:.4f},{longitude:.4f}~{radius:.0f}km")
    )


@dataclass(frozen=True, slots=True)
class Positions(Spots):
    """Spots on the map. months : (n,) as in PositionsAnswer; NO_MONTH without a date"""

    months: NDArray[np.int64]

    def of(self, photos: Sequence[PhotoId] | NDArray[np.integer]) -> Positions:
        """The positions of some photos."""
        return self.where(np.isin(self.photos, np.asarray(photos, np.int64)))

    def where(self, rows: NDArray[np.bool_]) -> Positions:
        return Positions(self.photos[rows], self.places[rows], self.months[rows])

    def between(self, first: int, last: int) -> Positions:
        """The positions of the photos of some months."""
        return self.where((self.months >= first) & (self.months <= last))


def positions_of(
    photos: NDArray[np.int64],
    latitudes: NDArray[np.float64],
    longitudes: NDArray[np.float64],
    dated: NDArray[np.int64] | None = None,
    months: NDArray[np.int64] | None = None,
) -> Positions:
    """Convert the positions of photos from degrees to places on the map. dated, months : see PositionsAnswer"""
    of_each = np.full(len(photos), NO_MONTH, np.int64)
    if dated is not None and months is not None and len(dated):
        order = np.argsort(dated)
        at = np.minimum(np.searchsorted(dated, photos, sorter=order), len(dated) - 1)
        has_date = dated[order][at] == photos
        of_each[has_date] = months[order][at][has_date]
    return Positions(photos, project(latitudes, longitudes), of_each)


NO_POSITIONS = Positions(np.zeros(0, np.int64), np.zeros((0, 2)), np.zeros(0, np.int64))


@cache
def _outlines() -> tuple[list[str], list[str]]:
    """The lines of the shipped outlines: arcs, and polygons of land."""
    text = lzma.decompress(resource("countries.txt.xz").read_bytes()).decode()
    arcs, _, land = text.partition("\n\n")
    return arcs.split("\n"), land.split("\n")


def _paths() -> Iterator[tuple[QPainterPath, bool]]:
    """Yield the paths of outlines and of land, with True for land. An empty path is a pause."""
    lines, polygons = _outlines()
    arcs = []
    for line in lines:
        steps = np.array(line.split(), np.float64).reshape(-1, 2).cumsum(axis=0) / HUNDREDTHS
        arcs.append(project(steps[:, 1], steps[:, 0]))
        yield QPainterPath(), False
    for polygon in polygons:
        path = QPainterPath()
        for ring in polygon.split(";"):
            parts = [arcs[at] if at >= 0 else arcs[~at][::-1] for at in map(int, ring.split())]
            _add(path, np.concatenate(parts), closed=True)
        yield path, True
    for arc in arcs:
        path = QPainterPath()
        _add(path, arc, closed=False)
        yield path, False


def _polygon(points: NDArray[np.float64]) -> QPolygonF:
    """A polygon of many points, made at once: a loop over them would block the window."""
    stream = QDataStream(QByteArray(len(points).to_bytes(4, "big") + points.astype(">f8").tobytes()))
    stream.setVersion(QDataStream.Version.Qt_6_0)
    polygon = QPolygonF()
    stream >> polygon
    return polygon


def _add(path: QPainterPath, points: NDArray[np.float64], *, closed: bool) -> None:
    """Add a line to a path. A line that crosses the 180th meridian comes twice, at either end of the map."""
    across = np.unwrap(points[:, 0], period=WORLD)
    line = np.stack([across, points[:, 1]], axis=1)
    if closed and abs(across[-1] - across[0]) > WORLD / 2:  # around the pole
        line = np.concatenate([line, [[across[-1], WORLD], [across[0], WORLD]]])
    far = np.abs(np.diff(line, axis=0, prepend=line[:1] - WORLD)).max(axis=1) >= LEAST_STEP
    far[-1] = True
    line = line[far]
    for shift in (-WORLD, 0.0, WORLD):
        if line[:, 0].min() + shift < WORLD and line[:, 0].max() + shift > 0:
            path.addPolygon(_polygon(line + np.array([shift, 0.0])))


class MapCanvas(GroupCanvas):
    """The map: zoom and pan as in any picture. Shift and a drag, or the switch, draw a circle."""

    circled = Signal(str)  # in the form of the filter `near:`
    dropped = Signal(object, float, float)  # photos of the strip, latitude, longitude

    def __init__(self, engine: Engine, theme: Theme) -> None:
        super().__init__(engine, theme)
        self._items: list[tuple[QGraphicsPathItem, bool]] = []
        self._waiting: Iterator[tuple[QPainterPath, bool]] | None = None
        for target in (self, self.viewport()):
            target.setAcceptDrops(True)
        self.set_area(QRectF(0, WORLD * 0.09, WORLD, WORLD * 0.73))
        self.building = QTimer(self)
        self.building.setInterval(0)
        self.building.timeout.connect(self._build_more)
        theme.changed.connect(self._paint_land)
        self._paint_land()

    # ---- outlines

    def build(self) -> None:
        """Build the outlines, in slices so that the window stays quick."""
        if self._waiting is None:
            self._waiting = _paths()
            self.building.start()

    def _build_more(self) -> None:
        assert self._waiting is not None
        until = time.monotonic() + SLICE_S
        for path, is_land in self._waiting:
            if not path.isEmpty():
                item = QGraphicsPathItem(path)
                item.setZValue(0 if is_land else 1)
                self._paint_item(item, is_land)
                self._items.append((item, is_land))
                self.scene().addItem(item)
            if time.monotonic() > until:
                return
        self.building.stop()

    def _paint_land(self) -> None:
        self.setBackgroundBrush(QColor(self._theme.colours.well))
        for item, is_land in self._items:
            self._paint_item(item, is_land)
        self.viewport().update()

    def _paint_item(self, item: QGraphicsPathItem, is_land: bool) -> None:
        colours = self._theme.colours
        if is_land:
            item.setPen(QPen(Qt.PenStyle.NoPen))
            item.setBrush(QBrush(QColor(colours.base)))
        else:
            pen = QPen(QColor(colours.faint), 0.8)
            pen.setCosmetic(True)
            item.setPen(pen)

    # ---- circles

    def show_photos_of(self, group: Group) -> None:
        apart = max(group.box.width(), group.box.height())
        edge = QPointF(group.middle.x() + max(apart, 4 / self.zoom), group.middle.y())
        self.circled.emit(circle_text(group.middle, edge))

    def finish_trail(self, trail: Sequence[QPointF]) -> None:
        self.circled.emit(circle_text(trail[0], trail[-1]))

    def paint_trail(self, painter: QPainter) -> None:
        middle, edge = (QPointF(self.mapFromScene(self.trail[at])) for at in (0, -1))
        radius = math.hypot(edge.x() - middle.x(), edge.y() - middle.y())
        colour = QColor(self._theme.colours.accent)
        painter.setPen(QPen(colour, 2))
        colour.setAlpha(50)
        painter.setBrush(colour)
        painter.drawEllipse(middle, radius, radius)

    # ---- photos that are dragged onto the map

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take photos of the strip; anything else is the window's business."""
        event.setAccepted(event.mimeData().hasFormat(PLACED))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.setAccepted(event.mimeData().hasFormat(PLACED))

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasFormat(PLACED):
            event.accept()
            self._drop(photos_in(event.mimeData()), self.mapToScene(event.position().toPoint()))
        else:
            event.ignore()

    def drop_in_the_middle(self, photos: Sequence[PhotoId]) -> None:
        self._drop(photos, self.mapToScene(self.viewport().rect().center()))

    def _drop(self, photos: Sequence[PhotoId], place: QPointF) -> None:
        if photos and 0 <= place.y() <= WORLD:
            self.dropped.emit(tuple(photos), *position_of(place))


class MapPage(ViewerPage):
    """The map under a bar. It says how many photos are in view, and searches there."""

    place_chosen = Signal(str)  # in the form of the filter `near:`
    placed = Signal(object, float, float)  # photos, latitude, longitude
    place = "map"

    def __init__(self, engine: Engine, theme: Theme, parent: QWidget | None = None) -> None:
        self.map = MapCanvas(engine, theme)
        super().__init__(theme, tr("Map"), self.map, parent=parent)
        self._left_out = 0
        self._every = NO_POSITIONS  # of all dates; the map has those of the chosen ones
        self.title.setText(tr("Map"))
        self.message = MessagePage(theme)
        self.message.hide()
        self.middle.addWidget(self.message, 1)
        self.area = self.toggle("frame", tr("Draw a circle to search in (Shift and a drag does it too)"), "A")
        self.area.toggled.connect(self._set_circling)
        self.show_here = button(tr("Show these photos"), self._choose_view)
        self.tools.addWidget(self.show_here)
        self.tools.addWidget(self.area)
        self.add_key("Return", self.show_here.click)
        self.map.circled.connect(self._on_circle)
        self.map.moved.connect(self._say)
        self.map.dropped.connect(self.placed)
        self._foot = QFrame()
        self._foot.setObjectName("viewerBar")
        self.strip = UnplacedStrip(engine)
        self.here = button(tr("Put in the middle"), lambda: self.map.drop_in_the_middle(self.strip.selected))
        self.here.setToolTip(
            plain_tooltip(tr("Gives the selected photos the position in the middle of the map"))
        )
        self.here.setEnabled(False)
        self.strip.selectionModel().selectionChanged.connect(
            lambda: self.here.setEnabled(bool(self.strip.selected))
        )
        self.strip.photos.modelReset.connect(lambda: self.here.setEnabled(False))
        first = QHBoxLayout()
        first.addWidget(
            label(tr("Drag photos onto the map to say where they were taken."), "dim", wrap=True), 1
        )
        first.addWidget(self.here)
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(12, 6, 12, 4)
        foot.setSpacing(4)
        foot.addLayout(first)
        foot.addWidget(self.strip)
        self.dates = TimeStrip(theme)
        self.dates.chosen.connect(self._choose_dates)
        self.layout_.addWidget(self.dates)
        self.layout_.addWidget(self._foot)
        self._foot.hide()

    def show_positions(
        self, positions: Positions, left_out: int, unplaced: Sequence[PhotoId] = (), *, stay: bool = False
    ) -> None:
        """Show photos.

        left_out : number of photos without a position. unplaced : those of them that can be dragged onto the map
        stay : the part of the world that is in view stays
        """
        self._left_out, self._every = left_out, positions
        self.dates.show_months(positions.months, stay=stay)
        self.strip.photos.show(unplaced)
        self._foot.setVisible(bool(unplaced))
        empty = not len(positions.photos) and not unplaced
        self.map.setHidden(empty)
        self.message.setVisible(empty)
        if empty:
            back = button(tr("Back to your photos"), self.closed.emit, primary=True)
            text = tr("None of these photos says where it was taken.")
            self.message.show_message("map", tr("No photo for the map"), text, back)
        self.map.build()
        self.map.show_positions(self._dated(), stay=stay)
        self._say()

    def _dated(self) -> Positions:
        span = self.dates.span
        return self._every if span is None else self._every.between(*span)

    def _choose_dates(self) -> None:
        """Show the photos of the chosen dates where they were taken; the part of the world stays."""
        self.map.show_positions(self._dated(), stay=True)
        self._say()

    def forget(self) -> None:
        self.map.forget()
        self.strip.photos.forget()
        self.area.setChecked(False)

    def _set_circling(self, on: bool) -> None:
        self.map.drawing = on
        self.map.viewport().setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.OpenHandCursor)

    def _on_circle(self, circle: str) -> None:
        self.area.setChecked(False)
        self.place_chosen.emit(circle)

    def _choose_view(self) -> None:
        """Search in a circle around the photos in view."""
        if groups := self.map.groups:
            left, top = (min(group.box.left() for group in groups), min(group.box.top() for group in groups))
            right, bottom = (
                max(group.box.right() for group in groups),
                max(group.box.bottom() for group in groups),
            )
            room = 2 / self.map.zoom
            middle = QPointF((left + right) / 2, (top + bottom) / 2)
            corners = [
                QPointF(x, y) for x in (left - room, right + room) for y in (top - room, bottom + room)
            ]
            far = max(corners, key=lambda corner: distance_km(middle, corner))
            self.place_chosen.emit(circle_text(middle, far))

    def _say(self) -> None:
        in_view = sum(group.count for group in self.map.groups)
        parts = [tr("{photos} in view", photos=counted(in_view))]
        if self.dates.span is not None:
            parts.append(self.dates.span_words)
        self.dates.show_in_view(self._every.months[self._every.inside(self.map.view)])
        if self._left_out:
            parts.append(tr("%Ln without a position", "", self._left_out))
        self.remark.setText(" · ".join(parts))
        self.show_here.setEnabled(in_view > 0)
        self.map.setAccessibleDescription(self.remark.text())
