"""One search and the stages that it passes; stages that try harder where nothing was proven."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeVar

from cbir.base.cached import cached_property
from cbir.base.types import EngineName, Looking
from cbir.matching import PairCache
from cbir.search.query import DescribedTerms, Query
from cbir.search.results import Restriction, Results, StageResult, TermMatches, match_result
from cbir.state import Snapshot

StageName = Literal[
    "metadata",
    "shortlist",
    "verification",
    "nearest",
    "mirrored",
    "guided",
    "marked wrong",
    "semantic",
    "harder looks",
    "expansion",
    "words of matches",
    "recognised text",
]
Timing = Literal["score", "verify", "encode"]
"""A field of Timings."""


class Search:
    """One search on its way down the street. The stages read it; what they return stands in `results`.

    describe : makes features of the query's pictures. tell : shows interim results
    pairs : near descriptors of pairs of pictures, which one comparison leaves to the next
    described_ms : milliseconds that describing the pictures took
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
        self.described_ms = 0.0
        self._describe, self._tell = describe, tell

    @cached_property
    def pictures(self) -> DescribedTerms:
        """The query's pictures, described when a stage first asks. Raises as describe_terms()."""
        if not self.query.has_pictures:
            return DescribedTerms()
        started = time.perf_counter()
        described = self._describe(self.query, self.snapshot)
        self.described_ms = (time.perf_counter() - started) * 1000
        return described

    @cached_property
    def allowed(self) -> Restriction:
        """The photos that filters and fields leave; the metadata stage restricts its own."""
        text = self.query.text
        if not text.restricts:
            return Restriction()
        remote = self.snapshot.index.remote
        return Restriction(
            documents=self.snapshot.catalog.full_text.allowed_documents(text.demanded, text.filters),
            expression=None if remote is None else remote.expression(text.demanded, text.filters),
        )

    def add(self, result: StageResult) -> None:
        self.results[result.engine] = result

    def show(self, looking: Looking, result: StageResult | None = None) -> None:
        """Show what there is. looking : the stage that goes on. result : in the place of what its engine said before"""
        self._tell(self.results if result is None else {**self.results, result.engine: result}, looking)


class Stage(Protocol):
    """A step of a search. It is left out of the list where it is not wanted, and does not know of that.

    timing : where its time is counted; None: with the total alone
    looking : told to whoever waits, with what there is, before the stage begins; None where it is quick
    """

    @property
    def name(self) -> StageName: ...
    @property
    def timing(self) -> Timing | None: ...
    @property
    def looking(self) -> Looking | None: ...

    def applies(self, search: Search) -> bool:
        """True where there is something to do for this query, after the stages before."""
        ...

    def run(self, search: Search) -> StageResult:
        """The answer of one engine with what this stage adds; Search.show() is given it as it grows.

        Raises Cancelled, and ArtifactMismatch where the index is damaged.
        """
        ...


_Item = TypeVar("_Item")


def has_undecided(search: Search) -> bool:
    """True where nothing at all is proven for some wanted picture that was compared."""
    result = search.results.get("match")
    return result is not None and any(map(_is_undecided, result.matches))


def try_harder(search: Search, step: Callable[[TermMatches], TermMatches]) -> StageResult:
    """The match engine's answer, with what a step makes of each undecided picture."""
    result = search.results["match"]
    return match_result(
        [step(term) if _is_undecided(term) else term for term in result.matches], result.refused
    )


def _is_undecided(term: TermMatches) -> bool:
    return term.wanted and term.verdicts is not None and not term.verified


def take_turns(nearest: Sequence[_Item], *orders: Sequence[_Item]) -> list[_Item]:
    """Each once; two of the nearest, which are right more often here, to one of each other order."""
    turns = itertools.chain.from_iterable(itertools.zip_longest(nearest[::2], nearest[1::2], *orders))
    return list(dict.fromkeys(item for item in turns if item is not None))
