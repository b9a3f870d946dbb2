"""Near-duplicates among the hits: one photo stands for a stack until it is opened."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.base.types import PhotoId
from cbir.service import Cancel, StacksRequest
from cbir_app.results.result_delegate import stack_badge
from cbir_app.sessions import part_of_file
from tests.app.handling import found

STACKS = ((PhotoId(1), PhotoId(4), PhotoId(6)), (PhotoId(3), PhotoId(5)))


@pytest.fixture
def shown(qtbot, window, fake, picture_file):
    """A window that shows 7 verified hits, five of them in two stacks."""
    fake.script.stacks = STACKS
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    return window


def photos(window):
    return [hit.photo for hit in window.results.model.hits]


def stack(qtbot, window):
    qtbot.waitUntil(lambda: photos(window) == [1, 2, 3, 7])


def said(window, row):
    model = window.results.model
    return str(model.index(row, 0).data(int(Qt.ItemDataRole.AccessibleTextRole)))


def test_nothing_is_stacked_once_it_is_switched_off(qtbot, window, fake, picture_file):
    window.actions_.stack.trigger()
    fake.script.stacks = STACKS
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    assert photos(window) == [1, 2, 3, 4, 5, 6, 7]
    assert not any(isinstance(request, StacksRequest) for request in fake.seen)
    assert not any("tack" in said(window, row) for row in range(7))
    assert not window.actions_.open_stack.isEnabled()


def test_one_photo_stands_for_its_near_duplicates_and_says_for_how_many(qtbot, shown):
    stack(qtbot, shown)
    assert "Stack of 3" in said(shown, 0)
    assert "tack" not in said(shown, 1)
    assert shown.results.model.text(shown.results.model.hits[2], 0).endswith("(2)")
    shown.actions_.stack.trigger()
    assert photos(shown) == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_selected_stays_selected_when_stacks_come_and_go(qtbot, shown):
    stack(qtbot, shown)
    shown.results.select_all()
    shown.actions_.stack.trigger()
    assert photos(shown) == [1, 2, 3, 4, 5, 6, 7]
    assert [hit.photo for hit in shown.results.selected_hits()] == [1, 2, 3, 7]
    shown.results.select_all()
    shown.actions_.stack.trigger()
    stack(qtbot, shown)
    assert [hit.photo for hit in shown.results.selected_hits()] == [1, 2, 3, 7]


def test_a_stack_is_opened_and_closed_by_keyboard_where_one_is(qtbot, shown):
    stack(qtbot, shown)
    shown.results.select(2)
    shown.actions_.open_stack.trigger()
    assert photos(shown) == [1, 2, 3, 5, 7]
    assert "open stack" in said(shown, 3)
    shown.results.select(3)
    shown.actions_.open_stack.trigger()
    assert photos(shown) == [1, 2, 3, 7]
    current = shown.results.current_hit()
    assert current is not None
    assert current.photo == 3, "what stands for the photo that one was at"
    shown.results.select(1)
    assert not shown.actions_.open_stack.isEnabled(), "a photo that stands alone"


def test_a_stack_is_opened_where_its_number_is_pressed(qtbot, shown):
    stack(qtbot, shown)
    view = shown.results.view
    index = shown.results.model.index(0, 0)
    badge = stack_badge(view.visualRect(index), shown.results.model.hits[0])
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=badge.center())
    assert photos(shown) == [1, 4, 6, 2, 3, 7]


def test_the_switch_holds_for_the_next_search_and_the_next_window(qtbot, shown):
    stack(qtbot, shown)
    shown.actions_.stack.trigger()
    shown.search.again()
    found(qtbot, shown)
    assert photos(shown) == [1, 2, 3, 4, 5, 6, 7]
    assert not shown.preferences.flag("stack near-duplicates", True)


def test_what_is_no_longer_shown_is_asked_about_no_longer(qtbot, shown, fake):
    stack(qtbot, shown)
    stacks, hits = shown.results.stacks, shown.results.model.hits
    stacks.show(hits[:3])
    ticket = stacks.ticket
    assert ticket is not None
    stacks.show(hits[:2])
    qtbot.waitUntil(lambda: Cancel(ticket=ticket) in fake.seen)


def test_a_single_hit_has_no_near_duplicate_to_ask_for(qtbot, window, fake, picture_file):
    fake.script.stacks, fake.script.hits = STACKS, 1
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    assert len(photos(window)) == 1
    assert not any(isinstance(request, StacksRequest) for request in fake.seen)
