"""Fusion by reciprocal ranks against published numbers, and scores that a reader can compare."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.base.types import DocumentId, EngineRank, Evidence, PhotoId
from cbir.catalog import IndexedPhoto
from cbir.search.calibration import similar_score, verified_score, via_score
from cbir.search.fusion import fuse, reciprocal_rank_fusion, sorted_hits
from cbir.search.results import Candidate, Ranking, StageResult, best_first

rankings = st.lists(
    st.tuples(st.floats(0.1, 10), st.lists(st.sampled_from("abcdefgh"), unique=True)), max_size=5
)


def test_fused_scores_are_the_published_ones():
    fused = reciprocal_rank_fusion([(1, "xyz"), (1, "zxw")])
    assert fused == {
        "x": pytest.approx(0.032522, abs=1e-6),
        "z": pytest.approx(0.032266, abs=1e-6),
        "y": pytest.approx(0.016129, abs=1e-6),
        "w": pytest.approx(0.015873, abs=1e-6),
    }


@given(rankings)
def test_fusion_is_a_plain_sum_over_the_lists(lists):
    fused = reciprocal_rank_fusion(lists)
    assert fused.keys() == {item for _, items in lists for item in items}
    for item, score in fused.items():
        parts = [weight / (61 + items.index(item)) for weight, items in lists if item in items]
        assert score == pytest.approx(sum(parts))


@given(rankings)
def test_the_order_of_the_lists_does_not_matter(lists):
    fused, again = reciprocal_rank_fusion(lists), reciprocal_rank_fusion(lists[::-1])
    assert fused == {item: pytest.approx(again[item]) for item in fused}


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.floats(0.1, 10))
def test_one_list_keeps_its_order(items, weight):
    fused = reciprocal_rank_fusion([(weight, items)])
    assert sorted(fused, key=lambda item: -fused[item]) == items


def test_no_list_and_empty_lists_fuse_to_nothing():
    assert reciprocal_rank_fusion([]) == {}
    assert reciprocal_rank_fusion([(1.0, []), (2.0, "")]) == {}


def test_every_verified_score_is_above_every_similar_one_and_both_rise():
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
def test_the_same_thing_comes_before_a_shared_part_however_many_points_that_has(lists):
    found = [candidate(1, 90, "part"), candidate(2, 9, "same"), candidate(3, 12, "same"), candidate(4)]
    rankings = [Ranking(candidates=tuple(sorted(found, key=best_first)))]
    rankings += [Ranking(candidates=(candidate(4), candidate(5)))] * (lists - 1)
    hits = fuse([StageResult(engine="match", rankings=tuple(rankings))])
    assert [hit.photo for hit in hits][:4] == [3, 2, 1, 4]
    assert [hit.proof for hit in hits][:4] == ["same", "same", "part", None]
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("lists", [1, 2])
def test_points_that_nothing_confirms_are_evidence_of_a_possible_hit(lists):
    unconfirmed = candidate(2, 12, "possible")._replace(verified=False)
    match = [candidate(3, 3)._replace(verified=False), unconfirmed, candidate(4), candidate(1, 9, "part")]
    rankings = [Ranking(candidates=tuple(sorted(match, key=best_first)))]
    rankings += [Ranking(candidates=(candidate(4), candidate(3), candidate(1)))] * (lists - 1)
    hits = fuse([StageResult(engine="match", rankings=tuple(rankings))])
    assert [(hit.photo, hit.verified, hit.proof) for hit in hits[:2]] == [(1, True, "part"), (2, False, None)]
    assert [evidence.proof for evidence in hits[1].evidence] == ["possible"]


def test_of_one_list_order_and_likeness_are_the_engines_own():
    some = (candidate(2, likeness=0.4, strong=True), candidate(1, likeness=0.3), candidate(3, likeness=0.3))
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=some),))])
    assert [(hit.rank, hit.photo, hit.score, hit.kind) for hit in hits] == [
        (1, 2, 0.4, "looks similar"),
        (2, 1, 0.3, "less likely"),
        (3, 3, 0.3, "less likely"),
    ]


def test_beside_names_what_is_first_in_every_list_is_as_like_as_can_be_and_strong_hits_come_before_others():
    named = partial(candidate, engine="metadata", likeness=0.3)
    lists = [[candidate(1), candidate(2), candidate(3, strong=True)], [named(1), named(2)]]
    ranked = [
        Ranking(weight=weight, candidates=tuple(some)) for weight, some in zip((1, 3), lists, strict=True)
    ]
    hits = fuse([StageResult(engine="match", rankings=(one,)) for one in ranked])
    assert [(hit.photo, hit.strong) for hit in hits] == [(3, True), (1, False), (2, False)]
    assert hits[0].score == hits[1].score == pytest.approx(similar_score(61 / 63 / 4))


def test_no_list_moves_the_evidence_of_another_down():
    alike = [
        candidate(n, engine="semantic", likeness=0.5 - n / 100, strong=True)._replace(strength=1 - n / 10)
        for n in range(1, 6)
    ]
    match = [candidate(9), *map(candidate, (5, 4, 8, 3))]
    hits = fuse([result_of(match), result_of(alike)])
    assert [hit.photo for hit in hits[:5]] == [1, 2, 3, 4, 5], "by strength, whatever their ranks by points"
    assert [hit.kind for hit in hits] == ["looks similar"] * 5 + ["less likely"] * 2
    assert [hit.strength for hit in hits[:5]] == pytest.approx([0.9, 0.8, 0.7, 0.6, 0.5])
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_less_likely_photos_are_likelier_where_details_and_meaning_agree():
    alike = [candidate(n, engine="semantic", likeness=0.2)._replace(strength=0.3) for n in range(1, 31)]
    match = [candidate(n) for n in (*range(40, 59), 1, 2)]
    hits = {hit.photo: hit for hit in fuse([result_of(match), result_of(alike)])}
    assert hits[1].kind == hits[2].kind == "less likely"
    assert hits[1].strength > 0.8 and hits[2].strength == pytest.approx(0.3), (
        "the 20th and the 21st by details"
    )
    assert hits[40].strength == 0, "details alone are no evidence of a kind"


def test_the_photo_whose_details_are_by_far_the_nearest_is_possible_if_it_also_looks_similar():
    alike = [
        candidate(n, engine="semantic", likeness=0.4, strong=True)._replace(strength=0.9 - n / 10)
        for n in (1, 2, 3)
    ]
    unlike = candidate(9, engine="semantic", likeness=0.1)
    for lead, photo, kind in ((5, 3, "possibly"), (5, 9, "looks similar"), (1.5, 3, "looks similar")):
        match = [candidate(photo)._replace(lead=lead), candidate(8)]
        first = fuse([result_of(match), result_of([*alike, unlike])])[0]
        assert (first.photo, first.kind) == (3 if kind == "possibly" else 1, kind)
    denied = candidate(3, 2)._replace(lead=5, verified=False)
    denied = denied._replace(evidence=replace(denied.evidence, learned=4))
    assert fuse([result_of([denied]), result_of(alike)])[0].kind == "looks similar", "learned points deny it"


def test_more_points_are_stronger_evidence_and_unconfirmed_ones_weaker():
    def strengths(proof, *points):
        some = [candidate(n, n, proof)._replace(verified=proof != "possible") for n in points]
        return [hit.strength for hit in fuse([result_of(sorted(some, key=best_first))])]

    same, possible = strengths("same", 8, 16, 40, 200), strengths("possible", 8, 16, 40, 200)
    assert same == sorted(same, reverse=True) and 0.5 < same[-1] < 0.9 < 0.99 < same[0] <= 1
    assert all(less < more for less, more in zip(possible, same, strict=True))


def test_copies_come_first_though_no_engine_has_them():
    copy = candidate(7).photo
    hits = fuse([result_of([candidate(1, 300, "same"), candidate(2)])], copies=[copy])
    assert [(hit.photo, hit.kind) for hit in hits] == [
        (7, "same picture"),
        (1, "same thing"),
        (2, "less likely"),
    ]
    assert hits[0].verified and hits[0].proof == "same" and hits[0].score > hits[1].score
    assert [
        hit.photo for hit in fuse([result_of([candidate(7)])], left_out=frozenset({7}), copies=[copy])
    ] == []


def test_equal_hits_are_ordered_by_path():
    hits = fuse(
        [StageResult(engine="match", rankings=(Ranking(candidates=(candidate(n),)),)) for n in (3, 1, 2)]
    )
    assert [hit.photo for hit in hits] == [1, 2, 3]


def test_a_refused_photo_is_in_no_list_and_gives_its_rank_to_the_next():
    some = tuple(map(candidate, (1, 2, 3)))
    refusing = StageResult(
        engine="match", rankings=(Ranking(candidates=(candidate(1),)),), refused=frozenset({PhotoId(1)})
    )
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=some),)), refusing])
    assert [(hit.rank, hit.photo) for hit in hits] == [(1, 2), (2, 3)]
    assert hits[0].engines == (EngineRank(engine="match", rank=1, score=0.1),)
    assert hits[0].score == 0.1, "the list with nothing left has no say"


def test_a_hit_says_its_best_rank_with_each_engine():
    first = [candidate(1), candidate(2, score=0.3)]
    second = [candidate(2, score=0.2), candidate(1, engine="meaning"), candidate(2, score=0.5)]
    hits = fuse(
        [
            StageResult(
                engine="match", rankings=tuple(Ranking(candidates=tuple(some)) for some in (first, second))
            )
        ]
    )
    (hit,) = (hit for hit in hits if hit.photo == 2)
    assert hit.engines == (EngineRank(engine="match", rank=1, score=0.2),)


def test_the_first_of_two_equal_ranks_counts():
    lists = [[candidate(1, score=0.3)], [candidate(1, score=0.2)]]
    (hit,) = fuse(
        [StageResult(engine="match", rankings=tuple(Ranking(candidates=tuple(some)) for some in lists))]
    )
    assert hit.engines == (EngineRank(engine="match", rank=1, score=0.3),)


@pytest.mark.parametrize("lists", [1, 2])
def test_a_proof_counts_only_where_it_is_verified(lists):
    some = (candidate(1, 30), candidate(2, 40)._replace(verified=False), candidate(3, 20, strong=True))
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=some),) * lists)])
    assert {hit.photo: (hit.verified, len(hit.evidence), hit.strong) for hit in hits} == {
        1: (True, lists, False),
        2: (False, 0, False),
        3: (True, lists, False),
    }
    assert hits[0].score == verified_score(30 * lists, 0, lists, lists)


def test_of_what_is_proven_that_comes_first_whose_name_and_then_whose_words_fit():
    some = [candidate(photo, 40 - photo, "same") for photo in (1, 2, 3, 4)] + [candidate(5), candidate(6)]
    named = candidate(4, engine="metadata", strong=True)._replace(text_fit=0.1)
    worded = [
        candidate(photo, engine="semantic")._replace(text_fit=words) for photo, words in ((3, 0.3), (2, 0.2))
    ]
    elsewhere = candidate(1, engine="semantic", strong=True)
    last = candidate(6, engine="semantic")._replace(text_fit=0.9)
    lists = (some, [named], [*worded, elsewhere, last])
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=tuple(one)),)) for one in lists])
    assert [hit.photo for hit in hits[:4]] == [4, 3, 2, 1]
    fused = reciprocal_rank_fusion([(1, [one.photo.photo for one in list_]) for list_ in lists])
    assert [hit.photo for hit in hits[4:]] == sorted((5, 6), key=lambda photo: -fused[PhotoId(photo)])


def test_what_shows_more_of_the_query_comes_before_what_shows_less_of_it_whole():
    lists = [[candidate(1, 90, "same"), candidate(2, 10)], [candidate(1), candidate(2, 10)]]
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=tuple(one)),)) for one in lists])
    assert [hit.photo for hit in hits] == [2, 1]


def test_of_two_that_are_proven_alike_that_comes_first_which_hits_vouch_for():
    lists = [[candidate(1, 10), candidate(2, 10)], [candidate(1), candidate(2, 5, "via")]]
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=tuple(one)),)) for one in lists])
    assert [hit.photo for hit in hits] == [2, 1]


def test_a_photo_is_only_named_by_all_the_words():
    proven = [candidate(1, 40, "same"), candidate(2, 39, "same")]
    some_words = [candidate(2, engine="metadata")]
    hits = fuse(
        [
            StageResult(engine="match", rankings=(Ranking(candidates=tuple(one)),))
            for one in (proven, some_words)
        ]
    )
    assert [hit.photo for hit in hits] == [1, 2]


def test_where_nothing_is_verified_what_typed_words_led_to_is_still_shown():
    unsure = candidate(1, 9)._replace(verified=False)
    assert unsure.evidence is not None
    written = unsure._replace(evidence=replace(unsure.evidence, found_by="written"))
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=(written,)),))])
    assert [(hit.verified, hit.evidence) for hit in hits] == [(False, (written.evidence,))]


@pytest.mark.parametrize("lists", [1, 2])
def test_what_hits_vouch_for_is_between_the_same_thing_and_a_shared_part(lists):
    some = (candidate(1, 9, "part"), candidate(2, 30, "via"), candidate(3), candidate(4, 8, "same"))
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=some),) * lists)])
    assert [hit.photo for hit in hits] == [4, 2, 1, 3]
    assert [hit.kind for hit in hits[:3]] == ["same thing", "same thing", "shares a part"]
    assert hits[1].score == via_score(30 * lists, lists, lists)
    assert hits[0].score > hits[1].score > hits[2].score > hits[3].score


def test_a_hit_names_the_part_that_one_of_its_engines_found():
    part = (1.0, 2.0, 3.0, 4.0)
    lists = [[candidate(1), candidate(2)], [candidate(1, engine="semantic")._replace(part=part)]]
    hits = fuse([StageResult(engine="match", rankings=(Ranking(candidates=tuple(one)),)) for one in lists])
    assert [(hit.photo, hit.part) for hit in hits] == [(1, part), (2, None)]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("score", [0, 1, 2, 3, 4, 5]),
        ("date", [2, 1, 3, 5, 0, 4]),
        ("name", [4, 3, 1, 2, 0, 5]),
        ("size", [5, 1, 3, 2, 4, 0]),
    ],
)
def test_hits_come_by_date_name_or_size(sort, order):
    of = [
        ("b/IMG_10.jpg", None, None),
        ("b/img_2.jpg", "2024-01-02", 30),
        ("b/IMG_3.jpg", "2025-01-01", 10),
        ("a/img_2.jpg", "2024-01-01", 10),
        ("c/7.jpg", None, 1),
        ("c/x.jpg", "2026-01-01", 40),  # the date of its file
    ]
    (hit,) = fuse([StageResult(engine="match", rankings=(Ranking(candidates=(candidate(1),)),))])
    hits = [
        replace(
            hit,
            photo=PhotoId(number),
            path=Path(path),
            taken_at=taken,
            dated_by="file" if number == 5 else "metadata",
        )
        for number, (path, taken, _) in enumerate(of)
    ]
    sizes = {PhotoId(number): size for number, (_, _, size) in enumerate(of) if size is not None}
    assert [hit.photo for hit in sorted_hits(hits, sort, sizes)] == order


def result_of(candidates):
    return StageResult(engine="match", rankings=(Ranking(candidates=tuple(candidates)),))


def candidate(
    photo,
    inliers=0,
    proof="part",
    *,
    engine="match",
    score=0.1,
    likeness=0.1,
    strong=False,
):
    points = np.zeros((inliers, 2), np.float32)
    evidence = Evidence(
        term=0, inliers=inliers, coverage=0.5, outline=None, query_xy=points, photo_xy=points, proof=proof
    )
    found = IndexedPhoto(
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
        photo=found,
        engine=engine,
        score=score,
        likeness=likeness,
        evidence=evidence if inliers else None,
        verified=inliers > 0,
        strong=strong,
    )
