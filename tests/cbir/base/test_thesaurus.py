"""WordNet's words that mean the same, kinds of things, and things that others are a kind of."""

import pytest

from cbir.base.resources import resource
from cbir.base.thesaurus import kinds_of, same_words, wider_words


@pytest.mark.parametrize(
    ("word", "same"),
    [
        ("automobiles", "car"),
        ("Sofa", "couch"),
        ("movie", "film"),
        ("ice lolly", "popsicle"),
        ("bike", "motorcycle"),
    ],
)
def test_words_that_mean_the_same(word, same):
    assert same in same_words(word)


@pytest.mark.parametrize("word", ["", "qzxvw", "|", "~", "[noun]", "\n", "猫", "x" * 5000])
def test_other_texts_have_none(word):
    assert (same_words(word), kinds_of(word), wider_words(word)) == ((), (), ())


def test_a_noun_is_not_taken_for_a_verb():
    assert "educate" not in same_words("train") and "chase" not in same_words("dogs")


@pytest.mark.parametrize(
    ("word", "kind"),
    [("dogs", "poodle"), ("fruit", "apple"), ("wolves", "timber wolf"), ("buildings", "house")],
)
def test_kinds_of_things(word, kind):
    assert kind in kinds_of(word)


def test_a_word_counts_as_a_kind_by_its_commonest_meaning():
    assert "date" not in kinds_of("fruit") and "orange" in kinds_of("fruit")


@pytest.mark.parametrize("word", ["thing", "person", "entity"])
def test_too_wide_a_word_has_no_kinds(word):
    assert kinds_of(word) == ()


def test_the_nearest_wider_words_come_first():
    nearest, *_ = wider_words("cathedral")
    assert "church" in nearest
    assert wider_words("entity") == ()


def test_every_word_is_found_by_its_place():
    nouns, _, _ = resource("thesaurus.txt").read_text(encoding="ascii").partition("[verb]")
    lines = [line.split("|")[1:-1] for line in nouns.splitlines()[1::200]]
    pairs = [(first, second.lstrip("~")) for first, second, *_ in filter(lambda words: words[1:], lines)]
    assert len(pairs) > 100
    assert [(first, second) for first, second in pairs if second not in same_words(first.lstrip("~"))] == []
