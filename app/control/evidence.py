"""The selected hit -> the evidence column, with the picture of the query that found it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.query import SearchSession
from app.results import ResultsPage
from app.viewer import EvidencePanel


class EvidenceControl(QObject):
    def __init__(self, panel: EvidencePanel, results: ResultsPage, search: SearchSession) -> None:
        super().__init__(panel)
        self._panel, self._results, self._search = panel, results, search

    def show_hit(self) -> None:
        self._panel.show_hit(self._results.current_hit())

    def show_query(self) -> None:
        """Show the picture of the query that the selected hit answers."""
        at = self._search.shown_by(self._results.current_hit())
        if at is None:
            self._panel.show_query(None, None, pictured=False)
        else:
            region = self._search.query.parts[at].term.region
            self._panel.show_query(self._search.picture_at(at), region, pictured=True)
