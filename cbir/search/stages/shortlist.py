"""The pictures of a query -> the inverted index -> for each, the photos that are worth comparing, in a first order.

Pictures that were marked right or wrong change the ranking (feedback.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import EngineRank, Hit, SearchOptions
from cbir.search.feedback import divide, learned_term
from cbir.search.query import DescribedTerm
from cbir.search.results import StageResult, TermMatches, match_result
from cbir.search.stages.comparing import Rankings, candidates_of, score_photos, scoring
from cbir.search.stages.stage import Search, StageName, Timing
from cbir.state import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortlistStage:
    """Makes two rankings for each picture. Photos are not compared yet."""

    rankings: Rankings
    name: StageName = "shortlist"
    timing: Timing | None = "score"
    looking: None = None

    def applies(self, search: Search) -> bool:
        return search.query.compares_pictures

    def run(self, search: Search) -> StageResult:
        pictures, marks = divide(search.query.terms, search.pictures.terms)
        indexes = [(codebook.fingerprint, index) for codebook, index in search.snapshot.index.indexes]
        matches = []
        for term in pictures:
            shortlists = self.rankings.shortlists(learned_term(term, marks, indexes), search)
            matches.append(
                TermMatches(term=term, shortlists=shortlists, candidates=candidates_of(shortlists, {}))
            )
        result = match_result(matches)
        if matches and all(
            term.is_positive for term in matches
        ):  # otherwise verification must first decide which photos are refused
            search.show("stored", result)
        return result


def rank_photos(term: DescribedTerm, snapshot: Snapshot, options: SearchOptions) -> tuple[Hit, ...]:
    """The ranking by the inverted index alone, without verification, best first."""
    ranked = score_photos(term, snapshot, scoring(options), options.top)
    return tuple(
        Hit(
            rank=rank,
            photo=photo.photo,
            path=photo.path,
            score=score,
            size=(photo.width, photo.height),
            fingerprint=photo.fingerprint,
            engines=(EngineRank(engine="match", rank=rank, score=score),),
        )
        for rank, (photo, score, _) in enumerate(ranked, start=1)
    )
