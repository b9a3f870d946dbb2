"""Rocchio over words and over embeddings, by plain sums; contradictory marks."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import PhotoId, QueryFeatures, Term
from cbir.search.feedback import check_marks, learned_direction, learned_words
from cbir.search.meaning.query_embeddings import QueryEmbedding, asked_for, direction
from cbir.vectors import VectorIndex

IDF = np.linspace(0.5, 3, 12).astype(np.float32)


def picture(*words):
    """Features that have these words, and signatures that tell whose they are."""
    n, rng = len(words), np.random.default_rng(sum(words))
    return QueryFeatures(
        words=np.array(sorted(words), np.uint32),
        signatures=rng.integers(0, 2**63, n).astype(np.uint64),
        projected=np.zeros((n, 64), np.float32),
        xy=np.zeros((n, 2), np.float32),
        sigma=np.ones(n, np.float32),
        angle=np.zeros(n, np.float32),
        size=(10, 10),
        scale=1.0,
    )


def weights(learned):
    """The total weight of each word: the sum over its features of emphasis times idf."""
    found = {}
    assert learned.emphasis is not None
    for word, share in zip(learned.words.tolist(), learned.emphasis.tolist(), strict=True):
        found[word] = found.get(word, 0.0) + share * float(IDF[word])
    return found


def rocchio(query, right, wrong, idf):
    """The formula, word by word, relative to the query's share."""

    def unit(words):
        vector = {word: (1 + np.log(words.count(word))) * idf[word] for word in words}
        length = sum(value**2 for value in vector.values()) ** 0.5
        return {word: value / length for word, value in vector.items()}

    total = {}
    parts = [(8.0, query)]
    parts += [(16 / len(right), each) for each in right] + [(-4 / len(wrong), each) for each in wrong]
    for share, words in parts:
        for word, value in unit(words).items():
            total[word] = total.get(word, 0.0) + share * value
    own = {word: (1 + np.log(query.count(word))) * idf[word] for word in query}
    length = sum(value**2 for value in own.values()) ** 0.5
    return {word: value * length / 8 for word, value in total.items() if value > 0}


def test_words_are_weighed_as_rocchio_has_it_and_none_stays_negative():
    query, right, wrong = [0, 1, 1, 5], [[1, 2, 3], [3, 5]], [[2, 7], [0, 0, 7, 9]]
    shares = [(picture(*query), 8.0)]
    shares += [(picture(*each), 16 / 2) for each in right] + [(picture(*each), -4 / 2) for each in wrong]
    learned = learned_words(shares, IDF)
    expected = rocchio(query, right, wrong, IDF.tolist())
    assert 7 not in expected and 9 not in expected  # of wrong ones alone
    assert weights(learned) == pytest.approx(expected)
    assert np.all(np.diff(learned.words.astype(int)) >= 0)
    found = {word: set() for word in expected}
    for each in (picture(*query), *(picture(*words) for words in right)):
        for word, signature in zip(each.words.tolist(), each.signatures.tolist(), strict=True):
            found[word].add(signature)
    assert {
        word: set(learned.signatures[learned.words == word].tolist()) for word in expected
    } == found  # each feature finds what is like itself


def test_without_marks_nothing_is_learned():
    learned = learned_words([(picture(0, 3, 4), 8.0)], IDF)
    assert learned.emphasis is not None and learned.emphasis.tolist() == pytest.approx([1, 1, 1])


def test_a_word_that_wrong_photos_have_more_of_goes():
    learned = learned_words([(picture(1, 2), 8.0), (picture(1), -40.0)], IDF)
    assert learned.words.tolist() == [2]


def test_only_the_heaviest_words_are_kept():
    query = picture(*range(12))
    assert learned_words([(query, 8.0)], IDF, most=3).words.tolist() == [9, 10, 11]


def test_embeddings_move_by_8_16_and_4():
    query, right, wrong = (np.eye(4, dtype=np.float32)[at] for at in range(3))
    assert learned_direction(query, [right], [wrong]).tolist() == [8, 16, -4, 0]
    assert learned_direction(query, [right, query], []).tolist() == [16, 8, 0, 0]
    assert learned_direction(None, [right], [wrong]).tolist() == [0, 16, -4, 0]


def embedding(at, *, sign=1, marked=False):
    return QueryEmbedding(vector=np.eye(4, dtype=np.float32)[at], kind="picture", sign=sign, marked=marked)


def test_a_mark_is_learned_from_and_not_asked_for():
    zero = np.zeros(4, np.float32)
    asked, right, wrong = embedding(0), embedding(1, marked=True), embedding(2, sign=-1, marked=True)
    assert asked_for([asked, right, wrong]) == [asked] and asked_for([right, wrong]) == [right]
    index = cast(VectorIndex, SimpleNamespace(mean=lambda: zero))
    found = direction([asked, right, wrong], index, zero)
    assert found.tolist() == pytest.approx((np.array([8, 16, -4, 0]) / np.sqrt(64 + 256 + 16)).tolist())
    assert direction([asked], index, zero) is asked.vector
    opposite = QueryEmbedding(vector=-np.eye(4, dtype=np.float32)[0], kind="picture", weight=2)
    assert direction([embedding(0, marked=True), opposite], index, zero)[0] == 1  # 16 against 8
    with pytest.raises(QueryUnusable, match="cancel each other out"):
        direction([embedding(0), replace(opposite, weight=1)], index, zero)


@pytest.mark.parametrize(
    "other", [Term(photo=PhotoId(3), marked=True), Term(photo=PhotoId(3))], ids=["marked", "asked"]
)
def test_a_photo_is_not_both_right_and_wrong(other):
    wrong = Term(photo=PhotoId(3), sign=-1, marked=True)
    with pytest.raises(QueryUnusable, match="right and wrong"):
        check_marks([other, wrong])
    with pytest.raises(QueryUnusable, match=r"sea\.jpg is marked both"):
        check_marks([Term(path=Path("sea.jpg")), Term(path=Path("sea.jpg"), sign=-1, marked=True)])
    check_marks([other, Term(photo=PhotoId(4), sign=-1, marked=True), Term(text="sea")])
    check_marks([Term(photo=PhotoId(3)), Term(photo=PhotoId(3), sign=-1)])  # two terms, as ever
