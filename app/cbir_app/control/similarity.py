"""Shows the similarity map, keeps it up to date while it is open, and searches for what is chosen on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from cbir.base.types import PhotoId, Term
from cbir.service import (
    Answer,
    Failure,
    Interim,
    MaintenanceProgress,
    SimilarityAnswer,
    SimilarityRequest,
    UpdateSimilarityAnswer,
    UpdateSimilarityRequest,
)
from cbir_app.base.language import tr
from cbir_app.base.theme import Theme
from cbir_app.control.albums import AlbumControl
from cbir_app.engine import Engine
from cbir_app.sessions import Part, Query, SearchSession
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir_app.viewer import SimilarityPage


class SimilarityControl(QObject):
    progressed = Signal(str, int, int)
    ended = Signal()

    def __init__(
        self, engine: Engine, search: SearchSession, albums: AlbumControl, pages: Pages, theme: Theme
    ) -> None:
        super().__init__(pages)
        self._engine, self._search, self._albums = engine, search, albums
        self._pages, self._theme = pages, theme
        self._page: SimilarityPage | None = None
        self._ticket: int | None = None
        engine.ready.connect(self._on_ready)

    @property
    def page(self) -> SimilarityPage:
        if self._page is None:
            from cbir_app.viewer import SimilarityPage

            self._page = SimilarityPage(self._engine, self._theme)
            self._page.photos_asked.connect(self._show_photos)
            self._page.album_asked.connect(self._make_album)
        return self._page

    def show(self) -> None:
        """Show the map as it is, and place the photos that are new."""
        self._pages.open(self.page)
        self._engine.request(SimilarityRequest(), partial(self._on_map, stay=False))
        if self._ticket is None:
            self._ticket = self._engine.request(UpdateSimilarityRequest(), self._on_end, self._on_news)

    def _on_ready(self, _info: object) -> None:
        self._ticket = None

    def _on_map(self, answer: Answer, *, stay: bool) -> None:
        if isinstance(answer, SimilarityAnswer) and answer.map.arrangement:
            self.page.show_map(answer.map, stay=stay)
        elif isinstance(answer, SimilarityAnswer) and self._ticket is not None:
            self.page.show_progress(0, 1)
        elif isinstance(answer, Failure):
            self.page.show_trouble(answer.message)

    def _on_news(self, news: Interim) -> None:
        if isinstance(news, MaintenanceProgress) and self._ticket is not None:
            self.progressed.emit(tr("Arranging photos…"), news.done, news.total)
            self.page.show_progress(news.done, news.total)

    def _on_end(self, answer: Answer) -> None:
        self._ticket = None
        self.ended.emit()
        if isinstance(answer, Failure):
            self.page.show_trouble(answer.message)
        elif isinstance(answer, UpdateSimilarityAnswer) and answer.report.photos:
            self._engine.request(SimilarityRequest(), partial(self._on_map, stay=True))
        else:
            self.page.show_trouble(tr("No photo can be searched by content yet."))

    def _show_photos(self, value: str, label: str) -> None:
        self._search.set_query(Query(parts=(Part(Term(text=f"map:{value}"), label),)))
        self._pages.show_results()

    def _make_album(self, photos: tuple[PhotoId, ...]) -> None:
        self._albums.make_of(photos)
