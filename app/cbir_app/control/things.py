"""Shows the page of things, and searches for the photos of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine
from cbir_app.sessions import Query, SearchSession, ThingsSession, part_of_words
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir.base.types import Thing
    from cbir_app.viewer import ThingsPage


class ThingsControl(QObject):
    progressed = Signal(str, int, int)
    ended = Signal()

    def __init__(
        self,
        engine: Engine,
        session: ThingsSession,
        search: SearchSession,
        pages: Pages,
        theme: Theme,
        notice: Notice,
    ) -> None:
        super().__init__(pages)
        self._engine, self._session, self._search = engine, session, search
        self._pages, self._theme = pages, theme
        self._page: ThingsPage | None = None
        session.troubled.connect(lambda text: notice.say(text, tone="warning", topic="things"))
        session.progressed.connect(
            lambda done, total: self.progressed.emit(tr("Comparing photos…"), done, total)
        )
        session.ended.connect(lambda _report: self.ended.emit())

    @property
    def page(self) -> ThingsPage:
        if self._page is None:
            from cbir_app.viewer import ThingsPage

            self._page = ThingsPage(self._engine, self._session, self._theme)
            self._page.photos_asked.connect(self._show_photos)
        return self._page

    def show(self) -> None:
        """Show what several photos show."""
        self._session.ask()
        self._pages.open(self.page)

    def _show_photos(self, thing: Thing) -> None:
        quoted = thing.name.replace('"', "")
        part = part_of_words(f'thing:"{quoted}"' if quoted else f"thing:#{thing.id}")
        if part is not None:
            self._search.set_query(Query(parts=(part,)))
            self._pages.show_results()
