"""The centre: the headline, the wall of photos, or a message when there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from cbir.base.types import Hit, Listing, ModelOffer, PhotoId, SearchResult
from cbir_app.base.evidence import by_content
from cbir_app.base.focus import BY_ITSELF, PageStack
from cbir_app.base.page import label, rule
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.engine import Details, Thumbnails
from cbir_app.results import wording as result_wording
from cbir_app.results.result_delegate import ResultDelegate
from cbir_app.results.result_list import ResultList
from cbir_app.results.result_model import Aspects, ResultModel, in_places_of, row_of, select_again, selected
from cbir_app.results.result_sections import OF_METADATA, Shape, SortKey, arranged
from cbir_app.results.result_view import ResultView
from cbir_app.results.results_bar import ResultsBar, cut_at
from cbir_app.results.results_message import ResultsMessage
from cbir_app.results.stacks import Stacks
from cbir_app.results.start_row import StartRow
from cbir_app.results.timeline_rail import Gallery
from cbir_app.sessions import REJECTED_PHOTOS, LibrarySession, Query, SearchSession

FLAG = QItemSelectionModel.SelectionFlag
AT_TOP = (PhotoId(-1), 0)  # an anchor: stay at the top, regardless of the current hit
BUSY_DELAY_MS = 180
"""Delay of the busy state. A faster search replaces the old results directly."""


class ResultsPage(QWidget):
    opened = Signal()  # the current hit, by Enter or double click
    previewed = Signal()  # by Space
    selected = Signal()  # the current hit or the selection has changed

    def __init__(
        self,
        search: SearchSession,
        library: LibrarySession,
        thumbnails: Thumbnails,
        details: Details,
        theme: Theme,
        preferences: Preferences,
        stacks: Stacks,
    ) -> None:
        super().__init__()
        self.stacks = stacks
        self._search, self._library, self.details, self.thumbnails = search, library, details, thumbnails
        self.is_marking: Callable[[], bool] = lambda: False  # True while the user types a keyword
        self._broken: tuple[str, str] | None = None  # headline and sentence if the engine is not available
        self._shown: SearchResult | None = None
        self._provisional = False  # the first hits of an unfinished search are shown
        self._unfolded = False  # less likely hits are shown, too
        self._cut: int | None = None  # number of hits of a typed query to show; None: the engine's choice
        # anchor and current photo of each wall that the user has left
        self._left: dict[Query, tuple[tuple[PhotoId, int], PhotoId]] = {}
        self.model = ResultModel(self, details.marks, stacks.size, details.get)
        self.view = ResultView(thumbnails, theme)
        self.view.setModel(self.model)
        self.delegate = ResultDelegate(thumbnails, theme, self.view, details.marks, stacks.size)
        self.view.setItemDelegate(self.delegate)
        self.gallery = Gallery(self.view, theme)
        self.rail = self.gallery.rail
        self.list = ResultList(self.model, details, thumbnails, theme)
        self.message = ResultsMessage(theme)
        bar = self.bar = ResultsBar(theme, preferences)
        self.headline, self.remark, self.mirror, self.busy = bar.headline, bar.remark, bar.mirror, bar.busy
        self.notes = label("", "dim", wrap=True)
        self.stack = PageStack()
        for page in (self.message, self.gallery, self.list):
            self.stack.addWidget(page)
        self.notes.setContentsMargins(12, 0, 12, 8)
        self._rule = rule()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.start = StartRow(theme)
        for part in (self.bar, self.notes, self.start, self._rule):
            layout.addWidget(part)
        layout.addWidget(self.stack, 1)
        self._connect()
        self.view.set_line_height(self.bar.slider.value())
        self.refresh()

    def _connect(self) -> None:
        search, library = self._search, self._library
        self.busy_timer = QTimer(self, singleShot=True)
        self.busy_timer.setInterval(BUSY_DELAY_MS)
        self.busy_timer.timeout.connect(self._show_busy)
        search.replaced.connect(lambda before, _query: self._on_left(before))
        search.started.connect(self.busy_timer.start)
        search.arrived.connect(self._on_arrived)
        search.finished.connect(self._on_finished)
        search.grown.connect(self._on_grown)
        search.marked.connect(self._on_marked)
        search.trimmed.connect(lambda _result: self._on_trimmed())
        search.failed.connect(lambda _text: self.refresh())
        search.cleared.connect(self.refresh)
        for changed in (library.info_changed, library.started, library.finished, library.failed):
            changed.connect(lambda *_: self._library_changed())
        self.bar.sort_key_chosen.connect(lambda _sort_key: self._arrange())
        self.bar.shape_chosen.connect(self._on_shape)
        self.bar.all_asked.connect(lambda: search.set_engine("auto"))
        self.bar.size_chosen.connect(self.view.set_line_height)
        self.view.fold_asked.connect(self.toggle_fold)
        self.message.unfold_asked.connect(self.toggle_fold)
        self.bar.fold_asked.connect(self.toggle_fold)
        self.bar.cut_moved.connect(self._on_cut)
        self.stacks.changed.connect(self._on_stacked)
        self.view.size_asked.connect(self.bar.resize_pictures)
        self.view.came_to_rest.connect(self.details.ask)
        self.details.arrived.connect(self.model.refresh)
        self.details.arrived.connect(self._on_details)
        self.view.opened.connect(lambda _index: self.opened.emit())
        self.view.previewed.connect(lambda _index: self.previewed.emit())
        self.view.current_changed.connect(lambda _index: self.selected.emit())
        self.list.opened.connect(self.opened)
        self.list.previewed.connect(self.previewed)
        self.list.current_changed.connect(self.selected)
        self.list.sort_key_asked.connect(self.bar.choose_column)
        self.model.modelReset.connect(self._on_reset)
        for view in (self.view, self.list):
            view.selectionModel().selectionChanged.connect(lambda _now, _before: self.selected.emit())

    def set_broken(self, broken: tuple[str, str] | None) -> None:
        """Show why the engine is unavailable. broken : headline and sentence; None if it is available"""
        self._broken = broken
        self.refresh()

    def refresh(self) -> None:
        """Show the hits, the busy state or a message, according to the search."""
        result = self._search.result
        working = self._broken is None
        if working and self._search.busy and (result is None or not self.busy.isHidden()):
            return self._show_busy()
        if working and self._search.failure is None and result is not None and self._has_photos(result):
            return self._show_hits(result)
        self._shown, self._provisional = None, False
        if self.model.hits:
            self._clear()
        self._show_bar(False)
        self.message.show_state(self._search, self._library, self._broken)
        self._turn_to(self.message)

    def _has_photos(self, result: SearchResult) -> bool:
        """True if there are photos to show. Folded hits that are all less likely do not count."""
        in_vain = result_wording.is_in_vain(result, self._search.answered)
        return bool(result.hits) and (self._unfolded or not in_vain)

    def _on_reset(self) -> None:
        """Emit `selected` if there are no hits. If there are, selecting one emits it."""
        if not self.model.hits:
            self.selected.emit()

    def _turn_to(self, page: QWidget) -> None:
        """Show the hits or a message. If the page has the focus, the hits get it."""
        waiting = self.hasFocus()
        self.stack.setCurrentWidget(page)
        if waiting:
            self.home.setFocus(BY_ITSELF)

    # ---- hits

    @property
    def hits_view(self) -> ResultView | ResultList:
        return self.list if self.bar.shape == "list" else self.view

    @property
    def home(self) -> QWidget:
        """The widget that gets the focus by default: the hits, or the page while there are none."""
        return self.hits_view if self.shows_hits else self

    @property
    def shows_hits(self) -> bool:
        return self.stack.currentWidget() is self._hits_page

    @property
    def _hits_page(self) -> QWidget:
        return self.list if self.bar.shape == "list" else self.gallery

    def current_hit(self) -> Hit | None:
        row = self.hits_view.currentIndex().row()
        return self.model.hits[row] if self.shows_hits and 0 <= row < len(self.model.hits) else None

    def selected_hits(self) -> Sequence[Hit]:
        """Return the selected hits; without a selection, the current hit."""
        if not self.shows_hits:
            return ()
        hits = selected(self.hits_view.selectionModel().selection(), self.model.hits)
        current = None if hits else self.current_hit()
        return hits if current is None else (current,)

    def select_all(self) -> None:
        """Select all hits as one range. Qt's selectAll() would visit each row, of which there may be 100,000."""
        if self.model.hits:
            every = QItemSelection(self.model.index(0, 0), self.model.index(len(self.model.hits) - 1, 0))
            self.hits_view.selectionModel().select(every, FLAG.ClearAndSelect | FLAG.Rows)

    def select(self, row: int, *, follow: bool = True) -> None:
        """Make a hit the current one, and select it alone. follow : scroll to it"""
        if 0 <= row < len(self.model.hits):
            view = self.hits_view
            place = view.verticalScrollBar().value()
            command = FLAG.ClearAndSelect | FLAG.Rows  # the view's own command depends on the Ctrl key
            view.selectionModel().setCurrentIndex(view.model().index(row, 0), command)
            self.view.span = (row, row)
            if not follow:
                view.verticalScrollBar().setValue(place)

    def step(self, by: int) -> bool:
        """Select the next or previous hit. Returns True if there is one."""
        row = self.hits_view.currentIndex().row() + by
        if not 0 <= row < len(self.model.hits):
            return False
        self.select(row)
        return True

    def _on_shape(self, _shape: str) -> None:
        current = None  # the same hit stays current
        if self.model.hits and self.stack.currentWidget() is not self.message:
            before = self.list if self.stack.currentWidget() is self.list else self.view
            row = before.currentIndex().row()
            current = self.model.hits[row] if 0 <= row < len(self.model.hits) else None
            self._turn_to(self._hits_page)
        if self._shown is not None:
            self._arrange(current)
            self.hits_view.setFocus()
        self.selected.emit()

    @property
    def _sort_key(self) -> SortKey:
        return "taken" if self.bar.shape == "timeline" else self.bar.sort_key

    def _arrange(self, current: Hit | None = None, keep: tuple[PhotoId, int] | None = None) -> None:
        """Show the result's hits in the chosen order. The same hit stays current.

        keep : a photo that keeps this distance from the upper edge; None to begin at the top
        """
        result = self._shown
        listed = result is not None and isinstance(result.hits, Listing)
        self.bar.show_listed(listed and not self._search.query.has_words)
        sort_key = self._sort_key
        backwards = self.bar.reverse.isChecked() and sort_key != "best"
        self.list.show_sort_key(self.bar.sort_key, backwards=self.bar.backwards)
        coming = self._search.order(self.bar.order, backwards=backwards)
        if result is None or coming:
            return
        current = current or self.current_hit()
        shape = Shape(
            sort_key=sort_key,
            backwards=backwards,
            timeline=self.bar.shape == "timeline",
            partial=self._provisional,
            unfolded=self._unfolded,
            cut=self._cut,
        )
        hits, sections = arranged(result, self._search.answered, shape, self.details.get, self.stacks.folded)
        self.model.show(hits)
        first = None if keep is None else row_of(keep[0], hits)
        dated = len(sections) > 1 and any(section.year for section in sections)
        self.gallery.show_rail(dated and self.bar.shape != "list")
        place = None if keep is None or first is None else (first, keep[1])
        self.view.set_sections(sections, Aspects(hits), place)
        self.bar.show_fold(sections[-1] if sections else None)
        self.select(row_of(self.stacks.top(current), hits) or 0, follow=keep is None)
        self._ask_details()

    def _on_stacked(self) -> None:
        """Fold or unfold stacks. What was selected stays so; a photo that its stack hides leaves it to the stack."""
        selection = self.selected_hits()
        self._arrange(keep=self._anchor() or AT_TOP)
        if len(selection) > 1:
            tops = {top for hit in selection if (top := self.stacks.top(hit)) is not None}
            select_again(self.hits_view, tops, self.model.hits)

    def toggle_fold(self) -> None:
        """Show or hide the less likely hits."""
        self._unfolded = not self._unfolded
        result = self._search.result
        if (
            self._search.busy
            or result is None
            or not result_wording.is_in_vain(result, self._search.answered)
        ):
            self._arrange(keep=self._anchor() or AT_TOP)
        else:
            self.refresh()

    def _on_cut(self, place: int) -> None:
        """Move the border between the hits and the less likely ones."""
        if (result := self._shown) is None:
            return
        self._cut = cut_at(place, result_wording.above(result), len(result.hits))
        self._arrange(keep=self._anchor() or AT_TOP)
        self._show_words(result)

    def _anchor(self) -> tuple[PhotoId, int] | None:
        """The first photo in view, and its distance from the upper edge; None at the very top."""
        anchor = self.view.anchor()
        return None if anchor is None else (self.model.hits[anchor[0]].photo, anchor[1])

    def _ask_details(self) -> None:
        """Request the metadata of all hits if the window sorts by it."""
        result = self._shown
        if result is not None and self._sort_key in OF_METADATA and not isinstance(result.hits, Listing):
            self.details.ask(result.hits)

    def _on_details(self) -> None:
        result = self._shown
        if result is not None and self._sort_key in OF_METADATA and not isinstance(result.hits, Listing):
            self._arrange(keep=self._anchor())

    def _library_changed(self) -> None:
        if self.stack.currentWidget() is self.message and not self._search.busy:
            self.refresh()

    def propose(self, offer: ModelOffer | None) -> None:
        """Offer a model on the first run. offer : None if a model is installed"""
        self.message.proposed = offer
        self._library_changed()

    def _on_arrived(self) -> None:
        partial, left = self._search.partial_results, self._search.query in self._left
        first_page = partial is not None and isinstance(partial.hits, Listing) and not left
        if self.busy.isVisible() or first_page:
            self._show_busy()

    def _on_finished(self, result: SearchResult) -> None:
        looking = self._provisional and self.hits_view.currentIndex().row() > 0
        provisional, self._provisional = self._provisional, False
        if provisional and isinstance(result.hits, Listing) and self.hits_view.verticalScrollBar().value():
            self._on_grown(result)
            return
        self._unfolded, self._cut = False, None
        self.bar.reset_cut()
        self._shown = None
        left = self._left.pop(self._search.query, None)
        if left is not None and isinstance(result.hits, Listing) and result.hits:
            self._show_hits(result, keep=left[0])
            self.select(row_of(left[1], result.hits) or 0, follow=False)
        else:
            self.refresh()
            if result.hits and not looking:
                self.select(0 if left is None else row_of(left[1], self.model.hits) or 0)

    def place(self) -> tuple[PhotoId | None, tuple[PhotoId, int] | None]:
        """Return the current photo, and the first visible photo with its distance from the upper edge."""
        current = self.current_hit()
        return None if current is None else current.photo, self._anchor()

    def remember(self, query: Query, photo: PhotoId | None, anchor: tuple[PhotoId, int] | None) -> None:
        """Remember a photo and an anchor, to restore them once the query is answered."""
        if photo is not None:
            self._left[query] = anchor or AT_TOP, photo

    def _on_left(self, query: Query) -> None:
        """Remember the position in a listing that the user leaves."""
        anchor, current = self._anchor(), self.current_hit()
        if anchor is not None and current is not None and isinstance(self.model.hits, Listing):
            self._left[query] = anchor, current.photo

    def _on_grown(self, result: SearchResult) -> None:
        """Add new photos to the wall. Position and selection stay.

        At the very top, without a selection, new first photos come into view.
        """
        if not self._has_photos(result):
            return self.refresh()
        photos = [hit.photo for hit in self.selected_hits()]
        anchor, current = self._anchor(), self.view.currentIndex()
        has_choice = len(photos) > 1 or current.row() > 0 or self.is_marking()
        if (
            anchor is None
            and has_choice
            and (place := self.view.visualRect(current).top()) < self.view.height()
        ):
            anchor = self.model.hits[current.row()].photo, place
        self._show_hits(result, keep=anchor or AT_TOP)
        if anchor is None and not has_choice:
            self.select(0)
        if len(photos) > 1:
            select_again(self.hits_view, photos, self.model.hits)

    def _on_marked(self) -> None:
        """Update the hits' offline state. Order, current hit and selection stay."""
        if self._shown is None or self._provisional:
            return
        self._shown = result = self._search.result
        assert result is not None
        hits = in_places_of(self.model.hits, result.hits)
        self.model.exchange(hits)
        self.selected.emit()

    def _on_trimmed(self) -> None:
        """Update the page after hits were removed. The hit in the current one's place becomes current."""
        row = self.hits_view.currentIndex().row()
        self.refresh()
        self.select(min(row, len(self.model.hits) - 1))

    def _show_busy(self) -> None:
        """Show the partial results. The previous query's hits are removed: they do not match the new chips."""
        if not self._search.busy or self._broken is not None:
            return
        self._show_bar(True)
        self.headline.setText(result_wording.searching(self._search.query, self._search.partial_results))
        self.notes.hide()
        self.bar.everywhere.hide()
        self.bar.trash_rejected.hide()
        self.start.hide()
        self.bar.show_cut(False)
        self.busy.show()
        self._turn_to(self._hits_page)
        if not self._provisional:  # the current hit belongs to the previous query
            self._clear()
        self._shown, self._provisional = self._search.partial_results, True
        self.remark.setText("")
        if self._shown is not None:
            return self._arrange()
        self._clear()

    def _clear(self) -> None:
        """Remove all hits. Layout and model are cleared together, so that no cell outlives its photo."""
        self.model.show(())
        self.view.set_sections((), ())

    def _show_bar(self, shown: bool) -> None:
        self.busy_timer.stop()
        self.busy.hide()
        for part in (self.bar, self._rule):
            part.setVisible(shown)
        self.notes.setVisible(shown and bool(self.notes.text()))
        self.show_start()

    def _show_hits(self, result: SearchResult, keep: tuple[PhotoId, int] | None = None) -> None:
        self._turn_to(self._hits_page)  # must come first: only visible hits have a current one
        self._provisional = False
        if self._shown is not result:
            self._shown = result
            self.stacks.show(result.hits)
            self._arrange(keep=keep)
        self._show_words(result)
        query = self._search.answered
        self.bar.everywhere.setVisible(result_wording.may_be_hidden(result, query))
        self.bar.trash_rejected.setVisible(query.terms == REJECTED_PHOTOS.terms)
        is_text = not (query.asks_picture or query.album)
        self.bar.show_cut(is_text and by_content(result.hits) and len(result.hits) > 1)
        self.mirror.setVisible(query.has_picture)
        self.bar.show_engine(self._search.query.effective_engine)
        self.notes.setText(" ".join(result_wording.notes(result, query)))
        self._show_bar(True)

    def show_start(self) -> None:
        """Suggest first searches above the listing of all photos, and nowhere else."""
        query = self._search.query
        self.start.setVisible(
            not self.start.empty and self.shows_hits and query.empty and not query.recent and not query.draft
        )

    def _show_words(self, result: SearchResult) -> None:
        query = self._search.answered
        opened = self._unfolded or not query.asks_picture or query.is_of_library
        self.headline.setText(result_wording.headline(result, query, self._cut, opened=opened))
        self.remark.setText(result_wording.remark(result, query, self._cut))
