"""What is right for a search -> the library; and its searches measured by that, one run at a time. No widget."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from cbir.base.types import PhotoId, Term
from cbir.service import (
    Answer,
    Failure,
    Interim,
    JudgedAnswer,
    JudgeRequest,
    MeasureAnswer,
    MeasureProgress,
    MeasureRequest,
    Setting,
)
from cbir_app.base.language import tr
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine


class MeasureSession(QObject):
    judged = Signal(object)  # JudgedAnswer: something was called right or wrong
    changed = Signal()  # a measurement began or ended
    progressed = Signal(int, int)  # searches done, in all
    failed = Signal(str)

    def __init__(self, engine: Engine, undo: UndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine, self._undo = engine, undo
        self._ticket: int | None = None
        self.asked: MeasureRequest | None = None  # what was measured last, or is being
        self.answer: MeasureAnswer | None = None
        self.failure = ""

    @property
    def busy(self) -> bool:
        return self._ticket is not None

    def judge(
        self, terms: Sequence[Term], labels: Sequence[str], photos: Sequence[PhotoId], right: bool | None
    ) -> None:
        """Call photos right or wrong for a search; None takes back what was said."""
        request = JudgeRequest(
            terms=tuple(terms), labels=tuple(labels), photos=tuple(dict.fromkeys(photos)), right=right
        )
        # What was said before is asked first, so that undo gives each photo its own back.
        before = JudgeRequest(terms=request.terms)
        self._engine.request(before, partial(self._on_known, request))

    def measure(self, first: Setting, second: Setting | None, *, dark: bool) -> None:
        """Repeat the judged searches in one way or two. dark : colours of the plot"""
        self.cancel()
        self.asked = MeasureRequest(first=first, second=second, dark=dark)
        self.answer, self.failure = None, ""
        self._ticket = self._engine.request(self.asked, self._on_measured, self._on_progress)
        self.changed.emit()

    def cancel(self) -> None:
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
            self.changed.emit()

    def _on_known(self, request: JudgeRequest, answer: Answer) -> None:
        if not isinstance(answer, JudgedAnswer):
            self._on_judged(answer)
            return
        said = dict.fromkeys(answer.right, True) | dict.fromkeys(answer.wrong, False)
        groups: dict[bool | None, list[PhotoId]] = {}
        for photo in request.photos:
            groups.setdefault(said.get(photo), []).append(photo)
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

    def _on_measured(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, MeasureAnswer):
            self.answer = answer
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failure = answer.message
        self.changed.emit()
