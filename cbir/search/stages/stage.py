"""The state of a search, the protocol of its stages, and helpers for stages that try harder."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Literal, Protocol, TypeVar

from cbir.base.cached import cached_property
from cbir.base.types import DocumentId, EngineName, Looking, PhotoId
from cbir.catalog import IndexedPhoto
from cbir.matching import PairCache
from cbir.search.query import DescribedTerms, Query
from cbir.search.results import Candidate, Restriction, Results, StageResult, TermMatches, match_result
from cbir.state import Snapshot

StageName = Literal[
    "metadata",
    "meanings",
    "shortlist",
    "verification",
    "library nndr",
    "nearest",
    "mirrored",
    "guided",
    "marked wrong",
    "semantic",
    "weak proofs",
    "whole",
    "documents",
    "learned",
    "expansion",
    "words of matches",
    "recognised text",
]
Timing = Literal["score", "verify", "encode"]
"""A field of Timings."""


class Search:
    """The state of one search. The stages read it, and their results are in `results`.

    describe : makes features of the query's pictures. tell : shows interim results
    pairs : cache of near descriptors for pairs of pictures
    inked : photos whose ink was compared with the query's
    described_ms : time for describing the pictures, in milliseconds
    copies : photos whose files equal the query's picture byte for byte; filled when the pictures are described, and
        only if the query is one whole picture
    """

    def __init__(
        self,
        query: Query,
        snapshot: Snapshot,
        describe: Callable[[Query, Snapshot], DescribedTerms],
        tell: Callable[[Results, Looking], None],
    ) -> None:
        self.query, self.snapshot = query, snapshot
        self.results: dict[EngineName, StageResult] = {}
        self.pairs: PairCache = {}
        self.inked: set[DocumentId] = set()
        self.described_ms = 0.0
        self.copies: tuple[IndexedPhoto, ...] = ()
        self._describe, self._tell = describe, tell

    @cached_property
    def pictures(self) -> DescribedTerms:
        """The query's pictures, described on first use. Raises as describe_terms() does."""
        if not self.query.has_pictures:
            return DescribedTerms()
        started = time.perf_counter()
        described = self._describe(self.query, self.snapshot)
        self.described_ms = (time.perf_counter() - started) * 1000
        if described.fingerprints and sum(term.sign > 0 for term in self.query.terms) == 1:
            self.copies = self._photos_of(described.fingerprints)
        return described

    def _photos_of(self, fingerprints: Sequence[str]) -> tuple[IndexedPhoto, ...]:
        photos = self.snapshot.catalog.photos.of_contents(fingerprints)
        allowed = self.allowed.documents
        return tuple(photo for photo in photos if allowed is None or photo.document in allowed)

    @cached_property
    def allowed(self) -> Restriction:
        """The photos that satisfy filters and fields. The metadata stage does not use it: it applies them itself."""
        text, left_out = self.query.text, self.query.left_out
        if not text.restricts:
            return Restriction(left_out=left_out)
        remote = self.snapshot.index.remote
        return Restriction(
            documents=self.snapshot.catalog.full_text.allowed_documents(text.demanded, text.filters),
            expression=None if remote is None else remote.expression(text.demanded, text.filters),
            left_out=left_out,
        )

    def add(self, result: StageResult) -> None:
        """Replace an engine's result, and keep its earlier notes."""
        before = self.results.get(result.engine)
        notes = result.notes if before is None else tuple(dict.fromkeys((*before.notes, *result.notes)))
        self.results[result.engine] = replace(result, notes=notes)

    def show(self, looking: Looking, result: StageResult | None = None) -> None:
        """Show the results so far. looking : the next stage. result : shown instead of its engine's earlier result"""
        self._tell(self.results if result is None else {**self.results, result.engine: result}, looking)


class Stage(Protocol):
    """A step of a search. The pipeline omits the stages of ingredients that are switched off.

    timing : the field of Timings for its time; None to count it only in the total
    looking : the stage's name for the user, shown with the results so far before it begins; None for a quick stage
    """

    @property
    def name(self) -> StageName: ...
    @property
    def timing(self) -> Timing | None: ...
    @property
    def looking(self) -> Looking | None: ...

    def applies(self, search: Search) -> bool:
        """True if the stage has anything to do after the earlier stages."""
        ...

    def run(self, search: Search) -> StageResult:
        """Run the stage, and return the result of its engine. It may call Search.show() with partial results.

        Raises Cancelled, and ArtifactMismatch if the index is damaged.
        """
        ...


_Item = TypeVar("_Item")


def has_undecided(search: Search) -> bool:
    """True if a positive picture of the query was compared and no photo was verified for it."""
    result = search.results.get("match")
    return result is not None and any(map(_is_undecided, result.matches))


def try_harder(search: Search, step: Callable[[TermMatches], TermMatches]) -> StageResult:
    """Apply `step` to the matches of each undecided picture. Returns the match engine's new result."""
    result = search.results["match"]
    return match_result(
        [step(term) if _is_undecided(term) else term for term in result.matches], result.refused
    )


def _is_undecided(term: TermMatches) -> bool:
    return term.is_positive and term.verdicts is not None and not term.verified


def shows_same(candidates: Iterable[Candidate]) -> bool:
    """True if a candidate is proven to show the same thing, and not only a part of it."""
    return any(
        candidate.verified and candidate.evidence is not None and candidate.evidence.proof != "part"
        for candidate in candidates
    )


def undecided(term: TermMatches, search: Search, *, matching: int, similar: int) -> list[Candidate]:
    """Interleave the best undecided photos of the match engine and of the semantic engine.

    matching, similar : most photos of the match engine and of the semantic engine
    """
    by_document = {candidate.photo.document: candidate for candidate in term.candidates}
    unproven = [
        candidate
        for candidate in term.candidates
        if not candidate.verified and not (candidate.evidence and candidate.evidence.proof == "possible")
    ]
    alike = [
        by_document.get(
            candidate.photo.document,
            Candidate(photo=candidate.photo, engine="match", score=0.0, likeness=0.0),
        )
        for ranking in (search.results["semantic"].rankings if "semantic" in search.results else ())
        for candidate in ranking.candidates[:similar]
    ]
    decided = by_document.keys() - {candidate.photo.document for candidate in unproven}
    refused = frozenset[PhotoId]().union(*(result.refused for result in search.results.values()))
    turns = itertools.zip_longest(unproven[:matching], alike)
    candidates = {
        candidate.photo.document: candidate
        for candidate in itertools.chain.from_iterable(turns)
        if candidate is not None
        and candidate.photo.document not in decided
        and candidate.photo.photo not in refused
    }
    return list(candidates.values())


def take_turns(nearest: Sequence[_Item], *orders: Sequence[_Item]) -> list[_Item]:
    """Interleave rankings, each entry once. `nearest` is right more often, so it gives two entries per turn."""
    turns = itertools.chain.from_iterable(itertools.zip_longest(nearest[::2], nearest[1::2], *orders))
    return list(dict.fromkeys(entry for entry in turns if entry is not None))
