"""A picture without a verified photo -> the nearest details of the whole library -> the best photos -> compared.

The inverted index proposes photos that share visual words, and the next stage searches the nearest details of the
thousand likeliest. This stage searches the details of all photos, by an index of their stored codes (details.py). So it
reaches photos that share too few visual words with the query.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cbir.matching import MatchOptions, Shortlist
from cbir.search.details import Details
from cbir.search.feedback import MOST_COMPARED, divide
from cbir.search.query import SHORTLIST, DescribedTerm
from cbir.search.results import ShortlistEntry, StageResult, TermMatches
from cbir.search.stages.comparing import candidates_of, compare
from cbir.search.stages.stage import Search, StageName, Timing, has_undecided, try_harder
from cbir.vectors import LibraryNndrOptions

_COMPARED = 30  # the best photos, as in the next stage


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryNndrStage:
    """Adds a ranking to the shortlist: by NNDR among the details of all photos. options : their ratio included"""

    matching: MatchOptions
    details: Details
    options: LibraryNndrOptions
    name: StageName = "library nndr"
    timing: Timing | None = "verify"
    looking: None = None

    def applies(self, search: Search) -> bool:
        return has_undecided(search) and self.details.are_used(search.query.options, search.snapshot)

    def run(self, search: Search) -> StageResult:
        _, marks = divide(search.query.terms, search.pictures.terms)
        right = marks.right[-MOST_COMPARED:]
        return try_harder(search, lambda matches: self._compare(matches, right, search))

    def _compare(self, matches: TermMatches, right: Sequence[DescribedTerm], search: Search) -> TermMatches:
        ranked = self._rank(matches.term, search)
        before = matches.verdicts or {}
        chosen = [entry for entry in ranked[:_COMPARED] if entry.photo.document not in before]
        _, new = compare(
            [matches.term, *right], chosen, search, self.matching, Shortlist.verify_all, "nearest"
        )
        shortlists, verdicts = replace(matches.shortlists, library=ranked), {**before, **new}
        candidates = candidates_of(shortlists, verdicts)
        return replace(matches, shortlists=shortlists, candidates=candidates, verdicts=verdicts)

    def _rank(self, term: DescribedTerm, search: Search) -> list[ShortlistEntry]:
        votes: dict[int, tuple[float, str]] = {}
        for codebook, index in search.snapshot.index.indexes:
            details = self.details.ready(codebook.fingerprint)
            if details is None:
                continue
            live = index.documents.astype(np.int64)
            if (allowed := search.allowed.documents) is not None:
                live = np.intersect1d(live, allowed)
            for variant in filter(None, term.features[codebook.fingerprint]):
                largest = np.argsort(-variant.sigma, kind="stable")[: self.options.details]
                won = details.vote(
                    variant.projected[largest],
                    codebook,
                    live=live,
                    options=self.options,
                    on_card=self.details.on_card,
                )
                for document, vote in zip(
                    won.documents[:SHORTLIST].tolist(), won.votes[:SHORTLIST].tolist(), strict=True
                ):
                    votes[document] = max(votes.get(document, (0.0, "")), (vote, codebook.fingerprint))
        rows = search.snapshot.catalog.photos.of_documents(list(votes))
        entries = [
            ShortlistEntry(rows[document], vote, codebook)
            for document, (vote, codebook) in votes.items()
            if document in rows and rows[document].photo not in search.allowed.left_out
        ]
        return sorted(entries, key=lambda entry: (-entry.score, entry.photo.path))[:SHORTLIST]
