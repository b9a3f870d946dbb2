"""Other words for the same things, which need no model."""

from pathlib import Path

import pytest

from cbir.base.forms import narrower_words, synonyms_of, words_for_things
from cbir.base.types import Filters, Metadata
from cbir.catalog import parse_query, with_synonyms
from tests.cbir.catalog.test_full_text import Photo, add
from tests.new_catalog import new_catalog


@pytest.mark.parametrize(
    ("typed", "other"),
    [
        ("automobile", "car"),
        ("bikes", "bicycle"),
        ("granny", "grandma"),
        ("Soccer", "football"),
        ("bunny", "rabbit"),
        ("Großmutter", "oma"),
        ("bicyclette", "vélo"),
        ("macchina", "auto"),
        ("bici", "bicicleta"),
        ("perro", "dog"),
        ("Hunde", "perro"),
        ("gansos", "goose"),
        ("velos", "bicicletta"),
        ("PKW", "car"),
        ("puesta sol", "sunset"),
        ("bord mer", "beach"),
        ("perro", "perros"),
        ("gattino", "Katze".casefold()),
    ],
)
def test_words_have_synonyms_in_five_languages(typed, other):
    assert other in synonyms_of(typed)


def test_accents_part_words_where_they_are_typed():
    assert "market" in synonyms_of("marché") and "walking" not in synonyms_of("marché")
    assert {"market", "walking"} <= {*synonyms_of("marche")}


@pytest.mark.parametrize(
    ("typed", "narrower"),
    [
        ("animals", "dog"),
        ("Tiere", "pferd"),
        ("animaux", "lapin"),
        ("animali", "cane"),
        ("animales", "jirafa"),
        ("Vögel", "gans"),
        ("véhicules", "tramway"),
        ("Haustier", "cat"),
        ("animaux compagnie", "chien"),
        ("bebidas", "cerveza"),
        ("fruits", "mela"),
    ],
)
def test_a_broader_word_stands_for_things_in_five_languages(typed, narrower):
    assert narrower in narrower_words(typed)


@pytest.mark.parametrize("typed", ["dog", "small", "boat trip", ""])
def test_a_word_for_one_thing_is_no_broader_word(typed):
    assert narrower_words(typed) == ()


@pytest.mark.parametrize(
    ("diminutive", "word"),
    [
        ("coniglietto", "rabbit"),
        ("casetta", "house"),
        ("barquito", "boat"),
        ("caballito", "horse"),
        ("Häuschen", "house"),
        ("Vöglein", "bird"),
        ("maisonnette", "house"),
    ],
)
def test_a_diminutive_has_the_synonyms_of_its_word(diminutive, word):
    assert word in synonyms_of(diminutive)


@pytest.mark.parametrize("typed", ["cassette", "mattino", "kitchen"])
def test_a_word_that_only_ends_as_a_diminutive_is_none(typed):
    assert not {"box", "mad", "kit"} & {*synonyms_of(typed)}


def test_a_photo_of_a_dog_answers_animals(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        add(catalog, root, [Photo(path="a.jpg", metadata=Metadata(keywords=("Hund",)))])
        found = catalog.full_text.search([with_synonyms(parse_query("animals"))], Filters(), top=9)
        assert [match.photo for match in found] == [1]
        assert catalog.full_text.fields_with(["animals"], found[0].photo)[0].words == ("hund",)


def test_synonyms_are_no_spelling_errors():
    assert {"vettura", "coche", "sonnenuntergang"} <= words_for_things()


def test_a_typed_word_is_not_taken_for_the_stem_of_a_foreign_one():
    assert "face" not in synonyms_of("car")  # as of Spanish cara


@pytest.mark.parametrize("typed", ["puesta de sol", "coucher de soleil", "tramonto", "Sonnenuntergänge"])
def test_a_phrase_finds_a_photo_with_its_name_in_another_language(tmp_path, typed):
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        add(catalog, root, [Photo(path="a.jpg", metadata=Metadata(keywords=("sunset",)))])
        found = catalog.full_text.search([with_synonyms(parse_query(typed))], Filters(), top=9)
        assert len(found) == 1


def test_only_words_of_photos_are_alternatives(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        add(catalog, root, [Photo(path="a.jpg", metadata=Metadata(keywords=("Hund",)))])
        _, *others = catalog.full_text.with_synonyms([parse_query("perro")])[0].nodes
        assert [words.text for words in others] == ["hund"]


def test_most_words_have_none_and_none_is_its_own():
    assert synonyms_of("photography") == ()
    assert "car" not in synonyms_of("car")


def test_quoted_words_and_fields_of_the_syntax_keep_their_meaning():
    for text in ('"car"', "camera:car", "photography"):
        assert with_synonyms(parse_query(text)) == parse_query(text)
    assert len(with_synonyms(parse_query("car")).nodes) > 1


def test_the_reason_names_the_synonym_that_the_photo_has(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        add(catalog, root, [Photo(path="a.jpg", metadata=Metadata(keywords=("car",)))])
        photo = catalog.photos.find_path(Path("/photos/a.jpg")).photo
        (field,) = catalog.full_text.fields_with(["automobile"], photo)
        assert (field.field, field.words) == ("keywords", ("car",))
        assert catalog.full_text.fields_with(["car"], photo)[0].words == ("car",)
        assert catalog.full_text.fields_with(['"automobile"'], photo) == ()


@pytest.fixture
def library(tmp_path):
    """A catalog with a sofa, poodles, a church, an ice lolly in French, and a duck."""
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        keywords = ("sofa", "Poodles", "church", "teddy bear", "canard")
        photos = [
            Photo(path=f"{at}.jpg", metadata=Metadata(keywords=(word,))) for at, word in enumerate(keywords)
        ]
        add(catalog, root, photos)
        yield catalog


@pytest.mark.parametrize(
    ("typed", "present"),
    [
        ("couch", ("sofa",)),
        ("couches", ("sofa",)),
        ("dog", ("poodles",)),
        ("teddy", ("teddy bear",)),
        ("waterfowl", ("canard",)),
        ("Hund", ("poodles",)),
    ],
)
def test_the_thesaurus_gives_words_that_the_library_has(library, typed, present):
    assert library.full_text.meanings([parse_query(typed)])[typed] == present


@pytest.mark.parametrize("typed", ["sofa", "thing", "person", '"couch"', "keyword:couch", "qzxvw", "cat"])
def test_the_thesaurus_has_nothing_for_other_words(library, typed):
    assert library.full_text.meanings([parse_query(typed)]) == {}


def test_what_a_word_is_a_kind_of_counts_if_no_photo_has_it(library):
    assert library.full_text.wider([parse_query("cathedral")]) == {"cathedral": ("church",)}
    assert library.full_text.wider([parse_query("church")]) == {}


def test_the_reason_names_the_word_of_the_thesaurus(library):
    (photo,) = (match.photo for match in library.full_text.search([parse_query("poodles")], Filters(), top=9))
    assert library.full_text.fields_with(["dogs"], photo)[0].words == ("poodles",)
