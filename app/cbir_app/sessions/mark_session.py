"""Changes ratings, flags, labels and keywords in the library; each change can be undone. No widgets.

A change is shown and requested at once. The engine applies changes in order and returns the previous marks, so that
undo restores each photo's own marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from cbir.base.types import KeywordSuggestion, MarkReport, Marks, PhotoId, shown_name
from cbir.service import (
    Answer,
    Failure,
    FlagChange,
    FlagRequest,
    KeywordRequest,
    LabelRequest,
    MarkAnswer,
    RateRequest,
    SuggestAnswer,
    SuggestRequest,
)
from cbir_app.base.language import tr
from cbir_app.base.preferences import Preferences
from cbir_app.base.undo import Step, UndoStack
from cbir_app.base.wording import REJECTED
from cbir_app.engine import Details, Engine, MarkRequest, Wish

SIDECARS = "write sidecars"  # preference: also write XMP files beside the photos
Value = TypeVar("Value", bool, int, str)


@dataclass(frozen=True, slots=True)
class Marked:
    """Photos whose rating, flag or label has changed, and the change. step : undoes it"""

    photos: tuple[PhotoId, ...]
    request: RateRequest | FlagRequest | LabelRequest
    step: Step


class MarkSession(QObject):
    marked = Signal(object)  # tuple of PhotoId: photos whose marks have changed
    changed = Signal(object)  # Marked
    returned = Signal(
        object, bool
    )  # Step, and True for undo or False for redo. The marks have been requested
    failed = Signal(str)

    def __init__(
        self,
        engine: Engine,
        details: Details,
        undo: UndoStack,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine, self._details = engine, details
        self._undo, self._preferences = undo, preferences
        self.suggesting: int | None = None  # ticket of the last request for suggestions
        self.waiting = 0  # changes that the library has not answered yet

    def rate(self, chosen: Sequence[PhotoId], rating: int | None) -> None:
        """Give photos 0 to 5 stars; None for the rating in their files."""
        self._change(self._rating(chosen, rating))

    def pick(self, chosen: Sequence[PhotoId]) -> None:
        """Pick photos. A rejected photo is no longer rejected."""
        self._change(self._flagging(chosen, "pick"))

    def unflag(self, chosen: Sequence[PhotoId]) -> None:
        """Make photos neither picks nor rejects. Their stars stay."""
        self._change(self._flagging(chosen, "none"))

    def label(self, chosen: Sequence[PhotoId], label: str) -> None:
        """Label photos. An empty label removes the present one."""
        self._change(self._labelling(chosen, label))

    def _change(self, request: RateRequest | FlagRequest | LabelRequest) -> None:
        if request.photos:
            self._ask(request, partial(self._record_values, request))

    def add_keywords(self, chosen: Sequence[PhotoId], words: Iterable[str]) -> None:
        for word in words:
            self._change_keyword(chosen, word, add=True)

    def remove_keyword(self, chosen: Sequence[PhotoId], word: str) -> None:
        self._change_keyword(chosen, word, add=False)

    def _change_keyword(self, chosen: Sequence[PhotoId], word: str, *, add: bool) -> None:
        if chosen:
            request = self._keyword(chosen, word, add=add)
            self._ask(request, partial(self._record_keyword, request, word, add=add))

    def suggest(
        self, chosen: Sequence[PhotoId], on_suggestions: Callable[[tuple[KeywordSuggestion, ...]], None]
    ) -> None:
        """Ask for keywords that fit the contents of photos, without changing any. Without a model there are none.

        An earlier request is cancelled.
        """
        if self.suggesting is not None:
            self._engine.cancel(self.suggesting)

        def on_answer(answer: Answer) -> None:
            on_suggestions(answer.suggestions if isinstance(answer, SuggestAnswer) else ())

        request = SuggestRequest(photos=tuple(dict.fromkeys(chosen)))
        self.suggesting = self._engine.request(request, on_answer) if chosen else None

    # ---- undo

    def _record_values(self, request: RateRequest | FlagRequest | LabelRequest, report: MarkReport) -> None:
        marks = zip(request.photos, report.before, report.after, strict=True)
        changes = [(photo, old, new) for photo, old, new in marks if old != new]
        if not changes:
            return
        forth = tuple(self._values([(photo, new, old) for photo, old, new in changes]))
        back = tuple(self._values(changes))
        step = self._record(_words_of(request, len(changes)), forth, back)
        self.changed.emit(Marked(tuple(photo for photo, _, _ in changes), request, step))

    def _values(self, changes: Sequence[tuple[PhotoId, Marks, Marks]]) -> Iterator[MarkRequest]:
        """Requests that give photos the first of their two marks, a request for each value that differs.

        Ratings come first: a rejection takes back a pick, and leaves nothing to say about it. The stars of a rejected
        photo come before its rejection, which keeps them.
        """
        stars = (
            (photo, to.stars)
            for photo, to, now in changes
            if to.rating == REJECTED != now.rating and to.stars != now.rating
        )
        for rating, photos in _grouped(stars):
            yield self._rating(photos, rating)
        ratings = ((photo, to.rating) for photo, to, now in changes if to.rating != now.rating)
        for rating, photos in _grouped(ratings):
            yield self._rating(photos, rating)
        picks = (
            (photo, to.pick) for photo, to, now in changes if to.pick != now.pick and to.rating != REJECTED
        )
        for pick, photos in _grouped(picks):
            yield self._flagging(photos, "file" if pick is None else "pick" if pick else "none")
        labels = ((photo, to.label) for photo, to, now in changes if to.label != now.label)
        for label, photos in _grouped(labels):
            yield self._labelling(photos, label)

    def _record_keyword(self, request: KeywordRequest, word: str, report: MarkReport, *, add: bool) -> None:
        changes = zip(request.photos, report.before, report.after, strict=True)
        touched = tuple(photo for photo, before, after in changes if before != after)
        if touched:
            words = tr("keyword “{word}” on %Ln photo(s)", "", len(touched), word=word)
            forth, back = (self._keyword(touched, word, add=way) for way in (add, not add))
            self._record(words, (forth,), (back,))

    def _record(self, words: str, forth: tuple[MarkRequest, ...], back: tuple[MarkRequest, ...]) -> Step:
        def again(requests: tuple[MarkRequest, ...], *, undone: bool) -> None:
            for request in requests:
                self._ask(request)
            self.returned.emit(step, undone)

        step = Step(
            words=words, undo=partial(again, back, undone=True), redo=partial(again, forth, undone=False)
        )
        self._undo.record(step)
        return step

    # ---- requests

    def _rating(self, chosen: Sequence[PhotoId], rating: int | None) -> RateRequest:
        return RateRequest(photos=tuple(dict.fromkeys(chosen)), rating=rating, sidecar=self._sidecars)

    def _flagging(self, chosen: Sequence[PhotoId], flag: FlagChange) -> FlagRequest:
        return FlagRequest(photos=tuple(dict.fromkeys(chosen)), flag=flag, sidecar=self._sidecars)

    def _labelling(self, chosen: Sequence[PhotoId], label: str | None) -> LabelRequest:
        return LabelRequest(photos=tuple(dict.fromkeys(chosen)), label=label, sidecar=self._sidecars)

    def _keyword(self, chosen: Sequence[PhotoId], word: str, *, add: bool) -> KeywordRequest:
        return KeywordRequest(
            photos=tuple(dict.fromkeys(chosen)),
            add=(word,) if add else (),
            remove=() if add else (word,),
            sidecar=self._sidecars,
        )

    @property
    def _sidecars(self) -> bool:
        return self._preferences.flag(SIDECARS, False)

    def _ask(self, request: MarkRequest, then: Callable[[MarkReport], None] | None = None) -> None:
        """Request a change. then : records its step of undo; None: the change belongs to a recorded one"""
        self.waiting += 1
        if then is not None:
            self._undo.expect()
        self._engine.request(request, partial(self._on_answer, self._details.wish(request), then))

    def _on_answer(self, wish: Wish, then: Callable[[MarkReport], None] | None, answer: Answer) -> None:
        self.waiting -= 1
        self._take(wish, then, answer)
        if then is not None:
            self._undo.settle()

    def _take(self, wish: Wish, then: Callable[[MarkReport], None] | None, answer: Answer) -> None:
        if isinstance(answer, MarkAnswer):
            self._details.confirm(wish)
            if then is not None:
                then(answer.report)
            self.marked.emit(wish.request.photos)
            if problems := [
                f"{shown_name(problem.path)}: {problem.reason}" for problem in answer.report.problems
            ]:
                more = [tr("And %Ln other(s).", "", len(problems) - 1)] if len(problems) > 1 else []
                self.failed.emit(" ".join((problems[0], *more)))
        elif isinstance(answer, Failure):
            self._details.withdraw(wish)
            self.failed.emit(answer.message)


def _words_of(request: RateRequest | FlagRequest | LabelRequest, count: int) -> str:
    """Return the name of the undo step for marking photos."""
    if isinstance(request, LabelRequest):
        return tr("label of %Ln photo(s)", "", count)
    if isinstance(request, FlagRequest):
        return tr("flag of %Ln photo(s)", "", count)
    return tr("rating of %Ln photo(s)", "", count)


def _grouped(
    values: Iterable[tuple[PhotoId, Value | None]],
) -> Iterable[tuple[Value | None, list[PhotoId]]]:
    """Group photos by their values."""
    groups: dict[Value | None, list[PhotoId]] = {}
    for photo, value in values:
        groups.setdefault(value, []).append(photo)
    return groups.items()
