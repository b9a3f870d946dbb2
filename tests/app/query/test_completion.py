"""Suggestions in the window: asked while typing, and put into the text."""

from PySide6.QtTest import QTest

from cbir.base.types import Completion
from cbir.service import CompleteRequest, SearchRequest
from tests.app.query.test_recent import settled

NEAR = Completion(kind="field", name="near:", text="near:")


def test_what_is_typed_is_completed_and_a_field_asks_for_its_values(qtbot, window, fake):
    fake.script.completions = (NEAR,)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.bar.edit.setFocus()
    QTest.keyClicks(window.bar.edit, "ne")
    qtbot.waitUntil(window.bar.edit.suggestions.isVisible)
    window.bar.edit.suggestions.step(1)
    window.bar.edit.suggestions.take()
    assert window.bar.edit.text() == "near:"
    qtbot.waitUntil(
        lambda: (
            [request.text for request in fake.seen if isinstance(request, CompleteRequest)] == ["ne", "near:"]
        )
    )
    settled(qtbot, window)


def test_the_window_forgives_an_unfinished_field(qtbot, window, fake):
    window.search.type("near:")
    settled(qtbot, window)
    assert [request for request in fake.seen if isinstance(request, SearchRequest)][-1].options.forgiving
