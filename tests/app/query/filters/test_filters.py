"""Filters: chosen in the panel, read as chips, taken away, sent with every search."""

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir.base.types import FacetCount, Facets, Filters
from cbir.service import FacetsRequest
from cbir_app.sessions import filter_chips, part_of_file
from cbir_app.sessions.filters import is_date
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


def settled(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy)


@pytest.fixture
def opened(qtbot, window):
    """A window with a filter's popover open, and its choices counted."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.bar.filter_popover.open("camera", window.bar.filter_button)
    qtbot.waitUntil(lambda: len(window.bar.filter_popover.pages.camera.texts) == 3)
    return window


def test_every_filter_is_a_chip_that_leaves_the_others():
    chips = filter_chips(ALL)
    assert [chip.words for chip in chips] == [
        *("Taken 2019 – 2019-07-14", "In Lisbon", "Canon EOS 5D", "Fuji"),
        *("★★★ or more", "JPEG", "Portrait", "12 megapixels or more"),
    ]
    for chip in chips:
        assert chip.words not in [left.words for left in filter_chips(chip.rest)]
        assert len(filter_chips(chip.rest)) == len(chips) - 1
    assert filter_chips(Filters()) == []


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        (Filters(taken_from="2019"), "Taken from 2019"),
        (Filters(taken_to="2019-07"), "Taken until 2019-07"),
        (Filters(taken_from="2019", taken_to="2019"), "Taken in 2019"),
    ],
)
def test_a_span_of_time_is_one_chip(filters, words):
    (chip,) = filter_chips(filters)
    assert (chip.kind, chip.words, chip.rest) == ("date", words, Filters())


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
def test_a_date_is_a_year_a_month_or_a_day(text, good):
    assert is_date(text) is good


def test_facets_are_counted_for_whoever_looks(qtbot, window, fake):
    popover = window.bar.filter_popover
    window.search.type("boat")
    settled(qtbot, window)
    assert not any(isinstance(request, FacetsRequest) for request in fake.seen)
    popover.open("camera", window.bar.filter_button)
    qtbot.waitUntil(lambda: any(isinstance(request, FacetsRequest) for request in fake.seen))
    assert popover.isVisible()
    qtbot.waitUntil(lambda: len(popover.pages.camera.texts) == 3)
    QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    asked = len([request for request in fake.seen if isinstance(request, FacetsRequest)])
    window.search.type("ship")
    settled(qtbot, window)
    assert len([request for request in fake.seen if isinstance(request, FacetsRequest)]) == asked


@pytest.mark.qt_log_ignore("does not support", extend=True)  # a menu grabs the keyboard
def test_the_menu_lists_every_filter_and_opens_it(qtbot, window):
    bar = window.bar
    window.actions_.filter.trigger()
    qtbot.waitUntil(bar.filter_menu.isVisible)
    *kinds, _, remove = bar.filter_menu.actions()
    assert [kind.text() for kind in kinds] == [
        *("Date…", "Place…", "Folder…", "Camera…", "Lens…", "ISO…", "Aperture…", "Exposure time…"),
        *("Focal length…", "Stars…", "Flag…", "Label…", "Color…", "Keyword…", "Format…", "Shape…", "Size…"),
    ]
    assert bar.filter_menu.activeAction() is kinds[0], "arrow keys go on from there"
    assert not remove.isEnabled()
    bar.filter_menu.close()
    for kind, action in zip(bar.filter_popover.pages.of_kind, kinds, strict=True):
        action.trigger()
        assert bar.filter_popover.isVisible()
        shown = [one for one, page in bar.filter_popover.pages.of_kind.items() if page.isVisible()]
        assert shown == [kind] == [bar.filter_popover.kind]
        bar.filter_popover.close()


def test_choices_come_with_their_counts(opened):
    popover = opened.bar.filter_popover
    popover.open("folder", opened.bar.filter_button)
    assert popover.pages.folder.texts == ["Any folder", "Holidays (24)", "Holidays / Lisbon (9)"]
    assert popover.pages.rating.texts == [
        *("Any rating", "★★★★★ (5)", "★★★★ or more (9)", "★★★ or more (9)"),
        *("★★ or more (9)", "★ or more (10)"),
    ]


def test_a_choice_by_keyboard_filters_what_is_searched(qtbot, opened, fake, picture_file):
    popover, chips = opened.bar.filter_popover, opened.bar.filter_chips
    opened.search.search(part_of_file(picture_file))
    found(qtbot, opened)
    qtbot.waitUntil(popover.isVisible)  # hits leave the focus where somebody chooses
    QTest.keyClick(popover.pages.camera.rows, Qt.Key.Key_Down)
    assert opened.search.query.filters == Filters(), "looking is not choosing"
    QTest.keyClick(popover.pages.camera.rows, Qt.Key.Key_Return)
    qtbot.waitUntil(popover.isHidden)
    settled(qtbot, opened)
    assert search_requests(fake)[-1].options.filters == Filters(cameras=("Canon",))
    popover.open("date", opened.bar.filter_button)
    QTest.keyClicks(popover.pages.dates.taken_from, "2019")
    QTest.keyClick(popover.pages.dates.taken_from, Qt.Key.Key_Return)
    settled(qtbot, opened)
    wanted = Filters(cameras=("Canon",), taken_from="2019")
    assert search_requests(fake)[-1].options.filters == wanted
    popover.close()
    assert chips.texts == ["Taken from 2019", "Canon"]
    chips.terms[1].setFocus()
    QTest.keyClick(chips.terms[1], Qt.Key.Key_Delete)
    settled(qtbot, opened)
    assert popover.pages.camera.value is None
    assert search_requests(fake)[-1].options.filters == Filters(taken_from="2019")
    opened.actions_.back.trigger()
    settled(qtbot, opened)
    assert chips.texts == ["Taken from 2019", "Canon"]
    opened.bar.remove_filters.trigger()
    settled(qtbot, opened)
    assert chips.terms == []
    assert search_requests(fake)[-1].options.filters == Filters()


def test_a_chip_opens_its_own_filter_and_its_cross_removes_it(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    bar = window.bar
    window.search.set_filters(Filters(min_rating=3, formats=("jpeg",)))
    stars, format_ = bar.filter_chips.terms
    QTest.mouseClick(stars, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bar.filter_popover.kind == "rating" and bar.filter_popover.isVisible())
    bar.filter_popover.pages.rating.choose(5)
    assert window.search.query.filters == Filters(min_rating=5, formats=("jpeg",))
    bar.edit.setFocus()
    QTest.keyClick(bar.edit, Qt.Key.Key_Left)
    assert QApplication.focusWidget() is format_
    QTest.keyClick(format_, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bar.filter_popover.kind == "format" and bar.filter_popover.isVisible())
    bar.filter_popover.close()
    format_.setFocus()
    QTest.mouseClick(format_.remove_button, Qt.MouseButton.LeftButton)
    assert window.search.query.filters == Filters(min_rating=5)
    assert QApplication.focusWidget() is bar.filter_chips.terms[0], "the focus stays among the chips"
    QTest.keyClick(bar.filter_chips.terms[0], Qt.Key.Key_Right)
    assert QApplication.focusWidget() is bar.edit
    settled(qtbot, window)


def test_a_place_is_chosen_from_the_towns_of_photos_or_typed(qtbot, opened, fake):
    popover, place = opened.bar.filter_popover, opened.bar.filter_popover.pages.place
    popover.open("place", opened.bar.filter_button)
    qtbot.waitUntil(lambda: place.texts == ["Any place", "Lisbon, Portugal (9)", "Porto, Portugal (2)"])
    assert place.finder.isVisible() and place.finder.hasFocus()
    place.rows.setCurrentRow(1)
    QTest.keyClick(place.rows, Qt.Key.Key_Return)
    settled(qtbot, opened)
    assert search_requests(fake)[-1].options.filters == Filters(places=("Lisbon, Portugal",))
    assert opened.bar.filter_chips.texts == ["Near Lisbon, Portugal"]
    popover.open("place", opened.bar.filter_button)
    QTest.keyClicks(place.finder, "38.7,-9.1~5km")
    assert place.texts == ["Any place", "Within 5 km of 38.7,-9.1"]
    QTest.keyClick(place.finder, Qt.Key.Key_Return)
    settled(qtbot, opened)
    assert search_requests(fake)[-1].options.filters == Filters(places=("38.7,-9.1~5km",))
    assert opened.bar.filter_chips.texts == ["Within 5 km of 38.7,-9.1"]


def test_choices_are_counted_over_what_the_query_found(qtbot, opened, fake):
    popover = opened.bar.filter_popover
    camera = popover.pages.camera
    fake.script.facets_found = Facets(
        cameras=(FacetCount(value="Canon", photos=5),),
        ratings=(FacetCount(value="5", photos=1), FacetCount(value="1", photos=2)),
        years=(FacetCount(value="2019", photos=3),),
    )
    opened.search.type("boat")
    settled(qtbot, opened)
    qtbot.waitUntil(lambda: camera.texts == ["Any camera", "Canon (5)", "Fuji (0)"])
    faint = popover.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert camera.rows.item(2).foreground().color() == faint
    assert camera.rows.item(1).foreground().color() != faint
    assert popover.pages.rating.texts[1:3] == ["★★★★★ (1)", "★★★★ or more (1)"]
    assert popover.pages.rating.texts[5] == "★ or more (3)"
    assert popover.pages.dates.year.texts == ["Any year", "2021 (0)", "2019 (3)"]
    assert popover.scope.text() == "Counts cover 5 results."
    counted = [request.photos for request in fake.seen if isinstance(request, FacetsRequest)]
    assert counted == [None, (1, 2, 3, 4, 5)]
    fake.script.facets_found = Facets(cameras=(FacetCount(value="Canon", photos=5),))
    camera.choose("Canon")
    popover.open("format", opened.bar.filter_button)
    settled(qtbot, opened)
    qtbot.waitUntil(lambda: popover.pages.format.texts == ["Any format", "JPEG (0)", "PNG (0)"])
    # Of another camera were as many found as before: without this filter.
    assert camera.texts == ["Any camera", "Canon (5)", "Fuji (0)"]
    popover.close()
    opened.search.type("ship")
    settled(qtbot, opened)
    assert camera.texts == ["Any camera", "Canon (5)", "Fuji (0)"]
    popover.open("format", opened.bar.filter_button)
    assert camera.texts == ["Any camera", "Canon", "Fuji"], "the counts of another query do not stand"
    qtbot.waitUntil(lambda: popover.pages.format.texts == ["Any format", "JPEG (0)", "PNG (0)"])
    assert camera.value == "Canon"
    opened.search.clear()
    assert camera.texts == ["Any camera", "Canon (14)", "Fuji (3)"]
    assert not popover.scope.isVisible()


def test_a_year_is_both_ends_of_a_time(qtbot, opened):
    dates = opened.bar.filter_popover.pages.dates
    opened.bar.filter_popover.open("date", opened.bar.filter_button)
    dates.year.choose("2021")
    assert opened.search.query.filters == Filters(taken_from="2021", taken_to="2021")
    assert dates.taken_from.text() == dates.taken_to.text() == "2021"
    dates.taken_to.setText("2022")
    dates.taken_to.editingFinished.emit()
    assert opened.search.query.filters == Filters(taken_from="2021", taken_to="2022")
    assert dates.year.value is None
    dates.year.choose("2019")
    assert opened.search.query.filters == Filters(taken_from="2019", taken_to="2019")
    dates.year.choose(None)
    assert opened.search.query.filters == Filters()
    settled(qtbot, opened)


def test_dates_are_written_and_ended_by_enter_and_the_calendar_begins_where_photos_are(qtbot, opened):
    popover = opened.bar.filter_popover
    popover.open("date", opened.bar.filter_button)
    assert popover.pages.dates.calendar.yearShown() == 2021, "there are none later"
    QTest.keyClicks(popover.pages.dates.taken_from, "2019-06")
    QTest.keyClick(popover.pages.dates.taken_from, Qt.Key.Key_Return)
    assert popover.isVisible()
    QTest.keyClicks(popover.pages.dates.taken_to, "2019-08")
    QTest.keyClick(popover.pages.dates.taken_to, Qt.Key.Key_Return)
    assert popover.isHidden()
    assert opened.search.query.filters == Filters(taken_from="2019-06", taken_to="2019-08")
    settled(qtbot, opened)


def test_two_days_in_the_calendar_are_a_span(qtbot, opened):
    popover = opened.bar.filter_popover
    popover.open("date", opened.bar.filter_button)
    calendar = popover.pages.dates.calendar
    calendar.clicked.emit(QDate(2019, 7, 4))
    assert opened.search.query.filters == Filters(taken_from="2019-07-04")
    assert popover.isVisible(), "the other end may follow"
    calendar.clicked.emit(QDate(2019, 7, 9))
    assert opened.search.query.filters == Filters(taken_from="2019-07-04", taken_to="2019-07-09")
    popover.open("date", opened.bar.filter_button)
    assert calendar.selectedDate() == QDate(2019, 7, 4)
    calendar.clicked.emit(QDate(2020, 1, 2))
    assert opened.search.query.filters == Filters(taken_from="2020-01-02"), "it cannot end before it begins"
    settled(qtbot, opened)


def test_of_many_choices_one_is_found_by_typing(qtbot, opened):
    popover = opened.bar.filter_popover
    popover.show_keywords([FacetCount(value=f"word {at}", photos=at + 1) for at in range(20)])
    popover.open("keyword", opened.bar.filter_button)
    keyword = popover.pages.keyword
    qtbot.waitUntil(lambda: QApplication.focusWidget() is keyword.finder)
    QTest.keyClicks(keyword.finder, "17")
    assert keyword.texts == ["Any keyword", "word 17 (18)"]
    QTest.keyClick(keyword.finder, Qt.Key.Key_Return)
    assert opened.search.query.filters == Filters(keywords=("word 17",))
    assert opened.bar.filter_chips.texts == ["Keyword word 17"]
    settled(qtbot, opened)


def test_filters_alone_show_photos_and_outlive_a_new_query(qtbot, opened, fake, picture_file):
    opened.search.set_filters(Filters(orientation="portrait"))
    settled(qtbot, opened)
    assert search_requests(fake)[-1].terms == ()
    assert opened.results.headline.text() == "5 photos"
    assert opened.evidence.verdict.text() == "Matches the filters"
    opened.search.search(part_of_file(picture_file))
    found(qtbot, opened)
    settled(qtbot, opened)
    assert search_requests(fake)[-1].options.filters == Filters(orientation="portrait")
    opened.search.clear()
    assert opened.bar.filter_popover.pages.orientation.value is None


def test_a_wrong_date_is_marked_and_not_sent(qtbot, opened, fake):
    opened.bar.filter_popover.open("date", opened.bar.filter_button)
    field = opened.bar.filter_popover.pages.dates.taken_to
    field.setFocus()
    QTest.keyClicks(field, "2019-13")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.property("wrong") is True
    assert "Not a date" in field.accessibleDescription()
    wrong = opened.bar.filter_popover.pages.dates.wrong
    assert wrong.isVisible() and wrong.text() == "Not a date. Write 2019, 2019-07 or 2019-07-14."
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert wrong.text() == ""
    QTest.keyClicks(field, "3")
    assert search_requests(fake) == []
    assert field.text() == "2019-13"


def test_values_that_no_photo_has_any_more_are_still_shown(qtbot, opened):
    opened.search.set_filters(ALL)
    settled(qtbot, opened)
    popover = opened.bar.filter_popover
    assert popover.pages.camera.rows.currentItem().text() == "Canon EOS 5D"
    # Counts come after hits; how many there were without this filter was never found, so nothing is said of it.
    qtbot.waitUntil(lambda: popover.pages.rating.rows.currentItem().text() == "★★★ or more")
    assert popover.pages.folder.rows.currentItem().text() == "Lisbon"
    popover.pages.orientation.choose(None)
    assert opened.search.query.filters.cameras == ALL.cameras
    settled(qtbot, opened)


def test_a_date_in_the_typed_text_has_a_chip_that_removes_it(window):
    window.search.type("trams in 2019")
    window.bar.show_facts(("in 2019",))
    assert window.bar.filter_chips.texts == ["in 2019"]
    (chip,) = window.bar.filter_chips.terms
    assert chip.accessibleName() == "Filter: in 2019"
    chip.remove_button.click()
    assert window.search.query.draft == "trams"
    assert window.bar.filter_chips.texts == []
