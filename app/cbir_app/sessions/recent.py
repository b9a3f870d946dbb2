"""Recent queries, newest first, saved as text for each library in the preferences. No widgets."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QObject, Signal

from cbir.base.folding import fold
from cbir.base.types import Filters, LibraryInfo, PhotoId, Region, Term
from cbir_app.base.language import tr
from cbir_app.base.preferences import Preferences, of_library
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine
from cbir_app.sessions.query import Part, Query, part_of_words
from cbir_app.sessions.search_session import SearchSession

MAX_BYTES = 48 << 10  # of a pasted picture: more does not belong in the preferences
MAX_TOTAL_BYTES = 192 << 10
_LISTS = ("folders", "cameras", "formats", "keywords", "places", "lenses", "colors")


def settled(query: Query) -> Query:
    """Return a query with its draft text as a chip."""
    typed = part_of_words(query.draft)
    parts = query.parts if typed is None else (*query.parts, typed)
    return Query(parts=parts, filters=query.filters)


def write_queries(queries: Sequence[Query]) -> str:
    """Return queries as text, without those whose pasted pictures are too large or exceed the total."""
    entries: list[dict[str, Any]] = []
    room = MAX_TOTAL_BYTES
    for query in queries:
        pasted = sum(len(part.term.data or b"") for part in query.parts)
        if pasted <= min(MAX_BYTES, room):
            room -= pasted
            entries.append(_entry(settled(query)))
    return json.dumps(entries, separators=(",", ":"))


def read_queries(text: str) -> tuple[Query, ...]:
    """Return the queries of a text; empty for text that cannot be read."""
    try:
        return tuple(_query(entry) for entry in json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()


def _entry(query: Query) -> dict[str, Any]:
    filters = {name: value for name, value in asdict(query.filters).items() if value not in (None, ())}
    return {"parts": [_part_entry(part) for part in query.parts], "filters": filters}


def _part_entry(part: Part) -> dict[str, Any]:
    term = part.term
    entry = {
        "label": part.label,
        "path": None if term.path is None else str(term.path),
        "data": None if term.data is None else base64.b64encode(term.data).decode(),
        "photo": term.photo,
        "text": term.text,
        "region": term.region,
        "sign": None if term.sign > 0 else -1,
        "weight": None if term.weight == 1.0 else term.weight,
        "marked": term.marked or None,
    }
    return {name: value for name, value in entry.items() if value is not None}


def _query(entry: dict[str, Any]) -> Query:
    filters = dict(entry["filters"])
    filters.update({name: tuple(map(str, filters[name])) for name in _LISTS if name in filters})
    return Query(parts=tuple(_part(part) for part in entry["parts"]), filters=Filters(**filters))


def _part(entry: dict[str, Any]) -> Part:
    region = entry.get("region")
    term = Term(
        path=Path(entry["path"]) if "path" in entry else None,
        data=base64.b64decode(entry["data"]) if "data" in entry else None,
        photo=PhotoId(int(entry["photo"])) if "photo" in entry else None,
        text=entry.get("text"),
        region=None if region is None else cast(Region, tuple(float(value) for value in region)),
        sign=-1 if entry.get("sign") == -1 else 1,
        weight=float(entry.get("weight", 1.0)),
        marked=bool(entry.get("marked", False)),
    )
    return Part(term, str(entry["label"]))


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

    def forget_names(self, names: Sequence[str]) -> None:
        """Forget the queries that ask for people, these or any, also the present one. Nothing brings them back."""
        patterns = ("person:", *map(fold, names))

        def asks(query: Query) -> bool:
            texts = [fold(part.term.text or "") for part in settled(query).parts]
            return any(pattern in text for pattern in patterns for text in texts)

        if asks(self._search.query):
            self._latest = None
            self._search.set_query(Query())
        self._set(tuple(query for query in self.queries if not asks(query)))

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
