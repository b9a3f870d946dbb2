"""The window opens where it was closed: query, photo, place in the list and unfolded folders, for each library."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from cbir.base.types import Filters, PhotoId
from cbir_app.base.preferences import of_library
from cbir_app.control.last_place import PLACE, LastPlace
from cbir_app.engine import Engine
from cbir_app.sessions import Query, part_of_file, part_of_words
from cbir_app.shell import build_window
from tests.app.fake_engine import in_thread


@pytest.fixture
def fake(fake):
    fake.script.words_hits = 24
    return fake


@pytest.fixture
def again(qtbot, window, fake, theme, preferences, tmp_path):
    """Close the window, and return what opens another one with the same preferences."""
    made = []

    def open_again():
        window.close()
        engine = Engine(in_thread(fake, tmp_path))
        other = build_window(engine, theme, preferences)
        qtbot.addWidget(other)
        other.resize(1290, 820)
        other.show()
        made.append(engine)
        engine.start()
        qtbot.waitUntil(lambda: other.library.info is not None)
        return other

    yield open_again
    for engine in made:
        engine.close(1.0)


def is_at(window, query, photo):
    search, hit = window.search, window.results.current_hit()
    return not search.busy and search.query == query and hit is not None and hit.photo == photo


def test_the_photo_and_the_place_in_the_list_come_back(qtbot, window, again):
    qtbot.waitUntil(lambda: not window.search.busy and len(window.results.model.hits) > 17)
    window.results.bar.slider.setValue(window.results.bar.slider.maximum())
    window.results.select(17)
    QTest.qWait(50)
    photo, anchor = window.results.place()
    assert anchor is not None, "it is scrolled"
    other = again()
    qtbot.waitUntil(lambda: is_at(other, Query(), photo))
    qtbot.waitUntil(lambda: other.results.place() == (photo, anchor))


def test_the_browsed_folder_comes_back(qtbot, window, again):
    query = Query(filters=Filters(folders=(str(window.library.info.roots[0].path),)), browsed=True)
    window.search.set_query(query)
    qtbot.waitUntil(lambda: not window.search.busy and len(window.results.model.hits) > 2)
    window.results.select(2)
    photo = window.results.current_hit().photo
    other = again()
    qtbot.waitUntil(lambda: is_at(other, query, photo))
    assert other.search.query.browsed
    assert other.panel.tree.value == query.filters.folders[0]


def test_words_come_back_as_a_chip(qtbot, window, again):
    window.search.type("boat")
    qtbot.waitUntil(lambda: not window.search.busy and window.results.shows_hits)
    window.results.select(2)
    photo = window.results.current_hit().photo
    other = again()
    qtbot.waitUntil(lambda: is_at(other, Query(parts=(part_of_words("boat"),)), photo))


def test_a_start_with_a_picture_goes_to_that_picture(qtbot, window, preferences, make_window, picture_file):
    preferences.set_text(
        of_library(PLACE, window.library.info.folder), LastPlace(query=Query(recent=True)).to_json()
    )
    other = make_window()
    other.search.search(part_of_file(picture_file))
    other.controls.engine.engine.ready.emit(window.library.info)
    assert other.search.query.has_picture


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"query": "[]"}', "null"])
def test_what_cannot_be_read_is_the_beginning(text):
    assert LastPlace.from_json(text) == LastPlace()


def test_a_place_is_read_as_it_was_written():
    place = LastPlace(
        query=Query(filters=Filters(flag="pick", label="Red", folders=("/a",)), browsed=True, engine="match"),
        album="x",
        photo=PhotoId(3),
        anchor=(PhotoId(2), -14),
        unfolded=(str(Path("/a")), str(Path("/a/b"))),
    )
    assert LastPlace.from_json(place.to_json()) == place
