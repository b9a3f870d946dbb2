"""Base of the sessions that go through all photos in the background. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from cbir.service import Answer, BackgroundProgressed, Failure, Interim, Request
from cbir_app.engine import Engine


class BackgroundSession(QObject):
    progressed = Signal(object)  # BackgroundProgress; None: no run is in progress
    troubled = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self.ticket: int | None = None  # of the run
        self._again = False  # photos were added during the run

    def start(self, request: Request) -> None:
        """Start a run, or repeat the current one once it has ended."""
        self._again = self.ticket is not None
        if self.ticket is None:
            self.ticket = self._engine.request(
                request, lambda answer: self._on_end(request, answer), self._on_news
            )

    def stop(self) -> None:
        """Stop the run. The results so far are kept."""
        if self.ticket is not None:
            self._engine.cancel(self.ticket)
            self.ticket = None
            self.progressed.emit(None)

    def on_progress(self, done: int) -> None:
        """Hear how many photos are done."""

    def on_end(self, answer: Answer) -> None:
        """Hear the end of a run that was not stopped."""

    def _on_news(self, news: Interim) -> None:
        if isinstance(news, BackgroundProgressed) and self.ticket is not None:
            self.progressed.emit(news.progress)
            self.on_progress(news.progress.done)

    def _on_end(self, request: Request, answer: Answer) -> None:
        if isinstance(answer, Failure) and answer.cancelled:
            return  # it was switched off, and may be on again
        self.ticket = None
        self.progressed.emit(None)
        self.on_end(answer)
        if self._again and not isinstance(answer, Failure):
            self.start(request)
