"""Hits that show the same thing -> the visual words of the query and these hits -> more photos of the thing.

A query is one view of a thing. Its hits show the thing from elsewhere, larger, or in another light. The words of the
query and its hits together rank photos that the query alone ranks low, and the first of these are compared with the
query. Only a hit's details among the agreeing points are used, so that things beside it lead nowhere. If the query does
not prove a photo, two hits may: a photo that agrees with both is a hit by way of them, and is shown as such.

Chum, Philbin, Sivic, Isard and Zisserman, "Total recall: automatic query expansion with a generative feature model for
object retrieval", ICCV 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.opencv import cv2
from cbir.base.types import Evidence, Looking, QueryFeatures, Via
from cbir.matching import MatchOptions, Shortlist
from cbir.search.feedback import Marks, divide, learned_term
from cbir.search.query import SHORTLIST, DescribedTerm, Query, recalled_term
from cbir.search.results import Candidate, ShortlistEntry, StageResult, match_result
from cbir.search.stages.comparing import comparisons_of, score_photos, scoring, verify_photos
from cbir.search.stages.stage import Search, StageName, Timing
from cbir.state import Snapshot

_MARGIN_PX = 12  # around the agreeing points, in working pixels: GeometryOptions.cell_px


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpansionOptions:
    """Chosen on the odd covers: docs/benchmarks.md."""

    hits: int = 3  # best hits, whose words are used
    at_once: int = 5  # photos that are compared at a time, until none of them is a hit
    vouchers: int = 2  # hits with which a photo must agree if the query does not prove it


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """A hit, with its details that agree with the query as a term."""

    hit: Candidate
    term: DescribedTerm


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpansionStage:
    """Searches again by the visual words of hits, with stored features."""

    matching: MatchOptions
    options: ExpansionOptions = ExpansionOptions()
    name: StageName = "expansion"
    timing: Timing | None = "verify"
    looking: Looking | None = "hits"

    def applies(self, search: Search) -> bool:
        """True if there are hits that show the same thing."""
        result = search.results.get("match")
        return (
            search.query.options.look_again
            and result is not None
            and any(self._hits(term.candidates, search.query) for term in result.matches if term.is_positive)
        )

    def run(self, search: Search) -> StageResult:
        _, marks = divide(search.query.terms, search.pictures.terms)
        result = search.results["match"]
        matches = list(result.matches)
        for at, term in enumerate(matches):
            if not term.is_positive:
                continue
            for hits in self._found(term.term, marks, term.candidates, search):
                matches[at] = matches[at].with_evidence(hits)
                result = match_result(matches, result.refused)
                search.show("hits", result)
        return result

    def _hits(self, candidates: Sequence[Candidate], query: Query) -> list[Candidate]:
        """The hits whose words are used. Shared parts are excluded, since they lead to every photo that has them.

        Mirrored hits are excluded, because they have other words.
        """
        sources = {source for term in query.terms for source in (term.path, term.photo) if source is not None}
        return [
            candidate
            for candidate in candidates
            if candidate.verified
            and candidate.evidence is not None
            and (candidate.evidence.proof, candidate.evidence.mirrored) == ("same", False)
            and not query.terms[candidate.evidence.term].marked
            and not sources & {candidate.photo.path, candidate.photo.photo}
        ][: self.options.hits]

    def _found(
        self, term: DescribedTerm, marks: Marks, candidates: Sequence[Candidate], search: Search
    ) -> Iterator[list[Candidate]]:
        """New hits, batch by batch, until a batch has none."""
        query, snapshot = search.query, search.snapshot
        shown = [self._shown(term, hit, snapshot) for hit in self._hits(candidates, query)]
        if not shown:
            return
        indexes = [(codebook.fingerprint, index) for codebook, index in snapshot.index.indexes]
        confirmed = self._confirmed(term, shown)
        learned = learned_term(
            term, replace(marks, right=(*marks.right, *(hit.term for hit in shown))), indexes
        )
        verified = {candidate.photo.document for candidate in candidates if candidate.verified}
        ranked = score_photos(
            learned, snapshot, scoring(query.options), SHORTLIST + len(verified), search.allowed
        )
        ranked = [entry for entry in ranked if entry.photo.document not in verified]
        for start in range(0, len(ranked), self.options.at_once):
            if query.cancelled():
                raise Cancelled("The search was cancelled.")
            hits = self._compare(confirmed, shown, ranked[start : start + self.options.at_once], search)
            if not hits:
                return
            yield hits

    def _compare(
        self,
        term: DescribedTerm,
        shown: Sequence[_Shown],
        entries: Sequence[ShortlistEntry],
        search: Search,
    ) -> list[Candidate]:
        """The photos that show the same thing, proven by the query, or else by enough of the hits."""

        def proven_by(beside: DescribedTerm, photos: Sequence[ShortlistEntry]) -> dict[int, Evidence]:
            compared = comparisons_of([beside], photos, search, self.matching)
            verdicts = verify_photos(compared, Shortlist.verify_all, "hits", search.query.cancelled)
            return {
                document: verdict.evidence
                for document, verdict in verdicts.items()
                if verdict.proven and verdict.evidence is not None and verdict.evidence.proof == "same"
            }

        proofs = proven_by(term, entries)
        undecided = [entry for entry in entries if entry.photo.document not in proofs]
        vouched: dict[int, list[Evidence]] = {}
        for hit in shown:
            via = Via(photo=hit.hit.photo.photo, path=hit.hit.photo.path)
            for document, evidence in proven_by(hit.term, undecided).items():
                vouched.setdefault(document, []).append(replace(evidence, proof="via", via=via))
        for document, vouchers in vouched.items():
            if len(vouchers) >= self.options.vouchers:
                proofs[document] = max(vouchers, key=lambda evidence: evidence.inliers)
        return [
            Candidate(
                photo=photo,
                engine="match",
                score=score,
                likeness=0.0,  # not shown: verified hits have evidence
                evidence=proofs[photo.document],
                verified=True,
            )
            for photo, score, _ in entries
            if photo.document in proofs
        ]

    def _shown(self, term: DescribedTerm, hit: Candidate, snapshot: Snapshot) -> _Shown:
        """A hit with those of its stored features that are among the agreeing points."""
        whole = recalled_term(hit.photo, snapshot, term.term)
        features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
            name: (None if upright is None else features_among(upright, [_proof(hit).photo_xy], 1), None)
            for name, (upright, _) in whole.features.items()
        }
        return _Shown(hit=hit, term=replace(whole, features=features))

    def _confirmed(self, term: DescribedTerm, shown: Sequence[_Shown]) -> DescribedTerm:
        """The part of the query that enough hits show. A desk in only one of them does not belong to the thing."""
        points = [_proof(hit.hit).query_xy - np.array(term.offset) for hit in shown]
        least = min(self.options.vouchers, len(shown))
        features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
            name: (None if upright is None else features_among(upright, points, least), None)
            for name, (upright, _) in term.features.items()
        }
        return replace(term, features=features)


def _proof(hit: Candidate) -> Evidence:
    assert hit.evidence is not None  # it is verified
    return hit.evidence


def features_among(
    features: QueryFeatures, points: Sequence[NDArray[np.floating]], least: int
) -> QueryFeatures:
    """The features within the convex hulls, slightly widened, of at least `least` of the sets of points.

    points : in full-resolution pixels
    """
    width, height = features.size
    hulls = np.zeros((height, width), np.uint8)
    for xy in points:
        filled = np.zeros_like(hulls)
        hull = cv2.convexHull(np.rint((xy + 0.5) * features.scale - 0.5).astype(np.int32))
        cv2.fillConvexPoly(filled, hull, 1)
        cv2.polylines(filled, [hull], True, 1, 2 * _MARGIN_PX)
        hulls += filled
    column, row = np.rint(features.xy).astype(np.int64).clip(0, (width - 1, height - 1)).T
    rows = np.flatnonzero(hulls[row, column] >= least)
    return replace(
        features,
        words=features.words[rows],
        signatures=features.signatures[rows],
        projected=features.projected[rows],
        xy=features.xy[rows],
        sigma=features.sigma[rows],
        angle=features.angle[rows],
    )
