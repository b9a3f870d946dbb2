"""Fusion by reciprocal ranks against published numbers, and scores that a reader can compare."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.base.types import DocumentId, Evidence, PhotoId, Proof
from cbir.catalog import Found
from cbir.search.calibration import similar_score, verified_score
from cbir.search.engine import Answer, Candidate, Ranking, best_first
from cbir.search.fusion import fuse, reciprocal_rank_fusion

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
    assert verified_score(8) == pytest.approx(0.83, abs=0.005)
    assert verified_score(64) == pytest.approx(0.95)
    assert verified_score(10_000, same=0) < verified_score(8)
    assert verified_score(10_000, terms=2) < verified_score(8, same=0, proofs=2, terms=2)


@pytest.mark.parametrize("lists", [1, 2])
def test_the_same_thing_comes_before_a_shared_part_however_many_points_that_has(lists: int) -> None:
    found = [candidate(1, 90, "part"), candidate(2, 9, "same"), candidate(3, 12, "same"), candidate(4)]
    rankings = [Ranking(candidates=tuple(sorted(found, key=best_first)))]
    rankings += [Ranking(candidates=(candidate(4), candidate(5)))] * (lists - 1)
    hits = fuse([Answer(rankings=tuple(rankings))])
    assert [hit.photo for hit in hits][:4] == [3, 2, 1, 4]
    assert [hit.proof for hit in hits][:4] == ["same", "same", "part", None]
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


def candidate(photo: int, inliers: int = 0, proof: Proof = "part") -> Candidate:
    points = np.zeros((inliers, 2), np.float32)
    evidence = Evidence(
        term=0, inliers=inliers, coverage=0.5, outline=None, query_xy=points, photo_xy=points, proof=proof
    )
    found = Found(
        photo=PhotoId(photo),
        path=Path(f"{photo}.jpg"),
        document=DocumentId(photo),
        store="",
        store_row=0,
        width=1,
        height=1,
        fingerprint="",
        taken_at=None,
    )
    return Candidate(
        found=found,
        engine="match",
        score=0.1,
        likeness=0.1,
        evidence=evidence if inliers else None,
        verified=inliers > 0,
    )
