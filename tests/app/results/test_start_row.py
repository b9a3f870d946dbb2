"""Searches to begin with: from the library's own keywords and places, and the latest ones."""

import pytest
from PySide6.QtWidgets import QPushButton

from cbir.base.types import Album, Completion, FacetCount, Places, Term


@pytest.fixture
def started(qtbot, fake, make_window):
    keywords = tuple(FacetCount(value=value, photos=9) for value in ("boat", "Anna & Bo", "beach", "sea"))
    fake.script.places = Places(keywords=keywords)
    fake.script.completions = (
        Completion(kind="field", name="near:", text="near:"),  # a field without a place is no example
        Completion(kind="album", name="Lisbon", text="Lisbon"),
        Completion(kind="place", name="Sintra", text="near:Sintra ", photos=2),
        Completion(kind="place", name="Lisbon, Portugal", text='near:"Lisbon, Portugal" ', photos=7),
    )
    window = make_window()
    qtbot.waitUntil(window.results.start.isVisible)
    return window


def searches(window):
    row = window.results.start
    return [widget.text() for widget in row.findChildren(QPushButton) if widget.isVisible()]


def test_above_all_photos_are_three_examples_of_the_library_and_a_click_searches(qtbot, started):
    assert searches(started) == ["boat", "Lisbon, Portugal", "Anna && Bo"], "the place with the most photos"
    first = next(
        widget for widget in started.results.start.findChildren(QPushButton) if widget.text() == "boat"
    )
    assert first.accessibleName() == "Search for boat"
    first.click()
    assert started.search.query.label == "boat"
    qtbot.waitUntil(lambda: not started.search.busy)
    assert not started.results.start.isVisible(), "they are for the start alone"


def test_a_library_without_keywords_offers_towns_first_one_of_each_country(qtbot, fake, make_window):
    fake.script.places = Places()
    fake.script.completions = tuple(
        Completion(kind="place", name=name, text=f'near:"{name}" ', photos=photos)
        for name, photos in (
            *(("Bergen, Norway", 3), ("Voss, Norway", 2)),
            *(("Kyoto, Japan", 5), ("Lisbon, Portugal", 1)),
        )
    )
    window = make_window()
    qtbot.waitUntil(window.results.start.isVisible)
    assert searches(window) == ["Kyoto, Japan", "Bergen, Norway", "Lisbon, Portugal"]


def test_the_latest_searches_are_offered_after_the_examples(qtbot, started):
    started.search.type("red boat")
    started.search.commit()
    qtbot.waitUntil(lambda: not started.search.busy)
    started.search.clear()
    qtbot.waitUntil(started.results.start.isVisible)
    assert searches(started)[3:] == ["red boat"]


def test_a_search_that_was_saved_as_an_album_is_offered_once(qtbot, started):
    started.search.type("red boat")
    started.search.commit()
    qtbot.waitUntil(lambda: not started.search.busy)
    started.actions_.save_search.trigger()
    qtbot.waitUntil(lambda: bool(started.controls.albums.session.albums))
    started.search.clear()
    qtbot.waitUntil(started.results.start.isVisible)
    assert searches(started)[3:] == ["red boat"]


def test_the_row_says_how_to_begin_and_albums_are_among_the_searches(qtbot, started):
    row = started.results.start
    assert "Nothing leaves this computer." in row.drop.text()
    for name in ("Trams", "Dogs", "Boats"):
        started.controls.albums.session.make(Album(name=name, terms=(Term(text=name),), labels=(name,)))
    qtbot.waitUntil(lambda: searches(started)[3:] == ["Boats", "Dogs"])
    next(widget for widget in row.findChildren(QPushButton) if widget.text() == "Dogs").click()
    assert started.search.query.album.name == "Dogs"


def test_a_library_without_names_has_no_row(qtbot, window):
    qtbot.waitUntil(lambda: window.results.shows_hits)
    assert not window.results.start.isVisible()
