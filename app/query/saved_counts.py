"""Saved searches -> how many photos each finds now, counted in the engine when nobody waits for anything else.

A search by the user stops the counting at once; it goes on when the window has rested. No widget in here.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.engine import Engine
from app.library import LibrarySession
from app.query.saved_session import SavedSession
from app.query.search_session import TOP, SearchSession
from cbir.base.types import Filters, SavedSearch, SearchOptions, Term
from cbir.service import Answer, CountAnswer, CountRequest

REST_MS = 2000
"""Counting begins after so long without any activity."""

TOP_COUNTED = 10_000  # hits of words and filters; a picture's end with those that the matcher looks at

Question = tuple[tuple[Term, ...], Filters]


class SavedCounts(QObject):
    changed = Signal(object)  # for each saved search its count, None where it is not known

    def __init__(
        self, engine: Engine, saved: SavedSession, search: SearchSession, library: LibrarySession
    ) -> None:
        super().__init__(saved)
        self._engine, self._saved, self._search, self._library = engine, saved, search, library
        self._known: dict[Question, int] = {}
        self._waiting: list[Question] = []
        self._ticket: int | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._next)
        saved.changed.connect(self._on_saved)
        search.started.connect(self._pause)
        for happened in (search.finished, search.failed, search.cleared, library.finished, library.failed):
            happened.connect(self._go_on)
        engine.changed.connect(lambda _photos: self.count_again())
        engine.lost.connect(lambda _text, _again: self._pause())
        engine.ready.connect(lambda _info: self.count_again())

    @property
    def counts(self) -> tuple[int | None, ...]:
        return tuple(self._known.get(_question(search)) for search in self._saved.searches)

    def count_again(self) -> None:
        """Count all of them: photos came, went, or were marked."""
        self._waiting = [_question(search) for search in self._saved.searches]
        self._pause()
        self._go_on()

    def _on_saved(self, searches: tuple[SavedSearch, ...]) -> None:
        questions = [_question(search) for search in searches]
        self._known = {one: self._known[one] for one in questions if one in self._known}
        self._waiting = [one for one in questions if one not in self._known or one in self._waiting]
        self._tell()
        self._go_on()

    def _tell(self) -> None:
        self.changed.emit(self.counts)

    def _pause(self) -> None:
        """Give way: what is being counted is counted later."""
        self._rest.stop()
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None

    def _go_on(self) -> None:
        if self._waiting and self._ticket is None:
            self._rest.start()

    def _next(self) -> None:
        if not self._waiting or self._ticket is not None or self._search.busy or self._library.running:
            return  # the count, search or run that goes on starts this again when it ends
        terms, filters = question = self._waiting[0]
        pictured = any(term.text is None for term in terms)
        options = SearchOptions(top=TOP if pictured else TOP_COUNTED, filters=filters)
        request = CountRequest(terms=terms, options=options)
        self._ticket = self._engine.request(request, partial(self._on_answer, question))

    def _on_answer(self, question: Question, answer: Answer) -> None:
        self._ticket = None
        self._waiting = [one for one in self._waiting if one != question]
        if isinstance(answer, CountAnswer):
            self._known[question] = answer.photos
        else:
            self._known.pop(question, None)  # such as for a picture whose file is gone: running it says why
        self._tell()
        self._next()


def _question(search: SavedSearch) -> Question:
    return search.terms, search.filters
