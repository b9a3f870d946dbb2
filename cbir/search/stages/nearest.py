"""A picture without a verified photo -> photos whose details are nearest to the picture's -> compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cbir.matching import MatchOptions, Shortlist, vote_nearest
from cbir.search.feedback import MOST_COMPARED, divide
from cbir.search.query import SHORTLIST, DescribedTerm
from cbir.search.results import Candidate, ShortlistEntry, StageResult, TermMatches
from cbir.search.stages.comparing import Rankings, candidates_of, compare, score_photos
from cbir.search.stages.stage import Search, StageName, Timing, has_undecided, take_turns, try_harder

_REACH = 1000  # photos of the wide ranking whose details are searched for nearest neighbours
_COMPARED = 30  # the best of these photos, which are compared
_BEHIND = 5  # photos after the first, with whose votes its own are compared


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestStage:
    """Adds a third ranking: by nearest details, among all photos that are at all likely."""

    matching: MatchOptions
    rankings: Rankings
    name: StageName = "nearest"
    timing: Timing | None = "verify"
    looking: None = None

    def applies(self, search: Search) -> bool:
        return has_undecided(search)

    def run(self, search: Search) -> StageResult:
        _, marks = divide(search.query.terms, search.pictures.terms)
        right = marks.right[-MOST_COMPARED:]
        return try_harder(search, lambda matches: self._compare(matches, right, search))

    def _compare(self, matches: TermMatches, right: Sequence[DescribedTerm], search: Search) -> TermMatches:
        nearest = self._rank(matches.term, search)
        before = matches.verdicts or {}
        chosen = [entry for entry in nearest[:_COMPARED] if entry.photo.document not in before]
        _, verdicts = compare(
            [matches.term, *right], chosen, search, self.matching, Shortlist.verify_all, "nearest"
        )
        shortlists = replace(matches.shortlists, nearest=nearest)
        candidates = candidates_of(shortlists, {**before, **verdicts})
        if not any(candidate.verified for candidate in candidates):
            candidates = _interleave([nearest, shortlists.library], candidates)
            first = [candidate._replace(lead=_lead(nearest)) for candidate in candidates[:1]]
            candidates = (*first, *candidates[1:])
        return replace(matches, shortlists=shortlists, candidates=candidates)

    def _rank(self, term: DescribedTerm, search: Search) -> list[ShortlistEntry]:
        likely = score_photos(term, search.snapshot, self.rankings.wide_scoring(), _REACH, search.allowed)
        voted: list[ShortlistEntry] = []
        for codebook, _ in search.snapshot.index.indexes:
            entries = [entry for entry in likely if entry.codebook == codebook.fingerprint]
            photos = search.snapshot.features([entry.photo for entry in entries])
            votes = np.zeros(len(entries))
            for variant in filter(None, term.features[codebook.fingerprint]):
                votes = np.maximum(votes, vote_nearest(variant, photos, codebook))
            voted += [
                entry._replace(score=float(vote)) for entry, vote in zip(entries, votes, strict=True) if vote
            ]
        return sorted(voted, key=lambda entry: (-entry.score, entry.photo.path))[:SHORTLIST]


def _lead(nearest: Sequence[ShortlistEntry]) -> float:
    """Lead of the first photo: its votes over the mean of the next ones; 0 without enough of them."""
    votes = [entry.score for entry in nearest[: 1 + _BEHIND]]
    return votes[0] * _BEHIND / sum(votes[1:]) if len(votes) > _BEHIND else 0.0


def _interleave(
    rankings: Sequence[Sequence[ShortlistEntry]], candidates: tuple[Candidate, ...]
) -> tuple[Candidate, ...]:
    """Interleave rankings of unverified candidates. Likeness is raised where necessary, so that it descends.

    rankings : the first is right more often. candidates : all of them, in the order of the shortlist
    """
    by_document = {candidate.photo.document: candidate for candidate in candidates}
    first, *others = [[entry.photo.document for entry in ranking] for ranking in rankings if ranking] or [[]]
    order = take_turns(first, *others, list(by_document))
    interleaved: list[Candidate] = []
    for document in reversed(order):
        candidate, least = by_document[document], interleaved[-1].likeness if interleaved else 0.0
        interleaved.append(candidate._replace(likeness=max(candidate.likeness, least)))
    return tuple(reversed(interleaved))
