"""The centre: the headline, the grid of hits, or one sentence where there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QStackedWidget, QVBoxLayout, QWidget

from app.base import wording
from app.base.page import label, rule
from app.base.preferences import Preferences
from app.base.theme import Theme
from app.engine import Details, Thumbnails
from app.library import LibrarySession
from app.query import SearchSession
from app.results import wording as result_wording
from app.results.result_delegate import ResultDelegate
from app.results.result_model import ResultModel
from app.results.result_sections import in_order
from app.results.result_table import ResultList, ResultTable
from app.results.result_view import ResultView
from app.results.results_bar import ResultsBar
from app.results.results_message import ResultsMessage
from app.results.sort_keys import OF_METADATA, SortKey, arrange
from app.results.timeline_rail import TimelineRail
from cbir.base.types import Hit, ModelOffer, PhotoId, SearchResult

AHEAD_PAGES = 3  # more hits are asked for so many pages before the last one
BUSY_DELAY_MS = 180
"""The results of a faster search replace the old ones directly, without a busy state between."""


class ResultsPage(QWidget):
    typed = Signal(str)  # letters, among the hits
    opened = Signal()  # the current hit, by Enter or double click
    previewed = Signal()  # by Space
    selected = Signal()  # another hit is the current one, or more or fewer are selected

    def __init__(
        self,
        search: SearchSession,
        library: LibrarySession,
        thumbnails: Thumbnails,
        details: Details,
        theme: Theme,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._search, self._library, self.details = search, library, details
        self.thumbnails = thumbnails
        self.keep_focus: Callable[[], bool] = lambda: False  # somebody is typing
        self._broken: tuple[str, str] | None = None  # headline and sentence while there is no engine
        self._shown: SearchResult | None = None
        self._all_wanted = False  # all hits are to be selected, of which some are still to come
        self._provisional = False  # what is shown are the first hits of a search that goes on
        self.model = ResultModel(self)
        self.table = ResultTable(details, self)
        self.view = ResultView(thumbnails, theme)
        self.view.setModel(self.model)
        self._delegate = ResultDelegate(thumbnails, theme, self.view, details.rating)
        self.view.setItemDelegate(self._delegate)
        self.rail = TimelineRail(self.view, theme)
        self.gallery = QWidget()
        beside = QHBoxLayout(self.gallery)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(0)
        beside.addWidget(self.view, 1)
        beside.addWidget(self.rail)
        self.list = ResultList(self.table, details, thumbnails, theme)
        self.message = ResultsMessage(theme)
        self.bar = ResultsBar(theme, preferences)
        self.headline, self.remark = self.bar.headline, self.bar.remark
        self.mirror, self.busy = self.bar.mirror, self.bar.busy
        self.notes = label("", "dim", wrap=True)
        self.stack = QStackedWidget()
        for page in (self.message, self.gallery, self.list):
            self.stack.addWidget(page)
        self._notes_bar = QWidget()
        notes = QHBoxLayout(self._notes_bar)
        notes.setContentsMargins(18, 0, 18, 10)
        notes.addWidget(self.notes)
        self._rule = rule()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.bar, self._notes_bar, self._rule):
            layout.addWidget(part)
        layout.addWidget(self.stack, 1)
        self._connect()
        self.view.set_cell_width(self.bar.slider.value())
        self._show_rail()
        self.refresh()

    def _connect(self) -> None:
        search, library = self._search, self._library
        self._busy_timer = QTimer(self)
        self._busy_timer.setSingleShot(True)
        self._busy_timer.setInterval(BUSY_DELAY_MS)
        self._busy_timer.timeout.connect(self._show_busy)
        search.started.connect(self._busy_timer.start)
        search.arrived.connect(self._on_arrived)
        search.finished.connect(self._on_finished)
        search.grown.connect(self._on_grown)
        search.marked.connect(self._on_marked)
        for shown in (self.view, self.list):
            shown.verticalScrollBar().valueChanged.connect(
                partial(self._on_scrolled, shown.verticalScrollBar())
            )
        search.trimmed.connect(lambda _result: self._on_trimmed())
        search.failed.connect(lambda _text: self.refresh())
        search.cleared.connect(self.refresh)
        library.info_changed.connect(lambda _info: self._library_changed())
        library.started.connect(self._library_changed)
        library.finished.connect(lambda _report: self._library_changed())
        library.failed.connect(lambda _text: self._library_changed())
        self.bar.sort_key_chosen.connect(lambda _sort_key: self._arrange())
        self.bar.shape_chosen.connect(self._on_shape)
        self.bar.all_asked.connect(lambda: search.set_engine("auto"))
        self.bar.size_chosen.connect(self.view.set_cell_width)
        self.view.size_asked.connect(self.bar.resize_pictures)
        self.view.came_to_rest.connect(self.details.ask)
        self.details.arrived.connect(self.view.viewport().update)
        self.details.arrived.connect(self._on_details)
        self.view.opened.connect(lambda _index: self.opened.emit())
        self.view.previewed.connect(lambda _index: self.previewed.emit())
        self.view.current_changed.connect(lambda _index: self.selected.emit())
        self.view.typed.connect(self.typed)
        self.list.typed.connect(self.typed)
        self.list.opened.connect(self.opened)
        self.list.previewed.connect(self.previewed)
        self.list.current_changed.connect(self.selected)
        self.list.sort_key_asked.connect(self.bar.choose_column)
        self.rail.left.connect(self.view.setFocus)
        self.model.modelReset.connect(self.selected)
        for view in (self.view, self.list):
            view.selectionModel().selectionChanged.connect(lambda _now, _before: self.selected.emit())

    def set_broken(self, headline: str, text: str) -> None:
        """Show that there is no engine to ask."""
        self._broken = (headline, text)
        self.refresh()

    def set_working(self) -> None:
        self._broken = None
        self.refresh()

    def refresh(self) -> None:
        """Show the hits, the busy state or a message, as the search stands now."""
        result = self._search.result
        if self._broken is None and self._search.busy and (result is None or not self.busy.isHidden()):
            self._show_busy()
            return
        self._busy_timer.stop()
        self.busy.hide()
        if self._broken is None and self._search.failure is None and result is not None and result.hits:
            self._show_hits(result)
            return
        self._shown, self._provisional = None, False
        if self.model.hits:
            self.model.show(())
            self.table.show(())
        self._show_bar(False)
        self.message.show_state(self._search, self._library, self._broken)
        self.stack.setCurrentWidget(self.message)

    # ---- hits

    @property
    def hits_view(self) -> ResultView | ResultList:
        return self.list if self.bar.shape == "list" else self.view

    @property
    def shows_hits(self) -> bool:
        return self.stack.currentWidget() is self._hits_page

    @property
    def _hits_page(self) -> QWidget:
        return self.list if self.bar.shape == "list" else self.gallery

    def current_hit(self) -> Hit | None:
        row = self.hits_view.currentIndex().row()
        return self.model.hits[row] if self.shows_hits and 0 <= row < len(self.model.hits) else None

    def selected_hits(self) -> tuple[Hit, ...]:
        """Return the selected hits as they stand, at least the current one."""
        if not self.shows_hits:
            return ()
        # By ranges: all of 100,000 rows are one range, and 700,000 indexes.
        selection = self.hits_view.selectionModel().selection()
        ranges = [selection.at(at) for at in range(selection.count())]
        rows = sorted({row for one in ranges for row in range(one.top(), one.bottom() + 1)})
        chosen = tuple(self.model.hits[row] for row in rows if row < len(self.model.hits))
        current = self.current_hit()
        return chosen or (() if current is None else (current,))

    def select_all(self) -> None:
        """Select all hits, also those that are not there yet."""
        self.hits_view.selectAll()
        self._all_wanted = self._search.has_more
        self._search.more()

    def select(self, row: int) -> None:
        """Make a hit the current and only selected one, in the view that is visible."""
        if 0 <= row < len(self.model.hits):
            shown = self.hits_view
            shown.setCurrentIndex(shown.model().index(row, 0))
            self.view.span = (row, row)

    def step(self, by: int) -> bool:
        """Select the hit before or after the current one; returns whether there is one."""
        row = self.hits_view.currentIndex().row() + by
        if not 0 <= row < len(self.model.hits):
            return False
        self.select(row)
        return True

    def _on_shape(self, _shape: str) -> None:
        """Show the same hits in another shape; the same one stays the current one."""
        current = None
        if self.model.hits and self.stack.currentWidget() is not self.message:
            before = self.list if self.stack.currentWidget() is self.list else self.view
            row = before.currentIndex().row()
            current = self.model.hits[row] if 0 <= row < len(self.model.hits) else None
            self.stack.setCurrentWidget(self._hits_page)
        self._show_rail()
        if self._shown is not None:
            self._arrange(current)
            self.hits_view.setFocus()
        self.selected.emit()

    def _show_rail(self) -> None:
        """The rail of a timeline is its scroll bar."""
        timeline = self.bar.shape == "timeline"
        self.rail.setVisible(timeline)
        self._delegate.dates = timeline
        policy = Qt.ScrollBarPolicy
        self.view.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if timeline else policy.ScrollBarAsNeeded
        )

    @property
    def _sort_key(self) -> SortKey:
        return "taken" if self.bar.shape == "timeline" else self.bar.sort_key

    def _arrange(self, current: Hit | None = None) -> None:
        """Show the hits of the result in the chosen order; the same hit stays the current one."""
        result, sort_key = self._shown, self._sort_key
        backwards = self.bar.reverse.isChecked() and sort_key != "best"
        self.list.show_sort_key(self.bar.sort_key, backwards=self.bar.backwards)
        if result is None:
            return
        current = current or self.current_hit()
        hits, sections = in_order(
            result,
            self._search.query,
            sort_key,
            self.details.get,
            backwards=backwards,
            timeline=self.bar.shape == "timeline",
            partial=self._provisional,
        )
        self.model.show(hits)
        self.table.show(hits)
        self.view.set_sections(sections)
        self.select(_row_of(current, hits))
        self._ask_details()
        if sort_key != "best":
            self._search.more()  # what comes first in this order may be among the last by another

    def _ask_details(self) -> None:
        """Ask for the metadata of all hits where they are ordered by it."""
        if self._shown is not None and self._sort_key in OF_METADATA:
            self.details.ask(self._shown.hits)

    def _on_details(self) -> None:
        result = self._shown
        if result is None or self._sort_key not in OF_METADATA:
            return
        arranged = arrange(result.hits, self._sort_key, self.details.get, backwards=self.bar.backwards)
        photos = [hit.photo for hit in arranged]
        if photos != [hit.photo for hit in self.model.hits]:
            self._arrange()

    def _library_changed(self) -> None:
        if self.stack.currentWidget() is self.message and not self._search.busy:
            self.refresh()

    def propose(self, offer: ModelOffer | None) -> None:
        """Let the first run offer a model; None where there is one."""
        self.message.proposed = offer
        self._library_changed()

    def _on_arrived(self) -> None:
        if self.busy.isVisible():
            self._show_busy()

    def _on_finished(self, result: SearchResult) -> None:
        self._all_wanted = False
        looking = self._provisional and self.hits_view.currentIndex().row() > 0
        self._provisional = False
        self.refresh()
        if result.hits:
            if not looking:
                self.select(0)
            if not self.keep_focus():
                self.hits_view.setFocus()

    def _on_scrolled(self, bar: QScrollBar, value: int) -> None:
        if value > bar.maximum() - AHEAD_PAGES * bar.pageStep():
            self._search.more()

    def _on_grown(self, result: SearchResult) -> None:
        """Show more of the same hits: the place, the current one and the selected ones stay."""
        photos = {hit.photo for hit in self.selected_hits()}
        bar = self.hits_view.verticalScrollBar()
        place, span = bar.value(), self.view.span
        self._show_hits(result)
        self.view.span = span
        if self._all_wanted:
            self.select_all()
        elif len(photos) > 1:
            self._select_photos(photos)
        bar.setValue(place)

    def _on_marked(self, marked: Mapping[PhotoId, Hit]) -> None:
        """Hits are offline now, or no longer: places, the current one and the selected ones stay."""
        if self._shown is None or self._provisional:
            return
        self._shown = self._search.result
        hits = tuple(marked.get(hit.photo, hit) for hit in self.model.hits)
        self.model.exchange(hits)
        self.table.exchange(hits)
        self.selected.emit()

    def _select_photos(self, photos: Collection[PhotoId]) -> None:
        model, chosen = self.hits_view.model(), QItemSelection()
        last = self.table.columnCount() - 1 if self.hits_view is self.list else 0
        for row, hit in enumerate(self.model.hits):
            if hit.photo in photos:
                chosen.append(QItemSelectionRange(model.index(row, 0), model.index(row, last)))
        self.hits_view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_trimmed(self) -> None:
        """Some hits are gone: the one that took the place of the current one is current now."""
        row = self.hits_view.currentIndex().row()
        self.refresh()
        self.select(min(row, len(self.model.hits) - 1))

    def _show_busy(self) -> None:
        """Show what the search has so far. The hits of the query before go: they do not belong to the new chips."""
        if not self._search.busy or self._broken is not None:
            return
        self._show_bar(True)
        self.headline.setText(result_wording.searching(self._search.query))
        self._notes_bar.hide()
        self.bar.everywhere.hide()
        self.busy.show()
        self.stack.setCurrentWidget(self._hits_page)
        self._shown, self._provisional = self._search.partial_results, True
        if self._shown is None:
            self.remark.setText("")
            self.remark.short = ""
            self.model.show(())
            self.table.show(())
            self.view.set_sections(())
        else:
            self.remark.setText(result_wording.partial_results(len(self._shown.hits)))
            self.remark.short = str(len(self._shown.hits))
            self._arrange()

    def _show_bar(self, shown: bool) -> None:
        self.bar.setVisible(shown)
        self._rule.setVisible(shown)
        self._notes_bar.setVisible(shown and bool(self.notes.text()))

    def _show_hits(self, result: SearchResult) -> None:
        self.stack.setCurrentWidget(self._hits_page)  # first: a hit is current only where hits are seen
        self._provisional = False
        if self._shown is not result:
            self._shown = result
            self._arrange()
        query = self._search.query
        self.headline.setText(result_wording.headline(result, query))
        self.bar.everywhere.setVisible(result_wording.may_be_hidden(result, query))
        self.remark.setText(result_wording.searched(result, query))
        self.remark.short = wording.seconds(result.took_ms.total)
        self.mirror.setVisible(self._search.query.has_picture)
        self.bar.show_engine(self._search.query.asked)
        self.notes.setText(" ".join(result_wording.notes(result, self._search.query)))
        self._show_bar(True)


def _row_of(hit: Hit | None, hits: tuple[Hit, ...]) -> int:
    """Return where a photo stands among hits, the first row where it is not there."""
    photo = None if hit is None else hit.photo
    return next((row for row, one in enumerate(hits) if one.photo == photo), 0)
