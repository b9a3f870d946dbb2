"""Takes a picture of a part of the screen: the user draws a frame on a still image of the screen.

The window is hidden first, so that everything under it is visible. If the platform does not let programs see the
screen (Wayland, or no permission on macOS), `refused` says what to do instead.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.theme import Theme
from cbir_app.query.frame_view import FrameBox, draw_frame

ASIDE_MS = 350  # desktops fade out a hidden window
MIN_PX = 8.0
GRIP_PX = 0.0  # a drag always draws a new frame, and its release takes the picture
HINT = QT_TR_NOOP(
    "Drag over what to look for.   Arrows and Shift+arrows: by keyboard.   Enter: search.   Esc: leave."
)
NO_SCREEN = QT_TR_NOOP(
    "This desktop does not let programs see the screen. Take a screenshot with the desktop's own "
    "tool, often the key Print or Shift+Print, and paste it here."
)
NO_PERMISSION = QT_TR_NOOP(
    "The system does not let this program see the screen yet. Allow it in System Settings, Privacy & Security, "
    "Screen Recording, and try again. Or copy a screenshot and paste it here."
)

Grab = Callable[[QScreen], QPixmap]


def grab_screen(screen: QScreen) -> QPixmap:
    return screen.grabWindow(0)


class SnipOverlay(QWidget):
    """Still image of a screen, to draw a frame on."""

    taken = Signal(object)  # QPixmap: the framed part in the screen's own pixels
    left = Signal()

    def __init__(self, screen: QScreen, picture: QPixmap, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Frame a part of the screen"))
        self.setAccessibleName(tr("Frame a part of the screen"))
        self.setAccessibleDescription(tr(HINT))
        self._picture, self._theme = picture, theme
        self.box = FrameBox()
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)

    @property
    def frame(self) -> QRectF | None:
        return self.box.frame

    def take(self) -> None:
        """Take the framed part; without a frame, do nothing."""
        if self.box.frame is None:
            return
        scale_x = self._picture.width() / max(1, self.width())
        scale_y = self._picture.height() / max(1, self.height())
        frame = self.box.frame
        part = QRectF(
            frame.x() * scale_x, frame.y() * scale_y, frame.width() * scale_x, frame.height() * scale_y
        )
        self.taken.emit(self._picture.copy(part.toAlignedRect().intersected(self._picture.rect())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.box.area = QRectF(self.rect())
            self.box.frame = None
            self.box.press(event.position(), GRIP_PX)
        elif event.button() == Qt.MouseButton.RightButton:
            self.left.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.box.held:
            self.box.drag(event.position())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.box.held:
            self.box.release(MIN_PX)
            self.update()
            self.take()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        self.box.area = QRectF(self.rect())
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take()
        elif self.box.nudge(key, size=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)):
            self.update()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(self.rect(), self._picture)
        around = QPainterPath()
        around.addRect(QRectF(self.rect()))
        if self.box.frame is not None:
            around.addRect(self.box.frame)
        painter.fillPath(around, QColor(0, 0, 0, 110))
        if self.box.frame is not None:
            draw_frame(painter, self.box.frame, self._theme.colours.accent)
            self.draw_label(painter, self.size_text(), self.box.frame.bottomLeft().toPoint() + QPoint(0, 10))
        else:
            metrics = painter.fontMetrics()
            hint = tr(HINT)
            self.draw_label(
                painter, hint, QPoint((self.width() - metrics.horizontalAdvance(hint)) // 2 - 12, 40)
            )
        painter.end()

    def size_text(self) -> str:
        assert self.box.frame is not None
        scale = self._picture.width() / max(1, self.width())
        width, height = self.box.frame.width() * scale, self.box.frame.height() * scale
        return tr("{width} × {height} px", width=number(round(width)), height=number(round(height)))

    def draw_label(self, painter: QPainter, text: str, corner: QPoint) -> None:
        """Draw a text with a background, inside the screen."""
        metrics = painter.fontMetrics()
        box = QRect(corner, metrics.boundingRect(text).size()).adjusted(0, 0, 24, 12)
        box.moveLeft(max(4, min(box.left(), self.width() - box.width() - 4)))
        box.moveTop(max(4, min(box.top(), self.height() - box.height() - 4)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 20, 20, 225))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Snipper(QObject):
    """Lets the user choose a part of any screen. Exactly one of its signals follows each start."""

    taken = Signal(object)  # bytes of a PNG
    refused = Signal(str)  # a sentence for the user
    left = Signal()

    def __init__(
        self, window: QWidget, theme: Theme, *, grab: Grab = grab_screen, aside_ms: int = ASIDE_MS
    ) -> None:
        super().__init__(window)
        self._window, self._theme, self.grab_screen = window, theme, grab
        self.overlays: list[SnipOverlay] = []
        self.geometry_before: QRect | None = None
        self.aside_timer = QTimer(self)
        self.aside_timer.setSingleShot(True)
        self.aside_timer.setInterval(aside_ms)
        self.aside_timer.timeout.connect(self._show_overlays)

    @property
    def busy(self) -> bool:
        return bool(self.overlays) or self.aside_timer.isActive()

    def start(self) -> None:
        if self.busy:
            return
        if (why := refusal(QGuiApplication.platformName(), sys.platform)) is not None:
            self.refused.emit(tr(why))
            return
        self.geometry_before = self._window.geometry()
        self._window.hide()
        self.aside_timer.start()

    def _show_overlays(self) -> None:
        """Show a still image of each screen, to frame a part of it."""
        screens = QGuiApplication.screens()
        pictures = [self.grab_screen(screen) for screen in screens]
        if any(picture.isNull() for picture in pictures):
            self._come_back()
            self.refused.emit(tr(NO_SCREEN))
            return
        for screen, picture in zip(screens, pictures, strict=True):
            overlay = SnipOverlay(screen, picture, self._theme)
            overlay.taken.connect(self._on_taken)
            overlay.left.connect(self._on_left)
            self.overlays.append(overlay)
            overlay.showFullScreen()
        pointed = next((overlay for overlay in self.overlays if overlay.underMouse()), self.overlays[0])
        pointed.raise_()
        pointed.activateWindow()
        pointed.setFocus()

    def _on_taken(self, part: QPixmap) -> None:
        self._come_back()
        self.taken.emit(png(part))

    def _on_left(self) -> None:
        self._come_back()
        self.left.emit()

    def _come_back(self) -> None:
        for overlay in self.overlays:
            overlay.close()
        self.overlays = []
        self._window.show()
        if (
            self.geometry_before is not None
            and not self._window.isMaximized()
            and not self._window.isFullScreen()
        ):
            self._window.setGeometry(self.geometry_before)
        self._window.raise_()
        self._window.activateWindow()


def refusal(display: str, system: str) -> str | None:
    """Return the reason why the screen cannot be captured; None if no obstacle is known beforehand."""
    if display.startswith("wayland"):
        return NO_SCREEN
    return NO_PERMISSION if system == "darwin" and not permitted() else None


def permitted() -> bool:
    """Return True if macOS lets this program see the screen. The first time, macOS asks the user."""
    try:
        graphics = ctypes.CDLL("/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics")
        graphics.CGPreflightScreenCaptureAccess.restype = ctypes.c_bool
        graphics.CGRequestScreenCaptureAccess.restype = ctypes.c_bool
        return bool(graphics.CGPreflightScreenCaptureAccess() or graphics.CGRequestScreenCaptureAccess())
    except (OSError, AttributeError):
        return True  # before macOS 10.15 no permission was needed


def png(picture: QPixmap) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.toImage().save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, Qt takes text
    buffer.close()
    return bytes(content.data())
