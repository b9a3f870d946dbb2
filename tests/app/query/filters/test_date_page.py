"""The page of dates alone: years, two fields and a calendar that agree with each other."""

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from cbir_app.query.filters.pages import DatePage

ENTER = Qt.Key.Key_Return


@pytest.fixture
def page(qtbot, under):
    """A page in a window that has the keys."""
    under.resize(700, 400)
    made = DatePage()
    made.setParent(under)
    made.resize(700, 400)
    under.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    made.show()
    return made


@pytest.fixture
def told(page):
    heard = []
    page.chosen.connect(lambda: heard.append("chosen"))
    page.done.connect(lambda: heard.append("done"))
    return heard


def span(page):
    return page.taken_from.value, page.taken_to.value


def test_a_year_is_chosen_as_both_ends_and_shown_where_it_is_one(page, told):
    page.year.offer((str(year), year, 3) for year in (2019, 2021))
    page.year.choose(2019)
    assert span(page) == ("2019", "2019") and told == ["chosen"]
    page.year.choose(None)
    assert span(page) == (None, None)
    for first, last, year in (
        ("2019", "2019", "2019"),
        ("2019-07", "2019-07", None),
        ("2019", "2021", None),
        ("2019", None, None),
        (None, None, None),
    ):
        page.set_span(first, last)
        assert (span(page), page.year.value) == ((first, last), year)


def test_the_calendar_opens_at_what_is_written_else_where_the_last_photos_are(page):
    page.newest = 2015
    page.open()
    assert (page.calendar.yearShown(), page.calendar.monthShown()) == (2015, 12)
    assert QApplication.focusWidget() is page.taken_from
    page.set_span(None, "2019-07")
    page.open()
    assert page.calendar.selectedDate() == QDate(2019, 7, 1)
    page.set_span("2018-03-05", "2019-07")
    page.open()
    assert page.calendar.selectedDate() == QDate(2018, 3, 5)


def test_where_photos_came_this_year_the_calendar_stays_at_today(page):
    today = QDate.currentDate()
    page.newest = today.year()
    page.open()
    assert (page.calendar.yearShown(), page.calendar.monthShown()) == (today.year(), today.month())


def test_days_go_into_one_field_after_the_other_beginning_anew_when_it_opens(page, told):
    page.open()
    page.calendar.clicked.emit(QDate(2019, 7, 14))
    assert span(page) == ("2019-07-14", None) and told == ["chosen"]
    page.calendar.activated.emit(QDate(2019, 8, 1))
    assert span(page) == ("2019-07-14", "2019-08-01")
    page.calendar.clicked.emit(QDate(2019, 8, 2))
    assert span(page) == ("2019-07-14", "2019-08-02"), "the end is moved"
    page.open()
    page.calendar.clicked.emit(QDate(2019, 7, 20))
    assert span(page) == ("2019-07-20", "2019-08-02")


@pytest.mark.parametrize(
    ("last", "kept"),
    [("2019", True), ("2019-07", True), ("2019-07-14", True), ("2019-06", False), ("2018", False)],
)
def test_an_end_before_the_first_day_is_dropped(page, last, kept):
    page.set_span(None, last)
    page.open()
    page.calendar.clicked.emit(QDate(2019, 7, 14))
    assert span(page) == ("2019-07-14", last if kept else None)


def test_a_day_goes_into_the_field_that_somebody_went_to(page):
    page.set_span("2018", "2019")
    page.open()
    page.taken_to.setFocus()
    page.taken_to.selectAll()
    page.calendar.clicked.emit(QDate(2020, 1, 2))
    assert span(page) == ("2018", "2020-01-02")
    page.taken_from.setFocus()
    QTest.keyClicks(page.taken_from, "1")
    page.taken_to.textEdited.emit("2020")  # of another program, say: nobody is in that field
    page.taken_to.selectionChanged.emit()
    page.calendar.clicked.emit(QDate(2017, 1, 2))
    assert page.taken_from.value == "2017-01-02"


def test_enter_goes_from_field_to_field_and_ends_where_both_are_dates(page, told):
    page.open()
    QTest.keyClicks(page.taken_from, "2019")
    QTest.keyClick(page.taken_from, ENTER)
    assert QApplication.focusWidget() is page.taken_to
    assert told and set(told) == {"chosen"}
    told.clear()
    QTest.keyClicks(page.taken_to, "20x")
    QTest.keyClick(page.taken_to, ENTER)
    assert told == []
    assert page.wrong.text().startswith("Not a date.")
    page.taken_to.setText("2020")
    assert page.wrong.text() == ""
    QTest.keyClick(page.taken_to, ENTER)
    assert sorted(told) == ["chosen", "done"]


def test_what_is_wrong_in_either_field_keeps_both_from_being_taken(page, told):
    QTest.keyClicks(page.taken_from, "x")
    assert page.wrong.text(), "the first field's"
    page.taken_to.setText("2020")
    page.taken_to.editingFinished.emit()
    page.taken_to.returnPressed.emit()
    assert told == []


def test_a_title_leads_to_its_field(page):
    buddies = [widget.buddy() for widget in page.findChildren(QLabel) if widget.buddy() is not None]
    assert set(buddies) == {page.taken_from, page.taken_to}
