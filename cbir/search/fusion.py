"""The candidates of all engines -> one list of hits, by evidence.

Proofs come first, then what is possible, then what looks similar; judging.py decides which is which. Within a kind, a
photo counts by its strongest evidence, so that no engine's list moves the evidence of another one down. Ranks are fused
only where the scores of two lists have no common unit: if names and metadata take part, and among the less likely.

Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

from cbir.base.types import (
    HIT_KINDS,
    EngineName,
    EngineRank,
    Evidence,
    Hit,
    HitKind,
    PhotoId,
    SortKey,
    date_key,
    natural_key,
)
from cbir.catalog import IndexedPhoto
from cbir.search.calibration import similar_score, verified_score, via_score
from cbir.search.judging import Judgement, is_possible, judge, proofs_of
from cbir.search.results import Candidate, Ranking, StageResult

Item = TypeVar("Item", bound=Hashable)

RRF_K = 60  # Cormack 2009, section 3
_COPY_SCORE, _POSSIBLE_SCORE = 0.9999, 0.4999  # above those of all proven hits, of all that look similar
_Proven = tuple[int, int, int, int, bool, float, int]


Towns = Callable[[Sequence[PhotoId]], Mapping[PhotoId, str]]
"""Returns the town of each photo that has one."""


def fuse(
    results: Sequence[StageResult],
    *,
    last: int | None = None,
    towns: Towns = lambda photos: {},
    left_out: frozenset[PhotoId] = frozenset(),
    copies: Sequence[IndexedPhoto] = (),
) -> tuple[Hit, ...]:
    """One list of hits, best first, without photos that verifiably show a subtracted term.

    last : most hits to return. left_out : photos that are no hits
    copies : photos whose files are the query's picture. They come first, even if no engine has found them

    Proven photos are sorted by, in this order:
    - the number of terms that they show;
    - their kind;
    - the number of terms that they show by their own points, and as the same thing;
    - for a query with text and pictures, typed words in name or metadata, then the fit of the text with the photo;
    - the number of inliers.
    All others are sorted by kind, then by strength or by fused ranks, as described above.
    """
    rankings = _remaining(results, left_out)
    by_photo: dict[PhotoId, list[Candidate]] = {
        photo.photo: [] for photo in copies if photo.photo not in left_out
    }
    copied = frozenset(by_photo)
    places: dict[PhotoId, dict[str, EngineRank]] = {}
    for ranking in rankings:
        for rank, candidate in enumerate(ranking.candidates, start=1):
            photo, engine = candidate.photo.photo, candidate.engine
            by_photo.setdefault(photo, []).append(candidate)
            before = places.setdefault(photo, {}).get(engine)
            if before is None or rank < before.rank:
                places[photo][engine] = _place(rank, candidate)
    photos = {photo.photo: photo for photo in copies} | {
        photo: candidates[0].photo for photo, candidates in by_photo.items() if candidates
    }
    named = any(ranking.candidates[0].engine == "metadata" for ranking in rankings)
    worded = named or any(
        candidate.text_fit is not None for candidates in by_photo.values() for candidate in candidates
    )
    judgements = {
        photo: judge(
            candidates,
            is_copy=photo in copied,
            worded=worded,
            match_rank=_rank(places.get(photo, {}), "match"),
        )
        for photo, candidates in by_photo.items()
    }
    fused = reciprocal_rank_fusion(
        [
            (ranking.weight, [candidate.photo.photo for candidate in ranking.candidates])
            for ranking in rankings
        ]
    )

    def key(photo: PhotoId) -> tuple[bool, _Proven, float, float, Path]:
        kind, strength = judgements[photo]
        by_strength = kind == "possibly" or (kind == "looks similar" and not named)
        return (
            photo not in copied,
            _proven(by_photo[photo], kind),
            -strength if by_strength else 0.0,
            -fused.get(photo, 0.0),
            photos[photo].path,
        )

    # A photo that is first in every list has a share of 1.
    share = (RRF_K + 1) / max(sum(ranking.weight for ranking in rankings), 1e-12)

    def score(photo: PhotoId) -> float:
        candidates = by_photo[photo]
        if photo in copied:
            return _COPY_SCORE
        if proofs := proofs_of(candidates):
            return _score(proofs, len(rankings))
        kind = judgements[photo].kind
        if kind == "possibly":
            return _POSSIBLE_SCORE
        if len(rankings) == 1 or (kind == "looks similar" and not named):
            return max(candidate.likeness for candidate in candidates)
        return similar_score(fused[photo] * share)

    order = sorted(by_photo, key=key)[:last]
    town_of = towns(order)
    scores = accumulate(map(score, order), min)  # of different units, but no hit is above an earlier one
    return tuple(
        _hit(
            rank,
            photos[photo],
            by_photo[photo],
            judgements[photo],
            score,
            tuple(places.get(photo, {}).values()),
            town_of,
        )
        for rank, (photo, score) in enumerate(zip(order, scores, strict=True), start=1)
    )


def _rank(places: Mapping[str, EngineRank], engine: EngineName) -> int | None:
    return places[engine].rank if engine in places else None


def _place(rank: int, candidate: Candidate) -> EngineRank:
    return EngineRank(engine=candidate.engine, rank=rank, score=candidate.score)


def _remaining(results: Sequence[StageResult], left_out: frozenset[PhotoId]) -> list[Ranking]:
    """All rankings without refused photos and those to leave out. Empty rankings are left out of the fusion."""
    refused = left_out.union(*(result.refused for result in results))
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


def _proven(candidates: Sequence[Candidate], kind: HitKind) -> _Proven:
    """Sort key by a photo's proofs: more proofs come first. See fuse()."""
    proofs = proofs_of(candidates)
    own = _direct(proofs)
    named, fit = _text_fit(candidates) if proofs else (False, 0.0)
    inliers = sum(proof.inliers for proof in own)
    return -len(proofs), HIT_KINDS.index(kind), -len(own), -_same(own), not named, -fit, -inliers


def _text_fit(candidates: Sequence[Candidate]) -> tuple[bool, float]:
    """For a verified photo: True if its name or metadata have the typed words, and the score of the description."""
    named = any(candidate.engine == "metadata" and candidate.strong for candidate in candidates)
    return named, max(
        (candidate.text_fit for candidate in candidates if candidate.text_fit is not None), default=0.0
    )


def _direct(proofs: Sequence[Evidence]) -> list[Evidence]:
    """The proofs by the query itself, without those by way of another hit."""
    return [proof for proof in proofs if proof.proof != "via"]


def _score(proofs: Sequence[Evidence], lists: int) -> float:
    own = _direct(proofs)
    if not own:
        return via_score(sum(proof.inliers for proof in proofs), len(proofs), lists)
    return verified_score(sum(proof.inliers for proof in own), _same(own), len(own), lists)


def _same(proofs: Sequence[Evidence]) -> int:
    return sum(proof.proof == "same" for proof in proofs)


def _hit(
    rank: int,
    photo: IndexedPhoto,
    candidates: Sequence[Candidate],
    judgement: Judgement,
    score: float,
    engines: tuple[EngineRank, ...],
    town_of: Mapping[PhotoId, str],
) -> Hit:
    unproven = [
        candidate.evidence
        for candidate in candidates
        if candidate.evidence and (candidate.evidence.found_by == "written" or is_possible(candidate))
    ]
    parts = [candidate.part for candidate in candidates if candidate.part is not None]
    return Hit(
        rank=rank,
        photo=photo.photo,
        path=photo.path,
        score=score,
        size=(photo.width, photo.height),
        fingerprint=photo.fingerprint,
        evidence=tuple(proofs_of(candidates) or unproven),
        engines=engines,
        taken_at=photo.taken_at,
        dated_by=photo.dated_by,
        town=town_of.get(photo.photo),
        kind=judgement.kind,
        strength=judgement.strength,
        part=parts[0] if parts else None,
    )


def one_for_each_shot(
    hits: Sequence[Hit], raws_among: Callable[[Collection[PhotoId]], Collection[PhotoId]]
) -> tuple[Hit, ...]:
    """Hits in which a raw file and the JPEG of its shot are one, at the place of the first. Ranks do not change.

    The JPEG stands for both, unless the raw file comes first with another kind of evidence.
    """
    by_shot: dict[tuple[Path, str, str], list[Hit]] = defaultdict(list)
    for hit in hits:
        if hit.dated_by == "metadata" and hit.taken_at is not None and "T" in hit.taken_at:
            by_shot[hit.path.parent, hit.path.stem, hit.taken_at].append(hit)
    several = [shot for shot in by_shot.values() if len(shot) > 1]
    raws = raws_among([hit.photo for shot in several for hit in shot]) if several else ()
    items: dict[PhotoId, Hit | None] = {}
    for shot in several:
        first = shot[0]
        other = next((hit for hit in shot if (hit.photo in raws) != (first.photo in raws)), None)
        if other is not None:
            shown, hidden = (
                (other, first) if first.photo in raws and other.kind == first.kind else (first, other)
            )
            items[first.photo] = replace(shown, rank=first.rank, beside=hidden.path.name)
            items[other.photo] = None
    return tuple(item for hit in hits if (item := items.get(hit.photo, hit)) is not None)


def sorted_hits(hits: Sequence[Hit], sort: SortKey, sizes: Mapping[PhotoId, int]) -> tuple[Hit, ...]:
    """Hits in another order. Their ranks do not change.

    date : newest first; last come photos that only their files date, then undated ones. name : of the file, in natural
        order. size : largest file first
    sizes : bytes
    """
    match sort:
        case "date":
            newest_first = sorted(hits, key=lambda hit: date_key(hit.taken_at or ""), reverse=True)
            return tuple(sorted(newest_first, key=lambda hit: (not hit.taken_at, hit.dated_by == "file")))
        case "name":
            return tuple(sorted(hits, key=lambda hit: (natural_key(hit.path.name), hit.path)))
        case "size":
            return tuple(sorted(hits, key=lambda hit: (-sizes.get(hit.photo, 0), hit.path)))
        case _:
            return tuple(hits)
