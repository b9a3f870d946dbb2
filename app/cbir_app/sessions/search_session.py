"""Runs the query as one search at a time, and holds its result. No widgets.

Setting a query asks the engine for the hits and for the pictures of its terms. A newer search cancels the older
ticket, and its late answers are dropped. Text is searched for as it is typed, after a short pause.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import (
    EngineName,
    Filters,
    Hit,
    Listing,
    ListOrder,
    PhotoId,
    Region,
    SearchOptions,
    SearchResult,
    Term,
    without_photos,
)
from cbir.service import (
    Answer,
    Failure,
    Interim,
    PartialResults,
    PictureAnswer,
    PictureRequest,
    SearchAnswer,
    SearchRequest,
)
from cbir_app.base.evidence import best_evidence
from cbir_app.base.pictures import Picture, picture_of
from cbir_app.engine import Engine
from cbir_app.sessions.drop_parser import part_of_photo
from cbir_app.sessions.filters import NO_FILTERS
from cbir_app.sessions.query import Part, Query, part_of_words

TOP = 200  # the number of candidates that the matcher verifies
TOP_WORDS = 1000  # for text; if only filters or names decide, all photos come as a Listing
SIDE_PX = 1600  # enough for the match view on a large screen; the chip and the side panel scale it down
REST_MS = 250  # text is searched for after this pause in typing
KEPT = 100  # maximum number of queries in the history


class SearchSession(QObject):
    query_changed = Signal(object)  # Query
    replaced = Signal(object, object)  # the old Query and the new one
    picture_changed = Signal(object, object)  # the source (Term) and its Picture or None
    started = Signal()
    arrived = Signal()  # the first hits are in partial_results while the search continues
    finished = Signal(object)  # SearchResult
    grown = Signal(object)  # SearchResult: the same photos in another order, or with new photos
    marked = Signal()  # hits in the result have been marked offline or online
    trimmed = Signal(object)  # SearchResult without hidden photos
    failed = Signal(str)
    cleared = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._search: int | None = None
        self.growing: int | None = None
        self._order: tuple[ListOrder, bool] = ("score", False)
        self._picture_tickets: dict[Term, int] = {}
        self.pictures: dict[Term, Picture] = {}
        self._earlier: list[Query] = []
        self._later: list[Query] = []
        self.query = Query()
        self.result: SearchResult | None = None
        self.answered = self._sent = Query()  # the query of `result`; the query last sent to the engine
        self._whole: SearchResult | None = None  # the result including hidden photos
        self._hidden: set[PhotoId] = set()
        self.partial_results: SearchResult | None = None  # of the running search
        self.failure: str | None = None
        self.photos = 0  # number of photos in the library: if not 0, an empty query shows all of them
        self.mirror = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._run)

    @property
    def busy(self) -> bool:
        """True if a search is running, or begins after the pause in typing."""
        return self._search is not None or self._rest.isActive()

    @property
    def can_go_back(self) -> bool:
        return bool(self._earlier)

    @property
    def can_go_forward(self) -> bool:
        return bool(self._later)

    # ---- pictures of the query

    @property
    def picture(self) -> Picture | None:
        """The picture of the first term that has one."""
        return None if (at := self.first_picture) is None else self.picture_at(at)

    @property
    def first_picture(self) -> int | None:
        pictures = [at for at, part in enumerate(self.query.parts) if not part.is_words]
        positive = [at for at in pictures if self.query.parts[at].term.sign > 0]
        return next(iter(positive or pictures), None)

    def picture_at(self, at: int) -> Picture | None:
        return self.pictures.get(self.query.parts[at].source) if at < len(self.query.parts) else None

    def picture_of(self, source: Term) -> Picture | None:
        """A picture outside the query, None until it arrives. The first call requests it; see picture_changed."""
        if source not in self.pictures and source not in self._picture_tickets:
            self._ask_picture(source)
        return self.pictures.get(source)

    def shown_by(self, hit: Hit | None) -> int | None:
        """Index of the term that a hit matches, else of the first picture; None for a query without pictures."""
        evidence = None if hit is None else best_evidence(hit)
        if self.first_picture is None or evidence is None or evidence.term >= len(self.query.parts):
            return self.first_picture
        return evidence.term

    # ---- changing the query

    def search(self, part: Part) -> None:
        """Search for another part. Filters stay, except for a browsed folder."""
        self.set_query(Query(parts=(part,), filters=self.query.set_filters))

    def search_photo(self, hit: Hit, engine: EngineName = "auto") -> None:
        part = part_of_photo(hit.photo, hit.path)
        self.set_query(Query(parts=(part,), filters=self.query.set_filters, engine=engine))

    def set_engine(self, engine: EngineName) -> None:
        if engine != self.query.engine:
            self.set_query(replace(self.query, engine=engine))

    def add(self, part: Part) -> None:
        """Add a part to the query."""
        self.set_query(self.query.settled().plus(part))

    def add_photo(self, hit: Hit, *, minus: bool = False) -> None:
        part = part_of_photo(hit.photo, hit.path)
        self.add(part.flipped() if minus else part)

    def teach(self, hits: Sequence[Hit], *, right: bool) -> None:
        """Search for more or fewer photos like these hits. Hits that are marked so already lose their mark."""
        self.set_query(self.query.taught([part_of_photo(hit.photo, hit.path) for hit in hits], right=right))

    def type(self, text: str) -> None:
        """Set the draft text; it is searched for after a pause in typing."""
        self.set_query(replace(self.query, draft=text), rest=bool(text.strip()))

    def commit(self) -> None:
        """Turn the draft text into a chip, and search for it now."""
        typed = part_of_words(self.query.draft)
        waits = self._rest.isActive()
        if typed is not None:
            terms = self.query.terms
            self._change(replace(self.query.plus(typed), draft=""))
            waits = waits or terms != self.query.terms
        if waits:
            self._run()

    def edit_words(self, at: int) -> None:
        """Turn a chip of text back into draft text."""
        part = self.query.parts[at]
        words = f"-{part.label}" if part.term.sign < 0 else part.label
        self.set_query(replace(self.query.settled().without(at), draft=words))

    def remove(self, at: int) -> None:
        self.set_query(self.query.without(at))

    def flip(self, at: int) -> None:
        self.set_query(self.query.with_part(at, self.query.parts[at].flipped()))

    def weigh(self, at: int, steps: int) -> None:
        part = self.query.parts[at].weighed(steps)
        if part != self.query.parts[at] and not part.term.marked:
            self.set_query(self.query.with_part(at, part), rest=True)

    def set_region(self, region: Region | None, at: int | None = None) -> None:
        """Search with the framed part of a query picture. region : None for the whole picture"""
        at = self.first_picture if at is None else at
        if at is not None and self.query.parts[at].term.region != region:
            self.set_query(self.query.with_part(at, self.query.parts[at].framed(region)))

    def set_filters(self, filters: Filters) -> None:
        if filters != self.query.filters:
            self.set_query(self.query.filtered(filters))

    def browse(self, *, folder: str | None = None, keyword: str | None = None) -> None:
        """Show all photos of a folder or with a keyword. Filters that were set stay."""
        folders, keywords = (() if value is None else (value,) for value in (folder, keyword))
        filters = replace(self.query.set_filters, folders=folders, keywords=keywords)
        self.set_query(Query(filters=filters, browsed=True))

    def show_recent(self) -> None:
        self.set_query(Query(recent=True))

    def forget(self, phrase: str) -> None:
        """Search without a phrase of the typed text."""
        self.set_query(self.query.without_phrase(phrase))

    def search_everywhere(self) -> None:
        """Repeat the search without any filter."""
        self.set_filters(NO_FILTERS)

    def show_photos(self, photos: int) -> None:
        """Update the number of photos in the library: show them for an empty query, and add new ones to a listing."""
        before, self.photos = self.photos, photos
        if photos == before:
            return
        if self.query.empty and (not before or not photos or self.result is None):
            self.set_query(self.query)
        elif self.listed:
            self.renew()

    @property
    def listed(self) -> bool:
        """True if the result is a Listing: all photos that satisfy the query, in the engine's order."""
        return self.result is not None and isinstance(self.result.hits, Listing)

    def order(self, key: ListOrder, *, backwards: bool) -> bool:
        """Set the order of listings. Returns True if the current listing is requested again in the new order."""
        before, self._order = self._listing_order, (key, backwards)
        if renewed := self.listed and before != self._listing_order:
            self.renew()
        return renewed

    @property
    def _listing_order(self) -> tuple[ListOrder, bool]:
        order: tuple[ListOrder, bool] = ("added", False) if self.query.recent else self._order
        key, backwards = order
        is_ranked = self.query.has_words or self.query.filters.colors
        return "date" if key == "score" and not is_ranked else key, backwards

    def renew(self, *, again: bool = True) -> bool:
        """Repeat the search, and keep the current hits until new ones arrive. Returns True if it was started.

        again : even while an earlier repetition is running
        """
        if started := not self.busy and (again or self.growing is None):
            self._engine.cancel(self.growing)
            self.growing = self._engine.request(self._request(renewed=True), self._on_more)
        return started

    def set_mirror(self, mirror: bool) -> None:
        before, self.mirror = self.mirror, mirror
        if mirror != before:
            self.again()

    def set_query(self, query: Query, *, rest: bool = False) -> None:
        """Search for a query. rest : after a pause, unless another query follows"""
        self._change(query)
        if query.empty:
            self.cancel()
            self.result = self.failure = None
            if self.photos:
                self._run()
            self.cleared.emit()
        elif rest:
            self._rest.start()
        else:
            self._run()

    def back(self) -> None:
        self._travel(self._earlier, self._later)

    def forward(self) -> None:
        self._travel(self._later, self._earlier)

    def recall(self, queries: Sequence[Query]) -> None:
        """Add queries of an earlier start to the history. queries : oldest first"""
        self._earlier = [*queries, *self._earlier][-KEPT:]

    def again(self) -> None:
        """Repeat the search over the current contents of the library."""
        if self.photos or not self.query.empty:
            self._run()
            self._ask_pictures()

    def clear(self) -> None:
        self.set_query(Query())

    def hide(self, photos: Collection[PhotoId]) -> None:
        """Hide photos that are being moved to the trash, in later answers too."""
        self._hidden.update(photos)
        self._show_result(self._whole)

    def show_again(self, photos: Collection[PhotoId]) -> None:
        """Show hidden photos again, for example those that could not be moved."""
        if photos:
            self._hidden.difference_update(photos)
            self._show_result(self._whole)

    def _show_result(self, whole: SearchResult | None) -> None:
        if whole is not None and self.result is not None:
            self.result = without_photos(whole, self._hidden)
            self.trimmed.emit(self.result)

    def mark(self, hits: Sequence[Hit]) -> None:
        """Replace the hits by the same hits with updated offline marks."""
        if self.result is not None:
            self.result = replace(self.result, hits=hits)
            self.marked.emit()

    def cancel(self) -> None:
        self._rest.stop()
        self.partial_results = None
        for ticket in (self._search, self.growing):
            self._engine.cancel(ticket)
        self._search = self.growing = None

    # ---- history and requests

    def _change(self, query: Query, *, remember: bool = True) -> None:
        before, self.query = self.query, query
        if remember and query != before and not before.empty and not query.refines(before):
            self._earlier = [*self._earlier[-KEPT + 1 :], before]
            self._later.clear()
        if query != before:
            self.replaced.emit(before, query)
        self.query_changed.emit(query)
        self._ask_pictures()

    def _travel(self, source: list[Query], target: list[Query]) -> None:
        if source:
            query = source.pop()
            if not self.query.empty:
                target.append(self.query)
            self._change(query, remember=False)
            self._run()

    def _ask_pictures(self) -> None:
        sources = dict.fromkeys(part.source for part in self.query.parts if not part.is_words)
        for obsolete in [source for source in self._picture_tickets if source not in sources]:
            self._engine.cancel(self._picture_tickets.pop(obsolete))
        for obsolete in [source for source in self.pictures if source not in sources]:
            del self.pictures[obsolete]
            self.picture_changed.emit(obsolete, None)
        for source in sources:
            if source in self.pictures:
                self.picture_changed.emit(source, self.pictures[source])
            elif source not in self._picture_tickets:
                self._ask_picture(source)

    def _ask_picture(self, source: Term) -> None:
        request = PictureRequest(photo=source.photo, path=source.path, data=source.data, max_side_px=SIDE_PX)
        self._picture_tickets[source] = self._engine.request(request, partial(self._on_picture, source))

    def _on_picture(self, source: Term, answer: Answer) -> None:
        self._picture_tickets.pop(source, None)
        # A failure needs no message here: the search with the same picture reports it.
        if isinstance(answer, PictureAnswer):
            self.pictures[source] = picture_of(answer)
            self.picture_changed.emit(source, self.pictures[source])

    def _run(self) -> None:
        self.cancel()
        self.failure = None
        self._search = self._engine.request(self._request(), self._on_search, self._on_partial_results)
        self.started.emit()

    def _request(self, *, renewed: bool = False) -> SearchRequest:
        self._sent = self.query
        key, backwards = self._listing_order
        options = SearchOptions(
            top=TOP if self.query.has_picture else TOP_WORDS,
            listed=None if self.query.has_picture else key,
            backwards=backwards,
            engine=self.query.effective_engine,
            mirror=self.mirror,
            look_again=True,
            filters=self.query.filters,
            forgiving=True,
        )
        return SearchRequest(
            terms=self.query.terms, options=options, album=self.query.album_id, renewed=renewed
        )

    def _on_partial_results(self, answer: Interim) -> None:
        if isinstance(answer, PartialResults):
            self.partial_results = without_photos(answer.result, self._hidden)
            self.arrived.emit()

    def _on_more(self, answer: Answer) -> None:
        self.growing = None
        if isinstance(answer, SearchAnswer):  # otherwise the current hits stay, and are requested again later
            self.grown.emit(self._taken(answer.result))

    def _on_search(self, answer: Answer) -> None:
        self._search = self.partial_results = None
        if isinstance(answer, SearchAnswer):
            self.finished.emit(self._taken(answer.result))
        elif isinstance(answer, Failure):
            self.result, self.failure = None, answer.message
            self.failed.emit(answer.message)

    def _taken(self, whole: SearchResult) -> SearchResult:
        self.answered, self._whole, self.result = self._sent, whole, without_photos(whole, self._hidden)
        return self.result
