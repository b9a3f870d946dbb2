"""A scene of pictures to look at closely: zoom, pan and fit, by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

STEP = 1.25
MAX_ZOOM = 16.0  # a pixel is as large as a fingernail: a closer view shows nothing more


class Canvas(QGraphicsView):
    """A view that fits its scene until the user zooms. `fit` returns to that state."""

    zoomed = Signal(float)  # screen pixels per picture pixel
    stepped = Signal(int)  # Left or Right while the whole picture is visible and there is nothing to pan
    tapped = Signal()  # Space
    pointed = Signal()  # the pointer moved

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(False)  # a dropped picture is the window's business
        self.viewport().setAcceptDrops(False)
        self.viewport().setMouseTracking(True)
        self._fitted = True
        self._margin = 0.02
        self.most_fitted = 1.0  # fitting does not enlarge a small picture

    @property
    def fitted(self) -> bool:
        return self._fitted

    @property
    def zoom(self) -> float:
        return self.transform().m11()

    def fit(self) -> None:
        self._fitted = True
        area = self.sceneRect()
        if not area.isEmpty():
            x, y = area.width() * self._margin, area.height() * self._margin
            self.fitInView(area.adjusted(-x, -y, x, y), Qt.AspectRatioMode.KeepAspectRatio)
            if self.zoom > self.most_fitted:
                self.resetTransform()
                self.scale(self.most_fitted, self.most_fitted)
            self.zoomed.emit(self.zoom)

    def zoom_in(self) -> None:
        self.zoom_by(STEP)

    def zoom_out(self) -> None:
        self.zoom_by(1 / STEP)

    def actual_size(self) -> None:
        self.zoom_by(1 / self.zoom)

    def switch_size(self) -> None:
        """Switch between the whole picture and its actual size."""
        if self._fitted:
            self.actual_size()
        else:
            self.fit()

    def zoom_by(self, factor: float) -> None:
        least = min(self._fit_zoom(), 1.0)
        factor = min(MAX_ZOOM, max(least, self.zoom * factor)) / self.zoom
        if factor != 1:
            self.scale(factor, factor)
        self._fitted = self.zoom <= least * 1.001
        self.zoomed.emit(self.zoom)

    @property
    def sight(self) -> tuple[float, float, float]:
        """The zoom relative to the fitted size, and the centre of the view as shares of the picture (across, down)."""
        area, middle = self.sceneRect(), self.mapToScene(self.viewport().rect().center())
        across = (middle.x() - area.left()) / max(1e-9, area.width())
        down = (middle.y() - area.top()) / max(1e-9, area.height())
        return self.zoom / max(1e-9, self._fit_zoom()), across, down

    def look_at(self, larger: float, across: float, down: float) -> None:
        """Show the part that another canvas shows. Pictures of different sizes show the same part.

        larger, across, down : the other canvas's `sight`
        """
        if larger <= 1.001:
            self.fit()
            return
        area = self.sceneRect()
        self.zoom_by(larger * self._fit_zoom() / self.zoom)
        self.centerOn(area.left() + across * area.width(), area.top() + down * area.height())

    def set_area(self, area: QRectF) -> None:
        """Set the visible area of the scene, and fit it."""
        self.setSceneRect(area)
        self.fit()

    def _fit_zoom(self) -> float:
        area, page = self.sceneRect(), self.viewport().size()
        if area.isEmpty():
            return 1.0
        room = 1 + 2 * self._margin
        fit = min(page.width() / (area.width() * room), page.height() / (area.height() * room))
        return min(fit, self.most_fitted)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self.zoom_by(STEP ** (turned / 120))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        key = Qt.Key(event.key())
        if plain and self._fitted and key in steps:
            self.stepped.emit(steps[key])
        elif plain and key == Qt.Key.Key_Space:
            self.tapped.emit()
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.pointed.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Switch between the whole picture and its actual size at the pointer."""
        self.switch_size()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self.fit()
