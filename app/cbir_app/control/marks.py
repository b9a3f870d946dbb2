"""The selected hits -> stars, keywords, right or wrong for the search, and a notice that says so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import KeywordSuggestion, PhotoId
from cbir.service import JudgedAnswer
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.undo import Step, UndoStack
from cbir_app.base.wording import spoken_stars, stars
from cbir_app.control.hits import HitControl
from cbir_app.panels.marks import MAX_ASKED, MarksPanel
from cbir_app.sessions import MarkSession, MeasureSession, Rated, SearchSession, saved_of

REST_MS = 120
RATING = "rating"  # the topic of its notices


class MarkControl(QObject):
    rated = Signal()  # one photo has its stars: whoever culls wants the next one

    def __init__(
        self,
        hits: HitControl,
        marks: MarkSession,
        undo: UndoStack,
        panel: MarksPanel,
        notice: Notice,
    ) -> None:
        super().__init__(hits)
        self._hits, self._marks, self._notice = hits, marks, notice
        self._panels = [panel]
        self._refused = ""  # why nothing can be marked
        self._undo = undo
        self._suggestions: tuple[KeywordSuggestion, ...] = ()
        self._suggested_for: tuple[PhotoId, ...] = ()
        self._names: dict[PhotoId, str] = {}  # of the files of photos that are being rated
        self._offered: tuple[Step, bool] | None = None  # what the notice offers to undo, or to redo
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._show)
        self._serve(panel)
        marks.rated.connect(self._on_rated)
        marks.returned.connect(self._on_returned)
        marks.failed.connect(self._on_failed)
        undo.changed.connect(self._check_offer)

    def add_panel(self, panel: MarksPanel) -> None:
        """Serve another place where marks are shown and changed."""
        self._panels.append(panel)
        self._serve(panel)
        panel.show_hits(self._hits.hits)
        self.allow(self._refused)

    def allow(self, refused: str) -> None:
        """Let photos be marked. refused : why they cannot be, in English; empty where they can"""
        self._refused = refused
        for panel in self._panels:
            panel.setEnabled(not refused)
            panel.setToolTip(tr(refused) if refused else "")

    def _serve(self, panel: MarksPanel) -> None:
        panel.rated.connect(self.rate)
        panel.keywords_added.connect(self.add_keywords)
        panel.keyword_removed.connect(lambda word: self._marks.remove_keyword(self._photos, word))
        panel.suggestions_wanted.connect(self._suggest)
        panel.suggestion_accepted.connect(lambda suggestion: self._accept(panel, suggestion))

    @property
    def _photos(self) -> tuple[PhotoId, ...]:
        return tuple(hit.photo for hit in self._hits.hits)

    def show_selection(self) -> None:
        """Show the marks of what is selected now; of very many, once the selecting rests."""
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
        """Ask for suggestions for what is selected, unless that was done."""
        chosen = self._photos
        if self._suggested_for != chosen:
            self._suggested_for = chosen
            self._marks.suggest(chosen[:MAX_ASKED], partial(self._on_suggestions, chosen))

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
        """Add a keyword to those photos that it fits."""
        self._marks.add_keywords(suggestion.photos, (suggestion.word,))
        self._show_suggestions(tuple(one for one in self._suggestions if one is not suggestion))
        panel.keywords.field.setFocus()

    # ---- marks

    def rate(self, rating: int | None) -> None:
        hits = self._hits.hits
        if len(hits) == 1:
            self._names[hits[0].photo] = hits[0].path.name
        self._marks.rate([hit.photo for hit in hits], rating)
        if len(hits) == 1:
            self.rated.emit()

    def add_keywords(self, words: Sequence[str]) -> None:
        self._marks.add_keywords(self._photos, words)

    def write_keyword(self) -> None:
        """Go to the field for keywords in the right column of the results."""
        self._panels[0].keywords.field.setFocus()

    def _on_rated(self, rated: Rated) -> None:
        """Say which rating photos have now, and offer to undo it."""
        name = self._names.pop(rated.photos[0], None) if len(rated.photos) == 1 else None
        text = _rated(len(rated.photos), rated.rating) if name is None else _rated_one(name, rated.rating)
        self._say(text, rated.step, undone=False)

    def _on_returned(self, step: Step, undone: bool) -> None:
        words = tr("Undone: {what}.") if undone else tr("Redone: {what}.")
        self._say(words.format(what=step.words), step, undone=undone)

    def _say(self, text: str, step: Step, *, undone: bool) -> None:
        """Say what became of marks, and offer the way back."""
        self._offered = step, undone
        self._notice.say(
            text,
            topic=RATING,
            action=tr("Redo") if undone else tr("Undo"),
            on_action=self._undo.redo if undone else self._undo.undo,
            passing=True,
        )

    def _check_offer(self) -> None:
        """Withdraw the offer once something else was done."""
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
        """Call the selected hits right or wrong for the search; None takes back what was said."""
        asked = saved_of(self._search.query)
        if photos := [hit.photo for hit in self._hits.hits]:
            self._session.judge(asked.terms, asked.labels, photos, right)

    def _on_judged(self, answer: JudgedAnswer) -> None:
        right = tr("%Ln photo(s) right", "", len(answer.right))
        wrong = tr("%Ln wrong", "", len(answer.wrong))
        self._notice.say(
            tr("For this search: {right}, {wrong}.", right=right, wrong=wrong),
            topic="judging",
            action=tr("Measure") if self.measurable else "",
            on_action=self.measure_asked.emit,
        )


def _rated_one(file: str, rating: int | None) -> str:
    """Say which rating a photo has now."""
    if rating is None:
        return tr("“{file}” has the rating of its file now.", file=file)
    if not rating:
        return tr("No stars for “{file}”.", file=file)
    return tr("{stars} for “{file}”.", stars=spoken_stars(rating), file=file)


def _rated(photos: int, rating: int | None) -> str:
    """Say what was done to several photos."""
    if rating is None:
        return tr("%Ln photo(s) have the rating of their files now.", "", photos)
    if not rating:
        return tr("%Ln photo(s) have no star now.", "", photos)
    return tr("%Ln photo(s) have {stars} now.", "", photos, stars=stars(rating))
