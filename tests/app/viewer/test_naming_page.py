"""Faces of a photo are named in the viewer: those that were found, and those that are drawn by hand."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from tests.app.fake_people import person


@pytest.fixture
def naming(window, fake, qtbot):
    """The page over the first photo of a library in which people is on. The fake finds one face in each photo."""
    fake.people.on, fake.people.people = True, (person(901, "Ada"),)
    window.controls.people.show()
    qtbot.waitUntil(lambda: window.controls.people.page.grid.count() == 1)
    window.pages.show_results()
    qtbot.waitUntil(lambda: bool(window.results.model.hits))
    window.pages.show_photo()
    view = window.pages.photo
    qtbot.waitUntil(lambda: view.picture is not None and bool(view.faces) and view.naming.isVisible())
    QTest.keyClick(view.canvas, Qt.Key.Key_W)
    page = window.pages.naming
    qtbot.waitUntil(page.isVisible)
    return page


def changes(fake):
    return [(change.change, change.faces, change.people, change.name) for change in fake.people.changes]


def test_a_face_that_was_found_is_named_by_keyboard_and_taken_back(naming, window, fake, qtbot):
    (face,) = window.pages.photo.faces
    assert naming.region == pytest.approx(face.box, abs=1)
    QTest.keyClick(naming.canvas, Qt.Key.Key_Return)
    assert naming.name.hasFocus()
    QTest.keyClicks(naming.name, "ada")
    assert naming.name.completer().currentCompletion() == "Ada"
    QTest.keyClick(naming.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: changes(fake) == [("name face", (face.id,), (), "ada")])
    qtbot.waitUntil(window.pages.photo.isVisible)
    qtbot.waitUntil(lambda: window.undo.last is not None)
    assert window.undo.last.words == "face of ada"
    window.undo.undo()
    qtbot.waitUntil(lambda: changes(fake)[-1] == ("put back", (face.id,), (face.person,), ""))


def test_a_face_is_drawn_by_mouse_named_and_undone(naming, window, fake, qtbot):
    canvas = naming.frame_canvas
    naming.frame_canvas.set_frame(None)
    assert not naming.give.isEnabled()
    middle = canvas.viewport().rect().center()
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=middle - QPoint(60, 60))
    QTest.mouseMove(canvas.viewport(), middle)
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    box = naming.region
    QTest.keyClicks(naming.name, "Zoe")
    naming.give.click()
    qtbot.waitUntil(lambda: bool(fake.people.changes))
    (request,) = fake.people.changes
    assert (request.change, request.name, request.box) == ("draw", "Zoe", box)
    assert request.photo == window.pages.photo.hit.photo
    qtbot.waitUntil(lambda: window.undo.last is not None)
    window.undo.undo()
    qtbot.waitUntil(lambda: changes(fake)[-1] == ("undraw", (99,), (), ""))
    window.undo.redo()
    qtbot.waitUntil(lambda: fake.people.changes[-1].change == "draw")


def test_a_frame_is_drawn_by_arrow_keys(naming):
    naming.frame_canvas.set_frame(None)
    QTest.keyClick(naming.canvas, Qt.Key.Key_Right)
    before = naming.region
    QTest.keyClick(naming.canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert naming.region[2] < before[2]
    QTest.keyClick(naming.canvas, Qt.Key.Key_Escape)
    assert not naming.isVisible()


def test_erased_names_are_in_no_step_that_can_be_undone(naming, window, fake, qtbot):
    QTest.keyClicks(naming.name, "Cleo")
    naming.give.click()
    qtbot.waitUntil(lambda: window.undo.last is not None)
    window.controls.people.ask_erase()
    (box,) = window.findChildren(QMessageBox)
    next(push_button for push_button in box.buttons() if push_button.text() == "Erase").click()
    qtbot.waitUntil(lambda: window.undo.last is None)
    qtbot.waitUntil(lambda: not window.pages.photo.naming.isVisible())
