"""The centre of the window: the results, and over them one viewer at a time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from app.engine import Engine
from app.frame_view import FrameView
from app.match_view import MatchView
from app.page import ViewerPage
from app.photo_view import PhotoView
from app.preferences import Preferences
from app.results_page import ResultsPage
from app.search_session import SearchSession
from app.theme import Theme
from cbir.types import Hit


class Pages(QStackedWidget):
    switched = Signal()

    def __init__(
        self,
        results: ResultsPage,
        search: SearchSession,
        engine: Engine,
        theme: Theme,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._search = search
        self.results = results
        self.match = MatchView(engine, theme, preferences)
        self.photo = PhotoView(engine, results.details, theme)
        self.framing = FrameView(theme)
        self._viewers = (self.match, self.photo, self.framing)
        self.addWidget(results)
        for viewer in self._viewers:
            self.addWidget(viewer)
            viewer.closed.connect(self.show_results)
        self._framed = 0  # the term whose picture is being framed
        self.framing.chosen.connect(lambda region: search.set_region(region, self._framed))

    @property
    def on_results(self) -> bool:
        return self.currentWidget() is self.results

    def current_hit(self) -> Hit | None:
        """Return the hit that is selected, or shown."""
        page = self.currentWidget()
        if page is self.match:
            return self.match.hit
        return self.photo.hit if page is self.photo else self.results.current_hit()

    def show_match(self) -> None:
        """Show the hit beside the picture that it was found by, or alone where there was none."""
        hit = self.current_hit()
        if hit is None:
            return
        at = self._search.shown_by(hit)
        if at is None:
            self.show_photo()
            return
        self.match.show_hit(hit, self._search.picture_at(at), self._search.query.parts[at].term.region)
        self._show(self.match)

    def show_photo(self) -> None:
        if (hit := self.current_hit()) is not None:
            self.photo.show_hit(hit)
            self._show(self.photo)

    def show_frame(self, at: int | None = None) -> None:
        """Show a picture of the query to frame a part of it: of one term, or the first one."""
        at = self._search.first_picture if at is None else at
        picture = None if at is None else self._search.picture_at(at)
        if at is not None and picture is not None:
            self._framed = at
            self.framing.show_query(picture, self._search.query.parts[at].term.region)
            self._show(self.framing)

    def pictures_changed(self) -> None:
        """Let the shown hit have its query's picture, now that it has come."""
        if self.match.hit is not None and (at := self._search.shown_by(self.match.hit)) is not None:
            self.match.set_query(self._search.picture_at(at))

    def focus_results(self) -> None:
        if self.on_results and self.results.model.hits:
            self.results.hits_view.setFocus()

    def show_results(self) -> None:
        if not self.on_results:
            for viewer in self._viewers:
                viewer.forget()
            self.setCurrentWidget(self.results)
            self.results.hits_view.setFocus()
            self.switched.emit()

    def _show(self, viewer: ViewerPage) -> None:
        self.setCurrentWidget(viewer)
        viewer.canvas.setFocus()
        self.switched.emit()
