"""One chip by itself: what it says of its term, what its menu offers, and what each key asks for."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPixmap, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from cbir.base.types import Term
from cbir_app.query.chip import LABEL_PX, Chip
from cbir_app.sessions import Part, part_of_file

REGION = (1.0, 2.0, 30.0, 40.0)
FILE = part_of_file(Path("/photos/boat.jpg"))
WORDS = Part(Term(text="boat"), "boat")
MARKED = replace(FILE, term=replace(FILE.term, marked=True))


class Heard:
    """The requests of a chip."""

    def __init__(self, chip):
        self.asked = []
        for name in ("flip", "edit", "text", "remove"):
            signal = getattr(chip, f"{name}_asked")
            signal.connect(lambda name=name: self.asked.append((name, 0)))
        chip.weigh_asked.connect(lambda steps: self.asked.append(("weigh", steps)))
        chip.step_asked.connect(lambda step: self.asked.append(("step", step)))

    def take(self):
        asked, self.asked = self.asked, []
        return asked


@pytest.fixture
def chip(qtbot, theme):
    made = Chip(theme)
    qtbot.addWidget(made)
    made.show_part(FILE)
    yield made
    made.menu.close()


@pytest.fixture
def heard(chip):
    return Heard(chip)


def offered(chip):
    return [action.text() for action in chip.menu.actions() if action.isVisible() and action.text()]


def named(chip, text):
    return next(action for action in chip.menu.actions() if action.text() == text)


@pytest.mark.parametrize("part", [FILE, WORDS])
def test_each_key_asks_for_one_thing(chip, heard, part):
    chip.show_part(part)
    keys = Qt.Key
    for key, asked in (
        (keys.Key_Up, ("weigh", 1)),
        (keys.Key_Down, ("weigh", -1)),
        (keys.Key_Left, ("step", -1)),
        (keys.Key_Right, ("step", 1)),
        (keys.Key_Return, ("edit", 0)),
        (keys.Key_Enter, ("edit", 0)),
        (keys.Key_Delete, ("remove", 0)),
        (keys.Key_Backspace, ("remove", 0)),
        (keys.Key_Minus, ("flip", 0)),
    ):
        QTest.keyClick(chip, key)
        assert heard.take() == [asked]
    QTest.keyClick(chip, keys.Key_Plus)
    assert heard.take() == [], "it is wanted already"
    QTest.mouseDClick(chip, Qt.MouseButton.LeftButton)
    assert heard.take() == [("edit", 0)]


def test_the_menu_does_what_the_keys_do_and_opens_at_its_first_line(chip, heard):
    for text, asked in (
        ("More weight", [("weigh", 1)]),
        ("Less weight", [("weigh", -1)]),
        ("Frame a part…", [("edit", 0)]),
        ("Search for its text, too", [("text", 0)]),
        ("Remove", [("remove", 0)]),
        ("Not this", [("flip", 0)]),
        ("More like this", []),
    ):
        named(chip, text).trigger()
        assert heard.take() == asked
    chip.show_part(FILE.flipped())
    named(chip, "Not this").trigger()
    assert heard.take() == []
    named(chip, "More like this").trigger()
    assert heard.take() == [("flip", 0)]
    QTest.keyClick(chip, Qt.Key.Key_Space)
    assert chip.menu.activeAction() is chip.like


def test_what_can_be_done_with_a_term_is_said_in_its_own_words(chip):
    weights = ["More weight", "Less weight"]
    assert offered(chip) == [
        *("More like this", "Not this", *weights, "Frame a part…", "Search for its text, too", "Remove")
    ]
    chip.show_part(WORDS)
    assert offered(chip) == [
        "Photos with this",
        "Photos without this",
        *weights,
        "Change the words",
        "Remove",
    ]
    chip.show_part(MARKED)
    assert offered(chip) == ["More like this", "Fewer like this", "Remove"]
    chip.show_part(FILE)
    assert "More weight" in offered(chip), "the chip stood for a mark before"


@pytest.mark.parametrize(
    ("part", "spoken", "without"),
    [
        (FILE, "With the picture boat.jpg", "Without the picture boat.jpg"),
        (WORDS, "With the words boat", "Without the words boat"),
        (MARKED, "More like the photo boat.jpg, marked", "Fewer like the photo boat.jpg, marked"),
    ],
)
def test_a_chip_says_whether_its_term_is_wanted(chip, part, spoken, without):
    for shown, name, sign in ((part, spoken, "+"), (part.flipped(), without, "−"), (part, spoken, "+")):
        chip.show_part(shown)
        assert (chip.accessibleName(), chip.sign.text()) == (name, sign)
        assert (chip.like.isChecked(), chip.unlike.isChecked()) == (sign == "+", sign == "−")
        assert chip.property("minus") is (sign == "−")
        chosen = (chip.like if sign == "+" else chip.unlike).text()
        assert chip.sign.toolTip() == f"{chosen}. Click to change it."


def test_a_chip_says_what_was_done_to_its_term(chip):
    assert not chip.remark.isVisibleTo(chip)
    for changed, remark in (
        (replace(FILE.term, region=REGION), "framed"),
        (replace(FILE.term, marked=True), "marked"),
        (replace(FILE.term, weight=0.5), "×0.5"),
        (replace(FILE.term, region=REGION, weight=2.0), "framed ×2"),
    ):
        chip.show_part(replace(FILE, term=changed))
        assert (chip.remark.text(), chip.remark.isVisibleTo(chip)) == (remark, True)
    assert chip.accessibleName() == "With the picture boat.jpg, framed, ×2"
    chip.show_part(FILE)
    assert not chip.remark.isVisibleTo(chip)


def test_words_have_no_picture_and_of_a_mark_nothing_is_framed(chip, heard):
    def seen():
        return chip.picture_label.isVisibleTo(chip), chip.frame_button.isVisibleTo(chip)

    assert seen() == (True, True)
    chip.show_part(WORDS)
    assert seen() == (False, False)
    chip.show_part(MARKED)
    assert seen() == (True, False)
    QTest.keyClick(chip, Qt.Key.Key_Return)
    QTest.mouseDClick(chip, Qt.MouseButton.LeftButton)
    assert heard.take() == []


def test_a_picture_that_is_not_there_yet_cannot_be_framed(chip):
    chip.show_picture(None)
    assert not chip.frame_button.isEnabled()
    pixmap = QPixmap(40, 20)
    pixmap.fill(Qt.GlobalColor.red)
    chip.show_picture(pixmap)
    assert chip.frame_button.isEnabled()


def test_a_long_name_is_cut_in_its_middle_and_the_tooltip_has_all_of_it(chip):
    path = Path("/photos", f"{'boat ' * 40}.jpg")
    chip.show_part(part_of_file(path))
    assert chip.fontMetrics().horizontalAdvance(chip.words.text()) <= LABEL_PX
    assert "…" in chip.words.text()
    assert str(path) in chip.toolTip()
    assert "frame a part" in chip.toolTip()
    chip.show_part(WORDS)
    assert chip.toolTip().startswith("boat\n") and "change the words" in chip.toolTip()
    chip.show_part(MARKED)
    assert "Up and down" not in chip.toolTip(), "each mark weighs the same"


def test_a_touchpad_adds_up_to_steps_in_both_directions(chip, heard):
    none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    for turned, asked in (
        (-60, []),
        (-60, [("weigh", -1)]),
        (60, []),
        (60, [("weigh", 1)]),
        (300, [("weigh", 2)]),
        (60, [("weigh", 1)]),
    ):
        wheel = QWheelEvent(
            *(QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, turned)),
            *(Qt.MouseButton.NoButton, none, phase, False),
        )
        wheel.ignore()
        QApplication.sendEvent(chip, wheel)
        assert heard.take() == asked
        assert wheel.isAccepted(), "nothing below it scrolls"
