"""Suggestions while typing: names of a library's photos, and fields of the query syntax."""

from pathlib import Path

import pytest

from cbir.base.types import Metadata
from cbir.catalog import Names, NameTable, completions
from cbir.library import Library
from tests.cbir.catalog.test_full_text import Photo, add
from tests.new_catalog import new_catalog


@pytest.fixture(name="names", scope="module")
def _names(tmp_path_factory):
    photos = (
        Photo(
            path="a.jpg",
            metadata=Metadata(
                taken_at="2019-07-14T12:00:00",
                keywords=("red tram", "Träume"),
                people=("Anna Lee",),
                make="FUJIFILM",
                model="X-T3",
            ),
        ),
        Photo(
            path="b.jpg", metadata=Metadata(taken_at="2020-01-02T12:00:00", keywords=("red tram", "train"))
        ),
    )
    with new_catalog(tmp_path_factory.mktemp("c") / "catalog.sqlite") as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        add(catalog, root, photos)
        yield catalog.table(NameTable).read([("Lisbon, Portugal", 2)], ["/photos/Summer"], ["Trips"])


def texts(text, names):
    return [completion.text for completion in completions(text, names)]


def test_names_are_suggested_by_the_beginning_of_any_of_their_words(names):
    assert texts("tra", names) == ['keyword:"red tram" ', "keyword:Träume ", "keyword:train "]
    assert texts("lee", names)[0] == 'person:"Anna Lee" '
    assert texts("boats lis", names)[0] == 'boats near:"Lisbon, Portugal" '
    assert texts("x-t", names) == ['camera:"FUJIFILM X-T3" ']
    assert texts("-tra", names)[0] == '-keyword:"red tram" '


def test_several_words_are_one_name(names):
    assert texts("my red tr", names)[:2] == ['my keyword:"red tram" ', "my red keyword:Träume "]


def test_the_kinds_and_numbers_are_told(names):
    first = completions("red", names)[0]
    assert (first.kind, first.name, first.photos) == ("keyword", "red tram", 2)
    assert [(completion.kind, completion.text) for completion in completions("tri", names)] == [
        ("album", "Trips")
    ]
    assert [completion.text for completion in completions("20", names)] == ["date:2020 ", "date:2019 "]


def test_a_field_offers_its_values(names):
    assert texts("car color:", names)[:4] == [
        f"car color:{color} " for color in ("black", "white", "grey", "red")
    ]
    assert texts("color:b", names) == ["color:black ", "color:blue ", "color:brown "]
    assert texts('person:"anna l', names) == ['person:"Anna Lee" ']
    assert texts("format:j", names) == ["format:jpeg "]
    assert texts("colour:g", names) == ["colour:grey ", "colour:green "]
    assert texts("width:", names) == []


def test_fields_are_offered_by_their_beginning_without_any_names():
    assert texts("boats ne", Names()) == ["boats near:"]
    assert texts("", Names()) == texts("n", Names()) == []


def test_towns_that_no_photo_is_near_are_offered_last(names):
    assert texts("near:lis", names)[0] == 'near:"Lisbon, Portugal" '
    assert texts("near:reykj", names) == ['near:"Reykjavík, Iceland" ']


def test_a_library_completes_beside_the_typing_and_after_it_was_closed(tmp_path):
    with Library.open(tmp_path / "library", create=True) as library:
        assert [one.text for one in library.complete("boats colo", wait=False)] == ["boats color:"]
        assert [one.text for one in library.complete("color:re")] == ["color:red "]
    closed = Library.open(tmp_path / "library")
    closed.close()
    assert [one.text for one in closed.complete("boats colo")] == ["boats color:"]


def test_a_field_of_places_alone_offers_the_places_of_the_library_first(names):
    assert texts("near:", names)[0] == 'near:"Lisbon, Portugal" '
