"""Offers searches above all photos: the library's own keywords and places, the newest albums, the latest searches."""

from __future__ import annotations

from itertools import islice

from PySide6.QtCore import QObject

from cbir.base.types import Completion, Places
from cbir.service import Answer, CompleteAnswer, CompleteRequest
from cbir_app.engine import Engine
from cbir_app.results import ResultsPage
from cbir_app.sessions import (
    AlbumSession,
    LibrarySession,
    Query,
    RecentQueries,
    SearchSession,
    part_of_words,
    query_of,
)

EXAMPLES, RECENT, ALBUMS = 3, 2, 2  # largest numbers of buttons
PLACES = "near:"
Named = tuple[str, Query]


class StartControl(QObject):
    def __init__(
        self,
        engine: Engine,
        results: ResultsPage,
        library: LibrarySession,
        search: SearchSession,
        recent: RecentQueries,
        albums: AlbumSession,
    ) -> None:
        super().__init__(results)
        self._engine, self._results, self._recent, self._albums = engine, results, recent, albums
        self._keywords: tuple[str, ...] = ()
        self._places: tuple[Named, ...] = ()
        self._shown: tuple[tuple[Named, ...], tuple[Named, ...]] = ((), ())
        library.places_changed.connect(self._on_places)
        recent.changed.connect(self._show)
        albums.changed.connect(lambda _albums: self._show())
        results.start.chosen.connect(search.set_query)

    def _on_places(self, places: Places) -> None:
        """Take the most frequent keywords, and ask for the names of places."""
        self._keywords = tuple(count.value for count in places.keywords[:EXAMPLES])
        self._engine.request(CompleteRequest(text=PLACES), self._on_completions)

    def _on_completions(self, answer: Answer) -> None:
        """Offer searches for the towns near which most photos were taken, first one of each country."""
        if isinstance(answer, CompleteAnswer):
            towns = [entry for entry in answer.completions if entry.kind == "place"]
            towns.sort(key=lambda entry: -(entry.photos or 0))
            countries: dict[str, Completion] = {}
            for town in towns:
                countries.setdefault(town.name.rpartition(",")[2], town)
            ordered = dict.fromkeys((*countries.values(), *towns))
            named = (_example(town.text.strip(), town.name) for town in ordered)
            self._places = tuple(islice(filter(None, named), EXAMPLES))
        self._show()

    def _show(self) -> None:
        keywords = [example for word in self._keywords if (example := _example(word, word)) is not None]
        examples = (*keywords[:1], *self._places[:1], *keywords[1:], *self._places[1:])[:EXAMPLES]
        albums = tuple((album.name, query_of(album)) for album in self._albums.albums[: -ALBUMS - 1 : -1])
        saved = {(query.terms, query.filters) for _, query in albums}
        recent = (
            (query.label, query)
            for query in self._recent.queries
            if query.label and (query.terms, query.filters) not in saved
        )
        again = (*albums, *islice(recent, RECENT))
        if (examples, again) != self._shown:
            self._shown = examples, again
            self._results.start.show_searches(examples, again)
            self._results.show_start()


def _example(text: str, name: str) -> Named | None:
    """Return a named search for a text; None if the text is empty."""
    part = part_of_words(text)
    return None if part is None else (name, Query(parts=(part,)))
