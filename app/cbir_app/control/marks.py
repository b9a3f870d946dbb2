"""Gives the selected hits stars, keywords and judgements for the search, each with a notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import Flag, KeywordSuggestion, LibraryPhoto, PhotoId, shown_name
from cbir.service import FlagRequest, JudgedAnswer, LabelRequest, RateRequest
from cbir_app.base.language import tr
from cbir_app.base.mark_signs import label_name
from cbir_app.base.notice import Notice
from cbir_app.base.undo import Step, UndoStack
from cbir_app.base.wording import REJECTED, spoken_stars, stars
from cbir_app.control.hits import HitControl
from cbir_app.panels.marks import MAX_ASKED, MarksPanel
from cbir_app.sessions import Marked, MarkSession, MeasureSession, SearchSession, saved_of

REST_MS = 120
RATING = "rating"  # topic of notices


class MarkControl(QObject):
    rated = Signal()  # a single photo was rated: culling advances to the next

    def __init__(
        self,
        hits: HitControl,
        marks: MarkSession,
        undo: UndoStack,
        panel: MarksPanel,
        notice: Notice,
    ) -> None:
        super().__init__(hits)
        self._hits, self.session, self._notice = hits, marks, notice
        self._panels = [panel]
        self._refused = ""  # reason why nothing can be marked
        self._undo = undo
        self._suggestions: tuple[KeywordSuggestion, ...] = ()
        self._suggested_for: tuple[PhotoId, ...] = ()
        self._names: dict[PhotoId, str] = {}  # file names of photos that are being rated
        self._offered: tuple[Step, bool] | None = None  # the step in the notice; True: redo, False: undo
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._show)
        self._connect(panel)
        marks.changed.connect(self._on_changed)
        marks.returned.connect(self._on_returned)
        marks.failed.connect(self._on_failed)
        undo.changed.connect(self._check_offer)

    def add_panel(self, panel: MarksPanel) -> None:
        """Connect another panel that shows and changes marks."""
        self._panels.append(panel)
        self._connect(panel)
        panel.show_hits(self._hits.hits)
        self.allow(self._refused)

    def allow(self, refused: str) -> None:
        """Allow or forbid marking. refused : the reason in English; empty to allow it"""
        self._refused = refused
        for panel in self._panels:
            panel.setEnabled(not refused)
            panel.setToolTip(tr(refused) if refused else "")

    def _connect(self, panel: MarksPanel) -> None:
        panel.rated.connect(self.rate)
        panel.flagged.connect(self.flag)
        panel.labelled.connect(self.label)
        panel.keywords_added.connect(self.add_keywords)
        panel.keyword_removed.connect(lambda word: self.session.remove_keyword(self._photos, word))
        panel.suggestions_wanted.connect(self._suggest)
        panel.suggestion_accepted.connect(lambda suggestion: self._accept(panel, suggestion))

    @property
    def _photos(self) -> tuple[PhotoId, ...]:
        return tuple(hit.photo for hit in self._hits.hits)

    def show_selection(self) -> None:
        """Show the marks of the selected hits; of very many after a pause in selecting."""
        if self._hits.many:
            self._rest.start()
        else:
            self._rest.stop()
            self._show()

    def _show(self) -> None:
        for panel in self._panels:
            panel.show_hits(self._hits.hits)
        if self._suggested_for != self._photos:
            self._suggested_for = ()
            self._show_suggestions(())
            if any(panel.keywords.field.hasFocus() for panel in self._panels):
                self._suggest()

    # ---- keywords that fit what photos show

    def _suggest(self) -> None:
        """Request suggestions for the selected photos, unless that was done already."""
        chosen = self._photos
        if self._suggested_for != chosen:
            self._suggested_for = chosen
            self.session.suggest(chosen[:MAX_ASKED], partial(self._on_suggestions, chosen))

    def _on_suggestions(
        self, chosen: tuple[PhotoId, ...], suggestions: tuple[KeywordSuggestion, ...]
    ) -> None:
        if self._suggested_for == chosen:
            self._show_suggestions(suggestions)

    def _show_suggestions(self, suggestions: tuple[KeywordSuggestion, ...]) -> None:
        self._suggestions = suggestions
        for panel in self._panels:
            panel.suggestions.show_suggestions(suggestions, len(self._hits.hits))

    def _accept(self, panel: MarksPanel, suggestion: KeywordSuggestion) -> None:
        """Add a suggested keyword to the photos that it fits."""
        self.session.add_keywords(suggestion.photos, (suggestion.word,))
        self._show_suggestions(tuple(other for other in self._suggestions if other is not suggestion))
        panel.keywords.field.setFocus()

    # ---- marks

    def rate(self, rating: int | None) -> None:
        self._mark(partial(self.session.rate, rating=rating))

    def flag(self, flag: Flag | Literal["none"]) -> None:
        """Pick or reject the selected photos; none : take either back"""
        if flag == "reject":
            self.rate(REJECTED)
        else:
            self._mark(self.session.pick if flag == "pick" else self.session.unflag)

    def label(self, label: str) -> None:
        """Label the selected photos; an empty label takes theirs away."""
        self._mark(partial(self.session.label, label=label))

    def _mark(self, mark: Callable[[Sequence[PhotoId]], None]) -> None:
        hits = self._hits.hits
        if len(hits) == 1:
            self._names[hits[0].photo] = shown_name(hits[0].path)
        mark([hit.photo for hit in hits])
        if len(hits) == 1:
            self.rated.emit()

    def flag_copies(self, photos: Sequence[LibraryPhoto], flag: Flag | Literal["none"]) -> None:
        """Flag photos of the page of duplicates."""
        for photo in photos:
            self._names[photo.photo] = shown_name(photo.path)
        chosen = [photo.photo for photo in photos]
        if flag == "reject":
            self.session.rate(chosen, REJECTED)
        elif flag == "pick":
            self.session.pick(chosen)
        else:
            self.session.unflag(chosen)

    def add_keywords(self, words: Sequence[str]) -> None:
        self.session.add_keywords(self._photos, words)

    def write_keyword(self) -> None:
        """Go to the field for keywords in the right column of the results."""
        self._panels[0].keywords.field.setFocus()

    def _on_changed(self, marked: Marked) -> None:
        """Report the new mark, and offer to undo it."""
        name = self._names.get(marked.photos[0]) if len(marked.photos) == 1 else None
        count = len(marked.photos)
        if not self.session.waiting:  # the photo may have been marked again meanwhile
            self._names.clear()
        match marked.request:
            case FlagRequest(flag=flag):
                text = _flagged_text(count, name, picked=flag == "pick")
            case LabelRequest(label=label):
                text = _labelled_text(count, name, label or "")
            case RateRequest(rating=rating):
                text = _rated_text(count, rating) if name is None else _rated_photo_text(name, rating)
        self._say(text, marked.step, undone=False)

    def _on_returned(self, step: Step, undone: bool) -> None:
        words = tr("Undone: {what}.") if undone else tr("Redone: {what}.")
        self._say(words.format(what=step.words), step, undone=undone)

    def _say(self, text: str, step: Step, *, undone: bool) -> None:
        """Report a change of marks, and offer to undo or redo it."""
        self._offered = step, undone
        self._notice.say(
            text,
            topic=RATING,
            action=tr("Redo") if undone else tr("Undo"),
            on_action=self._undo.redo if undone else self._undo.undo,
            passing=True,
        )

    def _check_offer(self) -> None:
        """Withdraw the offer when another step has been done."""
        if self._offered is not None:
            step, undone = self._offered
            if step is not (self._undo.next if undone else self._undo.last):
                self._offered = None
                self._notice.take_back(RATING)

    def _on_failed(self, text: str) -> None:
        self._show()
        self._notice.say(text, tone="warning", topic="marks")


class JudgeControl(QObject):
    measure_asked = Signal()

    def __init__(
        self, hits: HitControl, session: MeasureSession, search: SearchSession, notice: Notice
    ) -> None:
        super().__init__(hits)
        self._hits, self._session, self._search, self._notice = hits, session, search, notice
        self.measurable = True
        session.judged.connect(self._on_judged)
        session.failed.connect(lambda text: notice.say(text, tone="warning", topic="judging"))

    def judge(self, right: bool | None) -> None:
        """Judge the selected hits right or wrong for the search. None : take the judgement back"""
        album = saved_of(self._search.query)
        if photos := [hit.photo for hit in self._hits.hits]:
            self._session.judge(album.terms, album.labels, photos, right)

    def _on_judged(self, answer: JudgedAnswer) -> None:
        right = tr("%Ln photo(s) right", "", len(answer.right))
        wrong = tr("%Ln wrong", "", len(answer.wrong))
        self._notice.say(
            tr("For this search: {right}, {wrong}.", right=right, wrong=wrong),
            topic="judging",
            action=tr("Measure") if self.measurable else "",
            on_action=self.measure_asked.emit,
        )


def _flagged_text(photos: int, file: str | None, *, picked: bool) -> str:
    """Return the message for picked or unflagged photos. file : the name of a single photo"""
    if picked:
        return (
            tr("%Ln photo(s) picked.", "", photos) if file is None else tr("“{file}” is picked.", file=file)
        )
    if file is None:
        return tr("%Ln photo(s) no longer flagged.", "", photos)
    return tr("“{file}” is no longer flagged.", file=file)


def _labelled_text(photos: int, file: str | None, label: str) -> str:
    """Return the message for labelled photos. file : the name of a single photo"""
    if not label:
        return (
            tr("%Ln photo(s) without a label.", "", photos)
            if file is None
            else tr("“{file}” has no label.", file=file)
        )
    name = label_name(label)
    if file is None:
        return tr("%Ln photo(s) labelled: {label}.", "", photos, label=name)
    return tr("“{file}” is labelled: {label}.", file=file, label=name)


def _rated_photo_text(file: str, rating: int | None) -> str:
    """Return the message for the new rating of a photo."""
    if rating is None:
        return tr("“{file}” now has its file’s own rating.", file=file)
    if rating < 0:
        return tr("“{file}” is rejected.", file=file)
    if not rating:
        return tr("No stars for “{file}”.", file=file)
    return tr("{stars} for “{file}”.", stars=spoken_stars(rating), file=file)


def _rated_text(photos: int, rating: int | None) -> str:
    """Return the message for the new rating of several photos."""
    if rating is None:
        return tr("%Ln photo(s) now have their files’ own ratings.", "", photos)
    if rating < 0:
        return tr("%Ln photo(s) rejected.", "", photos)
    if not rating:
        return tr("%Ln photo(s) now have no stars.", "", photos)
    return tr("%Ln photo(s) now have {stars}.", "", photos, stars=stars(rating))
