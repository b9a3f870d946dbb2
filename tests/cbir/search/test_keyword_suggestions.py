"""Keywords that fit photos, by a model that has a background of its own, and which words are looked at."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.embeddings import InstalledModel
from cbir.search.calibration import background_line, distinct_z_scores, ordinary_score, pmi_line
from cbir.search.meaning import keyword_suggestions
from cbir.search.meaning.keyword_suggestions import (
    KeywordSuggester,
    common_keywords,
    keyword_candidates,
    nonsense_like,
    sampled,
)
from cbir.search.meaning.semantic_engine import SemanticEngine
from cbir.state import Snapshot
from cbir.vectors import VectorIndex

Vectors = NDArray[np.float32]


def unit(rng, count, dimension=16):
    rows = rng.normal(size=(count, dimension)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def suggester(**engine):
    return KeywordSuggester(cast(SemanticEngine, SimpleNamespace(**engine)))


def test_a_model_with_a_background_is_judged_by_the_line_of_a_hundred_photos():
    rng = np.random.default_rng(7)
    background, sentences, words, photos = (unit(rng, count) for count in (200, 20, 6, 5))
    words[2] = photos[3] = 0  # a keyword that the model does not know, and a photo that it has not seen
    model = cast(InstalledModel, SimpleNamespace(strong_z=4.0, scale=100.0))
    margins = suggester(
        background=lambda _model: background, sentences=lambda _model: sentences
    ).text_margins(model, cast(VectorIndex, None), cast(Snapshot, None), photos, words)
    z_scores = distinct_z_scores(words, photos, background, sentences)
    seen = np.ones((6, 5), bool)
    seen[2] = seen[:, 3] = False
    assert np.isneginf(margins[~seen]).all()
    np.testing.assert_allclose(margins[seen], (z_scores - background_line(100, 4.0))[seen], rtol=1e-5)
    assert background_line(100, 4.0) < background_line(1000, 4.0), "a person looks at it: it needs less"


def test_a_model_without_a_background_is_judged_by_a_sample_of_the_photos():
    rng = np.random.default_rng(7)
    sentences, words, photos, library = (unit(rng, count) for count in (20, 6, 5, 40))
    words[2] = photos[3] = 0
    words[0] = photos[0]
    index = cast(VectorIndex, SimpleNamespace(vectors=lambda rows: library[rows]))
    snapshot = cast(Snapshot, SimpleNamespace(index=SimpleNamespace(live=np.arange(40))))
    model = cast(InstalledModel, SimpleNamespace(strong_z=None, scale=20.0))
    margins = suggester(background=lambda _model: None, sentences=lambda _model: sentences).text_margins(
        model, index, snapshot, photos, words
    )
    every = np.concatenate([photos, library])
    nats = 20.0 * words @ every.T - ordinary_score(sentences @ every.T, 20.0)
    expected = nats[:, :5] - np.array([pmi_line(row, 100) for row in nats[:, 5:]])[:, None]
    seen = np.ones((6, 5), bool)
    seen[2] = seen[:, 3] = False
    assert np.isneginf(margins[~seen]).all()
    np.testing.assert_allclose(margins[seen], expected[seen], rtol=1e-4, atol=1e-4)
    assert margins[0].argmax() == 0, "the photo that the keyword is like"


def test_the_librarys_own_keywords_come_before_common_ones_and_none_twice(
    monkeypatch,
):
    monkeypatch.setattr(
        keyword_suggestions, "common_keywords", lambda: ("beach", "Dog", "Christmas", "sunset")
    )
    own = {"dog": 9, "christmas": 7, "2019": 5, "x" * 41: 4, "y" * 40: 3, "été": 1}
    assert keyword_candidates(own) == ["dog", "christmas", "y" * 40, "été", "beach", "sunset"]


def test_the_common_keywords_are_words_each_once():
    words = common_keywords()
    assert len(words) > 100 and len(set(words)) == len(words)
    assert all(word == word.strip() and "," not in word for word in words)


@pytest.mark.parametrize(
    ("keyword", "nonsense"), [("dog", "qzxv"), ("golden-gate bridge", "qzxv qzxv qzxv"), ("??", "qzxv")]
)
def test_a_keyword_is_compared_with_as_many_words_that_mean_nothing(keyword, nonsense):
    assert nonsense_like(keyword) == nonsense


def test_a_sample_is_drawn_of_many_photos_and_has_none_without_an_embedding(
    monkeypatch,
):
    vectors = np.arange(1, 21, dtype=np.float32)[:, None] * np.ones(3, np.float32)
    vectors[4] = 0
    asked = []

    def read(rows):
        asked.append(rows.tolist())
        return np.asarray(vectors[rows])

    index = cast(VectorIndex, SimpleNamespace(vectors=read))
    live = np.arange(0, 20, 2)
    assert sampled(index, live).tolist() == vectors[[0, 2, 6, 8, 10, 12, 14, 16, 18]].tolist()
    monkeypatch.setattr(keyword_suggestions, "SAMPLE", 4)
    first, again = sampled(index, live), sampled(index, live)
    assert first.tolist() == again.tolist(), "the same photos whenever it is asked"
    assert asked[0] == live.tolist() and len(asked[1]) == 4
    assert asked[1] == sorted(set(asked[1])) and set(asked[1]) <= set(live.tolist())


def test_encoding_is_given_up_between_batches():
    model = cast(InstalledModel, SimpleNamespace(info=SimpleNamespace(fingerprint="f")))
    with pytest.raises(Cancelled):
        suggester().embed(model, ["dog"], lambda: True)
