"""Query terms -> features -> shortlist by words -> verified by geometry -> hits with their evidence.

`Searcher` answers queries from one `Snapshot` of the index. Several terms are searched one by one and fused, and a
photo that verifiably shows a subtracted term is left out.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir import matching
from cbir.base.errors import Cancelled
from cbir.base.types import Evidence, Hit, PhotoFeatures, QueryFeatures, SearchOptions, Timings, Weighting
from cbir.catalog import Found
from cbir.matching import MatchOptions, Verification, verify_shortlist
from cbir.matching import load_kernels as load_matching
from cbir.search.fusion import Candidate, best_first, fuse, text_candidates
from cbir.search.metadata_engine import TextAnswer
from cbir.state import Snapshot
from cbir.visual_words import ScoringOptions
from cbir.visual_words import load_kernels as load_scoring

SHORTLIST = 200  # photos that are compared with the query
# The cut that ranks best lets few photos in: a thing seen from the side had no posting left under it. So the
# shortlist is filled by a second ranking with a wider one; docs/benchmarks.md, quality.
WIDE = ScoringOptions(weighting="hamming", hamming_cut=28)


_Scored = tuple[Found, float, str]  # a photo, its scaled score, the codebook that found it


def load_kernels() -> None:
    """Import the compiled loops: half a second that can pass while a worker looks at the query."""
    load_matching()
    load_scoring()


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
class _Listed:
    """What the inverted index says of one term: the ranking that ranks best, and the one that misses least."""

    scored: Sequence[_Scored]
    wide: Sequence[_Scored]

    def shortlist(self) -> list[_Scored]:
        """The best of both rankings by turns, in the order of the wide one: it has a place for every likely photo."""
        chosen: dict[int, _Scored] = {}
        for pair in itertools.zip_longest(self.scored, self.wide):
            for entry in pair:
                if entry is not None and len(chosen) < SHORTLIST:
                    chosen.setdefault(entry[0].document, entry)
        place = {entry[0].document: rank for rank, entry in enumerate(self.wide)}
        return sorted(chosen.values(), key=lambda entry: place.get(entry[0].document, len(place)))

    def all(self) -> list[_Scored]:
        """One ranking, and below all of it what only the wide one found."""
        known = {entry[0].document for entry in self.scored}
        lowest = min((score for _, score, _ in self.scored), default=1.0)
        highest = max((score for _, score, _ in self.wide), default=1.0)
        below = [
            (found, lowest * 0.5 * score / highest, name)
            for found, score, name in self.wide
            if found.document not in known
        ]
        return [*self.scored, *below]


class Searcher:
    """Answers queries from one snapshot.

    find_documents : looks documents up in the catalog; deleted ones are not found
    """

    def __init__(
        self,
        snapshot: Snapshot,
        find_documents: Callable[[Sequence[int]], dict[int, Found]],
        options: MatchOptions,
    ) -> None:
        self._snapshot = snapshot
        self._find_documents = find_documents
        self._options = options

    def search(
        self,
        terms: Sequence[DescribedTerm],
        options: SearchOptions,
        *,
        texts: TextAnswer = TextAnswer(),  # noqa: B008 (frozen)
        meant: Sequence[tuple[float, list[Candidate]]] = (),
        cancelled: Callable[[], bool] = lambda: False,
        unproved: Callable[[tuple[Hit, ...]], None] | None = None,
    ) -> tuple[tuple[Hit, ...], Timings]:
        """Hits, best first, and the time that scoring and verification took.

        texts : what the metadata engine says of the texts of the same query
        meant : what the semantic engine says of all of it, with the weight of its say
        unproved : is given the hits as they are before any is verified
        """
        started = time.perf_counter()
        depth = max(SHORTLIST, options.skip + options.top)
        listed = [self._list(term, options.weighting, depth, texts.allowed) for term in terms]
        scored_at = time.perf_counter()
        others = [*((ranking.weight, text_candidates(ranking)) for ranking in texts.rankings), *meant]
        last = options.skip + options.top
        if unproved is not None and terms and all(term.sign > 0 for term in terms):
            ranked = [(term, _candidates(each, {})) for term, each in zip(terms, listed, strict=True)]
            unproved(_fused(ranked, others)[:last])
        ranked = []
        for term, each in zip(terms, listed, strict=True):
            if cancelled():
                raise Cancelled("The search was cancelled.")
            ranked.append((term, _candidates(each, self._verify(term, each.shortlist(), cancelled))))
        verify_ms = (time.perf_counter() - scored_at) * 1000
        return _fused(ranked, others)[:last], Timings(score=(scored_at - started) * 1000, verify=verify_ms)

    def rank(self, term: DescribedTerm, weighting: Weighting, top: int) -> list[tuple[Found, float]]:
        """The inverted index alone, before any verification: photos and scores, best first."""
        scored = self._score(term, ScoringOptions(weighting=weighting), top)
        return [(found, score) for found, score, _ in scored][:top]

    def _list(
        self, term: DescribedTerm, weighting: Weighting, depth: int, allowed: NDArray[np.int64] | None
    ) -> _Listed:
        return _Listed(
            scored=self._score(term, ScoringOptions(weighting=weighting), depth, allowed),
            wide=self._score(term, WIDE, SHORTLIST, allowed),
        )

    def _score(
        self,
        term: DescribedTerm,
        scoring: ScoringOptions,
        top: int,
        allowed: NDArray[np.int64] | None = None,
    ) -> list[_Scored]:
        """Photos, scaled scores and the codebook that found each, best first, equal scores by path."""
        best: dict[int, tuple[float, str]] = {}
        for codebook, index in self._snapshot.indexes:
            for variant in term.features[codebook.fingerprint]:
                if variant is None:
                    continue
                scored = index.search(
                    variant.words,
                    variant.signatures,
                    top=top,
                    options=scoring,
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
        shortlist: Sequence[_Scored],
        cancelled: Callable[[], bool],
    ) -> dict[int, tuple[Evidence, bool]]:
        """What the geometry of each looked-at photo says, by document, from whichever variant says most."""
        best: dict[int, tuple[Evidence, bool]] = {}
        for codebook, _ in self._snapshot.indexes:
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
        return self._snapshot.features(found.store).read(found.store_row)


def _candidates(listed: _Listed, evidence: Mapping[int, tuple[Evidence, bool]]) -> list[Candidate]:
    """Candidates of one term: verified ones by evidence, then the others by score."""
    candidates = [
        Candidate(
            found=found,
            score=score,
            evidence=evidence[found.document][0] if found.document in evidence else None,
            verified=found.document in evidence and evidence[found.document][1],
        )
        for found, score, _ in listed.all()
    ]
    return sorted(candidates, key=best_first)


def _fused(
    ranked: Sequence[tuple[DescribedTerm, list[Candidate]]], others: Sequence[tuple[float, list[Candidate]]]
) -> tuple[Hit, ...]:
    """All engines' candidates as one list of hits, without what verifiably shows a subtracted term."""
    refused = {
        candidate.found.photo
        for term, candidates in ranked
        if term.sign < 0
        for candidate in candidates
        if candidate.verified
    }
    wanted = [
        (weight, [candidate for candidate in candidates if candidate.found.photo not in refused])
        for weight, candidates in [
            *((term.weight, candidates) for term, candidates in ranked if term.sign > 0),
            *others,
        ]
    ]
    # An engine with nothing to say abstains: of one list that is left, the order and scores are its own.
    return tuple(fuse([(weight, candidates) for weight, candidates in wanted if candidates]))


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
