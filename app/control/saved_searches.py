"""Saves, runs, renames and removes searches, for the query bar and the side column."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.base.language import tr
from app.base.notice import Notice
from app.base.undo import Step, UndoStack
from app.library import LibraryPanel
from app.query import SavedCounts, SavedSession, SearchSession, query_of
from cbir.base.types import SavedSearch


class SavedControl(QObject):
    kept = Signal(bool)  # whether the query is a saved one

    def __init__(
        self,
        panel: LibraryPanel,
        search: SearchSession,
        saved: SavedSession,
        counts: SavedCounts,
        undo: UndoStack,
        notice: Notice,
    ) -> None:
        super().__init__(panel)
        self._panel, self._search, self._saved = panel, search, saved
        self._counts, self._undo, self._notice = counts, undo, notice
        self._list = panel.searches
        saved.changed.connect(self._on_changed)
        saved.failed.connect(lambda text: notice.say(text, tone="warning", topic="saved"))
        self._list.run_asked.connect(self._run)
        self._list.rename_asked.connect(self._rename)
        counts.changed.connect(self._list.show_counts)
        search.query_changed.connect(lambda _query: self._follow())
        self._list.remove_asked.connect(self.remove)
        self._on_changed(())

    def save(self) -> None:
        """Keep the query; its name can be changed at once."""
        if self._search.query.empty:
            return
        before = self._saved.searches
        row = self._saved.save(self._search.query)
        self._record(tr("saving a search"), before)
        self._panel.searches_section.set_open(True)
        self._list.select(row)
        self._notice.say(
            tr("Saved as “{name}”.", name=self._saved.searches[row].name),
            topic="saved",
            action=tr("Rename"),
            on_action=lambda: self.rename(row),
        )

    def rename(self, row: int | None = None) -> None:
        self._list.edit_name(self._list.current_row if row is None else row)

    def _rename(self, row: int, name: str) -> None:
        before = self._saved.searches
        self._saved.rename(row, name)
        self._record(tr("name of a saved search"), before)

    def _record(self, words: str, before: tuple[SavedSearch, ...]) -> None:
        """Let undo put the searches back as they were."""
        after, restore = self._saved.searches, self._saved.restore
        if after != before:
            self._undo.record(Step(words=words, undo=lambda: restore(before), redo=lambda: restore(after)))

    def remove(self, row: int | None = None) -> None:
        row = self._list.current_row if row is None else row
        if 0 <= row < len(self._saved.searches):
            before = self._saved.searches
            gone = self._saved.remove(row)
            self._record(tr("removing a saved search"), before)
            self._notice.say(
                tr("“{name}” was removed from the saved searches.", name=gone.name),
                topic="saved",
                action=tr("Put it back"),
                on_action=lambda: self._put_back(row, gone),
            )

    def _put_back(self, row: int, gone: SavedSearch) -> None:
        before = self._saved.searches
        if gone not in before:  # undo may have been quicker
            self._saved.put_back(row, gone)
            self._record(tr("putting a search back"), before)

    def run(self) -> None:
        self._run(self._list.current_row)

    def _run(self, row: int) -> None:
        if 0 <= row < len(self._saved.searches):
            query = query_of(self._saved.searches[row])
            if query != self._search.query:
                self._search.set_query(query)

    def _on_changed(self, searches: tuple[SavedSearch, ...]) -> None:
        self._list.show_searches(searches)
        self._list.show_counts(self._counts.counts)
        self._panel.searches_section.setVisible(bool(searches))
        self.kept.emit(self._row() is not None)

    def _row(self) -> int | None:
        """Return which saved search is the query."""
        query = self._search.query
        return None if query.empty else self._saved.row_of(query)

    def _follow(self) -> None:
        row = self._row()
        self._list.select(row)
        self.kept.emit(row is not None)
