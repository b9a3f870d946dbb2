"""Query terms -> what each engine is to look for."""

import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import PhotoId, SearchOptions, Term
from cbir.search.query.query import MOST_WEIGHT, read_text


@pytest.mark.parametrize("weight", [-1.0, MOST_WEIGHT + 1.0, 1e30, float("inf"), float("-inf"), float("nan")])
@pytest.mark.parametrize("marked", [False, True])
def test_a_weight_that_no_ranking_can_use_is_refused(weight, marked):
    for term in (
        Term(text="boat", weight=weight, marked=marked),
        Term(photo=PhotoId(1), weight=weight, marked=marked),
    ):
        with pytest.raises(QueryUnusable, match="a weight from 0 to 1000"):
            read_text([Term(text="house"), term], SearchOptions())


@pytest.mark.parametrize("weight", [0.0, 0.5, float(MOST_WEIGHT)])
def test_other_weights_are_kept(weight):
    question = read_text([Term(text="boat", weight=weight)], SearchOptions(), described=True)
    assert [sentence.weight for sentence in question.sentences] == [weight]


@pytest.mark.parametrize("text", ["a beach without people", "ein Strand ohne Menschen", "beach -people"])
def test_excluded_people_imply_one_person(text):
    parsed = read_text([Term(text=text)], SearchOptions(), described=True)
    implied = [sentence.text for sentence in parsed.sentences if sentence.implied]
    assert implied == ["a man", "a woman"] and len(parsed.without) == 1
    assert all(sentence.sign < 0 for sentence in parsed.sentences if sentence.implied)


@pytest.mark.parametrize(
    ("text", "described"),
    [
        ('(person:"Ada" OR "Ada")', []),
        ('(person:"Ada" OR "Ada") on the beach', ["on the beach"]),
        ('(person:"Ada" OR "Ada") -(person:"Ben" OR "Ben")', []),
        ("Ada OR beach", ["Ada or beach"]),
    ],
)
def test_the_name_of_a_person_in_the_library_is_no_description(text, described):
    parsed = read_text([Term(text=text)], SearchOptions(), described=True)
    assert [sentence.text for sentence in parsed.sentences] == described


def test_other_exclusions_imply_nothing():
    parsed = read_text([Term(text="a giraffe without a zoo")], SearchOptions(), described=True)
    assert not any(sentence.implied for sentence in parsed.sentences)


def test_excluded_people_are_excluded_in_every_language():
    (excluded,) = read_text([Term(text="playa sin gente")], SearchOptions()).demanded
    assert {"gente", "menschen", "people", "gens"} <= {words.text for words in excluded.node.nodes}
    (other,) = read_text([Term(text="playa sin perros")], SearchOptions()).demanded
    assert [words.text for words in other.node.nodes][:2] == ["perros", "dog"]
    assert not any(words.prefix for words in other.node.nodes)
