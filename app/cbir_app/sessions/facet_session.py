"""Counts the hits of the query for each choice of a filter. No widgets.

All hits satisfy the filters that are set. A facet with a filter of its own is therefore counted over the hits without
that filter, if they were counted before. Otherwise it has no counts.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from cbir.base.types import FacetCount, Facets, Filters, Listing, SearchResult, Term
from cbir.service import Answer, FacetsAnswer, FacetsRequest
from cbir_app.engine import Engine
from cbir_app.sessions.filters import NO_FILTERS, Counts, FacetCounts
from cbir_app.sessions.library_session import LibrarySession
from cbir_app.sessions.search_session import TOP, TOP_WORDS, SearchSession

KEPT = 40  # maximum number of queries with cached counts
Key = tuple[tuple[Term, ...], Filters]

_FIELDS = {  # by facet: the fields of Filters that choose from it
    "folders": ("folders",),
    "cameras": ("cameras",),
    "formats": ("formats",),
    "ratings": ("min_rating",),
    "orientations": ("orientation",),
    "years": ("taken_from", "taken_to"),
    "towns": ("places",),
    "lenses": ("lenses",),
    "isos": ("iso",),
    "apertures": ("aperture",),
    "shutters": ("shutter",),
    "focals": ("focal",),
    "colors": ("colors",),
    "flags": ("flag",),
    "labels": ("label",),
}


class FacetSession(QObject):
    counted = Signal(object)  # FacetCounts; None: there is no query, and the library's own counts apply

    def __init__(self, engine: Engine, search: SearchSession, library: LibrarySession) -> None:
        super().__init__(search)
        self._engine, self._search, self._library = engine, search, library
        self._counts: OrderedDict[Key, dict[str, Counts]] = OrderedDict()
        self._ticket: int | None = None
        self._shown: Key | None = None
        search.finished.connect(lambda _result: self.ask())
        search.trimmed.connect(lambda _result: self.ask())
        search.cleared.connect(self.ask)
        library.info_changed.connect(lambda _info: self.forget())

    def forget(self) -> None:
        """Discard the counts and count again: the library has changed."""
        self._counts.clear()
        self.ask()

    def ask(self) -> None:
        """Count over the hits, while the filters are visible."""
        self._engine.cancel(self._ticket)
        self._ticket = None
        if not self._library.wants_facets:
            return
        result, query = self._search.result, self._search.answered
        if result is None or query.empty:
            self._shown = None
            self.counted.emit(None)
            return
        key = (query.terms, query.filters)
        if key in self._counts:
            self._tell(key, result)
            return
        hits = result.hits
        photos = hits.photos.tolist() if isinstance(hits, Listing) else [hit.photo for hit in hits]
        if key != self._shown:
            self._tell(key, result)  # replaces the counts of another query until the answer arrives
        request = FacetsRequest(photos=tuple(photos))
        self._ticket = self._engine.request(request, partial(self._on_answer, key, result))

    def _on_answer(self, key: Key, result: SearchResult, answer: Answer) -> None:
        if isinstance(answer, FacetsAnswer):
            self._counts[key] = by_value(answer.facets)
            while len(self._counts) > KEPT:
                self._counts.popitem(last=False)
            self._tell(key, result)

    def _tell(self, key: Key, result: SearchResult) -> None:
        self._shown = terms, filters = key
        counts = {}
        for facet, fields in _FIELDS.items():
            without = replace(filters, **{name: getattr(NO_FILTERS, name) for name in fields})
            facets = self._counts.get((terms, without))
            if facets is not None:
                counts[facet] = facets[facet]
        limit = TOP if any(term.text is None for term in terms) else TOP_WORDS
        more = result.total is None and len(result.hits) >= limit
        hits = len(result.hits) if result.total is None else result.total
        self.counted.emit(FacetCounts(hits=hits, more=more, counts=counts))


def by_value(facets: Facets) -> dict[str, Counts]:
    """Return the counts of each facet by value."""

    def values(counts: tuple[FacetCount, ...]) -> Counts:
        return {count.value: count.photos for count in counts}

    return {name: values(getattr(facets, name)) for name in _FIELDS}
