"""A picture without a verified photo -> the mirrored picture -> ranked and compared."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cbir.base.types import QueryFeatures
from cbir.matching import MatchOptions, Shortlist
from cbir.search.query import DescribedTerm, mirror_query
from cbir.search.results import StageResult, TermMatches
from cbir.search.stages.comparing import (
    Rankings,
    candidates_of,
    comparisons_of,
    put_first,
    verify_photos,
)
from cbir.search.stages.stage import Search, StageName, Timing, has_undecided, try_harder
from cbir.state import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class MirroredStage:
    """Searches for mirrored copies, unless the search did so from the beginning."""

    matching: MatchOptions
    rankings: Rankings
    name: StageName = "mirrored"
    timing: Timing | None = "verify"
    looking: None = None

    def applies(self, search: Search) -> bool:
        return not search.query.options.mirror and has_undecided(search)

    def run(self, search: Search) -> StageResult:
        return try_harder(search, lambda matches: self._compare(matches, search))

    def _compare(self, matches: TermMatches, search: Search) -> TermMatches:
        flipped = _mirrored(matches.term, search.snapshot)
        shortlists = self.rankings.shortlists(flipped, search)
        # A mirrored copy has a high rank: for the 72 mirrored queries of hard/, it was never verified after the fifth.
        options = replace(self.matching, give_up_empty_after=self.matching.give_up_after)
        comparisons = comparisons_of([flipped], shortlists.to_verify(), search, options)
        verdicts = verify_photos(comparisons, Shortlist.verify, "mirror", search.query.cancelled)
        mirrored = candidates_of(shortlists, verdicts)
        return replace(matches, candidates=put_first(mirrored, matches.candidates))


def _mirrored(term: DescribedTerm, snapshot: Snapshot) -> DescribedTerm:
    features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
        codebook.fingerprint: (None, mirror_query(upright, codebook))
        for codebook, _ in snapshot.index.indexes
        if (upright := term.features[codebook.fingerprint][0]) is not None
    }
    return replace(term, features=features)
