"""A large query picture with a frame for a part of it, drawn by dragging or with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsView, QWidget

from cbir.base.types import Region
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import tr
from cbir_app.base.page import ViewerPage, button
from cbir_app.base.pictures import Picture
from cbir_app.base.theme import Theme
from cbir_app.query.frame_box import FrameBox

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
    def _grip(self) -> float:
        return GRIP_PX / max(1e-6, self.zoom)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._box.press(self.mapToScene(event.position().toPoint()), self._grip)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = self.mapToScene(event.position().toPoint())
        if self._box.held:
            self._box.drag(point)
            self._changed()
        else:
            self.viewport().setCursor(self._box.cursor_at(point, self._grip))
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
        draw_grips(painter, self.frame_rect, accent, self._grip)


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
        self._whole = button(tr("Whole picture"), lambda: self._choose(None))
        self._search = button(tr("Search in frame"), self._choose_frame, primary=True)
        self.tools.setSpacing(8)
        self.tools.addWidget(self._whole)
        self.tools.addWidget(self._search)
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
        self._search.setEnabled(self.frame_canvas.frame_rect is not None)

    def _choose_frame(self) -> None:
        if (region := self.region()) is not None:
            self._choose(region)

    def _choose(self, region: Region | None) -> None:
        self.chosen.emit(region)
        self.closed.emit()
