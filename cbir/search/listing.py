"""A search that the catalog alone answers: words, filters and fields -> a page of hits, or all photos as a listing.

Neither index nor workers are needed for that. What it finds written in photos then leads to others by the index, where
that was asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Evidence, Hit, Listing, PhotoId, SearchResult, Stage, Timings
from cbir.search.results import Answer, Query
from cbir.search.stages import MetadataEngine, WrittenLook, large_letters_first
from cbir.state import IndexReader, Snapshot

OnPartial = Callable[[SearchResult], None]
_FIRST_PAGE = 400  # photos of a listing: more than a large screen shows of them


class CatalogSearch:
    """Answers for SearchService.

    page : the hits that were asked for, of those that answers give
    notes : what the user should know of a search among so many photos
    """

    def __init__(
        self,
        reader: IndexReader,
        engine: MetadataEngine,
        look: WrittenLook,
        *,
        page: Callable[[Query, Snapshot, Sequence[Answer]], tuple[Hit, ...]],
        notes: Callable[[Query, Snapshot], tuple[str, ...]],
    ) -> None:
        self._reader = reader
        self._engine, self._look = engine, look
        self._page, self._notes = page, notes

    def search(
        self, query: Query, snapshot: Snapshot, on_partial: OnPartial | None, started: float
    ) -> SearchResult:
        """A page of hits. started : by time.perf_counter()"""
        answer = self._engine.look_up(query, snapshot.catalog)

        def result(answer: Answer, looking: Stage | None = None) -> SearchResult:
            hits = self._page(query, snapshot, [answer])
            total = (time.perf_counter() - started) * 1000
            return SearchResult(
                hits=self._reader.mark_offline(hits, snapshot.online),
                took_ms=Timings(
                    score=total - answer.timings.verify, verify=answer.timings.verify, total=total
                ),
                searched=snapshot.index.photos,
                total=answer.total,
                looking=looking,
            )

        def tell(answer: Answer) -> None:
            if on_partial is not None and not query.cancelled():
                on_partial(result(answer, self._look.stage))

        found = result(self._look_on(query, snapshot, answer, tell))
        return replace(found, notes=self._notes(query, snapshot))

    def list(
        self, query: Query, snapshot: Snapshot, on_partial: OnPartial | None, started: float
    ) -> SearchResult:
        """All photos that fit as columns; the first page is told before."""
        order, backwards = query.options.listed or "date", query.options.backwards
        by_words = order == "score" and bool(query.words.ranked)
        catalog, photos = snapshot.catalog, snapshot.index.photos

        def result(listing: Listing, total: int | None, photos: int) -> SearchResult:
            if not all(snapshot.online.values()):
                listing = listing.with_offline(
                    lambda name: self._reader.is_below_away(Path(name), snapshot.online)
                )
            took = (time.perf_counter() - started) * 1000
            return SearchResult(
                hits=listing, took_ms=Timings(score=took, total=took), searched=photos, total=total
            )

        def find(top: int | None) -> list[PhotoId]:
            found = catalog.full_text.in_order(
                query.nodes, query.words.filters, order=order, backwards=backwards, top=top
            )
            return large_letters_first(catalog, query, found) if by_words else found

        if on_partial is not None and order != "name":
            first = find(top=_FIRST_PAGE)
            on_partial(result(catalog.photos.listing(first), None, len(first)))
        self._reader.look_for_damage_early()
        ids = find(top=None)
        found = result(catalog.photos.listing(ids), len(ids), photos)
        answer = self._engine.look_up(query, catalog) if self._look.wanted(query) else Answer()

        def tell(so_far: Answer) -> None:  # once: a long listing takes long to be told
            if on_partial is not None and so_far is answer and not query.cancelled():
                on_partial(replace(found, looking=self._look.stage))

        more = _of_same_things(self._look_on(query, snapshot, answer, tell))
        if more:
            ids = catalog.full_text.placed(ids, more, order=order, backwards=backwards, ranked=by_words)
            listing = replace(catalog.photos.listing(ids), evidence=tuple(more.items()))
            found = result(listing, len(ids), photos)
        return replace(found, notes=self._notes(query, snapshot))

    def photos(self, query: Query, snapshot: Snapshot) -> NDArray[np.int64]:
        """Those that list() would name, in no order."""
        catalog = snapshot.catalog
        found = catalog.full_text.listed(query.nodes, query.words.filters)
        answer = self._engine.look_up(query, catalog) if self._look.wanted(query) else Answer()
        others = _of_same_things(self._look_on(query, snapshot, answer))
        return np.union1d(found, np.array([*others], np.int64)) if others else found

    def _look_on(
        self,
        query: Query,
        snapshot: Snapshot,
        answer: Answer,
        tell: Callable[[Answer], None] = lambda _answer: None,
    ) -> Answer:
        """With more photos of what has the words written on it, where that is wanted."""
        return (
            self._look.answer(query, snapshot, answer, tell) if self._look.wanted(query, answer) else answer
        )


def _of_same_things(answer: Answer) -> dict[PhotoId, Evidence]:
    """The photos that others led to, surely, in which the words are written."""
    return {
        one.found.photo: one.evidence
        for ranking in answer.rankings
        for one in ranking.candidates
        if one.strong and one.evidence is not None
    }
