"""One photo, large: what is known of it, its own pixels, where to go from it, and a full screen."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsPolygonItem

from cbir.base.types import PhotoId, Term, TextLine
from cbir.service import (
    Cancel,
    HeatMapRequest,
    KeypointsRequest,
    PictureRequest,
    ThumbnailRequest,
    WrittenRequest,
)
from cbir_app.engine import Details, Thumbnails
from cbir_app.sessions import part_of_file
from cbir_app.viewer.layers import HEAT_Z
from cbir_app.viewer.photo_view import PHOTO_SIDE_PX, PhotoView
from tests.app.fake_engine import hit
from tests.app.handling import button, found, search_requests, settle

LARGE = replace(hit(1, False, Path("/photos")), size=(9000, 6000))


@pytest.fixture
def view(qtbot, engine, theme, preferences):
    made = PhotoView(engine, Details(engine), Thumbnails(engine), theme, preferences)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    engine.start()
    return made


def parts_asked(fake):
    return [
        request for request in fake.seen if isinstance(request, PictureRequest) and request.region is not None
    ]


def test_what_is_zoomed_into_comes_in_its_own_pixels(qtbot, view, fake, engine):
    view.show_hit(LARGE)
    qtbot.waitUntil(lambda: view.picture is not None)
    settle(qtbot, view, engine)
    dots = view.devicePixelRatioF()
    before = len(parts_asked(fake))
    assert not before or dots > 1  # fitted, the picture that came is sharp enough for an ordinary screen
    assert view.canvas.zoom == pytest.approx(view.canvas.viewport().width() / (9000 * 1.04), rel=0.01)
    QTest.keyClick(view.canvas, Qt.Key.Key_Z)
    assert view.canvas.zoom == pytest.approx(1)
    qtbot.waitUntil(lambda: len(parts_asked(fake)) == before + 1)
    asked = parts_asked(fake)[-1]
    assert asked.region is not None
    x, y, width, height = asked.region
    viewport = view.canvas.viewport()
    assert (width, height) == pytest.approx((viewport.width(), viewport.height()), abs=2)
    assert (x + width / 2, y + height / 2) == pytest.approx((4500, 3000), abs=3)
    assert asked.max_side_px == max(width, height)
    qtbot.waitUntil(lambda: view.part_item is not None)
    assert view.part_item is not None
    placed = view.part_item.sceneBoundingRect()
    assert (placed.x(), placed.y(), placed.width(), placed.height()) == pytest.approx(asked.region)
    view.canvas.horizontalScrollBar().setValue(view.canvas.horizontalScrollBar().value() + 500)
    qtbot.waitUntil(lambda: len(parts_asked(fake)) == before + 2)


def test_a_photo_that_is_there_whole_is_asked_for_once(qtbot, view, fake, engine):
    view.show_hit(hit(2, False, Path("/photos")))  # 900 by 600: all of it comes
    qtbot.waitUntil(lambda: view.picture is not None)
    for _ in range(5):
        QTest.keyClick(view.canvas, Qt.Key.Key_Plus)
    settle(qtbot, view, engine)
    assert parts_asked(fake) == []
    assert [request.max_side_px for request in fake.seen if isinstance(request, PictureRequest)] == [
        PHOTO_SIDE_PX
    ]


def test_out_of_reach_the_small_picture_stands_for_it(qtbot, view, fake, engine):
    view.show_hit(replace(LARGE, offline=True))
    qtbot.waitUntil(lambda: view.picture is not None)
    assert any(isinstance(request, ThumbnailRequest) for request in fake.seen)
    assert "not connected" in view.remark.text()
    QTest.keyClick(view.canvas, Qt.Key.Key_Z)
    settle(qtbot, view, engine)
    assert not any(isinstance(request, PictureRequest) for request in fake.seen)


def test_the_pane_folds_away_and_is_remembered(qtbot, view, preferences):
    view.show_hit(hit(1, False, Path("/photos")))
    qtbot.waitUntil(lambda: view.facts.values["Camera"].text() == "Canon EOS 5D")
    assert view.pane.isVisible()
    QTest.keyClick(view.canvas, Qt.Key.Key_I)
    assert not view.pane.isVisible()
    assert preferences.flag("photo facts", True) is False


def test_what_is_written_can_be_copied_and_typed_words_are_outlined(qtbot, view, fake):
    view.show_hit(hit(1, False, Path("/photos")))
    qtbot.waitUntil(lambda: view.text_ticket is None)
    assert view.copy.isHidden() and view.same_text.isHidden(), "nothing was read in it"
    quad = ((100.0, 50.0), (300.0, 50.0), (300.0, 90.0), (100.0, 90.0))
    fake.script.written = tuple(
        TextLine(text=text, quad=quad, confidence=0.9) for text in ("Platform", "nine")
    )
    view.show_hit(hit(2, False, Path("/photos")), (Term(text="platform"),))
    qtbot.waitUntil(view.copy.isVisible)
    outlines = [item for item in view.canvas.scene().items() if isinstance(item, QGraphicsPolygonItem)]
    assert [item.toolTip() for item in outlines] == ["nine", "Platform"]
    assert outlines[0].polygon().boundingRect() == QRectF(100, 50, 200, 40)
    QTest.keyClick(view.canvas, Qt.Key.Key_T)
    assert QGuiApplication.clipboard().text() == "Platform\nnine"
    with qtbot.waitSignal(view.text_asked) as told:
        QTest.keyClick(view.canvas, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert told.args == ["platform nine"]
    assert view.same_text.isVisible()
    asked = [request for request in fake.seen if isinstance(request, WrittenRequest)]
    assert [request.texts for request in asked] == [(), ("platform",)]


@pytest.fixture
def large(qtbot, window, picture_file):
    """A window that shows the first hit large."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.pages.photo.picture is not None)
    return window


def test_arrows_go_on_and_space_goes_back(qtbot, large):
    photo = large.pages.photo
    QTest.keyClick(photo.canvas, Qt.Key.Key_Right)
    QTest.keyClick(photo.canvas, Qt.Key.Key_Right)
    assert photo.title.text() == "IMG_0003.jpg"
    QTest.keyClick(photo.canvas, Qt.Key.Key_PageUp)
    assert photo.title.text() == "IMG_0002.jpg"
    QTest.keyClick(photo.canvas, Qt.Key.Key_Space)
    assert large.pages.on_results
    current = large.results.current_hit()
    assert current is not None
    assert current.photo == 2


def test_the_same_thing_asks_the_engine_that_can_prove_it(qtbot, large, fake):
    button(large.pages.photo, "Only the same thing").click()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    assert search_requests(fake)[-1].terms == (Term(photo=PhotoId(1)),)
    assert search_requests(fake)[-1].options.engine == "match"
    qtbot.waitUntil(lambda: not large.search.busy)
    assert large.results.bar.engine.isVisible()
    large.results.bar.engine.click()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 3)
    assert search_requests(fake)[-1].options.engine == "auto"
    qtbot.waitUntil(lambda: not large.results.bar.engine.isVisible())
    large.actions_.back.trigger()
    qtbot.waitUntil(lambda: search_requests(fake)[-1].options.engine == "match")
    large.search.type("boat")  # the engine of pictures cannot read
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 5)
    assert search_requests(fake)[-1].options.engine == "auto"


def test_more_like_this_asks_all(qtbot, large, fake):
    button(large.pages.photo, "Search with this photo").click()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    assert search_requests(fake)[-1].terms == (Term(photo=PhotoId(1)),)
    assert search_requests(fake)[-1].options.engine == "auto"


def test_a_part_of_the_photo_is_framed_and_searched_for(qtbot, large, fake):
    large.actions_.frame.trigger()
    framing = large.pages.framing
    assert large.pages.currentWidget() is framing
    QTest.keyClick(framing.canvas, Qt.Key.Key_Escape)
    assert large.pages.currentWidget() is large.pages.photo
    button(large.pages.photo, "Frame and search").click()
    QTest.keyClick(framing.canvas, Qt.Key.Key_Right)
    QTest.keyClick(framing.canvas, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    term = search_requests(fake)[-1].terms[0]
    assert term.photo == 1
    assert term.region == pytest.approx((225, 150, 450, 300))
    assert large.pages.on_results


def test_on_a_full_screen_the_photo_has_all_of_it(qtbot, large):
    photo = large.pages.photo
    large.actions_.full_screen.trigger()
    qtbot.waitUntil(large.isFullScreen)
    around = (large.bar, large.panel, large.bottom, large.menuBar())
    assert not any(part.isVisible() for part in around)
    assert not photo.bar.isVisible()
    photo.BAR_MS = 20
    photo.hide_timer.setInterval(20)
    QTest.mouseMove(photo.canvas.viewport(), QPoint(200, 200))
    QTest.mouseMove(photo.canvas.viewport(), QPoint(220, 220))
    qtbot.waitUntil(photo.bar.isVisible)
    qtbot.waitUntil(lambda: not photo.bar.isVisible())
    QTest.keyClick(photo.canvas, Qt.Key.Key_F11)  # its menu is hidden, its key is not
    qtbot.waitUntil(lambda: not large.isFullScreen())
    assert all(part.isVisible() for part in around)
    assert photo.bar.isVisible()
    assert not large.actions_.full_screen.isChecked()


def test_leaving_the_photo_brings_the_window_back(qtbot, large):
    large.actions_.library_column.trigger()  # hidden before, hidden after
    large.actions_.full_screen.trigger()
    qtbot.waitUntil(large.isFullScreen)
    QTest.keyClick(large.pages.photo.canvas, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not large.isFullScreen())  # it was begun for the photo
    assert large.bar.isVisible()
    assert large.bottom.isVisible()
    assert not large.panel.isVisible()
    QTest.keyClick(large.results.view, Qt.Key.Key_Space)
    assert large.bar.isVisible()


def test_a_full_screen_that_began_on_the_results_stays(qtbot, large):
    QTest.keyClick(large.pages.photo.canvas, Qt.Key.Key_Escape)
    large.actions_.full_screen.trigger()
    qtbot.waitUntil(large.isFullScreen)
    QTest.keyClick(large.results.view, Qt.Key.Key_Space)
    assert not large.bar.isVisible()
    QTest.keyClick(large.pages.photo.canvas, Qt.Key.Key_Escape)
    assert large.isFullScreen()
    assert large.bar.isVisible()


def test_a_key_shows_what_a_photo_is_compared_by_and_says_how_much_that_is(qtbot, view, fake):
    view.show_hit(LARGE)
    qtbot.waitUntil(lambda: view.picture is not None)
    assert not any(isinstance(request, KeypointsRequest) for request in fake.seen)
    QTest.keyClick(view.canvas, Qt.Key.Key_K)
    qtbot.waitUntil(lambda: len(view.keypoints.items) == 1)
    assert "3 details to compare" in view.remark.text()
    corner = view.keypoints.items[0].path().boundingRect().topLeft()
    assert (corner.x(), corner.y()) == pytest.approx((50.5 - 12, 50.5 - 12), abs=1)
    fake.script.keypoints = 0
    view.show_hit(replace(LARGE, photo=PhotoId(2)))
    qtbot.waitUntil(lambda: "No details to compare" in view.remark.text())
    QTest.keyClick(view.canvas, Qt.Key.Key_K)
    assert view.keypoints.items == []
    assert "details" not in view.remark.text()


def test_the_part_that_the_words_fit_is_outlined(qtbot, view):
    def outlines():
        items = view.canvas.scene().items()
        return [item.polygon().boundingRect() for item in items if isinstance(item, QGraphicsPolygonItem)]

    view.show_hit(replace(LARGE, part=(3600.0, 0.0, 3600.0, 2400.0)))
    qtbot.waitUntil(lambda: view.picture is not None)
    assert outlines() == [QRectF(3600, 0, 3600, 2400)]
    view.show_hit(replace(LARGE, part=(3600.0, 0.0, 3600.0, 2400.0), kind="same thing"))
    assert outlines() == [], "of a match its own outline counts"
    view.show_hit(LARGE)
    assert outlines() == []


def colour_at(view, x, y):
    """The colour of the heat map over a place of the photo."""
    item = view.heat_layer.item
    assert item is not None
    at = item.mapFromScene(QPointF(x, y))
    return item.pixmap().toImage().pixelColor(int(at.x()), int(at.y()))


def test_a_key_shows_where_the_words_were_found(qtbot, view, fake):
    shown = hit(1, False, Path("/photos"))
    terms = (Term(text="red boat"), Term(text="people", sign=-1))
    fake.reasons.hold = True
    view.show_hit(shown, terms)
    qtbot.waitUntil(lambda: view.picture is not None)
    assert not any(isinstance(request, HeatMapRequest) for request in fake.seen)
    QTest.keyClick(view.canvas, Qt.Key.Key_H)
    qtbot.waitUntil(lambda: view.heat_layer.heat is not None)
    assert view.heat_layer.heat is not None and view.heat_layer.heat.covered == 9  # the coarse one is shown
    (asked,) = [request for request in fake.seen if isinstance(request, HeatMapRequest)]
    assert (asked.terms, asked.photo) == (terms, shown.photo)
    # The square in the middle of 900 x 600 is divided into 8 x 8: red at its top right, blue at its bottom left.
    red, blue, clear = (colour_at(view, x, y) for x, y in ((712, 37), (187, 562), (450, 300)))
    assert red.red() > 150 > red.blue() and blue.blue() > 150 > blue.red()
    assert red.alpha() > 120 > blue.alpha() > 50 and clear.alpha() < 5
    lines = view.heat_layer.item.childItems()
    assert [line.pen().color().lightness() for line in lines] == [0, 255], "seen on any color"
    for line in lines:
        around = line.mapRectToScene(line.path().boundingRect())
        assert around.contains(QPointF(712, 37)) and not around.contains(QPointF(187, 562))
        assert around.width() < 150 and around.height() < 150
    for said in (view.legend.text(), view.heat.accessibleDescription()):
        assert "Red: your words were found here." in said and "Most at the top right" in said
    view.show_hit(hit(2, False, Path("/photos")), terms)  # what is not done yet is given up
    qtbot.waitUntil(lambda: any(isinstance(request, Cancel) for request in fake.seen))
    fake.reasons.hold, fake.reasons.hottest = False, (3, 0)
    view.show_hit(shown, terms)
    qtbot.waitUntil(lambda: view.heat_layer.heat is not None and view.heat_layer.heat.covered == 58)
    assert "Most on the left" in view.legend.text() and view.legend.isVisible()
    assert len([one for one in view.canvas.scene().items() if one.zValue() == HEAT_Z]) == 1
    fake.reasons.region = (500.0, 0.0, 360.0, 240.0)  # of the part that found the photo
    view.show_hit(shown, terms)
    qtbot.waitUntil(lambda: view.legend.text().endswith("Most at the top"))
    QTest.keyClick(view.canvas, Qt.Key.Key_H)
    assert view.heat_layer.item is None and not view.legend.isVisible()


def test_without_words_there_is_nothing_to_find_in_a_photo(qtbot, view, fake):
    view.show_hit(hit(1, False, Path("/photos")), (Term(text="people", sign=-1),))
    QTest.keyClick(view.canvas, Qt.Key.Key_H)
    assert not view.heat.isEnabled() and not view.heat.isChecked()
    assert "Type words" in view.heat.toolTip()
    fake.reasons.refusal = "No model has seen this photo."
    view.show_hit(hit(1, False, Path("/photos")), (Term(text="boat"),))
    QTest.keyClick(view.canvas, Qt.Key.Key_H)
    qtbot.waitUntil(lambda: "No model has seen this photo." in view.legend.text())
    assert view.heat_layer.item is None
