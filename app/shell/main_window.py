"""The window: query bar above, library, results and evidence side by side, the library's state below.

It lays out what app.shell.wiring builds, and passes on what is typed or dropped on it. No call in here waits.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
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

from app.base.paths import resource
from app.base.preferences import Preferences
from app.query import Query, may_hold_picture, part_of_file
from app.results import PHOTOS
from app.shell.actions import Actions
from app.shell.parts import Controls, Sessions, Views
from app.shell.window_dialogs import Dialogs

TITLE = "cbir"


class MainWindow(QMainWindow):
    painted = Signal()  # its first frame
    hits_dropped = Signal()  # the selected hits, on the query bar
    dropped = Signal(object, bool)  # QMimeData from elsewhere; whether on the query bar
    closing = Signal()

    controls: Controls
    dialogs: Dialogs

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self._seen = False
        self._frame = QTimer(self, singleShot=True)
        self._frame.timeout.connect(self.painted)
        self.setWindowTitle(TITLE)
        self.setWindowIcon(QIcon(str(resource("icons/cbir.svg"))))
        self.setAcceptDrops(True)

    # ---- layout

    def lay_out(self, sessions: Sessions, views: Views, actions: Actions) -> None:
        """Keep the parts of the window, and put its views in their places."""
        self.library, self.search, self.undo = sessions.library, sessions.search, sessions.undo
        self.thumbnails, self.details, self.watch = sessions.thumbnails, sessions.details, sessions.watch
        self.model_session = sessions.models
        self.bar, self.panel, self.results, self.pages = views.bar, views.panel, views.results, views.pages
        self.evidence, self.notice, self.status = views.evidence, views.notice, views.status
        self.model_bar = views.model_bar
        self.actions_ = actions
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

    def show_evidence(self) -> None:
        """Show the right column where there is something to explain."""
        wanted = self.actions_.evidence_column.isChecked()
        self.evidence.setVisible(wanted and self.pages.on_results and bool(self.results.model.hits))

    def show_query(self, query: Query) -> None:
        """Name the window after a query, and show its results."""
        self.setWindowTitle(f"{query.label} – {TITLE}" if query.label else TITLE)
        self.pages.show_results()

    # ---- keys and drops

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
            self.hits_dropped.emit()
        else:
            self.dropped.emit(event.mimeData(), self._is_on_bar(event.position().toPoint()))

    def is_busy_elsewhere(self) -> bool:
        """Whether somebody is typing or choosing filters, so that hits must not take the focus away."""
        focus = QApplication.focusWidget()
        if focus is None or focus is self.bar.edit:
            return self.bar.busy()
        editing = isinstance(focus, QLineEdit) or self.panel.filters.isAncestorOf(focus)
        return editing or self.bar.busy()

    def come_forward(self, query: Path | None) -> None:
        """Show the window over others, and search with a picture: the program was started once more."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        if query is not None:
            self.search.search(part_of_file(query))

    # ---- state

    def restore(self) -> None:
        """Put the window and its columns back where they were when it was closed."""
        if (geometry := self.preferences.state("geometry")) is not None:
            self.restoreGeometry(geometry)
        if (columns := self.preferences.state("columns")) is not None:
            self.columns.restoreState(columns)
        self.actions_.library_column.setChecked(self.preferences.flag("library column", True))
        self.actions_.evidence_column.setChecked(self.preferences.flag("evidence column", True))
        self.show_evidence()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        self.preferences.set_state("geometry", self.saveGeometry())
        self.preferences.set_state("columns", self.columns.saveState())
        self.preferences.set_flag("library column", self.actions_.library_column.isChecked())
        self.preferences.set_flag("evidence column", self.actions_.evidence_column.isChecked())
        super().closeEvent(event)
