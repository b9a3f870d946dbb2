"""A list of choices and a date that is written, alone: what is listed, what is found by typing, what is taken."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir_app.query.filters.pages import FIND_FROM, Chooser, DateField

ENTER, SPACE, DOWN = Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Down


@pytest.fixture
def active(qtbot, under):
    """A window that has the keys."""
    under.resize(300, 300)
    under.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    return under


def chooser(parent, *, free=False):
    made = Chooser("Camera", "Any camera", free=(lambda text: f"Near {text}") if free else None)
    made.setParent(parent)
    made.show()
    return made


def offer(made, *names):
    made.offer((name, name, len(name)) for name in names)


def taken(made):
    told = []
    made.chosen.connect(lambda: told.append(made.value))
    return told


def current(made):
    return made.rows.currentItem().text()


@pytest.mark.parametrize("key", [ENTER, Qt.Key.Key_Enter, SPACE])
def test_a_key_takes_the_row_that_one_is_on(active, key):
    made = chooser(active)
    offer(made, "Canon", "Fuji")
    told = taken(made)
    made.open()
    QTest.keyClick(made.rows, DOWN)
    QTest.keyClick(made.rows, key)
    assert told == ["Canon"]
    made.rows.itemClicked.emit(made.rows.item(2))
    assert len(told) == 2


def test_a_choice_is_counted_and_one_without_photos_is_faint(active):
    made = chooser(active)
    made.offer((("Canon", "Canon", 1400), ("Fuji", "Fuji", 0), ("8 MP", 8.0, None)))
    assert made.texts == ["Any camera", "Canon (1,400)", "Fuji (0)", "8 MP"]
    colours = [made.rows.item(row).foreground().color().name() for row in range(4)]
    assert colours[2] not in {colours[1], colours[3]}
    assert colours[1] == colours[3], "what is not counted is none without photos"


def test_the_chosen_one_is_bold_and_current_whatever_its_case(active):
    made = chooser(active)
    offer(made, "Canon", "Fuji")
    assert current(made) == "Any camera" and not made.rows.item(0).font().bold()
    made.set_value("FUJI")
    assert current(made) == "Fuji (4)"
    assert [made.rows.item(row).font().bold() for row in range(3)] == [False, False, True]


def test_what_has_no_photo_any_more_is_listed_while_it_is_set(active):
    made = chooser(active)
    offer(made, *(f"Camera {n}" for n in range(FIND_FROM + 1)))
    made.set_value(8.0, "8 MP or more")
    assert made.texts[-1] == "8 MP or more" and current(made) == "8 MP or more"
    made.set_value("Leica")
    assert made.texts[-1] == "Leica"
    made.finder.setFocus()
    QTest.keyClicks(made.finder, "camera 1")
    assert "Leica" not in made.texts


def test_who_is_on_a_row_stays_there_while_choices_are_counted_anew(active):
    made = chooser(active)
    offer(made, "Canon", "Fuji", "Leica")
    made.set_value("Leica")
    offer(made, "Canon", "Fuji", "Leica")
    assert current(made) == "Leica (5)"
    made.open()
    made.rows.setCurrentRow(0)
    offer(made, "Canon", "Fuji", "Leica")
    assert current(made) == "Any camera"
    made.rows.setCurrentRow(1)
    offer(made, "Canon", "Fuji", "Leica")
    assert current(made) == "Canon (5)"
    made.rows.clearFocus()
    offer(made, "Canon", "Fuji", "Leica")
    assert current(made) == "Leica (5)"


@pytest.mark.parametrize(("count", "found"), [(FIND_FROM, False), (FIND_FROM + 1, True)])
def test_of_many_choices_one_is_found_by_typing(active, count, found):
    made = chooser(active)
    offer(made, *(f"Camera {n}" for n in range(count)))
    told = taken(made)
    made.open()
    assert made.finder.isVisible() is found
    assert QApplication.focusWidget() is (made.finder if found else made.rows)
    if found:
        QTest.keyClicks(made.finder, " CAMERA 7 ")
        assert made.texts == ["Any camera", "Camera 7 (8)"]
        QTest.keyClick(made.finder, ENTER)
        assert told == ["Camera 7"]
        made.open()
        assert made.finder.text() == "" and len(made.texts) == count + 1
        QTest.keyClicks(made.finder, "none of them")
        assert current(made) == "Any camera"


def test_what_is_typed_may_be_none_of_what_is_offered(active):
    made = chooser(active, free=True)
    offer(made, "Lisbon", "Porto")
    told = taken(made)
    made.open()
    assert made.finder.isVisible(), "though there are few"
    QTest.keyClicks(made.finder, "Port")
    assert made.texts == ["Any camera", "Porto (5)"]
    QTest.keyClicks(made.finder, "land")
    assert made.texts == ["Any camera", "Near Portland"]
    QTest.keyClick(made.finder, ENTER)
    assert told == ["Portland"]


def read(field):
    return field.value


def test_a_date_says_what_is_wrong_while_it_is_written(active):
    field = DateField("Taken from")
    field.setParent(active)
    field.show()
    QTest.keyClicks(field, "2019-7x")
    assert field.property("wrong") and field.accessibleDescription().startswith("Not a date.")
    assert read(field) is None
    field.set_value(None)
    assert field.text() == "2019-7x", "somebody is still writing"
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert not field.property("wrong")
    assert read(field) == "2019-7"
    field.set_value("2019")
    assert field.text() == "2019"
    field.set_value(None)
    assert field.text() == ""
    field.setText(" 2019 ")
    field.set_value("2019")
    assert field.text() == "2019"
