"""Hits that show the same thing -> the words of the query and of those hits -> photos that neither showed before.

A query is one view. Its hits show the thing from elsewhere, larger, in another light: what they and the query have
together ranks photos that the query alone ranks low, and the first of these are compared with the query. Of a hit only
the details among those that agree count, so that what lies beside the thing leads nowhere. What the query does not
prove two hits may: a photo that both of them show is found by way of them, and says so.

Chum, Philbin, Sivic, Isard and Zisserman, "Total recall: automatic query expansion with a generative feature model for
object retrieval", ICCV 2007.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.base.types import Evidence, QueryFeatures, Stage, Via
from cbir.matching import MatchOptions, Shortlist
from cbir.search.feedback import Marks, divide, learned_term
from cbir.search.query import DescribedTerm
from cbir.search.results import SHORTLIST, Answer, Candidate, Query, with_hits
from cbir.search.stages.comparing import Scored, comparisons_of, score_photos, verify_photos
from cbir.search.stages.recalled import recalled_term
from cbir.state import Snapshot
from cbir.visual_words import ScoringOptions

_MARGIN_PX = 12  # about the points that agree, in working pixels: GeometryOptions.cell_px


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpansionOptions:
    """Chosen on the odd covers: docs/benchmarks.md."""

    hits: int = 3  # that are looked with, the best
    at_once: int = 5  # photos that are compared, and as many more while that brings any
    vouchers: int = 2  # hits that a photo must show which the query does not prove


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """A hit, and what it shows of the query."""

    hit: Candidate
    term: DescribedTerm


class Expansion:
    """A Look by the words of hits, at what is stored."""

    stage: Stage = "hits"

    def __init__(self, matching: MatchOptions, options: ExpansionOptions = ExpansionOptions()) -> None:
        self._matching, self._options = matching, options

    def wanted(self, query: Query, answer: Answer) -> bool:
        """See Look: only where something shows the same thing."""
        if not query.options.look_again or {"verification", "expansion"} & query.options.without:
            return False
        return any(self._hits(one.candidates, query) for one in answer.rankings)

    def answer(
        self, query: Query, snapshot: Snapshot, answer: Answer, on_hits: Callable[[Answer], None]
    ) -> Answer:
        """See Look."""
        started = time.perf_counter()
        asked, marks = divide(query.terms, query.pictures.terms)
        terms = [term for term in asked if term.sign > 0]
        rankings = list(answer.rankings)
        for at, (term, ranking) in enumerate(zip(terms, answer.rankings, strict=True)):
            for hits in self._look(term, marks, ranking.candidates, query, snapshot):
                rankings[at] = replace(rankings[at], candidates=with_hits(hits, rankings[at].candidates))
                answer = replace(answer, rankings=tuple(rankings))
                on_hits(answer)
        verify_ms = answer.timings.verify + (time.perf_counter() - started) * 1000
        return replace(answer, timings=replace(answer.timings, verify=verify_ms))

    def _hits(self, candidates: Sequence[Candidate], query: Query) -> list[Candidate]:
        """What is looked with: a shared part leads to all that have it, and a mirrored hit has other words."""
        asked = {source for term in query.terms for source in (term.path, term.photo) if source is not None}
        return [
            one
            for one in candidates
            if one.verified
            and one.evidence is not None
            and (one.evidence.proof, one.evidence.mirrored) == ("same", False)
            and not query.terms[one.evidence.term].marked
            and not asked & {one.found.path, one.found.photo}
        ][: self._options.hits]

    def _look(
        self,
        term: DescribedTerm,
        marks: Marks,
        candidates: Sequence[Candidate],
        query: Query,
        snapshot: Snapshot,
    ) -> Iterator[list[Candidate]]:
        """What is found, each time that something is."""
        shown = [self._shown(term, hit, snapshot) for hit in self._hits(candidates, query)]
        if not shown:
            return
        indexes = [(codebook.fingerprint, index) for codebook, index in snapshot.index.indexes]
        confirmed = self._confirmed(term, shown)
        learned = learned_term(
            term, replace(marks, right=(*marks.right, *(one.term for one in shown))), indexes
        )
        known = {one.found.document for one in candidates if one.verified}
        scoring = ScoringOptions(weighting=query.options.weighting)
        ranked = score_photos(learned, snapshot, scoring, SHORTLIST + len(known), query)
        ranked = [entry for entry in ranked if entry[0].document not in known]
        for start in range(0, len(ranked), self._options.at_once):
            if query.cancelled():
                raise Cancelled("The search was cancelled.")
            found = self._compare(
                confirmed, shown, ranked[start : start + self._options.at_once], query, snapshot
            )
            if not found:
                return
            yield found

    def _compare(
        self,
        term: DescribedTerm,
        shown: Sequence[_Shown],
        entries: Sequence[Scored],
        query: Query,
        snapshot: Snapshot,
    ) -> list[Candidate]:
        """Those of a few photos that show the same thing by what the query proves, or else enough of the hits."""

        def proven_by(beside: DescribedTerm, photos: Sequence[Scored]) -> dict[int, Evidence]:
            compared = comparisons_of([beside], photos, snapshot, self._matching, query.pairs)
            seen = verify_photos(compared, Shortlist.verify_all, "hits", query.cancelled)
            return {
                document: proof
                for document, (proof, proven) in seen.items()
                if proven and proof is not None and proof.proof == "same"
            }

        proofs = proven_by(term, entries)
        undecided = [entry for entry in entries if entry[0].document not in proofs]
        vouched: dict[int, list[Evidence]] = {}
        for one in shown:
            via = Via(photo=one.hit.found.photo, path=one.hit.found.path)
            for document, proof in proven_by(one.term, undecided).items():
                vouched.setdefault(document, []).append(replace(proof, proof="via", via=via))
        for document, vouchers in vouched.items():
            if len(vouchers) >= self._options.vouchers:
                proofs[document] = max(vouchers, key=lambda proof: proof.inliers)
        return [
            Candidate(
                found=found,
                engine="match",
                score=score,
                likeness=0.0,  # of what is verified the evidence is shown
                evidence=proofs[found.document],
                verified=True,
            )
            for found, score, _ in entries
            if found.document in proofs
        ]

    def _shown(self, term: DescribedTerm, hit: Candidate, snapshot: Snapshot) -> _Shown:
        """What is stored of a hit, as far as it lies among the points that agree."""
        whole = recalled_term(hit.found, snapshot, term.term)
        features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
            name: (None if upright is None else _among(upright, [_proof(hit).photo_xy], 1), None)
            for name, (upright, _) in whole.features.items()
        }
        return _Shown(hit=hit, term=replace(whole, features=features))

    def _confirmed(self, term: DescribedTerm, shown: Sequence[_Shown]) -> DescribedTerm:
        """The query, as far as enough of the hits show it: a desk that one of them shares is not what is looked for."""
        points = [_proof(one.hit).query_xy - np.array(term.offset) for one in shown]
        least = min(self._options.vouchers, len(shown))
        features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
            name: (None if upright is None else _among(upright, points, least), None)
            for name, (upright, _) in term.features.items()
        }
        return replace(term, features=features)


def _proof(hit: Candidate) -> Evidence:
    assert hit.evidence is not None  # it is verified
    return hit.evidence


def _among(features: QueryFeatures, points: Sequence[NDArray[np.floating]], least: int) -> QueryFeatures:
    """The features that lie among so many of the sets of points: in their convex hulls, or nearly so.

    points : in full-resolution pixels
    """
    width, height = features.size
    hulls = np.zeros((height, width), np.uint8)
    for xy in points:
        one = np.zeros_like(hulls)
        hull = cv2.convexHull(np.rint((xy + 0.5) * features.scale - 0.5).astype(np.int32))
        cv2.fillConvexPoly(one, hull, 1)
        cv2.polylines(one, [hull], True, 1, 2 * _MARGIN_PX)
        hulls += one
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
