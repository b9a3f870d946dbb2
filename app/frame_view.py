"""The query picture, large, to frame a part of it: by dragging, or with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsView, QWidget

from app.canvas import Canvas
from app.page import ViewerPage, button
from app.pictures import Picture
from app.theme import Theme
from cbir.types import Region

LEAST_PX = 8.0  # of the picture shown; a smaller frame is a click that slipped
STEPS = 40  # an arrow key moves the frame by this part of the picture


class FrameCanvas(Canvas):
    """A canvas whose drag draws a frame instead of panning. The frame is in pixels of the picture shown."""

    framed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.most_fitted = 4.0  # a small query is easier to frame when it is large
        self._start: QPointF | None = None
        self.frame_rect: QRectF | None = None
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)

    def set_frame(self, frame: QRectF | None) -> None:
        self.frame_rect = frame
        self.viewport().update()
        self.framed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._start = self._inside(self.mapToScene(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._start is not None:
            end = self._inside(self.mapToScene(event.position().toPoint()))
            self.set_frame(QRectF(self._start, end).normalized())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._start is None:
            return
        self._start = None
        frame = self.frame_rect
        if frame is not None and (frame.width() < LEAST_PX or frame.height() < LEAST_PX):
            self.set_frame(None)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None:
            super().keyPressEvent(event)
            return
        area = self.sceneRect()
        frame = QRectF(self.frame_rect) if self.frame_rect is not None else _middle(area)
        step_x, step_y = move[0] * area.width() / STEPS, move[1] * area.height() / STEPS
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            frame.setWidth(
                min(max(area.width() / STEPS, frame.width() + step_x), area.right() - frame.left())
            )
            frame.setHeight(
                min(max(area.height() / STEPS, frame.height() + step_y), area.bottom() - frame.top())
            )
        elif self.frame_rect is not None:
            x = min(max(area.left(), frame.left() + step_x), area.right() - frame.width())
            y = min(max(area.top(), frame.top() + step_y), area.bottom() - frame.height())
            frame.moveTo(x, y)
        self.set_frame(frame)

    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:
        if self.frame_rect is None:
            return
        around = QPainterPath()
        around.addRect(self.sceneRect())
        around.addRect(self.frame_rect)
        painter.fillPath(around, QColor(0, 0, 0, 140))
        for colour, width in (("#000000", 3.5), (self._theme.colours.accent, 2.0)):
            pen = QPen(QColor(colour), width)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawRect(self.frame_rect)

    def _inside(self, point: QPointF) -> QPointF:
        area = self.sceneRect()
        return QPointF(
            min(max(area.left(), point.x()), area.right()), min(max(area.top(), point.y()), area.bottom())
        )


class FrameView(ViewerPage):
    chosen = Signal(object)  # Region in full-resolution pixels, or None for the whole picture

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.frame_canvas = FrameCanvas(theme)
        super().__init__(theme, "Frame a part of the query", self.frame_canvas, parent=parent)
        self._picture: Picture | None = None
        self.title.setText("Frame what to look for")
        self.remark.setText("Drag, or use arrows and Shift+arrows.")
        self._whole = button("Whole picture", lambda: self._choose(None))
        self._search = button("Search in frame", self._choose_frame, primary=True)
        self.tools.setSpacing(8)
        self.tools.addWidget(self._whole)
        self.tools.addWidget(self._search)
        for key in ("Return", "Enter"):
            self.add_key(key, self._choose_frame)
        self.frame_canvas.framed.connect(self._enable)

    def show_query(self, picture: Picture, region: Region | None) -> None:
        self._picture = picture
        self.canvas.scene().clear()
        item = QGraphicsPixmapItem(picture.pixmap)
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.canvas.scene().addItem(item)
        self.canvas.set_area(item.boundingRect())
        frame = None if region is None else QRectF(*(value * picture.scale for value in region))
        self.frame_canvas.set_frame(frame)
        self.canvas.setFocus()

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
        self._search.setEnabled(self.frame_canvas.frame_rect is not None)

    def _choose_frame(self) -> None:
        if (region := self.region()) is not None:
            self._choose(region)

    def _choose(self, region: Region | None) -> None:
        self.chosen.emit(region)
        self.closed.emit()


def _middle(area: QRectF) -> QRectF:
    """Return the middle half, where a frame starts that the keyboard draws."""
    return area.adjusted(area.width() / 4, area.height() / 4, -area.width() / 4, -area.height() / 4)
