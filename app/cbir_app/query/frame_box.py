"""A frame that is drawn, moved and sized by pointer or keyboard. Geometry only: the views paint it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt

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
