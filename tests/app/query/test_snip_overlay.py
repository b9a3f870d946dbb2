"""One held screen by itself, and a snipper whose screens and window a test makes up."""

import ctypes
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from cbir_app.query import Snipper, snipping
from cbir_app.query.snipping import NO_SCREEN, SnipOverlay, refusal

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def screen_picture(ratio=1):
    size = QGuiApplication.primaryScreen().geometry().size() * ratio
    made = QPixmap(size)
    made.fill(QColor("white"))
    return made


class Held:
    """A screen that is held still, and what came of it."""

    def __init__(self, overlay):
        self.overlay = overlay
        self.taken = []
        self.left = 0
        overlay.taken.connect(self.taken.append)
        overlay.left.connect(self._leave)

    def _leave(self):
        self.left += 1

    def drag(self, start, end):
        QTest.mousePress(self.overlay, LEFT, pos=QPoint(*start))
        QTest.mouseMove(self.overlay, QPoint(*end))
        QTest.mouseRelease(self.overlay, LEFT, pos=QPoint(*end))

    @property
    def sizes(self):
        return [(part.width(), part.height()) for part in self.taken]


@pytest.fixture
def held(qapp, theme):
    overlay = SnipOverlay(QGuiApplication.primaryScreen(), screen_picture(), theme)
    yield Held(overlay)
    overlay.close()
    overlay.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_each_drag_draws_a_frame_of_its_own_also_where_the_last_one_was(held):
    held.drag((100, 100), (300, 200))
    held.drag((300, 150), (350, 180))  # on its edge
    held.drag((310, 160), (410, 260))  # and inside
    assert held.sizes == [(200, 100), (50, 30), (100, 100)]


def test_a_click_that_slipped_takes_nothing_and_the_right_button_leaves(held):
    held.drag((100, 100), (104, 190))
    assert (held.taken, held.overlay.frame, held.left) == ([], None, 0)
    QTest.mouseClick(held.overlay, RIGHT)
    assert (held.taken, held.left) == ([], 1)


def test_what_is_taken_ends_with_the_screen(held):
    width, height = held.overlay.width(), held.overlay.height()
    held.drag((width - 50, height - 40), (width + 500, height + 500))
    assert held.sizes == [(50, 40)]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_takes_what_was_framed_by_keys_and_nothing_where_nothing_is(held, key):
    QTest.keyClick(held.overlay, key)
    assert held.taken == []
    QTest.keyClick(held.overlay, Qt.Key.Key_Left)
    QTest.keyClick(held.overlay, key)
    assert held.sizes == [(held.overlay.width() // 2, held.overlay.height() // 2)]


def test_the_size_of_the_frame_is_said_in_pixels_of_the_screen(theme):
    overlay = SnipOverlay(QGuiApplication.primaryScreen(), screen_picture(2), theme)
    overlay.box.frame = QRectF(10, 10, 100, 50)
    assert overlay.size_text() == "200 × 100 px"
    overlay.deleteLater()


def test_what_is_written_on_a_screen_stays_on_it(held):
    width, height = held.overlay.width(), held.overlay.height()
    for corner in (QPoint(-100, -100), QPoint(width, height)):
        canvas = QPixmap(width, height)
        canvas.fill(Qt.GlobalColor.white)
        painter = QPainter(canvas)
        held.overlay.draw_label(painter, "200 × 100 px", corner)
        painter.end()
        seen = canvas.toImage()
        at = QPoint(12, 12) if corner.x() < 0 else QPoint(width - 12, height - 12)
        assert seen.pixelColor(at) != QColor("white")
        for edge in (QPoint(0, 0), QPoint(width - 1, height - 1)):
            assert seen.pixelColor(edge) == QColor("white")


class Window(QWidget):
    """It writes down that it was brought to the front, which the platform of the tests does anyway."""

    def __init__(self):
        super().__init__()
        self.brought = []

    def raise_(self):
        self.brought.append("raised")
        super().raise_()

    def activateWindow(self):
        self.brought.append("activated")
        super().activateWindow()


class Snipped:
    """A snipper beside a window, and what it told."""

    def __init__(self, window, theme):
        self.window = window
        self.pictures = [screen_picture()]
        self.grabbed = 0
        self.snipper = Snipper(window, theme, grab=self._grab, aside_ms=0)
        self.told = []
        self.snipper.taken.connect(lambda content: self.told.append(f"taken {content[1:4].decode()}"))
        self.snipper.refused.connect(self.told.append)
        self.snipper.left.connect(lambda: self.told.append("left"))

    def _grab(self, screen):
        self.grabbed += 1
        return self.pictures[(self.grabbed - 1) % len(self.pictures)]


@pytest.fixture
def snipped(qtbot, theme):
    window = Window()
    qtbot.addWidget(window)
    window.setGeometry(QRect(50, 60, 300, 200))
    window.show()
    return Snipped(window, theme)


def test_a_screen_is_asked_for_once_at_a_time_and_the_window_steps_aside(qtbot, snipped):
    snipper = snipped.snipper
    states = [snipper.busy]
    snipper.start()
    states.append(snipper.busy)
    assert not snipped.window.isVisible()
    snipper.start()
    qtbot.waitUntil(lambda: bool(snipper.overlays))
    states.append(snipper.busy)
    assert states == [False, True, True]
    snipper.start()
    overlay = snipper.overlays[0]
    assert overlay.isVisible()
    with qtbot.waitSignal(overlay.destroyed):
        QTest.keyClick(overlay, Qt.Key.Key_Escape)
    assert (snipped.grabbed, snipped.told) == (1, ["left"])
    assert snipped.window.isVisible() and not snipper.busy
    assert snipped.window.geometry() == QRect(50, 60, 300, 200)


def test_what_is_framed_is_told_as_a_png_and_the_window_is_back_in_front(qtbot, snipped):
    snipped.snipper.start()
    qtbot.waitUntil(lambda: bool(snipped.snipper.overlays))
    overlay = snipped.snipper.overlays[0]
    qtbot.waitUntil(overlay.hasFocus)
    QTest.keyClick(overlay, Qt.Key.Key_Left)
    QTest.keyClick(overlay, Qt.Key.Key_Return)
    assert snipped.told == ["taken PNG"]
    assert snipped.window.brought == ["raised", "activated"]


def test_where_one_of_two_screens_cannot_be_seen_that_is_said(qtbot, snipped, monkeypatch):
    screen = QGuiApplication.primaryScreen()
    monkeypatch.setattr(QGuiApplication, "screens", lambda: [screen, screen])
    snipped.pictures = [screen_picture(), QPixmap()]
    snipped.snipper.start()
    qtbot.waitUntil(lambda: bool(snipped.told))
    assert snipped.told == [NO_SCREEN]
    assert snipped.window.isVisible() and not snipped.snipper.busy


def test_a_window_that_the_desktop_would_place_anew_is_where_it_was(qtbot, snipped):
    before = snipped.window.geometry()
    snipped.snipper.start()
    qtbot.waitUntil(lambda: bool(snipped.snipper.overlays))
    snipped.window.setGeometry(QRect(0, 0, 120, 90))
    QTest.keyClick(snipped.snipper.overlays[0], Qt.Key.Key_Escape)
    assert snipped.window.geometry() == before


def test_where_the_pointer_is_on_no_screen_the_keys_are_for_the_first(qtbot, snipped, monkeypatch):
    screen = QGuiApplication.primaryScreen()
    monkeypatch.setattr(QGuiApplication, "screens", lambda: [screen, screen])
    snipped.snipper.start()
    qtbot.waitUntil(lambda: bool(snipped.snipper.overlays))
    first, other = snipped.snipper.overlays
    qtbot.waitUntil(first.hasFocus)
    QTest.keyClick(first, Qt.Key.Key_Escape)
    assert not first.isVisible() and not other.isVisible()


def test_a_window_that_filled_the_screen_fills_it_again(qtbot, snipped):
    before = snipped.window.geometry()
    snipped.window.showMaximized()
    qtbot.waitUntil(lambda: snipped.window.geometry() != before)
    large = snipped.window.geometry()
    snipped.snipper.start()
    qtbot.waitUntil(lambda: bool(snipped.snipper.overlays))
    snipped.snipper.geometry_before = before  # as some desktops tell it of a maximized window
    QTest.keyClick(snipped.snipper.overlays[0], Qt.Key.Key_Escape)
    assert snipped.window.isMaximized()
    assert snipped.window.geometry() == large


class Graphics:
    """A stand-in for macOS's permission. has : it exists. gets : the user grants it when asked"""

    def __init__(self, *, has, gets):
        self.asked = []
        self.CGPreflightScreenCaptureAccess = self._answer("has", has)
        self.CGRequestScreenCaptureAccess = self._answer("gets", gets)

    def _answer(self, name, answer):
        class Call(SimpleNamespace):
            def __call__(inner):  # noqa: N805
                self.asked.append(name)
                return answer

        return Call()


@pytest.mark.parametrize(
    ("has", "gets", "seen"), [(True, False, True), (False, True, True), (False, False, False)]
)
def test_macos_is_asked_for_the_permission_only_where_there_is_none(monkeypatch, has, gets, seen):
    graphics = Graphics(has=has, gets=gets)
    monkeypatch.setattr(ctypes, "CDLL", lambda _path: graphics)
    assert (refusal("cocoa", "darwin") is None) is seen
    assert graphics.asked == (["has"] if has else ["has", "gets"])
    graphics.asked.clear()
    assert refusal("xcb", "linux") is None
    assert graphics.asked == [], "others have no such permission"


def test_a_macos_without_that_permission_asks_nobody(monkeypatch):
    def missing(_path):
        raise OSError("no such framework")

    monkeypatch.setattr(ctypes, "CDLL", missing)
    assert snipping.permitted()
    monkeypatch.setattr(ctypes, "CDLL", lambda _path: object())
    assert snipping.permitted()
