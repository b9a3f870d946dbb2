"""Keeps the popover of filters, their chips and the query consistent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from cbir_app.query import SearchBar
from cbir_app.sessions import FacetSession, LibrarySession, SearchSession


class FilterControl(QObject):
    def __init__(
        self, bar: SearchBar, search: SearchSession, library: LibrarySession, facets: FacetSession
    ) -> None:
        super().__init__(bar)
        self._search, self._library, self._facets = search, library, facets
        popover = bar.filter_popover
        popover.changed.connect(search.set_filters)
        bar.filter_chips.changed.connect(search.set_filters)
        library.facets_changed.connect(popover.show_facets)
        library.places_changed.connect(lambda places: popover.show_keywords(places.keywords))
        facets.counted.connect(popover.show_counts)
        popover.opened.connect(lambda: self._count(True))
        popover.closed.connect(lambda: self._count(False))

    def only_in(self, folder: Path) -> None:
        """Search in one folder only; if that is already so, in all folders again."""
        filters = self._search.query.filters
        folders = () if filters.folders == (str(folder),) else (str(folder),)
        self._search.set_filters(replace(filters, folders=folders))

    def _count(self, on: bool) -> None:
        """Count the choices while the popover is open."""
        self._library.wants_facets = on
        if on:
            self._library.ask_facets()
            self._facets.ask()
