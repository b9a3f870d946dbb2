"""Ratings and keywords -> the library, one change after the other, each with what takes it back. No widget here.

A change is a generator: it yields requests and is sent their answers. What photos had before is asked first, so
that undo gives each its own back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.engine import Engine
from app.language import tr
from app.preferences import Preferences
from app.undo import Step, UndoStack
from cbir.service import (
    Answer,
    Failure,
    KeywordRequest,
    MarkAnswer,
    MetadataAnswer,
    MetadataRequest,
    RateRequest,
    Request,
)
from cbir.types import Metadata, PhotoId

SIDECARS = "write sidecars"  # the preference: whether XMP files beside the photos are written too
Change = Generator[Request, Answer, None]


class MarkSession(QObject):
    marked = Signal(object)  # tuple of PhotoId: they have another rating or other keywords now
    failed = Signal(str)
    rested = Signal()  # nothing waits to be changed any more

    def __init__(
        self, engine: Engine, undo: UndoStack, preferences: Preferences, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engine, self._undo, self._preferences = engine, undo, preferences
        self._waiting: deque[Change] = deque()
        self._current: Change | None = None

    def rate(self, chosen: Sequence[PhotoId], rating: int | None) -> None:
        """Give photos 0 to 5 stars; None for what their files say."""
        if chosen:
            self._start(self._rate(tuple(chosen), rating))

    def add_keywords(self, chosen: Sequence[PhotoId], words: Iterable[str]) -> None:
        if chosen:
            for word in words:
                self._start(self._change_keyword(tuple(chosen), word, add=True))

    def remove_keyword(self, chosen: Sequence[PhotoId], word: str) -> None:
        if chosen:
            self._start(self._change_keyword(tuple(chosen), word, add=False))

    # ---- changes

    def _rate(self, chosen: tuple[PhotoId, ...], rating: int | None) -> Change:
        before = yield MetadataRequest(photos=chosen)
        assert isinstance(before, MetadataAnswer)
        groups: dict[int | None, list[PhotoId]] = {}
        for photo, marks in zip(chosen, before.marks, strict=True):
            groups.setdefault(marks.rating, []).append(photo)
        forth = (self._rating(chosen, rating),)
        back = tuple(self._rating(tuple(those), old) for old, those in groups.items())
        yield from self._do(chosen, forth)
        self._record(rating_of(len(chosen)), chosen, forth, back)

    def _change_keyword(self, chosen: tuple[PhotoId, ...], word: str, *, add: bool) -> Change:
        before = yield MetadataRequest(photos=chosen)
        assert isinstance(before, MetadataAnswer)
        had = [_has(metadata, word) for metadata in before.metadata]
        touched = tuple(photo for photo, there in zip(chosen, had, strict=True) if there != add)
        if not touched:
            return
        forth = (self._keyword(touched, word, add=add),)
        back = (self._keyword(touched, word, add=not add),)
        yield from self._do(touched, forth)
        words = tr("keyword “{word}” on %Ln photo(s)", "", len(touched), word=word)
        self._record(words, touched, forth, back)

    def _do(self, chosen: tuple[PhotoId, ...], requests: tuple[Request, ...]) -> Change:
        problems: list[str] = []
        for request in requests:
            answer = yield request
            if isinstance(answer, MarkAnswer):
                problems += [f"{one.path.name}: {one.reason}" for one in answer.report.problems]
        self.marked.emit(chosen)
        if problems:
            more = [tr("And %Ln other(s).", "", len(problems) - 1)] if len(problems) > 1 else []
            self.failed.emit(" ".join((problems[0], *more)))

    def _record(
        self,
        words: str,
        chosen: tuple[PhotoId, ...],
        forth: tuple[Request, ...],
        back: tuple[Request, ...],
    ) -> None:
        def again(requests: tuple[Request, ...]) -> None:
            self._start(self._do(chosen, requests))

        self._undo.record(Step(words=words, undo=partial(again, back), redo=partial(again, forth)))

    def _rating(self, chosen: tuple[PhotoId, ...], rating: int | None) -> RateRequest:
        return RateRequest(photos=chosen, rating=rating, sidecar=self._sidecars)

    def _keyword(self, chosen: tuple[PhotoId, ...], word: str, *, add: bool) -> KeywordRequest:
        words = (word,)
        return KeywordRequest(
            photos=chosen,
            add=words if add else (),
            remove=() if add else words,
            sidecar=self._sidecars,
        )

    @property
    def _sidecars(self) -> bool:
        return self._preferences.flag(SIDECARS, False)

    # ---- one after the other

    def _start(self, change: Change) -> None:
        self._waiting.append(change)
        if self._current is None:
            self._next()

    def _next(self) -> None:
        self._current = self._waiting.popleft() if self._waiting else None
        if self._current is not None:
            self._go_on(self._current, None)
        else:
            self.rested.emit()

    def _go_on(self, change: Change, answer: Answer | None) -> None:
        if isinstance(answer, Failure):
            change.close()
            self._next()
            self.failed.emit(answer.message)
            return
        try:
            request = next(change) if answer is None else change.send(answer)
        except StopIteration:
            self._next()
        else:
            self._engine.request(request, partial(self._go_on, change))


def rating_of(count: int) -> str:
    """Return what undo calls the rating of some photos."""
    return tr("rating of %Ln photo(s)", "", count)


def _has(metadata: Metadata | None, word: str) -> bool:
    """Capitals make no difference, as in the library."""
    keywords = () if metadata is None else metadata.keywords
    return word.casefold() in {keyword.casefold() for keyword in keywords}
