"""Filters: chosen in the panel, read as chips, taken away, sent with every search."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.filters import filter_chips
from app.filters.filter_panel import Chooser
from app.filters.filters import is_date
from app.query import part_of_file
from app.shell import MainWindow
from cbir.base.types import FacetCount, Facets, Filters
from cbir.service import FacetsRequest
from tests.app.fake_engine import FakeEngine
from tests.app.handling import found, search_requests

ALL = Filters(
    folders=("/photos/Lisbon",),
    taken_from="2019",
    taken_to="2019-07-14",
    cameras=("Canon EOS 5D", "Fuji"),
    min_rating=3,
    formats=("jpeg",),
    orientation="portrait",
    min_megapixels=12.0,
)


def settled(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.search.busy)


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """A window with its filters unfolded and counted."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.actions_.filter.trigger()
    qtbot.waitUntil(lambda: window.panel.filters.camera.count() == 3)
    return window


def test_every_filter_is_a_chip_that_leaves_the_others() -> None:
    chips = filter_chips(ALL)
    assert [chip.words for chip in chips] == [
        *("In Lisbon", "Taken from 2019", "Taken until 2019-07-14", "Canon EOS 5D", "Fuji"),
        *("★★★ or more", "JPEG", "Portrait", "12 megapixels or more"),
    ]
    for chip in chips:
        assert chip.words not in [left.words for left in filter_chips(chip.rest)]
        assert len(filter_chips(chip.rest)) == len(chips) - 1
    assert filter_chips(Filters()) == []


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("2019", True),
        ("2019-07", True),
        ("2019-7-4", True),
        ("2019-13", False),
        ("19", False),
        ("2019-", False),
    ],
)
def test_a_date_is_a_year_a_month_or_a_day(text: str, good: bool) -> None:
    assert is_date(text) is good


def test_facets_are_counted_for_whoever_looks(qtbot: QtBot, window: MainWindow, fake: FakeEngine) -> None:
    window.search.type("boat")
    settled(qtbot, window)
    assert not any(isinstance(request, FacetsRequest) for request in fake.seen)
    window.actions_.filter.trigger()
    qtbot.waitUntil(lambda: any(isinstance(request, FacetsRequest) for request in fake.seen))
    assert window.panel.filters.isVisible()


def test_choices_come_with_their_counts(opened: MainWindow) -> None:
    panel = opened.panel.filters
    assert QApplication.focusWidget() is panel.folder
    texts = [panel.folder.itemText(at) for at in range(panel.folder.count())]
    assert texts == ["Any folder", "Holidays (24)", "Holidays / Lisbon (9)"]
    assert [panel.rating.itemText(at) for at in range(panel.rating.count())] == [
        *("Any rating", "★★★★★ or more (5)", "★★★★ or more (9)", "★★★ or more (9)"),
        *("★★ or more (9)", "★ or more (10)"),
    ]


def test_a_choice_by_keyboard_filters_what_is_searched(
    qtbot: QtBot, opened: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    opened.search.search(part_of_file(picture_file))
    found(qtbot, opened)
    panel = opened.panel.filters
    panel.camera.setFocus()
    QTest.keyClick(panel.camera, Qt.Key.Key_Down)
    settled(qtbot, opened)
    assert search_requests(fake)[-1].options.filters == Filters(cameras=("Canon",))
    assert QApplication.focusWidget() is panel.camera
    panel.taken_from.setFocus()
    QTest.keyClicks(panel.taken_from, "2019")
    QTest.keyClick(panel.taken_from, Qt.Key.Key_Return)
    settled(qtbot, opened)
    wanted = Filters(cameras=("Canon",), taken_from="2019")
    assert search_requests(fake)[-1].options.filters == wanted
    assert opened.panel.filter_section.heading.text() == "Filters · 2 active"
    chips = opened.bar.filter_chips
    assert [made.text() for made in chips.buttons] == ["Taken from 2019", "Canon"]
    chips.buttons[1].click()
    settled(qtbot, opened)
    assert panel.camera.currentIndex() == 0
    assert search_requests(fake)[-1].options.filters == Filters(taken_from="2019")
    opened.actions_.back.trigger()
    settled(qtbot, opened)
    assert panel.camera.value == "Canon"
    panel.clear_button.click()
    settled(qtbot, opened)
    assert not chips.isVisible()
    assert search_requests(fake)[-1].options.filters == Filters()


def texts(chooser: Chooser) -> list[str]:
    return [chooser.itemText(at) for at in range(chooser.count())]


def test_choices_are_counted_over_what_the_query_found(
    qtbot: QtBot, opened: MainWindow, fake: FakeEngine
) -> None:
    panel = opened.panel.filters
    fake.script.facets_found = Facets(
        cameras=(FacetCount(value="Canon", photos=5),),
        ratings=(FacetCount(value="5", photos=1), FacetCount(value="1", photos=2)),
        years=(FacetCount(value="2019", photos=3),),
    )
    opened.search.type("boat")
    settled(qtbot, opened)
    qtbot.waitUntil(lambda: texts(panel.camera) == ["Any camera", "Canon (5)", "Fuji (0)"])
    faint = panel.camera.itemData(2, Qt.ItemDataRole.ForegroundRole)
    assert faint == panel.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert panel.camera.itemData(1, Qt.ItemDataRole.ForegroundRole) is None
    assert texts(panel.rating)[1:3] == ["★★★★★ or more (1)", "★★★★ or more (1)"]
    assert texts(panel.rating)[5] == "★ or more (3)"
    assert texts(panel.year) == ["Any year", "2021 (0)", "2019 (3)"]
    assert panel.scope.text() == "Counted over the 5 photos found."
    found = [request.photos for request in fake.seen if isinstance(request, FacetsRequest)]
    assert found == [None, (1, 2, 3, 4, 5)]
    fake.script.facets_found = Facets(cameras=(FacetCount(value="Canon", photos=5),))
    panel.camera.setCurrentIndex(1)
    settled(qtbot, opened)
    qtbot.waitUntil(lambda: texts(panel.format) == ["Any format", "JPEG (0)", "PNG (0)"])
    # Of another camera were as many found as before: without this filter.
    assert texts(panel.camera) == ["Any camera", "Canon (5)", "Fuji (0)"]
    opened.search.type("ship")
    settled(qtbot, opened)
    qtbot.waitUntil(lambda: texts(panel.camera) == ["Any camera", "Canon", "Fuji"])
    assert panel.camera.value == "Canon"
    opened.search.clear()
    assert texts(panel.camera) == ["Any camera", "Canon (14)", "Fuji (3)"]
    assert not panel.scope.isVisible()


def test_a_year_is_both_ends_of_a_time(qtbot: QtBot, opened: MainWindow) -> None:
    panel = opened.panel.filters
    panel.year.setFocus()
    QTest.keyClick(panel.year, Qt.Key.Key_Down)
    assert opened.search.query.filters == Filters(taken_from="2021", taken_to="2021")
    assert panel.taken_from.text() == panel.taken_to.text() == "2021"
    panel.taken_to.setText("2022")
    panel.taken_to.editingFinished.emit()
    assert opened.search.query.filters == Filters(taken_from="2021", taken_to="2022")
    assert panel.year.value is None
    panel.year.setCurrentIndex(2)
    assert opened.search.query.filters == Filters(taken_from="2019", taken_to="2019")
    panel.year.setCurrentIndex(0)
    assert opened.search.query.filters == Filters()
    settled(qtbot, opened)


def test_filters_alone_show_photos_and_outlive_a_new_query(
    qtbot: QtBot, opened: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    opened.search.set_filters(Filters(orientation="portrait"))
    settled(qtbot, opened)
    assert search_requests(fake)[-1].terms == ()
    assert opened.results.headline.text() == "5 photos"
    assert opened.evidence.verdict.text() == "Fits the filters"
    opened.search.search(part_of_file(picture_file))
    found(qtbot, opened)
    settled(qtbot, opened)
    assert search_requests(fake)[-1].options.filters == Filters(orientation="portrait")
    opened.search.clear()
    assert opened.panel.filters.orientation.currentIndex() == 0


def test_a_wrong_date_is_marked_and_not_sent(qtbot: QtBot, opened: MainWindow, fake: FakeEngine) -> None:
    field = opened.panel.filters.taken_to
    field.setFocus()
    QTest.keyClicks(field, "2019-13")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.property("wrong") is True
    assert "Not a date" in field.accessibleDescription()
    assert search_requests(fake) == []
    assert field.text() == "2019-13"


def test_values_that_no_photo_has_any_more_are_still_shown(qtbot: QtBot, opened: MainWindow) -> None:
    opened.search.set_filters(ALL)
    settled(qtbot, opened)
    panel = opened.panel.filters
    assert panel.camera.currentText() == "Canon EOS 5D"
    # Counts come after hits; how many there were without this filter was never found, so nothing is said of it.
    qtbot.waitUntil(lambda: panel.rating.currentText() == "★★★ or more")
    assert panel.folder.currentText() == "Lisbon"
    panel.orientation.setCurrentIndex(0)
    assert opened.search.query.filters.cameras == ALL.cameras
    settled(qtbot, opened)


def test_the_filters_stay_unfolded(opened: MainWindow) -> None:
    assert opened.preferences.flag("filters", False)
    opened.panel.filter_section.heading.click()
    assert not opened.panel.filters.isVisible()
    assert not opened.preferences.flag("filters", True)
