"""Adds folders, and starts and reports indexing and watching, for the library's column and the status line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from cbir.base.types import VIDEOS_INDEXED, IndexReport, LibraryInfo, RootInfo
from cbir_app.base import desktop
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice, Tone
from cbir_app.panels.library import ALL, RECENT, AddFoldersDialog, LibraryPanel, SkippedDialog, StatusLine
from cbir_app.sessions import LibrarySession, Query, SearchSession, WatchSession

GROWTH = 1.5  # of the searched photos, before a result is refreshed during a run
MANY_READ_AGAIN = 100  # photos: more than a person changes in another program at once


class LibraryControl(QObject):
    changed = Signal()  # the enabled actions may have changed

    def __init__(
        self,
        window: QWidget,
        library: LibrarySession,
        watch: WatchSession,
        search: SearchSession,
        panel: LibraryPanel,
        status: StatusLine,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._library, self._watch, self._search = window, library, watch, search
        self._panel, self._status, self._notice = panel, status, notice
        self._page = ""  # the place of a page over the results, such as the map
        self._repeated_for = 0  # photos of the library when a search was last repeated automatically
        library.info_changed.connect(self._on_info)
        library.drives_changed.connect(self._on_drives)
        library.started.connect(lambda: self._on_indexing(True))
        library.progressed.connect(lambda step: status.show_progress(step, library.expected))
        library.finished.connect(self._on_indexed)
        library.failed.connect(self._on_index_failed)
        watch.progressed.connect(status.show_watch)
        watch.changed.connect(lambda _report: library.ask())
        watch.changed.connect(self._on_watched)
        watch.troubled.connect(lambda text: notice.say(text, tone="warning", topic="watch"))
        for signal in (search.finished, search.grown):
            signal.connect(lambda _result: self._refresh())
        panel.add_asked.connect(self.choose_folder)
        panel.update_asked.connect(library.update_all)
        panel.all_asked.connect(search.clear)
        panel.recent_asked.connect(search.show_recent)
        panel.folder_opened.connect(lambda path: search.browse(folder=path))
        panel.keyword_opened.connect(lambda word: search.browse(keyword=word))
        library.places_changed.connect(panel.show_places)
        search.query_changed.connect(self._show_place)
        panel.folder_chosen.connect(self.changed)
        status.skipped_asked.connect(self.show_skipped)
        status.cancel_asked.connect(self._cancel)
        status.pause_asked.connect(self._pause)
        status.resume_asked.connect(library.resume)

    def choose_folder(self) -> None:
        """Open the dialog for adding folders, and ask for the first folder at once."""
        patterns = () if self._library.info is None else self._library.info.left_out
        dialog = AddFoldersDialog(self._library.add, patterns, self._window)
        dialog.open()
        dialog.choose_folder()

    def show_skipped(self) -> None:
        skipped = () if self._library.info is None else self._library.info.skipped
        SkippedDialog(skipped, self._library.retry_skipped, self._window).open()

    def with_folder(self, act: Callable[[RootInfo], object]) -> None:
        """Act on the folder that is selected in the column."""
        if (folder := self._panel.current_folder()) is not None:
            act(folder)

    def show_page(self, place: str) -> None:
        """Select the row of a page over the results in the column; empty: that of the search."""
        self._page = place
        self._show_place(self._search.query)

    def _show_place(self, query: Query) -> None:
        """Select the place in the column that the page or the query shows, if any."""
        filters = query.filters
        if self._page:
            self._panel.select(place=self._page)
        elif query.empty:
            self._panel.select(place=RECENT if query.recent else ALL)
        elif query.terms or not query.browsed:
            self._panel.select()
        else:
            self._panel.select(
                folder=next(iter(filters.folders), None), keyword=next(iter(filters.keywords), None)
            )

    def reveal_folder(self) -> None:
        self.with_folder(lambda folder: desktop.open_folder(folder.path))

    def _on_info(self, info: LibraryInfo) -> None:
        self._panel.show_info(info)
        self._show_place(self._search.query)
        self._status.show_info(info)
        self._refresh()
        self.changed.emit()

    def _on_drives(self, info: LibraryInfo) -> None:
        self._panel.show_info(info)
        self._status.show_info(info)
        self.changed.emit()

    def _refresh(self) -> None:
        """Refresh a result that covers fewer photos than can be searched; position and selection stay.

        During a run, a result with convincing hits grows by half or more each time: some ten searches in all.
        """
        info, result = self._library.info, self._search.result
        if info is None or result is None or self._search.busy or self._search.listed:
            return
        if info.searchable <= result.searched:
            return
        in_vain = all(hit.kind == "less likely" for hit in result.hits)
        due = in_vain or not self._library.running or info.searchable >= GROWTH * result.searched
        if due and info.searchable != self._repeated_for and self._search.renew(again=False):
            self._repeated_for = info.searchable

    def _on_indexing(self, running: bool) -> None:
        self._status.show_running(running)
        self._notice.take_back("index")
        self.changed.emit()

    def _on_indexed(self, report: IndexReport) -> None:
        self._on_indexing(self._library.running)
        if report.notes:
            no_trouble = all(note.template == tr(VIDEOS_INDEXED.template) for note in report.notes)
            tone: Tone = "info" if no_trouble else "warning"
            self._notice.say(" ".join(report.notes), tone=tone, topic="index")
        elif self._library.paused:
            self._status.show_paused()
        elif report.cancelled:
            self._notice.say(tr("Stopped. The photos that were finished are kept."), topic="index")
        else:
            self._tell_updated(report, 1)

    def _on_watched(self, report: IndexReport) -> None:
        """Tell that a library of an earlier version was brought up to date. A few changed sidecars are no news."""
        self._tell_updated(report, MANY_READ_AGAIN)

    def _tell_updated(self, report: IndexReport, least: int) -> None:
        if report.updated >= least:
            self._notice.say(
                tr("The metadata of %Ln photo(s) was read again.", "", report.updated), topic="index"
            )

    def _on_index_failed(self, message: str) -> None:
        self._on_indexing(self._library.running)
        self._notice.say(message, tone="warning", topic="index")

    def _pause(self) -> None:
        self._library.pause()
        self._status.show_cancelling()

    def _cancel(self) -> None:
        self._library.cancel()
        self._status.show_cancelling()
