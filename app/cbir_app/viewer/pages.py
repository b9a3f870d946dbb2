"""The centre of the window: the results, and above them one viewer at a time.

Viewers are built on first use, or when the window is idle: its first frame needs none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from cbir.base.types import Hit, Region
from cbir_app.base.evidence import best_evidence
from cbir_app.base.focus import PageStack, home_of
from cbir_app.base.page import ViewerPage
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine
from cbir_app.results import ResultsPage
from cbir_app.sessions import SearchSession, part_of_photo

if TYPE_CHECKING:
    from cbir_app.query import FrameView
    from cbir_app.viewer.compare_view import CompareView
    from cbir_app.viewer.filmstrip import CullingBar
    from cbir_app.viewer.match_view import MatchView, Side
    from cbir_app.viewer.naming_page import NamingPage
    from cbir_app.viewer.photo_view import PhotoView

MAX_COMPARED = 4
FIRST_PHOTOS_MS = 1500  # after the library has opened: the page of photos and their pictures come first
STRIP = "filmstrip"  # the preference: show stars, keywords and neighbours below a large photo


class Pages(PageStack):
    switched = Signal()
    match_made = Signal()
    photo_made = Signal()
    naming_made = Signal()
    culling_made = Signal()
    comparing_made = Signal()

    def __init__(
        self,
        results: ResultsPage,
        search: SearchSession,
        engine: Engine,
        theme: Theme,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._search, self._engine, self._theme, self._preferences = search, engine, theme, preferences
        self.results = results
        self.addWidget(results)
        self._match: MatchView | None = None
        self._photo: PhotoView | None = None
        self._framing: FrameView | None = None
        self._naming: NamingPage | None = None
        self._culling: CullingBar | None = None
        self._comparing: CompareView | None = None
        self._foreign: list[ViewerPage] = []  # viewers of other rooms
        self._framed: int | Hit = 0  # the term, or the hit, whose picture is being framed
        self._bare = False
        self._idle = QTimer(self, singleShot=True)
        self._idle.timeout.connect(self._make_next)

    # ---- the viewers

    @property
    def match(self) -> MatchView:
        if self._match is None:
            from cbir_app.viewer.match_view import MatchView

            self._match = MatchView(self._engine, self._theme, self._preferences)
            self._match.closed.connect(self.show_results)
            self._match.step_asked.connect(self.step)
            self._take(self._match)
            self.match_made.emit()
        return self._match

    @property
    def photo(self) -> PhotoView:
        if self._photo is None:
            from cbir_app.viewer.photo_view import PhotoView

            self._photo = PhotoView(
                self._engine, self.results.details, self.results.thumbnails, self._theme, self._preferences
            )
            self._photo.closed.connect(self.show_results)
            self._photo.step_asked.connect(self.step)
            self._take(self._photo)
            self.photo_made.emit()
        return self._photo

    @property
    def culling(self) -> CullingBar:
        """The bar below a large photo; it moves from viewer to viewer."""
        if self._culling is None:
            from cbir_app.viewer.filmstrip import CullingBar

            self._culling = CullingBar(self.results.details, self.results.thumbnails, self._theme)
            self._culling.strip.step_asked.connect(self.step)
            self._culling.marks.keywords.field.left.connect(self._focus_photo)
            self._culling.setHidden(True)  # without a parent it would be a window
            self.culling_made.emit()
        return self._culling

    @property
    def comparing(self) -> CompareView:
        if self._comparing is None:
            from cbir_app.viewer.compare_view import CompareView

            results = self.results
            self._comparing = CompareView(self._engine, results.details, results.thumbnails, self._theme)
            self._comparing.closed.connect(self.show_results)
            self._comparing.step_asked.connect(self.step)
            self._take(self._comparing)
            self.comparing_made.emit()
        return self._comparing

    @property
    def framing(self) -> FrameView:
        if self._framing is None:
            from cbir_app.query import FrameView

            self._framing = FrameView(self._theme)
            self._framing.closed.connect(self._leave_frame)
            self._framing.chosen.connect(self._take_frame)
            self._take(self._framing)
        return self._framing

    @property
    def naming(self) -> NamingPage:
        if self._naming is None:
            from cbir_app.viewer.naming_page import NamingPage

            self._naming = NamingPage(self._theme)
            self._naming.closed.connect(self._leave_naming)
            self._take(self._naming)
            self.naming_made.emit()
        return self._naming

    def _take(self, viewer: ViewerPage) -> None:
        viewer.set_bare(self._bare)
        self.addWidget(viewer)

    @property
    def _viewers(self) -> list[ViewerPage]:
        """The viewers built so far."""
        own = (self._match, self._photo, self._framing, self._naming, self._comparing)
        return [*(viewer for viewer in own if viewer is not None), *self._foreign]

    def open(self, viewer: ViewerPage) -> None:
        """Show a viewer of another room above the results."""
        if viewer not in self._foreign:
            self._foreign.append(viewer)
            viewer.closed.connect(self.show_results)
            self._take(viewer)
        self._show(viewer)

    def make_viewers(self) -> None:
        """Build the viewers after the first photos had time to load, one at a time, with events handled in between."""
        self._idle.start(FIRST_PHOTOS_MS)

    def _make_next(self) -> None:
        if self._search.busy:  # its answer comes first: both at once would block the window
            self._idle.start(FIRST_PHOTOS_MS)
            return
        for page, make in (
            (self._match, lambda: self.match),
            (self._photo, lambda: self.photo),
            (self._framing, lambda: self.framing),
        ):
            if page is None:
                make()
                self._idle.start(0)
                return

    @property
    def on_match(self) -> bool:
        return self._match is not None and self.currentWidget() is self._match

    @property
    def on_photo(self) -> bool:
        return self._photo is not None and self.currentWidget() is self._photo

    @property
    def on_comparing(self) -> bool:
        return self._comparing is not None and self.currentWidget() is self._comparing

    # ---- contents

    @property
    def place(self) -> str:
        """The row of the library's column that the page belongs to; empty: that of the search."""
        return next((viewer.place for viewer in self._foreign if viewer is self.currentWidget()), "")

    @property
    def on_results(self) -> bool:
        return self.currentWidget() is self.results

    def current_hit(self) -> Hit | None:
        """Return the selected hit, or the one in a viewer."""
        if self.currentWidget() in self._foreign:
            return None
        if self.on_match:
            return self.match.hit
        if self.on_comparing:
            return self.comparing.hit
        return self.photo.hit if self.on_photo else self.results.current_hit()

    def show_match(self) -> None:
        """Show the hit beside the query's picture, or alone if the query has none."""
        if (hit := self.current_hit()) is not None:
            self._compare(hit)

    def _compare(self, hit: Hit) -> None:
        sides = self.sides(hit)
        if sides:
            self.match.show_hit(hit, sides)
            self._show(self.match)
        else:
            self._show_large(hit)

    def sides(self, hit: Hit) -> list[Side]:
        """Return the sides to compare a hit with: pictures of the query with evidence, or the hit that led to it."""
        from cbir_app.viewer.match_view import Side

        best = best_evidence(hit)
        if best is not None and best.via is not None:
            way = part_of_photo(best.via.photo, best.via.path)
            picture = self._search.picture_of(way.source)
            return [Side(term=best.term, source=way.source, label=way.label, picture=picture, region=None)]
        matched = sorted({evidence.term for evidence in hit.evidence})
        at = self._search.shown_by(hit)
        parts = self._search.query.parts
        terms = [term for term in matched if term < len(parts) and not parts[term].is_words] or (
            [] if at is None else [at]
        )
        return [
            Side(
                term=term,
                source=parts[term].term,
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
        typed = (term for term in self._search.query.terms if term.text is not None)
        self.photo.show_hit(hit, tuple(typed))
        self._show(self.photo)

    def show_side_by_side(self) -> None:
        """Show the selected photos side by side, four at most. A single one is shown with the next."""
        hits = list(self.results.selected_hits()[:MAX_COMPARED])
        if len(hits) == 1 and self.results.step(1):
            hits += self.results.selected_hits()
        if len(hits) > 1:
            self.comparing.show_hits(hits)
            self._show(self.comparing)

    def step(self, by: int) -> None:
        """Go to the next or previous hit. A viewer shows it in the same way."""
        if self.on_comparing:
            self.comparing.step(by)
        elif self.results.step(by) and not self.on_results:
            self.go_on()

    def go_on(self) -> None:
        """Update the viewer to the current hit of the results. Without hits it closes."""
        hit = self.results.current_hit()
        if self.on_comparing:
            present = {hit.photo for hit in self.results.model.hits}
            remaining = [hit for hit in self.comparing.hits if hit.photo in present]
            if len(remaining) < 2:
                self.show_results()
            elif len(remaining) < len(self.comparing.hits):
                self.comparing.show_hits(remaining)
        elif self.on_match or self.on_photo:
            if hit is None:
                self.show_results()
            else:
                (self._compare if self.on_match else self._show_large)(hit)

    def show_strip(self, shown: bool) -> None:
        """Show or hide the bar below a large photo, and remember that."""
        self._preferences.set_flag(STRIP, shown)
        if self._culling is not None:
            self._culling.setVisible(shown and not self._bare)

    def frame(self) -> None:
        """Frame a part of the photo in the viewer, else of the query's first picture."""
        if self.on_photo:
            self.frame_photo()
        else:
            self.show_frame()

    def show_frame(self, at: int | None = None) -> None:
        """Show a picture of the query to frame a part of it: the picture of a term, or the first one."""
        at = self._search.first_picture if at is None else at
        picture = None if at is None else self._search.picture_at(at)
        if at is not None and picture is not None:
            self._framed = at
            self.framing.show_query(picture, self._search.query.parts[at].term.region)
            self._show(self.framing)

    def frame_photo(self) -> None:
        """Frame a part of the photo in the viewer, to search with that part."""
        if self.photo.hit is not None and self.photo.picture is not None:
            self._framed = self.photo.hit
            self.framing.show_query(self.photo.picture, None)
            self._show(self.framing)

    def name_faces(self, names: Sequence[str]) -> None:
        """Name the faces of the photo in the viewer. names : of people, to complete what is typed"""
        if self.photo.hit is not None and self.photo.picture is not None:
            self.naming.show_photo(self.photo.picture, self.photo.faces, names)
            self._show(self.naming)

    def _leave_naming(self) -> None:
        self.naming.forget()
        if self.photo.hit is None:
            self.show_results()
        else:
            self.photo.ask_faces()
            self._show(self.photo)

    def _take_frame(self, region: Region | None) -> None:
        if isinstance(self._framed, int):
            self._search.set_region(region, self._framed)
        else:
            self._search.search(part_of_photo(self._framed.photo, self._framed.path).framed(region))

    def _leave_frame(self) -> None:
        """Go back to the page where framing was started."""
        if isinstance(self._framed, int) or self.photo.hit is None:
            self.show_results()
        else:
            self.framing.forget()
            self._show(self.photo)

    def set_bare(self, bare: bool) -> None:
        """Give viewers the whole window, as on a full screen."""
        self._bare = bare
        if self._culling is not None:
            self._culling.setVisible(not bare and self._preferences.flag(STRIP, True))
        for viewer in self._viewers:
            viewer.set_bare(bare)

    def pictures_changed(self) -> None:
        """Give the hit in the viewer its query's picture, which has just arrived."""
        if self._match is not None and self._match.hit is not None:
            self._match.set_sides(self.sides(self._match.hit))

    def focus_results(self) -> None:
        if self.on_results and self.results.model.hits:
            self.results.hits_view.setFocus()

    def await_results(self) -> None:
        """Move the focus to the results, which may still arrive."""
        if self.on_results:
            self.results.home.setFocus()

    def show_results(self) -> None:
        if not self.on_results:
            for viewer in self._viewers:
                viewer.forget()
            self.setCurrentWidget(self.results)
            self.results.thumbnails.ask_again()
            self.switched.emit()

    def _focus_photo(self) -> None:
        self.home.setFocus()

    @property
    def home(self) -> QWidget:
        return home_of(self.currentWidget() or self)

    def _show(self, viewer: ViewerPage) -> None:
        """Show a viewer. Opening it moves the focus to it; later contents do not move the focus."""
        opened = self.currentWidget() is not viewer
        self.setCurrentWidget(viewer)
        if self.on_match or self.on_photo:
            viewer.host(self.culling)
            self.culling.setVisible(self._preferences.flag(STRIP, True) and not self._bare)
            self.culling.show_hits(self.results.model.hits, self.results.hits_view.currentIndex().row())
        if opened:
            viewer.home.setFocus()
        self.switched.emit()
