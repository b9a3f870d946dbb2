"""The page of people: switched on, named, merged, split, asked; and faces in a large photo."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QMessageBox, QPushButton

from cbir.base.messages import Message
from cbir.base.types import MarkReport, Skipped
from cbir.service import FindFacesRequest, PictureRequest
from cbir_app.sessions import part_of_file
from tests.app.fake_people import person
from tests.app.handling import button

EVERYBODY = (
    person(1, "Ada"),
    person(2),
    person(3, faces=5),
    person(4, faces=1),
    person(5, "Ben", hidden=True),
)


@pytest.fixture
def page(window, fake, qtbot):
    """The page over a library in which people is on."""
    fake.people.on, fake.people.people = True, EVERYBODY
    window.controls.people.show()
    shown = window.controls.people.page
    qtbot.waitUntil(lambda: shown.grid.count() == 3)
    return shown


def captions(page):
    return [page.grid.item(at).text() for at in range(page.grid.count())]


def select(page, *rows):
    page.grid.clearSelection()
    for row in rows:
        page.grid.item(row).setSelected(True)


def test_it_explains_itself_until_it_is_switched_on_and_then_looks_for_faces(window, fake, qtbot):
    window.controls.people.show()
    page = window.controls.people.page
    qtbot.waitUntil(page.message.isVisible)
    assert page.message.title.text() == "Who is in your photos?"
    assert "on this computer alone" in page.message.sentence
    assert not any(isinstance(request, FindFacesRequest) for request in fake.seen)
    button(window, "Switch on").click()
    qtbot.waitUntil(lambda: any(isinstance(request, FindFacesRequest) for request in fake.seen))
    assert fake.people.on


def test_everybody_is_shown_but_single_faces_and_hidden_people(page, qtbot):
    assert captions(page) == ["Ada", "3", "5"]
    assert page.grid.item(0).data(Qt.ItemDataRole.AccessibleTextRole) == "Ada, 3 photos"
    page.all_shown.setChecked(True)
    qtbot.waitUntil(lambda: "Ben, hidden" in captions(page))


def test_faces_are_fetched_when_they_are_on_screen(page, fake, qtbot):
    def crops():
        return {
            request.photo
            for request in fake.seen
            if isinstance(request, PictureRequest) and request.region is not None
        }

    qtbot.waitUntil(lambda: {1, 2, 3} <= crops())
    qtbot.waitUntil(lambda: page.pictures.get(EVERYBODY[0].cover) is not None)


def test_a_name_is_typed_and_confirmed_by_enter(page, fake, qtbot):
    select(page, 1)
    QTest.keyClick(page, Qt.Key.Key_F2)
    assert page.name.hasFocus()
    QTest.keyClicks(page.name, "Cleo")
    QTest.keyClick(page.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: captions(page) == ["Ada", "Cleo", "5"])
    assert page.grid.hasFocus()


@pytest.mark.parametrize(
    ("answer", "changes"),
    [
        ("Same person", [("merge", (1, 2), "", False)]),
        ("Somebody else", [("name", (2,), "ada", True)]),
        ("Cancel", []),
    ],
)
def test_a_name_that_somebody_has_is_asked_about(page, window, fake, qtbot, answer, changes):
    select(page, 1)
    page.name.setText("ada")
    page.give_name()
    dialog = window.findChild(QDialog, "namesakes")
    assert "Somebody is called Ada already" in dialog.findChildren(QLabel)[0].text()
    next(one for one in dialog.findChildren(QPushButton) if one.text() == answer).click()
    qtbot.waitUntil(lambda: len(fake.people.changes) == len(changes))
    assert [(done.change, done.people, done.name, done.another) for done in fake.people.changes] == changes


def test_photos_of_one_of_two_people_with_a_name_are_searched_for_by_number(window, fake, qtbot):
    fake.people.on, fake.people.people = True, (person(1, "Ada"), person(2, "Ada"))
    window.controls.people.show()
    page = window.controls.people.page
    qtbot.waitUntil(lambda: page.grid.count() == 2)
    select(page, 1)
    QTest.keyClick(page.grid, Qt.Key.Key_P)
    assert window.search.query.terms[0].text == 'person:"#2"'


def test_selected_people_become_one_unless_two_have_names(page, fake, qtbot):
    select(page, 0, 1)
    QTest.keyClick(page.grid, Qt.Key.Key_M)
    qtbot.waitUntil(lambda: page.grid.count() == 2)
    assert fake.people.changes[-1].people == (1, 2)
    page.all_shown.setChecked(True)
    qtbot.waitUntil(lambda: "Ben, hidden" in captions(page))
    select(page, captions(page).index("Ada"), captions(page).index("Ben, hidden"))
    assert not page.merge.isEnabled()


def test_a_person_is_opened_and_faces_are_taken_out(page, fake, qtbot):
    page.grid.itemActivated.emit(page.grid.item(0))
    qtbot.waitUntil(lambda: page.title.text() == "Ada" and page.grid.item(0).text() == "")
    select(page, 1, 2)
    QTest.keyClick(page.grid, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: bool(fake.people.changes))
    assert (fake.people.changes[-1].change, fake.people.changes[-1].faces) == ("split", (11, 12))
    QTest.keyClick(page, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: captions(page) == ["Ada", "3", "5"])


def test_a_face_is_chosen_as_the_cover_of_its_person(page, fake, qtbot):
    page.grid.itemActivated.emit(page.grid.item(0))
    qtbot.waitUntil(lambda: page.title.text() == "Ada" and page.grid.item(0).text() == "")
    assert not page.cover.isEnabled()
    select(page, 1)
    QTest.keyClick(page.grid, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: bool(fake.people.changes))
    assert (fake.people.changes[-1].change, fake.people.changes[-1].faces) == ("cover", (11,))


def test_a_person_who_is_open_is_hidden_and_shown_again(page, fake, qtbot):
    page.grid.itemActivated.emit(page.grid.item(0))
    qtbot.waitUntil(lambda: page.title.text() == "Ada" and page.grid.item(0).text() == "")
    page.hide_them.click()
    qtbot.waitUntil(lambda: page.hide_them.text() == "Show again")
    page.hide_them.click()
    qtbot.waitUntil(lambda: page.hide_them.text() == "Hide")
    assert [(change.change, change.people) for change in fake.people.changes] == [
        ("hide", (1,)),
        ("show", (1,)),
    ]


def test_a_page_of_groups_alone_says_how_to_name_them(window, fake, qtbot):
    fake.people.on, fake.people.people = True, EVERYBODY[1:3]
    window.controls.people.show()
    page = window.controls.people.page
    qtbot.waitUntil(lambda: page.remark.text() == "Select a face, and type the name.")
    fake.people.people = EVERYBODY
    window.controls.people.show()
    qtbot.waitUntil(lambda: page.remark.text() == "2 named")


def test_questions_are_answered_on_two_keys(window, fake, qtbot):
    fake.people.on, fake.people.people, fake.people.asked = True, EVERYBODY, ((1, 2), (1, 3))
    window.controls.people.show()
    page = window.controls.people.page
    qtbot.waitUntil(lambda: page.asked.text() == "Is this Ada?" and page.question.isVisible())
    QTest.keyClick(page.grid, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: len(fake.people.changes) == 1)
    assert (fake.people.changes[0].change, fake.people.changes[0].people) == ("refuse", (2, 1))
    QTest.keyClick(page.grid, Qt.Key.Key_Y)
    qtbot.waitUntil(lambda: len(fake.people.changes) == 2)
    assert (fake.people.changes[1].change, fake.people.changes[1].people) == ("merge", (1, 3))
    qtbot.waitUntil(lambda: not page.question.isVisible())


def test_the_photos_of_a_person_are_searched_for(page, window):
    select(page, 0)
    QTest.keyClick(page.grid, Qt.Key.Key_P)
    assert window.search.query.terms[0].text == 'person:"Ada"'
    assert window.pages.on_results


def test_names_are_saved_to_sidecars_after_a_question(page, window, fake, qtbot):
    fake.people.saved = MarkReport(
        photos=3, sidecars=2, problems=(Skipped(path=Path("a.jpg"), reason=Message("It is away.")),)
    )
    page.write.click()
    (box,) = window.findChildren(QMessageBox)
    assert "Your photos are not changed" in box.informativeText()
    next(push_button for push_button in box.buttons() if push_button.text() == "Save").click()
    qtbot.waitUntil(lambda: "Names saved for 2 photos." in window.notice.text.text())
    assert "a.jpg: It is away." in window.notice.text.text()


def test_everything_is_erased_after_a_question(page, window, fake, qtbot):
    page.erase.click()
    (box,) = window.findChildren(QMessageBox)
    assert "Backups that you made before keep theirs" in box.informativeText()
    box.buttons()[0].click() if box.buttons()[0].text() == "Erase" else box.buttons()[1].click()
    qtbot.waitUntil(lambda: not fake.people.on and page.message.isVisible())


def test_a_large_photo_names_the_face_under_the_pointer(window, fake, qtbot):
    qtbot.waitUntil(lambda: bool(window.results.model.hits))
    shown = window.results.model.hits[0].photo
    fake.people.on, fake.people.people = True, (person(shown, "Ada"),)
    window.pages.show_photo()
    view = window.pages.photo
    qtbot.waitUntil(lambda: view.canvas.accessibleDescription() != "" or view.faces_ticket is None)
    tips = [item.toolTip() for item in view.canvas.scene().items() if item.toolTip()]
    assert len(tips) == 1
    qtbot.waitUntil(lambda: view.facts.values["People"].text() == "Ada")


def test_the_photos_of_the_person_in_a_dropped_picture_are_shown(page, window, fake, qtbot, tmp_path):
    fake.people.like = (1,)
    window.search.search(part_of_file(tmp_path / "somebody.jpg"))
    window.controls.people.show_photos_like()
    qtbot.waitUntil(lambda: window.search.query.terms[0].text == 'person:"Ada"')
    assert fake.people.looked_for[-1].path == tmp_path / "somebody.jpg"


def test_a_group_without_a_name_is_opened_and_nobody_is_said(page, window, fake, qtbot):
    window.pages.show_results()
    qtbot.waitUntil(lambda: bool(window.results.model.hits))
    window.pages.show_photo()
    window.controls.people.show_photos_like()
    qtbot.waitUntil(lambda: "Nobody in the library" in window.notice.text.text())
    assert fake.people.looked_for[-1].photo == window.pages.photo.hit.photo
    fake.people.like = (3,)
    window.controls.people.show_photos_like()
    qtbot.waitUntil(lambda: page.person is not None and page.person.id == 3)
