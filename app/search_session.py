"""The query -> one search at a time -> its result. No widget in here.

Setting a query asks the engine for the hits and for the query's own picture. A newer search replaces an
older one: its ticket is cancelled, so that what still comes for it is dropped.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.engine import Engine
from app.intake import Query, query_of_photo
from app.pictures import Picture, picture_of
from cbir.service import Answer, Failure, PictureAnswer, PictureRequest, SearchAnswer, SearchRequest
from cbir.types import Hit, Region, SearchOptions, SearchResult

TOP = 200
"""As many as the matcher verifies: beyond them nothing can be proved."""

QUERY_SIDE_PX = 1600
"""Enough for the match view on a large screen; the chip and the side panel scale it down."""


class SearchSession(QObject):
    query_changed = Signal(object)  # Query or None
    picture_changed = Signal(object)  # Picture or None
    started = Signal()
    finished = Signal(object)  # SearchResult
    failed = Signal(str)
    cleared = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._search: int | None = None
        self._picture_ticket: int | None = None
        self._earlier: list[Query] = []
        self.query: Query | None = None
        self.picture: Picture | None = None
        self.result: SearchResult | None = None
        self.failure: str | None = None
        self.mirror = False

    @property
    def busy(self) -> bool:
        return self._search is not None

    @property
    def can_go_back(self) -> bool:
        return bool(self._earlier)

    def search(self, query: Query) -> None:
        """Search with another query; the one before can be gone back to."""
        if self.query is not None:
            self._earlier.append(self.query)
        self._set(query)

    def search_photo(self, hit: Hit) -> None:
        self.search(query_of_photo(hit.photo, hit.path))

    def back(self) -> None:
        if self._earlier:
            self._set(self._earlier.pop())

    def again(self) -> None:
        """Search once more, for what the library holds now."""
        if self.query is not None:
            self._run()
            if self.picture is None:
                self._ask_picture()

    def set_region(self, region: Region | None) -> None:
        """Search with the framed part of the query picture, or with all of it."""
        if self.query is not None and self.query.term.region != region:
            self._earlier.append(self.query)
            self.query = replace(self.query, term=replace(self.query.term, region=region))
            self.query_changed.emit(self.query)
            self._run()

    def set_mirror(self, mirror: bool) -> None:
        if mirror != self.mirror:
            self.mirror = mirror
            self.again()

    def clear(self) -> None:
        self.cancel()
        if self.query is not None:
            self._earlier.append(self.query)
        self.query = self.picture = self.result = self.failure = None
        self.query_changed.emit(None)
        self.picture_changed.emit(None)
        self.cleared.emit()

    def cancel(self) -> None:
        for ticket in (self._search, self._picture_ticket):
            if ticket is not None:
                self._engine.cancel(ticket)
        self._search = self._picture_ticket = None

    def _set(self, query: Query) -> None:
        same_picture = self.query is not None and replace(self.query.term, region=None) == replace(
            query.term, region=None
        )
        self.query = query
        self.query_changed.emit(query)
        if not same_picture or self.picture is None:
            self.picture = None
            self.picture_changed.emit(None)
            self._ask_picture()
        self._run()

    def _ask_picture(self) -> None:
        assert self.query is not None
        if self._picture_ticket is not None:
            self._engine.cancel(self._picture_ticket)
        term = self.query.term
        self._picture_ticket = self._engine.request(
            PictureRequest(photo=term.photo, path=term.path, data=term.data, max_side_px=QUERY_SIDE_PX),
            self._on_picture,
        )

    def _on_picture(self, answer: Answer) -> None:
        self._picture_ticket = None
        # A failure here needs no sentence of its own: the search for the same picture says why.
        if isinstance(answer, PictureAnswer):
            self.picture = picture_of(answer)
            self.picture_changed.emit(self.picture)

    def _run(self) -> None:
        assert self.query is not None
        if self._search is not None:
            self._engine.cancel(self._search)
        self.failure = None
        options = SearchOptions(top=TOP, mirror=self.mirror)
        self._search = self._engine.request(
            SearchRequest(terms=(self.query.term,), options=options), self._on_search
        )
        self.started.emit()

    def _on_search(self, answer: Answer) -> None:
        self._search = None
        if isinstance(answer, SearchAnswer):
            self.result = answer.result
            self.finished.emit(answer.result)
        elif isinstance(answer, Failure):
            self.result = None
            self.failure = answer.message
            self.failed.emit(answer.message)
