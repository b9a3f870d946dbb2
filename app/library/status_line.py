"""The bottom line: what a search covers while photos are still being added; gone while nothing is going on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QWidget

from app.base.language import number, tr
from app.base.page import IconButton, button, label
from app.base.theme import Theme
from cbir.base.types import IndexProgress, LibraryInfo


class StatusLine(QFrame):
    coverage_asked = Signal()
    skipped_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setAccessibleName(tr("Library state"))
        self.setFixedHeight(32)
        self._info: LibraryInfo | None = None
        self._progress: IndexProgress | None = None
        self._expected = 0
        self._running = False
        self._cancelling = False
        self._task: tuple[str, int, int] | None = None
        self._watch: IndexProgress | None = None
        self.coverage = button(tr("Opening the library…"), self.coverage_asked.emit, flat=True)
        self.coverage.setObjectName("coverage")
        self.coverage.setToolTip(tr("Show the library"))
        self.skipped = button("", self.skipped_asked.emit, flat=True)  # the side column has it
        self.doing = label("", "dim")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(190)
        self.bar.setAccessibleName(tr("Progress of adding photos"))
        self.cancel = IconButton(
            theme, "close", tr("Stop adding photos; what is finished is kept"), self.cancel_asked.emit
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 0)
        layout.setSpacing(6)
        layout.addWidget(self.coverage)
        layout.addStretch(1)
        layout.addWidget(self.doing)
        layout.addSpacing(4)
        layout.addWidget(self.bar)
        layout.addWidget(self.cancel)
        self._show()

    def show_info(self, info: LibraryInfo) -> None:
        self._info = info
        self._show()

    def show_running(self, running: bool) -> None:
        self._running = running
        self._cancelling = False
        self._progress = None
        self._show()

    def show_progress(self, progress: IndexProgress, expected: int) -> None:
        """Show a step. expected : photos that the library will hold in the end"""
        self._progress = progress
        self._expected = expected
        self._show()

    def show_cancelling(self) -> None:
        self._cancelling = True
        self._show()

    def show_task(self, text: str, done: int, total: int) -> None:
        """Show some other work that takes its time. total : 0 where it is not known"""
        self._task = (text, done, total)
        self._show()

    def end_task(self) -> None:
        self._task = None
        self._show()

    def show_watch(self, progress: IndexProgress | None) -> None:
        """Show what a run of the watch does; None: nothing."""
        busy = progress is not None and (progress.total is None or progress.done < progress.total)
        self._watch = progress if busy else None
        self._show()

    def say(self, text: str) -> None:
        """Say something in place of the coverage, such as that the engine is starting."""
        self._info = None
        self.coverage.setText(text)
        self._show()

    def _show(self) -> None:
        progress = self._progress if self._running else None
        known = 0 if self._info is None else self._info.photos
        if progress is not None:
            searchable = max(known, progress.searchable)
            self.coverage.setText(_coverage(searchable, self._expected))
        elif self._info is not None:
            self.coverage.setText(tr("%Ln photo(s) searchable", "", known) if known else tr("No photos yet"))
        unread = 0 if self._info is None else len(self._info.skipped)
        if progress is not None:
            unread = max(unread, progress.skipped)
        self.skipped.setText(tr("%Ln could not be read", "files", unread))
        self.skipped.setAccessibleName(tr("%Ln file(s) could not be read: show the list", "", unread))
        self.skipped.setVisible(unread > 0)
        self.cancel.setVisible(self._running)
        self.cancel.setEnabled(not self._cancelling)
        busy = self._running or self._task is not None or self._watch is not None
        for part in (self.doing, self.bar):
            part.setVisible(busy)
        self.setVisible(busy or self._info is None)
        if not self._running and self._task is not None:
            text, done, total = self._task
            self.doing.setText(text)
            self.bar.setRange(0, total)
            self.bar.setValue(done)
        else:
            self._show_bar(progress if self._running else self._watch)

    def _show_bar(self, progress: IndexProgress | None) -> None:
        total = None if progress is None else progress.total
        self.bar.setRange(0, total or 0)  # 0 to 0 is Qt's busy bar: the folders are still being listed
        self.bar.setValue(0 if progress is None or total is None else progress.done)
        if self._cancelling:
            self.doing.setText(tr("Stopping after the photos in hand…"))
        elif progress is None or total is None:
            found = 0 if progress is None else progress.done
            self.doing.setText(
                tr("Looking for photos… %Ln so far", "", found) if found else tr("Looking for photos…")
            )
        else:
            self.doing.setText(
                tr("Adding photos: {done} of {total}", done=number(progress.done), total=number(total))
            )


def _coverage(searchable: int, expected: int) -> str:
    if expected <= searchable:
        return tr("%Ln photo(s) searchable", "", searchable)
    return tr("{some} of %Ln photo(s) searchable", "", expected, some=number(searchable))
