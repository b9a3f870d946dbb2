"""Shows the page of things, searches for the photos of one, and gives photos what others of it have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.theme import Theme
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine
from cbir_app.sessions import Query, SearchSession, ThingsSession, part_of_words
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir.base.types import Accepted, Offer, Thing
    from cbir_app.viewer import OffersPage, ThingsPage


@dataclass
class _Given:
    """Offers that were accepted at once. step : the library's, which changes when they are accepted again"""

    step: int
    offers: tuple[Offer, ...]


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
        undo: UndoStack,
        notice: Notice,
    ) -> None:
        super().__init__(pages)
        self._engine, self._session, self._search = engine, session, search
        self._pages, self._theme = pages, theme
        self._page: ThingsPage | None = None
        self._offers: OffersPage | None = None
        self._undo = undo
        self._redoing: _Given | None = None
        self._unsaid = False  # dismissed, or offered again, by undo or redo
        session.accepted.connect(self._on_accepted)
        session.dismissed.connect(self._on_dismissed)
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
            self._page.offers_asked.connect(self.show_offers)
        return self._page

    @property
    def offers(self) -> OffersPage:
        if self._offers is None:
            from cbir_app.viewer import OffersPage

            self._offers = OffersPage(self._session, self._theme)
            self._offers.accepted.connect(self._session.accept)
            self._offers.dismissed.connect(
                lambda offers, dismissed: self._session.dismiss(offers, dismissed=dismissed)
            )
            self._pages.open(self._offers)
            self._offers.closed.connect(self.show)  # instead of the results, which the pages show first
        return self._offers

    def show_offers(self, things: Sequence[Thing] = ()) -> None:
        """Show what photos of things lack and others of them have. things : empty for all"""
        self._session.ask_for_offers([thing.id for thing in things])
        self._pages.open(self.offers)

    def _on_accepted(self, accepted: Accepted, offers: tuple[Offer, ...]) -> None:
        """Make a step of it, to take it back. Done again, it is a new step of the library."""
        if self._redoing is not None:
            self._redoing.step, self._redoing = accepted.step, None
        elif accepted.offers:
            given = _Given(accepted.step, offers)
            words = tr("%Ln value(s) of the same thing", "", accepted.offers)
            step = Step(
                words=words, undo=lambda: self._session.take_back(given.step), redo=partial(self._redo, given)
            )
            self._undo.record(step)

    def _redo(self, given: _Given) -> None:
        self._redoing = given
        self._session.accept(given.offers)

    def _on_dismissed(self, offers: tuple[Offer, ...], dismissed: bool) -> None:
        if self._unsaid:
            self._unsaid = False
            return
        words = (
            tr("%Ln offer(s) dismissed", "", len(offers))
            if dismissed
            else tr("%Ln value(s) offered again", "", len(offers))
        )
        undo, redo = (partial(self._dismiss_again, offers, to) for to in (not dismissed, dismissed))
        self._undo.record(Step(words=words, undo=undo, redo=redo))

    def _dismiss_again(self, offers: tuple[Offer, ...], dismissed: bool) -> None:
        self._unsaid = True
        self._session.dismiss(offers, dismissed=dismissed)

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
