"""The shortlist of each picture -> compared by NNDR and geometry -> candidates with their evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cbir.base.errors import Cancelled
from cbir.matching import MatchOptions, Shortlist
from cbir.search.feedback import MOST_COMPARED, divide
from cbir.search.results import StageResult, match_result
from cbir.search.stages.comparing import candidates_of, compare
from cbir.search.stages.stage import Search, StageName, Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationStage:
    """Compares photos with each picture, and with pictures that were marked right for it."""

    matching: MatchOptions
    name: StageName = "verification"
    timing: Timing | None = "verify"
    looking: None = None

    def applies(self, search: Search) -> bool:
        return "match" in search.results

    def run(self, search: Search) -> StageResult:
        _, marks = divide(search.query.terms, search.pictures.terms)
        matches = []
        for term in search.results["match"].matches:
            if search.query.cancelled():
                raise Cancelled("The search was cancelled.")
            terms = [term.term, *(marks.right[-MOST_COMPARED:] if term.is_positive else ())]
            comparisons, verdicts = compare(
                terms, term.shortlists.to_verify(), search, self.matching, Shortlist.verify, "words"
            )
            matches.append(
                replace(
                    term,
                    comparisons=tuple(comparisons),
                    verdicts=verdicts,
                    candidates=candidates_of(term.shortlists, verdicts),
                )
            )
        return match_result(matches)
