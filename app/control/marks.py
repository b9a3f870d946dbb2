"""The selected hits -> stars, keywords or the trash, and a notice that says so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.base.language import tr
from app.base.notice import Notice
from app.base.undo import UndoStack
from app.base.wording import OFFLINE, TRASH
from app.control.hits import HitControl
from app.engine import Details, Engine
from app.filters import stars
from app.marks import MAX_ASKED, MarkSession, MarksPanel, rating_of
from app.query import SearchSession
from cbir.base.types import Hit, KeywordSuggestion, PhotoId
from cbir.service import Answer, Failure, TrashAnswer, TrashRequest

REST_MS = 120


class MarkControl(QObject):
    progressed = Signal(str, int, int)  # what is being done, done, total
    ended = Signal()
    trashed = Signal()

    def __init__(
        self,
        window: QWidget,
        engine: Engine,
        hits: HitControl,
        marks: MarkSession,
        undo: UndoStack,
        panel: MarksPanel,
        details: Details,
        search: SearchSession,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._engine, self._hits, self._marks = window, engine, hits, marks
        self._panel, self._details, self._search, self._notice = panel, details, search, notice
        self._undo = undo
        self._suggestions: tuple[KeywordSuggestion, ...] = ()
        self._suggested_for: tuple[PhotoId, ...] = ()
        self._rated = ""  # what is said once several photos have their stars
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._show)
        panel.rated.connect(self.rate)
        panel.keywords_added.connect(self.add_keywords)
        panel.keyword_removed.connect(lambda word: marks.remove_keyword(self._photos, word))
        panel.suggestions_wanted.connect(self._suggest)
        panel.suggestion_accepted.connect(self._accept)
        marks.marked.connect(self._on_marked)
        marks.failed.connect(self._on_failed)

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
        self._panel.show_hits(self._hits.hits)
        if self._suggested_for != self._photos:
            self._suggested_for = ()
            self._show_suggestions(())
            if self._panel.keywords.field.hasFocus():
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
        self._panel.suggestions.show_suggestions(suggestions, len(self._hits.hits))

    def _accept(self, suggestion: KeywordSuggestion) -> None:
        """Add a keyword to those photos that it fits."""
        self._marks.add_keywords(suggestion.photos, (suggestion.word,))
        self._show_suggestions(tuple(one for one in self._suggestions if one is not suggestion))
        self._panel.keywords.field.setFocus()

    # ---- marks

    def rate(self, rating: int | None) -> None:
        chosen = self._photos
        if len(chosen) > 1:
            self._rated = _rated(len(chosen), rating)
        self._marks.rate(chosen, rating)

    def add_keywords(self, words: Sequence[str]) -> None:
        self._marks.add_keywords(self._photos, words)

    def write_keyword(self) -> None:
        """Go to the field for keywords."""
        self._panel.keywords.field.setFocus()

    def _on_marked(self, chosen: tuple[PhotoId, ...]) -> None:
        if self._rated:
            words = rating_of(len(chosen))
            self._notice.say(
                self._rated, topic="marks", action=tr("Undo"), on_action=lambda: self._take_back(words)
            )
            self._rated = ""

    def _on_failed(self, text: str) -> None:
        self._show()
        self._notice.say(text, tone="warning", topic="marks")

    def _take_back(self, words: str) -> None:
        """Undo a rating, unless something else was done since."""
        last = self._undo.last
        if last is not None and last.words == words:
            self._undo.undo()

    # ---- trash

    def ask_trash(self) -> None:
        """Ask whether the selected photos shall go, and say where to."""
        hits = self._hits.hits
        there = tuple(hit for hit in hits if not hit.offline)
        if not there:
            if hits:
                self._notice.say(
                    " ".join((tr("Nothing was moved."), tr(OFFLINE))), tone="warning", topic="trash"
                )
            return
        box = QMessageBox(self._window)
        box.setObjectName("trash")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(tr("Move to the trash"))
        trash = tr(TRASH)
        if len(there) == 1:
            box.setText(tr("Move “{file}” to the {trash}?", file=there[0].path.name, trash=trash))
        else:
            box.setText(tr("Move %Ln photo(s) to the {trash}?", "", len(there), trash=trash))
        box.setInformativeText(_consequence(len(there), len(hits) - len(there)))
        move = box.addButton(tr("Move to the {trash}", trash=trash), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        move.clicked.connect(lambda _checked=False: self._trash(there))
        box.finished.connect(box.deleteLater)
        box.open()

    def _trash(self, hits: tuple[Hit, ...]) -> None:
        """Ask for it, and show the hits no more: those that could not go come back with the answer."""
        self._search.hide({hit.photo for hit in hits})
        self.trashed.emit()
        said = tr("Moving %Ln photo(s) to the {trash}…", "", len(hits), trash=tr(TRASH))
        self.progressed.emit(said, 0, 0)
        request = TrashRequest(photos=tuple(hit.photo for hit in hits))
        self._engine.request(request, lambda answer: self._on_trashed(hits, answer))

    def _on_trashed(self, hits: tuple[Hit, ...], answer: Answer) -> None:
        self.ended.emit()
        if isinstance(answer, Failure):
            self._search.show_again({hit.photo for hit in hits})
            self._notice.say(answer.message, tone="warning", topic="trash")
            return
        if not isinstance(answer, TrashAnswer):
            return
        report = answer.report
        stayed = {one.path for one in report.problems}
        self._search.show_again({hit.photo for hit in hits if hit.path in stayed})
        said = [tr("Nothing was moved.")]
        if report.photos:
            moved = tr(
                "%Ln photo(s) moved to the {trash}. You can get them back from there.",
                "",
                report.photos,
                trash=tr(TRASH),
            )
            said = [moved]
        said += [f"{one.path.name}: {one.reason}" for one in report.problems[:2]]
        if len(report.problems) > 2:
            said.append(tr("And %Ln other(s).", "", len(report.problems) - 2))
        self._notice.say(" ".join(said), tone="warning" if report.problems else "info", topic="trash")


def _consequence(there: int, absent: int) -> str:
    """Say where files go, and what stays."""
    said = [
        tr(
            "The file(s) go to the {trash} of your system, where you can get them back, and the library forgets "
            "them. This window cannot undo it.",
            "",
            there,
            trash=tr(TRASH),
        )
    ]
    if absent:
        said.append(tr("%Ln photo(s) stay where they are: their drives are not connected.", "", absent))
    return " ".join(said)


def _rated(photos: int, rating: int | None) -> str:
    """Say what was done to several photos."""
    if rating is None:
        return tr("%Ln photo(s) have the rating of their files now.", "", photos)
    if not rating:
        return tr("%Ln photo(s) have no star now.", "", photos)
    return tr("%Ln photo(s) have {stars} now.", "", photos, stars=stars(rating))
