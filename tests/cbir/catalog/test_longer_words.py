"""Typed words inside longer ones, where no border shows: beach in holidaybeachparty."""

from pathlib import Path

import pytest

from cbir.base.types import Filters, Metadata, SearchOptions, Term
from cbir.catalog import parse_query
from cbir.search.query import corrected, read_text, with_longer_words_of
from tests.cbir.catalog.test_full_text import Photo, add
from tests.new_catalog import new_catalog

NAMES = (
    "holidaybeachparty",
    "Strandspaziergang",
    "hauptstraße",
    "καλοκαίριστηνελλάδα",
    "морскойпляж",
    "trainstation",
    "mysunsetday",
    "sunset",
)


@pytest.fixture(name="catalog", scope="module")
def _catalog(tmp_path_factory):
    photos = [Photo(path=f"a/{name}.jpg") for name in NAMES]
    photos += [
        Photo(path="b/keyword.jpg", metadata=Metadata(keywords=("Hochzeitsfoto",))),
        Photo(path="b/caption.jpg", metadata=Metadata(caption="Ein Blumenstrauß")),
        Photo(path="sunsets/c.jpg"),
    ]
    with new_catalog(tmp_path_factory.mktemp("c") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


def hits(catalog, typed, *, names_alone=True):
    terms = [Term(text=typed)]
    text = read_text(terms, SearchOptions(engine="metadata"))
    text = with_longer_words_of(catalog, text, names_alone=names_alone)
    nodes = [*(node for _, node in text.ranked), *text.demanded]
    return [row.photo.path.stem for row in catalog.search(nodes, Filters(), top=99)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("beach", "holidaybeachparty"),
        ("Party", "holidaybeachparty"),
        ("beach party", "holidaybeachparty"),
        ("spaziergang", "Strandspaziergang"),
        ("strasse", "hauptstraße"),
        ("STRASSE", "hauptstraße"),
        ("ελλαδα", "καλοκαίριστηνελλάδα"),
        ("пляж", "морскойпляж"),
        ("foto", "keyword"),
        ("Strauß", "caption"),
        ("rain", "trainstation"),
    ],
)
def test_a_word_is_found_inside_longer_ones_where_no_photo_has_it(catalog, typed, name):
    assert hits(catalog, typed) == [name]


@pytest.mark.parametrize("typed", ["ain", "0123", '"beach"', "name:beach", "-beach sunset", "beach sunset"])
def test_short_quoted_excluded_words_and_fields_are_whole_words(catalog, typed):
    assert [name for name in hits(catalog, typed) if name in NAMES[:-1]] == []


def test_a_word_that_a_photo_has_is_not_looked_for_inside_others(catalog):
    assert set(hits(catalog, "sunset")) == {"sunset", "c"}


def test_beside_a_model_four_letters_of_a_latin_word_are_too_few(catalog):
    assert hits(catalog, "rain", names_alone=False) == []
    assert hits(catalog, "beach", names_alone=False) == ["holidaybeachparty"]
    assert hits(catalog, "пляж", names_alone=False) == ["морскойпляж"]


def test_a_part_of_a_word_is_not_corrected_to_another_word(catalog):
    (term,), notes = corrected([Term(text="sunsot")], catalog, names_alone=True)
    assert (term.text, len(notes)) == ("sunset", 1)
    (term,), notes = corrected([Term(text="unset")], catalog, names_alone=True)
    assert (term.text, notes) == ("unset", ())


def test_a_photo_says_in_which_field_the_word_is(catalog):
    photo = catalog.photos.find_path(Path("/photos/a/holidaybeachparty.jpg")).photo
    (field,) = catalog.full_text.fields_with(["beach"], photo)
    assert (field.field, field.words, field.text) == ("name", ("beach",), "holidaybeachparty.jpg")
    assert catalog.full_text.fields_with(['"beach"'], photo) == ()
    assert parse_query("beach").longer == ()


def test_words_of_photos_that_come_and_go_are_known_at_once(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        assert hits(opened, "meadow") == []
        opened.vocabulary.prepare()
        add(opened, root, [Photo(path="greenmeadowside.jpg"), Photo(path="meadowgreenmeadow.jpg")])
        assert sorted(hits(opened, "eadow")) == ["greenmeadowside", "meadowgreenmeadow"]
        with opened.transaction():
            opened.files.remove(root, ["greenmeadowside.jpg"])
        assert hits(opened, "eadow") == ["meadowgreenmeadow"]
