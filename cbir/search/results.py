"""Records that cross the stages of a search: a photo on its way to the screen, and what each stage says of it.

ShortlistEntry -> Candidate, with or without Evidence -> Ranking -> StageResult; fusion.py makes Hits of these
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
from cbir.catalog import Found
from cbir.matching import Shortlist, Verification, evidence_of_each
from cbir.search.calibration import score_below
from cbir.search.query import SHORTLIST, DescribedTerm


class Candidate(NamedTuple):
    """A photo that an engine proposes; a tuple, since a search makes a thousand of them.

    score : in the engine's own unit, for the user to read. likeness : on the scale of all engines; see calibration.py
    evidence : from geometry; too few inliers prove nothing. strong : by the engine's own criterion
    part : of the photo, in its pixels, that fits better than the whole. text_fit : of a verified one, how well the text
        fits that was typed beside the picture
    """

    photo: Found
    engine: str
    score: float
    likeness: float
    evidence: Evidence | None = None
    verified: bool = False
    strong: bool = False
    part: Region | None = None
    text_fit: float | None = None


def best_first(candidate: Candidate) -> tuple[bool, int, int, float, Path]:
    """Sort candidates of one term: proven ones by what is proven; then by points, then by score."""
    evidence = candidate.evidence
    inliers = evidence.inliers if evidence else 0
    grade = PROOFS.index(evidence.proof) if candidate.verified and evidence else 0
    return (not candidate.verified, grade, -inliers, -candidate.score, candidate.photo.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Candidates for one term or one engine, best first. weight : of its say in the fusion"""

    candidates: tuple[Candidate, ...]
    weight: float = 1.0


# --- comparing pictures ---


class ShortlistEntry(NamedTuple):
    """A photo that the inverted index names, its scaled score, and the codebook that found it."""

    photo: Found
    score: float
    codebook: str


class Verdict(NamedTuple):
    """The outcome of comparing a photo, by its best variant: the points that agree, and whether they prove anything."""

    evidence: Evidence | None = None
    proven: bool = False


Verdicts = Mapping[int, Verdict]
"""By document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlists:
    """Rankings of the inverted index for one term: the strict one ranks best, the wide one misses least.

    nearest : a third one, by nearest neighbours, where nothing is proven by the first two
    """

    strict: Sequence[ShortlistEntry]
    wide: Sequence[ShortlistEntry]
    nearest: Sequence[ShortlistEntry] = ()

    def to_verify(self) -> list[ShortlistEntry]:
        """The best of both rankings by turns, in the order of the wide one, which ranks every likely photo."""
        chosen: dict[int, ShortlistEntry] = {}
        for rank in range(max(len(self.strict), len(self.wide))):
            for ranking in (self.strict, self.wide):
                if rank < len(ranking) and len(chosen) < SHORTLIST:
                    chosen.setdefault(ranking[rank].photo.document, ranking[rank])
        place = {entry.photo.document: rank for rank, entry in enumerate(self.wide)}
        return sorted(chosen.values(), key=lambda entry: place.get(entry.photo.document, len(place)))

    def all(self) -> list[ShortlistEntry]:
        """The strict ranking; below all of it the rest of the wide one, then the rest of the third."""
        listed = list(self.strict)
        for ranking in (self.wide, self.nearest):
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
    """A term, upright or mirrored, beside those photos of its shortlist that have visual words of one codebook."""

    term: DescribedTerm
    mirrored: bool
    photos: Sequence[Found]
    shortlist: Shortlist

    def evidence(self, verifications: Mapping[int, Verification], found_by: FoundBy) -> list[Evidence]:
        """The evidence of each verification, which stands under its photo's position in the shortlist."""
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
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TermMatches:
    """One picture of a query, and how far the stages have come in proving which photos show it.

    comparisons : of the first verification, whose orders lead on. candidates : best first
    """

    term: DescribedTerm
    shortlists: Shortlists
    candidates: tuple[Candidate, ...]
    comparisons: tuple[Comparison, ...] = ()
    verdicts: Verdicts | None = None

    @property
    def wanted(self) -> bool:
        """False of a picture that is subtracted."""
        return self.term.sign > 0

    @property
    def verified(self) -> bool:
        return any(candidate.verified for candidate in self.candidates)

    def with_verified(self, hits: Sequence[Candidate]) -> TermMatches:
        """The same with some candidates that a later stage verified in their places."""
        documents = {hit.photo.document for hit in hits}
        others = [candidate for candidate in self.candidates if candidate.photo.document not in documents]
        verified = sorted([*hits, *(candidate for candidate in others if candidate.verified)], key=best_first)
        undecided = (candidate for candidate in others if not candidate.verified)
        return replace(self, candidates=(*verified, *undecided))


# --- what a stage says ---


@dataclass(frozen=True, slots=True, kw_only=True)
class StageResult:
    """The answer of one engine as a stage leaves it, in the place of what it was before.

    rankings : none where the engine has nothing to say. refused : photos to be left out of all rankings, since they
        show a subtracted term
    notes : sentences for the user. total : photos that fit, of which a single ranking may hold a part; None: unknown
    matches : of the match engine, by picture: what the next stage goes on from
    """

    engine: EngineName
    rankings: tuple[Ranking, ...] = ()
    refused: frozenset[PhotoId] = frozenset()
    notes: tuple[Message, ...] = ()
    total: int | None = None
    matches: tuple[TermMatches, ...] = ()


Results = Mapping[EngineName, StageResult]


def match_result(matches: Sequence[TermMatches], refused: frozenset[PhotoId] = frozenset()) -> StageResult:
    """The match engine's answer: a ranking for each wanted picture; photos that show a subtracted one are refused."""
    shown = {
        candidate.photo.photo
        for term in matches
        if not term.wanted
        for candidate in term.candidates
        if candidate.verified
    }
    return StageResult(
        engine="match",
        rankings=tuple(
            Ranking(weight=term.term.weight, candidates=term.candidates) for term in matches if term.wanted
        ),
        refused=refused | shown,
        matches=tuple(matches),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction:
    """The photos that the filters and fields of a query leave.

    documents : that a hit may be, ascending; None: any
    expression : the same in the language of the Milvus that has the index; None where it cannot say it
    """

    documents: NDArray[np.int64] | None = None
    expression: str | None = None


UNRESTRICTED = Restriction()
