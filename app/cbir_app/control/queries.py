"""Takes pictures and text from dialogs, the screen, the clipboard and drops into the query, and keeps its filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from cbir.base.types import Completion, Term
from cbir_app.base.desktop import among_pictures
from cbir_app.base.language import QT_TR_NOOP, quoted, tr
from cbir_app.base.notice import Notice, Tone
from cbir_app.base.theme import Theme
from cbir_app.base.undo import Step, UndoStack
from cbir_app.query import SearchBar, Snipper, WebPicture
from cbir_app.sessions import (
    SUFFIXES,
    CompletionSession,
    FacetSession,
    LibrarySession,
    ParsedDrop,
    Part,
    Query,
    ReadingSession,
    SearchSession,
    clipboard,
    part_of_file,
    part_of_words,
    read_mime,
    web_address,
)
from cbir_app.viewer import Pages

QUERY = QT_TR_NOOP("change of the search")


class QueryControl(QObject):
    def __init__(
        self,
        window: QWidget,
        bar: SearchBar,
        search: SearchSession,
        library: LibrarySession,
        reading: ReadingSession,
        pages: Pages,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._bar, self._search = window, bar, search
        self._library, self._reading, self._pages, self._notice = library, reading, pages, notice
        self.web = WebPicture(self)
        self._fetched_from, self._fetched_beside = "", False
        self._read_part: Part | None = None  # the part whose text is being recognised
        self.web.arrived.connect(self._take_fetched)
        self.web.failed.connect(lambda text: notice.say(text, tone="warning", topic="drop"))
        bar.open_asked.connect(self.open)
        bar.paste_asked.connect(self.paste)
        bar.typed.connect(search.type)
        bar.committed.connect(self._commit)
        bar.flip_asked.connect(search.flip)
        bar.weigh_asked.connect(search.weigh)
        bar.remove_asked.connect(search.remove)
        bar.edit_asked.connect(self.edit)
        bar.text_asked.connect(self.read_text)
        reading.picture_read.connect(self._add_text)
        reading.picture_troubled.connect(lambda text: notice.say(text, tone="warning", topic="text"))
        bar.results_asked.connect(pages.focus_results)
        search.query_changed.connect(bar.show_query)
        search.picture_changed.connect(bar.show_picture)

    def open(self, *, add: bool = False) -> None:
        """Choose a picture file to search with. add : beside the query instead of in its place"""
        title = tr("Add a picture to the search") if add else tr("Open a picture to search with")
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        patterns = " ".join(f"*{suffix}" for suffix in sorted(SUFFIXES))
        dialog.setNameFilters([tr("Pictures ({patterns})", patterns=patterns), tr("All files (*)")])
        among_pictures(dialog)
        take = self._search.add if add else self._search.search
        dialog.fileSelected.connect(lambda name: take(part_of_file(Path(name))))
        dialog.open()

    def add(self) -> None:
        self.open(add=True)

    def paste(self) -> None:
        data = clipboard()
        parsed = read_mime(data, pasted=True)
        words = " ".join(data.text().split()) if data.hasText() and not web_address(data) else ""
        if parsed.part is None and not parsed.folders and words:
            self._bar.focus()
            self._search.type(words)
        else:
            self._take(parsed, add=self._bar.typing)

    def drop(self, data: QMimeData, *, add: bool) -> None:
        self._take(read_mime(data), add=add)

    def edit(self, at: int) -> None:
        """Edit a chip: frame its picture, or turn it back into draft text."""
        if self._search.query.parts[at].is_words:
            self._search.edit_words(at)
            self._bar.edit.setFocus()
        else:
            self._pages.show_frame(at)

    def read_text(self, at: int) -> None:
        """Recognise the text in the picture of a chip, and add it to the search."""
        self._notice.say(tr("Reading what is written in the picture…"), topic="text")
        self._read_part = self._search.query.parts[at]
        self._reading.read_picture(self._read_part.term)

    def search_words(self, words: str) -> None:
        """Search for text in place of the query."""
        if (part := part_of_words(words)) is not None:
            self._search.search(part)

    def _add_text(self, words: str) -> None:
        part = part_of_words(words)
        if self._read_part not in self._search.query.parts:
            self._notice.take_back("text")  # the query has changed meanwhile
        elif part is None:
            self._notice.say(tr("No words were found in this picture."), topic="text")
        else:
            self._notice.take_back("text")
            self._search.add(part)

    def _commit(self) -> None:
        """Turn the draft text into a chip; without draft text, move the focus to the hits."""
        if self._search.query.draft.strip():
            self._search.commit()
        else:
            self._pages.focus_results()

    def _ask_web(self, address: str, *, add: bool) -> None:
        """Ask before a picture is fetched from the web; report an address that cannot be fetched."""
        url = QUrl(address)
        if why := self.web.refusal(url):
            self._notice.say(why, tone="warning", topic="drop")
            return

        def fetch() -> None:
            self._fetched_from, self._fetched_beside = url.fileName() or url.host(), add
            self._notice.say(tr("Fetching the picture from {host}…", host=url.host()), topic="drop")
            self.web.fetch(url)

        self._notice.say(
            tr("This picture is on the web. Fetch it from {host}?", host=url.host()),
            topic="drop",
            action=tr("Fetch"),
            on_action=fetch,
        )

    def _take_fetched(self, content: bytes) -> None:
        self._notice.take_back("drop")
        part = Part(Term(data=content), self._fetched_from)
        (self._search.add if self._fetched_beside else self._search.search)(part)

    def _take(self, parsed: ParsedDrop, *, add: bool) -> None:
        if parsed.address:
            self._ask_web(parsed.address, add=add)
            return
        if parsed.sentence is not None:
            tone: Tone = "info" if parsed.part is not None else "warning"
            self._notice.say(parsed.sentence, tone=tone, topic="drop")
        else:
            self._notice.take_back("drop")
        if parsed.part is not None:
            writing = self._bar.typing and bool(self._bar.edit.text())
            (self._search.add if add else self._search.search)(parsed.part)
            if not writing:
                self._pages.await_results()
        elif parsed.folders:
            names = ", ".join(quoted(folder.name or folder) for folder in parsed.folders)
            folders = parsed.folders
            self._notice.say(
                tr("{names}: folder(s). Add to the library?", "", len(folders), names=names),
                topic="drop",
                action=tr("Add to the library"),
                on_action=lambda: self._library.add(folders),
            )


class CompletionControl(QObject):
    """Suggests while a person types, and puts what is chosen into the text."""

    album_chosen = Signal(str)

    def __init__(self, bar: SearchBar, search: SearchSession, completions: CompletionSession) -> None:
        super().__init__(bar)
        self._bar, self._search, self._completions = bar, search, completions
        suggestions = bar.edit.suggestions
        bar.edit.textEdited.connect(self._ask)
        bar.committed.connect(lambda: self._ask(""))
        completions.arrived.connect(self._show)
        suggestions.chosen.connect(self._take)

    def _ask(self, text: str) -> None:
        at_end = self._bar.edit.cursorPosition() == len(text)
        self._completions.ask(text if at_end else "")

    def _show(self, text: str, completions: Sequence[Completion]) -> None:
        if text and text != self._bar.edit.text():
            return
        self._bar.edit.suggestions.show_suggestions(self._completions.earlier(text), completions)

    def _take(self, chosen: str | Completion) -> None:
        if isinstance(chosen, Completion):
            self._search.type("")
            self.album_chosen.emit(chosen.name)
            return
        self._search.type(chosen)
        if chosen.endswith(":"):
            self._completions.ask(chosen)  # its values


class QuerySteps(QObject):
    """Records every change of the query for undo; uninterrupted typing or weighing is one step."""

    def __init__(self, undo: UndoStack, search: SearchSession) -> None:
        super().__init__(undo)
        self._undo, self._search = undo, search
        self._step: Step | None = None
        self._from, self._to = Query(), Query()
        self._travelling = False
        search.replaced.connect(self._on_replaced)

    def _on_replaced(self, before: Query, after: Query) -> None:
        if self._travelling:
            return
        continues = self._step is not None and self._step is self._undo.last and before == self._to
        continues = continues and not before.empty and after.refines(before)
        self._from, self._to = self._from if continues else before, after
        origin = self._from
        self._step = Step(words=tr(QUERY), undo=lambda: self._go(origin), redo=lambda: self._go(after))
        (self._undo.revise if continues else self._undo.record)(self._step)

    def _go(self, query: Query) -> None:
        self._travelling = True
        try:
            self._search.set_query(query)
        finally:
            self._travelling = False


class FilterControl(QObject):
    def __init__(
        self, bar: SearchBar, search: SearchSession, library: LibrarySession, facets: FacetSession
    ) -> None:
        super().__init__(bar)
        self._search, self._library, self._facets = search, library, facets
        popover = bar.filter_popover
        popover.changed.connect(search.set_filters)
        bar.filter_chips.changed.connect(search.set_filters)
        bar.filter_chips.fact_removed.connect(search.forget)
        search.finished.connect(lambda result: bar.show_facts(result.facts))
        library.facets_changed.connect(popover.show_facets)
        library.places_changed.connect(lambda places: popover.show_keywords(places.keywords))
        facets.counted.connect(popover.show_counts)
        popover.opened.connect(lambda: self._count(True))
        popover.closed.connect(lambda: self._count(False))

    def only_in(self, folder: Path) -> None:
        """Limit the search to one folder, or lift that limit."""
        filters = self._search.query.filters
        folders = () if filters.folders == (str(folder),) else (str(folder),)
        self._search.set_filters(replace(filters, folders=folders))

    def _count(self, on: bool) -> None:
        """Count the choices while the popover is open."""
        self._library.wants_facets = on
        if on:
            self._library.ask_facets()
            self._facets.ask()


LABEL = QT_TR_NOOP("From the screen")


class SnipControl(QObject):
    def __init__(
        self,
        window: QWidget,
        bar: SearchBar,
        search: SearchSession,
        notice: Notice,
        theme: Theme,
        paste: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._bar, self._search, self._notice, self._paste = bar, search, notice, paste
        self._beside = False  # True: the picture is added to the draft text
        self.snipper = Snipper(window, theme)
        self.snipper.taken.connect(self._take)
        self.snipper.refused.connect(self._explain)

    def start(self) -> None:
        self._beside = self._bar.typing
        self._notice.take_back("snip")
        self.snipper.start()

    def _take(self, content: bytes) -> None:
        part = Part(Term(data=content), tr(LABEL))
        (self._search.add if self._beside else self._search.search)(part)

    def _explain(self, why: str) -> None:
        self._notice.say(why, tone="warning", topic="snip", action=tr("Paste"), on_action=self._paste)
