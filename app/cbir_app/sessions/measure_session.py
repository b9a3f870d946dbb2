"""Saves judgements of hits in the library, and measures its searches by them, one run at a time. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from cbir.base.types import LearnedOrder, PhotoId, Term
from cbir.service import (
    Answer,
    Failure,
    Interim,
    JudgedAnswer,
    JudgeRequest,
    LearnOrderRequest,
    MeasureAnswer,
    MeasureProgress,
    MeasureRequest,
    OrderAnswer,
    OrderRequest,
    Setting,
)
from cbir_app.base.language import tr
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine


class MeasureSession(QObject):
    judged = Signal(object)  # JudgedAnswer: hits were judged right or wrong
    changed = Signal()  # a measurement has begun or ended
    progressed = Signal(int, int)  # searches done, in all
    failed = Signal(str)

    def __init__(self, engine: Engine, undo: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine, self._undo = engine, undo
        self._ticket: int | None = None
        self.request: MeasureRequest | None = None  # the last or current measurement
        self.answer: MeasureAnswer | None = None
        self.order: LearnedOrder | None = None  # of the library
        self.tried: LearnedOrder | None = None  # the one that was just learned
        self.failure = ""

    @property
    def busy(self) -> bool:
        return self._ticket is not None

    def judge(
        self, terms: Sequence[Term], labels: Sequence[str], photos: Sequence[PhotoId], right: bool | None
    ) -> None:
        """Judge photos right or wrong for a search. None : take the judgement back"""
        request = JudgeRequest(
            terms=tuple(terms), labels=tuple(labels), photos=tuple(dict.fromkeys(photos)), right=right
        )
        # The earlier judgements are requested first, so that undo restores each photo's own.
        earlier = JudgeRequest(terms=request.terms)
        self._engine.request(earlier, partial(self._on_earlier, request))

    def measure(self, first: Setting, second: Setting | None, *, dark: bool) -> None:
        """Repeat the judged searches with one setting or two. dark : dark colours in the plot"""
        self.cancel()
        self.request = MeasureRequest(first=first, second=second, dark=dark)
        self.answer, self.failure = None, ""
        self._ticket = self._engine.request(self.request, self._on_measured, self._on_progress)
        self.changed.emit()

    def learn(self) -> None:
        """Learn an order from the judged searches. It is used if it is better."""
        self.cancel()
        self.answer, self.tried, self.failure = None, None, ""
        self._ticket = self._engine.request(LearnOrderRequest(), self._on_order, self._on_progress)
        self.changed.emit()

    def ask_order(self, use: bool | None = None) -> None:
        """Ask for the learned order, or switch it on or off."""
        self._engine.request(OrderRequest(use=use), partial(self._on_switched, asked=use is not None))

    def cancel(self) -> None:
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
            self.changed.emit()

    def _on_earlier(self, request: JudgeRequest, answer: Answer) -> None:
        if not isinstance(answer, JudgedAnswer):
            self._on_judged(answer)
            return
        judgements = dict.fromkeys(answer.right, True) | dict.fromkeys(answer.wrong, False)
        groups: dict[bool | None, list[PhotoId]] = {}
        for photo in request.photos:
            groups.setdefault(judgements.get(photo), []).append(photo)
        back = [
            JudgeRequest(terms=request.terms, labels=request.labels, photos=tuple(photos), right=right)
            for right, photos in groups.items()
        ]
        self._engine.request(request, partial(self._on_judged, then=partial(self._record, request, back)))

    def _record(self, request: JudgeRequest, back: list[JudgeRequest]) -> None:
        words = tr("judgement of %Ln photo(s)", "", len(request.photos))
        self._undo.record(
            Step(words=words, undo=partial(self._ask, back), redo=partial(self._ask, [request]))
        )

    def _ask(self, requests: list[JudgeRequest]) -> None:
        for request in requests:
            self._engine.request(request, self._on_judged)

    def _on_judged(self, answer: Answer, then: partial[None] | None = None) -> None:
        if isinstance(answer, JudgedAnswer):
            if then is not None:
                then()
            self.judged.emit(answer)
        elif isinstance(answer, Failure):
            self.failed.emit(answer.message)

    def _on_progress(self, news: Interim) -> None:
        if isinstance(news, MeasureProgress):
            self.progressed.emit(news.done, news.total)

    def _on_order(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, OrderAnswer):
            self.order, self.tried = answer.order, answer.tried
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failure = answer.message
        self.changed.emit()

    def _on_switched(self, answer: Answer, *, asked: bool) -> None:
        """Take the order of the library.

        asked : a person switched it; otherwise the page wants to know, and may do without
        """
        if isinstance(answer, OrderAnswer):
            self.order = answer.order
            self.changed.emit()
        elif isinstance(answer, Failure) and asked:
            self.failed.emit(answer.message)
            self.changed.emit()  # the box shows what holds

    def _on_measured(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, MeasureAnswer):
            self.answer = answer
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failure = answer.message
        self.changed.emit()
