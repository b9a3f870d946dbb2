"""Albums are counted when nobody waits for anything else, one after the other, and what is new is told once."""

from pathlib import Path

import pytest

from cbir.base.types import Album, AlbumCount, IndexReport, PhotoId, Term
from cbir.service import (
    AlbumsAnswer,
    AlbumsRequest,
    CountAlbumAnswer,
    CountAlbumRequest,
    Failure,
    IndexAnswer,
    IndexRequest,
    SearchRequest,
)
from cbir_app.sessions import AlbumCounts, AlbumSession, Query, query_of
from tests.app.by_hand import found, hits, library_of
from tests.app.handling import delays, rest, resting

SHIPS = Album(name="Ships", terms=(Term(text="ship"),), labels=("ship",), id="ships")
BEST = Album(name="Best", id="best")
TREES = Album(name="Trees", terms=(Term(text="tree"),), labels=("tree",), id="trees")


@pytest.fixture
def albums(hand):
    return AlbumSession(hand, hand)


@pytest.fixture
def counts(hand, albums, search, library):
    """Counts of three albums, none of which is counted yet."""
    made = AlbumCounts(hand, albums, search, library)
    hand.ready.emit(library_of())
    hand.answer(AlbumsRequest, AlbumsAnswer(albums=(SHIPS, BEST, TREES)))
    return made


def rested(counts):
    """Let the time pass that it waits for."""
    rest(counts)


def going_on(hand):
    return [request.album for request in hand.asked(CountAlbumRequest)]


def count(hand, photos, new=0):
    hand.answer(CountAlbumRequest, CountAlbumAnswer(count=AlbumCount(photos=photos, new=new)))


def count_all(hand, counts):
    rested(counts)
    for photos in (3, 2, 1):
        count(hand, photos)


def test_albums_are_counted_one_after_the_other_once_the_window_rests(hand, counts):
    assert going_on(hand) == []
    rested(counts)
    assert going_on(hand) == ["ships"]
    count(hand, 3)
    assert going_on(hand) == ["best"]
    count(hand, 2)
    count(hand, 1)
    assert going_on(hand) == []
    assert [one and one.photos for one in counts.counts] == [3, 2, 1]


def test_a_search_that_begins_gives_the_count_up_and_whatever_ends_it_lets_the_counting_go_on(
    hand, counts, search
):
    rested(counts)
    search.set_query(Query(draft="sea"))
    assert hand.cancelled == [CountAlbumRequest(album="ships")]
    counts.count_again()
    rested(counts)
    assert going_on(hand) == []
    hand.answer(SearchRequest, Failure(message="The words make no sense."), at=-1)
    rested(counts)
    assert going_on(hand) == ["ships"]
    search.set_query(Query(draft="seas"))
    search.clear()
    rested(counts)
    assert going_on(hand) == ["ships"]


@pytest.mark.parametrize(
    "answer",
    [
        IndexAnswer(report=IndexReport(indexed=1, unchanged=0, removed=0)),
        Failure(message="The disk is full."),
    ],
)
def test_nothing_is_counted_while_photos_are_indexed(hand, counts, library, answer):
    library.add([Path("photos")])
    rested(counts)
    assert going_on(hand) == []
    hand.answer(IndexRequest, answer)
    rested(counts)
    assert going_on(hand) == ["ships"]


def test_all_albums_are_counted_again_when_photos_came_or_another_engine_is_there(hand, counts):
    count_all(hand, counts)
    hand.changed.emit(101)
    count_all(hand, counts)
    hand.ready.emit(library_of())
    count_all(hand, counts)


def test_what_an_engine_that_ended_was_counting_is_given_up(hand, counts):
    rested(counts)
    hand.lost.emit("It stopped.", True)
    assert hand.cancelled == [CountAlbumRequest(album="ships")]
    assert going_on(hand) == []


def test_an_album_that_was_corrected_is_counted_before_the_others(hand, counts, albums):
    albums.corrected.emit("trees")
    albums.corrected.emit("no such album")
    rested(counts)
    assert going_on(hand) == ["trees"]
    for photos, following in ((1, ["ships"]), (3, ["best"]), (2, [])):
        count(hand, photos)
        assert going_on(hand) == following


def test_a_count_that_goes_on_when_the_photos_or_the_album_change_is_given_up(hand, counts, albums):
    ships, trees = (CountAlbumRequest(album=name) for name in ("ships", "trees"))
    rested(counts)
    counts.count_again()
    assert hand.cancelled == [ships]
    assert going_on(hand) == []
    rested(counts)
    albums.corrected.emit("trees")
    assert hand.cancelled == [ships, ships]
    rested(counts)
    assert hand.asked(CountAlbumRequest) == [trees]


def test_the_wait_is_one_and_ends_with_a_search(counts, search):
    assert resting(counts) and len(delays(counts)) == 1
    search.set_query(Query(draft="sea"))
    assert not resting(counts)


def test_albums_that_come_and_go_are_told_before_they_are_counted(hand, counts, albums):
    count_all(hand, counts)
    told = []
    counts.changed.connect(told.append)
    albums.changed.emit((SHIPS, TREES))
    assert len(told) == 1


def test_a_search_for_something_else_counts_no_album(hand, counts, search):
    told = []
    counts.changed.connect(told.append)
    search.set_query(Query(draft="sea"))
    hand.find(found(hits(3)))
    search.set_query(query_of(SHIPS))
    search.hide([PhotoId(1)])  # what was found before is still on screen
    hand.find(found(hits(3)))
    assert told == [], "an engine that knows no album says nothing of it"


def test_an_album_that_is_opened_is_counted_by_what_is_shown_and_has_nothing_new(hand, counts, search):
    told = []
    counts.changed.connect(told.append)
    search.set_query(query_of(SHIPS))
    hand.find(found(hits(3), members=frozenset({PhotoId(1), PhotoId(2)})))
    assert told == [(AlbumCount(photos=2, new=0), None, None)]
    rested(counts)
    assert going_on(hand) == ["best"]


def test_an_album_that_was_renamed_keeps_its_count_and_one_whose_search_changed_is_counted(
    hand, counts, albums
):
    count_all(hand, counts)
    albums.rename(SHIPS, "Boats")
    assert counts.counts[0] == AlbumCount(photos=3, new=0)
    rested(counts)
    assert going_on(hand) == []
    changed = Album(name="Best", terms=(Term(text="best"),), labels=("best",), id="best")
    albums.restore((albums.albums[0], changed, TREES))
    assert counts.counts[1] is None
    rested(counts)
    assert going_on(hand) == ["best"]


def test_albums_that_wait_to_be_counted_again_still_do_after_another_one_came(hand, counts, albums):
    count_all(hand, counts)
    counts.count_again()
    albums.make(Album(name="Dusk"))
    rested(counts)
    assert going_on(hand) == ["ships"]


def test_what_is_new_is_told_when_it_is_more_than_before_and_then_how_many_more(hand, counts):
    told = []
    counts.arrived.connect(lambda album, more: told.append((album, more)))
    for new, expected in ((2, []), (2, []), (5, [(SHIPS, 3)]), (1, [(SHIPS, 3)])):
        counts.count_again()
        rested(counts)
        count(hand, 9, new)
        assert told == expected


def test_an_album_that_cannot_be_counted_has_no_number_and_the_next_is_counted(hand, counts):
    count_all(hand, counts)
    counts.count_again()
    rested(counts)
    told = []
    counts.changed.connect(told.append)
    hand.answer(CountAlbumRequest, Failure(message="The picture is not there any more."))
    assert [one and one.photos for one in told[0]] == [None, 2, 1]
    assert going_on(hand) == ["best"]
