"""Typed words that no photo has -> the words that were meant; and other forms of words."""

import json
from pathlib import Path

import pytest

from cbir.base.types import Filters, Metadata, Term
from cbir.catalog import parse_query
from cbir.search.query import corrected
from tests.cbir.catalog.test_full_text import Photo, add
from tests.new_catalog import new_catalog

WORDS = "horses,harbour,women,geese,snowman,lighthouse,bicycle,Leuchtturm,laufen,caballo,red tram,mountain,chevaux"


@pytest.fixture(name="catalog", scope="module")
def _catalog(tmp_path_factory):
    photos = tuple(
        Photo(path=f"photos/{number}.jpg", metadata=Metadata(keywords=(word,)))
        for number, word in enumerate(WORDS.split(","))
    )
    with new_catalog(tmp_path_factory.mktemp("c") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


def found(catalog, text):
    rows = catalog.search([parse_query(text)], Filters(), top=9)
    return [WORDS.split(",")[int(row.photo.path.stem)] for row in rows]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a hosre", "a horse"),
        ("the lighthosue at night", "the lighthouse at night"),
        ("bycicle", "bicycle"),
        ("Leuchttrum", "leuchtturm"),
        ("cabalo", "caballo"),
        ("montain", "mountain"),
        ("redtram", "red tram"),
        ("rde tram", "red tram"),
        ("snow man", "snowman"),
    ],
)
def test_a_word_that_no_photo_has_becomes_the_nearest(catalog, typed, meant):
    (term,), notes = corrected([Term(text=typed)], catalog, names_alone=True)
    assert term.text == meant
    assert len(notes) == 1 and "quotation marks" in str(notes[0])


@pytest.mark.parametrize(
    "typed",
    [
        "zebra",
        '"hosre"',
        "hors",
        "xylyqz",
        "house",
        "keyword:hosre",
        "-hosre",
        '"red tram"',
        "der",
        "tar",
        "hose 12",
        "harbor",
        "lief",
    ],
)
def test_correct_words_and_quoted_ones_stay(catalog, typed):
    term = Term(text=typed)
    assert corrected([term], catalog, names_alone=True) == ((term,), ())


def test_a_quoted_phrase_that_no_photo_has_is_corrected_and_said(catalog):
    (term,), (note,) = corrected([Term(text='a "rde tram" at night')], catalog, names_alone=True)
    assert term.text == "a red tram at night"
    assert str(note) == 'No photos have "rde tram", so “red tram” was searched for.'


def test_corrected_words_are_joined(catalog):
    (term,), notes = corrected([Term(text="snow mna")], catalog, names_alone=True)
    assert (term.text, len(notes)) == ("snow mna", 0)  # no photo has man
    (term,), notes = corrected([Term(text="snow mna")], catalog, names_alone=False)
    assert (term.text, len(notes)) == ("snowman", 2)


@pytest.mark.parametrize(
    ("typed", "keyword"),
    [("Leuchtturmfest", "Leuchtturm"), ("Bergfeier", "mountain"), ("Bergefeier", "mountain")],
)
def test_a_compound_that_no_photo_has_is_searched_for_by_its_parts(catalog, typed, keyword):
    (node,) = catalog.vocabulary.lengthened([parse_query(typed)])
    photos = catalog.full_text.search_partly(node.nodes, (), Filters(), top=9)
    assert keyword in [WORDS.split(",")[match.photo - 1] for match in photos]


def test_a_word_of_unknown_parts_stays(catalog):
    typed = parse_query("Bergturmspitze")
    assert catalog.vocabulary.lengthened([typed]) == [typed]


@pytest.mark.parametrize(
    ("typed", "keyword"),
    [
        ("woman", "women"),
        ("goose", "geese"),
        ("harbors", "harbour"),
        ("liefen", "laufen"),
        ("gelaufen", "laufen"),
        ("cheval", "chevaux"),
        ("horse", "horses"),
    ],
)
def test_a_word_finds_its_other_forms(catalog, typed, keyword):
    assert found(catalog, typed) == [keyword]


def test_beside_a_model_a_word_may_become_one_that_no_photo_has(catalog):
    for names_alone, meant in ((True, "a zerba"), (False, "a zebra")):
        (term,), _ = corrected([Term(text="a zerba")], catalog, names_alone=names_alone)
        assert term.text == meant


def test_words_of_the_model_and_forms_of_correct_words_stay(catalog, tmp_path):
    for text, stays in (("houzes", False), ("hoses", True)):
        (term,), _ = corrected([Term(text=text)], catalog, names_alone=False)
        assert (term.text == text) == stays, term.text
    vocabulary = {"type": "WordLevel", "vocab": {"houzes": 0}}
    (tmp_path / "tokenizer.json").write_text(json.dumps({"model": vocabulary}), encoding="utf-8")
    (term,), notes = corrected([Term(text="houzes")], catalog, names_alone=False, model=tmp_path)
    assert term.text == "houzes" and not notes


def test_a_quoted_word_finds_only_itself(catalog):
    assert found(catalog, '"woman"') == []
