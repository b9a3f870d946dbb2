"""The page of offers: shown, accepted by one key, undone as one."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.service import AcceptOffersRequest
from tests.app.fake_things import offer, thing


@pytest.fixture
def page(window, fake, qtbot):
    """The page of offers of a thing: a keyword for two photos, and a position for one."""
    hall = thing(1, "Town hall")
    place = {"latitude": 47.3, "longitude": 8.5, "doubt_m": 120.0}
    fake.things.things = (hall, thing(2))
    fake.things.offers = (
        offer(hall, 0),
        offer(hall, 1, points=31),
        offer(hall, 0, kind="position", text="47.300000, 8.500000", **place),
        offer(thing(2), 0, text="boat", points=0),
    )
    window.controls.things.show_offers([hall])
    shown = window.controls.things.offers
    qtbot.waitUntil(lambda: shown.list.count() == 2)
    return shown


def rows(page):
    return [page.list.item(at).text() for at in range(page.list.count())]


def test_a_row_has_a_value_and_its_photos_and_says_its_evidence(page):
    assert rows(page) == ["Keyword “castle” · to 2 photos", "Position 47.300000, 8.500000 · to 1 photo"]
    spoken = [page.list.item(at).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(2)]
    assert "from 1 2.jpg · at least 31 points agree" in spoken[0]
    assert "may be 120 m off" in spoken[1]


def test_nothing_is_written_before_a_key(page, fake):
    assert not any(isinstance(request, AcceptOffersRequest) for request in fake.seen)


def test_enter_accepts_and_one_undo_takes_it_back(page, window, fake, qtbot):
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    (request,) = [request for request in fake.seen if isinstance(request, AcceptOffersRequest)]
    assert len(request.offers) == 2
    undo = window.undo
    assert undo.last.words == "2 values of the same thing"
    undo.undo()
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
    undo.redo()
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    undo.undo()
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
    assert len(fake.things.steps) == 2
    assert fake.things.offers[: len(fake.things.steps[1])] == fake.things.steps[1]


def test_all_are_accepted_at_once(page, fake, qtbot):
    page.list.selectAll()
    page.accept.click()
    qtbot.waitUntil(page.message.isVisible)
    assert page.message.title.text() == "Nothing to share"


def test_the_page_of_things_leads_there(window, fake, qtbot):
    first, second = thing(1, "Town hall"), thing(2)
    fake.things.things = (first, second)
    fake.things.offers = (offer(first, 0), offer(second, 0, text="boat", points=0))
    window.controls.things.show()
    grid = window.controls.things.page.grid
    qtbot.waitUntil(lambda: grid.count() == 2)
    QTest.keyClick(grid, Qt.Key.Key_D)
    page = window.controls.things.offers
    qtbot.waitUntil(lambda: page.list.count() == 2)
    assert "same file" in page.list.item(1).data(Qt.ItemDataRole.AccessibleTextRole)
    page.closed.emit()
    qtbot.waitUntil(grid.isVisible)


def test_delete_dismisses_and_one_undo_offers_again(page, window, fake, qtbot):
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    assert len(fake.things.dismissed) == 2
    assert window.undo.last.words == "2 offers dismissed"
    window.undo.undo()
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
    window.undo.redo()
    qtbot.waitUntil(lambda: len(rows(page)) == 1)


def test_dismissed_offers_are_shown_and_offered_again(page, fake, qtbot):
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    page.shown.click()
    qtbot.waitUntil(lambda: rows(page) == ["Keyword “castle” · to 2 photos"])
    assert not page.accept.isVisible()
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert not any(isinstance(request, AcceptOffersRequest) for request in fake.seen)
    page.again.click()
    qtbot.waitUntil(page.message.isVisible)
    assert page.message.title.text() == "Nothing dismissed"
    page.shown.click()
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
