"""Query terms -> features -> shortlist by words -> verified by geometry -> hits with their evidence.

A `Generation` is the index at one moment; `Searcher` answers queries from it. Several terms are searched one by
one: verified photos come first, the rest is fused by rank, and a photo that verifiably shows a subtracted term
is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir import matching
from cbir.catalog import Catalog, Found
from cbir.errors import Cancelled
from cbir.layout import Layout
from cbir.matching import FeatureStore, MatchOptions, Verification, verify_shortlist
from cbir.ranking import RRF_K, reciprocal_rank_fusion, similar_score, verified_score
from cbir.text_search import TextAnswer, TextRanking
from cbir.types import (
    EngineRank,
    Evidence,
    Hit,
    PhotoFeatures,
    PhotoId,
    QueryFeatures,
    SearchOptions,
    Took,
    Weighting,
)
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment, ScoringOptions


def load_kernels() -> None:
    """Import the compiled loops: half a second that can pass while a worker looks at the query."""
    from cbir.matching import kernels  # noqa: F401
    from cbir.visual_words import scoring  # noqa: F401


SHORTLIST = 200  # photos that are compared with the query; R@200 by words is 1.0 on all that was measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """The indexes of all codebooks of a library at one moment of its catalog."""

    version: int
    indexes: tuple[tuple[Codebook, InvertedIndex], ...]
    photos: int
    stores: dict[str, FeatureStore] = field(default_factory=dict)

    @classmethod
    def load(
        cls,
        catalog: Catalog,
        layout: Layout,
        codebooks: Callable[[str], Codebook],
        opened: Mapping[str, FeatureStore],
    ) -> Generation:
        """Map all segments. Raises ArtifactMismatch where one is damaged.

        opened : feature stores that an earlier generation has opened; they never change
        """
        version = catalog.data_version()
        with catalog.reading():
            segments = catalog.segments()
            tombstones = catalog.deleted_documents()
            photos = catalog.photo_count()
        store_codebook = {
            segment.name: segment.codebook for segment in segments if segment.kind == "features"
        }
        stores = {name: store for name, store in opened.items() if name in store_codebook}
        deleted: dict[str, list[int]] = {}
        deleted_words: dict[str, list[NDArray[np.uint32]]] = {}
        for document, store, row in tombstones:
            codebook = store_codebook[store]
            if store not in stores:
                stores[store] = FeatureStore.open(layout.features(store))
            deleted.setdefault(codebook, []).append(document)
            deleted_words.setdefault(codebook, []).append(np.unique(stores[store].read(row).words))
        indexes = []
        for name in sorted({segment.codebook for segment in segments if segment.kind == "postings"}):
            codebook_object = codebooks(name)
            index = InvertedIndex(
                [
                    PostingsSegment.open(layout.postings(segment.name))
                    for segment in sorted(segments, key=lambda segment: segment.name)
                    if segment.kind == "postings" and segment.codebook == name
                ],
                words=len(codebook_object),
                deleted=np.array(deleted.get(name, []), np.uint32),
                deleted_words=deleted_words.get(name, []),
            )
            indexes.append((codebook_object, index))
        return cls(version=version, indexes=tuple(indexes), photos=photos, stores=stores)


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedTerm:
    """A term's picture as features, for each codebook upright and (where asked for) mirrored.

    full_size : of the picture or region that was described; offset : where the region begins in its picture
    """

    term: int
    sign: int
    weight: float
    features: dict[str, tuple[QueryFeatures, QueryFeatures | None]]
    full_size: tuple[int, int]
    offset: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    found: Found
    score: float  # of the inverted index, scaled to a share of the query
    evidence: Evidence | None
    verified: bool
    engine: str = "match"


@dataclass(slots=True)
class _Clock:
    score: float = 0.0
    verify: float = 0.0


class Searcher:
    """Answers queries from one generation.

    find_documents : looks documents up in the catalog; deleted ones are not found
    """

    def __init__(
        self,
        generation: Generation,
        find_documents: Callable[[Sequence[int]], dict[int, Found]],
        layout: Layout,
        options: MatchOptions,
    ) -> None:
        self._generation = generation
        self._find_documents = find_documents
        self._layout = layout
        self._options = options

    def search(
        self,
        terms: Sequence[DescribedTerm],
        options: SearchOptions,
        *,
        texts: TextAnswer = TextAnswer(),  # noqa: B008 (frozen)
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[tuple[Hit, ...], Took]:
        """Hits, best first, and the time that scoring and verification took.

        texts : what the metadata engine says of the texts of the same query
        """
        clock = _Clock()
        depth = max(SHORTLIST, options.top)
        ranked = [
            (
                term,
                self._rank_term(
                    term, options.weighting, depth, clock, allowed=texts.allowed, cancelled=cancelled
                ),
            )
            for term in terms
        ]
        refused = {
            candidate.found.photo
            for term, candidates in ranked
            if term.sign < 0
            for candidate in candidates
            if candidate.verified
        }
        by_text = [(ranking.weight, _text_candidates(ranking)) for ranking in texts.rankings]
        wanted = [
            (weight, [candidate for candidate in candidates if candidate.found.photo not in refused])
            for weight, candidates in [
                *((term.weight, candidates) for term, candidates in ranked if term.sign > 0),
                *by_text,
            ]
        ]
        hits = _fuse(wanted)[: options.top]
        return tuple(hits), Took(score=clock.score * 1000, verify=clock.verify * 1000)

    def rank(self, term: DescribedTerm, weighting: Weighting, top: int) -> list[tuple[Found, float]]:
        """The inverted index alone, before any verification: photos and scores, best first."""
        scored = self._score(term, weighting, top)
        return [(found, score) for found, score, _ in scored][:top]

    def _rank_term(
        self,
        term: DescribedTerm,
        weighting: Weighting,
        depth: int,
        clock: _Clock,
        *,
        allowed: NDArray[np.int64] | None,
        cancelled: Callable[[], bool],
    ) -> list[_Candidate]:
        """Candidates of one term: verified ones by evidence, then the others by score."""
        started = time.perf_counter()
        scored = self._score(term, weighting, depth, allowed)
        if cancelled():
            raise Cancelled("The search was cancelled.")
        scored_at = time.perf_counter()
        evidence = self._verify(term, scored[:SHORTLIST], cancelled)
        clock.score += scored_at - started
        clock.verify += time.perf_counter() - scored_at
        candidates = [
            _Candidate(
                found=found,
                score=score,
                evidence=evidence[found.document][0] if found.document in evidence else None,
                verified=found.document in evidence and evidence[found.document][1],
            )
            for found, score, _ in scored
        ]
        return sorted(candidates, key=_best_first)

    def _score(
        self,
        term: DescribedTerm,
        weighting: Weighting,
        top: int,
        allowed: NDArray[np.int64] | None = None,
    ) -> list[tuple[Found, float, str]]:
        """Photos, scaled scores and the codebook that found each, best first, equal scores by path."""
        best: dict[int, tuple[float, str]] = {}
        for codebook, index in self._generation.indexes:
            for variant in term.features[codebook.fingerprint]:
                if variant is None:
                    continue
                scored = index.search(
                    variant.words,
                    variant.signatures,
                    top=top,
                    options=ScoringOptions(weighting=weighting),
                    allowed=allowed,
                )
                for document, score in zip(scored.documents.tolist(), scored.scores.tolist(), strict=True):
                    if score * scored.scale > best.get(document, (0.0, ""))[0]:
                        best[document] = (score * scored.scale, codebook.fingerprint)
        rows = self._find_documents(list(best))
        listed = [(found, *best[document]) for document, found in rows.items()]
        return sorted(listed, key=lambda entry: (-entry[1], entry[0].path))[:top]

    def _verify(
        self,
        term: DescribedTerm,
        shortlist: Sequence[tuple[Found, float, str]],
        cancelled: Callable[[], bool],
    ) -> dict[int, tuple[Evidence, bool]]:
        """What the geometry of each looked-at photo says, by document, from whichever variant says most."""
        best: dict[int, tuple[Evidence, bool]] = {}
        for codebook, _ in self._generation.indexes:
            part = [found for found, _, name in shortlist if name == codebook.fingerprint]
            if not part:
                continue
            photos = [self._features(found) for found in part]
            for mirrored, variant in enumerate(term.features[codebook.fingerprint]):
                if variant is None:
                    continue
                _, looked_at = verify_shortlist(
                    variant, photos, codebook.levels, self._options, cancelled=cancelled
                )
                for position, verification in looked_at.items():
                    found = part[position]
                    known = best.get(found.document)
                    if verification.inliers and (known is None or verification.inliers > known[0].inliers):
                        evidence = _evidence(
                            term, variant, bool(mirrored), found, photos[position], verification
                        )
                        best[found.document] = (evidence, verification.verified)
        return best

    def _features(self, found: Found) -> PhotoFeatures:
        stores = self._generation.stores
        if found.store not in stores:
            stores[found.store] = FeatureStore.open(self._layout.features(found.store))
        return stores[found.store].read(found.store_row)


def _best_first(candidate: _Candidate) -> tuple[bool, int, float, Path]:
    inliers = candidate.evidence.inliers if candidate.evidence and candidate.verified else 0
    return (not candidate.verified, -inliers, -candidate.score, candidate.found.path)


def text_hits(texts: TextAnswer, top: int) -> tuple[Hit, ...]:
    """The hits of a query without a picture, best first."""
    ranked = [(ranking.weight, _text_candidates(ranking)) for ranking in texts.rankings]
    return tuple(_fuse(ranked)[:top])


def _text_candidates(ranking: TextRanking) -> list[_Candidate]:
    return [
        _Candidate(found=found, score=score, evidence=None, verified=False, engine="metadata")
        for found, score in ranking.photos
    ]


def _fuse(ranked: Sequence[tuple[float, list[_Candidate]]]) -> list[Hit]:
    """One list of hits from the weighted candidates of several terms and engines.

    A photo that shows more of the terms for certain comes before one that shows fewer; then the sum of its
    evidence counts, then the fused ranks.
    """
    by_photo: dict[PhotoId, list[_Candidate]] = {}
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

    def key(photo: PhotoId) -> tuple[int, int, float, Path]:
        proofs = [candidate for candidate in by_photo[photo] if candidate.verified]
        inliers = sum(candidate.evidence.inliers for candidate in proofs if candidate.evidence)
        return (-len(proofs), -inliers, -fused[photo], by_photo[photo][0].found.path)

    # one term alone is in its own order already; ranks would only blur equal scores
    order = [candidate.found.photo for candidate in ranked[0][1]] if single else sorted(by_photo, key=key)
    # Scores of two engines have no common unit: what both rank is scored by its place, a first one with 1.
    several = len({candidates[0].engine for _, candidates in ranked if candidates}) > 1
    share = (RRF_K + 1) / max(sum(weight for weight, _ in ranked), 1e-12)
    return [
        _hit(
            rank,
            by_photo[photo],
            fused[photo] * share if several else max(candidate.score for candidate in by_photo[photo]),
            tuple(places[photo].values()),
        )
        for rank, photo in enumerate(order, start=1)
    ]


def _hit(
    rank: int, candidates: Sequence[_Candidate], likeness: float, engines: tuple[EngineRank, ...]
) -> Hit:
    found = candidates[0].found
    proofs = tuple(c.evidence for c in candidates if c.evidence is not None and c.verified)
    score = verified_score(sum(proof.inliers for proof in proofs)) if proofs else similar_score(likeness)
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
    )


def _evidence(
    term: DescribedTerm,
    query: QueryFeatures,
    mirrored: bool,
    found: Found,
    photo: PhotoFeatures,
    verification: Verification,
) -> Evidence:
    """Put a verification into full-resolution pixels of the upright pictures."""
    query_xy = _to_full(query.xy[verification.rows[:, 0]], query.scale)
    photo_scale = max(photo.size) / max(found.width, found.height)
    photo_xy = _to_full(photo.xy[verification.rows[:, 1]], photo_scale)
    border = None
    if verification.transform is not None:
        border = matching.outline(verification.transform, query.size)
    if border is not None:
        border = _to_full(border, photo_scale)
    covered = matching.coverage(query_xy, term.full_size)
    if mirrored:
        query_xy[:, 0] = term.full_size[0] - 1 - query_xy[:, 0]
        border = border if border is None else border[[1, 0, 3, 2]]
    return Evidence(
        term=term.term,
        inliers=verification.inliers,
        coverage=covered,
        outline=None if border is None else border.astype(np.float32),
        query_xy=(query_xy + np.array(term.offset)).astype(np.float32),
        photo_xy=photo_xy.astype(np.float32),
        mirrored=mirrored,
    )


def _to_full(xy: NDArray[np.floating], scale: float) -> NDArray[np.float64]:
    """Working pixels to full-resolution pixels; both count from the centre of the top left one."""
    return (np.asarray(xy, np.float64) + 0.5) / scale - 0.5
