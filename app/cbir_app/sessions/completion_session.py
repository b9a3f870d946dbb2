"""Asks the engine what the end of the typed text may mean, while a person types. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from cbir.base.folding import fold
from cbir.service import Answer, CompleteAnswer, CompleteRequest
from cbir_app.engine import Engine
from cbir_app.sessions.recent import RecentQueries

PAUSE_MS = 40  # of typing
MOST_RECENT = 3


class CompletionSession(QObject):
    """recent : earlier searches that begin with the text come first"""

    arrived = Signal(str, object)  # the text, and its suggestions: tuple[Completion, ...]

    def __init__(self, engine: Engine, recent: RecentQueries) -> None:
        super().__init__(recent)
        self._engine, self._recent = engine, recent
        self._text = ""
        self._ticket: int | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._send)

    def ask(self, text: str) -> None:
        """Ask for suggestions after a pause. An empty text cancels the request."""
        self._engine.cancel(self._ticket)
        self._ticket, self._text = None, text
        if text.strip():
            self._pause.start()
        else:
            self._pause.stop()
            self.arrived.emit("", ())

    def earlier(self, text: str) -> tuple[str, ...]:
        """Texts of earlier searches that begin with a text, the newest first."""
        typed = fold(text.strip())
        texts = (" ".join(query.texts) for query in self._recent.queries if not query.has_picture)
        begun = dict.fromkeys(
            other for other in texts if typed and fold(other).startswith(typed) and other != text
        )
        return tuple(begun)[:MOST_RECENT]

    def _send(self) -> None:
        self._ticket = self._engine.request(CompleteRequest(text=self._text), self._on_answer)

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        completions = answer.completions if isinstance(answer, CompleteAnswer) else ()
        self.arrived.emit(self._text, completions)
