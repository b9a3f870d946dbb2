"""Words of very many photos: the latest are ranked, with those that are described by them, and the rest follow."""

import pytest

from cbir.base.types import Filters, Marks, PhotoId
from cbir.catalog import full_text, parse_query
from tests.cbir.catalog.test_full_text import PHOTOS, Photo, add, names
from tests.cbir.catalog.test_full_text import catalog as catalog  # noqa: PLC0414  # a fixture


@pytest.fixture(name="many")
def _many(catalog):
    """25 photos of one word, the second of which is described by it."""
    with catalog.transaction():
        catalog.marks.set(PhotoId(2), Marks(added=("our first foto",)))
    add(catalog, catalog.roots.all()[0], tuple(Photo(path=f"{at}.jpg") for at in range(20)))
    return catalog


def scores(catalog, text, filters=Filters()):  # noqa: B008 (frozen)
    """The scores of the ranked photos, best first."""
    found = catalog.full_text.search([parse_query(text)], filters, top=99)
    return {one.photo: one.score for one in found}


def test_beyond_the_limit_the_latest_are_ranked(catalog, monkeypatch):
    everything = names(catalog, "fotos")
    monkeypatch.setattr(full_text, "MAX_RANKED", 4)  # by the word and by its stem
    latest = catalog.full_text.search([parse_query("fotos")], Filters(), top=10)
    assert {one.photo for one in latest} == {PhotoId(4), PhotoId(5)}
    assert len(everything) == len(PHOTOS)
    one = catalog.full_text.search([parse_query("fotos")], Filters(folders=("scans",)), top=10)
    assert [match.photo for match in one] == [PhotoId(3)], "a filter is never cut short"


def test_beyond_the_limit_what_is_described_by_the_words_comes_first(catalog, monkeypatch):
    with catalog.transaction():
        catalog.marks.set(PhotoId(1), Marks(added=("Fotos of trams",)))
        catalog.marks.set(PhotoId(2), Marks(added=("our first foto",)))
    monkeypatch.setattr(full_text, "MAX_RANKED", 16)
    add(catalog, catalog.roots.all()[0], tuple(Photo(path=f"{at}.jpg") for at in range(20)))

    def first(text):
        found = catalog.full_text.search([parse_query(text)], Filters(), top=4)
        return [one.photo for one in found]

    assert set(first("fotos")[:2]) == {1, 2}
    assert first("fotos -trams")[0] == 2
    assert 1 not in first("fotos -trams")
    assert first("fotos rating:2")[0] == 2


def test_beyond_the_limit_a_list_has_all_that_fit(catalog, monkeypatch):
    monkeypatch.setattr(full_text, "MAX_RANKED", 4)  # by the word and by its stem
    for text, expected in (
        ("fotos", [5, 4, 3, 2, 1]),
        ("fotos rating:>1", [2, 1]),
        ("fotos -tram", [5, 3, 2]),
    ):
        listed = catalog.full_text.in_order(
            [parse_query(text)], Filters(), order="score", backwards=False, top=None
        )
        assert sorted(listed, reverse=True) == expected
        assert len(listed) == len(set(listed))
    assert set(listed[:1]) <= {5, 3}


def test_so_many_are_ranked_as_are_allowed_by_word_and_stem(many, monkeypatch):
    monkeypatch.setattr(full_text, "MAX_RANKED", 16)
    assert sorted(scores(many, "fotos")) == [2, *range(18, 26)], "eight, and those that are described"
    below = Filters(formats=("jpg",))
    assert sorted(scores(many, "fotos", below)) == [2, *range(22, 26)], "half as many where each is looked at"


def test_photos_that_are_described_are_ranked_by_one_measure_whenever_they_were_added(many, monkeypatch):
    add(many, many.roots.all()[0], (Photo(path="fotos.jpg"),))  # a name says more than a keyword
    monkeypatch.setattr(full_text, "MAX_RANKED", 16)
    assert list(scores(many, "fotos"))[:2] == [26, 2]


def test_what_is_not_ranked_follows_the_latest_first(many, monkeypatch):
    monkeypatch.setattr(full_text, "MAX_RANKED", 16)
    listed = many.full_text.in_order(
        [parse_query("fotos")], Filters(), order="score", backwards=False, top=None
    )
    assert listed[9:] == [*range(17, 2, -1), 1]
    page = many.full_text.in_order([parse_query("fotos")], Filters(), order="score", backwards=False, top=5)
    assert page == listed[:5]
