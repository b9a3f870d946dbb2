"""Offers searches above all photos: the library's own keywords and places, the newest albums, the latest searches."""

from __future__ import annotations

from PySide6.QtCore import QObject

from cbir.base.types import Places
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

EXAMPLES, RECENT, ALBUMS = 3, 2, 2  # to show
PLACES = "near:"
Searches = tuple[Query, ...]


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
        self._places: tuple[str, ...] = ()
        self._shown: tuple[Searches, Searches, tuple[tuple[str, Query], ...]] = ((), (), ())
        library.places_changed.connect(self._on_places)
        recent.changed.connect(self._show)
        albums.changed.connect(lambda _albums: self._show())
        results.start.chosen.connect(search.set_query)

    def _on_places(self, places: Places) -> None:
        """Take the most frequent keywords, and ask for the names of places."""
        self._keywords = tuple(count.value for count in places.keywords[:EXAMPLES])
        self._engine.request(CompleteRequest(text=PLACES), self._on_completions)

    def _on_completions(self, answer: Answer) -> None:
        if isinstance(answer, CompleteAnswer):
            texts = (completion.text.strip() for completion in answer.completions)
            self._places = tuple(text for text in texts if text.startswith(PLACES) and text != PLACES)
        self._show()

    def _show(self) -> None:
        places = self._places[:1]
        texts = (*self._keywords[:1], *places, *self._keywords[1:])[:EXAMPLES]
        parts = [part for text in texts if (part := part_of_words(text)) is not None]
        examples = tuple(Query(parts=(part,)) for part in parts)
        recent = tuple(query for query in self._recent.queries if query.label)[:RECENT]
        albums = tuple((album.name, query_of(album)) for album in self._albums.albums[: -ALBUMS - 1 : -1])
        if (examples, recent, albums) != self._shown:
            self._shown = examples, recent, albums
            self._results.start.show_searches(examples, recent, albums)
            self._results.show_start()
