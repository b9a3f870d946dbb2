"""Opens the page of a photo's origin, and searches with one of its photos."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from cbir_app.base.theme import Theme
from cbir_app.control.hits import HitControl
from cbir_app.engine import Engine
from cbir_app.sessions import SearchSession, part_of_photo
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir.base.types import OriginPhoto
    from cbir_app.viewer import OriginPage


class OriginControl(QObject):
    def __init__(
        self, engine: Engine, hits: HitControl, search: SearchSession, pages: Pages, theme: Theme
    ) -> None:
        super().__init__(pages)
        self._engine, self._hits, self._search = engine, hits, search
        self._pages, self._theme = pages, theme
        self._page: OriginPage | None = None

    @property
    def page(self) -> OriginPage:
        if self._page is None:
            from cbir_app.viewer import OriginPage

            self._page = OriginPage(self._engine, self._theme)
            self._page.photo_asked.connect(self._show_photo)
        return self._page

    def show(self) -> None:
        """Show where the selected photo comes from."""
        hits = self._hits.hits
        if hits:
            self._pages.open(self.page)
            self.page.show_origin(hits[0])

    def _show_photo(self, entry: OriginPhoto) -> None:
        self._search.search(part_of_photo(entry.photo, entry.path))
        self._pages.show_results()
