"""Candidates of several terms and engines -> one list of hits.

Verified ones come first; the rest is fused by rank, since two engines' scores have no common unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import EngineRank, Evidence, Hit, PhotoId, SortKey
from cbir.catalog import Found
from cbir.search.metadata_engine import TextAnswer, TextRanking
from cbir.search.ranking import RRF_K, reciprocal_rank_fusion, similar_score, verified_score


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    found: Found
    score: float  # of the inverted index, scaled to a share of the query
    evidence: Evidence | None
    verified: bool
    engine: str = "match"
    strong: bool = False  # by the measure of its own engine


def best_first(candidate: Candidate) -> tuple[bool, int, float, Path]:
    inliers = candidate.evidence.inliers if candidate.evidence else 0
    return (not candidate.verified, -inliers, -candidate.score, candidate.found.path)


def text_hits(texts: TextAnswer, top: int) -> tuple[Hit, ...]:
    """The hits of a query without a picture, best first."""
    ranked = [(ranking.weight, text_candidates(ranking)) for ranking in texts.rankings]
    return tuple(fuse(ranked)[:top])


def text_candidates(ranking: TextRanking) -> list[Candidate]:
    return [
        # All that was typed stands in its name or metadata: that is no weak hit.
        Candidate(
            found=found,
            score=score,
            evidence=None,
            verified=False,
            engine="metadata",
            strong=ranking.whole,
        )
        for found, score in ranking.photos
    ]


def fuse(ranked: Sequence[tuple[float, list[Candidate]]]) -> list[Hit]:
    """One list of hits from the weighted candidates of several terms and engines.

    A photo that shows more of the terms for certain comes before one that shows fewer; then the sum of its
    evidence counts, then whether an engine holds it for a strong hit, then the fused ranks.
    """
    by_photo: dict[PhotoId, list[Candidate]] = {}
    places: dict[PhotoId, dict[str, EngineRank]] = {}
    for _, candidates in ranked:
        for rank, candidate in enumerate(candidates, start=1):
            photo, engine = candidate.found.photo, candidate.engine
            by_photo.setdefault(photo, []).append(candidate)
            known = places.setdefault(photo, {}).get(engine)
            if known is None or rank < known.rank:
                places[photo][engine] = EngineRank(engine=engine, rank=rank, score=candidate.score)
    fused = reciprocal_rank_fusion(
        [(weight, [candidate.found.photo for candidate in candidates]) for weight, candidates in ranked]
    )
    single = len(ranked) == 1

    def key(photo: PhotoId) -> tuple[int, int, bool, float, Path]:
        proofs = [candidate for candidate in by_photo[photo] if candidate.verified]
        inliers = sum(candidate.evidence.inliers for candidate in proofs if candidate.evidence)
        strong = any(candidate.strong for candidate in by_photo[photo])
        return (-len(proofs), -inliers, not strong, -fused[photo], by_photo[photo][0].found.path)

    # one term alone is in its own order already; ranks would only blur equal scores
    order = [candidate.found.photo for candidate in ranked[0][1]] if single else sorted(by_photo, key=key)
    # Scores of several lists have no common unit: what they rank is scored by its places, first everywhere with 1.
    share = (RRF_K + 1) / max(sum(weight for weight, _ in ranked), 1e-12)
    return [
        _hit(
            rank,
            by_photo[photo],
            by_photo[photo][0].score if single else fused[photo] * share,
            tuple(places[photo].values()),
            len(ranked),
        )
        for rank, photo in enumerate(order, start=1)
    ]


def _hit(
    rank: int, candidates: Sequence[Candidate], likeness: float, engines: tuple[EngineRank, ...], lists: int
) -> Hit:
    found = candidates[0].found
    strong = any(candidate.strong for candidate in candidates)
    proofs = tuple(c.evidence for c in candidates if c.evidence is not None and c.verified)
    inliers = sum(proof.inliers for proof in proofs)
    if proofs:
        score = verified_score(inliers, len(proofs), lists)
    elif lists == 1 and candidates[0].engine == "semantic":
        score = likeness  # calibrated already
    else:
        near = candidates[0].evidence if lists == 1 else None  # of several lists the ranks decide
        score = similar_score(likeness, near.inliers if near else 0)
    return Hit(
        rank=rank,
        photo=found.photo,
        path=found.path,
        score=score,
        verified=bool(proofs),
        size=(found.width, found.height),
        fingerprint=found.fingerprint,
        evidence=proofs,
        engines=engines,
        taken_at=found.taken_at,
        strong=strong and not proofs,
    )


def sorted_hits(hits: Sequence[Hit], sort: SortKey, sizes: Mapping[PhotoId, int]) -> list[Hit]:
    """Hits in another order; their ranks stay those of their scores.

    date : newest first, undated last. name : of the file, as a person sorts. size : largest file first
    sizes : bytes
    """
    match sort:
        case "date":
            dated = sorted(
                (hit for hit in hits if hit.taken_at), key=lambda hit: hit.taken_at or "", reverse=True
            )
            return [*dated, *(hit for hit in hits if not hit.taken_at)]
        case "name":
            return sorted(hits, key=lambda hit: (_as_read(hit.path.name), hit.path))
        case "size":
            return sorted(hits, key=lambda hit: (-sizes.get(hit.photo, 0), hit.path))
        case _:
            return list(hits)


def _as_read(name: str) -> list[tuple[int, int, str]]:
    """IMG_2 before IMG_10."""
    return [
        (0, int(part), "") if part.isdecimal() else (1, 0, part)
        for part in re.split(r"(\d+)", name.casefold())
        if part
    ]
