"""The bar with one sentence: a passing one hides, unless somebody uses it."""

import pytest
from PySide6.QtCore import QTimer


@pytest.fixture
def soon(notice):
    """The notice of a shown window, whose passing sentences pass soon."""
    notice.findChild(QTimer).setInterval(20)
    notice.window().show()
    return notice


def test_a_passing_sentence_hides_and_another_stays(qtbot, soon):
    soon.say("The photo was rated.", passing=True)
    qtbot.waitUntil(soon.isHidden)
    soon.say("The disk is full.")
    qtbot.wait(60)
    assert soon.isVisible()


def test_a_passing_sentence_stays_while_its_button_has_the_focus(qtbot, soon):
    soon.say("The photo was moved.", action="Undo", passing=True)
    soon.action.setFocus()
    qtbot.waitUntil(soon.action.hasFocus)
    qtbot.wait(60)
    assert soon.isVisible()
    soon.action.clearFocus()
    qtbot.waitUntil(soon.isHidden)
