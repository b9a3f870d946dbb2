"""Keeps the filter panel, the filter chips and the query in step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from app.base.language import tr
from app.base.preferences import Preferences
from app.filters import filter_chips
from app.library import LibraryPanel, LibrarySession
from app.query import FacetSession, Query, SearchBar, SearchSession


class FilterControl(QObject):
    def __init__(
        self,
        panel: LibraryPanel,
        bar: SearchBar,
        search: SearchSession,
        library: LibrarySession,
        facets: FacetSession,
        preferences: Preferences,
    ) -> None:
        super().__init__(panel)
        self._panel, self._search = panel, search
        self._library, self._facets, self._preferences = library, facets, preferences
        panel.filters.changed.connect(search.set_filters)
        bar.filter_chips.changed.connect(search.set_filters)
        search.query_changed.connect(self._on_query)
        library.facets_changed.connect(panel.filters.show_facets)
        facets.counted.connect(panel.filters.show_counts)
        panel.filter_section.heading.toggled.connect(self._on_fold)
        panel.filter_section.set_open(preferences.flag("filters", False))

    def open(self) -> None:
        """Unfold the filters and go there."""
        self._panel.setVisible(True)
        self._panel.filter_section.set_open(True)
        self._panel.filters.folder.setFocus()

    def only_in(self, folder: Path) -> None:
        """Search in one folder alone; once more: in all of them again."""
        filters = self._search.query.filters
        wanted = () if filters.folders == (str(folder),) else (str(folder),)
        self._search.set_filters(replace(filters, folders=wanted))

    def _on_query(self, query: Query) -> None:
        self._panel.filters.show_filters(query.filters)
        active = len(filter_chips(query.set_filters))
        self._panel.filter_section.set_remark(tr("%Ln active", "filters", active) if active else "")

    def _on_fold(self, on: bool) -> None:
        self._preferences.set_flag("filters", on)
        self._library.wants_facets = on
        self._library.ask_facets()
        self._facets.ask()
