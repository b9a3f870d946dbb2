"""Saved searches: read from the library when it opens, written back whole when they change. No widget here."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.engine import Engine
from app.filters import filter_chips
from app.query.query import Part, Query, part_of_words
from cbir.base.types import SavedSearch
from cbir.service import Answer, Failure, SearchesAnswer, SearchesRequest

NAME_LENGTH = 60


class SavedSession(QObject):
    changed = Signal(object)  # tuple of SavedSearch
    failed = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.searches: tuple[SavedSearch, ...] = ()
        self._latest = 0  # the newest ticket: answers to older ones are out of date
        engine.ready.connect(lambda _info: self._ask(SearchesRequest()))

    def save(self, query: Query) -> int:
        """Keep a query under its own words; returns its row. One that is kept already stays as it is."""
        if (row := self.row_of(query)) is not None:
            return row
        search = saved_of(query)
        search = replace(search, name=self._free_name(search.name))
        self._write((*self.searches, search))
        return len(self.searches) - 1

    def row_of(self, query: Query) -> int | None:
        """Return where a query is kept, under whatever name; None where it is not."""
        wanted = replace(saved_of(query), name="")
        rows = (row for row, kept in enumerate(self.searches) if replace(kept, name="") == wanted)
        return next(rows, None)

    def rename(self, row: int, name: str) -> None:
        name = " ".join(name.split())[:NAME_LENGTH]
        if name and row < len(self.searches) and self.searches[row].name != name:
            renamed = replace(self.searches[row], name=name)
            self._write((*self.searches[:row], renamed, *self.searches[row + 1 :]))
        else:
            self.changed.emit(self.searches)  # whoever edited shows the old name again

    def remove(self, row: int) -> SavedSearch:
        gone = self.searches[row]
        self._write((*self.searches[:row], *self.searches[row + 1 :]))
        return gone

    def put_back(self, row: int, search: SavedSearch) -> None:
        self._write((*self.searches[:row], search, *self.searches[row:]))

    def restore(self, searches: tuple[SavedSearch, ...]) -> None:
        """Keep these and no others."""
        self._write(searches)

    def _free_name(self, name: str) -> str:
        taken = {search.name for search in self.searches}
        free, number = name, 2
        while free in taken:
            free, number = f"{name} ({number})", number + 1
        return free

    def _write(self, searches: tuple[SavedSearch, ...]) -> None:
        self.searches = searches
        self.changed.emit(searches)
        self._ask(SearchesRequest(replace=searches))

    def _ask(self, request: SearchesRequest) -> None:
        if self._latest:
            self._engine.cancel(self._latest)  # only its answer: what it writes is replaced at once
        self._latest = self._engine.request(request, self._on_answer)

    def _on_answer(self, answer: Answer) -> None:
        self._latest = 0
        if isinstance(answer, SearchesAnswer):
            if answer.searches != self.searches:
                self.searches = answer.searches
                self.changed.emit(answer.searches)
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failed.emit(answer.message)


def saved_of(query: Query) -> SavedSearch:
    typed = part_of_words(query.draft)
    parts = query.parts if typed is None else (*query.parts, typed)
    words = [query.label] if query.label else []
    words += [] if words else [chip.words for chip in filter_chips(query.filters)]
    return SavedSearch(
        name=", ".join(words)[:NAME_LENGTH],
        terms=tuple(part.term for part in parts),
        labels=tuple(part.label for part in parts),
        filters=query.filters,
    )


def query_of(search: SavedSearch) -> Query:
    parts = tuple(Part(term, label) for term, label in zip(search.terms, search.labels, strict=True))
    return Query(parts=parts, filters=search.filters)
