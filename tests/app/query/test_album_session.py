"""Albums are kept under names of their own; of answers that cross, the last that was asked for counts."""

from dataclasses import replace

import pytest

from cbir.base.types import Album, Filters, PhotoId, Term
from cbir.service import (
    AlbumsAnswer,
    AlbumsRequest,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    Failure,
)
from cbir_app.sessions import AlbumSession, Part, Query, query_of, saved_of
from cbir_app.sessions.album_session import NAME_LENGTH
from tests.app.by_hand import library_of

SHIPS = Album(name="Ships", terms=(Term(text="ship"),), labels=("ship",), id="ships")
BEST = Album(name="Best", id="best")


@pytest.fixture
def albums(hand):
    """A session of a library with two albums."""
    made = AlbumSession(hand, hand)
    hand.ready.emit(library_of())
    hand.answer(AlbumsRequest, AlbumsAnswer(albums=(SHIPS, BEST)))
    return made


def test_albums_of_one_name_are_numbered_whatever_their_case(albums):
    made = [albums.make(Album(name=name)) for name in ("ships", "SHIPS", "ships (2)", "Dusk")]
    assert [one.name for one in made] == ["ships (2)", "SHIPS (3)", "ships (2) (2)", "Dusk"]
    assert len({album.id for album in albums.albums}) == 6


def test_a_query_is_kept_once_and_again_with_other_filters_or_another_engine(albums):
    query = Query(parts=(Part(Term(photo=PhotoId(7)), "seven.jpg"),))
    for one in (query, replace(query, filters=Filters(min_rating=3)), replace(query, engine="match")):
        kept = albums.save(one)
        assert albums.save(one) == kept
        assert query_of(kept) == one
    assert len(albums.albums) == 5


def test_of_two_albums_that_ask_for_the_same_the_one_that_was_opened_is_meant(albums):
    twin = replace(SHIPS, id="twin", name="More ships")
    albums.restore((*albums.albums, twin))
    assert albums.album_of(query_of(twin)) == twin
    assert albums.album_of(Query(draft="ship")) == SHIPS


def test_a_name_is_as_long_as_names_may_be(albums):
    words = "n" * (NAME_LENGTH + 1)
    assert saved_of(Query(draft=words)).name == words[:-1]
    albums.rename(SHIPS, f" {words}")
    assert albums.albums[0].name == words[:-1]


@pytest.mark.parametrize("name", ["Ships", "  ", " Ships  "])
def test_a_name_that_is_none_or_the_same_writes_nothing_and_shows_the_old_one_again(albums, hand, name):
    told = []
    albums.changed.connect(told.append)
    albums.rename(SHIPS, name)
    assert told == [(SHIPS, BEST)]
    assert hand.asked(AlbumsRequest) == []


def test_what_differs_is_written_and_nothing_else(albums, hand):
    """Another program may have changed the others meanwhile."""
    renamed = replace(BEST, name="Very best")
    albums.restore((SHIPS, renamed))
    albums.restore((renamed,))
    assert hand.asked(AlbumsRequest) == [AlbumsRequest(keep=(renamed,)), AlbumsRequest(removed=("ships",))]


def test_an_answer_to_an_older_question_changes_nothing(albums, hand):
    albums.remove(BEST)
    albums.remove(SHIPS)
    told = []
    albums.changed.connect(told.append)
    hand.answer(AlbumsRequest, AlbumsAnswer(albums=(SHIPS,)))
    assert albums.albums == ()
    hand.answer(AlbumsRequest, AlbumsAnswer(albums=()))
    assert told == [], "it is as it was shown"


def test_albums_that_another_program_kept_are_there_after_the_next_change(albums, hand):
    albums.remove(BEST)
    told = []
    albums.changed.connect(told.append)
    others = (SHIPS, Album(name="Theirs", id="theirs"))
    hand.answer(AlbumsRequest, AlbumsAnswer(albums=others))
    assert told == [others]
    assert albums.albums == others


def test_a_correction_tells_what_was_said_before_once_it_is_kept(albums, hand):
    before = []
    corrected = []
    failed = []
    albums.corrected.connect(corrected.append)
    albums.failed.connect(failed.append)
    for answer in (
        CorrectAlbumAnswer(before=((PhotoId(1), None),)),
        Failure(message="The library cannot be written to."),
        Failure(message="It was given up.", cancelled=True),
    ):
        albums.correct(SHIPS, ((PhotoId(1), False),), before.append)
        hand.answer(CorrectAlbumRequest, answer)
    assert before == [((PhotoId(1), None),)]
    assert corrected == ["ships"] * 3, "what is shown was a wish, and is asked for again"
    assert failed == ["The library cannot be written to."]


def test_what_cannot_be_kept_is_said_and_what_was_given_up_is_not(albums, hand):
    failed = []
    albums.failed.connect(failed.append)
    for cancelled in (True, False):
        albums.remove(BEST)
        hand.answer(AlbumsRequest, Failure(message="The disk is full.", cancelled=cancelled))
    assert failed == ["The disk is full."]


def test_a_query_with_words_is_kept_for_the_engine_that_it_asks():
    query = Query(parts=(Part(Term(photo=PhotoId(7)), "seven.jpg"),), draft="sea", engine="match")
    saved = saved_of(query)
    assert saved.engine == "auto", "the match engine reads no words"
    assert (saved.name, saved.labels) == ("seven.jpg, sea", ("seven.jpg", "sea"))
