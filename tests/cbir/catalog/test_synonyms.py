"""Other words for the same things, which need no model."""

import pytest

from cbir.base.forms import synonyms_of
from cbir.catalog import parse_query, with_synonyms


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
    ],
)
def test_words_have_synonyms_in_five_languages(typed, other):
    assert other in synonyms_of(typed)


def test_most_words_have_none_and_none_is_its_own():
    assert synonyms_of("lighthouse") == ()
    assert "car" not in synonyms_of("car")


def test_quoted_words_and_fields_of_the_syntax_keep_their_meaning():
    for text in ('"car"', "camera:car", "lighthouse"):
        assert with_synonyms(parse_query(text)) == parse_query(text)
    assert len(with_synonyms(parse_query("car")).nodes) > 1
