"""The rankings of all engines -> one list of hits.

Verified candidates come first. The rest is fused by rank, since two engines' scores have no common unit: Cormack,
Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from cbir.base.types import EngineRank, Evidence, Hit, PhotoId, SortKey, natural_key
from cbir.search.calibration import similar_score, verified_score, via_score
from cbir.search.results import Candidate, Ranking, StageResult

Item = TypeVar("Item", bound=Hashable)

RRF_K = 60  # Cormack 2009, section 3
_Proven = tuple[int, int, bool, float, int, int]
_NOTHING_PROVEN: _Proven = (0, 0, True, 0.0, 0, 0)


Towns = Callable[[Sequence[PhotoId]], Mapping[PhotoId, str]]
"""The towns that photos are named after; those without one are left out."""


def fuse(
    results: Sequence[StageResult], *, last: int | None = None, towns: Towns = lambda photos: {}
) -> tuple[Hit, ...]:
    """One list of hits, best first, without what verifiably shows a subtracted term. last : the most of them

    A photo that verifiably shows more of the terms comes before one that shows fewer; then how many of them are the
    same thing and no shared part; then, where words were asked beside pictures, whether its name or its text has them
    and how well they fit what it shows; then the sum of its inliers, then what it shows by way of hits, then whether
    an engine holds it for a strong hit, then the fused ranks.
    """
    rankings = _remaining(results)
    if len(rankings) == 1:  # the engine's own order and likeness: ranks would only blur equal scores
        listed = rankings[0].candidates[:last]
        town_of = towns([candidate.photo.photo for candidate in listed])
        return tuple(
            _hit(rank, [candidate], candidate.likeness, (_place(rank, candidate),), 1, town_of)
            for rank, candidate in enumerate(listed, start=1)
        )
    by_photo: dict[PhotoId, list[Candidate]] = {}
    places: dict[PhotoId, dict[str, EngineRank]] = {}
    for ranking in rankings:
        for rank, candidate in enumerate(ranking.candidates, start=1):
            photo, engine = candidate.photo.photo, candidate.engine
            by_photo.setdefault(photo, []).append(candidate)
            before = places.setdefault(photo, {}).get(engine)
            if before is None or rank < before.rank:
                places[photo][engine] = _place(rank, candidate)
    fused = reciprocal_rank_fusion(
        [
            (ranking.weight, [candidate.photo.photo for candidate in ranking.candidates])
            for ranking in rankings
        ]
    )

    def key(photo: PhotoId) -> tuple[_Proven, bool, float, Path]:
        candidates = by_photo[photo]
        strong = any(candidate.strong for candidate in candidates)
        return _proven(candidates), not strong, -fused[photo], candidates[0].photo.path

    # A photo that is first in every list has a share of 1.
    share = (RRF_K + 1) / max(sum(ranking.weight for ranking in rankings), 1e-12)
    order = sorted(by_photo, key=key)[:last]
    town_of = towns(order)
    return tuple(
        _hit(
            rank,
            by_photo[photo],
            similar_score(fused[photo] * share),
            tuple(places[photo].values()),
            len(rankings),
            town_of,
        )
        for rank, photo in enumerate(order, start=1)
    )


def _place(rank: int, candidate: Candidate) -> EngineRank:
    return EngineRank(engine=candidate.engine, rank=rank, score=candidate.score)


def _remaining(results: Sequence[StageResult]) -> list[Ranking]:
    """All rankings without refused photos; one with nothing left has no say in the fusion."""
    refused = frozenset[PhotoId]().union(*(result.refused for result in results))
    kept = [
        Ranking(
            weight=ranking.weight,
            candidates=tuple(
                candidate for candidate in ranking.candidates if candidate.photo.photo not in refused
            ),
        )
        for result in results
        for ranking in result.rankings
    ]
    return [ranking for ranking in kept if ranking.candidates]


def reciprocal_rank_fusion(
    rankings: Iterable[tuple[float, Sequence[Item]]], *, k: int = RRF_K
) -> dict[Item, float]:
    """Sum of weight / (k + rank) over the lists that hold an item; ranks start at 1.

    rankings : (weight, items best first). Returns the fused score of every item, in order of first appearance.
    """
    fused: dict[Item, float] = {}
    for weight, items in rankings:
        for rank, item in enumerate(items, start=1):
            fused[item] = fused.get(item, 0.0) + weight / (k + rank)
    return fused


def _proven(candidates: Sequence[Candidate]) -> _Proven:
    """Sort key of the proofs of a photo, the most first; see fuse()."""
    proofs = _proofs(candidates)
    if not proofs:
        return _NOTHING_PROVEN
    own = _direct(proofs)
    named, fit = _text_fit(candidates)
    inliers = sum(proof.inliers for proof in own)
    return -len(own), -_same(own), not named, -fit, -inliers, -len(proofs)


def _text_fit(candidates: Sequence[Candidate]) -> tuple[bool, float]:
    """For a verified photo: whether its name or metadata have the typed words, and how well the description fits it."""
    named = any(candidate.engine == "metadata" and candidate.strong for candidate in candidates)
    return named, max(
        (candidate.text_fit for candidate in candidates if candidate.text_fit is not None), default=0.0
    )


def _proofs(candidates: Sequence[Candidate]) -> tuple[Evidence, ...]:
    return tuple(
        [
            candidate.evidence
            for candidate in candidates
            if candidate.evidence is not None and candidate.verified
        ]
    )


def _direct(proofs: Sequence[Evidence]) -> list[Evidence]:
    """The proofs by the query itself, and not by way of a hit."""
    return [proof for proof in proofs if proof.proof != "via"]


def _score(proofs: Sequence[Evidence], lists: int) -> float:
    own = _direct(proofs)
    if not own:
        return via_score(sum(proof.inliers for proof in proofs))
    return verified_score(sum(proof.inliers for proof in own), _same(own), len(own), lists)


def _same(proofs: Sequence[Evidence]) -> int:
    return sum(proof.proof == "same" for proof in proofs)


def _hit(
    rank: int,
    candidates: Sequence[Candidate],
    likeness: float,
    engines: tuple[EngineRank, ...],
    lists: int,
    town_of: Mapping[PhotoId, str],
) -> Hit:
    photo = candidates[0].photo
    proofs = _proofs(candidates)
    written = [
        candidate.evidence
        for candidate in candidates
        if candidate.evidence and candidate.evidence.found_by == "written"
    ]
    parts = [candidate.part for candidate in candidates if candidate.part is not None]
    return Hit(
        rank=rank,
        photo=photo.photo,
        path=photo.path,
        score=_score(proofs, lists) if proofs else likeness,
        verified=bool(proofs),
        size=(photo.width, photo.height),
        fingerprint=photo.fingerprint,
        evidence=proofs or tuple(written),
        engines=engines,
        taken_at=photo.taken_at,
        dated_by=photo.dated_by,
        town=town_of.get(photo.photo),
        strong=not proofs and any(candidate.strong for candidate in candidates),
        part=parts[0] if parts else None,
    )


def sorted_hits(hits: Sequence[Hit], sort: SortKey, sizes: Mapping[PhotoId, int]) -> tuple[Hit, ...]:
    """Hits in another order; their ranks stay those of their scores.

    date : newest first, undated last. name : of the file, as a person sorts. size : largest file first
    sizes : bytes
    """
    match sort:
        case "date":
            dated = (hit for hit in hits if hit.taken_at)
            undated = (hit for hit in hits if not hit.taken_at)
            return (*sorted(dated, key=lambda hit: hit.taken_at or "", reverse=True), *undated)
        case "name":
            return tuple(sorted(hits, key=lambda hit: (natural_key(hit.path.name), hit.path)))
        case "size":
            return tuple(sorted(hits, key=lambda hit: (-sizes.get(hit.photo, 0), hit.path)))
        case _:
            return tuple(hits)
