"""Filters, fields and words -> all photos that fit, as columns, in one of the catalog's orders.

A listing needs no ranking. If words were typed and more photos of the same things are requested, the stages find these,
beginning with the photos in which the words were recognised.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Evidence, Listing, PhotoId, SearchResult, Timings
from cbir.search.query import Query
from cbir.search.stages import large_letters_first
from cbir.state import Snapshot, is_below_away

OnPartial = Callable[[SearchResult], None]
OfSameThings = Callable[[Callable[[], None]], Mapping[PhotoId, Evidence]]
"""Finds more photos of things on which the typed words are written. Calls its argument when the search begins."""
_FIRST_PAGE = 400  # photos of a listing: more than a large screen shows


def list_photos(
    query: Query,
    snapshot: Snapshot,
    of_same_things: OfSameThings,
    on_partial: OnPartial | None,
    started: float,
    *,
    meanwhile: Callable[[], object],
) -> SearchResult:
    """All photos that fit. on_partial receives the first page before.

    started : by time.perf_counter(). meanwhile : called after the first page is reported
    """
    catalog = snapshot.catalog
    order, backwards = query.options.listed or "date", query.options.backwards
    by_words = order == "score" and bool(query.text.ranked)

    def result(listing: Listing, total: int | None, photos: int) -> SearchResult:
        if not all(snapshot.online.values()):
            listing = listing.with_offline(lambda name: is_below_away(Path(name), snapshot.online))
        took = (time.perf_counter() - started) * 1000
        return SearchResult(
            hits=listing,
            took_ms=Timings(score=took, total=took),
            searched=photos,
            in_library=photos,
            total=None if total is None else len(listing),
        )

    def find(top: int | None) -> list[PhotoId]:
        photos = catalog.full_text.in_order(
            query.conditions, query.text.filters, order=order, backwards=backwards, top=top
        )
        return large_letters_first(catalog, query.text, photos) if by_words else photos

    if on_partial is not None and order != "name":
        first = find(top=_FIRST_PAGE)
        on_partial(result(catalog.photos.listing(first), None, len(first)))
    meanwhile()
    ids = find(top=None)
    photos = snapshot.photos
    listed = result(catalog.photos.listing(ids), len(ids), photos)

    is_reported = False

    def report() -> None:
        nonlocal is_reported
        if on_partial is not None and not is_reported and not query.cancelled():
            on_partial(replace(listed, looking="written"))
        is_reported = True  # only once, since it takes time to transfer a long listing

    more = of_same_things(report)
    if not more:
        return listed
    ids = catalog.full_text.placed(ids, more, order=order, backwards=backwards, ranked=by_words)
    listing = replace(catalog.photos.listing(ids), evidence=tuple(more.items()))
    return result(listing, len(ids), photos)


def listed_photos(query: Query, snapshot: Snapshot, of_same_things: Collection[PhotoId]) -> NDArray[np.int64]:
    """The photos that list_photos() would list, in no order."""
    photos = snapshot.catalog.full_text.listed(query.conditions, query.text.filters)
    return np.union1d(photos, np.array([*of_same_things], np.int64)) if of_same_things else photos
