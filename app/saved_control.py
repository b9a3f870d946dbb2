"""Saved searches between the query bar, the side column and the library."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.library_panel import LibraryPanel
from app.notice import Notice
from app.saved_session import SavedSession, query_of
from app.search_session import SearchSession
from cbir.types import SavedSearch


class SavedControl(QObject):
    def __init__(
        self, panel: LibraryPanel, search: SearchSession, saved: SavedSession, notice: Notice
    ) -> None:
        super().__init__(panel)
        self._panel, self._search, self._saved, self._notice = panel, search, saved, notice
        self._list = panel.searches
        saved.changed.connect(self._on_changed)
        saved.failed.connect(lambda text: notice.say(text, tone="warning", topic="saved"))
        self._list.run_asked.connect(self._run)
        self._list.rename_asked.connect(saved.rename)
        self._list.remove_asked.connect(self.remove)
        self._on_changed(())

    def save(self) -> None:
        """Keep the query; its name can be changed at once."""
        if self._search.query.empty:
            return
        row = self._saved.save(self._search.query)
        self._panel.searches_section.set_open(True)
        self._list.setCurrentRow(row)
        self._notice.say(
            f"Saved as “{self._saved.searches[row].name}”.",
            topic="saved",
            action="Rename",
            on_action=lambda: self.rename(row),
        )

    def rename(self, row: int | None = None) -> None:
        item = self._list.item(self._list.currentRow() if row is None else row)
        if item is not None:
            self._list.setFocus()
            self._list.editItem(item)

    def remove(self, row: int | None = None) -> None:
        row = self._list.currentRow() if row is None else row
        if 0 <= row < len(self._saved.searches):
            gone = self._saved.remove(row)
            self._notice.say(
                f"“{gone.name}” was removed from the saved searches.",
                topic="saved",
                action="Put it back",
                on_action=lambda: self._saved.put_back(row, gone),
            )

    def run(self) -> None:
        self._run(self._list.currentRow())

    def _run(self, row: int) -> None:
        if 0 <= row < len(self._saved.searches):
            query = query_of(self._saved.searches[row])
            if query != self._search.query:
                self._search.set_query(query)

    def _on_changed(self, searches: tuple[SavedSearch, ...]) -> None:
        self._list.show_searches(searches)
        self._panel.searches_section.setVisible(bool(searches))
