"""Things of a library: what several photos show, the run that finds them, corrections, and offers of metadata."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from cbir.base.types import LibraryInfo, Offer, PhotoId, Thing, ThingReport
from cbir.service import (
    AcceptedAnswer,
    AcceptOffersRequest,
    Answer,
    ChangeThingRequest,
    DismissedAnswer,
    DismissOffersRequest,
    Failure,
    Interim,
    MaintenanceProgress,
    OffersAnswer,
    OffersRequest,
    Request,
    TakeBackRequest,
    ThingChange,
    ThingsAnswer,
    ThingsRequest,
    UpdateThingsAnswer,
    UpdateThingsRequest,
)
from cbir_app.engine import Engine

_Expected = TypeVar("_Expected", bound=Answer)
_SHOW_EVERY = 256  # photos of a run between two requests for the things found so far


class ThingsSession(QObject):
    changed = Signal()
    progressed = Signal(int, int)  # photos compared, photos in all
    ended = Signal(object)  # ThingReport; None: the run failed or was stopped
    offered = Signal()
    accepted = Signal(object, object)  # Accepted, and the tuple of Offer
    dismissed = Signal(object, bool)  # the tuple of Offer; False: they are offered again
    taken_back = Signal()
    troubled = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.things: tuple[Thing, ...] = ()
        self.report: ThingReport | None = None  # of the last run that ended by itself
        self.offers: tuple[Offer, ...] | None = None  # None: not asked for yet, or on their way
        self.showing_dismissed = False
        self._offers_of: tuple[int, ...] = ()
        self.ticket: int | None = None
        self._shown_at = 0
        engine.ready.connect(self._on_ready)

    @property
    def running(self) -> bool:
        return self.ticket is not None

    def ask(self) -> None:
        """Ask for the things; `changed` follows."""
        self._request(ThingsRequest(), ThingsAnswer, self._on_things)

    def update(self) -> None:
        """Compare the photos that were not compared before."""
        if self.ticket is None:
            self._shown_at = 0
            self.ticket = self._engine.request(UpdateThingsRequest(), self._on_end, self._on_news)
            self.changed.emit()

    def stop(self) -> None:
        """Stop a run. What it compared is kept."""
        if self.ticket is not None:
            self._engine.cancel(self.ticket)

    def change(
        self,
        change: ThingChange,
        thing: int,
        *,
        name: str = "",
        others: Sequence[int] = (),
        photos: Sequence[PhotoId] = (),
    ) -> None:
        """Apply a person's correction; `changed` follows."""
        request = ChangeThingRequest(
            change=change, thing=thing, name=name, others=tuple(others), photos=tuple(photos)
        )
        self._request(request, ThingsAnswer, self._on_things)

    # ---- offers: what one photo of a thing has and others lack

    def ask_for_offers(self, things: Sequence[int] = ()) -> None:
        """Ask for the offers of things; `offered` follows. things : empty for all"""
        self._offers_of, self.showing_dismissed = tuple(things), False
        self.offers = None
        self.offered.emit()
        self._ask_again()

    def accept(self, offers: tuple[Offer, ...]) -> None:
        """Give photos what was offered; `accepted` and `offered` follow."""

        def on_accepted(answer: AcceptedAnswer) -> None:
            self.accepted.emit(answer.accepted, offers)
            self._ask_again()

        self._request(AcceptOffersRequest(offers=offers), AcceptedAnswer, on_accepted)

    def show_dismissed(self, shown: bool) -> None:
        """Ask for the dismissed offers in place of the others, or for the others again; `offered` follows."""
        self.showing_dismissed, self.offers = shown, None
        self.offered.emit()
        self._ask_again()

    def dismiss(self, offers: tuple[Offer, ...], *, dismissed: bool = True) -> None:
        """Offer values no longer, or again; `dismissed` and `offered` follow."""

        def on_dismissed(answer: DismissedAnswer) -> None:
            self.dismissed.emit(offers, dismissed)
            self._ask_again()

        request = DismissOffersRequest(offers=offers, dismissed=dismissed)
        self._request(request, DismissedAnswer, on_dismissed)

    def take_back(self, step: int) -> None:
        """Take back the offers that were accepted in one step; `taken_back` and `offered` follow."""

        def on_taken_back(answer: Answer) -> None:
            self.taken_back.emit()
            self._ask_again()

        self._request(TakeBackRequest(step=step), Answer, on_taken_back)

    def _ask_again(self) -> None:
        request = OffersRequest(things=self._offers_of, dismissed=self.showing_dismissed)
        self._request(request, OffersAnswer, self._on_offers)

    def _request(self, request: Request, expected: type[_Expected], act: Callable[[_Expected], None]) -> None:
        """Send a request. act : called with its answer; a failure emits `troubled`"""

        def on_answer(answer: Answer) -> None:
            if isinstance(answer, Failure):
                self.troubled.emit(answer.message)
            elif isinstance(answer, expected):
                act(answer)

        self._engine.request(request, on_answer)

    def _on_offers(self, answer: OffersAnswer) -> None:
        self.offers = answer.offers
        self.offered.emit()

    def _on_ready(self, info: LibraryInfo) -> None:
        self.things, self.report, self.ticket = (), None, None
        self.offers, self._offers_of, self.showing_dismissed = None, (), False
        self.changed.emit()

    def _on_things(self, answer: ThingsAnswer) -> None:
        self.things = answer.things
        self.changed.emit()

    def _on_news(self, news: Interim) -> None:
        if isinstance(news, MaintenanceProgress) and self.ticket is not None:
            self.progressed.emit(news.done, news.total)
            if news.done - self._shown_at >= _SHOW_EVERY:
                self._shown_at = news.done
                self.ask()

    def _on_end(self, answer: Answer) -> None:
        self.ticket = None
        if isinstance(answer, UpdateThingsAnswer):
            self.report = answer.report
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.troubled.emit(answer.message)
        self.ended.emit(answer.report if isinstance(answer, UpdateThingsAnswer) else None)
        self.ask()
