"""Fusion by reciprocal ranks against published numbers, and scores that a reader can compare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.search.calibration import similar_score, verified_score
from cbir.search.fusion import reciprocal_rank_fusion

rankings = st.lists(
    st.tuples(st.floats(0.1, 10), st.lists(st.sampled_from("abcdefgh"), unique=True)), max_size=5
)


def test_fused_scores_are_the_published_ones() -> None:
    fused = reciprocal_rank_fusion([(1, "xyz"), (1, "zxw")])
    assert fused == {
        "x": pytest.approx(0.032522, abs=1e-6),
        "z": pytest.approx(0.032266, abs=1e-6),
        "y": pytest.approx(0.016129, abs=1e-6),
        "w": pytest.approx(0.015873, abs=1e-6),
    }


@given(rankings)
def test_fusion_is_a_plain_sum_over_the_lists(lists: list[tuple[float, list[str]]]) -> None:
    fused = reciprocal_rank_fusion(lists)
    assert fused.keys() == {item for _, items in lists for item in items}
    for item, score in fused.items():
        parts = [weight / (61 + items.index(item)) for weight, items in lists if item in items]
        assert score == pytest.approx(sum(parts))


@given(rankings)
def test_the_order_of_the_lists_does_not_matter(lists: list[tuple[float, list[str]]]) -> None:
    fused, again = reciprocal_rank_fusion(lists), reciprocal_rank_fusion(lists[::-1])
    assert fused == {item: pytest.approx(again[item]) for item in fused}


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.floats(0.1, 10))
def test_one_list_keeps_its_order(items: list[str], weight: float) -> None:
    fused = reciprocal_rank_fusion([(weight, items)])
    assert sorted(fused, key=lambda item: -fused[item]) == items


def test_no_list_and_empty_lists_fuse_to_nothing() -> None:
    assert reciprocal_rank_fusion([]) == {}
    assert reciprocal_rank_fusion([(1.0, []), (2.0, "")]) == {}


def test_every_verified_score_is_above_every_similar_one_and_both_rise() -> None:
    verified = [verified_score(inliers) for inliers in range(1, 500)]
    similar = [similar_score(share / 100) for share in range(1000)]
    assert sorted(set(verified)) == verified
    assert sorted(set(similar)) == similar
    assert similar[0] == 0
    assert max(similar) < 0.5 < min(verified)
    assert max(verified) < 1
    assert verified_score(8) == pytest.approx(0.67, abs=0.005)
    assert verified_score(64) == pytest.approx(0.9)
