"""Shows on a map where the photos of the search were taken, and searches in an area of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from cbir.base.types import Listing
from cbir.service import Answer, Failure, PositionsAnswer, PositionsRequest
from cbir_app.base.notice import Notice
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine
from cbir_app.sessions import SearchSession
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir_app.viewer import MapPage


class MapControl(QObject):
    def __init__(
        self, engine: Engine, search: SearchSession, pages: Pages, theme: Theme, notice: Notice
    ) -> None:
        super().__init__(pages)
        self._engine, self._search, self._pages = engine, search, pages
        self._theme, self._notice = theme, notice
        self._page: MapPage | None = None

    @property
    def page(self) -> MapPage:
        if self._page is None:
            from cbir_app.viewer import MapPage

            self._page = MapPage(self._engine, self._theme)
            self._page.place_chosen.connect(self._search_in)
        return self._page

    def show(self) -> None:
        """Show the photos of the search on the map; without a search, all photos."""
        self._engine.request(PositionsRequest(), self.show_answer)

    def show_answer(self, answer: Answer) -> None:
        """Show the photos of the search at positions that have arrived, or say why there are none."""
        if isinstance(answer, Failure):
            self._notice.say(answer.message, tone="warning", topic="map")
            return
        assert isinstance(answer, PositionsAnswer)
        from cbir_app.viewer import positions_of

        every = positions_of(answer.photos, answer.latitudes, answer.longitudes)
        result = self._search.result
        shown = every
        total = self._search.photos
        if result is not None and not self._search.query.empty:
            hits = result.hits
            ids = hits.photos if isinstance(hits, Listing) else [hit.photo for hit in hits]
            shown, total = every.of(ids), len(hits)
        self._pages.open(self.page)
        self.page.show_positions(shown, max(0, total - len(shown.photos)))

    def _search_in(self, circle: str) -> None:
        """Show the photos of an area; other filters and the words of the search stay."""
        filters = self._search.query.filters
        self._search.set_filters(replace(filters, places=(circle,)))
        self._pages.show_results()
