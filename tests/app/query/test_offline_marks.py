"""Hits are marked by the drives that are there now: by the innermost folder, and again whenever hits come."""

from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.types import PhotoId
from cbir.service import SearchAnswer, SearchRequest
from cbir_app.sessions import OfflineMarks, Query
from tests.app.by_hand import found, hits, library_of
from tests.app.fake_photos import listing_of


@pytest.fixture(autouse=True)
def _marks(search, library):
    return OfflineMarks(search, library)


def result_in(*folders):
    """A hit in each of some folders."""
    return found(
        tuple(replace(one, path=Path(folder, "a.jpg")) for one, folder in zip(hits(9), folders, strict=False))
    )


def away(search):
    assert search.result is not None
    return [hit.offline for hit in search.result.hits]


@pytest.mark.parametrize("listed", [False, True])
def test_a_hit_goes_with_the_drive_of_the_innermost_folder_that_holds_it(hand, search, listed):
    hand.ready.emit(library_of(("/photos", False), ("/photos/here", True), ("/pho", True)))
    search.set_query(Query(draft="sea"))
    result = result_in("/photos", "/photos/here", "/photos/here/deep", "/photos/hereafter", "/pho")
    hand.find(replace(result, hits=listing_of(result.hits)) if listed else result)
    assert away(search) == [True, False, False, True, False]


def test_the_root_of_all_files_is_a_folder_like_others(hand, search):
    hand.ready.emit(library_of(("/", False)))
    search.set_query(Query(draft="sea"))
    hand.find(result_in("/photos"))
    assert away(search) == [True]


def test_a_hit_outside_of_all_folders_stays_as_the_engine_found_it(hand, search):
    hand.ready.emit(library_of(("/photos", True)))
    search.set_query(Query(draft="sea"))
    one, other, third = result_in("/elsewhere", "/elsewhere", "/photos").hits
    hand.find(found((replace(one, offline=True), other, replace(third, offline=True))))
    assert away(search) == [True, False, False]


def test_hits_are_marked_again_when_a_drive_goes_and_told_only_then(hand, search):
    told = []
    search.marked.connect(lambda: told.append(None))
    hand.ready.emit(library_of(("/photos", True), ("/other", True)))
    hand.drives_changed.emit({Path("/photos"): True})  # before anything was searched
    search.set_query(Query(draft="sea"))
    hand.find(result_in("/photos", "/other"))
    assert (away(search), told) == ([False, False], [])
    hand.drives_changed.emit({Path("/photos"): False})
    assert (away(search), told) == ([True, False], [None])
    hand.drives_changed.emit({Path("/photos"): False})
    assert told == [None]


def test_a_listing_that_stays_as_it_was_is_not_shown_anew(hand, search):
    told = []
    search.marked.connect(lambda: told.append(None))
    hand.ready.emit(library_of(("/photos", True)))
    search.set_query(Query(draft="sea"))
    hand.find(found(listing_of(result_in("/photos").hits)))
    assert told == []


def test_hits_that_come_later_and_those_that_are_shown_again_are_marked_too(hand, search):
    hand.ready.emit(library_of(("/photos", False)))
    search.set_query(Query(draft="sea"))
    hand.find(result_in("/photos"))
    assert search.renew()
    hand.answer(SearchRequest, SearchAnswer(result=result_in("/photos", "/photos")))
    assert away(search) == [True, True]
    search.hide([PhotoId(1)])
    assert away(search) == [True]
