"""Watching the folders of the library, on or off for each library, with its progress. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.types import LibraryInfo
from cbir.service import Answer, Failure, Interim, Progress, Watched, WatchRequest, WatchTrouble
from cbir_app.base.language import tr
from cbir_app.base.preferences import Preferences, of_library
from cbir_app.engine import STOPPED, Engine

QUIET_MS = 15_000  # a slow disk or a large file may take as long
"""A run without progress for this long counts as finished, because the watch itself never ends."""


class WatchSession(QObject):
    switched = Signal(bool)
    progressed = Signal(object)  # IndexProgress of a run; None: the run is over
    changed = Signal(object)  # IndexReport of a run that changed something
    troubled = Signal(str)

    def __init__(self, engine: Engine, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine, self._preferences = engine, preferences
        self._ticket: int | None = None
        self._key = ""
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(lambda: self.progressed.emit(None))
        engine.ready.connect(self._on_ready)

    @property
    def on(self) -> bool:
        return self._ticket is not None

    def switch(self, on: bool) -> None:
        """Watch the folders, or stop watching. Saved for each library."""
        if self._key:
            self._preferences.set_flag(self._key, on)
        if on and self._ticket is None:
            self._ticket = self._engine.request(WatchRequest(), self._on_end, self._on_news)
        elif not on and self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None
            self._quiet.stop()
            self.progressed.emit(None)
        self.switched.emit(self.on)

    def _on_ready(self, info: LibraryInfo) -> None:
        self._key = of_library("follow", info.folder)
        self._ticket = None  # the engine of an earlier watch is gone
        if not info.service:
            self.switch(self._preferences.flag(self._key, True))

    def _on_news(self, news: Interim) -> None:
        if isinstance(news, Progress):
            self.progressed.emit(news.progress)
            self._quiet.start()
        elif isinstance(news, Watched):
            self.changed.emit(news.report)
        elif isinstance(news, WatchTrouble):
            self.troubled.emit(news.message)

    def _on_end(self, answer: Answer) -> None:
        """Report the end of the watch: it ends only on errors. A new engine watches again."""
        self._ticket = None
        if isinstance(answer, Failure) and not answer.cancelled and answer.message != tr(STOPPED):
            self.troubled.emit(answer.message)
        self.switched.emit(False)
