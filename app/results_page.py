"""The centre: the headline, the grid of hits, or one sentence where there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app import wording
from app.library_session import LibrarySession
from app.page import IconButton, MessagePage, button, label, rule
from app.query import Query
from app.result_delegate import ResultDelegate
from app.result_model import ResultModel
from app.result_view import ResultView, Section
from app.search_session import SearchSession
from app.theme import Theme
from app.thumbnails import Thumbnails
from cbir.types import Hit, SearchResult

BUSY_DELAY_MS = 180
"""A search that takes less changes the page once, not twice."""

UNPROVED = "nearest first; too few points agree to prove it"


class ResultsPage(QWidget):
    open_asked = Signal()
    paste_asked = Signal()
    folders_asked = Signal()
    again_asked = Signal()
    restart_asked = Signal()

    def __init__(
        self, search: SearchSession, library: LibrarySession, thumbnails: Thumbnails, theme: Theme
    ) -> None:
        super().__init__()
        self._search, self._library = search, library
        self.keep_focus: Callable[[], bool] = lambda: False  # somebody is typing
        self._broken: tuple[str, str] | None = None  # headline and sentence while there is no engine
        self.model = ResultModel(self)
        self.view = ResultView(thumbnails, theme)
        self.view.setModel(self.model)
        self.view.setItemDelegate(ResultDelegate(thumbnails, theme, self.view))
        self.message = MessagePage(theme)
        self.headline = label("", "headline")
        self.remark = label("", "dim")
        self.mirror = IconButton(theme, "mirror", "Find mirrored pictures too", None, "Ctrl+M")
        self.mirror.setCheckable(True)
        self.notes = label("", "dim", wrap=True)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedWidth(90)
        self.busy.setAccessibleName("Searching")
        self.busy.hide()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.message)
        self.stack.addWidget(self.view)
        self._bar = QWidget()
        bar = QHBoxLayout(self._bar)
        bar.setContentsMargins(18, 9, 12, 9)
        bar.setSpacing(12)
        bar.addWidget(self.headline)
        bar.addWidget(self.busy)
        bar.addStretch(1)
        bar.addWidget(self.remark)
        bar.addWidget(self.mirror)
        self._notes_bar = QWidget()
        notes = QHBoxLayout(self._notes_bar)
        notes.setContentsMargins(18, 0, 18, 10)
        notes.addWidget(self.notes)
        self._rule = rule()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self._bar, self._notes_bar, self._rule):
            layout.addWidget(part)
        layout.addWidget(self.stack, 1)
        self._busy_timer = QTimer(self)
        self._busy_timer.setSingleShot(True)
        self._busy_timer.setInterval(BUSY_DELAY_MS)
        self._busy_timer.timeout.connect(self._show_busy)
        search.started.connect(self._busy_timer.start)
        search.finished.connect(self._on_finished)
        search.failed.connect(lambda _text: self.refresh())
        search.cleared.connect(self.refresh)
        library.info_changed.connect(lambda _info: self._library_changed())
        library.started.connect(self._library_changed)
        library.finished.connect(lambda _report: self._library_changed())
        library.failed.connect(lambda _text: self._library_changed())
        self.refresh()

    def set_broken(self, headline: str, text: str) -> None:
        """Show that there is no engine to ask."""
        self._broken = (headline, text)
        self.refresh()

    def set_working(self) -> None:
        self._broken = None
        self.refresh()

    def refresh(self) -> None:
        """Show what is the case now."""
        self._busy_timer.stop()
        self.busy.hide()
        result = self._search.result
        if self._broken is None and self._search.failure is None and result is not None and result.hits:
            self._show_hits(result)
            return
        if self.model.hits:
            self.model.show(())
        self._show_bar(False)
        self._show_message()
        self.stack.setCurrentWidget(self.message)

    def current_hit(self) -> Hit | None:
        return self.model.hit(self.view.currentIndex()) if self.stack.currentWidget() is self.view else None

    def _library_changed(self) -> None:
        if self.stack.currentWidget() is self.message and not self._search.busy:
            self.refresh()

    def _on_finished(self, result: SearchResult) -> None:
        self.refresh()
        if result.hits:
            self.view.setCurrentIndex(self.model.index(0, 0))
            if not self.keep_focus():
                self.view.setFocus()

    def _show_busy(self) -> None:
        """Take the hits of another query away: under the new chip they would be a lie."""
        if self._search.busy and self._broken is None:
            self._show_bar(True)
            self.headline.setText("Searching…")
            self.remark.setText("")
            self._notes_bar.hide()
            self.busy.show()
            self.model.show(())
            self.view.set_sections(())
            self.stack.setCurrentWidget(self.view)

    def _show_bar(self, shown: bool) -> None:
        self._bar.setVisible(shown)
        self._rule.setVisible(shown)
        self._notes_bar.setVisible(shown and bool(self.notes.text()))

    def _show_hits(self, result: SearchResult) -> None:
        if self.model.hits is not result.hits:
            self.model.show(result.hits)
            self.view.set_sections(sections(result, self._search.query))
        self.headline.setText(wording.headline(result, self._search.query))
        self.remark.setText(wording.searched(result))
        self.mirror.setVisible(self._search.query.has_picture)
        self.notes.setText(" ".join(wording.notes(result, self._search.query)))
        self._show_bar(True)
        self.stack.setCurrentWidget(self.view)

    def _show_message(self) -> None:
        say = self.message.show_message
        search, library = self._search, self._library
        if self._broken is not None:
            say("engine", *self._broken, button("Try again", self.restart_asked.emit, primary=True))
        elif search.failure is not None:
            again = button("Try again", self.again_asked.emit)
            what = "This picture" if search.query.has_picture else "This"
            buttons = (self._open(), again) if search.query.has_picture else (again,)
            say("warning", f"{what} could not be searched for", search.failure, *buttons)
        elif search.result is not None and library.photos:
            result = search.result
            notes = wording.notes(result, search.query)
            none = "none looks like it" if search.query.has_picture else "none fits"
            text = " ".join((f"{wording.searched(result)}, {none}.", *notes))
            say("nothing", wording.headline(result, search.query), text, self._open())
        elif library.info is None:
            say("photos", "Opening the library…", "This takes a moment.")
        elif not library.photos and not library.running:
            text = "Choose the folders that hold your photos. They stay where they are and are only read."
            say("photos", "Find a photo by a picture", text, self._folders())
        elif not library.photos:
            text = "You can search as soon as the first photos are in."
            say("photos", "Adding your photos…", text)
        else:
            text = "Type words, or drop, paste or open a picture. Photos of the same thing come first."
            say(
                "search",
                "What are you looking for?",
                text,
                self._open(),
                button("Paste", self.paste_asked.emit),
            )

    def _open(self) -> QPushButton:
        return button("Open a picture…", self.open_asked.emit, primary=True)

    def _folders(self) -> QPushButton:
        return button("Choose folders…", self.folders_asked.emit, primary=True)


def sections(result: SearchResult, query: Query) -> tuple[Section, ...]:
    """Return the verified and, under a line, the similar; one section without a line for words alone."""
    verified = result.verified
    rest = len(result.hits) - verified
    if not query.has_picture:
        return (Section(0, rest),)
    title = wording.similar(rest, verified, words=query.has_words)
    return (Section(0, verified), Section(verified, rest, title, UNPROVED))
