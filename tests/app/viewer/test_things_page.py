"""The page of things: found, named, joined, opened."""

import pytest

from cbir.service import SearchRequest, ThumbnailRequest, UpdateThingsRequest
from tests.app.fake_things import thing
from tests.app.handling import button


@pytest.fixture
def page(window, fake, qtbot):
    """The page over a library with three things, the first with a name."""
    fake.things.things = (thing(1, "Town hall"), thing(2), thing(3, photos=2))
    window.controls.things.show()
    shown = window.controls.things.page
    qtbot.waitUntil(lambda: shown.grid.count() == 3)
    return shown


def captions(page):
    return [page.grid.item(at).text() for at in range(page.grid.count())]


def select(page, *rows):
    page.grid.clearSelection()
    for row in rows:
        page.grid.item(row).setSelected(True)


def test_it_explains_itself_until_photos_were_compared(window, fake, qtbot):
    window.controls.things.show()
    page = window.controls.things.page
    qtbot.waitUntil(page.message.isVisible)
    assert page.message.title.text() == "What do your photos have in common?"
    assert not any(isinstance(request, UpdateThingsRequest) for request in fake.seen)
    button(window, "Compare photos").click()
    qtbot.waitUntil(lambda: page.grid.count() == 2)
    assert page.remark.text() == "2 things"


def test_nothing_in_common_is_said(window, fake, qtbot):
    fake.things.found = ()
    window.controls.things.show()
    page = window.controls.things.page
    qtbot.waitUntil(page.message.isVisible)
    button(window, "Compare photos").click()
    qtbot.waitUntil(lambda: page.message.title.text() == "Nothing in common")


def test_captions_are_names_or_the_number_of_photos(page):
    assert captions(page) == ["Town hall", "3 photos", "2 photos"]


def test_pictures_of_what_is_on_screen_are_fetched(page, fake, qtbot):
    qtbot.waitUntil(lambda: sum(isinstance(request, ThumbnailRequest) for request in fake.seen) >= 3)


def test_a_selected_thing_is_named_by_f2_and_enter(page, fake, qtbot):
    select(page, 1)
    assert page.name.isEnabled()
    page.name.setText("My cup")
    page.name.returnPressed.emit()
    qtbot.waitUntil(lambda: captions(page)[1] == "My cup")
    select(page, 0, 1)
    assert not page.name.isEnabled()


def test_things_are_joined(page, qtbot):
    select(page, 0, 1)
    assert page.join.isEnabled()
    page.join.click()
    qtbot.waitUntil(lambda: captions(page) == ["Town hall", "2 photos"])
    assert len(page.grid.item(0).data(256).photos) == 6


@pytest.mark.parametrize(("row", "text"), [(0, 'thing:"Town hall"'), (1, "thing:#2")])
def test_a_thing_opens_as_a_search(page, fake, qtbot, row, text):
    page.grid.itemActivated.emit(page.grid.item(row))
    qtbot.waitUntil(
        lambda: any(
            isinstance(request, SearchRequest) and [term.text for term in request.terms] == [text]
            for request in fake.seen
        )
    )
