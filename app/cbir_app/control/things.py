"""Shows the page of things, searches for the photos of one, and gives photos what others of it have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from cbir.service import Answer, Failure, FilmRequest, Interim, MaintenanceProgress
from cbir_app.base import desktop
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.theme import Theme
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine
from cbir_app.sessions import Query, SearchSession, ThingsSession, part_of_words
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir.base.types import Accepted, Offer, Thing
    from cbir_app.viewer import OffersPage, ThingsPage, TimePage


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
        self._time: TimePage | None = None
        self._notice = notice
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
            self._page.time_asked.connect(self.show_time)
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

    @property
    def time(self) -> TimePage:
        if self._time is None:
            from cbir_app.viewer import TimePage

            self._time = TimePage(self._engine, self._theme)
            self._time.film_asked.connect(self.choose_film)
            self._pages.open(self._time)
            self._time.closed.connect(self.show)
        return self._time

    def show_time(self, thing: Thing) -> None:
        """Show the photos of a thing laid over one another, by date."""
        self._pages.open(self.time)
        self.time.show_thing(thing)

    def choose_film(self) -> None:
        """Ask for the file of the film."""
        dialog = QFileDialog(self._pages.window(), tr("Save film"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([tr("Moving pictures (*.gif)"), tr("Films (*.mp4)")])
        dialog.setDefaultSuffix("gif")
        dialog.filterSelected.connect(lambda name: dialog.setDefaultSuffix("mp4" if "mp4" in name else "gif"))
        desktop.among_pictures(dialog)
        dialog.fileSelected.connect(lambda name: self.save_film(Path(name)))
        dialog.open()

    def save_film(self, file: Path) -> None:
        """Write the film of the thing that is shown."""
        views = self.time.views
        if views is None:
            return
        task = tr("Saving the film…")

        def on_answer(answer: Answer) -> None:
            self.ended.emit()
            if isinstance(answer, Failure):
                self._notice.say(answer.message, tone="warning", topic="film")
            else:
                desktop.tell_saved(file, self._notice, "film")

        def on_news(news: Interim) -> None:
            if isinstance(news, MaintenanceProgress):
                self.progressed.emit(task, news.done, news.total)

        self._engine.request(FilmRequest(views=views, file=file), on_answer, on_news)

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
