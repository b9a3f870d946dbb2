"""The status line: how many photos are searchable while photos are being added. Hidden when all are."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QWidget

from cbir.base.types import BackgroundProgress, IndexProgress, LibraryInfo
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import ElidedLabel, IconButton, button, label
from cbir_app.base.theme import Theme
from cbir_app.base.wording import photos as counted
from cbir_app.base.wording import time_left

PACES, LEAST_PACES = 40, 5
"""Number of latest steps that give the speed of a run, and the fewest steps that give one."""
READING = QT_TR_NOOP("Reading text: {done} of {total}")
READING_PAUSED = QT_TR_NOOP("Reading text is paused: {done} of {total}")
LOOKING = QT_TR_NOOP("Looking for faces: {done} of {total}")
LOOKING_PAUSED = QT_TR_NOOP("Looking for faces is paused: {done} of {total}")


class StatusLine(QFrame):
    coverage_asked = Signal()
    skipped_asked = Signal()
    cancel_asked = Signal()
    pause_asked = Signal()
    resume_asked = Signal()

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
        self._reading: BackgroundProgress | None = None
        self._faces: BackgroundProgress | None = None
        self._paused = False
        self._delay = ""
        self._paces: deque[tuple[float, int]] = deque(maxlen=PACES)  # time and number of finished photos
        self.coverage = button(tr("Opening the library…"), self.coverage_asked.emit, flat=True)
        self.coverage.setObjectName("coverage")
        self.coverage.setToolTip(tr("Show the library"))
        self.skipped = button("", self.skipped_asked.emit, flat=True)  # placed in the side column
        self.away = ElidedLabel("dim")
        self.delay = label("", "dim")
        self.doing = label("", "dim")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setMinimumWidth(40)
        self.bar.setMaximumWidth(190)
        self.bar.setAccessibleName(tr("Progress of adding photos"))
        self.pace = ElidedLabel("dim")  # shrinks in a narrow window
        self.pause = IconButton(theme, "pause", tr("Pause adding photos"), self.pause_asked.emit)
        self.resume = button(tr("Resume"), self.resume_asked.emit, flat=True)
        self.cancel = IconButton(
            theme, "close", tr("Stop adding photos; what is finished is kept"), self.cancel_asked.emit
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 0)
        layout.setSpacing(6)
        layout.addWidget(self.coverage)
        layout.addWidget(self.away)
        layout.addStretch(1)
        layout.addWidget(self.delay)
        layout.addWidget(self.doing)
        layout.addSpacing(4)
        layout.addWidget(self.bar, 1)
        layout.addWidget(self.pace)
        for new_button in (self.resume, self.pause, self.cancel):
            layout.addWidget(new_button)
        self._show()

    def show_info(self, info: LibraryInfo) -> None:
        self._info = info
        self._show()

    def show_running(self, running: bool) -> None:
        self._running = running
        self._cancelling = self._paused = False
        self._progress = None
        self._paces.clear()
        self._show()

    def show_progress(self, progress: IndexProgress, expected: int) -> None:
        """Show the progress of a run. expected : number of photos in the library after it"""
        self._progress = progress
        self._expected = expected
        if progress.total is None:
            self._paces.clear()  # still listing files: no photo is indexed yet
        elif not self._paces or progress.done > self._paces[-1][1]:
            self._paces.append((time.monotonic(), progress.done))
        self._show()

    def show_paused(self) -> None:
        """Offer to resume."""
        self._paused = True
        self._show()

    def show_cancelling(self) -> None:
        self._cancelling = True
        self._show()

    def show_task(self, text: str, done: int, total: int) -> None:
        """Show the progress of another task. total : 0 if unknown"""
        self._task = (text, done, total)
        self._show()

    def end_task(self) -> None:
        self._task = None
        self._show()

    def show_watch(self, progress: IndexProgress | None) -> None:
        """Show the progress of watching folders; None if no run is in progress."""
        busy = progress is not None and (progress.total is None or progress.done < progress.total)
        self._watch = progress if busy else None
        self._show()

    def show_reading(self, progress: BackgroundProgress | None) -> None:
        """Show the progress of text recognition; None if none is running."""
        busy = progress is not None and progress.done < progress.total
        self._reading = progress if busy else None
        self._show()

    def show_faces(self, progress: BackgroundProgress | None) -> None:
        """Show the progress of face detection; None if none is running."""
        busy = progress is not None and progress.done < progress.total
        self._faces = progress if busy else None
        self._show()

    def show_delay(self, why: str) -> None:
        """Show why the engine is delayed; empty once the delay is over."""
        self._delay = why
        self._show()

    def say(self, text: str) -> None:
        """Show a sentence instead of the coverage, for example while the engine is starting."""
        self._info = None
        self.coverage.setText(text)
        self._show()

    def _show(self) -> None:
        progress = self._progress if self._running else None
        photos, searchable = (0, 0) if self._info is None else (self._info.photos, self._info.searchable)
        if progress is not None:
            searchable = max(searchable, progress.searchable)
            photos = max(photos, progress.listed, searchable)
            self.coverage.setText(_coverage(photos, searchable, self._expected))
        elif self._info is not None:
            self.coverage.setText(_coverage(photos, searchable, photos) if photos else tr("No photos yet"))
        unread = 0 if self._info is None else len(self._info.skipped)
        if progress is not None:
            unread = max(unread, progress.skipped)
        self.skipped.setText(tr("%Ln file(s) could not be read", "", unread))
        self.skipped.setAccessibleName(tr("%Ln file(s) could not be read: show the list", "", unread))
        self.skipped.setVisible(unread > 0)
        for push_button in (self.cancel, self.pause):
            push_button.setVisible(self._running)
            push_button.setEnabled(not self._cancelling)
        self.resume.setVisible(self._paused)
        self.pace.setText("" if progress is None else pace(self._paces, progress.total))
        self.pace.setVisible(bool(self.pace.text()))
        busy = self._running or self._paused or any((self._task, self._watch, self._reading, self._faces))
        for part in (self.doing, self.bar):
            part.setVisible(busy)
        self.bar.setVisible(busy and not self._paused)
        self.delay.setText(self._delay)
        self.delay.setVisible(bool(self._delay))
        away = () if self._info is None else tuple(root for root in self._info.roots if not root.online)
        self.away.setText(_away([root.path.name or str(root.path) for root in away]))
        self.away.setVisible(bool(away))
        self.setVisible(busy or bool(self._delay) or bool(away) or self._info is None)
        if self._paused and self._task is None:
            self.doing.setText(tr("Adding photos is paused"))
        elif not self._running and self._task is not None:
            text, done, total = self._task
            self.doing.setText(text)
            self.bar.setRange(0, total)
            self.bar.setValue(done)
        elif not self._running and self._watch is None and self._reading is not None:
            self._show_background(self._reading, READING, READING_PAUSED)
        elif not self._running and self._watch is None and self._faces is not None:
            self._show_background(self._faces, LOOKING, LOOKING_PAUSED)
        else:
            self._show_bar(progress if self._running else self._watch)

    def _show_background(self, progress: BackgroundProgress, busy: str, paused: str) -> None:
        self.bar.setRange(0, progress.total)
        self.bar.setValue(progress.done)
        done, total = number(progress.done), number(progress.total)
        self.doing.setText(tr(paused if progress.paused else busy, done=done, total=total))

    def _show_bar(self, progress: IndexProgress | None) -> None:
        total = None if progress is None else progress.total
        self.bar.setRange(0, total or 0)  # 0 to 0 is Qt's busy bar: the folders are still being listed
        self.bar.setValue(0 if progress is None or total is None else progress.done)
        if self._cancelling:
            self.doing.setText(tr("Stopping…"))
        elif progress is None or total is None:
            count = 0 if progress is None else progress.done
            self.doing.setText(
                tr("Looking for photos… %Ln so far", "", count) if count else tr("Looking for photos…")
            )
        else:
            self.doing.setText(
                tr("Adding photos: {done} of {total}", done=number(progress.done), total=number(total))
            )


def pace(paces: Sequence[tuple[float, int]], total: int | None) -> str:
    """Return the speed of adding photos and the time left. paces : pairs of time in seconds and photos finished"""
    if total is None or len(paces) < LEAST_PACES:
        return ""
    (first_s, first), (last_s, last) = paces[0], paces[-1]
    each_s = (last - first) / max(0.001, last_s - first_s)
    speed = tr("{photos} a second", photos=number(each_s, 0 if each_s >= 10 else 1))
    return f"{speed} · {time_left((total - last) / each_s)}"


def _away(names: Sequence[str]) -> str:
    """Return a sentence about folders that are not connected; empty if all are."""
    if not names:
        return ""
    if len(names) > 1:
        return tr("%Ln folder(s) not connected. Their photos can be found, but not opened.", "", len(names))
    return tr("“{folder}” is not connected. Its photos can be found, but not opened.", folder=names[0])


def _coverage(photos: int, searchable: int, expected: int) -> str:
    """Word the counts of photos. photos : all in the library, searchable or not. expected : all after the run"""
    if searchable < photos:
        ready = number(searchable)
        return tr("{photos}, {ready} ready to search by content", photos=counted(photos), ready=ready)
    if expected <= searchable:
        return tr("%Ln photo(s) searchable", "", searchable)
    return tr("{some} of %Ln photo(s) searchable", "", expected, some=number(searchable))
