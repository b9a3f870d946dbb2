"""A map of where photos were taken: country outlines, groups of photos with thumbnails, and an area to search in.

MapPage shows Positions. A dragged circle, or the view, becomes a filter by place. Nothing comes from the network.
"""

from __future__ import annotations

import lzma
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QFrame, QGraphicsPathItem, QHBoxLayout, QVBoxLayout, QWidget

from cbir.base.resources import resource
from cbir.base.types import PhotoId
from cbir.service import Answer, PictureAnswer, ThumbnailRequest
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import number, tr
from cbir_app.base.page import MessagePage, ViewerPage, button, label
from cbir_app.base.pictures import paint_filling, picture_of
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos as counted
from cbir_app.engine import Engine
from cbir_app.viewer.time_strip import NO_MONTH, TimeStrip
from cbir_app.viewer.unplaced import PLACED, UnplacedStrip, photos_in

WORLD = 4096.0  # units around the world, in the projection of web maps (Mercator)
MOST_NORTH = 84.0  # degrees; beyond, the projection stretches without end
EARTH_KM = 6371.0
CELL_PX = 64  # photos in one cell of the screen are a group
TILE = QSize(48, 48)
MOST_COVERED = 0.6  # distance of two tiles, in tiles, below which the lower one is hidden
LEAST_STEP = 0.4  # units between points of an outline: 4 km
SLICE_S = 0.008  # of building outlines before events are handled
LEAST_KM = 0.1
MAX_THUMBNAILS = 400
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
class Positions:
    """photos : (n,) ids. places : (n, 2) on the map. months : (n,) as in PositionsAnswer; NO_MONTH without a date"""

    photos: NDArray[np.int64]
    places: NDArray[np.float64]
    months: NDArray[np.int64]

    def of(self, photos: Sequence[PhotoId] | NDArray[np.integer]) -> Positions:
        """The positions of some photos."""
        return self.where(np.isin(self.photos, np.asarray(photos, np.int64)))

    def where(self, rows: NDArray[np.bool_]) -> Positions:
        return Positions(self.photos[rows], self.places[rows], self.months[rows])

    def inside(self, view: QRectF) -> NDArray[np.bool_]:
        """(n,) True for the photos in a part of the map."""
        x, y = self.places.T
        across, down = (x >= view.left()) & (x <= view.right()), (y >= view.top()) & (y <= view.bottom())
        return np.asarray(across & down, np.bool_)

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


@dataclass(frozen=True, slots=True)
class Group:
    """Photos near each other on the screen. middle : on the map. box : around their places, on the map"""

    photo: PhotoId
    count: int
    middle: QPointF
    box: QRectF


def groups_of(positions: Positions, view: QRectF, zoom: float) -> list[Group]:
    """Group the photos in view by cells of the screen, the largest group first.

    A group that would lie under another one's tile joins that one.
    """
    places = positions.places
    rows = np.flatnonzero(positions.inside(view))
    if not len(rows):
        return []
    side = CELL_PX / zoom
    cells = np.floor(places[rows] / side).astype(np.int64)
    numbers = cells[:, 0] * (1 << 32) + cells[:, 1]
    order = np.argsort(numbers)
    begins = np.flatnonzero(np.diff(numbers[order], prepend=numbers.min() - 1))
    counts = np.diff(begins, append=len(order))
    firsts = order[begins]
    members = places[rows[order]]
    middles = np.add.reduceat(members, begins, axis=0) / counts[:, None]
    least, most = (reduce.reduceat(members, begins, axis=0) for reduce in (np.minimum, np.maximum))
    least, most, middles, counts = (rows.tolist() for rows in (least, most, middles, counts))
    boxes = [[*low, *high] for low, high in zip(least, most, strict=True)]
    shown: dict[tuple[int, int], int] = {}  # by their cells: the groups of which no larger one hides most
    for at in np.argsort([-count for count in counts], kind="stable").tolist():
        across, down = cells[firsts[at]].tolist()
        over = next(
            (
                larger
                for x in (across - 1, across, across + 1)
                for y in (down - 1, down, down + 1)
                if (larger := shown.get((x, y))) is not None and _hides(middles[larger], middles[at], zoom)
            ),
            None,
        )
        if over is None:
            shown[across, down] = at
        else:
            counts[over] += counts[at]
            box, other = boxes[over], boxes[at]
            boxes[over] = [*map(min, box[:2], other[:2]), *map(max, box[2:], other[2:])]
    groups = [
        Group(
            photo=PhotoId(int(positions.photos[rows[firsts[at]]])),
            count=counts[at],
            middle=QPointF(*middles[at]),
            box=QRectF(boxes[at][0], boxes[at][1], boxes[at][2] - boxes[at][0], boxes[at][3] - boxes[at][1]),
        )
        for at in shown.values()
    ]
    return sorted(groups, key=lambda group: -group.count)


def _hides(middle: list[float], other: list[float], zoom: float) -> bool:
    """True if the tile of a group would lie over most of another one's. middle, other : on the map"""
    across, down = abs(middle[0] - other[0]) / TILE.width(), abs(middle[1] - other[1]) / TILE.height()
    return max(across, down) * zoom < MOST_COVERED


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


class MapCanvas(Canvas):
    """The map: zoom and pan as in any picture. Shift and a drag, or the switch, draw a circle."""

    circled = Signal(str)  # in the form of the filter `near:`
    moved = Signal()  # other groups are in view
    dropped = Signal(object, float, float)  # photos of the strip, latitude, longitude

    def __init__(self, engine: Engine, theme: Theme) -> None:
        super().__init__()
        self._engine, self._theme = engine, theme
        self.positions = NO_POSITIONS
        self.groups: list[Group] = []
        self.circling = False
        self._circle: tuple[QPointF, QPointF] | None = None
        self._pressed: QPointF | None = None
        self.pixmaps: dict[PhotoId, QPixmap | None] = {}
        self._tickets: dict[PhotoId, int] = {}
        self._items: list[tuple[QGraphicsPathItem, bool]] = []
        self._waiting: Iterator[tuple[QPainterPath, bool]] | None = None
        self.most_fitted = 16.0
        self.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # groups and circles have it
        self._margin = 0.0
        for target in (self, self.viewport()):
            target.setAcceptDrops(True)
        self.set_area(QRectF(0, WORLD * 0.09, WORLD, WORLD * 0.73))
        self.building = QTimer(self)
        self.building.setInterval(0)
        self.building.timeout.connect(self._build_more)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(30)
        self._rest.timeout.connect(self.regroup)
        self.zoomed.connect(lambda _zoom: self._rest.start())
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(lambda _value: self._rest.start())
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

    # ---- photos

    def show_positions(self, positions: Positions, *, stay: bool = False) -> None:
        """Show photos, and the part of the world where they are. stay : the part that is in view stays"""
        self.positions = positions
        if len(positions.places) and not stay:
            (left, top), (right, bottom) = positions.places.min(axis=0), positions.places.max(axis=0)
            box = QRectF(left, top, right - left, bottom - top)
            self.show_box(box)
        self.regroup()

    def show_box(self, box: QRectF) -> None:
        """Show a part of the map, with room around it."""
        least = WORLD / 600
        room = max(least, 0.15 * max(box.width(), box.height()))
        page = self.viewport().size()
        wide = box.adjusted(-room, -room, room, room)
        zoom = min(page.width() / wide.width(), page.height() / wide.height())
        self.zoom_by(zoom / self.zoom)
        self.centerOn(wide.center())
        self._rest.start()

    @property
    def view(self) -> QRectF:
        """The part of the map that is in view."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def regroup(self) -> None:
        """Group the photos in view, and ask for the thumbnails of the groups."""
        self.groups = groups_of(self.positions, self.view, self.zoom)
        photos = [group.photo for group in self.groups[:MAX_THUMBNAILS]]
        for photo in set(self._tickets).difference(photos):
            self._engine.cancel(self._tickets.pop(photo))
        for photo in photos:
            if photo not in self.pixmaps and photo not in self._tickets:
                on_answer = partial(self._on_thumbnail, photo)
                self._tickets[photo] = self._engine.request(ThumbnailRequest(photo=photo), on_answer)
        self.viewport().update()
        self.moved.emit()

    def forget(self) -> None:
        for ticket in self._tickets.values():
            self._engine.cancel(ticket)
        self._tickets = {}
        self.pixmaps = {}

    def _on_thumbnail(self, photo: PhotoId, answer: Answer) -> None:
        self._tickets.pop(photo, None)
        self.pixmaps[photo] = picture_of(answer).pixmap if isinstance(answer, PictureAnswer) else None
        self.viewport().update()

    def tile_of(self, group: Group) -> QRect:
        middle = self.mapFromScene(group.middle)
        return QRect(
            middle.x() - TILE.width() // 2, middle.y() - TILE.height() // 2, TILE.width(), TILE.height()
        )

    def group_at(self, place: QPointF) -> Group | None:
        return next((group for group in self.groups if self.tile_of(group).contains(place.toPoint())), None)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the groups and the circle, in pixels of the screen."""
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for group in reversed(self.groups):
            self._paint_group(painter, group)
        if self._circle is not None:
            middle, edge = (QPointF(self.mapFromScene(place)) for place in self._circle)
            radius = math.hypot(edge.x() - middle.x(), edge.y() - middle.y())
            colour = QColor(self._theme.colours.accent)
            painter.setPen(QPen(colour, 2))
            colour.setAlpha(50)
            painter.setBrush(colour)
            painter.drawEllipse(middle, radius, radius)
        painter.restore()

    def _paint_group(self, painter: QPainter, group: Group) -> None:
        colours, tile = self._theme.colours, self.tile_of(group)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(QRectF(tile).adjusted(-3, -3, 3, 3), 6, 6)
        pixmap = self.pixmaps.get(group.photo)
        if pixmap is None:
            painter.fillRect(tile, QColor(colours.well))
        else:
            paint_filling(painter, tile, pixmap)
        if group.count > 1:
            text = number(group.count)
            width = max(18, painter.fontMetrics().horizontalAdvance(text) + 10)
            badge = QRectF(tile.right() - width + 8, tile.top() - 8, width, 18)
            painter.setBrush(QColor(colours.accent))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(badge, 9, 9)
            painter.setPen(QColor(colours.on_accent))
            painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)

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

    # ---- by pointer and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()
        drawing = self.circling or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.button() == Qt.MouseButton.LeftButton and drawing:
            place = self.mapToScene(event.position().toPoint())
            self._circle = place, place
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._circle is not None:
            self._circle = self._circle[0], self.mapToScene(event.position().toPoint())
            self.viewport().update()
            event.accept()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        circle, self._circle = self._circle, None
        pressed, self._pressed = self._pressed, None
        still = pressed is not None and (event.position() - pressed).manhattanLength() < 4
        if circle is not None:
            self.viewport().update()
            if not still:
                self.circled.emit(circle_text(*circle))
            event.accept()
            return
        super().mouseReleaseEvent(event)
        if still and (group := self.group_at(event.position())) is not None:
            self._open(group)

    def _open(self, group: Group) -> None:
        """Zoom in on a group; show its photos if they are at one place, or the map shows nothing closer."""
        apart = max(group.box.width(), group.box.height()) * self.zoom
        if apart < 2 or self.zoom >= 15.9:
            edge = QPointF(group.middle.x() + max(apart / self.zoom, 4 / self.zoom), group.middle.y())
            self.circled.emit(circle_text(group.middle, edge))
        else:
            self.show_box(group.box)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        across = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        down = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if across or down:
            for bar, by in ((self.horizontalScrollBar(), across), (self.verticalScrollBar(), down)):
                bar.setValue(bar.value() + by * 80)
            event.accept()
        else:
            super().keyPressEvent(event)


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
        self.map.circling = on
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
