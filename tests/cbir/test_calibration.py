"""The line between strong and weak hits: what chance does stays below it, what fits does not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cbir.calibration import Background, being_told, standing_out


@pytest.mark.parametrize("photos", [100, 1000, 20_000])
def test_the_best_of_normal_noise_rarely_stands_out_and_what_is_apart_does(photos: int) -> None:
    rng = np.random.default_rng(photos)
    strong = []
    for _ in range(200):
        scores = rng.normal(0.2, 0.03, photos).astype(np.float32)
        strong.append(
            bool((standing_out(Background.of(scores), scores.max(keepdims=True), photos) >= 0).any())
        )
        apart = np.float32([0.2 + 0.03 * 6.5])
        assert standing_out(Background.of(scores), apart, photos)[0] > 0
    assert np.mean(strong) < 0.2


def test_the_level_and_the_width_of_a_query_make_no_difference() -> None:
    rng = np.random.default_rng(0)
    scores = rng.normal(0, 1, 500).astype(np.float32)
    plain = standing_out(Background.of(scores), scores, 500)
    moved = scores * np.float32(0.01) + np.float32(0.3)
    np.testing.assert_allclose(standing_out(Background.of(moved), moved, 500), plain, atol=1e-2)


def test_many_photos_that_fit_do_not_hide_one_another() -> None:
    rng = np.random.default_rng(1)
    scores = np.concatenate([rng.normal(0.2, 0.02, 900), rng.normal(0.5, 0.02, 100)]).astype(np.float32)
    strong = standing_out(Background.of(scores), scores, 1000) >= 0
    assert strong[900:].all()
    assert strong[:900].sum() <= 1


@given(
    arrays(np.float32, (7,), elements=st.floats(-1, 1, width=32)),
    arrays(np.float32, (5, 7), elements=st.floats(-1, 1, width=32)),
    st.floats(1, 100),
    st.integers(1, 10**6),
)
def test_what_is_told_is_the_plain_formula(
    scores: np.ndarray, others: np.ndarray, scale: float, photos: int
) -> None:
    told = being_told(scores, others, scale, photos)
    for column in range(7):
        ordinary = sum(math.exp(scale * float(other)) for other in others[:, column]) / 5
        expected = scale * float(scores[column]) - math.log(ordinary) - math.log(2 * photos)
        assert told[column] == pytest.approx(expected, abs=1e-2)


def test_a_sentence_that_says_no_more_than_others_is_weak_and_a_larger_library_asks_for_more() -> None:
    others = np.full((1000, 1), 0.2, np.float32)
    same = being_told(np.float32([0.2]), others, 100.0, 100)
    assert same[0] < 0
    clear = np.float32([0.28])  # 8 nats more
    assert being_told(clear, others, 100.0, 1000)[0] > 0
    assert being_told(clear, others, 100.0, 10_000)[0] < 0


def test_an_empty_library_has_a_line_too() -> None:
    nothing = np.zeros(0, np.float32)
    assert standing_out(Background.of(nothing), nothing, 0).shape == (0,)
    assert being_told(nothing, np.zeros((3, 0), np.float32), 100.0, 0).shape == (0,)
