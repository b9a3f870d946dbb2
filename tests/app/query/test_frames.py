"""A frame that is drawn on a picture or a screen, by pointer and by key, and what of the picture it is."""

import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir_app.base.pictures import Picture
from cbir_app.query import FrameView
from cbir_app.query.frame_view import STEPS, FrameBox

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
REGION = (200.0, 100.0, 400.0, 300.0)  # of a picture that is shown at half its size


def boxed(frame=None):
    box = FrameBox()
    box.area = QRectF(0, 0, 400, 200)
    box.frame = frame
    return box


def test_the_first_key_frames_the_middle_and_the_next_ones_move_it():
    box = boxed()
    assert box.nudge(Qt.Key.Key_Left, size=False)
    assert box.frame == QRectF(100, 50, 200, 100)
    for key, corner in (
        (Qt.Key.Key_Left, (90, 50)),
        (Qt.Key.Key_Up, (90, 45)),
        (Qt.Key.Key_Right, (100, 45)),
        (Qt.Key.Key_Down, (100, 50)),
    ):
        assert box.nudge(key, size=False)
        assert box.frame == QRectF(*corner, 200, 100)
    assert not box.nudge(Qt.Key.Key_A, size=False)
    assert not boxed().nudge(Qt.Key.Key_Home, size=True)


@pytest.mark.parametrize(
    ("key", "at_last"),
    [
        (Qt.Key.Key_Left, (0, 50, 200, 100)),
        (Qt.Key.Key_Right, (200, 50, 200, 100)),
        (Qt.Key.Key_Up, (100, 0, 200, 100)),
        (Qt.Key.Key_Down, (100, 100, 200, 100)),
    ],
)
def test_a_frame_that_is_moved_stops_at_the_border(key, at_last):
    box = boxed(QRectF(100, 50, 200, 100))
    for _ in range(STEPS):
        box.nudge(key, size=False)
    assert box.frame == QRectF(*at_last)


@pytest.mark.parametrize(
    ("key", "at_last"),
    [
        (Qt.Key.Key_Left, (100, 50, 10, 100)),
        (Qt.Key.Key_Right, (100, 50, 300, 100)),
        (Qt.Key.Key_Up, (100, 50, 200, 5)),
        (Qt.Key.Key_Down, (100, 50, 200, 150)),
    ],
)
def test_a_frame_that_is_sized_stops_at_one_step_and_at_the_border(key, at_last):
    box = boxed(QRectF(100, 50, 200, 100))
    for _ in range(STEPS):
        box.nudge(key, size=True)
    assert box.frame == QRectF(*at_last)


def test_a_frame_as_large_as_the_least_is_kept():
    for wide, kept in ((8.0, True), (7.9, False)):
        for size in ((wide, 50.0), (50.0, wide)):
            box = boxed(QRectF(10, 10, *size))
            box.release(8)
            assert (box.frame is not None) is kept


def test_in_a_small_frame_the_middle_still_moves_it():
    box = boxed(QRectF(100, 100, 12, 12))
    assert box.edges_at(QPointF(106, 106), 8) is None
    edges = box.edges_at(QPointF(102, 106), 8)
    assert edges is not None and (edges.x, edges.y) == (-1, 0)
    assert box.edges_at(QPointF(120.5, 106), 8) is None


def test_an_edge_that_is_pulled_over_the_opposite_one_goes_on_as_that_one():
    for start, across in ((QPointF(300, 100), False), (QPointF(200, 150), True)):
        box = boxed(QRectF(100, 50, 200, 100))
        box.press(start, 8)
        seen = []
        for place in (80, 60, 150):
            box.drag(QPointF(place, 100) if not across else QPointF(200, place / 2))
            assert box.frame is not None
            frame = box.frame
            seen.append((frame.top(), frame.bottom()) if across else (frame.left(), frame.right()))
        assert seen == ([(40, 50), (30, 50), (50, 75)] if across else [(80, 100), (60, 100), (100, 150)])


def test_a_drag_beside_a_frame_draws_another_one():
    box = boxed(QRectF(100, 100, 50, 50))
    box.press(QPointF(300, 20), 8)
    box.drag(QPointF(260, 60))
    box.release(8)
    assert box.frame == QRectF(260, 20, 40, 40)


@pytest.fixture
def view(qtbot, theme):
    """A picture of 1600 by 1200 pixels, shown by 800 by 600, to be framed."""
    made = FrameView(theme)
    qtbot.addWidget(made)
    made.resize(900, 720)
    made.show()
    made.show_query(shown(), None)
    return made


def shown():
    pixmap = QPixmap(800, 600)
    pixmap.fill(Qt.GlobalColor.darkGreen)
    return Picture(pixmap, (1600, 1200))


class Chosen:
    def __init__(self, view):
        self.regions = []
        self.closed = 0
        view.chosen.connect(self.regions.append)
        view.closed.connect(self._close)

    def _close(self):
        self.closed += 1


def drag(view, start, end, by=LEFT):
    """Drag from one place of the picture to another."""
    canvas, places = view.frame_canvas, (start, end)
    first, last = (canvas.mapFromScene(QPointF(*place)) for place in places)
    QTest.mousePress(canvas.viewport(), by, pos=first)
    QTest.mouseMove(canvas.viewport(), last)
    QTest.mouseRelease(canvas.viewport(), by, pos=last)


def test_what_is_framed_is_told_in_pixels_of_the_whole_picture(view):
    chosen = Chosen(view)
    assert not view.search_button.isEnabled()
    view.frame_canvas.set_frame(QRectF(100, 50, 200, 150))
    assert view.search_button.isEnabled()
    assert view.region() == REGION
    view.search_button.click()
    assert (chosen.regions, chosen.closed) == ([REGION], 1)
    view.whole_button.click()
    assert (chosen.regions, chosen.closed) == ([REGION, None], 2)


def test_the_frame_that_the_query_has_is_shown_where_it_is(view):
    view.show_query(shown(), REGION)
    assert view.frame_canvas.frame_rect == QRectF(100, 50, 200, 150)
    assert view.region() == REGION
    assert len(view.canvas.scene().items()) == 1, "one picture, whatever was framed before"
    assert view.canvas.sceneRect() == QRectF(0, 0, 800, 600)


def test_a_picture_that_is_gone_leaves_nothing_to_frame(view):
    view.show_query(shown(), REGION)
    view.forget()
    assert view.region() is None
    assert view.frame_canvas.frame_rect is None
    assert view.canvas.scene().items() == []
    view.frame_canvas.set_frame(QRectF(0, 0, 20, 20))
    assert view.region() is None


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_searches_in_the_frame_and_without_one_does_nothing(qtbot, view, key):
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.home.setFocus()
    assert view.canvas.hasFocus()
    chosen = Chosen(view)
    QTest.keyClick(view.canvas, key)
    assert chosen.regions == []
    view.frame_canvas.set_frame(QRectF(100, 50, 200, 150))
    QTest.keyClick(view.canvas, key)
    assert chosen.regions == [REGION]


def test_the_right_button_frames_nothing(view):
    drag(view, (100, 100), (300, 250), by=RIGHT)
    assert view.frame_canvas.frame_rect is None


def test_a_frame_is_drawn_and_drawn_anew_by_pointer_and_a_slip_takes_it_away(view):
    canvas = view.frame_canvas
    drag(view, (100, 100), (300, 250))
    assert canvas.frame_rect is not None
    corners = canvas.frame_rect.getCoords()
    assert corners == pytest.approx((100, 100, 300, 250), abs=2)
    seen = []
    canvas.framed.connect(lambda: seen.append(canvas.frame_rect is not None))
    drag(view, (600, 400), (603, 403))
    assert seen[-1] is False, "and the button is told"
    assert not view.search_button.isEnabled()


def test_a_second_press_soon_after_a_click_draws_too(view):
    """Qt calls it a double click, and sends it in the place of the press."""
    canvas = view.frame_canvas
    start, end = (QPointF(canvas.mapFromScene(QPointF(*place))) for place in ((100, 100), (300, 250)))
    event = QMouseEvent(QEvent.Type.MouseButtonDblClick, start, start, LEFT, LEFT, NONE)
    QApplication.sendEvent(canvas.viewport(), event)
    QTest.mouseMove(canvas.viewport(), end.toPoint())
    assert canvas.frame_rect is not None
    assert canvas.frame_rect.width() == pytest.approx(200, abs=3)
    QTest.mouseRelease(canvas.viewport(), LEFT, pos=end.toPoint())


def test_a_drag_that_leaves_the_picture_ends_at_its_border(view):
    drag(view, (700, 500), (2000, 2000))
    frame = view.frame_canvas.frame_rect
    assert frame is not None
    assert (frame.right(), frame.bottom()) == (800, 600)


def test_arrows_move_the_frame_and_with_shift_they_size_it(view):
    canvas = view.frame_canvas
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.frame_rect == QRectF(200, 150, 400, 300)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.frame_rect == QRectF(220, 150, 400, 300)
    QTest.keyClick(canvas, Qt.Key.Key_Down, SHIFT)
    assert canvas.frame_rect == QRectF(220, 150, 400, 315)
    tapped = []
    canvas.tapped.connect(lambda: tapped.append(None))
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    assert tapped == [None], "other keys are the canvas's own"


def test_an_edge_is_gripped_on_the_screen_however_large_the_picture_is_shown(view):
    canvas = view.frame_canvas
    canvas.set_frame(QRectF(200, 200, 300, 300))
    grip = canvas.grip
    assert grip == pytest.approx(8 / canvas.zoom)
    canvas.zoom_by(4)
    assert canvas.grip == pytest.approx(grip / 4)


def test_the_pointer_says_what_it_would_do_and_whoever_follows_it_is_told(view):
    canvas = view.frame_canvas
    canvas.set_frame(QRectF(200, 200, 300, 300))
    pointed = []
    canvas.pointed.connect(lambda: pointed.append(None))
    for place, shape in (
        ((350, 350), Qt.CursorShape.SizeAllCursor),
        ((700, 100), Qt.CursorShape.CrossCursor),
        ((200, 350), Qt.CursorShape.SizeHorCursor),
    ):
        QTest.mouseMove(canvas.viewport(), canvas.mapFromScene(QPointF(*place)))
        assert canvas.viewport().cursor().shape() == shape
    assert len(pointed) == 3


def test_a_small_picture_is_shown_larger_to_be_framed(qtbot, view):
    small = QPixmap(100, 75)
    small.fill(Qt.GlobalColor.darkGreen)
    view.show_query(Picture(small, (100, 75)), None)
    assert view.canvas.zoom == 4.0
