"""Offers searches above all photos: the library's own keywords and places as examples, and the latest searches."""

from __future__ import annotations

from PySide6.QtCore import QObject

from cbir.base.types import Places
from cbir.service import Answer, CompleteAnswer, CompleteRequest
from cbir_app.engine import Engine
from cbir_app.results import ResultsPage
from cbir_app.sessions import LibrarySession, Query, RecentQueries, SearchSession, part_of_words

EXAMPLES, RECENT = 3, 2  # searches to show
PLACES = "near:"


class StartControl(QObject):
    def __init__(
        self,
        engine: Engine,
        results: ResultsPage,
        library: LibrarySession,
        search: SearchSession,
        recent: RecentQueries,
    ) -> None:
        super().__init__(results)
        self._engine, self._results, self._recent = engine, results, recent
        self._keywords: tuple[str, ...] = ()
        self._places: tuple[str, ...] = ()
        self._shown: tuple[tuple[Query, ...], tuple[Query, ...]] = ((), ())
        library.places_changed.connect(self._on_places)
        recent.changed.connect(self._show)
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
        if (examples, recent) != self._shown:
            self._shown = examples, recent
            self._results.start.show_searches(examples, recent)
            self._results.show_start()
