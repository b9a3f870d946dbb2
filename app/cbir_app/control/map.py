"""Shows on a map where the photos of the search were taken, searches in an area of it, and gives photos a position."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from cbir.base.types import Listing, PhotoId
from cbir.service import (
    Answer,
    Failure,
    PlacedAnswer,
    PlaceRequest,
    PositionsAnswer,
    PositionsRequest,
    TakeBackRequest,
)
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.theme import Theme
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Details, Engine
from cbir_app.sessions import SearchSession
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir_app.viewer import MapPage


MAX_UNPLACED = 2000  # photos in the strip below the map


class MapControl(QObject):
    def __init__(
        self,
        engine: Engine,
        search: SearchSession,
        details: Details,
        undo: UndoStack,
        pages: Pages,
        theme: Theme,
        notice: Notice,
    ) -> None:
        super().__init__(pages)
        self._engine, self._search, self._pages = engine, search, pages
        self._theme, self._notice, self._undo = theme, notice, undo
        self._details = details
        self._page: MapPage | None = None

    @property
    def page(self) -> MapPage:
        if self._page is None:
            from cbir_app.viewer import MapPage

            self._page = MapPage(self._engine, self._theme)
            self._page.place_chosen.connect(self._search_in)
            self._page.placed.connect(self._put)
        return self._page

    def show(self) -> None:
        """Show the photos of the search on the map; without a search, all photos."""
        self._engine.request(PositionsRequest(), self.show_answer)

    def show_answer(self, answer: Answer, *, stay: bool = False) -> None:
        """Show the photos of the search at positions that have arrived, or say why there are none.

        stay : on the page that is shown, without another part of the world
        """
        if isinstance(answer, Failure):
            self._notice.say(answer.message, tone="warning", topic="map")
            return
        assert isinstance(answer, PositionsAnswer)
        import numpy as np  # not before the first frame: it takes a quarter of the way there

        from cbir_app.viewer import positions_of

        every = positions_of(answer.photos, answer.latitudes, answer.longitudes, answer.dated, answer.months)
        result = self._search.result
        shown, total = every, self._search.photos
        unplaced: list[PhotoId] = []
        if result is not None:
            hits = result.hits
            ids = (
                hits.photos if isinstance(hits, Listing) else np.array([hit.photo for hit in hits], np.int64)
            )
            if not self._search.query.empty:
                shown, total = every.of(ids), len(hits)
            without = ids[~np.isin(ids, every.photos)]
            unplaced = [PhotoId(photo) for photo in without[:MAX_UNPLACED].tolist()]
        if not stay:
            self._pages.open(self.page)
        self.page.show_positions(shown, max(0, total - len(shown.photos)), unplaced, stay=stay)

    # ---- positions that a person gives

    def _put(self, photos: tuple[PhotoId, ...], latitude: float, longitude: float) -> None:
        """Give photos a position; a step of undo takes it back."""
        request = PlaceRequest(photos=photos, latitude=latitude, longitude=longitude)
        self._engine.request(request, partial(self._on_put, request, None))

    def _on_put(self, request: PlaceRequest, again: list[int] | None, answer: Answer) -> None:
        """Offer to undo what was done. again : of a step that was redone, filled with its new number"""
        if isinstance(answer, Failure):
            self._notice.say(answer.message, tone="warning", topic="map")
        if not isinstance(answer, PlacedAnswer) or not answer.placed.photos:
            return
        if again is not None:
            again[:] = [answer.placed.step]
        else:
            self._record(request, [answer.placed.step], len(answer.placed.photos))
        self._refresh()

    def _record(self, request: PlaceRequest, number: list[int], count: int) -> None:
        def undo() -> None:
            self._engine.request(TakeBackRequest(step=number[0]), self._on_taken)

        def redo() -> None:
            self._engine.request(request, partial(self._on_put, request, number))

        step = Step(words=tr("position of %Ln photo(s)", "", count), undo=undo, redo=redo)
        self._undo.record(step)
        self._notice.say(
            tr("%Ln photo(s) put on the map.", "", count),
            topic="map",
            action=tr("Undo"),
            on_action=lambda: self._undo.undo() if self._undo.last is step else None,
            passing=True,
        )

    def _on_taken(self, answer: Answer) -> None:
        self._notice.take_back("map")
        if isinstance(answer, Failure):
            self._notice.say(answer.message, tone="warning", topic="map")
        self._refresh()

    def _refresh(self) -> None:
        self._details.forget()
        if self._page is not None and self._page.isVisible():
            self._engine.request(PositionsRequest(), partial(self.show_answer, stay=True))

    def _search_in(self, circle: str) -> None:
        """Show the photos of an area, and of the dates chosen on the map; other filters and the words stay."""
        filters = replace(self._search.query.filters, places=(circle,))
        if (dates := self.page.dates.filter_dates) is not None:
            filters = replace(filters, taken_from=dates[0], taken_to=dates[1])
        self._search.set_filters(filters)
        self._pages.show_results()
