"""The window: query bar above, library, results and evidence side by side, the library's state below.

It lays out and connects; searching is SearchSession's, indexing LibrarySession's. No call in here waits.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QIcon,
    QKeyEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QSplitter, QVBoxLayout, QWidget

from app.base.language import tr
from app.base.notice import Notice
from app.base.paths import resource
from app.base.preferences import Preferences, Scheme
from app.base.theme import Theme
from app.base.undo import UndoStack
from app.control import (
    Care,
    FilterControl,
    HitControl,
    LibraryControl,
    MarkControl,
    ModelControl,
    OpenWith,
    QueryControl,
    QuerySteps,
    SavedControl,
    SnipControl,
)
from app.engine import Details, Engine, Thumbnails
from app.library import CareLog, LibraryPanel, LibrarySession, StatusLine, WatchSession
from app.marks import MarkSession
from app.models import ModelBar, ModelSession
from app.query import (
    FacetSession,
    OfflineMarks,
    Query,
    RecentMenu,
    RecentQueries,
    SavedCounts,
    SavedSession,
    SearchBar,
    SearchSession,
    may_hold_picture,
    part_of_file,
)
from app.results import PHOTOS, ResultsPage
from app.shell.actions import Actions
from app.shell.availability import update_actions
from app.shell.full_screen import FullScreen
from app.shell.handlers import handlers_of
from app.viewer import EvidencePanel, Pages
from cbir.base.types import LibraryInfo

TITLE = "cbir"


class MainWindow(QMainWindow):
    painted = Signal()  # its first frame

    def __init__(self, engine: Engine, theme: Theme, preferences: Preferences) -> None:
        super().__init__()
        self._engine, self.theme, self.preferences = engine, theme, preferences
        self.library = LibrarySession(engine, self)
        self.search = SearchSession(engine, self)
        self.thumbnails = Thumbnails(engine, self)
        self.details = Details(engine, self)
        self.watch = WatchSession(engine, preferences, self)
        self.undo = UndoStack(self)
        self._seen = False
        self._frame = QTimer(self, singleShot=True)
        self._frame.timeout.connect(self.painted)
        self.setWindowTitle(TITLE)
        self.setWindowIcon(QIcon(str(resource("icons/cbir.svg"))))
        self.setAcceptDrops(True)
        with theme.unstyled():
            self._build()
            self._build_menus()
        self.open_with = OpenWith(self, self.hits, self.notice, self.actions_.open_with_menu)
        self.bar.offer_frames(self.actions_.frame, self.actions_.snip)
        self._connect()
        self._restore()
        self._update_actions()

    def _build_menus(self) -> None:
        self.actions_ = Actions(self, handlers_of(self), self.theme.scheme)
        self.actions_.add_to_results(self.results)
        for view in (self.results.view, self.results.list):
            self.actions_.add_context_menu(view, marks=True)

    # ---- layout

    def _build(self) -> None:
        theme = self.theme
        self.bar = SearchBar(theme)
        self.notice = Notice(theme)
        self.panel = LibraryPanel(theme)
        self.results = ResultsPage(
            self.search, self.library, self.thumbnails, self.details, theme, self.preferences
        )
        self.evidence = EvidencePanel(self._engine, self.details, theme)
        self.status = StatusLine(theme)
        self.pages = Pages(self.results, self.search, self._engine, theme, self.preferences)
        facets = FacetSession(self._engine, self.search, self.library)
        self.filters = FilterControl(
            *(self.panel, self.bar, self.search, self.library, facets, self.preferences)
        )
        self.control = QueryControl(self, self.bar, self.search, self.library, self.pages, self.notice)
        self.results.keep_focus = self._is_busy_elsewhere
        saved = SavedSession(self._engine, self)
        counts = SavedCounts(self._engine, saved, self.search, self.library)
        self.saved = SavedControl(self.panel, self.search, saved, counts, self.undo, self.notice)
        self.saved.kept.connect(self.bar.show_kept)
        self.hits = HitControl(self, self.pages, self.search, self.notice)
        QuerySteps(self.undo, self.search)
        OfflineMarks(self.search, self.library)
        recent = RecentQueries(self._engine, self.search, self.preferences, self.undo)
        recent.changed.connect(self._update_actions)
        self.recent = RecentMenu(self, self._engine, recent, self.search, theme)
        marking = MarkSession(self._engine, self.details, self.undo, self.preferences, self)
        marking.marked.connect(lambda _photos: counts.count_again())
        self.marks = MarkControl(
            *(self, self._engine, self.hits, marking, self.undo, self.evidence.marks),
            *(self.details, self.search, self.notice),
        )
        self.snips = SnipControl(*(self, self.bar, self.search, self.notice, theme), paste=self.control.paste)
        self.folders = LibraryControl(
            *(self, self.library, self.watch, self.search, self.panel, self.status, self.notice)
        )
        self.care_log = CareLog(self.preferences, self.library)
        self.care = Care(self, self._engine, self.library, self.care_log, self.undo, self.notice)
        self.model_bar = ModelBar(theme)
        self.model_session = ModelSession(self._engine, self)
        self.models = ModelControl(
            *(
                self,
                self.model_session,
                self.model_bar,
                self.search,
                self.library,
                self.preferences,
                self.notice,
            ),
            show_models=lambda: self.show_settings(models=True),
        )
        chrome = (self.menuBar(), self.bar, self.panel, self.status)
        self.full_screen = FullScreen(self, self.pages, chrome)
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setHandleWidth(1)
        self.columns.setChildrenCollapsible(False)
        for column in (self.panel, self.pages, self.evidence):
            self.columns.addWidget(column)
        self.panel.setMinimumWidth(170)
        self.evidence.setMinimumWidth(250)
        self.pages.setMinimumWidth(320)
        self.columns.setStretchFactor(1, 1)
        self.columns.setSizes([220, 780, 290])
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.columns, 1)
        for part in (self.model_bar, self.notice, self.status):  # what comes and goes moves nothing above it
            layout.addWidget(part)
        self.setCentralWidget(whole)
        self.resize(1290, 820)

    def _connect(self) -> None:
        engine, search = self._engine, self.search
        engine.ready.connect(self._on_ready)
        engine.refused.connect(self._on_refused)
        engine.lost.connect(self._on_lost)
        search.query_changed.connect(self._on_query)
        search.picture_changed.connect(lambda _source, _picture: self._on_pictures())
        search.started.connect(self._update_actions)
        search.finished.connect(lambda _result: self._update_actions())
        search.failed.connect(lambda _text: self._update_actions())
        message = self.results.message
        message.open_asked.connect(self.control.open)
        message.paste_asked.connect(self.control.paste)
        message.folders_asked.connect(self.folders.choose_folder)
        message.folder_asked.connect(lambda folder: self.library.add([folder]))
        message.again_asked.connect(search.again)
        for everywhere in (message.everywhere_asked, self.results.bar.everywhere_asked):
            everywhere.connect(search.search_everywhere)
        self.results.mirror.toggled.connect(self.actions_.mirror.setChecked)
        self.actions_.mirror.toggled.connect(self.results.mirror.setChecked)
        message.restart_asked.connect(self._restart_engine)
        self.results.typed.connect(self.bar.type_on)
        self.results.opened.connect(self.pages.show_match)
        self.results.previewed.connect(self.pages.show_photo)
        self.results.selected.connect(self._on_selected)
        self.evidence.compare_asked.connect(self.pages.show_match)
        self.full_screen.changed.connect(self.actions_.full_screen.setChecked)
        self.pages.match_made.connect(self._equip_match)
        self.pages.photo_made.connect(self._equip_photo)
        for asked, action in (
            (self.evidence.search_asked, self.actions_.search_hit),
            (self.evidence.open_asked, self.actions_.open_hit),
            (self.evidence.reveal_asked, self.actions_.reveal_hit),
            (self.evidence.copy_asked, self.actions_.copy_paths),
        ):
            asked.connect(action.trigger)
        self._connect_columns()
        self.bar.save_asked.connect(self.saved.save)
        self.status.coverage_asked.connect(self.show_library)
        self.bar.recent_asked.connect(self.actions_.recent.trigger)
        self.undo.changed.connect(self._update_actions)
        self.marks.trashed.connect(self.pages.show_results)
        self.pages.switched.connect(self._on_page)

    def _equip_match(self) -> None:
        self.actions_.add_context_menu(self.pages.match.canvas, marks=False)

    def _equip_photo(self) -> None:
        photo = self.pages.photo
        self.actions_.add_context_menu(photo.canvas, marks=False)
        photo.like_asked.connect(self.actions_.search_hit.trigger)
        photo.same_asked.connect(self.actions_.same_thing.trigger)
        photo.frame_asked.connect(self.pages.frame_photo)

    def _connect_columns(self) -> None:
        actions, panel = self.actions_, self.panel
        self.library.info_changed.connect(lambda _info: self.details.forget())
        self.folders.changed.connect(self._update_actions)
        self.watch.switched.connect(self._show_follow)
        panel.folder_opened.connect(
            lambda: self.folders.with_root(lambda root: self.search.browse(root.path))
        )
        for column, offered in ((panel.tree, actions.of_a_folder), (panel.searches, actions.of_a_search)):
            column.addActions(offered)
            column.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for worker in (self.care, self.hits, self.marks):
            worker.progressed.connect(self.status.show_task)
            worker.ended.connect(self.status.end_task)

    def _show_follow(self, on: bool) -> None:
        with QSignalBlocker(self.actions_.follow):
            self.actions_.follow.setChecked(on)

    # ---- queries

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self._frame.start()  # once this call is back, the whole frame is handed over

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters that nobody wanted go on with the query."""
        shifted = event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if self.pages.on_results and not shifted and event.text().strip() and event.text().isprintable():
            self.bar.type_on(event.text())
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if may_hold_picture(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)  # whatever is proposed: nothing is moved away
            event.accept()
            self.bar.set_target(event.source() is None)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take hits of this window only on the query bar."""
        on_bar = self._is_on_bar(event.position().toPoint())
        event.setDropAction(Qt.DropAction.CopyAction)
        if event.source() is None or on_bar:
            event.accept()
        else:
            event.ignore()
        self.bar.set_target(event.source() is None or on_bar)

    def _is_on_bar(self, place: QPoint) -> bool:
        return self.bar.rect().contains(self.bar.mapFrom(self, place))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.bar.set_target(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.bar.set_target(False)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.mimeData().hasFormat(PHOTOS) and event.source() is not None:
            self.hits.add()
        else:
            self.control.drop(event.mimeData(), add=self._is_on_bar(event.position().toPoint()))

    def _on_query(self, query: Query) -> None:
        self.setWindowTitle(f"{query.label} – {TITLE}" if query.label else TITLE)
        self.pages.show_results()
        self._show_query_picture()
        self._update_actions()

    def _on_pictures(self) -> None:
        self._show_query_picture()
        self.pages.pictures_changed()
        self._update_actions()

    def _show_query_picture(self) -> None:
        search = self.search
        at = search.shown_by(self.results.current_hit())
        if at is None:
            self.evidence.show_query(None, None, pictured=False)
        else:
            region = search.query.parts[at].term.region
            self.evidence.show_query(search.picture_at(at), region, pictured=True)

    def _is_busy_elsewhere(self) -> bool:
        """Whether somebody is typing or choosing filters, so that hits must not take the focus away."""
        focus = QApplication.focusWidget()
        if focus is None or focus is self.bar.edit:
            return self.bar.busy()
        editing = isinstance(focus, QLineEdit) or self.panel.filters.isAncestorOf(focus)
        return editing or self.bar.busy()

    # ---- hits

    def _on_selected(self) -> None:
        self.evidence.show_hit(self.results.current_hit())
        self.marks.show_selection()
        self._show_query_picture()
        self.show_evidence()
        self._update_actions()

    def _on_page(self) -> None:
        self.show_evidence()
        self._update_actions()

    def show_evidence(self) -> None:
        """The right column is there when there is something to explain."""
        wanted = self.actions_.evidence_column.isChecked()
        self.evidence.setVisible(wanted and self.pages.on_results and bool(self.results.model.hits))

    # ---- dialogs

    def show_settings(self, *, models: bool = False) -> None:
        """Show the settings. models : their page of models"""
        from app.shell.window_dialogs import show_settings

        show_settings(self, models=models)

    def show_library(self) -> None:
        from app.shell.window_dialogs import show_library

        show_library(self)

    def show_keys(self) -> None:
        from app.shell.keys_dialog import KeysDialog

        KeysDialog(self.actions_.groups, self).open()

    # ---- engine

    def _on_ready(self, _info: LibraryInfo) -> None:
        self.notice.take_back("engine")
        self.results.set_working()
        self.pages.make_viewers()

    def _on_refused(self, message: str) -> None:
        self.status.say(tr("The library is not open."))
        self.results.set_broken(tr("The library cannot be opened"), message)
        self._update_actions()

    def _on_lost(self, message: str, again: bool) -> None:
        if again:
            self.notice.say(message, tone="warning", topic="engine")
            return
        self.notice.hide()  # whatever single requests said when they failed, the page says why
        self.status.say(tr("The search engine is not running."))
        self.results.set_broken(tr("The search engine is not running"), message)
        self._update_actions()

    def _restart_engine(self) -> None:
        self.status.say(tr("Opening the library…"))
        self.results.set_working()
        self._engine.restart()

    def open_filters(self) -> None:
        self.actions_.library_column.setChecked(True)
        self.filters.open()

    def come_forward(self, query: Path | None) -> None:
        """Show the window over others, and search with a picture: the program was started once more."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        if query is not None:
            self.search.search(part_of_file(query))

    # ---- state

    def _update_actions(self) -> None:
        update_actions(self)

    def write_keyword(self) -> None:
        """Go to the field for keywords, in the right column of the results."""
        self.pages.show_results()
        self.actions_.evidence_column.setChecked(True)
        self.marks.write_keyword()

    def set_scheme(self, scheme: Scheme) -> None:
        self.preferences.scheme = scheme
        self.theme.set_scheme(scheme)

    def _restore(self) -> None:
        if (geometry := self.preferences.state("geometry")) is not None:
            self.restoreGeometry(geometry)
        if (columns := self.preferences.state("columns")) is not None:
            self.columns.restoreState(columns)
        self.actions_.library_column.setChecked(self.preferences.flag("library column", True))
        self.actions_.evidence_column.setChecked(self.preferences.flag("evidence column", True))
        self.show_evidence()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.hits.close()
        self.open_with.close()
        self.preferences.set_state("geometry", self.saveGeometry())
        self.preferences.set_state("columns", self.columns.saveState())
        self.preferences.set_flag("library column", self.actions_.library_column.isChecked())
        self.preferences.set_flag("evidence column", self.actions_.evidence_column.isChecked())
        super().closeEvent(event)
