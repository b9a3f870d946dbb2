"""Pairs of descriptors against a plain loop and OpenCV's matcher."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cbir.local_features import FeatureOptions, describe
from cbir.matching import NndrOptions, match_nndr, nndr
from cbir.matching.nndr import near_pairs
from tests.pictures import photo

Rows = NDArray[np.float32]


def oracle(query, photo_rows, max_ratio, mutual):
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


def found(query, photo_rows, options=LOWE):
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
def test_pairs_are_those_of_a_plain_loop(seed, n, m, spread, mutual, max_ratio):
    """Whole numbers, so that both sums are exact; a small spread makes many equal distances."""
    rng = np.random.default_rng(seed)
    query, photo_rows = (rng.integers(0, spread, (rows, 5)).astype(np.float32) for rows in (n, m))
    actual = found(query, photo_rows, NndrOptions(max_ratio=max_ratio, mutual=mutual))
    expected = oracle(query, photo_rows, max_ratio, mutual)
    assert actual == {pair: pytest.approx(ratio, abs=1e-4) for pair, ratio in expected.items()}


@pytest.fixture(name="descriptors", scope="module")
def _descriptors():
    """A photo and its left two thirds, blurred: more rows than one block holds."""
    pixels = photo("coffee")
    part = np.asarray(cv2.GaussianBlur(pixels[:, :400], (0, 0), 1.2), np.uint8)
    options = FeatureOptions(max_features=700)
    whole, piece = describe(pixels, options).descriptors, describe(part, options).descriptors
    return piece.astype(np.float32), whole.astype(np.float32)


@pytest.mark.parametrize("mutual", [True, False])
def test_pairs_of_real_descriptors_are_opencvs(descriptors, mutual):
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


def test_a_set_finds_itself_wherever_no_row_is_repeated(descriptors):
    rows = np.unique(descriptors[0], axis=0)
    pairs = found(rows, rows)
    assert pairs.keys() == {(i, i) for i in range(len(rows))}


@pytest.mark.parametrize("max_ratio", [0.6, 0.8, 0.95])
def test_pairs_that_were_found_for_a_larger_ratio_give_those_of_a_smaller(descriptors, max_ratio):
    options = NndrOptions(max_ratio=max_ratio)
    near = near_pairs(*descriptors, 0.95)
    (rows, ratios), expected = match_nndr(*descriptors, options, near), found(*descriptors, options)
    assert dict(zip(map(tuple, rows.tolist()), ratios.tolist(), strict=True)) == pytest.approx(expected)
    assert len(expected) > 10


def test_mutual_pairs_are_the_same_from_either_side_but_for_the_ratio(descriptors):
    query, whole = descriptors
    strict = NndrOptions(max_ratio=1.0)
    there, back = found(query, whole, strict), found(whole, query, strict)
    assert there.keys() == {(q, p) for p, q in back}


def test_the_order_of_rows_does_not_matter(descriptors):
    query, whole = descriptors
    rng = np.random.default_rng(0)
    by_query, by_photo = rng.permutation(len(query)), rng.permutation(len(whole))
    shuffled = found(query[by_query], whole[by_photo])
    assert {(by_query[q], by_photo[p]) for q, p in shuffled} == found(query, whole).keys()


def test_a_repeated_pattern_is_ambiguous_and_not_matched():
    rng = np.random.default_rng(0)
    post = rng.integers(0, 200, (1, 64)).astype(np.float32)
    tree = rng.integers(0, 200, (1, 64)).astype(np.float32)
    fence = np.vstack([np.repeat(post, 9, axis=0), tree])
    assert found(np.vstack([post, tree]), fence).keys() == {(1, 9)}


@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 5), (5, 0), (1, 0), (1, 1), (2, 1)])
def test_a_ratio_needs_two_neighbours(n, m):
    rng = np.random.default_rng(0)
    query, photo_rows = (rng.random((rows, 64), np.float32) for rows in (n, m))
    assert found(query, photo_rows) == {}
    near = near_pairs(query, photo_rows, 0.8)
    assert (near.rows.shape, near.nearest.shape, near.second.shape) == ((0, 2), (0,), (0,))


def test_one_row_and_two_neighbours_make_a_pair():
    query = np.array([[1, 0]], np.float32)
    assert found(query, np.array([[9, 0], [2, 0]], np.float32)) == {(0, 1): pytest.approx(1 / 8)}
    assert found(query, np.array([[2, 0], [2, 0]], np.float32)) == {}


@pytest.fixture(name="both")
def _both(monkeypatch):
    """The pairs that whole numbers choose, and those by floats alone."""
    if not nndr.MOST_COLUMNS:
        pytest.skip("this processor takes floats")

    def both(query, photo_rows, max_ratio):
        chosen = near_pairs(query, photo_rows, max_ratio)
        with monkeypatch.context() as floats:
            floats.setattr(nndr, "MOST_COLUMNS", 0)
            return chosen, near_pairs(query, photo_rows, max_ratio)

    return both


def assert_equal(both, query, photo_rows):
    """But for rounding: a processor adds in its own order, to the precision of the norms, not of the distances."""
    chosen, expected = both
    assert np.array_equal(chosen.rows, expected.rows)
    norms = max(np.sum(rows.astype(np.float64) ** 2, axis=1).max() for rows in (query, photo_rows))
    rounding = 16 * np.finfo(np.float32).eps * norms
    np.testing.assert_allclose(chosen.nearest, expected.nearest, rtol=0, atol=rounding)
    np.testing.assert_allclose(chosen.second, expected.second, rtol=0, atol=rounding)


@pytest.mark.parametrize("max_ratio", [0.8, 0.9, 0.95])
def test_whole_numbers_choose_what_floats_do(both, descriptors, max_ratio):
    query, whole = descriptors
    turned = np.linalg.qr(np.random.default_rng(0).normal(size=(128, 128)))[0][:, :63].astype(np.float32)
    for rows in (descriptors, (query @ turned, whole @ turned)):
        assert len(rows[0]) % 4 or len(rows[1]) % 16
        pairs = both(*rows, max_ratio)
        assert len(pairs[0].rows) > 100
        assert_equal(pairs, *rows)


@pytest.mark.parametrize(
    ("nearest", "others"),
    [((125, "down"), [(157, "up")]), ((60, "up"), [(157, "down"), (158, "up")])],
    ids=["the nearest seems too far", "the second nearest seems the third"],
)
@pytest.mark.parametrize("unit", [1, 2**-15], ids=["by thousands", "by ones"])
def test_no_pair_is_lost_where_all_rounding_is_for_the_worse(both, nearest, others, unit):
    """In units of what whole numbers tell apart: the query is rounded down, and what is too seems farther away."""
    query = np.full((1, 64), 3996.49)
    steps = np.tile([1, -1], 32)
    placed = [query + step * steps + 0.02 * (way == "up") for step, way in (*others, nearest)]
    seem = [np.sum(row**2) + np.sum(query**2) - 2 * np.sum(np.rint(row) * np.rint(query)) for row in placed]
    assert min(seem[:-1]) * 0.8**2 < seem[-1] or seem[1] < seem[0], "whole numbers alone are wrong"
    rows = np.vstack([32_000 * np.eye(1, 64), *placed]).astype(np.float32)
    for found in both(query.astype(np.float32) * np.float32(unit), rows * np.float32(unit), 0.8):
        assert found.rows.tolist() == [[0, len(placed)]]
        assert found.second == pytest.approx([64 * (others[0][0] * unit) ** 2], rel=2e-3)


def test_the_error_of_whole_numbers_is_within_its_bound():
    rng = np.random.default_rng(0)
    for dimensions in (2, 64, 128):
        part = np.floor(32_000 / math.sqrt(dimensions)) - 1
        away = rng.integers(-200, 200, (2, 500, dimensions)) / dimensions
        query, photo_rows = np.floor(part + away) + np.array([0.49, -0.49])[rng.integers(2, size=(2, 500, 1))]
        exact, rounded = (
            np.sum(a * b, axis=1) for a, b in ((query, photo_rows), np.rint([query, photo_rows]))
        )
        worst = 2 * np.abs(exact - rounded).max()
        bound = nndr.error_bound(dimensions, 32_000)
        assert 0.8 * bound < worst + 2 * 4096 < bound


def test_the_second_nearest_is_measured_where_three_lie_in_one_column_of_a_tile(both):
    rng = np.random.default_rng(0)
    query = rng.normal(size=(32, 64))
    ways = rng.normal(size=(4, 32, 64))
    ways /= np.linalg.norm(ways, axis=2, keepdims=True)
    lengths = np.concatenate([np.full((1, 32), 0.5), 1 + 4e-3 * rng.random((3, 32))])
    photo_rows = (query + ways * lengths[..., None]).reshape(-1, 64)
    rows = query.astype(np.float32), photo_rows.astype(np.float32)
    pairs = both(*rows, 0.8)
    assert len(pairs[0].rows) == 32
    np.testing.assert_allclose(pairs[0].second, lengths[1:].min(axis=0) ** 2, rtol=2e-4)
    assert_equal(pairs, *rows)
