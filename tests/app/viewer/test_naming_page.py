"""Faces of a photo are named in the viewer: those that were found, and those that are drawn by hand."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMessageBox, QToolButton

from tests.app.fake_people import person


@pytest.fixture
def people(request):
    return getattr(request, "param", (person(901, "Ada"),))


@pytest.fixture
def naming(window, fake, qtbot, people):
    """The page over the first photo of a library in which people is on. The fake finds one face in each photo."""
    fake.people.on, fake.people.people = True, people
    window.controls.people.show()
    qtbot.waitUntil(lambda: window.controls.people.page.grid.count() == len(people))
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
    qtbot.waitUntil(lambda: changes(fake) == [("name face", (face.id,), (901,), "ada")])
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


def test_a_face_of_somebody_else_with_the_same_name_is_another_person(naming, window, fake, qtbot):
    (face,) = window.pages.photo.faces
    naming.name.setText("Ad")
    assert not naming.another.isVisible()
    naming.name.setText("ada")
    assert naming.another.isVisible()
    naming.another.click()
    qtbot.waitUntil(lambda: changes(fake) == [("name face", (face.id,), (), "ada")])
    assert fake.people.changes[0].another


@pytest.mark.parametrize("people", [(person(901, "Ada"), person(902, "Ada"))], indirect=True)
def test_which_of_two_people_with_one_name_is_asked(naming, window, fake, qtbot):
    (face,) = window.pages.photo.faces
    naming.name.setText("Ada")
    naming.give.click()
    dialog = window.findChild(QDialog, "namesakes")
    faces = dialog.findChildren(QToolButton)
    assert [shown.accessibleName() for shown in faces] == ["Ada, 3 photos"] * 2
    faces[1].click()
    qtbot.waitUntil(lambda: changes(fake) == [("name face", (face.id,), (902,), "Ada")])
