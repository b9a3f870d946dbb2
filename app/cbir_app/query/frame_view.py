"""A large query picture with a frame for a part of it, drawn, moved and sized by pointer or keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsView, QWidget

from cbir.base.types import Region
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import tr
from cbir_app.base.page import ViewerPage, button
from cbir_app.base.pictures import Picture
from cbir_app.base.theme import Theme

STEPS = 40  # an arrow key moves or sizes the frame by 1/40 of the area
KEYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges of a frame that are dragged: -1 left or top, 1 right or bottom, 0 none."""

    x: int
    y: int

    @property
    def cursor(self) -> Qt.CursorShape:
        if self.x and self.y:
            falling = self.x == self.y
            return Qt.CursorShape.SizeFDiagCursor if falling else Qt.CursorShape.SizeBDiagCursor
        return Qt.CursorShape.SizeHorCursor if self.x else Qt.CursorShape.SizeVerCursor


class FrameBox:
    """A frame inside an area. A drag on an edge sizes it, a drag inside moves it, any other drag draws a new frame."""

    def __init__(self) -> None:
        self.area = QRectF()
        self.frame: QRectF | None = None
        self._anchor: QPointF | None = None  # the fixed corner while a frame is drawn
        # from the frame's corner to the pointer while the frame is moved
        self._offset: QPointF | None = None
        self._edges: Edges | None = None

    @property
    def held(self) -> bool:
        return self._anchor is not None or self._offset is not None or self._edges is not None

    def press(self, point: QPointF, grip: float) -> None:
        """Begin a drag at a point. grip : distance within which a point is on an edge"""
        self._edges = self.edges_at(point, grip)
        if self._edges is not None:
            return
        if self.frame is not None and self.frame.contains(point):
            self._offset = point - self.frame.topLeft()
        else:
            self._anchor = self._inside(point)

    def drag(self, point: QPointF) -> None:
        point = self._inside(point)
        if self._anchor is not None:
            self.frame = QRectF(self._anchor, point).normalized()
        elif self._offset is not None and self.frame is not None:
            self._move_to(point - self._offset)
        elif self._edges is not None and self.frame is not None:
            self._pull(self._edges, point)

    def release(self, least: float) -> None:
        """End the drag. least : a frame with a smaller side is an accidental click, and is removed"""
        self._anchor = self._offset = self._edges = None
        if self.frame is not None and min(self.frame.width(), self.frame.height()) < least:
            self.frame = None

    def nudge(self, key: Qt.Key, *, size: bool) -> bool:
        """Move the frame by an arrow key, or start a frame in the middle. size : move only the right or bottom edge"""
        if key not in KEYS:
            return False
        x, y = KEYS[key]
        area = self.area
        step_x, step_y = x * area.width() / STEPS, y * area.height() / STEPS
        frame = QRectF(self.frame) if self.frame is not None else _middle(area)
        if size:
            wide, high = frame.width() + step_x, frame.height() + step_y
            frame.setWidth(min(max(area.width() / STEPS, wide), area.right() - frame.left()))
            frame.setHeight(min(max(area.height() / STEPS, high), area.bottom() - frame.top()))
            self.frame = frame
        elif self.frame is None:
            self.frame = frame
        else:
            self._move_to(frame.topLeft() + QPointF(step_x, step_y))
        return True

    def edges_at(self, point: QPointF, grip: float) -> Edges | None:
        """Return the edges at a point, None inside and outside the frame."""
        frame = self.frame
        if frame is None or not frame.adjusted(-grip, -grip, grip, grip).contains(point):
            return None
        grip_x, grip_y = min(grip, frame.width() / 4), min(grip, frame.height() / 4)
        x = -1 if point.x() < frame.left() + grip_x else 1 if point.x() > frame.right() - grip_x else 0
        y = -1 if point.y() < frame.top() + grip_y else 1 if point.y() > frame.bottom() - grip_y else 0
        return Edges(x, y) if x or y else None

    def cursor_at(self, point: QPointF, grip: float) -> Qt.CursorShape:
        edges = self.edges_at(point, grip)
        if edges is not None:
            return edges.cursor
        inside = self.frame is not None and self.frame.contains(point)
        return Qt.CursorShape.SizeAllCursor if inside else Qt.CursorShape.CrossCursor

    def _move_to(self, corner: QPointF) -> None:
        assert self.frame is not None
        area, frame = self.area, QRectF(self.frame)
        frame.moveTo(
            min(max(area.left(), corner.x()), area.right() - frame.width()),
            min(max(area.top(), corner.y()), area.bottom() - frame.height()),
        )
        self.frame = frame

    def _pull(self, edges: Edges, point: QPointF) -> None:
        """Move the dragged edges to a point; past the opposite edge, they swap with it."""
        assert self.frame is not None
        frame = QRectF(self.frame)
        if edges.x:
            (frame.setLeft if edges.x < 0 else frame.setRight)(point.x())
        if edges.y:
            (frame.setTop if edges.y < 0 else frame.setBottom)(point.y())
        turned_x, turned_y = frame.width() < 0, frame.height() < 0
        self._edges = Edges(-edges.x if turned_x else edges.x, -edges.y if turned_y else edges.y)
        self.frame = frame.normalized()

    def _inside(self, point: QPointF) -> QPointF:
        area = self.area
        return QPointF(
            min(max(area.left(), point.x()), area.right()), min(max(area.top(), point.y()), area.bottom())
        )


def _middle(area: QRectF) -> QRectF:
    """Return the middle half of the area, where a frame drawn by keyboard starts."""
    return area.adjusted(area.width() / 4, area.height() / 4, -area.width() / 4, -area.height() / 4)


MIN_PX = 8.0  # in pixels of the picture shown; a smaller frame is an accidental click
GRIP_PX = 8.0  # on screen


class FrameCanvas(Canvas):
    """A canvas where dragging draws, moves and sizes a frame instead of panning; in pixels of the picture shown."""

    framed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._box = FrameBox()
        self.most_fitted = 4.0  # a small picture is enlarged, so that it is easier to frame
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)

    @property
    def frame_rect(self) -> QRectF | None:
        return self._box.frame

    def set_frame(self, frame: QRectF | None) -> None:
        self._box.area = self.sceneRect()
        self._box.frame = frame
        self._changed()

    def _changed(self) -> None:
        self.viewport().update()
        self.framed.emit()

    @property
    def grip(self) -> float:
        return GRIP_PX / max(1e-6, self.zoom)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._box.press(self.mapToScene(event.position().toPoint()), self.grip)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = self.mapToScene(event.position().toPoint())
        if self._box.held:
            self._box.drag(point)
            self._changed()
        else:
            self.viewport().setCursor(self._box.cursor_at(point, self.grip))
        self.pointed.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._box.held:
            self._box.release(MIN_PX)
            self._changed()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        size = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._box.nudge(Qt.Key(event.key()), size=size):
            self._changed()
        else:
            super().keyPressEvent(event)

    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:
        if self.frame_rect is None:
            return
        around = QPainterPath()
        around.addRect(self.sceneRect())
        around.addRect(self.frame_rect)
        painter.fillPath(around, QColor(0, 0, 0, 140))
        accent = self._theme.colours.accent
        draw_frame(painter, self.frame_rect, accent)
        draw_grips(painter, self.frame_rect, accent, self.grip)


def draw_frame(painter: QPainter, frame: QRectF, accent: str) -> None:
    """Draw a frame's border so that it is visible on any picture."""
    for colour, width in (("#000000", 3.5), (accent, 2.0)):
        pen = QPen(QColor(colour), width)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(frame)


def draw_grips(painter: QPainter, frame: QRectF, accent: str, side: float) -> None:
    """Draw the grips at the corners and edges of a frame."""
    painter.setPen(Qt.PenStyle.NoPen)
    x, y = frame.center().x(), frame.center().y()
    corners = [(a, b) for a in (frame.left(), frame.right()) for b in (frame.top(), frame.bottom())]
    for at_x, at_y in (
        *corners,
        (x, frame.top()),
        (x, frame.bottom()),
        (frame.left(), y),
        (frame.right(), y),
    ):
        grip = QRectF(at_x - side / 2, at_y - side / 2, side, side)
        painter.fillRect(grip.adjusted(-side / 6, -side / 6, side / 6, side / 6), QColor("#000000"))
        painter.fillRect(grip, QColor(accent))


class FrameView(ViewerPage):
    chosen = Signal(object)  # Region in full-resolution pixels, or None for the whole picture

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.frame_canvas = FrameCanvas(theme)
        super().__init__(theme, tr("Frame a part of your picture"), self.frame_canvas, parent=parent)
        self._picture: Picture | None = None
        self.title.setText(tr("Frame what to look for"))
        self.remark.setText(tr("Drag a frame, or use arrows and Shift+arrows."))
        self.whole_button = button(tr("Whole picture"), lambda: self._choose(None))
        self.search_button = button(tr("Search in frame"), self._choose_frame, primary=True)
        self.tools.setSpacing(8)
        self.tools.addWidget(self.whole_button)
        self.tools.addWidget(self.search_button)
        for key in ("Return", "Enter"):
            self.add_key(key, self._choose_frame)
        self.frame_canvas.framed.connect(self._enable)

    def show_query(self, picture: Picture, region: Region | None) -> None:
        self._picture = picture
        self.canvas.scene().clear()
        picture_item = QGraphicsPixmapItem(picture.pixmap)
        picture_item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.canvas.scene().addItem(picture_item)
        self.canvas.set_area(picture_item.boundingRect())
        frame = None if region is None else QRectF(*(value * picture.scale for value in region))
        self.frame_canvas.set_frame(frame)

    def forget(self) -> None:
        self._picture = None
        self.frame_canvas.set_frame(None)
        self.canvas.scene().clear()

    def region(self) -> Region | None:
        """Return the frame in pixels of the upright full-resolution query."""
        frame = self.frame_canvas.frame_rect
        if frame is None or self._picture is None:
            return None
        scale = self._picture.scale
        return frame.x() / scale, frame.y() / scale, frame.width() / scale, frame.height() / scale

    def _enable(self) -> None:
        self.search_button.setEnabled(self.frame_canvas.frame_rect is not None)

    def _choose_frame(self) -> None:
        if (region := self.region()) is not None:
            self._choose(region)

    def _choose(self, region: Region | None) -> None:
        self.chosen.emit(region)
        self.closed.emit()
