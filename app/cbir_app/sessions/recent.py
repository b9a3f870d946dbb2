"""Recent queries, newest first, saved for each library in the preferences. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from cbir.base.types import LibraryInfo
from cbir_app.base.language import tr
from cbir_app.base.preferences import Preferences, of_library
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine
from cbir_app.sessions.query import Query
from cbir_app.sessions.query_text import read_queries, settled, write_queries
from cbir_app.sessions.search_session import SearchSession

MAX_QUERIES = 30


class RecentQueries(QObject):
    changed = Signal()

    def __init__(
        self, engine: Engine, search: SearchSession, preferences: Preferences, undo: UndoStack
    ) -> None:
        super().__init__(search)
        self._search, self._preferences, self._undo = search, preferences, undo
        self._key = ""
        self._latest: Query | None = None  # as searched for, perhaps with a half-typed draft
        self.queries: tuple[Query, ...] = ()
        engine.ready.connect(self._on_ready)
        search.finished.connect(lambda _result: self.note(search.answered))

    def note(self, query: Query) -> None:
        """Remember a query; a continuation of the latest query replaces it."""
        if query.empty or query == Query():  # an album of hand-picked photos has no terms
            return
        before, self._latest = self._latest, query
        whole = settled(query)
        others = [other for other in self.queries if other != whole]
        if before is not None and goes_on(before, query) and others[:1] == [settled(before)]:
            others.pop(0)
        self._set((whole, *others[: MAX_QUERIES - 1]))

    def forget(self) -> None:
        """Forget all queries; undo brings them back."""
        forgotten = self.queries
        if forgotten:
            self._set(())
            self._undo.record(
                Step(
                    words=tr("forgetting the recent searches"),
                    undo=lambda: self._set(forgotten),
                    redo=self._clear,
                )
            )

    def _clear(self) -> None:
        self._set(())

    def _set(self, queries: tuple[Query, ...]) -> None:
        if queries != self.queries:
            self.queries = queries
            self._preferences.set_text(self._key, write_queries(queries))
            self.changed.emit()

    def _on_ready(self, info: LibraryInfo) -> None:
        """Load the queries of this library. A restart of the engine changes nothing."""
        if self._key:
            return
        self._key = of_library("recent", info.folder)
        self.queries = read_queries(self._preferences.text(self._key))
        self._search.recall(tuple(reversed(self.queries)))
        self.changed.emit()


def goes_on(before: Query, after: Query) -> bool:
    """True if a query continues another: more text was typed or weights changed, and no text was replaced."""
    longer, shorter = sorted((before.draft, after.draft), key=len, reverse=True)
    return after.refines(before) and longer.startswith(shorter)
