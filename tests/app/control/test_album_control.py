"""Albums in the side column: what its rows ask for, what is said of it, and what undo puts back."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from cbir.base.types import Album, AlbumCount, PhotoId, Term
from cbir.service import (
    AlbumsAnswer,
    AlbumsRequest,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    Failure,
    SearchRequest,
)
from cbir_app.control import TELLS, AlbumControl
from cbir_app.panels.library import LibraryPanel
from cbir_app.sessions import AlbumCounts, AlbumSession, Query, query_of
from tests.app.by_hand import Chosen, found, hits, library_of

SHIPS = Album(name="Ships & boats", terms=(Term(text="ship"),), labels=("ship",), id="ships")
BEST = Album(name="Best", id="best")


@pytest.fixture
def panel(under, theme):
    return LibraryPanel(theme, under)


@pytest.fixture
def albums(hand):
    return AlbumSession(hand, hand)


@pytest.fixture
def counts(hand, albums, search, library):
    return AlbumCounts(hand, albums, search, library)


@pytest.fixture
def chosen():
    return Chosen(hits(2))


@pytest.fixture
def control(
    under,
    panel,
    hand,
    search,
    albums,
    counts,
    chosen,
    undo,
    notice,
    preferences,
):
    """A control for a library with two albums."""
    made = AlbumControl(under, panel, search, albums, counts, chosen.control, undo, notice, preferences)
    assert panel.albums_section.isHidden(), "there is no album yet"
    hand.ready.emit(library_of())
    hand.answer(AlbumsRequest, AlbumsAnswer(albums=(SHIPS, BEST)))
    return made


def opened(hand, search, album, members=3):
    """Open an album of some photos."""
    search.set_query(query_of(album))
    inside = frozenset(PhotoId(n) for n in range(1, members + 1))
    hand.find(found(hits(5), members=inside))


def shown(search):
    return [] if search.result is None else [hit.photo for hit in search.result.hits]


def the_menu(under):
    return next(widget for widget in under.findChildren(QMenu) if widget.isVisible())


def test_the_list_asks_for_what_its_rows_are_told(control, panel, albums, search):
    panel.albums.run_asked.emit(1)
    assert search.query.album_id == "best"
    panel.albums.rename_asked.emit(0, "Boats")
    panel.albums.remove_asked.emit(1)
    assert [album.name for album in albums.albums] == ["Boats"]


@pytest.mark.parametrize("row", [-1, 2])
def test_a_row_that_is_not_there_is_neither_opened_nor_renamed_nor_removed(
    control,
    panel,
    albums,
    search,
    undo,
    row,
):
    panel.albums.run_asked.emit(row)
    panel.albums.rename_asked.emit(row, "Boats")
    control.remove(row)
    assert albums.albums == (SHIPS, BEST)
    assert search.query.empty and undo.last is None


def test_an_album_that_is_open_already_is_not_searched_again(control, panel, hand, search):
    opened(hand, search, SHIPS)
    replaced = []
    search.query_changed.connect(replaced.append)
    panel.albums.run_asked.emit(0)
    assert replaced == []


def test_a_name_that_stays_the_same_is_no_step_and_another_one_is_undone(control, panel, albums, undo):
    panel.albums.rename_asked.emit(0, SHIPS.name)
    assert undo.last is None
    panel.albums.rename_asked.emit(0, "Boats")
    undo.undo()
    assert albums.albums[0].name == SHIPS.name


def test_the_album_that_was_made_of_a_search_is_open_and_can_be_named(
    control,
    panel,
    search,
    albums,
    notice,
    qtbot,
):
    panel.albums_section.set_open(False)
    search.set_query(Query(draft="sea"))
    control.save()
    assert panel.albums_section.open
    assert search.query.album is not None and search.query.album.name == "sea"
    assert [item.text(0) for item in panel.albums.selectedItems()] == ["sea"]
    panel.albums.select(0)
    assert not notice.action.isHidden()
    with qtbot.waitSignal(control.list_wanted):
        notice.action.click()
    assert panel.albums.current_row == 2, "whichever row is current by then"
    editor = panel.albums.findChild(QLineEdit)
    assert editor is not None and editor.text() == "sea"
    control.save()
    assert len(albums.albums) == 3, "an album is no search to be saved"


def test_an_empty_query_is_no_album(control, albums, search):
    saved = []
    control.saved.connect(saved.append)
    control.save()
    assert albums.albums == (SHIPS, BEST)
    search.clear()
    assert saved[-1] is False


def test_what_was_removed_is_put_back_once(control, albums, undo, notice):
    control.remove(1)
    undo.undo()
    albums.rename(SHIPS, "Boats")
    assert not notice.action.isHidden()
    notice.action.click()
    assert [album.name for album in albums.albums] == ["Boats", "Best"], "undo was quicker"
    control.remove(1)
    notice.action.click()
    assert [album.name for album in albums.albums] == ["Boats", "Best"]
    undo.undo()
    assert [album.name for album in albums.albums] == ["Boats"]


def test_new_photos_are_told_only_where_that_was_switched_on(
    control,
    counts,
    notice,
    preferences,
    search,
    monkeypatch,
):
    alerted = []
    monkeypatch.setattr(QApplication, "alert", alerted.append)
    counts.arrived.emit(BEST, 2)
    assert notice.isHidden() and not alerted
    preferences.set_flag(TELLS, True)
    counts.arrived.emit(BEST, 2)
    assert len(alerted) == 1
    assert not notice.action.isHidden()
    notice.action.click()
    assert search.query.album_id == "best"


def test_counts_are_shown_as_they_come_and_again_when_the_list_is_filled(control, panel, counts, albums):
    def texts():
        return [item.text(2) for item in panel.albums.entries()]

    counts.changed.emit((AlbumCount(photos=4, new=0), None))
    assert texts() == ["4", ""]
    counts.count_by_album = {replace(SHIPS, name=""): AlbumCount(photos=5, new=0)}
    albums.rename(SHIPS, "Boats")
    assert texts() == ["5", ""]


def test_why_an_album_cannot_be_kept_is_said(control, panel, hand, notice):
    panel.albums.rename_asked.emit(0, "Boats")
    hand.answer(AlbumsRequest, Failure(message="The disk is full."))
    assert (notice.text.text(), notice.property("tone")) == ("The disk is full.", "warning")


# ---- their photos


def test_what_is_taken_out_is_hidden_until_the_album_is_shown_anew(control, hand, search, chosen):
    opened(hand, search, SHIPS)
    control.take_out()
    assert shown(search) == [3, 4, 5]
    said = tuple((hit.photo, None) for hit in chosen.hits)
    hand.answer(CorrectAlbumRequest, CorrectAlbumAnswer(before=said))
    assert shown(search) == [3, 4, 5]
    search.grown.emit(search.result)
    assert shown(search) == [1, 2, 3, 4, 5]
    assert control.leaving == set()


@pytest.mark.parametrize("end", ["finished", "failed"])
def test_a_search_that_ends_shows_what_was_taken_out_before(control, hand, search, end):
    opened(hand, search, SHIPS)
    control.take_out()
    getattr(search, end).emit(search.result if end == "finished" else "The disk is full.")
    assert shown(search) == [1, 2, 3, 4, 5]


def test_without_an_open_album_or_a_photo_nothing_is_taken_out(control, hand, search, chosen):
    control.take_out()
    opened(hand, search, SHIPS)
    chosen.hits = ()
    control.take_out()
    assert hand.asked(CorrectAlbumRequest) == []


def test_a_correction_of_another_album_leaves_the_open_one_alone(control, hand, search, albums):
    opened(hand, search, SHIPS)
    albums.corrected.emit("best")
    assert hand.asked(SearchRequest) == []
    albums.corrected.emit("ships")
    assert [request.renewed for request in hand.asked(SearchRequest)] == [True]


def test_photos_are_put_into_the_album_that_is_chosen_each_once_and_undo_takes_them_out(
    under,
    control,
    hand,
    chosen,
    undo,
    notice,
):
    chosen.hits = (*chosen.hits, chosen.hits[0])
    control.offer_albums()
    menu = the_menu(under)
    assert [action.text() for action in menu.actions()] == ["Ships && boats", "Best", "", "New album"]
    assert menu.activeAction() is menu.actions()[0]
    menu.actions()[1].trigger()
    menu.close()
    put = tuple((hit.photo, True) for hit in chosen.hits[:2])
    assert hand.asked(CorrectAlbumRequest) == [CorrectAlbumRequest(album="best", corrections=put)]
    before = tuple((hit.photo, None) for hit in chosen.hits[:2])
    hand.answer(CorrectAlbumRequest, CorrectAlbumAnswer(before=before))
    assert notice.text.text() == "Added to “Best”: 2 photos."
    assert undo.last is not None and undo.last.words == "2 photos in the album “Best”"
    assert not notice.action.isHidden()
    notice.action.click()
    assert hand.asked(CorrectAlbumRequest) == [CorrectAlbumRequest(album="best", corrections=before)]
    undo.redo()
    assert hand.asked(CorrectAlbumRequest)[-1] == CorrectAlbumRequest(album="best", corrections=put)


def test_the_menu_of_albums_opens_where_the_pointer_is_else_in_the_middle(under, control):
    under.resize(400, 300)
    under.move(100, 100)
    under.show()
    middle = under.mapToGlobal(under.rect().center())
    for pointer, place in ((QPoint(-100, -100), middle), (QPoint(150, 160), QPoint(150, 160))):
        QCursor.setPos(pointer)
        control.offer_albums()
        menu = the_menu(under)
        assert menu.pos() == place
        menu.close()
        assert not menu.isVisible()


def test_without_a_photo_no_album_is_offered(under, control, chosen):
    chosen.hits = ()
    control.offer_albums()
    assert under.findChildren(QMenu) == []


def test_a_new_album_for_photos_is_a_step_of_its_own_and_seen(
    control,
    panel,
    albums,
    undo,
    chosen,
):
    panel.albums_section.set_open(False)
    control.put_in_new()
    assert panel.albums_section.open
    assert panel.albums.findChild(QLineEdit) is not None
    undo.undo()
    assert albums.albums == (SHIPS, BEST)


def test_a_menu_of_albums_is_gone_once_it_is_closed(qtbot, under, control):
    control.offer_albums()
    the_menu(under).close()
    qtbot.waitUntil(lambda: not under.findChildren(QMenu))
