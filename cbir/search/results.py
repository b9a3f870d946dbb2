"""Records that cross the stages of a search: a photo on its way to the screen, and the result of each stage.

ShortlistEntry -> Candidate, with or without Evidence -> Ranking -> StageResult -> Hit (fusion.py)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.messages import Message
from cbir.base.types import PROOFS, EngineName, Evidence, FoundBy, PhotoId, Region
from cbir.catalog import IndexedPhoto
from cbir.matching import Shortlist, Verification, evidence_of_each
from cbir.search.calibration import score_below
from cbir.search.query import SHORTLIST, DescribedTerm


class Candidate(NamedTuple):
    """A photo that an engine proposes. A tuple, because a search makes a thousand of them.

    score : in the engine's own unit, for the user to read. likeness : comparable between engines; see calibration.py
    evidence : from geometry; may have too few inliers to prove anything. strong : by the engine's own criterion
    part : region of the photo, in its pixels, that fits better than the whole photo
    text_fit : for a verified photo, its score for the text that was typed with the query picture
    strength : of an engine that does not compare points: share in [0, 1] of candidates with such a score that are right
    lead : of the photo with the nearest details, if nothing is proven: its votes over those of the next photos
    """

    photo: IndexedPhoto
    engine: str
    score: float
    likeness: float
    evidence: Evidence | None = None
    verified: bool = False
    strong: bool = False
    part: Region | None = None
    text_fit: float | None = None
    strength: float = 0.0
    lead: float = 0.0


def best_first(candidate: Candidate) -> tuple[bool, int, int, float, Path]:
    """Sort key for the candidates of one term: verified first, by proof, then possible; then by inliers, by score."""
    evidence = candidate.evidence
    inliers = evidence.inliers if evidence else 0
    graded = evidence is not None and (candidate.verified or evidence.proof == "possible")
    grade = PROOFS.index(evidence.proof) if graded and evidence else len(PROOFS)
    return (not candidate.verified, grade, -inliers, -candidate.score, candidate.photo.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Candidates for one term or one engine, best first. weight : of this ranking in the fusion"""

    candidates: tuple[Candidate, ...]
    weight: float = 1.0


# --- comparing pictures ---


class ShortlistEntry(NamedTuple):
    """A photo from the inverted index, its scaled score, and the codebook that found it."""

    photo: IndexedPhoto
    score: float
    codebook: str


class Verdict(NamedTuple):
    """The outcome of comparing a photo with a term: the evidence of the best variant, and true if it is a proof."""

    evidence: Evidence | None = None
    proven: bool = False


Verdicts = Mapping[int, Verdict]
"""By document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlists:
    """Rankings of the inverted index for one term: the strict one ranks best, the wide one misses least.

    nearest : a third ranking, by nearest neighbours; empty unless the first two lead to no proof
    library : a fourth, by NNDR among the details of the whole library, likewise
    """

    strict: Sequence[ShortlistEntry]
    wide: Sequence[ShortlistEntry]
    nearest: Sequence[ShortlistEntry] = ()
    library: Sequence[ShortlistEntry] = ()

    def to_verify(self) -> list[ShortlistEntry]:
        """The best entries of both rankings, taken in turn. Their order is that of the wide one, which has them all."""
        chosen: dict[int, ShortlistEntry] = {}
        for rank in range(max(len(self.strict), len(self.wide))):
            for ranking in (self.strict, self.wide):
                if rank < len(ranking) and len(chosen) < SHORTLIST:
                    chosen.setdefault(ranking[rank].photo.document, ranking[rank])
        place = {entry.photo.document: rank for rank, entry in enumerate(self.wide)}
        return sorted(chosen.values(), key=lambda entry: place.get(entry.photo.document, len(place)))

    def all(self) -> list[ShortlistEntry]:
        """The strict ranking, then new photos of the others in turn. Scores descend."""
        listed = list(self.strict)
        for ranking in (self.wide, self.nearest, self.library):
            documents = {entry.photo.document for entry in listed}
            lowest = min((entry.score for entry in listed), default=1.0)
            highest = max((entry.score for entry in ranking), default=1.0)
            listed += [
                entry._replace(score=score_below(entry.score, highest, lowest))
                for entry in ranking
                if entry.photo.document not in documents
            ]
        return listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A term, upright or mirrored, with the photos of its shortlist that are indexed with one codebook."""

    term: DescribedTerm
    mirrored: bool
    photos: Sequence[IndexedPhoto]
    shortlist: Shortlist

    def evidence(self, verifications: Mapping[int, Verification], found_by: FoundBy) -> list[Evidence]:
        """The evidence of each verification. verifications : by the photo's position in the shortlist"""
        shortlist = self.shortlist
        return evidence_of_each(
            shortlist.query,
            [
                (
                    shortlist.photos[position],
                    (self.photos[position].width, self.photos[position].height),
                    verification,
                    None if found_by == "guided" else partial(shortlist.grow, position),
                )
                for position, verification in verifications.items()
            ],
            term=self.term.term,
            query_size=self.term.full_size,
            offset=self.term.offset,
            mirrored=self.mirrored,
            found_by=found_by,
            nndr_ratio=None if found_by == "guided" else shortlist.nndr_ratio,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TermMatches:
    """One picture of a query, and the state of the search for photos that show it.

    comparisons : of the first verification; later stages take photos in the orders of their shortlists
    candidates : best first. verdicts : of the first verification; None before it
    """

    term: DescribedTerm
    shortlists: Shortlists
    candidates: tuple[Candidate, ...]
    comparisons: tuple[Comparison, ...] = ()
    verdicts: Verdicts | None = None

    @property
    def is_positive(self) -> bool:
        """False for a picture that is subtracted from the query."""
        return self.term.sign > 0

    @property
    def verified(self) -> bool:
        return any(candidate.verified for candidate in self.candidates)

    def with_evidence(self, changed: Sequence[Candidate]) -> TermMatches:
        """A copy with candidates that a later stage has compared: verified and possible ones in their right places."""
        compared = {candidate.photo.document: candidate for candidate in changed}
        candidates = [compared.pop(before.photo.document, before) for before in self.candidates]
        candidates += compared.values()
        first = [
            candidate
            for candidate in candidates
            if candidate.verified or (candidate.evidence and candidate.evidence.proof == "possible")
        ]
        placed = {candidate.photo.document for candidate in first}
        rest = [candidate for candidate in candidates if candidate.photo.document not in placed]
        return replace(self, candidates=(*sorted(first, key=best_first), *rest))


# --- results of stages ---


@dataclass(frozen=True, slots=True, kw_only=True)
class StageResult:
    """The result of one engine after a stage. It replaces the engine's earlier result.

    rankings : empty if the engine has no answer. refused : photos to leave out of all rankings, because they show a
        subtracted term
    notes : sentences for the user. total : number of photos that fit, although a ranking may hold fewer; None: unknown
    matches : of the match engine, one for each picture; the next stage continues from them
    """

    engine: EngineName
    rankings: tuple[Ranking, ...] = ()
    refused: frozenset[PhotoId] = frozenset()
    notes: tuple[Message, ...] = ()
    total: int | None = None
    matches: tuple[TermMatches, ...] = ()


Results = Mapping[EngineName, StageResult]


def match_result(matches: Sequence[TermMatches], refused: frozenset[PhotoId] = frozenset()) -> StageResult:
    """The match engine's answer: a ranking for each positive picture. Photos that show a subtracted one are refused."""
    unwanted = {
        candidate.photo.photo
        for term in matches
        if not term.is_positive
        for candidate in term.candidates
        if candidate.verified
    }
    return StageResult(
        engine="match",
        rankings=tuple(
            Ranking(weight=term.term.weight, candidates=term.candidates)
            for term in matches
            if term.is_positive
        ),
        refused=refused | unwanted,
        matches=tuple(matches),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction:
    """The photos that satisfy the filters and fields of a query.

    documents : of these photos, ascending; None: all
    expression : the same as a condition for the library's server; None if it cannot express it
    left_out : photos that are no hits whatever satisfies them: see Query
    """

    documents: NDArray[np.int64] | None = None
    expression: str | None = None
    left_out: frozenset[PhotoId] = frozenset()


UNRESTRICTED = Restriction()
