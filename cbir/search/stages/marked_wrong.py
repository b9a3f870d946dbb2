"""Photos that were marked wrong -> other photos of the same thing, refused unless a positive picture fits better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cbir.base.types import PhotoId
from cbir.catalog import IndexedPhoto
from cbir.matching import MatchOptions, Shortlist
from cbir.search.feedback import MOST_COMPARED, divide, marked_wrong
from cbir.search.results import StageResult, TermMatches, Verdict, Verdicts, match_result
from cbir.search.stages.comparing import comparisons_of, verify_photos
from cbir.search.stages.stage import Search, StageName, Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedWrongStage:
    """Refuses photos that were marked wrong, and photos that agree more with these than with a positive picture."""

    matching: MatchOptions
    name: StageName = "marked wrong"
    timing: Timing | None = "verify"
    looking: None = None

    def applies(self, search: Search) -> bool:
        is_marked = any(term.marked and term.sign < 0 for term in search.query.terms)
        return is_marked and "match" in search.results

    def run(self, search: Search) -> StageResult:
        _, marks = divide(search.query.terms, search.pictures.terms)
        matches = search.results["match"].matches
        comparisons = [
            comparison
            for term in matches
            for comparison in comparisons_of(
                marks.wrong[-MOST_COMPARED:], term.shortlists.to_verify(), search, self.matching
            )
        ]
        verdicts = verify_photos(comparisons, Shortlist.verify, "words", search.query.cancelled)
        return match_result(matches, marked_wrong(search.query.terms) | _nearer_to_wrong(matches, verdicts))


def _nearer_to_wrong(matches: Sequence[TermMatches], wrong: Verdicts) -> frozenset[PhotoId]:
    """Photos that agree with a photo marked wrong in more points than with any positive picture."""
    best: dict[IndexedPhoto, int] = {}
    for term in matches:
        for candidate in term.candidates if term.is_positive else ():
            evidence = candidate.evidence if candidate.verified else None
            inliers = 0 if evidence is None else evidence.inliers
            best[candidate.photo] = max(inliers, best.get(candidate.photo, 0))
    return frozenset(
        photo.photo
        for photo, inliers in best.items()
        for evidence, proven in (wrong.get(photo.document, Verdict()),)
        if proven and evidence is not None and evidence.inliers > inliers
    )
