"""Changes ratings and keywords in the library; each change can be undone. No widgets.

A change is shown and requested at once. The engine applies changes in order and returns the previous marks, so that
undo restores each photo's own marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from cbir.base.types import KeywordSuggestion, MarkReport, PhotoId
from cbir.service import (
    Answer,
    Failure,
    KeywordRequest,
    MarkAnswer,
    RateRequest,
    SuggestAnswer,
    SuggestRequest,
)
from cbir_app.base.language import tr
from cbir_app.base.preferences import Preferences
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Details, Engine, Wish

SIDECARS = "write sidecars"  # preference: write XMP files beside the photos too
MarkRequest = RateRequest | KeywordRequest


@dataclass(frozen=True, slots=True)
class Rated:
    """Photos whose rating has changed. rating : None for the rating in their files. step : undoes the change

    taken_back : their rejection was taken back
    """

    photos: tuple[PhotoId, ...]
    rating: int | None
    step: Step
    taken_back: bool = False


class MarkSession(QObject):
    marked = Signal(object)  # tuple of PhotoId: photos whose rating or keywords have changed
    rated = Signal(object)  # Rated
    returned = Signal(object, bool)  # Step, and True for undo or False for redo: it has requested the marks
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
        if chosen:
            request = self._rating(chosen, rating)
            self._ask(request, partial(self._record_rating, request))

    def take_back_rejection(self, chosen: Sequence[PhotoId]) -> None:
        """Take back the rejection of photos. Others keep their stars."""
        if chosen:
            request = replace(self._rating(chosen, None), only_rejected=True)
            self._ask(request, partial(self._record_rating, request))

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

    def _record_rating(self, request: RateRequest, report: MarkReport) -> None:
        marks = zip(request.photos, report.before, report.after, strict=True)
        changes = [(photo, old.rating, new.rating) for photo, old, new in marks if old.rating != new.rating]
        if not changes:
            return
        forth = self._ratings((photo, new) for photo, _, new in changes)
        back = self._ratings((photo, old) for photo, old, _ in changes)
        step = self._record(rating_of(len(changes)), forth, back)
        changed = tuple(photo for photo, _, _ in changes)
        self.rated.emit(Rated(changed, request.rating, step, taken_back=request.only_rejected))

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

    def _ratings(self, ratings: Iterable[tuple[PhotoId, int | None]]) -> tuple[RateRequest, ...]:
        """Requests for photos with their ratings, one for each rating."""
        groups: dict[int | None, list[PhotoId]] = {}
        for photo, rating in ratings:
            groups.setdefault(rating, []).append(photo)
        return tuple(self._rating(photos, rating) for rating, photos in groups.items())

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

    def _ask(self, request: MarkRequest, then: Callable[[MarkReport], None] = lambda report: None) -> None:
        self.waiting += 1
        self._engine.request(request, partial(self._on_answer, self._details.wish(request), then))

    def _on_answer(self, wish: Wish, then: Callable[[MarkReport], None], answer: Answer) -> None:
        self.waiting -= 1
        if isinstance(answer, MarkAnswer):
            self._details.confirm(wish)
            then(answer.report)
            self.marked.emit(wish.request.photos)
            if problems := [f"{problem.path.name}: {problem.reason}" for problem in answer.report.problems]:
                more = [tr("And %Ln other(s).", "", len(problems) - 1)] if len(problems) > 1 else []
                self.failed.emit(" ".join((problems[0], *more)))
        elif isinstance(answer, Failure):
            self._details.withdraw(wish)
            self.failed.emit(answer.message)


def rating_of(count: int) -> str:
    """Return the name of the undo step for rating photos."""
    return tr("rating of %Ln photo(s)", "", count)
