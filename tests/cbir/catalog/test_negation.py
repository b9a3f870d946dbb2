"""A typed sentence -> what it asks for, and what it excludes."""

import pytest

from cbir.base.types import SearchOptions, Term
from cbir.catalog import Not, take_apart
from cbir.catalog.query import words_in
from cbir.search.query import read_text


def read(text):
    parts = take_apart(text).parts
    excluded = [
        " ".join(word.text for word in getattr(part.node, "nodes", (part.node,)))
        for part in parts
        if isinstance(part, Not)
    ]
    return [word.text for word in words_in(text)], excluded


@pytest.mark.parametrize(
    ("typed", "asked", "excluded"),
    [
        ("a beach without people", ["beach"], ["people"]),
        ("giraffe not in the zoo", ["giraffe"], ["zoo"]),
        ("beach no people", ["beach"], ["people"]),
        ("tram but not lisbon", ["tram"], ["lisbon"]),
        ("dogs but no people or cars", ["dogs"], ["people", "cars"]),
        ("beach without red cars in winter", ["beach", "winter"], ["red cars"]),
        ('beach without "red cars"', ["beach"], ["red cars"]),
        ("boats without rain in 2019", ["boats", "2019"], ["rain"]),
        ("giraffe other than in a zoo", ["giraffe"], ["zoo"]),
        ("boats apart from red canoes", ["boats"], ["red canoes"]),
        ("Boote abgesehen von Kanus", ["Boote"], ["Kanus"]),
        ("bateaux à l'exception du canoë", ["bateaux"], ["canoë"]),
        ("barche ad eccezione di canoe", ["barche"], ["canoe"]),
        ("barcos aparte de canoas", ["barcos"], ["canoas"]),
        ("not a dog", [], ["dog"]),
        ("Strand ohne Menschen", ["Strand"], ["Menschen"]),
        ("Giraffe, aber nicht im Zoo", ["Giraffe"], ["Zoo"]),
        ("plage sans gens", ["plage"], ["gens"]),
        ("tramway pas à Lisbonne", ["tramway"], ["Lisbonne"]),
        ("spiaggia senza persone", ["spiaggia"], ["persone"]),
        ("playa sin gente", ["playa"], ["gente"]),
        ("castillo menos Múnich", ["castillo"], ["Múnich"]),
        ("market w/o people", ["market"], ["people"]),
        ("dog minus snow", ["dog"], ["snow"]),
    ],
)
def test_a_negation_excludes_what_follows(typed, asked, excluded):
    assert read(typed) == (asked, excluded)


@pytest.mark.parametrize(
    "typed", ["no smoking", "sin city", "house no 7", "beach not", "to be or not to be", "keine Menschen"]
)
def test_a_negation_may_be_part_of_a_name(typed):
    assert read(typed) == (typed.split(), [])


def test_a_field_can_be_excluded_in_words():
    assert isinstance(take_apart("beach without camera:fuji").parts[-1], Not)


def test_a_description_is_without_what_is_excluded():
    described = take_apart("a giraffe not in the zoo at night").described
    assert [node.text for node in described if not isinstance(node, Not)] == ["a", "giraffe", "at", "night"]


def test_a_phrase_excludes_a_field():
    parts = take_apart("tram other than near:Lisbon").parts
    assert isinstance(parts[-1], Not) and len(parts) == 2


def test_an_excluded_name_does_not_exclude_what_the_word_means_in_another_language():
    for typed, widened in (("harbour excluding porto", False), ("boat excluding porto", True)):
        (excluded,) = read_text([Term(text=typed)], SearchOptions()).demanded
        assert ("hafen" in str(excluded).casefold()) == widened
