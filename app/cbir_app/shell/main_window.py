"""The main window: query bar above; library, results and evidence side by side; status line below.

It lays out the views that cbir_app.shell.wiring builds, and passes on keys and drops. No call in here blocks.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QIcon,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from cbir.base.resources import resource
from cbir_app.base.focus import FocusKeeper, home_of
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.panels.export import PHOTOS
from cbir_app.sessions import Query, may_hold_picture, part_of_file
from cbir_app.shell.drop_targets import DropTargets
from cbir_app.shell.menus import Actions
from cbir_app.shell.parts import Controls, Sessions, Views
from cbir_app.shell.window_dialogs import Dialogs

TITLE = "cbir"
PANEL_PX = 240
NARROW_PX = 1100  # a narrower window hides its columns until the user shows them


class MainWindow(QMainWindow):
    painted = Signal()  # the first frame
    hits_dropped = Signal()  # the selected hits were dropped on the query bar
    dropped = Signal(object, bool)  # QMimeData from elsewhere; True if dropped on the query bar
    closing = Signal()

    controls: Controls
    dialogs: Dialogs
    actions_: Actions

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self._seen = False
        self._query_label = self._library = ""
        self._wide: dict[QAction, bool] | None = None  # in a narrow window: the columns that a wide one shows
        self._frame = QTimer(self, singleShot=True)
        self._frame.timeout.connect(self.painted)
        self.setWindowTitle(TITLE)
        self.setWindowIcon(QIcon(str(resource("icons/cbir.svg"))))
        self.setAcceptDrops(True)

    # ---- layout

    def lay_out(self, sessions: Sessions, views: Views, theme: Theme) -> None:
        """Store the parts of the window, and lay out its views."""
        self.library, self.search, self.undo = sessions.library, sessions.search, sessions.undo
        self.thumbnails, self.details, self.watch = sessions.thumbnails, sessions.details, sessions.watch
        self.model_session = sessions.models
        self.bar, self.panel, self.results, self.pages = views.bar, views.panel, views.results, views.pages
        self.evidence, self.notice, self.status = views.evidence, views.notice, views.status
        self.model_bar = views.model_bar
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setHandleWidth(1)
        self.columns.setChildrenCollapsible(False)
        for column in (self.panel, self.pages, self.evidence):
            self.columns.addWidget(column)
        self.evidence.setMinimumWidth(250)
        self.pages.setMinimumWidth(320)
        self.columns.setStretchFactor(1, 1)
        self.columns.setSizes([PANEL_PX, 840, 280])
        self.panel.foot.addWidget(self.status.skipped)
        self.bottom = QWidget()  # widgets that appear and disappear in it move nothing above
        below = QVBoxLayout(self.bottom)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        for part in (self.model_bar, self.status):
            below.addWidget(part)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.columns, 1)
        layout.addWidget(self.notice)
        layout.addWidget(self.bottom)
        self.setCentralWidget(whole)
        self.targets = DropTargets(whole, self.bar, self.columns, theme)
        self.resize(1290, 820)
        self._focus_keeper = FocusKeeper(self, lambda: home_of(self.pages))
        home_of(self.pages).setFocus()

    def show_evidence(self) -> None:
        """Show the right column if it is switched on and there are hits to explain."""
        is_on = self.actions_.evidence_column.isChecked()
        self.evidence.setVisible(is_on and self.pages.on_results and bool(self.results.model.hits))

    def switch_on(self, action: str) -> None:
        """Switch an action of the table on, by its id."""
        getattr(self.actions_, action).setChecked(True)

    def show_query(self, query: Query) -> None:
        """Name the window after a query, and show its results."""
        self._query_label = query.label
        self.targets.searching = not query.empty
        self._show_title()
        self.pages.show_results()

    def show_library(self, name: str) -> None:
        """Name the window after its library. name : empty for a library without a name of its own"""
        self._library = name
        self._show_title()

    def _show_title(self) -> None:
        self.setWindowTitle(" – ".join(filter(None, (self._query_label, self._library, TITLE))))

    # ---- drops

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self._frame.start()  # fires after this call returns, when the whole frame is painted

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if may_hold_picture(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)  # never a move, even if one is proposed
            event.accept()
            self._aim(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept hits of this window only on the query bar."""
        event.setDropAction(Qt.DropAction.CopyAction)
        if event.source() is None or self._is_on_bar(event.position().toPoint()):
            event.accept()
        else:
            event.ignore()
        self._aim(event)

    def _aim(self, event: QDragMoveEvent) -> None:
        """Show the drop targets."""
        on_bar = self._is_on_bar(event.position().toPoint())
        self.targets.aim(on_bar=on_bar, only_bar=event.source() is not None)

    def _is_on_bar(self, place: QPoint) -> bool:
        return self.bar.rect().contains(self.bar.mapFrom(self, place))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.targets.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.targets.hide()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.mimeData().hasFormat(PHOTOS) and event.source() is not None:
            self.hits_dropped.emit()
        else:
            self.dropped.emit(event.mimeData(), self._is_on_bar(event.position().toPoint()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW_PX
        columns = (self.actions_.library_column, self.actions_.evidence_column)
        if narrow and self._wide is None:
            self._wide = {action: action.isChecked() for action in columns}
            for action in columns:
                action.setChecked(False)
        elif not narrow and self._wide is not None:
            wide, self._wide = self._wide, None
            for action, on in wide.items():
                action.setChecked(on)

    def is_marking(self) -> bool:
        """Return True if the focus is among the marks of the selected photos, which must then stay selected."""
        return self.evidence.isAncestorOf(self.focusWidget())

    def come_forward(self, query: Path | None) -> None:
        """Raise the window and search with a picture: the program was started again."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        if query is not None:
            self.search.search(part_of_file(query))

    # ---- state

    def restore(self) -> None:
        """Restore the window's geometry and columns from the last time."""
        if (geometry := self.preferences.state("geometry")) is not None:
            self.restoreGeometry(geometry)
        if (columns := self.preferences.state("columns")) is not None:
            self.columns.restoreState(columns)
        for action, name in self._column_names():
            on = self.preferences.flag(name, action is self.actions_.library_column)
            if self._wide is None:
                action.setChecked(on)
            else:
                self._wide[action] = on
        self.show_evidence()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        self.preferences.set_state("geometry", self.saveGeometry())
        self.preferences.set_state("columns", self.columns.saveState())
        for action, name in self._column_names():
            self.preferences.set_flag(name, (self._wide or {}).get(action, action.isChecked()))
        super().closeEvent(event)

    def _column_names(self) -> tuple[tuple[QAction, str], ...]:
        actions = self.actions_
        return (actions.library_column, "library column"), (actions.evidence_column, "evidence column")
