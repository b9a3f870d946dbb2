"""Explains the selected hits, opens and reveals them, and searches with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from cbir.base.types import Hit, moment_of, shown_name
from cbir_app.base import desktop
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.results import ResultsPage, searched
from cbir_app.sessions import SearchSession
from cbir_app.viewer import EvidencePanel, Pages

MANY = 1000  # number of selected photos from which iterating takes noticeable time
MAX_OPENED = 20  # viewers at once; more are an accident


class EvidenceControl(QObject):
    """Shows the selected hit in the evidence column, with the matching picture of the query."""

    def __init__(self, panel: EvidencePanel, results: ResultsPage, search: SearchSession) -> None:
        super().__init__(panel)
        self._panel, self._results, self._search = panel, results, search
        search.finished.connect(lambda result: panel.show_search(searched(result)))

    def show_hit(self) -> None:
        typed = tuple(term for term in self._search.query.terms if term.text is not None)
        self._panel.show_hit(self._results.current_hit(), typed)

    def show_query(self) -> None:
        """Show the picture of the query that the selected hit matches."""
        at = self._search.shown_by(self._results.current_hit())
        if at is None:
            self._panel.show_query(None, None, pictured=False)
        else:
            region = self._search.query.parts[at].term.region
            self._panel.show_query(self._search.picture_at(at), region, pictured=True)


class HitControl(QObject):
    def __init__(self, window: QWidget, pages: Pages, search: SearchSession, notice: Notice) -> None:
        super().__init__(window)
        self._window, self._pages, self._search, self._notice = window, pages, search, notice

    @property
    def hits(self) -> Sequence[Hit]:
        """The selected hits, or the hit in the viewer."""
        if self._pages.on_results:
            return self._pages.results.selected_hits()
        hit = self._pages.current_hit()
        return () if hit is None else (hit,)

    @property
    def many(self) -> bool:
        """True if so many hits are selected that iterating over them takes noticeable time."""
        selected = self._pages.results.hits_view.selectionModel().selection()
        return sum(selected.at(block).height() for block in range(selected.count())) > MANY

    def search(self) -> None:
        """Search with the selected photos in place of the query."""
        for at, hit in enumerate(self.hits):
            (self._search.add_photo if at else self._search.search_photo)(hit)

    def search_same(self) -> None:
        """Search for photos that show the same thing as the current one."""
        self._with_current(lambda hit: self._search.search_photo(hit, "match"))

    def add(self) -> None:
        self._with_each(self._search.add_photo)

    def leave_out(self) -> None:
        self._with_each(lambda hit: self._search.add_photo(hit, minus=True))

    def teach(self, *, right: bool) -> None:
        """Search for more or fewer photos like the selected ones."""
        if hits := self.hits:
            self._search.teach(hits, right=right)

    def open(self) -> None:
        hits = [hit for hit in self.hits if not hit.offline]
        for hit in hits[:MAX_OPENED]:
            if not desktop.open_in_viewer(hit.path):
                text = tr("No program was found that opens “{file}”.", file=shown_name(hit.path))
                self._notice.say(text, tone="warning", topic="open")
                return
            if (moment := moment_of(hit.path)) is not None and desktop.player_command(moment) is None:
                self._notice.say(tr("The moment is at {time} of the video.", time=moment.clock), topic="open")
        if len(hits) > MAX_OPENED:
            text = tr("The first {most} of %Ln photo(s) were opened.", "", len(hits), most=MAX_OPENED)
            self._notice.say(text, topic="open")

    def reveal(self) -> None:
        self._with_current(lambda hit: desktop.show_in_file_manager(hit.path))

    def _with_current(self, act: Callable[[Hit], object]) -> None:
        if (hit := self._pages.current_hit()) is not None:
            act(hit)

    def _with_each(self, act: Callable[[Hit], object]) -> None:
        for hit in self.hits:
            act(hit)
