"""The line between strong and weak hits: what chance does stays below it, what fits does not."""

import math
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cbir.embeddings import InstalledModel
from cbir.search.calibration import (
    MIN_PHOTOS,
    ODDS,
    BackgroundScores,
    background_margin,
    background_z_scores,
    distinct_z_scores,
    lowered,
    picture_strengths,
    pmi_margin,
    pointwise_mutual_information,
    z_margin,
)
from cbir.search.meaning.near_photos import StrongLine
from cbir.vectors import VectorIndex
from tests.cbir.vector_data import unit_vectors, write_parts


@pytest.mark.parametrize("photos", [100, 1000, 20_000])
def test_the_best_of_normal_noise_rarely_stands_out_and_what_is_apart_does(photos):
    rng = np.random.default_rng(photos)
    strong = []
    for _ in range(200):
        scores = rng.normal(0.2, 0.03, photos).astype(np.float32)
        background = BackgroundScores.of(scores)
        strong.append(bool((z_margin(background.z_scores(scores), photos) >= 0).any()))
        apart = np.array([0.2 + 0.03 * 6.5], np.float32)
        assert z_margin(background.z_scores(apart), photos)[0] > 0
    assert np.mean(strong) < 0.2


def test_the_level_and_the_width_of_a_query_make_no_difference():
    rng = np.random.default_rng(0)
    scores = rng.normal(0, 1, 500).astype(np.float32)
    plain = z_margin(BackgroundScores.of(scores).z_scores(scores), 500)
    moved = scores * np.float32(0.01) + np.float32(0.3)
    np.testing.assert_allclose(z_margin(BackgroundScores.of(moved).z_scores(moved), 500), plain, atol=1e-2)


@pytest.mark.parametrize("photos", [3, 5, 12])
def test_the_noise_of_a_few_photos_stands_out_as_rarely_as_that_of_many(photos):
    """Their own median and quartile are chance: by these alone, three of ten libraries of five have a strong hit."""
    rng = np.random.default_rng(photos)
    vector = np.array([1, 0], np.float32)
    ordinary = np.array([[0.2, 0.0], [0.03, 0.0]], np.float32)  # a mean of .2 and a deviation of .03
    strong, likely = [], []
    for _ in range(200):
        scores = rng.normal(0.2, 0.03, photos).astype(np.float32)
        z_scores = BackgroundScores.of_library(scores, vector, ordinary).z_scores(scores)
        strong.append(bool((z_margin(z_scores, photos) >= 0).any()))
        likely.append(float(picture_strengths(z_scores).max()))
    assert np.mean(strong) < 0.02
    assert np.mean(np.array(likely) >= 0.9) < 0.1
    fits = np.array([*[0.2] * (photos - 1), 0.2 + 0.03 * 6], np.float32)
    z_scores = BackgroundScores.of_library(fits, vector, ordinary).z_scores(fits)
    assert (z_margin(z_scores, photos) >= 0).tolist() == [False] * (photos - 1) + [True]


def test_many_photos_are_a_background_of_their_own():
    rng = np.random.default_rng(2)
    scores = rng.normal(0.5, 0.01, 100).astype(np.float32)
    ordinary = np.array([[0.2, 0.0], [0.03, 0.0]], np.float32)
    vector = np.array([1, 0], np.float32)
    assert BackgroundScores.of_library(scores, vector, ordinary) == BackgroundScores.of(scores)
    assert BackgroundScores.of_library(scores[:5], vector, None) == BackgroundScores.of(scores[:5])


def test_many_photos_that_fit_do_not_hide_one_another():
    rng = np.random.default_rng(1)
    scores = np.concatenate([rng.normal(0.2, 0.02, 900), rng.normal(0.5, 0.02, 100)]).astype(np.float32)
    strong = z_margin(BackgroundScores.of(scores).z_scores(scores), 1000) >= 0
    assert strong[900:].all()
    assert strong[:900].sum() <= 1


@given(
    arrays(np.float32, (7,), elements=st.floats(-1, 1, width=32)),
    arrays(np.float32, (5, 7), elements=st.floats(-1, 1, width=32)),
    st.floats(1, 100),
)
def test_pointwise_mutual_information_is_the_plain_formula(scores, others, scale):
    pmi = pointwise_mutual_information(scores, others, scale)
    for column in range(7):
        ordinary = sum(math.exp(scale * float(other)) for other in others[:, column]) / 5
        assert pmi[column] == pytest.approx(scale * float(scores[column]) - math.log(ordinary), abs=1e-2)


@given(st.lists(st.floats(-5, 20, width=16), min_size=1, max_size=30), st.integers(1, 10**6))
def test_strong_are_the_best_k_for_the_largest_k_that_says_enough(pmi, photos):
    values = pmi_margin(np.array(pmi, np.float32), photos)
    best = sorted(pmi, reverse=True)
    counts = [
        k for k in range(1, len(best) + 1) if best[k - 1] >= math.log(ODDS * max(photos, MIN_PHOTOS) / k)
    ]
    assert int((values >= -1e-5).sum()) >= max(counts, default=0)
    if not counts:
        assert (values < 1e-5).all()
    np.testing.assert_allclose(np.diff(values), np.diff(np.array(pmi, np.float32)), atol=1e-4)


def test_a_larger_library_asks_for_more_and_company_for_less():
    clear = np.array([8.5], np.float32)
    assert pmi_margin(clear, 1000)[0] > 0
    assert pmi_margin(clear, 10_000)[0] < 0
    alone, together = np.array([6.0], np.float32), np.full(20, 6.0, np.float32)
    assert pmi_margin(alone, 1000)[0] < 0
    assert (pmi_margin(together, 1000) > 0).all()


def test_an_empty_library_has_a_line_too():
    nothing = np.zeros(0, np.float32)
    assert z_margin(BackgroundScores.of(nothing).z_scores(nothing), 0).shape == (0,)
    assert pmi_margin(
        pointwise_mutual_information(nothing, np.zeros((3, 0), np.float32), 100.0), 0
    ).shape == (0,)


def test_a_sentence_is_measured_by_what_ordinary_photos_score_with_it():
    rng = np.random.default_rng(0)
    photos = (rng.normal(size=(4000, 8)) * np.arange(1, 9) + 3).astype(np.float32)
    mean = photos.mean(axis=0)
    _, singular, directions = np.linalg.svd(photos - mean, full_matrices=False)
    background = np.concatenate([mean[None], singular[:, None] / np.sqrt(len(photos)) * directions])
    sentences = rng.normal(size=(3, 8)).astype(np.float32)
    scores = sentences @ photos.T
    found = background_z_scores(scores, sentences, background.astype(np.float32))
    wanted = (scores - scores.mean(axis=1, keepdims=True)) / scores.std(axis=1, keepdims=True)
    np.testing.assert_allclose(found, wanted, atol=1e-3)


def test_a_photo_that_captions_at_large_fit_needs_more_to_stand_out():
    rng = np.random.default_rng(0)
    background = np.concatenate([np.zeros((1, 8)), np.eye(8)]).astype(np.float32)
    sentences = rng.normal(size=(20_000, 8)).astype(np.float32)
    sentences /= np.linalg.norm(sentences, axis=1, keepdims=True)
    asked = sentences[:3]
    plain, near_all = np.eye(8, dtype=np.float32)[0] * np.sqrt(np.float32(8)), np.zeros(8, np.float32)
    near_all[1] = 6
    vectors = np.stack([plain, near_all])
    before = background_z_scores(asked @ vectors.T, asked, background)
    found = distinct_z_scores(asked, vectors, background, sentences)
    # By one number for all sentences: what an ordinary photo has with captions costs nothing, more does.
    lowered_by = found[0] - found
    np.testing.assert_allclose(lowered_by * 0.8, before[0] - before, atol=1e-4)
    np.testing.assert_allclose(found[:, 0] * 0.8, before[:, 0], atol=1e-4)
    assert (found[:, 1] * 0.8 < before[:, 1] - 0.3).all()
    # Far from all captions a picture stands out no more for it.
    np.testing.assert_allclose(
        distinct_z_scores(asked, vectors * 0, background, sentences), np.zeros((3, 2)), atol=1e-5
    )
    assert distinct_z_scores(asked, vectors[:0], background, sentences).shape == (3, 0)


def test_what_cannot_be_strong_is_not_compared_with_captions_and_nothing_else_changes():
    rng = np.random.default_rng(1)
    asked, sentences = (rng.normal(0, 1, (count, 16)).astype(np.float32) for count in (2, 40))
    vectors = rng.normal(0, 2.5, (600, 16)).astype(np.float32)
    background = np.concatenate([np.zeros((1, 16)), np.eye(16)]).astype(np.float32)
    everything = distinct_z_scores(asked, vectors, background, sentences)
    enough = distinct_z_scores(asked, vectors, background, sentences, least=6.0)
    same = np.isclose(enough, everything, atol=1e-4).all(axis=0)
    assert 20 < same.sum() < 200, "few are compared"
    assert (enough[:, ~same] < 6.0).all()
    for some, all_of_them in zip(enough, everything, strict=True):
        margins = background_margin(all_of_them, 600, 6.0)
        assert np.array_equal(background_margin(some, 600, 6.0) >= 0, margins >= 0)
        assert (margins >= 0).any()


def test_a_model_with_a_line_of_its_own_is_judged_by_it():
    z_scores = np.array([4.0, 3.9, 3.4, 1.0], np.float32)
    assert (background_margin(z_scores, 50, 3.5) >= 0).tolist() == [True, True, False, False]
    assert (background_margin(z_scores[2:], 50, 3.5) < 0).all()
    # Outshone by a much better one, a photo needs more.
    assert (background_margin(np.array([9.0, 3.9], np.float32), 50, 3.5) >= 0).tolist() == [True, False]
    # Among more photos the only one needs more; many that fit alike vouch for one another.
    assert not (background_margin(np.array([4.0, 1.0], np.float32), 100_000, 3.5) >= 0).any()
    assert (background_margin(np.full(500, 4.0, np.float32), 100_000, 3.5) >= 0).all()
    assert background_margin(np.zeros(0, np.float32), 0, 3.5).shape == (0,)


def test_only_what_may_be_strong_is_read_in_full_and_nothing_else_changes(tmp_path, monkeypatch):
    rng = np.random.default_rng(8)
    vectors = unit_vectors(3000, 32)
    documents = np.arange(1, 3001)
    index = VectorIndex.open(write_parts(tmp_path, documents, vectors, [0, 3000]))
    asked, sentences = vectors[[3, 700]] + 0.1 * unit_vectors(2, 32, seed=5), unit_vectors(50, 32, seed=6)
    background = np.vstack([vectors.mean(axis=0), rng.normal(0, 0.18, (40, 32)) / 40**0.5]).astype(np.float32)
    read = []
    whole = index.vectors
    model = cast("InstalledModel", SimpleNamespace(strong_z=4.5, scale=20.0))
    line = StrongLine(model=model, sentences=lambda: sentences, background=background)

    def vectors_of(found):
        read.append(len(found))
        return whole(found)

    monkeypatch.setattr(index, "vectors", vectors_of)
    for one in (asked[:1], asked[1:]):
        z_scores = distinct_z_scores(one, whole(documents), background, sentences)
        expected = background_margin(z_scores[0], 3000, 4.5) >= 0
        assert 0 < expected.sum() < 10
        assert np.array_equal(line.above(one, index, documents, 3000), expected)
    assert 0 < sum(read) < 200
    assert not line.above(asked, index, documents, 3000).any(), "no photo shows both"


def test_a_subtracted_term_lowers_relative_to_the_hits():
    fit = np.array([9.0, 9.0, 9.0, 9.0, 3.0], np.float32)
    zoo = np.array([4.0, 4.0, 4.0, 7.0, 0.0], np.float32)  # every giraffe shows a little of a zoo
    np.testing.assert_array_equal(lowered(fit, zoo, 1.0, zoo[:4]), [9, 9, 9, 6, 3])
    np.testing.assert_array_equal(lowered(fit, zoo, 1.0), [5.5, 5.5, 5.5, 2.5, 3])
    np.testing.assert_array_equal(lowered(fit, zoo, 1.0, zoo[:2]), lowered(fit, zoo, 1.0))  # two are no rule


def test_a_photo_that_is_far_behind_the_best_is_less_likely_of_their_kind():
    alike, behind = (picture_strengths(np.array([best] * 20 + [6.0], np.float32)) for best in (6.0, 18.0))
    assert behind[-1] < alike[-1]
