"""The recent queries: noted, gone back to, remembered across starts, forgotten."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from cbir.base.types import Filters, PhotoId, Term
from cbir.service import PictureRequest
from cbir_app.query.recent_menu import words_of
from cbir_app.sessions import Part, Query, part_of_file, part_of_photo
from cbir_app.sessions.recent import MAX_BYTES, read_queries, write_queries
from cbir_app.shell import build_window
from tests.app.fake_people import person
from tests.app.handling import PNG

EVERYTHING = Query(
    parts=(
        Part(Term(path=Path("/photos/a b.jpg"), region=(1.0, 2.5, 30.0, 40.0)), "a b.jpg"),
        Part(Term(data=PNG, sign=-1), "Pasted picture"),
        Part(Term(photo=PhotoId(7), weight=2.0), "IMG_0007.jpg"),
        Part(Term(photo=PhotoId(8), sign=-1, marked=True), "IMG_0008.jpg"),
        Part(Term(text="barca a “vela”"), "barca a “vela”"),
    ),
    filters=Filters(folders=("/photos",), min_rating=0, taken_from="2019", formats=("jpeg",)),
)

NO_SEARCHES = ["No searches yet", "Go to the searc&h bar"]


def settled(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy)


def labels(window):
    window.controls.recent.fill()
    return [action.text() for action in window.controls.recent.menu.actions() if not action.isSeparator()]


def test_queries_survive_being_written():
    words = Query(draft="sea -people")
    assert read_queries(write_queries([EVERYTHING, words])) == (
        EVERYTHING,
        Query(parts=(Part(Term(text="sea -people"), "sea -people"),)),
    )


@pytest.mark.parametrize("rubbish", ["", "{", "[1]", '[{"parts": [{}], "filters": {}}]', "null", "[[]]"])
def test_rubbish_in_the_settings_counts_as_nothing(rubbish):
    assert read_queries(rubbish) == ()


def test_a_large_pasted_picture_is_not_kept_in_the_settings():
    large = Query(parts=(Part(Term(data=PNG + bytes(MAX_BYTES)), "Pasted picture"),))
    middling = Query(parts=(Part(Term(data=PNG + bytes(MAX_BYTES // 2)), "Pasted picture"),))
    assert len(read_queries(write_queries([large, EVERYTHING]))) == 1
    text = write_queries([middling] * 30)
    assert 0 < len(read_queries(text)) < 30
    assert len(text) < 400_000


def test_pasted_pictures_are_kept_up_to_a_size_of_each_and_of_all():
    def pasted(size):
        return Query(parts=(Part(Term(data=bytes(size)), "Pasted picture"),))

    assert read_queries(write_queries([pasted(MAX_BYTES), pasted(MAX_BYTES + 1)])) == (pasted(MAX_BYTES),)
    kept = [pasted(MAX_BYTES)] * 4
    words = Query(parts=(Part(Term(text="sea"), "sea"),))
    assert read_queries(write_queries([*kept, pasted(1), words])) == (*kept, words)
    assert MAX_BYTES == 49_152, "settings are no place for more"


def test_what_was_searched_for_stands_in_the_menu(qtbot, window, picture_file, fake):
    assert labels(window) == NO_SEARCHES
    window.results.view.setFocus()
    window.controls.recent.menu.actions()[-1].trigger()
    assert window.bar.edit.hasFocus()
    for end in range(1, 5):
        window.search.type("boat"[:end])
        settled(qtbot, window)
    window.search.search(part_of_file(picture_file))
    settled(qtbot, window)
    window.search.set_filters(Filters(min_rating=3))
    settled(qtbot, window)
    assert labels(window) == ["query.jpg · ★★★ or more", "query.jpg", "boat", "Forget the recent searches"]
    icons = len({action.icon().cacheKey() for action in window.controls.recent.menu.actions()})
    assert icons >= 3
    before = window.controls.recent.menu.actions()[1].icon().cacheKey()
    qtbot.waitUntil(lambda: window.controls.recent.menu.actions()[1].icon().cacheKey() != before)
    window.controls.recent.menu.actions()[2].trigger()
    assert window.search.query.label == "boat"
    settled(qtbot, window)
    assert labels(window)[0] == "boat"
    assert len(labels(window)) == 4


@pytest.mark.qt_log_ignore("does not support", extend=True)
def test_the_menu_opens_by_key_and_gives_up_pictures_when_it_closes(qtbot, window, fake, picture_file):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    settled(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.controls.recent.menu.isVisible)
    asked = [request for request in fake.seen if isinstance(request, PictureRequest)]
    QTest.keyClick(window.controls.recent.menu, Qt.Key.Key_Escape)
    assert not window.controls.recent.menu.isVisible()
    assert window.controls.recent.tickets == []
    assert len(asked) <= len([request for request in fake.seen if isinstance(request, PictureRequest)])


def test_another_start_remembers_and_goes_back(qtbot, window, engine, theme, preferences):
    for words in ("boat", "sea"):
        window.search.search(Part(Term(text=words), words))
        settled(qtbot, window)
    window.close()
    again = build_window(engine, theme, preferences)
    qtbot.addWidget(again)
    with qtbot.waitSignal(engine.ready):
        engine.restart()
    assert again.actions_.back.isEnabled()
    again.actions_.back.trigger()
    assert again.search.query.label == "sea"
    again.actions_.back.trigger()
    assert again.search.query.label == "boat"
    assert labels(again)[:2] == ["sea", "boat"]
    settled(qtbot, again)
    again.close()


def test_the_recent_queries_are_forgotten_and_undo_brings_them_back(qtbot, window):
    window.search.type("boat")
    settled(qtbot, window)
    window.controls.recent.fill()
    window.controls.recent.menu.actions()[-1].trigger()
    assert labels(window) == NO_SEARCHES
    window.actions_.undo.trigger()
    assert labels(window)[0] == "boat"
    window.actions_.redo.trigger()
    assert labels(window) == NO_SEARCHES


def test_erasing_people_forgets_the_searches_for_them(qtbot, window, fake):
    fake.people.on, fake.people.people = True, (person(1, "Zoë"),)
    window.controls.people.show()
    page = window.controls.people.page
    qtbot.waitUntil(lambda: page.grid.count() == 1)
    for words in ("boat", "ZOE on the beach", "person:ben", "zoë"):
        window.search.search(Part(Term(text=words), words))
        settled(qtbot, window)
    assert len(labels(window)) == 5
    page.erase.click()
    (box,) = window.findChildren(QMessageBox)
    next(push_button for push_button in box.buttons() if push_button.text() == "Erase").click()
    qtbot.waitUntil(lambda: labels(window) == ["boat", "Forget the recent searches"])
    assert window.search.query.empty, "it would be the first thing to be remembered again"


def test_a_photo_of_the_library_is_named_and_filters_alone_are_too():
    part = part_of_photo(PhotoId(3), Path("/photos/three.jpg"))
    assert words_of(Query(parts=(part.flipped(),))) == "−three.jpg"
    assert words_of(Query(filters=Filters(min_rating=2))) == "★★ or more"
