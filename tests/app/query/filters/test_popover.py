"""One filter at a time over its window, and its chip in the field: opened, chosen, closed, and where the keys go."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from cbir.base.types import FacetCount, Facets, Filters
from cbir_app.base.flow_layout import FlowLayout
from cbir_app.query.filters import FilterChips, FilterPopover
from cbir_app.sessions import NO_FILTERS, FacetCounts, filter_chips
from cbir_app.sessions.filters import format_name, least_stars, near, orientation_name, span

LEFT, NO = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
FACETS = Facets(
    folders=(
        FacetCount(value="/photos/Holidays", photos=24),
        FacetCount(value="/photos/Holidays/Lisbon", photos=9),
        FacetCount(value="D:\\Scans", photos=2),
        FacetCount(value="D:\\Scans\\Old", photos=1),
        FacetCount(value="/", photos=1),
    ),
    cameras=(FacetCount(value="Canon", photos=14), FacetCount(value="Fuji", photos=3)),
    ratings=tuple(FacetCount(value=str(n), photos=n) for n in (4, 1, 0)),
    years=(FacetCount(value="2021", photos=2), FacetCount(value="2019", photos=12)),
)


@pytest.fixture
def window(qtbot, under):
    """A window of two fields that has the keys."""
    under.resize(640, 480)
    for at in (0, 1):
        field = QLineEdit(under)
        field.move(0, 30 * at)
    under.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    fields(under)[0].setFocus()
    return under


def fields(window):
    return [child for child in window.children() if isinstance(child, QLineEdit)]


@pytest.fixture
def popover(window):
    made = FilterPopover(window)
    made.show_facets(FACETS)
    return made


@pytest.fixture
def changes(popover):
    told = []
    popover.changed.connect(told.append)
    return told


@pytest.fixture
def closings(popover):
    told = []
    popover.closed.connect(lambda: told.append(None))
    return told


def test_only_the_filter_that_was_asked_for_is_seen_and_whoever_fills_it_is_told(qtbot, window, popover):
    with qtbot.waitSignal(popover.opened):
        popover.open("camera", fields(window)[1])
    shown = [kind for kind, page in popover.pages.of_kind.items() if page.isVisible()]
    assert shown == ["camera"]
    assert popover.pages.camera.texts == ["Any camera", "Canon (14)", "Fuji (3)"]
    assert QApplication.focusWidget() is popover.pages.camera.rows
    assert popover.pos() == QPoint(4, fields(window)[1].geometry().bottom() + 5)


def test_a_choice_closes_it_and_gives_the_keys_back(window, popover, changes, closings):
    popover.open("camera", fields(window)[1])
    popover.pages.camera.choose("Fuji")
    assert changes == [Filters(cameras=("Fuji",))]
    assert popover.isHidden() and len(closings) == 1
    assert QApplication.focusWidget() is fields(window)[0]
    popover.open("camera", fields(window)[1])
    popover.pages.camera.choose("Fuji")
    assert len(changes) == 1, "it was chosen before"
    popover.pages.camera.choose("Canon")
    popover.pages.camera.choose(None)
    assert changes[1:] == [Filters(cameras=("Canon",)), NO_FILTERS]


def test_of_dates_a_year_and_the_last_enter_close_it_and_a_day_does_not(window, popover, changes):
    popover.open("date", fields(window)[0])
    assert popover.pages.dates.newest == 2021
    popover.pages.dates.taken_from.set_value("2019")
    popover.pages.dates.chosen.emit()
    assert popover.isVisible() and changes == [Filters(taken_from="2019")]
    popover.pages.dates.done.emit()
    assert popover.isHidden()
    popover.open("date", fields(window)[0])
    popover.pages.dates.year.choose("2021")
    assert popover.isHidden() and changes[-1] == Filters(taken_from="2021", taken_to="2021")


def test_what_was_typed_and_not_chosen_is_gone_when_it_opens_again(window, popover):
    popover.show_filters(Filters(taken_from="2019"))
    popover.open("date", fields(window)[0])
    popover.pages.dates.taken_from.setText("2019-99")
    popover.close()
    popover.open("date", fields(window)[0])
    assert popover.pages.dates.taken_from.text() == "2019"


def test_escape_closes_it_and_other_keys_do_not(window, popover):
    popover.open("camera", fields(window)[0])
    QTest.keyClick(popover, Qt.Key.Key_F7)
    assert popover.isVisible()
    QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert popover.isHidden()


def test_a_press_beside_it_closes_it_and_one_on_it_or_in_another_window_does_not(
    qtbot, window, popover, closings
):
    other = QWidget()
    qtbot.addWidget(other)
    popover.open("camera", fields(window)[0])
    for inside in (popover, popover.title, other):
        QTest.mousePress(inside, LEFT, NO, QPoint(2, 2))
        assert popover.isVisible()
    QTest.mousePress(window, LEFT, NO, QPoint(630, 470))
    assert popover.isHidden()
    QTest.mousePress(window, LEFT, NO, QPoint(630, 470))
    assert len(closings) == 1, "it listens no more"


def test_the_tab_key_leaves_it_and_the_field_that_it_went_to_keeps_the_keys(window, popover):
    popover.open("camera", fields(window)[0])
    fields(window)[1].setFocus()
    assert popover.isHidden()
    assert QApplication.focusWidget() is fields(window)[1]


def test_whoever_had_the_keys_may_be_gone_by_then(qtbot, window, popover, closings):
    popover.open("camera", fields(window)[1])
    before = fields(window)[0]
    before.deleteLater()
    qtbot.waitUntil(lambda: not isValid(before))
    popover.close()
    assert len(closings) == 1


def test_it_stays_within_its_window(window, popover):
    corner = QWidget(window)
    corner.setGeometry(630, 470, 8, 8)
    popover.open("camera", corner)
    assert window.rect().contains(popover.geometry())
    corner.setGeometry(-90, -90, 8, 8)
    popover.open("camera", corner)
    assert window.rect().contains(popover.geometry())


def test_what_comes_while_it_is_closed_is_listed_when_it_opens_and_at_once_while_it_is_open(window, popover):
    popover.show_keywords([FacetCount(value="boat", photos=3)])
    assert popover.pages.keyword.texts == ["Any keyword", "None in your photos"]
    popover.open("keyword", fields(window)[0])
    assert popover.pages.keyword.texts == ["Any keyword", "boat (3)"]
    popover.show_keywords([FacetCount(value="sea", photos=2)])
    assert popover.pages.keyword.texts == ["Any keyword", "sea (2)"]


def test_counts_are_those_of_the_hits_where_they_are_known(window, popover):
    popover.show_keywords([FacetCount(value="boat", photos=3)])
    popover.open("camera", fields(window)[0])
    assert popover.scope.text() == ""
    popover.show_counts(
        FacetCounts(hits=7, more=False, counts={"cameras": {"Canon": 2}, "ratings": {"4": 1}})
    )
    assert popover.pages.camera.texts[1:] == ["Canon (2)", "Fuji (0)"]
    assert popover.pages.keyword.texts[1:] == ["boat"], "they were not counted"
    assert popover.pages.dates.year.texts[1:] == ["2021", "2019"]
    assert popover.pages.rating.texts[1:] == [
        "★★★★★ (0)",
        "★★★★ or more (1)",
        "★★★ or more (1)",
        "★★ or more (1)",
        "★ or more (1)",
    ]
    assert popover.scope.text() == "Counts cover 7 results." and popover.scope.isVisible()
    popover.show_counts(FacetCounts(hits=200, more=True))
    assert popover.scope.text() == "Counts cover the first 200 results."
    popover.show_counts(None)
    assert popover.scope.isHidden() and popover.pages.camera.texts[1] == "Canon (14)"
    assert popover.pages.rating.texts[-2:] == ["★★ or more (4)", "★ or more (5)"]


def test_rejected_photos_can_be_left_out_where_there_are_any(window, popover):
    popover.open("rating", fields(window)[0])
    assert "Not rejected" not in " ".join(popover.pages.rating.texts)
    counts = {"ratings": {"4": 1, "1": 0, "0": 6, "-1": 2}}
    rejected = tuple(FacetCount(value=str(stars), photos=1) for stars in (4, 1, 0, -1))
    popover.show_facets(replace(FACETS, ratings=rejected))
    popover.show_counts(FacetCounts(hits=9, more=False, counts=counts))
    assert popover.pages.rating.texts[-2:] == ["★ or more (1)", "Not rejected (7)"]


def test_stars_flags_and_labels_are_offered_before_any_photo_has_one(window, popover):
    popover.show_facets(Facets())
    popover.open("rating", fields(window)[0])
    assert popover.pages.rating.texts[1:] == [
        "★★★★★ (0)",
        *(f"{'★' * least} or more (0)" for least in (4, 3, 2, 1)),
    ]
    assert popover.pages.flag.texts[1:] == ["Picked (0)", "Rejected (0)"]
    labels = (FacetCount(value="Sold", photos=2), FacetCount(value="Blue", photos=1))
    popover.show_facets(Facets(labels=labels))
    assert popover.pages.label.texts[1:] == [
        *("Red (0)", "Yellow (0)", "Green (0)", "Blue (1)", "Purple (0)", "Sold (2)")
    ]


def test_an_empty_list_says_so_in_a_row_that_nobody_can_choose(window, popover, changes):
    popover.show_facets(Facets())
    popover.open("camera", fields(window)[0])
    rows = popover.pages.camera.rows
    assert popover.pages.camera.texts == ["Any camera", "None in your photos"]
    QTest.mouseClick(rows.viewport(), LEFT, NO, rows.visualItemRect(rows.item(1)).center())
    assert changes == [] and popover.isVisible()


def test_folders_are_named_below_the_ones_they_are_in(window, popover):
    popover.open("folder", fields(window)[0])
    assert popover.pages.folder.texts[1:] == [
        "Holidays (24)",
        "Holidays / Lisbon (9)",
        "Scans (2)",
        "Scans / Old (1)",
        "/ (1)",
    ]


def test_several_values_of_a_kept_search_stay_unless_another_one_is_chosen(window, popover, changes):
    popover.show_filters(Filters(cameras=("Canon", "Fuji"), formats=("jpeg",)))
    popover.pages.orientation.choose("portrait")
    popover.pages.camera.choose("Fuji")
    assert [change.cameras for change in changes] == [("Canon", "Fuji"), ("Fuji",)]


# ---- chips


@pytest.fixture
def chips(window, theme):
    holder = QWidget(window)
    holder.resize(600, 100)
    flow = FlowLayout(holder)
    last = QLineEdit(holder)
    flow.addWidget(last)
    holder.show()
    return FilterChips(theme, holder, flow, last)


BOTH = Filters(cameras=("Canon",), min_rating=3)


def test_a_chip_is_opened_and_taken_away_by_key_and_pointer(chips):
    opened = []
    left = []
    steps = []
    chips.open_asked.connect(lambda kind, _chip: opened.append(kind))
    chips.changed.connect(left.append)
    chips.step_asked.connect(lambda _chip, by: steps.append(by))
    chips.show_filters(BOTH)
    chip = chips.terms[1]
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Down):
        QTest.keyClick(chip, key)
    assert opened == ["rating"] * 4
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        QTest.keyClick(chip, key)
    chip.remove_button.click()
    assert left == [Filters(cameras=("Canon",))] * 3
    QTest.keyClick(chip, Qt.Key.Key_Left)
    QTest.keyClick(chip, Qt.Key.Key_Right)
    assert steps == [-1, 1]
    middle = chip.rect().center()
    QTest.mouseRelease(chip, LEFT, NO, middle)
    QTest.mouseRelease(chip, Qt.MouseButton.RightButton, NO, middle)
    QTest.mouseRelease(chip, LEFT, NO, QPoint(-20, -20))
    assert len(opened) == 5
    assert chip.remove_button.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_chips_stand_before_the_field_and_the_keys_go_on_from_one_that_is_gone(qtbot, chips):
    chips.show_filters(BOTH)
    first, second = chips.terms
    items = (chips.flow.itemAt(at) for at in range(3))
    assert [item and item.widget() for item in items] == [first, second, chips.last_stop]
    assert second.nextInFocusChain() is chips.last_stop
    first.setFocus()
    chips.show_filters(Filters(min_rating=3))
    assert QApplication.focusWidget() is first, "it is that of the rating now"
    assert first.words.text() == "★★★ or more" and second.isHidden()
    chips.show_filters(BOTH)
    assert len(chips.terms) == 2
    chips.terms[1].setFocus()
    chips.show_filters(Filters(cameras=("Canon",)))
    assert QApplication.focusWidget() is chips.terms[0]
    kept = chips.terms[0]
    chips.show_filters(NO_FILTERS)
    assert QApplication.focusWidget() is chips.last_stop
    qtbot.waitUntil(lambda: not isValid(kept))


# ---- in words


def test_words_of_filters_at_their_ends():
    assert [chip.words for chip in filter_chips(Filters(taken_to="2019"))] == ["Taken until 2019"]
    (folder,) = filter_chips(Filters(folders=("/",)))
    assert folder.words == "In /"
    (until,) = filter_chips(Filters(taken_from="2018", taken_to="2019"))
    assert until.rest == NO_FILTERS
    assert (span("2019", "2019"), span("2018", "2019")) == ("Taken in 2019", "Taken 2018 – 2019")
    assert (near("Lisbon ~"), near("Lisbon~5km")) == ("Near Lisbon", "Within 5 km of Lisbon")
    assert near("49.3790,-63.3194~602km") == "Within 602 km of 49.38,-63.32"
    assert near("38.0,-9.1~.5") == "Within 0.5 km of 38,-9.1"
    assert (least_stars(5), least_stars(4)) == ("★★★★★", "★★★★ or more")
    assert (orientation_name("portrait"), orientation_name("round")) == ("Portrait", "round")
    assert (format_name("jpeg"), format_name("Nikon")) == ("JPEG", "Nikon")


def test_the_palette_chooses_several_colours_and_stays_open(qtbot, window, popover, changes):
    popover.show_facets(replace(FACETS, colors=(FacetCount(value="red", photos=3),)))
    popover.open("color", fields(window)[0])
    palette = popover.pages.color
    assert QApplication.focusWidget() is palette.swatches["black"]
    assert palette.swatches["red"].accessibleName() == "red (3)"
    QTest.mouseClick(palette.swatches["red"], LEFT)
    palette.swatches["blue"].setFocus()
    QTest.keyClick(palette.swatches["blue"], Qt.Key.Key_Space)
    assert popover.isVisible() and changes[-1] == Filters(colors=("red", "blue"))
    (red, blue) = filter_chips(changes[-1])
    assert (red.kind, red.words, red.rest.colors) == ("color", "Color: red", ("blue",))
    assert blue.rest.colors == ("red",)


def test_it_stays_in_its_window_when_its_choices_make_it_wider(popover, window):
    anchor = fields(window)[0]
    anchor.move(window.width() - 150, 0)
    popover.show_facets(Facets())
    popover.open("folder", anchor)
    name = "/photos/A long name of a folder that is wider than the choices that were there before it came"
    popover.show_facets(Facets(folders=(FacetCount(value=name, photos=1),)))
    assert window.rect().contains(popover.geometry())
