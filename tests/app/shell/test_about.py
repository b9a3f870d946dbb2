"""The test of the installation: asked for once, told line by line, given up with its dialog."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from cbir.base.types import Finding
from cbir.service import Failure, SelfTestAnswer, SelfTestRequest
from cbir_app.shell.help_dialogs import AboutDialog


@pytest.fixture
def about(qtbot, hand):
    made = AboutDialog(hand)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    return made


def told(about):
    grid = about.findings
    items = (grid.itemAt(at) for at in range(grid.count()))
    labels = [item.widget() for item in items if item is not None]
    return [label.text() for label in labels if isinstance(label, QLabel)]


def test_each_part_is_told_with_what_it_does_here(hand, about):
    about.test.click()
    assert (about.test.isEnabled(), about.test.text()) == (False, "Testing…")
    (_asked,) = hand.asked(SelfTestRequest)
    findings = (
        Finding(name="Camera raw", works=True, words="A photo was decoded."),
        Finding(name="JPEG XL", works=None, words="It is an extra."),
        Finding(name="Window (Qt)", works=False, words="A library is missing."),
    )
    hand.answer(SelfTestRequest, SelfTestAnswer(findings=findings))
    assert about.test.isHidden()
    assert told(about) == [
        *("Camera raw", "works", "A photo was decoded."),
        *("JPEG XL", "absent", "It is an extra."),
        *("Window (Qt)", "does not work", "A library is missing."),
    ]
    about.close()
    assert hand.cancelled == [], "it has its answer"


def test_a_test_that_failed_says_why(hand, about):
    about.test.click()
    hand.answer(SelfTestRequest, Failure(message="The search engine is not running."))
    assert told(about) == ["The search engine is not running."]


def test_a_test_that_goes_on_is_given_up_with_the_dialog(hand, about):
    about.test.click()
    about.close()
    assert hand.cancelled == [SelfTestRequest()]
