"""The centre of the window: the results, and over them one viewer at a time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from app.engine import Engine
from app.frame_view import FrameView
from app.intake import part_of_photo
from app.match_view import MatchView, Side
from app.page import ViewerPage
from app.photo_view import PhotoView
from app.preferences import Preferences
from app.results_page import ResultsPage
from app.search_session import SearchSession
from app.theme import Theme
from cbir.types import Hit, Region


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
        self.photo = PhotoView(engine, results.details, results.thumbnails, theme, preferences)
        self.framing = FrameView(theme)
        self._viewers = (self.match, self.photo, self.framing)
        self.addWidget(results)
        for viewer in self._viewers:
            self.addWidget(viewer)
        for shown in (self.match, self.photo):
            shown.closed.connect(self.show_results)
            shown.step_asked.connect(self.step)
        self._framed: int | Hit = 0  # the term, or the hit, whose picture is being framed
        self.framing.closed.connect(self._leave_frame)
        self.framing.chosen.connect(self._take_frame)

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
        if (hit := self.current_hit()) is not None:
            self._compare(hit)

    def _compare(self, hit: Hit) -> None:
        sides = self._sides(hit)
        if sides:
            self.match.show_hit(hit, sides)
            self._show(self.match)
        else:
            self._show_large(hit)

    def _sides(self, hit: Hit) -> list[Side]:
        """Return the pictures of the query that a hit shows, else the one that it is nearest to."""
        shown = sorted({evidence.term for evidence in hit.evidence})
        at = self._search.shown_by(hit)
        parts = self._search.query.parts
        terms = [term for term in shown if term < len(parts) and not parts[term].is_words] or (
            [] if at is None else [at]
        )
        return [
            Side(
                term=term,
                label=parts[term].label,
                picture=self._search.picture_at(term),
                region=parts[term].term.region,
            )
            for term in terms
        ]

    def show_photo(self) -> None:
        if (hit := self.current_hit()) is not None:
            self._show_large(hit)

    def _show_large(self, hit: Hit) -> None:
        self.photo.show_hit(hit)
        self._show(self.photo)

    def step(self, by: int) -> None:
        """Show the hit before or after the one that is shown, in the same way."""
        hit = self.results.current_hit() if self.results.step(by) else None
        if hit is not None:
            (self._compare if self.currentWidget() is self.match else self._show_large)(hit)

    def frame(self) -> None:
        """Frame a part of the photo that is shown, else of the query's first picture."""
        if self.currentWidget() is self.photo:
            self.frame_photo()
        else:
            self.show_frame()

    def show_frame(self, at: int | None = None) -> None:
        """Show a picture of the query to frame a part of it: of one term, or the first one."""
        at = self._search.first_picture if at is None else at
        picture = None if at is None else self._search.picture_at(at)
        if at is not None and picture is not None:
            self._framed = at
            self.framing.show_query(picture, self._search.query.parts[at].term.region)
            self._show(self.framing)

    def frame_photo(self) -> None:
        """Frame a part of the photo that is shown, to search with that."""
        if self.photo.hit is not None and self.photo.picture is not None:
            self._framed = self.photo.hit
            self.framing.show_query(self.photo.picture, None)
            self._show(self.framing)

    def _take_frame(self, region: Region | None) -> None:
        if isinstance(self._framed, int):
            self._search.set_region(region, self._framed)
        else:
            self._search.search(part_of_photo(self._framed.photo, self._framed.path).framed(region))

    def _leave_frame(self) -> None:
        """Go back to where the frame was asked for, unless a search was started with it."""
        if isinstance(self._framed, int) or self.photo.hit is None:
            self.show_results()
        else:
            self.framing.forget()
            self._show(self.photo)

    def set_bare(self, bare: bool) -> None:
        """Give viewers all of the window, as on a full screen."""
        for viewer in self._viewers:
            viewer.set_bare(bare)

    def pictures_changed(self) -> None:
        """Let the shown hit have its query's picture, now that it has come."""
        if self.match.hit is not None:
            self.match.set_sides(self._sides(self.match.hit))

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
