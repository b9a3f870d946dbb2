"""The menu of recent queries by itself: where it begins, and which pictures it still waits for."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from cbir.base.types import Filters, Term
from cbir.service import PictureAnswer, PictureRequest, SearchRequest
from cbir_app.base.undo import UndoStack
from cbir_app.query import RecentMenu
from cbir_app.query.recent_menu import ICON_PX, LABEL_PX, SIDE_PX
from cbir_app.sessions import Part, Query, RecentQueries, part_of_file
from tests.app.by_hand import library_of

BOAT = Query(parts=(part_of_file(Path("/photos/boat.jpg")),))
SEA = Query(parts=(Part(Term(text="sea & sand"), "sea & sand"),))


class Menu:
    """A window with a button, and what opens below it."""

    def __init__(self, window, menu, recent):
        self.button = QPushButton(window)
        self.recent, self.made = recent, menu
        self.qt = menu.menu

    def fill(self, *queries):
        for query in queries:
            self.recent.note(query)
        self.made.fill()

    @property
    def actions(self):
        return [action for action in self.qt.actions() if not action.isSeparator()]


@pytest.fixture
def menu(qtbot, theme, hand, search, preferences):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    recent = RecentQueries(hand, search, preferences, UndoStack())
    hand.ready.emit(library_of())
    return Menu(window, RecentMenu(window, hand, recent, search, theme), recent)


def picture(side=64):
    pixels = np.zeros((side, side, 3), np.uint8)
    pixels[: side // 2] = (255, 0, 0)
    return PictureAnswer(pixels=pixels, full_size=(side, side))


def drawn(action):
    return bytes(action.icon().pixmap(ICON_PX).toImage().constBits())


def test_the_menu_opens_at_the_newest_query_and_where_there_is_none_at_the_way_to_write_one(
    menu,
):
    menu.made.show(menu.button)
    assert not menu.actions[0].isEnabled()
    assert menu.qt.activeAction() is menu.actions[1]
    asked = []
    menu.made.search_asked.connect(lambda: asked.append(None))
    menu.actions[1].trigger()
    assert asked == [None]
    menu.qt.close()
    menu.fill(SEA)
    menu.made.show(menu.button)
    assert menu.qt.activeAction() is menu.actions[0]
    menu.qt.close()


def test_the_menu_opens_below_the_button_and_ends_where_that_ends(menu):
    menu.button.window().move(200, 50)
    menu.button.setGeometry(300, 10, 80, 30)
    menu.made.show(menu.button)
    corner = menu.button.mapToGlobal(menu.button.rect().bottomRight())
    assert menu.qt.geometry().right() == corner.x()
    assert menu.qt.y() > corner.y()
    menu.qt.close()


def test_a_query_is_searched_again_and_its_words_stand_as_they_were_written(menu, hand, search):
    menu.fill(SEA)
    assert menu.actions[0].text() == "sea && sand"
    menu.actions[0].trigger()
    assert search.query == SEA
    assert [request.terms for request in hand.asked(SearchRequest)] == [SEA.terms]


def test_long_words_are_cut_and_the_tooltip_has_all_of_them(menu):
    text = "boat " * 60
    menu.fill(Query(parts=(Part(Term(text=text), text),)))
    assert menu.qt.fontMetrics().horizontalAdvance(menu.actions[0].text()) <= LABEL_PX
    assert menu.actions[0].toolTip().count("boat") == 60


def test_words_pictures_and_filters_have_icons_of_their_own(menu):
    menu.fill(SEA, BOAT, Query(filters=Filters(min_rating=3)))
    assert len({drawn(action) for action in menu.actions[:3]}) == 3


def test_a_picture_is_asked_for_and_of_a_framed_one_its_part_is_shown(menu, hand):
    framed = Query(parts=(BOAT.parts[0].framed((0.0, 0.0, 64.0, 32.0)),))
    seen = []
    for query in (BOAT, framed):
        menu.fill(query)
        (request,) = hand.asked(PictureRequest)[:1]
        assert (request.path, request.max_side_px) == (Path("/photos/boat.jpg"), SIDE_PX)
        before = drawn(menu.actions[0])
        hand.answer(PictureRequest, picture())
        assert drawn(menu.actions[0]) != before
        seen.append(drawn(menu.actions[0]))
    assert seen[0] != seen[1]


def test_pictures_of_a_menu_that_was_filled_anew_or_closed_are_given_up(menu, hand):
    menu.fill(BOAT)
    menu.made.fill()
    assert len(hand.cancelled) == 1
    menu.made.show(menu.button)
    assert len(hand.cancelled) == 2
    menu.qt.close()
    assert len(hand.cancelled) == 3
    assert hand.asked(PictureRequest) == []
    assert menu.made.tickets == []
