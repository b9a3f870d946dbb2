"""The map of photos: where they lie, how they are grouped, and the filter that an area becomes."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from cbir.base.types import Filters, PhotoId
from cbir.catalog.places import read_circle
from cbir.service import PlaceRequest, PositionsAnswer, PositionsRequest, TakeBackRequest, ThumbnailRequest
from cbir_app.viewer import MapPage, positions_of
from cbir_app.viewer.group_canvas import groups_of
from cbir_app.viewer.map_page import Positions, circle_text, position_of, project

LISBON, VIENNA = (38.7223, -9.1393), (48.2082, 16.3738)


def positions(*places, months=()):
    """Photos 1, 2 and so on at places. months : of the first ones, from January 2019 on"""
    latitudes, longitudes = np.array(places, np.float64).reshape(-1, 2).T
    photos = np.arange(1, len(places) + 1)
    return positions_of(
        photos, latitudes, longitudes, photos[: len(months)], np.array(months, int) + 12 * 2019
    )


@pytest.fixture
def page(qtbot, engine, theme):
    made = MapPage(engine, theme)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    engine.start()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize("place", [(0, 0), LISBON, VIENNA, (-33.9, 151.2), (70, 179.9), (-80, -179.9)])
def test_a_place_comes_back_as_it_went_onto_the_map(place):
    x, y = project(np.array([place[0]]), np.array([place[1]]))[0]
    assert position_of(QPointF(x, y)) == pytest.approx(place, abs=1e-6)


def test_a_circle_is_one_that_the_search_reads():
    places = project(np.array([LISBON[0], LISBON[0] + 0.45]), np.array([LISBON[1]] * 2))
    circle = read_circle(circle_text(QPointF(*places[0]), QPointF(*places[1])))
    assert (circle.latitude, circle.longitude) == pytest.approx(LISBON, abs=1e-3)
    assert circle.radius_km == pytest.approx(50, rel=0.02)


def test_photos_near_each_other_on_the_screen_are_one_group():
    shown = positions(LISBON, LISBON, (38.73, -9.14), VIENNA)
    world = QRectF(0, 0, 4096, 4096)
    far = groups_of(shown, world, 0.25)
    assert [(group.count, group.photo) for group in far] == [(3, 1), (1, 4)]
    close = groups_of(shown, world, 15.0)
    assert sorted(group.count for group in close) == [1, 1, 2] or len(close) == 2
    assert groups_of(shown, QRectF(0, 0, 10, 10), 1.0) == []
    assert groups_of(positions(), world, 1.0) == []


def test_no_group_is_hidden_under_another_one():
    """Cells of the screen cut through towns: their parts would lie on each other."""
    middle = np.arange(0, 25) * 128 + 64.0  # every second border of cells at zoom 1
    places = np.stack([np.concatenate([middle - 1, middle + 1]), np.full(50, 200.0)], axis=1)
    photos = np.arange(50)
    shown = Positions(photos, places, np.full(50, -1))
    groups = groups_of(shown, QRectF(0, 0, 4096, 4096), 1.0)
    assert [group.count for group in groups] == [2] * 25
    assert all(group.box.width() == 2 for group in groups)
    apart = np.diff(sorted(group.middle.x() for group in groups))
    assert apart.min() >= 48


def test_photos_are_in_view_and_counted_and_those_without_a_position_too(qtbot, page, fake):
    page.show_positions(positions(LISBON, LISBON, VIENNA), 7)
    assert page.remark.text() == "3 photos in view · 7 without a position"
    qtbot.waitUntil(
        lambda: {request.photo for request in fake.seen if isinstance(request, ThumbnailRequest)} == {1, 3}
    )
    page.show_positions(positions(), 3)
    assert page.message.isVisible() and not page.map.isVisible()
    assert page.message.title.text() == "No photo for the map"


def test_a_circle_that_is_dragged_is_searched_in(qtbot, page):
    page.show_positions(positions(LISBON, VIENNA), 0)
    lisbon = page.map.mapFromScene(QPointF(*page.map.positions.places[0]))
    chosen = []
    page.place_chosen.connect(chosen.append)
    view = page.map.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=lisbon)
    QTest.mouseMove(view, lisbon + QPoint(40, 0))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=lisbon + QPoint(40, 0))
    assert chosen == [], "a drag alone moves the map"
    lisbon = page.map.mapFromScene(QPointF(*page.map.positions.places[0]))
    page.area.setChecked(True)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=lisbon)
    QTest.mouseMove(view, lisbon + QPoint(40, 0))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=lisbon + QPoint(40, 0))
    (text,) = chosen
    circle = read_circle(text)
    assert (circle.latitude, circle.longitude) == pytest.approx(LISBON, abs=0.5)
    assert 30 < circle.radius_km < 500
    assert not page.area.isChecked(), "one circle, then the map moves again"


def test_dates_that_are_dragged_over_leave_their_photos_on_the_map(qtbot, page):
    page.show_positions(positions(LISBON, LISBON, VIENNA, VIENNA, months=(0, 1, 3)), 0)
    dates = page.dates
    assert dates.isVisible() and dates.span is None
    wide = (dates.width() - 24) / 4

    def at(bar):
        return QPoint(round(12 + wide * (bar + 0.5)), 20)

    QTest.mousePress(dates, Qt.MouseButton.LeftButton, pos=at(0))
    QTest.mouseMove(dates, at(1))
    QTest.mouseRelease(dates, Qt.MouseButton.LeftButton, pos=at(1))
    assert page.map.positions.photos.tolist() == [1, 2]
    assert page.remark.text() == "2 photos in view · 2019-01 – 2019-02"
    assert dates.filter_dates == ("2019-01", "2019-02")
    QTest.mouseClick(dates, Qt.MouseButton.LeftButton, pos=at(3))
    assert page.map.positions.photos.tolist() == [3] and dates.span_words == "2019-04"
    QTest.mouseClick(dates, Qt.MouseButton.LeftButton, pos=at(3))
    assert page.map.positions.photos.tolist() == [1, 2, 3, 4], "once more: all, with those without a date"


def test_dates_are_chosen_by_keys_and_escape_shows_all(page):
    page.show_positions(positions(LISBON, LISBON, VIENNA, months=(0, 1, 2)), 0)
    keys = ((Qt.Key.Key_Right, 0), (Qt.Key.Key_Right, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Left, 0))
    shown = []
    for key, shift in keys:
        held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(page.dates, key, held)
        shown.append(page.map.positions.photos.tolist())
    assert shown == [[1], [2], [2, 3], [1]]
    assert page.dates.accessibleDescription() == "2019-01 · 1"
    QTest.keyClick(page.dates, Qt.Key.Key_Escape)
    assert page.dates.span is None and page.isVisible()


def test_the_dates_of_the_photos_in_view_stand_out(qtbot, page):
    page.show_positions(positions(LISBON, LISBON, VIENNA, months=(0, 1, 3)), 0)

    def accents():
        image = page.dates.grab().toImage()
        accent = page.theme.colours.accent
        return sum(
            image.pixelColor(x, 36).name() == accent or image.pixelColor(x, 40).name() == accent
            for x in range(0, image.width(), 2)
        )

    qtbot.waitUntil(lambda: accents() > 0)
    every = accents()
    lisbon = QPointF(*page.map.positions.places[0])
    page.map.show_box(QRectF(lisbon.x() - 1, lisbon.y() - 1, 2, 2))
    qtbot.waitUntil(lambda: page.remark.text().startswith("2 photos"))
    assert 0 < accents() < every


def test_many_years_have_a_bar_each_and_one_month_has_none(page):
    page.show_positions(positions(LISBON, VIENNA, VIENNA, months=(0, 5, 60)), 0)
    page.dates.choose((0, 0))
    assert page.dates.filter_dates == ("2019", "2019") and page.map.positions.photos.tolist() == [1, 2]
    page.show_positions(positions(LISBON, VIENNA, months=(5, 5)), 0)
    assert not page.dates.isVisible() and page.dates.span is None


def test_a_click_goes_into_a_group_and_a_place_alone_is_searched_in(qtbot, page):
    page.show_positions(positions(LISBON, LISBON, (38.9, -9.0), VIENNA), 0)
    chosen = []
    page.place_chosen.connect(chosen.append)
    before = page.map.zoom
    group = page.map.groups[0]
    QTest.mouseClick(page.map.viewport(), Qt.MouseButton.LeftButton, pos=page.map.tile_of(group).center())
    assert page.map.zoom > before and chosen == []
    qtbot.waitUntil(lambda: any(group.count == 2 for group in page.map.groups))
    same = next(group for group in page.map.groups if group.count == 2)
    QTest.mouseClick(page.map.viewport(), Qt.MouseButton.LeftButton, pos=page.map.tile_of(same).center())
    (text,) = chosen
    assert (read_circle(text).latitude, read_circle(text).longitude) == pytest.approx(LISBON, abs=0.01)


def test_all_photos_in_view_are_searched_in_by_a_key(qtbot, page):
    page.show_positions(positions(LISBON, VIENNA), 0)
    page.activateWindow()
    qtbot.waitExposed(page)
    chosen = []
    page.place_chosen.connect(chosen.append)
    page.map.setFocus()
    QTest.keyClick(page.map, Qt.Key.Key_Return)
    circle = read_circle(chosen[0])
    assert circle.radius_km > 1100, "half of the way from Lisbon to Vienna, 2,300 km"


def test_the_map_has_the_photos_of_the_search_and_gives_it_a_place(qtbot, window, fake):
    qtbot.waitUntil(lambda: not window.search.busy)
    window.search.set_filters(Filters(min_rating=1))
    qtbot.waitUntil(lambda: not window.search.busy and window.search.result is not None)
    hits = {hit.photo for hit in window.search.result.hits}
    assert 0 < len(hits) < 24
    every = np.arange(1, 25)
    window.controls.map.show_answer(
        PositionsAnswer(
            photos=every,
            latitudes=np.full(24, 38.7),
            longitudes=np.linspace(-9, 16, 24),
            dated=every,
            months=np.arange(24) + 12 * 2019,
        )
    )
    page = window.controls.map.page
    chosen = [item.text(0) for item in window.panel.top.selectedItems()]
    assert chosen == ["Map"], "the column says which page is open"
    assert set(page.map.positions.photos.tolist()) == hits
    page.place_chosen.emit("38.7000,-9.0000~5km")
    assert window.search.query.filters == Filters(min_rating=1, places=("38.7000,-9.0000~5km",))
    page.dates.choose((0, 1))
    page.place_chosen.emit("38.7000,-9.0000~5km")
    first, last = page.dates.filter_dates
    assert (window.search.query.filters.taken_from, window.search.query.filters.taken_to) == (first, last)
    assert len(first) == 7, "months"
    assert window.pages.on_results
    assert window.panel.top.selectedItems() == [], "the filtered photos are no place of the column"


def test_outlines_are_built_in_slices_and_none_crosses_the_map(qtbot, page):
    page.map.build()
    qtbot.waitUntil(lambda: not page.map.building.isActive())
    paths = [item.path() for item in page.map.scene().items()]
    assert len(paths) > 3000
    for path in paths:
        points = [path.elementAt(at) for at in range(path.elementCount())]
        for before, after in pairwise(points):
            assert after.isMoveTo() or abs(after.x - before.x) < 2048 or before.y > 3500, (
                "around the pole alone"
            )
    assert PhotoId(1) not in page.map.pixmaps


def test_photos_without_a_position_are_dragged_onto_the_map(page):
    tester = QAbstractItemModelTester(
        page.strip.photos, QAbstractItemModelTester.FailureReportingMode.Warning
    )
    page.show_positions(positions(LISBON), 2, (PhotoId(7), PhotoId(8)))
    put = []
    page.placed.connect(lambda photos, north, east: put.append((photos, north, east)))
    model = tester.model()
    data = model.mimeData([model.index(0), model.index(1)])
    place = page.map.mapFromScene(QPointF(*page.map.positions.places[0]))
    copy, left, no_keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    view = page.map.viewport()
    for event in (
        QDragEnterEvent(place, copy, data, left, no_keys),
        QDragMoveEvent(place, copy, data, left, no_keys),
        QDropEvent(QPointF(place), copy, data, left, no_keys),
    ):
        QApplication.sendEvent(view, event)
        assert event.isAccepted()
    ((photos, north, east),) = put
    assert photos == (7, 8)
    assert (north, east) == pytest.approx(LISBON, abs=0.5)


def test_by_keyboard_photos_go_to_the_middle_of_the_map(page):
    page.show_positions(positions(LISBON), 2, (PhotoId(7), PhotoId(8)))
    put = []
    page.placed.connect(lambda photos, north, east: put.append((photos, north, east)))
    assert not page.here.isEnabled()
    page.strip.setCurrentIndex(page.strip.photos.index(1))
    page.here.click()
    ((photos, north, east),) = put
    assert photos == (8,)
    assert (north, east) == pytest.approx(LISBON, abs=0.5)


def test_a_position_that_was_given_is_undone_and_redone(qtbot, window, fake):
    window.actions_.map.trigger()
    qtbot.waitUntil(lambda: window.pages.place == "map")

    def asked(kind):
        return [request for request in fake.seen if isinstance(request, kind)]

    window.controls.map.page.placed.emit((PhotoId(1),), *LISBON)
    qtbot.waitUntil(lambda: window.notice.text.text() == "1 photo put on the map.")
    window.actions_.undo.trigger()
    qtbot.waitUntil(lambda: asked(TakeBackRequest) == [TakeBackRequest(step=1)])
    window.actions_.redo.trigger()
    qtbot.waitUntil(lambda: len(asked(PlaceRequest)) == 2)
    qtbot.waitUntil(lambda: len(asked(PositionsRequest)) == 4)  # it was answered
    window.actions_.undo.trigger()
    qtbot.waitUntil(lambda: asked(TakeBackRequest)[1:] == [TakeBackRequest(step=2)])
