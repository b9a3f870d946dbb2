"""Stars, keywords and suggestions by themselves: what they show, and what each key and click asks for."""

from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from cbir.base.types import KeywordSuggestion, PhotoId
from cbir_app.base.wording import MAX_STARS
from cbir_app.panels.marks.keywords import (
    MAX_LETTERS,
    MAX_SHOWN,
    Keyword,
    KeywordChips,
    SuggestionChips,
)
from cbir_app.panels.marks.stars import GAP_PX, PAD_PX, STAR_PX, Stars

Made = TypeVar("Made", bound=QWidget)
KEYS = Qt.Key
ALT, NONE = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.NoModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def shown(qtbot, made):
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


# ---- stars


@pytest.fixture
def stars(qtbot, theme):
    made = shown(qtbot, Stars(theme))
    made.resize(made.sizeHint())
    return made


@pytest.fixture
def rated(stars):
    told = []
    stars.rated.connect(told.append)
    return told


def middle(star):
    return QPoint(PAD_PX + (star - 1) * (STAR_PX + GAP_PX) + STAR_PX // 2, PAD_PX + STAR_PX // 2)


def lit(stars):
    """The number of stars that are drawn full, in any colour."""
    seen = stars.grab().toImage()
    empty = seen.pixelColor(stars.width() - 1, stars.height() - 1)
    return sum(seen.pixelColor(middle(star)) != empty for star in range(1, MAX_STARS + 1))


def test_a_click_gives_the_star_under_it_and_once_more_takes_all_away(stars, rated):
    for star in range(1, MAX_STARS + 1):
        QTest.mouseClick(stars, LEFT, pos=middle(star))
        assert (stars.value(), lit_by_value(stars)) == (star, star)
    QTest.mouseClick(stars, LEFT, pos=middle(MAX_STARS))
    assert rated == [1, 2, 3, 4, 5, 0]
    QTest.mouseClick(stars, RIGHT, pos=middle(3))
    assert rated == [1, 2, 3, 4, 5, 0]


def lit_by_value(stars):
    """The number of full stars when the pointer is elsewhere."""
    QApplication.sendEvent(stars, QEvent(QEvent.Type.Leave))
    return lit(stars)


@pytest.mark.parametrize(
    ("x", "star"), [(0, 1), (PAD_PX + 4 * (STAR_PX + GAP_PX) + STAR_PX + PAD_PX - 1, MAX_STARS)]
)
def test_at_the_ends_the_outermost_stars_are_meant(stars, x, star):
    for value in (star, 0):
        QTest.mouseClick(stars, LEFT, pos=QPoint(x, 10))
        assert stars.value() == value


def test_between_two_stars_the_nearer_is_meant(stars):
    gap = PAD_PX + 2 * STAR_PX + GAP_PX  # right of the second one
    for x, star in ((gap + 1, 2), (gap + GAP_PX - 1, 3)):
        QTest.mouseClick(stars, LEFT, pos=QPoint(x, 10))
        assert stars.value() == star


def test_the_stars_up_to_the_pointer_light_up_and_nothing_is_rated(stars, rated):
    stars.show_rating(1)
    assert lit(stars) == 1
    place = QPointF(middle(4))
    QApplication.sendEvent(stars, QMouseEvent(QEvent.Type.MouseMove, place, place, LEFT, LEFT, NONE))
    assert lit(stars) == 4
    assert (lit_by_value(stars), rated) == (1, [])


@pytest.mark.parametrize(
    ("rating", "mixed", "value", "spoken"),
    [
        (3, False, 3, "3 stars"),
        (0, False, 0, "0 stars"),
        (-1, False, 0, "rejected"),
        (0, True, 0, "Different ratings"),
    ],
)
def test_a_rating_is_shown_and_spoken_and_nobody_is_told_that_it_changed(
    stars, rated, rating, mixed, value, spoken
):
    stars.show_rating(2)
    stars.show_rating(rating, mixed=mixed)
    assert (stars.value(), lit(stars)) == (value, value)
    assert stars.accessibleDescription().casefold() == spoken.casefold()
    assert rated == []


def test_digits_and_arrows_rate(stars, rated):
    for key in (KEYS.Key_4, KEYS.Key_0, KEYS.Key_Right, KEYS.Key_6, KEYS.Key_Shift, KEYS.Key_PageUp):
        QTest.keyClick(stars, key)
    assert rated == [4, 0, 1, 2]
    QTest.keyClick(stars, KEYS.Key_2)
    assert rated == [4, 0, 1, 2], "it has two already"


def test_where_ratings_differ_also_the_one_that_is_shown_is_given_to_all(stars, rated):
    stars.show_rating(0, mixed=True)
    QTest.keyClick(stars, KEYS.Key_0)
    assert rated == [0]
    stars.show_rating(2, mixed=True)
    assert lit(stars) == 0, "none of them is that of all"
    QTest.mouseClick(stars, LEFT, pos=middle(2))
    assert rated == [0, 2]


def test_stars_show_that_they_have_the_focus(qtbot, stars, theme):
    corner = QPoint(stars.width() // 2, 1)
    stars.clearFocus()
    before = stars.grab().toImage().pixelColor(corner)
    stars.setFocus()
    after = stars.grab().toImage().pixelColor(corner)
    assert before != after == QColor(theme.colours.accent)


# ---- keywords


@pytest.fixture
def chips(qtbot, theme):
    return shown(qtbot, KeywordChips(theme))


@pytest.fixture
def field(chips):
    chips.field.setFocus()
    return chips.field


@pytest.fixture
def entered(field):
    told = []
    field.entered.connect(told.append)
    return told


@pytest.mark.parametrize("end", [KEYS.Key_Return, KEYS.Key_Enter, KEYS.Key_Comma, KEYS.Key_Semicolon])
def test_a_keyword_ends_with_enter_a_comma_or_a_semicolon(field, entered, end):
    QTest.keyClicks(field, " two   words ")
    QTest.keyClick(field, KEYS.Key_Shift)  # has no letter, and ends nothing
    assert entered == []
    QTest.keyClick(field, end)
    assert entered == [("two words",)]
    assert field.text() == ""
    QTest.keyClick(field, end)
    assert entered == [("two words",)], "nothing is no keyword"


def test_keywords_that_were_pasted_are_taken_apart_and_each_counts_once(field, entered):
    field.setText("boat; sea,boat ,, R&D")
    QTest.keyClick(field, KEYS.Key_Return)
    assert entered == [("boat", "sea", "R&D")]
    assert not field.isUndoAvailable(), "the next undo takes the keywords back, not the typing"
    field.setText("s" * 5000)
    assert len(field.text()) == 2000


def test_escape_takes_what_was_typed_and_then_leaves_the_field(field):
    left = []
    field.left.connect(lambda: left.append(None))
    QTest.keyClicks(field, "boat")
    QTest.keyClick(field, KEYS.Key_Escape)
    assert (field.text(), left) == ("", [])
    QTest.keyClick(field, KEYS.Key_Escape)
    assert left == [None]


def test_a_digit_with_alt_is_a_suggestion_and_without_it_a_letter(field):
    pressed = []
    field.digit_pressed.connect(pressed.append)
    for key in (KEYS.Key_1, KEYS.Key_9, KEYS.Key_0):
        QTest.keyClick(field, key, ALT)
    assert (pressed, field.text().replace("0", "")) == ([1, 9], "")
    field.clear()
    QTest.keyClick(field, KEYS.Key_1)
    assert (pressed, field.text()) == ([1, 9], "1")


def test_whoever_comes_to_the_field_is_told(chips):
    focused = []
    chips.field.focused.connect(lambda: focused.append(None))
    chips.field.clearFocus()
    chips.field.setFocus()
    assert focused == [None]


def test_known_keywords_are_completed_wherever_they_hold_what_is_typed(qtbot, field, entered):
    field.offer(["sea", "Lisbon", "boat", "sea"])
    assert field.completions.stringList() == ["boat", "Lisbon", "sea"]
    QTest.keyClicks(field, "SB")
    completer = field.completer()
    assert completer.currentCompletion() == "Lisbon"
    completer.activated.emit("Lisbon")
    field.setText("Lisbon")  # what Qt does after it has told of it
    qtbot.waitUntil(lambda: bool(entered))
    assert entered == [("Lisbon",)]
    assert field.text() == ""


def test_the_list_of_completions_stays_open_when_the_same_keywords_are_offered(field):
    field.offer(["boat", "sea"])
    resets = []
    field.completions.modelReset.connect(lambda: resets.append(None))
    field.offer(["sea", "boat"])
    assert resets == []
    field.offer(["sea"])
    assert resets == [None]


def test_after_enter_no_list_is_in_the_way_of_the_next_key(qtbot, field):
    field.offer(["boat", "boats"])
    QTest.keyClicks(field, "boa")
    popup = field.completer().popup()
    assert popup is not None
    qtbot.waitUntil(popup.isVisible)
    QTest.keyClick(field, KEYS.Key_Return)
    assert not popup.isVisible()


def test_a_keyword_is_removed_by_its_chip_as_it_is_written(chips):
    removed = []
    chips.remove_asked.connect(removed.append)
    long = "R&D " * MAX_LETTERS
    chips.show_keywords((Keyword("R&D", 1, 1), Keyword(long, 1, 1)))
    assert [chip.text() for chip in chips.chips] == ["R&&D", f"{long[:MAX_LETTERS]}…".replace("&", "&&")]
    assert chips.chips[1].toolTip().startswith(long.strip())
    assert chips.chips[1].accessibleName() == f"Keyword {long}: remove it"
    for chip in chips.chips:
        chip.click()
    assert removed == ["R&D", long]


def test_a_keyword_that_some_photos_lack_says_how_many_have_it(chips):
    chips.show_keywords((Keyword("sea", 2, 3), Keyword("boat", 3, 3)))
    assert [chip.property("partial") for chip in chips.chips] == [True, False]
    assert chips.chips[0].accessibleName() == "Keyword sea (2 of 3 photos): remove it"
    assert chips.chips[1].accessibleName() == "Keyword boat: remove it"


def test_the_focus_goes_on_to_the_chip_that_takes_the_place_of_one_that_went(chips):
    def words(*texts):
        return tuple(Keyword(text, 1, 1) for text in texts)

    chips.show_keywords(words("a", "b", "c"))
    chips.chips[1].setFocus()
    chips.show_keywords(words("a", "c"))
    assert chips.chips[1].hasFocus()
    chips.show_keywords(words("a"))
    assert chips.chips[0].hasFocus()
    chips.show_keywords(())
    assert chips.field.hasFocus()
    chips.show_keywords(words("a"))
    assert chips.field.hasFocus(), "whoever types goes on typing"


def test_chips_that_stay_as_they_are_are_not_made_anew_and_those_that_go_leave_nothing(
    chips,
):
    assert not chips.cloud.isVisible() or not chips.chips
    chips.show_keywords((Keyword("sea", 1, 1),))
    assert chips.cloud.isVisible()
    (before,) = chips.chips
    chips.show_keywords((Keyword("sea", 1, 1),))
    assert chips.chips == [before]
    assert leaves_nothing(before, lambda: chips.show_keywords(()))
    assert not chips.cloud.isVisible(), "an empty cloud takes no room"


def leaves_nothing(gone, show):
    destroyed = []
    gone.destroyed.connect(lambda: destroyed.append(None))
    show()
    hidden = gone.isHidden()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return hidden and destroyed == [None]


def test_the_cross_of_a_keyword_has_the_colour_of_the_theme(chips, theme):
    chips.show_keywords((Keyword("sea", 1, 1),))

    def cross():
        return bytes(chips.chips[0].icon().pixmap(12).toImage().constBits())

    before = cross()
    theme.set_scheme("dark")
    assert cross() != before


# ---- suggestions


def suggestion(word, *photos):
    return KeywordSuggestion(word=word, photos=tuple(map(PhotoId, photos)), margin=1.0)


def test_suggestions_have_the_digits_that_add_them_and_no_more_than_there_are(qtbot):
    panel, offered = QWidget(), SuggestionChips()
    qtbot.addWidget(panel)
    QVBoxLayout(panel).addWidget(offered)
    assert not offered.isVisibleTo(panel)
    accepted = []
    offered.accepted.connect(lambda one: accepted.append(one.word))
    words = [suggestion(f"R&D {n}", n) for n in range(1, 12)]
    offered.show_suggestions(words, 20)
    assert offered.isVisibleTo(panel)
    assert [chip.text() for chip in offered.chips] == [f"{n}  R&&D {n}" for n in range(1, MAX_SHOWN + 1)]
    for digit in (0, 1, MAX_SHOWN, MAX_SHOWN + 1):
        offered.accept(digit)
    offered.chips[1].click()
    assert accepted == ["R&D 1", f"R&D {MAX_SHOWN}", "R&D 2"]
    assert offered.chips[0].accessibleName() == "Add the keyword R&D 1"
    assert offered.chips[0].toolTip() == "Suits 1 of 20 photos\nClick to add it"
    first = offered.chips[0]
    assert leaves_nothing(first, lambda: offered.show_suggestions((), 20))
    assert offered.isHidden()
