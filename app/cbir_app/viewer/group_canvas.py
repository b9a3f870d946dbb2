"""A plane of photos that zooms: photos near each other on the screen form a group with one thumbnail.

GroupCanvas shows Spots. It pans and zooms like a picture. A drag with Shift, or while `drawing` is set, leaves a trail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QMargins, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPixmap

from cbir.base.types import PhotoId
from cbir.service import Answer, PictureAnswer, ThumbnailRequest
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import number
from cbir_app.base.pictures import paint_filling, picture_of
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine

WORLD = 4096.0  # units across the whole plane
CELL_PX = 64  # photos in one cell of the screen are a group
TILE = QSize(48, 48)
MOST_COVERED = 0.6  # distance of two tiles, in tiles, below which the lower one is hidden
MAX_THUMBNAILS = 400
MAX_SPRITES = 2000  # 45 MB
AROUND = QMargins(30, 12, 12, 6)  # room around a tile, for its number


@dataclass(frozen=True, slots=True)
class Spots:
    """Photos and their places. photos : (n,) ids. places : (n, 2) on the plane"""

    photos: NDArray[np.int64]
    places: NDArray[np.float64]

    def inside(self, view: QRectF) -> NDArray[np.bool_]:
        """(n,) True for the photos in a part of the plane."""
        x, y = self.places.T
        across, down = (x >= view.left()) & (x <= view.right()), (y >= view.top()) & (y <= view.bottom())
        return np.asarray(across & down, np.bool_)


NO_SPOTS = Spots(np.zeros(0, np.int64), np.zeros((0, 2)))


@dataclass(frozen=True, slots=True)
class Group:
    """Photos near each other on the screen. middle : on the plane. box : around their places, on the plane"""

    photo: PhotoId
    count: int
    middle: QPointF
    box: QRectF


def groups_of(positions: Spots, view: QRectF, zoom: float) -> list[Group]:
    """Group the photos in view by cells of the screen, the largest group first.

    A group whose tile a larger group's tile would hide joins that group.
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
    shown: dict[tuple[int, int], int] = {}  # groups with a visible tile, by their cells
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
    """True if the tile of one group would cover most of the other's. middle, other : on the plane"""
    across, down = abs(middle[0] - other[0]) / TILE.width(), abs(middle[1] - other[1]) / TILE.height()
    return max(across, down) * zoom < MOST_COVERED


class GroupCanvas(Canvas):
    """A plane of groups. Subclasses define what a trail and an opened group do."""

    moved = Signal()  # other groups are in view

    def __init__(self, engine: Engine, theme: Theme) -> None:
        super().__init__()
        self._engine, self._theme = engine, theme
        self.positions: Spots = NO_SPOTS
        self.groups: list[Group] = []
        self.drawing = False
        self.trail: list[QPointF] = []  # of a drag that draws, on the plane
        self._pressed: QPointF | None = None
        self.pixmaps: dict[PhotoId, QPixmap | None] = {}
        self._tickets: dict[PhotoId, int] = {}
        self._sprites: dict[tuple[PhotoId, int, bool, float], QPixmap] = {}
        theme.changed.connect(self._sprites.clear)
        self.most_fitted = 16.0
        self.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # groups and trails have it
        self._margin = 0.0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(30)
        self._rest.timeout.connect(self.regroup)
        self.zoomed.connect(lambda _zoom: self._rest.start())
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(lambda _value: self._rest.start())

    def open_group(self, group: Group) -> None:
        """Zoom in on a group, or show its photos if that would not divide it."""
        if self.is_closest(group):
            self.show_photos_of(group)
        else:
            self.show_box(group.box)

    def show_photos_of(self, group: Group) -> None:
        """Show the photos of a group that zooming in cannot divide."""

    def is_closest(self, group: Group) -> bool:
        """True if zooming in cannot divide a group: its photos are at one place, or the zoom is at its limit."""
        return max(group.box.width(), group.box.height()) * self.zoom < 2 or self.zoom >= 15.9

    def finish_trail(self, trail: Sequence[QPointF]) -> None:
        """Act on a drawn trail."""

    def paint_trail(self, painter: QPainter) -> None:
        """Paint the trail during the drag, in pixels of the screen."""

    def show_positions(self, positions: Spots, *, stay: bool = False) -> None:
        """Show photos, and the part of the plane where they are. stay : keep the part in view"""
        self.positions = positions
        if len(positions.places) and not stay:
            (left, top), (right, bottom) = positions.places.min(axis=0), positions.places.max(axis=0)
            self.show_box(QRectF(left, top, right - left, bottom - top))
        self.regroup()

    def show_box(self, box: QRectF) -> None:
        """Show a part of the plane with a margin."""
        room = max(WORLD / 600, 0.15 * max(box.width(), box.height()))
        page = self.viewport().size()
        wide = box.adjusted(-room, -room, room, room)
        zoom = min(page.width() / wide.width(), page.height() / wide.height())
        self.zoom_by(zoom / self.zoom)
        self.centerOn(wide.center())
        self._rest.start()

    @property
    def view(self) -> QRectF:
        """The part of the plane that is in view."""
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
        self._sprites.clear()

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
        """Paint the groups and the trail, in pixels of the screen."""
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for group in reversed(self.groups):
            self._paint_group(painter, group)
        self.paint_labels(painter)
        if self.trail:
            self.paint_trail(painter)
        painter.restore()

    def paint_labels(self, painter: QPainter) -> None:
        """Paint names over the groups, in pixels of the screen."""

    def _paint_group(self, painter: QPainter, group: Group) -> None:
        """Paint a group's tile and number from a cached picture: scaling a thumbnail takes a frame's time."""
        pixmap, ratio = self.pixmaps.get(group.photo), self.devicePixelRatioF()
        key = group.photo, group.count, pixmap is not None, ratio
        sprite = self._sprites.get(key)
        if sprite is None:
            if len(self._sprites) >= MAX_SPRITES:
                self._sprites.clear()
            sprite = self._sprites[key] = self._sprite(group, pixmap, painter, ratio)
        tile = self.tile_of(group)
        painter.drawPixmap(tile.left() - AROUND.left(), tile.top() - AROUND.top(), sprite)

    def _sprite(self, group: Group, pixmap: QPixmap | None, like: QPainter, ratio: float) -> QPixmap:
        """A group's tile and number, with `AROUND` beside them."""
        size = TILE.grownBy(AROUND) * ratio
        sprite = QPixmap(size.width(), size.height())
        sprite.setDevicePixelRatio(ratio)
        sprite.fill(Qt.GlobalColor.transparent)
        painter = QPainter(sprite)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(like.font())
        colours, tile = self._theme.colours, QRect(AROUND.left(), AROUND.top(), TILE.width(), TILE.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(QRectF(tile).adjusted(-3, -3, 3, 3), 6, 6)
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
        painter.end()
        return sprite

    # ---- by pointer and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()
        draws = self.drawing or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.button() == Qt.MouseButton.LeftButton and draws:
            place = self.mapToScene(event.position().toPoint())
            self.trail = [place, place]
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.trail:
            self.trail.append(self.mapToScene(event.position().toPoint()))
            self.viewport().update()
            event.accept()
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        trail, self.trail = self.trail, []
        pressed, self._pressed = self._pressed, None
        still = pressed is not None and (event.position() - pressed).manhattanLength() < 4
        if trail:
            self.viewport().update()
            if len(trail) > 2:
                self.finish_trail(trail)
            event.accept()
            return
        super().mouseReleaseEvent(event)
        if still and (group := self.group_at(event.position())) is not None:
            self.open_group(group)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        across = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        down = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if across or down:
            for bar, by in ((self.horizontalScrollBar(), across), (self.verticalScrollBar(), down)):
                bar.setValue(bar.value() + by * 80)
            event.accept()
        else:
            super().keyPressEvent(event)
