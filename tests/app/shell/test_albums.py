"""Albums in the window: made, opened, counted, corrected, undone, and what is new in them."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu

from cbir.base.types import Album, Filters, PhotoId, Term
from cbir.service import AlbumsRequest, CountAlbumRequest
from cbir_app.control import TELLS
from cbir_app.panels.library.albums_panel import BADGE
from cbir_app.results.result_sections import told_apart
from cbir_app.results.wording import verdict
from cbir_app.sessions import AlbumCounts, Part, Query, query_of
from cbir_app.sessions.album_session import saved_of
from tests.app.handling import hasten, search_requests

BOATS = Query(
    parts=(Part(Term(text="boat", weight=2.0), "boat"), Part(Term(text="people", sign=-1), "people")),
    filters=Filters(min_rating=3),
)


SHIPS = Album(name="Ships", terms=(Term(text="ship"),), labels=("ship",), id="1")
CORNER_PX = 6  # as round as a row is at its ends
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def active(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def names(window):
    return window.panel.albums.names


def settled(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy)


def test_a_query_is_saved_and_run_again(qtbot, active, fake):
    assert not active.panel.albums_section.isVisible()
    assert not active.actions_.save_search.isEnabled()
    active.search.set_query(BOATS)
    settled(qtbot, active)
    active.actions_.save_search.trigger()
    assert names(active) == ["boat, −people"]
    assert active.panel.albums_section.isVisible()
    qtbot.waitUntil(lambda: len(fake.albums.albums) == 1)
    assert fake.albums.albums[0].terms == BOATS.terms
    active.actions_.save_search.trigger()
    assert names(active) == ["boat, −people"]  # it is there already
    active.search.clear()
    active.panel.albums.setFocus()
    QTest.keyClick(active.panel.albums, Qt.Key.Key_Return)
    assert active.search.query == BOATS
    settled(qtbot, active)
    assert search_requests(fake)[-1].options.filters == Filters(min_rating=3)


def test_the_heart_and_the_list_say_whether_the_query_is_saved(qtbot, active, fake):
    heart, listed = active.bar.save_button, active.panel.albums
    active.search.type("boat")
    assert heart.accessibleName() == "Save as an album"
    active.controls.albums.save()
    assert heart.accessibleName() == "This search is an album"
    assert [item.text(0) for item in listed.selectedItems()] == ["boat"]
    active.search.type("sea")
    assert heart.accessibleName() == "Save as an album"
    assert listed.selectedItems() == []
    active.search.type("")
    assert [item.text(0) for item in listed.selectedItems()] == ["boat"], "it is the album again"
    active.search.clear()
    active.search.type("boat")
    assert heart.accessibleName() == "This search is an album"
    assert listed.selectedItems() == [], "it has that search, and was not opened"
    active.controls.albums.remove(0)
    assert heart.accessibleName() == "Save as an album"


def test_a_saved_search_is_renamed_and_removed_and_put_back(qtbot, active, fake):
    active.search.set_query(BOATS)
    active.controls.albums.save()
    active.search.set_query(Query(draft="sea"))
    active.controls.albums.save()
    panel = active.panel.albums
    panel.setFocus()
    panel.select(0)
    QTest.keyClick(panel, Qt.Key.Key_F2)
    editor = panel.findChild(QLineEdit)
    assert editor is not None
    editor.setText("  Boats   we like ")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(active) == ["Boats we like", "sea"])
    qtbot.waitUntil(lambda: [album.name for album in fake.albums.albums] == ["Boats we like", "sea"])
    panel.setFocus()
    QTest.keyClick(panel, Qt.Key.Key_Delete)
    assert names(active) == ["sea"]
    assert not active.notice.action.isHidden()
    active.notice.action.click()
    assert names(active) == ["Boats we like", "sea"]
    active.panel.albums.rename_asked.emit(0, "   ")
    assert names(active) == ["Boats we like", "sea"]
    qtbot.waitUntil(lambda: len(fake.albums.albums) == 2)
    settled(qtbot, active)


def counts(window):
    panel = window.panel.albums
    items = [panel.topLevelItem(row) for row in range(panel.topLevelItemCount())]
    return [item.text(2) for item in items if item is not None]


def asked_counts(fake):
    return [request for request in fake.seen if isinstance(request, CountAlbumRequest)]


def badges(window):
    panel = window.panel.albums
    items = [panel.topLevelItem(row) for row in range(panel.topLevelItemCount())]
    return [item.data(1, Qt.ItemDataRole.UserRole) for item in items if item is not None]


@pytest.fixture
def counting(window, active):
    """The counting of saved searches, which rests only a moment before it begins."""
    found = active.findChild(AlbumCounts)
    assert isinstance(found, AlbumCounts)
    hasten(found)
    return found


def test_albums_show_how_many_photos_they_have_and_how_many_are_new(qtbot, active, fake, counting):
    fake.albums.albums = (SHIPS, Album(name="Best", id="2"))
    fake.albums.new = {"Ships": (2,)}
    active.controls.albums.session.ask(AlbumsRequest())
    qtbot.waitUntil(lambda: counts(active) == ["3", "3"])
    assert badges(active) == [1, 0]
    item = active.panel.albums.topLevelItem(0)
    assert item is not None
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole) == "Ships, 3 photos, 1 new"
    assert "1 new" in item.toolTip(0)
    active.panel.albums.itemClicked.emit(item, 0)
    settled(qtbot, active)
    assert search_requests(fake)[-1].album == "1" and badges(active) == [0, 0]
    assert [hit.new for hit in active.results.model.hits[:3]] == [False, True, False]
    assert active.results.headline.text() == "Ships"
    assert active.results.remark.text() == "5 photos, 1 new"
    spoken = active.results.model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "New in this album." in spoken
    fake.albums.photos = 20_000
    active.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: counts(active) == ["9,999+", "9,999+"])
    active.controls.albums.remove(0)
    assert counts(active) == ["9,999+"]


def test_the_album_that_is_open_is_one_band_also_where_a_badge_would_be(qtbot, active, fake, counting):
    fake.albums.albums = (SHIPS, Album(name="Best", id="2"))
    fake.albums.new = {"Best": (2,)}  # so that there is room for one
    active.controls.albums.session.ask(AlbumsRequest())
    qtbot.waitUntil(lambda: badges(active) == [0, 1])
    panel = active.panel.albums
    panel.select(0)
    band = panel.visualRect(panel.model().index(0, BADGE))
    assert band.width() > 2 * CORNER_PX
    picture = panel.viewport().grab().toImage()
    drawn = {picture.pixelColor(x, band.top()).name() for x in (band.left(), band.center().x(), band.right())}
    assert len(drawn) == 1


def test_counting_gives_way_to_a_search_and_goes_on_after_it(qtbot, active, fake, counting):
    fake.script.hold_count = True
    fake.albums.albums = (SHIPS,)
    active.controls.albums.session.ask(AlbumsRequest())
    qtbot.waitUntil(lambda: len(asked_counts(fake)) == 1)
    fake.script.hold_search = True
    before = len(search_requests(fake))
    active.search.type("sea")
    qtbot.waitUntil(lambda: len(search_requests(fake)) == before + 1)
    assert counting.ticket is None
    fake.script.hold_count = False
    qtbot.wait(50)
    assert len(asked_counts(fake)) == 1
    fake.release.set()
    qtbot.waitUntil(lambda: counts(active) == ["3"])
    settled(qtbot, active)


@pytest.fixture
def ships(qtbot, active, fake):
    """A window with an album of five photos, which is open."""
    fake.albums.albums = (SHIPS,)
    active.controls.albums.session.ask(AlbumsRequest())
    qtbot.waitUntil(lambda: names(active) == ["Ships"])
    active.panel.albums.setFocus()
    QTest.keyClick(active.panel.albums, Qt.Key.Key_Return)
    settled(qtbot, active)
    assert shown(active) == [1, 2, 3, 4, 5]
    return active


def shown(window):
    """The photos above the fold."""
    result = window.search.result
    assert result is not None
    return sorted(hit.photo for hit in told_apart(result.hits, None, result.album)[0])


def test_a_photo_is_taken_out_of_an_album_by_key_and_undo_puts_it_back(qtbot, ships, fake):
    gone = ships.results.model.hits[1].photo
    ships.results.select(1)
    assert ships.actions_.out_of_album.isEnabled()
    ships.results.hits_view.setFocus()
    QTest.keyClick(ships.results.hits_view, Qt.Key.Key_X, CTRL | SHIFT)
    assert gone not in {hit.photo for hit in ships.results.model.hits}, "at once, before the engine answers"
    qtbot.waitUntil(lambda: fake.albums.said == {"1": {gone: False}})
    qtbot.waitUntil(lambda: gone in found(ships))  # among what is less likely
    assert gone not in shown(ships)
    assert ships.notice.text.text() == "Not in “Ships” any more: 1 photo."
    ships.actions_.undo.trigger()
    qtbot.waitUntil(lambda: fake.albums.said == {"1": {}})
    qtbot.waitUntil(lambda: shown(ships) == [1, 2, 3, 4, 5])
    ships.actions_.redo.trigger()
    qtbot.waitUntil(lambda: gone not in shown(ships))


def found(window):
    return set() if window.search.result is None else {hit.photo for hit in window.search.result.hits}


def settled_album(qtbot, window):
    qtbot.waitUntil(lambda: window.search.growing is None and not window.search.busy)


def test_photos_are_added_to_an_album_that_is_chosen_by_key(qtbot, ships, fake):
    ships.search.clear()
    settled(qtbot, ships)
    ships.search.search(Part(Term(photo=PhotoId(9)), "nine.jpg"))
    settled(qtbot, ships)
    assert not ships.actions_.out_of_album.isEnabled()
    ships.results.select(6)
    added = ships.results.model.hits[6].photo
    ships.actions_.into_album.trigger()
    menu = next(widget for widget in ships.findChildren(QMenu) if widget.accessibleName() == "Add to album")
    assert [action.text() for action in menu.actions() if action.text()] == ["Ships", "New album"]
    QTest.keyClick(menu, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: fake.albums.said == {"1": {added: True}})
    ships.panel.albums.setFocus()
    QTest.keyClick(ships.panel.albums, Qt.Key.Key_Return)
    settled(qtbot, ships)
    assert added in shown(ships)


def test_a_new_album_takes_chosen_photos_without_any_search(qtbot, ships, fake):
    ships.results.select(0)
    chosen = ships.results.model.hits[0].photo
    ships.actions_.library_column.setChecked(False)
    ships.controls.albums.put_in_new()
    assert ships.panel.isVisible(), "its name is written where nobody sees it"
    qtbot.waitUntil(lambda: len(fake.albums.albums) == 2 and bool(fake.albums.said))
    made = fake.albums.albums[1]
    assert made.name == "New album" and not made.searches
    assert fake.albums.said == {made.id: {chosen: True}}
    editor = ships.panel.albums.findChild(QLineEdit)
    assert editor is not None, "its name can be written at once"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    ships.panel.albums.run_asked.emit(1)
    settled(qtbot, ships)
    assert shown(ships) == [chosen]
    assert ships.results.headline.text() == "New album"
    assert verdict(replace(ships.results.model.hits[0], engines=(), kind="looks similar")) == "Added by hand"
    assert not ships.search.query.empty


def test_a_correction_that_is_refused_leaves_the_photo_and_says_why(qtbot, ships, fake):
    fake.albums.refuse = "The library cannot be written to."
    ships.results.select(1)
    ships.actions_.out_of_album.trigger()
    qtbot.waitUntil(lambda: ships.notice.text.text() == fake.albums.refuse)
    settled_album(qtbot, ships)
    assert shown(ships) == [1, 2, 3, 4, 5]
    assert ships.undo.last is not None and ships.undo.last.words == "change of the search"
    assert len(ships.results.model.hits) == 5


def test_an_album_whose_search_was_changed_is_that_search_and_the_album_is_kept(qtbot, ships, fake):
    ships.search.type("boat sea")
    settled(qtbot, ships)
    assert search_requests(fake)[-1].album == "" and ships.controls.albums.shown is None
    assert fake.albums.albums == (SHIPS,)


@pytest.mark.parametrize("wanted", [True, False])
def test_new_photos_of_an_album_are_told_where_that_is_wanted(qtbot, active, fake, counting, wanted):
    active.preferences.set_flag(TELLS, wanted)
    fake.albums.albums = (SHIPS,)
    active.controls.albums.session.ask(AlbumsRequest())
    qtbot.waitUntil(lambda: counts(active) == ["3"])
    fake.albums.new = {"Ships": (1, 2)}
    counting.count_again()
    qtbot.waitUntil(lambda: badges(active) == [2])
    said = active.notice.isVisible() and active.notice.text.text() == "2 new photos in the album “Ships”."
    assert said is wanted
    if wanted:
        assert not active.notice.action.isHidden()
        active.notice.action.click()
        settled(qtbot, active)
        assert badges(active) == [0]


def test_what_was_done_to_albums_is_undone(qtbot, active):
    active.search.set_query(BOATS)
    settled(qtbot, active)
    active.controls.albums.save()
    active.panel.albums.rename_asked.emit(0, "Boats")
    active.controls.albums.remove(0)
    undo, redo = active.actions_.undo.trigger, active.actions_.redo.trigger
    seen = [names(active)]
    for _ in range(3):
        undo()
        seen.append(names(active))
    assert seen == [[], ["Boats"], ["boat, −people"], []]
    for _ in range(3):
        redo()
    assert names(active) == []


def test_the_albums_of_a_library_are_there_when_it_opens(qtbot, fake, window, engine):
    fake.albums.albums = (Album(name="Ours", id="1"),)
    with qtbot.waitSignal(engine.ready):
        engine.restart()
    qtbot.waitUntil(lambda: names(window) == ["Ours"])


def test_a_library_that_cannot_be_written_says_so(qtbot, active, fake):
    fake.albums.refuse = "The library cannot be written to."
    active.search.set_query(BOATS)
    settled(qtbot, active)
    active.controls.albums.save()
    qtbot.waitUntil(lambda: active.notice.text.text() == "The library cannot be written to.")


def test_names_do_not_collide():
    assert (
        saved_of(Query(filters=Filters(orientation="portrait", min_rating=2))).name == "★★ or more, Portrait"
    )
    assert query_of(saved_of(BOATS)) == BOATS
