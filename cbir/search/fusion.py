"""The rankings of all engines -> one list of hits.

Verified candidates come first. The others are fused by rank, because the scores of two engines have no common unit:
Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from cbir.base.types import EngineRank, Evidence, Hit, PhotoId, SortKey, date_key, natural_key
from cbir.search.calibration import similar_score, verified_score, via_score
from cbir.search.results import Candidate, Ranking, StageResult

Item = TypeVar("Item", bound=Hashable)

RRF_K = 60  # Cormack 2009, section 3
_Proven = tuple[int, int, bool, float, int, int]
_NOTHING_PROVEN: _Proven = (0, 0, True, 0.0, 0, 0)


Towns = Callable[[Sequence[PhotoId]], Mapping[PhotoId, str]]
"""Returns the town of each photo that has one."""


def fuse(
    results: Sequence[StageResult], *, last: int | None = None, towns: Towns = lambda photos: {}
) -> tuple[Hit, ...]:
    """One list of hits, best first, without photos that verifiably show a subtracted term. last : most hits to return

    Photos are sorted by the number of terms that they verifiably show; then by how many of these are the same thing
    and not a shared part; then, for a query with text and pictures, by typed words in its name or metadata, and by the
    fit of the text with the photo; then by the number of inliers; then by proofs by way of other hits; then strong hits
    of an engine come first; then by the fused ranks.
    """
    rankings = _remaining(results)
    if (
        len(rankings) == 1
    ):  # the engine's own order and likeness; ranks would give different values to equal scores
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

    def key(photo: PhotoId) -> tuple[_Proven, bool, bool, float, Path]:
        candidates = by_photo[photo]
        possible = any(map(_is_possible, candidates))
        strong = any(candidate.strong for candidate in candidates)
        return _proven(candidates), not possible, not strong, -fused[photo], candidates[0].photo.path

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
    """All rankings without refused photos. Empty rankings are left out of the fusion."""
    refused = frozenset[PhotoId]().union(*(result.refused for result in results))
    rankings = [
        Ranking(
            weight=ranking.weight,
            candidates=tuple(
                candidate for candidate in ranking.candidates if candidate.photo.photo not in refused
            ),
        )
        for result in results
        for ranking in result.rankings
    ]
    return [ranking for ranking in rankings if ranking.candidates]


def reciprocal_rank_fusion(
    rankings: Iterable[tuple[float, Sequence[Item]]], *, k: int = RRF_K
) -> dict[Item, float]:
    """Sum of weight / (k + rank) over the lists with an item; ranks start at 1.

    rankings : (weight, items best first). Returns the fused score of every item, in order of first appearance.
    """
    fused: dict[Item, float] = {}
    for weight, items in rankings:
        for rank, entry in enumerate(items, start=1):
            fused[entry] = fused.get(entry, 0.0) + weight / (k + rank)
    return fused


def _proven(candidates: Sequence[Candidate]) -> _Proven:
    """Sort key by a photo's proofs: more proofs come first. See fuse()."""
    proofs = _proofs(candidates)
    if not proofs:
        return _NOTHING_PROVEN
    own = _direct(proofs)
    named, fit = _text_fit(candidates)
    inliers = sum(proof.inliers for proof in own)
    return -len(own), -_same(own), not named, -fit, -inliers, -len(proofs)


def _text_fit(candidates: Sequence[Candidate]) -> tuple[bool, float]:
    """For a verified photo: True if its name or metadata have the typed words, and the score of the description."""
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
    """The proofs by the query itself, without those by way of another hit."""
    return [proof for proof in proofs if proof.proof != "via"]


def _is_possible(candidate: Candidate) -> bool:
    """True if points agree, but nothing confirms them."""
    return candidate.evidence is not None and candidate.evidence.proof == "possible"


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
    unproven = [
        candidate.evidence
        for candidate in candidates
        if candidate.evidence and (candidate.evidence.found_by == "written" or _is_possible(candidate))
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
        evidence=proofs or tuple(unproven),
        engines=engines,
        taken_at=photo.taken_at,
        dated_by=photo.dated_by,
        town=town_of.get(photo.photo),
        strong=not proofs and any(candidate.strong for candidate in candidates),
        part=parts[0] if parts else None,
    )


def sorted_hits(hits: Sequence[Hit], sort: SortKey, sizes: Mapping[PhotoId, int]) -> tuple[Hit, ...]:
    """Hits in another order. Their ranks do not change.

    date : newest first, undated last. name : of the file, in natural order. size : largest file first
    sizes : bytes
    """
    match sort:
        case "date":
            dated = (hit for hit in hits if hit.taken_at)
            undated = (hit for hit in hits if not hit.taken_at)
            return (*sorted(dated, key=lambda hit: date_key(hit.taken_at or ""), reverse=True), *undated)
        case "name":
            return tuple(sorted(hits, key=lambda hit: (natural_key(hit.path.name), hit.path)))
        case "size":
            return tuple(sorted(hits, key=lambda hit: (-sizes.get(hit.photo, 0), hit.path)))
        case _:
            return tuple(hits)
