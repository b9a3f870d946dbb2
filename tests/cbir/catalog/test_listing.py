"""All photos that fit as columns, in every order, against the hits and a plain sort of the same photos."""

import pickle
from datetime import date
from pathlib import Path

import pytest

from cbir.base.types import (
    NO_DAY,
    Filters,
    Marks,
    PhotoId,
    SearchResult,
    Timings,
    without_photos,
)
from cbir.catalog import parse_query
from tests.cbir.catalog.test_full_text import FIRST, LETTER, SECOND, STREET, TRAM
from tests.cbir.catalog.test_full_text import catalog as catalog  # noqa: PLC0414  # a fixture
from tests.cbir.catalog_rows import execute


def listed(
    catalog,
    order,
    *,
    backwards=False,
    filters=Filters(),  # noqa: B008 (frozen)
):
    ids = catalog.full_text.in_order([], filters, order=order, backwards=backwards, top=None)
    return catalog.photos.listing(ids)


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("score", [TRAM, SECOND, FIRST, STREET, LETTER]),
        ("name", [FIRST, SECOND, LETTER, STREET, TRAM]),
        ("folder", [FIRST, SECOND, TRAM, STREET, LETTER]),
        ("size", [SECOND, TRAM, FIRST, LETTER, STREET]),
        ("rating", [FIRST, SECOND, STREET, TRAM, LETTER]),
        ("camera", [SECOND, FIRST, LETTER, TRAM, STREET]),
    ],
)
def test_photos_are_listed_in_every_order(catalog, order, names):
    found = [hit.path.name for hit in listed(catalog, order)]
    unknown = {"rating": 3, "camera": 3, "score": 2}.get(order, 0)  # these stand last, in any order
    known = len(names) - unknown
    assert (found[:known], set(found[known:])) == (names[:known], set(names[known:]))
    reversed_ = [hit.path.name for hit in listed(catalog, order, backwards=True)]
    if order != "size":  # two are of one size
        assert (reversed_[:known], set(reversed_[known:])) == (names[:known][::-1], set(names[known:]))


def test_a_row_is_the_hit_that_a_search_finds(catalog):
    listing = listed(catalog, "date")
    found = catalog.photos.find_all([hit.photo for hit in listing])
    for row, hit in enumerate(listing):
        whole = found[hit.photo]
        assert (hit.path, hit.size) == (whole.path, (whole.width, whole.height))
        assert (hit.taken_at, hit.dated_by) == (whole.taken_at, whole.dated_by)
        assert (hit.rank, hit.fingerprint) == (row + 1, whole.fingerprint)
    written = date.fromtimestamp(0)  # in this time zone
    days = [date(2020, 1, 1), date(2019, 12, 31), date(2019, 7, 14), written, written]
    assert listing.days.tolist() == [(day - date(1970, 1, 1)).days for day in days]
    assert [hit.dated_by for hit in listing] == ["metadata"] * 3 + ["file"] * 2


def test_a_photo_without_any_date_stands_last_and_says_none(catalog):
    # as where the time of a file is none
    execute(catalog, "UPDATE facet SET taken_at = NULL, dated_by = NULL WHERE photo_id = 3")
    for backwards in (False, True):
        listing = listed(catalog, "date", backwards=backwards)
        assert (listing[-1].path.name, listing[-1].taken_at, listing[-1].dated_by) == (LETTER, None, None)
        assert listing.days[-1] == NO_DAY


def test_filters_choose_and_the_first_page_is_the_beginning(catalog):
    filters = Filters(folders=("/home/me/Fotos/2019",))
    assert [hit.path.name for hit in listed(catalog, "name", filters=filters)] == [FIRST, SECOND]
    first = catalog.full_text.in_order([], Filters(), order="score", backwards=False, top=2)
    assert first == [hit.photo for hit in listed(catalog, "score")][:2]
    assert len(listed(catalog, "date", filters=Filters(formats=("BMP",)))) == 0


@pytest.mark.parametrize("text", ["", "fotos", "rating:>=0", "fotos rating:>=0"])
def test_a_photo_without_an_index_is_listed_and_counted_and_only_no_document_of_it_is_allowed(catalog, text):
    asked = [parse_query(text)] if text else [], Filters()

    def listed_by(order):
        return catalog.full_text.in_order(*asked, order=order, backwards=False, top=None)

    before = listed_by("score")
    execute(catalog, "DELETE FROM document WHERE photo_id = 2")  # as where a damaged segment is dropped
    assert 2 in before and listed_by("score") == before
    assert set(listed_by("name")) == set(catalog.full_text.listed(*asked).tolist()) == set(before)
    assert {one.photo for one in catalog.full_text.search(*asked, top=9)} == set(before)
    assert catalog.full_text.count(*asked) == len(before)
    documents = catalog.full_text.allowed_documents(*asked)
    assert documents is None or len(documents) == len(before) - 1
    photos = catalog.photos.find_all(before)
    assert {photo for photo, record in photos.items() if not record.is_searchable} == {2}


def test_rows_are_taken_left_out_and_found_again(catalog):
    listing = listed(catalog, "name")
    photos = [hit.photo for hit in listing]
    assert [hit.photo for hit in listing[1:3]] == photos[1:3]
    assert [hit.photo for hit in listing.take([4, 0])] == [photos[4], photos[0]]
    assert listing[-1].path.name == TRAM
    assert listing.rows_of([photos[3], photos[1], PhotoId(999)]) == [1, 3]
    with pytest.raises(IndexError):
        listing[5]
    shown = SearchResult(hits=listing, took_ms=Timings(), searched=5, total=5)
    left = without_photos(shown, {photos[0]})
    assert (len(left.hits), left.searched, left.total) == (4, 4, 4)
    away = listing.with_offline(lambda folder: Path(folder).name == "Lisboa")
    assert [hit.offline for hit in away] == [True, True, False, False, False]
    assert away.with_offline(lambda folder: Path(folder).name == "Lisboa") is away


def test_a_photo_weighs_less_than_thirty_bytes_on_its_way(catalog):
    many = listed(catalog, "name").take([0, 1, 2, 3, 4] * 20_000)
    sent = pickle.dumps(many)
    assert len(sent) < 30 * len(many)
    assert [hit.path for hit in pickle.loads(sent)[99_990:]] == [hit.path for hit in many[99_990:]]


def test_places_are_the_folders_that_hold_photos_and_keywords_as_they_count_now(catalog):
    first = catalog.full_text.in_order([], Filters(), order="name", backwards=False, top=2)
    with catalog.transaction():
        catalog.marks.set(first[0], Marks(added=("sea",), removed=("red tram",)))
        catalog.marks.set(first[1], Marks(added=("sea",)))
    places = catalog.facets.places()
    home = Path("/home/me/Fotos")
    assert {folder.value: folder.photos for folder in places.folders} == {
        str(home / "2019" / "Lisboa"): 2,
        str(home / "2020"): 1,
        str(home / "Müller"): 1,
        str(home / "scans"): 1,
    }
    assert [(keyword.value, keyword.photos) for keyword in places.keywords] == [("sea", 2), ("eléctrico", 1)]
    for word, photos in (("sea", first), ("eléctrico", first[:1]), ("red tram", [])):
        filters = Filters(keywords=(word,))
        assert catalog.full_text.in_order([], filters, order="name", backwards=False, top=None) == photos
