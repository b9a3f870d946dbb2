"""Hits by date: months under their names, a rail of years beside them, and what has no date at the end."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir_app.engine import Thumbnails
from cbir_app.results.result_delegate import ResultDelegate
from cbir_app.results.result_model import ResultModel
from cbir_app.results.result_sections import (
    HEADER_PX,
    Section,
    arrange,
    by_month,
    month_name,
    paint_header,
)
from cbir_app.results.result_view import ResultView
from cbir_app.results.timeline_rail import TimelineRail
from cbir_app.sessions import part_of_file
from tests.app.fake_engine import hit
from tests.app.fake_photos import listing_of
from tests.app.handling import found

CONTROL = Qt.KeyboardModifier.ControlModifier


def dated(*dates):
    made = tuple(
        replace(hit(n, False, Path("/photos")), taken_at=date) for n, date in enumerate(dates, start=1)
    )
    return arrange(made, "taken", lambda _: None)


def test_photos_that_only_their_files_date_stand_apart():
    days = (
        (None, None),
        ("2026-11-29", "file"),
        ("2019-07-14", None),
        ("2026-11-28", "file"),
        ("2020", "name"),
    )
    made = tuple(
        replace(hit(n, False, Path("/photos")), taken_at=date, dated_by=source)
        for n, (date, source) in enumerate(days)
    )
    hits = arrange(made, "taken", lambda _: None)
    assert [one.photo for one in hits] == [4, 2, 1, 3, 0]
    for some in (hits, listing_of(hits)):
        assert [(one.title, one.rows) for one in by_month(some)] == [("2020", 1), ("2019", 1), ("No date", 3)]
    by_file = hits[2:4]
    for some in (by_file, listing_of(by_file)):
        assert [one.title for one in by_month(some)] == [month_name("2026-11")], "nothing better is known"


def test_by_date_photos_stand_under_the_stays_of_a_month():
    lisbon, porto = "Lisbon, Portugal", "Porto, Portugal"
    stays_of_june = (
        *((f"2019-06-{day}", lisbon) for day in (15, 15, 14, 12, 12)),
        ("2019-06-11", porto),  # too few for a section of their own
        *((f"2019-06-{day}", None) for day in (10, 10, 10, 10)),
        *(("2019-06-02T10:00", porto) for _ in range(4)),
    )
    days = [*stays_of_june, ("2019-05-30", None)]
    hits = tuple(
        replace(hit(n, False, Path("/photos")), taken_at=date, town=town)
        for n, (date, town) in enumerate(days)
    )
    june, may = (QLocale().monthName(n) for n in (6, 5))
    expected = [
        (0, 6, f"Lisbon, 11 to 15 {june} 2019"),
        (6, 4, month_name("2019-06")),
        (10, 4, f"Porto, 2 {june} 2019"),
        (14, 1, month_name("2019-05")),
    ]
    for some in (hits, listing_of(hits)):
        sections = by_month(some, places=True)
        assert [(section.first, section.rows, section.title) for section in sections] == expected
        assert {section.year for section in sections} == {"2019"}
        assert [one.rows for one in by_month(some)] == [14, 1]
    assert may in month_name("2019-05").casefold() or may.capitalize() in month_name("2019-05")


def test_few_photos_of_one_month_stand_under_that_month():
    (section,) = by_month(dated("2019-07-14", "2019-07-01"))
    assert section.title == month_name("2019-07")


def test_months_follow_one_another_newest_first_and_the_undated_stand_last():
    july = ("2019-07-14T18:30:00", "2019-07-01", "2019-07-14T18:30:00+02:00") * 4
    hits = dated(*july, None, "2021-01-02", "2019", "")
    sections = by_month(hits)
    with_locale = [f"{QLocale().standaloneMonthName(n).capitalize()}" for n in (1, 7)]
    assert [section.title for section in sections] == [
        f"{with_locale[0]} 2021",
        f"{with_locale[1]} 2019",
        "2019",
        "No date",
    ]
    assert [(section.first, section.rows) for section in sections] == [(0, 1), (1, 12), (13, 1), (14, 2)]
    assert [section.year for section in sections] == ["2021", "2019", "2019", ""]
    assert sections[-1].remark == "2 photos without a date"
    assert by_month(()) == ()


def test_where_months_hold_few_photos_years_are_shown():
    sections = by_month(dated("2019-07-14", "2019-03-01", "2021-01-02", None, "2019", "2021-02-03T10:00"))
    assert [(section.title, section.first, section.rows) for section in sections] == [
        ("2021", 0, 2),
        ("2019", 2, 3),
        ("No date", 5, 1),
    ]


def test_the_other_way_round_the_oldest_come_first_and_the_undated_still_last():
    hits = arrange(dated("2019", None, "2021", "2020"), "taken", lambda _: None, backwards=True)
    assert [one.taken_at for one in hits] == ["2019", "2020", "2021", None]


@pytest.mark.parametrize("odd", ["0000-00", "2019-13-01", "2019-", "19"])
def test_a_month_that_there_is_not_is_named_all_the_same(odd):
    assert month_name(odd[:7])


@pytest.fixture
def view(qtbot, engine, theme):
    thumbnails = Thumbnails(engine)
    made = ResultView(thumbnails, theme)
    made.setModel(ResultModel(made))
    made.setItemDelegate(ResultDelegate(thumbnails, theme, made))
    qtbot.addWidget(made)
    made.resize(780, 700)
    made.show()
    return made


@pytest.fixture
def rail(qtbot, view, theme):
    made = TimelineRail(view, theme)
    qtbot.addWidget(made)
    made.resize(made.width(), 700)
    made.show()
    return made


def fill(view, hits):
    model = view.model()
    assert isinstance(model, ResultModel)
    model.show(hits)
    view.set_sections(by_month(hits), [one.size[0] / one.size[1] for one in hits])


def many(count):
    """Hits of 25 years, newest first, the last of each hundred without a date."""
    one = hit(1, False, Path("/photos"))
    made = [
        replace(one, taken_at=f"{2024 - n * 25 // count}-{12 - n * 300 // count % 12:02}-05")
        for n in range(count)
    ]
    made[-count // 100 :] = [replace(one, taken_at=None)] * (count // 100)
    return tuple(made)


def test_a_hundred_thousand_photos_are_laid_out_in_every_month(view, rail):
    hits = many(100_000)
    fill(view, hits)
    sections = by_month(hits)
    assert sum(section.rows for section in sections) == 100_000
    assert len(sections) == 298  # 99 % of 300 months, and those without a date
    laid = view.laid
    for row in (0, 1, 333, 334, 50_000, 99_999):
        cell = laid.cell(row)
        assert list(laid.rows_between(cell.center().y(), cell.center().y())).count(row) == 1
        assert laid.section_of(row) is laid.section_at(cell.center().y())
    years = rail.years()
    assert [year for year, _ in years][:2] == ["2024", "2023"]
    gaps = [after - before for (_, before), (_, after) in pairwise(years)]
    assert min(gaps) > 16


def test_the_wall_goes_on_being_laid_out_while_one_looks_at_its_beginning(view, qtbot, monkeypatch):
    monkeypatch.setattr("cbir_app.results.result_layout.AT_ONCE", 500)
    told = []
    view.laid_out.connect(lambda: told.append((view.laid.complete, view.verticalScrollBar().maximum())))
    fill(view, many(6_000))
    assert not told[0][0]
    qtbot.waitUntil(lambda: told[-1][0])
    assert told[-1][1] == view.laid.height - view.viewport().height()


def test_a_photo_far_below_is_scrolled_to_before_the_wall_is_laid_out(view, monkeypatch):
    monkeypatch.setattr("cbir_app.results.result_layout.AT_ONCE", 500)
    hits = many(6_000)
    tall = [
        replace(hit, size=(300, 900)) if at < 1000 else replace(hit, size=(900, 300))
        for at, hit in enumerate(hits)
    ]
    fill(view, tuple(tall))
    view.scrollTo(view.model().index(5_999, 0))
    assert view.viewport().rect().contains(view.visualRect(view.model().index(5_999, 0)))


def test_the_keyboard_goes_from_month_to_month(view):
    fill(view, many(3_000))
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_PageDown, CONTROL)
    QTest.keyClick(view, Qt.Key.Key_PageDown, CONTROL)
    assert view.currentIndex().row() == 20
    top = view.visualRect(view.currentIndex()).top()
    assert top == HEADER_PX  # under its title, which is at the top
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_PageUp, CONTROL)
    assert view.currentIndex().row() == 20
    QTest.keyClick(view, Qt.Key.Key_PageUp, CONTROL)
    assert view.currentIndex().row() == 10


def test_a_title_stays_in_sight_until_the_next_pushes_it_out(view, theme):
    fill(view, many(3_000))
    second = view.laid.placed[1]
    bar = view.verticalScrollBar()

    def strip():
        QApplication.processEvents()
        image = view.viewport().grab().toImage().copy(0, 0, 300, HEADER_PX)
        return bytes(image.constBits())

    bar.setValue(second.top)
    there = strip()
    bar.setValue(second.top + 60)
    assert strip() == there
    bar.setValue(view.laid.placed[2].top - HEADER_PX // 2)
    assert strip() != there


def test_what_a_section_holds_is_said_behind_its_title_in_a_dimmer_colour(theme):
    colours = theme.colours

    def inked(section):
        """The places of each colour, from left to right."""
        image = QImage(400, HEADER_PX, QImage.Format.Format_RGB32)
        image.fill(QColor(colours.base))
        painter = QPainter(image)
        font = painter.font()
        font.setStyleStrategy(
            QFont.StyleStrategy.NoAntialias
        )  # the edge of a letter may have any colour between
        painter.setFont(font)
        paint_header(painter, section, QRect(10, 0, 380, HEADER_PX), theme)
        painter.end()
        columns = {}
        for x in range(image.width()):
            for y in range(image.height()):
                columns.setdefault(image.pixelColor(x, y).name(), []).append(x)
        return columns

    both = inked(Section(0, 9, "June 2019", "9 photos"))
    assert max(both[colours.text]) < min(both[colours.dim])
    assert colours.text not in inked(Section(0, 9, "", "9 photos"))
    assert colours.dim not in inked(Section(0, 9, "June 2019"))


def test_the_rail_scrolls_where_it_is_pressed_and_says_what_is_there(view, rail):
    fill(view, many(30_000))
    QTest.mousePress(rail, Qt.MouseButton.LeftButton, pos=QPoint(40, 350))
    bar = view.verticalScrollBar()
    assert bar.value() == pytest.approx(view.laid.height / 2, rel=0.01)
    shown = rail.month_at(350)
    assert shown is not None
    assert shown.section.title.endswith(("2011", "2012", "2013"))
    assert rail.accessibleDescription() == shown.section.title
    QTest.mouseMove(rail, QPoint(40, 690))
    QTest.mouseRelease(rail, Qt.MouseButton.LeftButton, pos=QPoint(40, 690))
    before = view.currentIndex().row()
    QTest.keyClick(rail, Qt.Key.Key_Down)
    assert view.currentIndex().row() > before


def test_the_window_shows_hits_by_month_and_remembers(qtbot, window, picture_file):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    page = window.results
    page.select(4)
    window.actions_.as_timeline.trigger()
    current = page.current_hit()
    assert current is not None
    assert current.photo == 5
    # The 7 that are verified by date; the rest is folded.
    assert [one.photo for one in page.model.hits] == [7, 6, 5, 3, 2, 1, 4]
    assert page.view.sections[-2].title == "No date"
    assert page.view.sections[-1] == Section(7, 0, "Less likely (17)", folded=True)
    assert page.rail.isVisible()
    assert not page.bar.sort_key_box.isVisible()
    window.actions_.reverse.trigger()
    assert [one.photo for one in page.model.hits[:3]] == [1, 2, 3]
    assert page.current_hit() == current
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert window.pages.match.hit == current
    QTest.keyClick(window.pages.match.canvas, Qt.Key.Key_Escape)
    assert window.preferences.text("results as") == "timeline"
    window.actions_.as_grid.trigger()
    assert not page.rail.isVisible()
    assert page.view.sections[1].title == "Less likely (17)"
    assert page.current_hit() == current


def test_a_listing_has_the_months_of_its_hits():
    july = ("2019-07-14T18:30:00", "2019-07-01") * 6
    for hits in (dated(*july, None, "2021-01-02", "2018-02-03", None), dated(None), dated()):
        assert by_month(listing_of(hits)) == by_month(hits)
    unordered = listing_of((*dated("2019-07-14"), *dated("2018-01-01"), *dated("2019-07-02")))
    assert [one.year for one in by_month(unordered)] == [""], "as while another order is on its way"
