"""Answers of the catalog to words: their order, their number, and misread words after the others."""

from pathlib import Path

import pytest

from cbir.base.types import Filters, SearchOptions, Term, TextLine
from cbir.search.calibration import similar_score
from cbir.search.query import Query, read_text
from cbir.search.stages.metadata import search_names
from tests.cbir.catalog.test_full_text import Photo, add
from tests.new_catalog import new_catalog


@pytest.fixture(name="catalog")
def _catalog(tmp_path):
    """Eight photos, four of them in a folder of their own, the later ones first by name."""
    photos = tuple(Photo(path=f"{folder}/{name}.jpg") for folder in ("old", "new") for name in "hgfe")
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


def read(catalog, texts):
    """As if this stood in photos: place -> text and the height of its letters, below a line of small print."""
    with catalog.transaction():
        for wanted in catalog.written.to_read("test", limit=999):
            said = texts.get("/".join(wanted.path.parts[-2:]))
            lines = [] if said is None else [line(*said), line("of a hundred things beside", 20.0)]
            catalog.written.set(wanted, lines, reader="test")


def line(text, height):
    return TextLine(text=text, quad=((0.0, 0.0), (99.0, 0.0), (99.0, height), (0.0, height)), confidence=0.9)


def ask(catalog, *texts, filters=Filters(), top=9):  # noqa: B008 (frozen)
    terms = tuple(Term(text=text) for text in texts)
    options = SearchOptions(engine="metadata", filters=filters, top=top)
    query = Query(
        terms=terms,
        options=options,
        text=read_text(terms, options),
        cancelled=lambda: False,
    )
    return search_names(query, catalog)


def places(answer):
    """The places of the first ranking."""
    return ["/".join(candidate.photo.path.parts[-2:]) for candidate in answer.rankings[0].candidates]


def likeness(answer):
    return [candidate.likeness for candidate in answer.rankings[0].candidates]


def test_photos_that_fit_alike_come_by_their_paths(catalog):
    both = [f"{folder}/{name}.jpg" for folder in ("new", "old") for name in "efgh"]
    assert places(ask(catalog, "photos")) == both


def test_all_photos_are_counted_that_fit_though_a_page_has_fewer(catalog):
    more = tuple(Photo(path=f"more/{at}.jpg", format="PNG" if at % 2 else "JPEG") for at in range(500))
    add(catalog, catalog.roots.all()[0], more)
    for asked, fits in (("photos", 508), ("photos format:png", 250), ("more", 500)):
        answer = ask(catalog, asked)
        assert (len(places(answer)), answer.total) == (200, fits)
    assert {int(Path(place).stem) % 2 for place in places(ask(catalog, "more format:png"))} == {1}
    exactly = ask(catalog, "photos", top=508)
    assert (len(places(exactly)), exactly.total) == (508, 508)
    assert ask(catalog, "photos", filters=Filters(formats=("png",))).total == 250
    assert ask(catalog, "more", "photos").total is None, "some photos have one text, some both"


@pytest.mark.parametrize(
    ("asked", "filters"), [("folder:old", Filters()), ("", Filters(folders=("/photos/old",)))]
)
def test_photos_that_fit_a_field_or_a_filter_alone_are_no_less_likely(catalog, asked, filters):
    (ranking,) = ask(catalog, *([asked] if asked else []), filters=filters).rankings
    assert len(ranking.candidates) == 4 and all(candidate.strong for candidate in ranking.candidates)


def test_photos_that_were_misread_follow_once_and_less_likely(catalog):
    misread = dict.fromkeys(("old/g.jpg", "old/f.jpg", "new/e.jpg"), ("PASSPORF", 20.0))
    read(catalog, {"old/h.jpg": ("PASSPORT", 20.0), **misread})
    answer = ask(catalog, "passport")
    assert places(answer)[0] == "old/h.jpg"
    assert sorted(places(answer)) == sorted(["old/h.jpg", *misread])
    assert [candidate.strong for candidate in answer.rankings[0].candidates] == [True, False, False, False]
    assert max(likeness(answer)[1:]) <= similar_score(0.3)
    assert likeness(answer) == sorted(likeness(answer), reverse=True)


@pytest.mark.parametrize(
    ("asked", "filters"),
    [("passport", Filters(folders=("/photos/new",))), ("passport folder:new", Filters())],
)
def test_what_was_misread_is_filtered_too(catalog, asked, filters):
    read(catalog, dict.fromkeys(("old/g.jpg", "new/e.jpg"), ("PASSPORF", 20.0)))
    assert places(ask(catalog, asked, filters=filters)) == ["new/e.jpg"]


def test_large_letters_come_first_and_a_place_keeps_its_likeness(catalog):
    read(catalog, {"old/h.jpg": ("PASSPORT", 4.0), "old/g.jpg": ("PASSPORT OF ONE PERSON", 90.0)})
    answer = ask(catalog, "passport")
    assert places(answer) == ["old/g.jpg", "old/h.jpg"]
    first, second = likeness(answer)
    assert first > second, "that of the other one, whose text is shorter"


def test_photos_with_most_of_the_words_follow_then_those_with_any(catalog):
    root = catalog.roots.all()[0]
    add(
        catalog,
        root,
        (
            *(Photo(path=f"trams/tram {at}.jpg") for at in range(9)),
            Photo(path="city/tram lisbon.jpg"),
            Photo(path="city/lisbon.jpg"),
            Photo(path="city/tram lisbon night.jpg"),
        ),
    )
    answer = ask(catalog, "the tram in lisbon at night", top=20)
    ranked = places(answer)
    assert ranked[:3] == ["city/tram lisbon night.jpg", "city/tram lisbon.jpg", "city/lisbon.jpg"]
    assert [candidate.strong for candidate in answer.rankings[0].candidates] == [True] + [False] * 11
    assert answer.total == 1
    assert likeness(answer) == sorted(likeness(answer), reverse=True)
    assert places(ask(catalog, 'tram "lisbon" night')) == ranked[:2], "a phrase is never left out"
    assert places(ask(catalog, "tram lisbon night -night")) == ranked[1:3] + ranked[3:]


def test_an_unknown_word_leaves_the_others(catalog):
    add(catalog, catalog.roots.all()[0], (Photo(path="city/tram.jpg"),))
    answer = ask(catalog, "tram xyzzy")
    assert (places(answer), answer.total) == (["city/tram.jpg"], 0)
    assert places(ask(catalog, "xyzzy")) == []
