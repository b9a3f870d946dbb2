"""The bar by itself: where keys lead, what it offers for which query, and which pictures its chips keep."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from cbir.base.types import Completion, Filters, Term
from cbir_app.base.pictures import Picture
from cbir_app.query import SearchBar
from cbir_app.query.search_bar import INVITATION, MORE
from cbir_app.sessions import NO_FILTERS, Part, Query, part_of_file
from tests.app.handling import PNG

SEA, BOAT = (Part(Term(text=text), text) for text in ("sea", "boat"))
FILE = part_of_file(Path("/photos/boat.jpg"))
PORTRAITS = Filters(orientation="portrait")
KEYS = Qt.Key


@pytest.fixture
def bar(qtbot, theme):
    made = SearchBar(theme)
    qtbot.addWidget(made)
    made.resize(1200, 60)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def focused(bar):
    """The number of the stop that has the focus, or the field."""
    if bar.edit.hasFocus():
        return "field"
    return next(at for at, chip in enumerate(bar.stops()) if chip.hasFocus())


def press(key):
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key)


def test_left_and_right_lead_along_all_chips_and_back_to_the_field(bar):
    bar.show_query(Query(parts=(SEA, BOAT), filters=PORTRAITS))
    bar.edit.setFocus()
    seen = []
    for key in (*[KEYS.Key_Left] * 4, *[KEYS.Key_Right] * 3):
        press(key)
        seen.append(focused(bar))
    assert seen == [2, 1, 0, 0, 1, 2, "field"]
    press(KEYS.Key_Backspace)
    assert focused(bar) == 2, "behind the last chip there is nothing to delete"


def test_tab_leads_from_chip_to_chip_and_on_to_the_field(qtbot, theme):
    """Chips come later than all else in a window, whose first widget would be next after them."""
    window = QWidget()
    qtbot.addWidget(window)
    QPushButton(window)
    bar = SearchBar(theme, window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    bar.show_query(Query(parts=(SEA, BOAT)))
    bar.chips[0].setFocus()
    seen = []
    for _ in range(2):
        press(KEYS.Key_Tab)
        seen.append(focused(bar))
    assert seen == [1, "field"]


def test_without_chips_the_focus_stays_in_the_field(bar):
    bar.edit.setFocus()
    for key in (KEYS.Key_Left, KEYS.Key_Backspace):
        press(key)
        assert focused(bar) == "field"


def test_in_words_left_and_backspace_are_for_the_words(bar):
    bar.show_query(Query(parts=(SEA,), draft="boat"))
    bar.edit.setFocus()
    press(KEYS.Key_Backspace)
    press(KEYS.Key_Left)
    assert (focused(bar), bar.edit.text(), bar.edit.cursorPosition()) == ("field", "boa", 2)
    bar.edit.selectAll()
    bar.edit.setSelection(3, -3)  # from the end to the beginning, where the cursor is now
    assert bar.edit.cursorPosition() == 0
    press(KEYS.Key_Backspace)
    assert (focused(bar), bar.edit.text()) == ("field", "")
    press(KEYS.Key_Backspace)
    assert focused(bar) == 0


def test_escape_empties_the_field_and_where_it_is_empty_is_left_to_the_window(bar):
    typed = []
    bar.typed.connect(typed.append)
    bar.edit.setText("boat")
    for accepted in (True, False):
        key = QKeyEvent(QEvent.Type.KeyPress, KEYS.Key_Escape, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(bar.edit, key)
        assert key.isAccepted() is accepted
        assert (bar.edit.text(), typed) == ("", [""])


def test_down_goes_on_to_the_results(bar):
    asked = []
    bar.results_asked.connect(lambda: asked.append(None))
    bar.edit.setFocus()
    press(KEYS.Key_Down)
    assert asked == [None]


def test_words_are_pasted_by_the_field_and_pictures_by_the_window(bar):
    for setting, left_to_the_window in (("words", False), ("picture", True)):
        data = QMimeData()
        if setting == "words":
            data.setText("harbour")
        else:
            data.setData("image/png", PNG)
        QGuiApplication.clipboard().setMimeData(data)
        key = QKeyEvent(QEvent.Type.ShortcutOverride, KEYS.Key_V, Qt.KeyboardModifier.ControlModifier, "\x16")
        QApplication.sendEvent(bar.edit, key)
        assert key.isAccepted() is not left_to_the_window


def test_where_the_focused_chip_goes_the_last_one_has_the_focus_and_else_the_field(bar):
    bar.show_query(Query(parts=(SEA, BOAT, FILE)))
    bar.chips[2].setFocus()
    bar.show_query(Query(parts=(SEA, BOAT)))
    assert focused(bar) == 1
    bar.show_query(Query(parts=(SEA, BOAT, FILE)))
    bar.chips[0].setFocus()
    bar.show_query(Query(parts=(SEA, BOAT)))
    assert focused(bar) == 0, "it is still there"
    bar.show_query(Query(parts=(BOAT,)))
    assert focused(bar) == 0
    bar.show_query(Query())
    assert focused(bar) == "field"


def test_a_chip_that_goes_leaves_nothing_behind(bar):
    bar.show_query(Query(parts=(SEA, BOAT)))
    gone = bar.chips[1]
    destroyed = []
    gone.destroyed.connect(lambda: destroyed.append(None))
    bar.show_query(Query(parts=(SEA,)))
    assert gone.isHidden()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert destroyed == [None]


def test_chips_stand_in_the_order_of_the_query_and_before_the_field(bar):
    bar.show_query(Query(parts=(SEA, BOAT, FILE), filters=PORTRAITS))
    bar.resize(2000, 60)  # one line
    bar.grab()  # lays it out
    lefts = [one.x() for one in (*bar.stops(), bar.edit)]
    assert lefts == sorted(lefts)
    assert [chip.words.text() for chip in bar.chips] == ["“sea”", "“boat”", "boat.jpg"]


def test_each_chip_asks_for_itself(bar):
    bar.show_query(Query(parts=(SEA, FILE)))
    asked = []
    for name in ("flip", "weigh", "edit", "text", "remove"):
        signal = getattr(bar, f"{name}_asked")
        signal.connect(lambda *values, name=name: asked.append((name, values)))
    chip = bar.chips[1]
    chip.flip_asked.emit()
    chip.weigh_asked.emit(-2)
    chip.edit_asked.emit()
    chip.text_asked.emit()
    chip.remove_asked.emit()
    assert asked == [("flip", (1,)), ("weigh", (1, -2)), ("edit", (1,)), ("text", (1,)), ("remove", (1,))]


def test_what_the_field_invites_to_depends_on_the_query(bar):
    assert bar.edit.placeholderText() == INVITATION
    bar.show_query(Query(parts=(SEA,)))
    assert bar.edit.placeholderText() == MORE
    bar.show_query(Query())
    assert bar.edit.placeholderText() == INVITATION


def test_what_is_typed_keeps_its_cursor_when_its_own_query_comes(bar):
    bar.edit.setText("boat")
    bar.edit.setCursorPosition(2)
    bar.show_query(Query(draft="boat"))
    assert bar.edit.cursorPosition() == 2
    bar.show_query(Query(draft="sea"))
    assert bar.edit.text() == "sea"


def test_only_what_asks_for_something_can_be_saved_and_only_filters_that_were_set_removed(
    bar,
):
    asked = []
    bar.filter_chips.changed.connect(asked.append)
    browsed = Query(filters=Filters(folders=("/photos",)), browsed=True)
    for query, saved, removable in (
        (Query(), False, False),
        (Query(parts=(SEA,)), True, False),
        (Query(filters=PORTRAITS), True, True),
        (browsed, True, False),
    ):
        bar.show_query(query)
        assert (bar.save_button.isEnabled(), bar.remove_filters.isEnabled()) == (saved, removable)
    assert bar.filter_chips.texts == [], "the place that is browsed is named elsewhere"
    bar.show_query(Query(filters=PORTRAITS))
    bar.remove_filters.trigger()
    assert asked == [NO_FILTERS]


def test_the_popover_shows_the_filters_of_the_query(bar):
    bar.show_query(Query(filters=Filters(formats=("jpeg",))))
    assert bar.filter_popover.pages.format.value == "jpeg"


def test_the_menu_of_filters_begins_at_its_first_line(bar):
    bar.offer_filters()
    assert bar.filter_menu.activeAction() is bar.filter_menu.actions()[0]
    bar.filter_menu.close()


def test_the_heart_is_full_where_the_query_is_an_album(bar):
    icons = []
    for kept in (False, True, False):
        bar.show_saved(kept)
        icons.append(bytes(bar.save_button.icon().pixmap(20).toImage().constBits()))
    assert icons[0] == icons[2] != icons[1]


def picture():
    pixmap = QPixmap(80, 60)
    pixmap.fill(Qt.GlobalColor.red)
    return Picture(pixmap, (80, 60))


def test_a_chip_has_its_picture_until_that_is_gone_or_another_takes_its_place(bar):
    bar.show_query(Query(parts=(FILE, SEA)))
    button = bar.chips[0].frame_button
    assert not button.isEnabled()
    bar.show_picture(FILE.source, picture())
    assert button.isEnabled()
    bar.show_query(Query(parts=(replace(FILE, term=replace(FILE.term, weight=2.0)),)))
    assert button.isEnabled(), "weighed, it is the same picture"
    other = part_of_file(Path("/photos/other.jpg"))
    bar.show_query(Query(parts=(other,)))
    assert not button.isEnabled()
    bar.show_query(Query(parts=(FILE,)))
    assert not button.isEnabled(), "pictures of earlier queries are not kept"
    bar.show_picture(FILE.source, picture())
    bar.show_picture(FILE.source, None)
    assert not button.isEnabled()


def test_a_framed_term_shows_the_part_that_is_framed(bar):
    bar.show_query(Query(parts=(FILE.framed((0.0, 0.0, 60.0, 20.0)),)))
    bar.show_picture(FILE.source, picture())
    size = bar.chips[0].picture_label.pixmap().deviceIndependentSize()
    assert size.width() == pytest.approx(3 * size.height())


def test_the_words_that_are_there_are_typed_over(bar):
    bar.edit.setText("sea")
    bar.focus()
    assert bar.edit.selectedText() == "sea"


def test_a_drop_on_the_field_is_the_windows_business_and_words_have_an_end(bar):
    assert not bar.edit.acceptDrops()
    bar.edit.setText("s" * 5000)
    assert len(bar.edit.text()) == 2000


TRAM = Completion(kind="keyword", name="tram", text="keyword:tram ", photos=12)
NEAR = Completion(kind="field", name="near:", text="near:")


@pytest.fixture
def suggested(bar):
    bar.edit.setFocus()
    bar.edit.suggestions.show_suggestions(("travel",), (TRAM, NEAR))
    assert bar.edit.suggestions.isVisible()
    return bar.edit.suggestions


def test_suggestions_are_read_by_the_arrow_keys_while_the_field_keeps_the_keys(bar, suggested):
    chosen = []
    suggested.chosen.connect(chosen.append)
    assert suggested.texts == [
        "Search again: travel",
        "Keyword tram (12)",
        "near:  taken near a town, such as Lisbon",
    ]
    QTest.keyClick(bar.edit, KEYS.Key_Down)
    QTest.keyClick(bar.edit, KEYS.Key_Down)
    assert bar.edit.hasFocus() and bar.edit.accessibleDescription() == "Keyword tram (12)"
    QTest.keyClick(bar.edit, KEYS.Key_Return)
    assert chosen == ["keyword:tram "] and not suggested.isVisible()


def test_enter_commits_the_text_unless_a_person_went_to_a_suggestion(qtbot, bar, suggested):
    with qtbot.waitSignal(bar.committed):
        QTest.keyClick(bar.edit, KEYS.Key_Return)
    assert not suggested.isVisible()


def test_escape_closes_the_suggestions_and_keeps_the_text(bar, suggested):
    bar.edit.setText("tra")
    QTest.keyClick(bar.edit, KEYS.Key_Escape)
    assert not suggested.isVisible() and bar.edit.text() == "tra"


def test_down_from_the_last_suggestion_leads_to_the_results(qtbot, bar, suggested):
    for _ in range(3):
        QTest.keyClick(bar.edit, KEYS.Key_Down)
    with qtbot.waitSignal(bar.results_asked):
        QTest.keyClick(bar.edit, KEYS.Key_Down)


def test_a_click_chooses_a_suggestion(bar, suggested):
    chosen = []
    suggested.chosen.connect(chosen.append)
    place = suggested.visualItemRect(suggested.item(2)).center()
    QTest.mouseClick(suggested.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen == ["near:"] and bar.edit.hasFocus()


def test_suggestions_go_with_the_focus(bar, suggested):
    bar.open_button.setFocus()
    assert not suggested.isVisible()
