"""A part of the screen becomes the query: drawn by hand or by keyboard, given up, or refused in words."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as PillowImage
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPixmap
from PySide6.QtTest import QTest

from cbir.base.types import Term
from cbir_app.query import snipping
from cbir_app.query.frame_view import FrameBox
from cbir_app.query.snipping import NO_PERMISSION, NO_SCREEN, refusal
from tests.app.handling import search_requests

AREA = QRectF(0, 0, 400, 300)
points = st.tuples(st.floats(-50, 450), st.floats(-50, 350)).map(lambda xy: QPointF(*xy))


def is_held(box):
    return box.held


@given(st.lists(st.tuples(points, points), max_size=5), st.floats(0, 20))
def test_whatever_is_dragged_the_frame_stays_inside(drags, grip):
    box = FrameBox()
    box.area = AREA
    for start, end in drags:
        box.press(start, grip)
        box.drag((start + end) / 2)
        box.drag(end)
        assert is_held(box)
        box.release(8)
        assert not is_held(box)
        if box.frame is not None:
            assert AREA.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(box.frame)
            assert min(box.frame.width(), box.frame.height()) >= 8


def drawn(*corners):
    box = FrameBox()
    box.area = AREA
    box.press(QPointF(*corners[:2]), 6)
    box.drag(QPointF(*corners[2:]))
    box.release(8)
    return box


def test_a_drag_inside_moves_and_one_on_an_edge_sizes():
    box = drawn(100, 100, 200, 180)
    box.press(QPointF(150, 140), 6)
    box.drag(QPointF(170, 130))
    box.release(8)
    assert box.frame == QRectF(120, 90, 100, 80)
    box.press(QPointF(221, 130), 6)
    box.drag(QPointF(300, 10))
    box.release(8)
    assert box.frame == QRectF(120, 90, 180, 80)
    box.press(QPointF(119, 89), 6)
    box.drag(QPointF(60, 60))
    box.release(8)
    assert box.frame == QRectF(60, 60, 240, 110)
    box.press(QPointF(300, 170), 6)
    box.drag(QPointF(20, 20))  # over the opposite corner
    box.release(8)
    assert box.frame == QRectF(20, 20, 40, 40)


def test_a_click_that_slipped_frames_nothing():
    assert drawn(100, 100, 104, 180).frame is None


def test_the_pointer_says_what_a_drag_would_do():
    box = drawn(100, 100, 200, 180)
    shapes = Qt.CursorShape
    for place, shape in (
        ((150, 140), shapes.SizeAllCursor),
        ((100, 140), shapes.SizeHorCursor),
        ((150, 180), shapes.SizeVerCursor),
        ((100, 100), shapes.SizeFDiagCursor),
        ((200, 100), shapes.SizeBDiagCursor),
        ((300, 20), shapes.CrossCursor),
    ):
        assert box.cursor_at(QPointF(*place), 6) == shape


def screen_of(ratio):
    """A picture of a screen whose pixels tell where they are."""
    screen = QGuiApplication.primaryScreen().geometry()
    width, height = round(screen.width() * ratio), round(screen.height() * ratio)
    y, x = np.mgrid[0:height, 0:width]
    pixels = np.stack([x % 256, y % 256, (x // 256) * 16 + y // 256], axis=2).astype(np.uint8)
    image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy()
    made = QPixmap.fromImage(image)
    made.setDevicePixelRatio(ratio)
    return made


def place_of(pixel):
    red, green, blue = (int(value) for value in pixel)
    return red + 256 * (blue // 16), green + 256 * (blue % 16)


@pytest.fixture
def snipping_window(qtbot, window):
    window.controls.snips.snipper.aside_timer.setInterval(0)
    window.controls.snips.snipper.grab_screen = lambda _screen: screen_of(1.0)
    return window


def overlay_of(qtbot, window):
    window.actions_.snip.trigger()
    qtbot.waitUntil(lambda: bool(window.controls.snips.snipper.overlays))
    return window.controls.snips.snipper.overlays[0]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_what_is_framed_on_the_screen_is_searched_for(qtbot, snipping_window, fake, ratio):
    window = snipping_window
    window.controls.snips.snipper.grab_screen = lambda _screen: screen_of(ratio)
    before = window.geometry()
    overlay = overlay_of(qtbot, window)
    assert not window.isVisible()  # what lies under it is seen
    start, end = QPoint(100, 60), QPoint(400, 260)
    QTest.mousePress(overlay, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(overlay, (start + end) / 2)
    QTest.mouseMove(overlay, end)
    QTest.mouseRelease(overlay, Qt.MouseButton.LeftButton, pos=end)
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 1)
    data = search_requests(fake)[0].terms[0].data
    assert data is not None
    pixels = np.asarray(PillowImage.open(io.BytesIO(data)).convert("RGB"))
    assert pixels.shape[:2] == (200 * ratio, 300 * ratio)
    assert place_of(pixels[0, 0]) == (100 * ratio, 60 * ratio)
    assert place_of(pixels[-1, -1]) == (400 * ratio - 1, 260 * ratio - 1)
    assert window.isVisible()
    assert window.geometry() == before
    assert window.bar.chips[0].words.text() == "From the screen"
    assert not window.controls.snips.snipper.busy


def test_the_screen_is_framed_by_keyboard(qtbot, snipping_window, fake):
    overlay = overlay_of(qtbot, snipping_window)
    QTest.keyClick(overlay, Qt.Key.Key_Return)  # nothing is framed yet
    assert snipping_window.controls.snips.snipper.busy
    QTest.keyClick(overlay, Qt.Key.Key_Left)
    QTest.keyClick(overlay, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    wide = overlay.frame
    assert wide is not None
    assert wide.width() == pytest.approx(overlay.width() / 2 - overlay.width() / 40)
    QTest.keyClick(overlay, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 1)


def test_escape_leaves_everything_as_it_was(qtbot, snipping_window, fake):
    overlay = overlay_of(qtbot, snipping_window)
    snipping_window.actions_.snip.trigger()  # once is enough
    QTest.keyClick(overlay, Qt.Key.Key_Escape)
    qtbot.waitUntil(snipping_window.isVisible)
    assert search_requests(fake) == []
    assert not snipping_window.controls.snips.snipper.busy


def test_with_words_being_typed_the_snip_joins_them(qtbot, snipping_window, fake):
    window = snipping_window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.bar.focus()
    window.search.type("boat")
    overlay = overlay_of(qtbot, window)
    QTest.keyClick(overlay, Qt.Key.Key_Left)
    QTest.keyClick(overlay, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(search_requests(fake)) and len(search_requests(fake)[-1].terms) == 2)
    assert search_requests(fake)[-1].terms[0] == Term(text="boat")


def test_a_screen_that_cannot_be_seen_is_said_and_paste_offered(qtbot, snipping_window, monkeypatch):
    window = snipping_window

    def nothing(_screen):
        return QPixmap()

    window.controls.snips.snipper.grab_screen = nothing
    window.actions_.snip.trigger()
    qtbot.waitUntil(window.notice.isVisible)
    assert window.notice.text.text() == NO_SCREEN
    assert window.isVisible()
    assert not window.notice.action.isHidden()
    assert window.notice.action.text() == "Paste"
    window.notice.hide()
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "wayland")
    window.actions_.snip.trigger()
    assert window.notice.isVisible()
    assert window.isVisible()


def test_each_platform_is_asked_in_its_own_way(monkeypatch):
    assert refusal("xcb", "linux") is None
    assert refusal("wayland", "linux") == refusal("wayland-egl", "linux") == NO_SCREEN
    monkeypatch.setattr(snipping, "permitted", lambda: False)
    assert refusal("cocoa", "darwin") == NO_PERMISSION
    assert refusal("windows", "win32") is None
