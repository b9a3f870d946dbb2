"""Pairs of descriptors against a plain loop and OpenCV's matcher."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cbir.local_features import FeatureOptions, describe
from cbir.matching import NndrOptions, match_nndr
from tests.pictures import photo

Rows = NDArray[np.float32]


def oracle(query: Rows, photo_rows: Rows, max_ratio: float, mutual: bool) -> dict[tuple[int, int], float]:
    """Lowe's rule, on true distances, of every query row with every photo row."""
    pairs = {}
    for i, q in enumerate(query.astype(np.float64)):
        distance = sorted((math.dist(q, p), j) for j, p in enumerate(photo_rows.astype(np.float64)))
        if len(distance) < 2 or not distance[0][0] < max_ratio * distance[1][0]:
            continue
        nearest = distance[0][1]
        back = min((math.dist(photo_rows[nearest].astype(float), other), k) for k, other in enumerate(query))
        if not mutual or back[1] == i:
            pairs[i, nearest] = distance[0][0] / distance[1][0]
    return pairs


LOWE = NndrOptions()


def found(query: Rows, photo_rows: Rows, options: NndrOptions = LOWE) -> dict[tuple[int, int], float]:
    rows, ratios = match_nndr(query, photo_rows, options)
    assert rows.shape == (len(ratios), 2)
    assert (np.diff(rows[:, 0]) > 0).all(), "in the order of the query, each row once"
    return {(int(q), int(p)): float(ratio) for (q, p), ratio in zip(rows, ratios, strict=True)}


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    n=st.integers(0, 30),
    m=st.integers(0, 30),
    spread=st.sampled_from([2, 6, 40]),
    mutual=st.booleans(),
    max_ratio=st.sampled_from([0.6, 0.8, 0.95]),
)
def test_pairs_are_those_of_a_plain_loop(
    seed: int, n: int, m: int, spread: int, mutual: bool, max_ratio: float
) -> None:
    """Whole numbers, so that both sums are exact; a small spread makes many equal distances."""
    rng = np.random.default_rng(seed)
    query, photo_rows = (rng.integers(0, spread, (rows, 5)).astype(np.float32) for rows in (n, m))
    actual = found(query, photo_rows, NndrOptions(max_ratio=max_ratio, mutual=mutual))
    expected = oracle(query, photo_rows, max_ratio, mutual)
    assert actual == {pair: pytest.approx(ratio, abs=1e-4) for pair, ratio in expected.items()}


@pytest.fixture(name="descriptors", scope="module")
def _descriptors() -> tuple[Rows, Rows]:
    """A photo and its left two thirds, blurred: more rows than one block holds."""
    pixels = photo("coffee")
    part = np.asarray(cv2.GaussianBlur(pixels[:, :400], (0, 0), 1.2), np.uint8)
    options = FeatureOptions(max_features=700)
    whole, piece = describe(pixels, options).descriptors, describe(part, options).descriptors
    return piece.astype(np.float32), whole.astype(np.float32)


@pytest.mark.parametrize("mutual", [True, False])
def test_pairs_of_real_descriptors_are_opencvs(descriptors: tuple[Rows, Rows], mutual: bool) -> None:
    query, whole = descriptors
    matcher = cv2.BFMatcher(cv2.NORM_L2)
    back = {match.queryIdx: match.trainIdx for match in matcher.match(whole, query)}
    expected = {}
    for one, two in matcher.knnMatch(query, whole, k=2):
        ratio = one.distance / two.distance
        # a ratio of exactly 0.8 may fall to either side
        if ratio < 0.7999 and (not mutual or back[one.trainIdx] == one.queryIdx):
            expected[one.queryIdx, one.trainIdx] = pytest.approx(ratio, abs=1e-3)
    actual = found(query, whole, NndrOptions(mutual=mutual))
    assert len(expected) > 100
    assert {pair: ratio for pair, ratio in actual.items() if ratio < 0.7999} == expected


def test_a_set_finds_itself_wherever_no_row_is_repeated(descriptors: tuple[Rows, Rows]) -> None:
    rows = np.unique(descriptors[0], axis=0)
    pairs = found(rows, rows)
    assert pairs.keys() == {(i, i) for i in range(len(rows))}


def test_mutual_pairs_are_the_same_from_either_side_but_for_the_ratio(descriptors: tuple[Rows, Rows]) -> None:
    query, whole = descriptors
    strict = NndrOptions(max_ratio=1.0)
    there, back = found(query, whole, strict), found(whole, query, strict)
    assert there.keys() == {(q, p) for p, q in back}


def test_the_order_of_rows_does_not_matter(descriptors: tuple[Rows, Rows]) -> None:
    query, whole = descriptors
    rng = np.random.default_rng(0)
    by_query, by_photo = rng.permutation(len(query)), rng.permutation(len(whole))
    shuffled = found(query[by_query], whole[by_photo])
    assert {(by_query[q], by_photo[p]) for q, p in shuffled} == found(query, whole).keys()


def test_a_repeated_pattern_is_ambiguous_and_not_matched() -> None:
    rng = np.random.default_rng(0)
    post = rng.integers(0, 200, (1, 64)).astype(np.float32)
    tree = rng.integers(0, 200, (1, 64)).astype(np.float32)
    fence = np.vstack([np.repeat(post, 9, axis=0), tree])
    assert found(np.vstack([post, tree]), fence).keys() == {(1, 9)}


@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 5), (5, 0), (1, 0), (1, 1), (2, 1)])
def test_a_ratio_needs_two_neighbours(n: int, m: int) -> None:
    rng = np.random.default_rng(0)
    query, photo_rows = (rng.random((rows, 64), np.float32) for rows in (n, m))
    assert found(query, photo_rows) == {}


def test_one_row_and_two_neighbours_make_a_pair() -> None:
    query = np.array([[1, 0]], np.float32)
    assert found(query, np.array([[9, 0], [2, 0]], np.float32)) == {(0, 1): pytest.approx(1 / 8)}
    assert found(query, np.array([[2, 0], [2, 0]], np.float32)) == {}
