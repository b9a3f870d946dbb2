"""A picture without a verified photo -> the most promising photos, compared again by guided matching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cbir.matching import MatchOptions, Shortlist
from cbir.search.feedback import MOST_COMPARED, divide
from cbir.search.query import DescribedTerm
from cbir.search.results import ShortlistEntry, StageResult, TermMatches
from cbir.search.stages.comparing import candidates_of, compare, put_first
from cbir.search.stages.stage import Search, StageName, Timing, has_undecided, take_turns, try_harder


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedStage:
    """Compares photos by guided matching: a few agreeing points lead to others."""

    matching: MatchOptions
    name: StageName = "guided"
    timing: Timing | None = "verify"
    looking: None = None

    def applies(self, search: Search) -> bool:
        return has_undecided(search)

    def run(self, search: Search) -> StageResult:
        _, marks = divide(search.query.terms, search.pictures.terms)
        right = marks.right[-MOST_COMPARED:]
        return try_harder(search, lambda matches: self._compare(matches, right, search))

    def _compare(self, matches: TermMatches, right: Sequence[DescribedTerm], search: Search) -> TermMatches:
        chosen = _promising(matches)[: self.matching.guided.looked_at]
        _, verdicts = compare(
            [matches.term, *right], chosen, search, self.matching, Shortlist.verify_guided, "guided"
        )
        guided = candidates_of(matches.shortlists, verdicts)
        return replace(matches, candidates=put_first(guided, matches.candidates))


def _promising(matches: TermMatches) -> list[ShortlistEntry]:
    """The best of the nearest photos and of each comparison, taken in turn."""
    entries = {entry.photo.document: entry for entry in matches.shortlists.all()}
    orders = [
        [comparison.photos[position].document for position in comparison.shortlist.order]
        for comparison in matches.comparisons
    ]
    nearest = [entry.photo.document for entry in matches.shortlists.nearest]
    return [entries[document] for document in take_turns(nearest, *orders)]
