"""A codebook from the library's own photos: planned, learned in the background, compared, kept or not. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from cbir.base.types import LibraryInfo, WordsPlan, WordsTrial
from cbir.service import (
    Answer,
    DecideWordsAnswer,
    DecideWordsRequest,
    Failure,
    Interim,
    LearnWordsAnswer,
    LearnWordsRequest,
    WordsPlanAnswer,
    WordsPlanRequest,
    WordsProgress,
)
from cbir_app.engine import Engine
from cbir_app.sessions.library_session import LibrarySession


class WordsSession(QObject):
    """plan : cost of learning, None until the engine answers. trial : comparison of the new codebook, until decided"""

    changed = Signal()
    progressed = Signal(object)  # WordsProgress
    learned = Signal()  # and compared: the user has to decide
    decided = Signal(bool)  # True if the new visual words were kept

    def __init__(self, engine: Engine, library: LibrarySession) -> None:
        super().__init__(library)
        self._engine, self._library = engine, library
        self._ticket: int | None = None
        self._discarding = False
        self.deciding = False
        self.plan: WordsPlan | None = None
        self.trial: WordsTrial | None = None
        self.failure = ""
        engine.ready.connect(self._on_ready)

    @property
    def learning(self) -> bool:
        return self._ticket is not None

    def ask(self) -> None:
        """Ask for the cost of learning, except during learning or while a decision is due."""
        if not (self.learning or self.deciding or self.trial):
            self._engine.request(WordsPlanRequest(), self._on_plan)

    def learn(self) -> None:
        """Begin to learn, or continue from where it stopped."""
        if not self.learning:
            self.trial, self.failure, self._discarding = None, "", False
            self._ticket = self._engine.request(LearnWordsRequest(), self._on_learned, self._on_news)
            self.changed.emit()

    def pause(self) -> None:
        """Stop; the finished part is kept."""
        if self._ticket is not None:
            self._engine.stop(self._ticket)

    def discard(self) -> None:
        """Remove the learned visual words, after learning has stopped."""
        self._discarding = True
        if self.learning:
            self.pause()
        else:
            self.decide(keep=False)

    def decide(self, *, keep: bool) -> None:
        self.deciding, self.failure = True, ""
        self._engine.request(DecideWordsRequest(keep=keep), self._on_decided, self._on_news)
        self.changed.emit()

    def _on_ready(self, _info: LibraryInfo) -> None:
        self._ticket, self.deciding = None, False  # the engine of an earlier request is gone
        self.plan = self.trial = None
        self.changed.emit()

    def _on_plan(self, answer: Answer) -> None:
        if isinstance(answer, WordsPlanAnswer):
            self.plan, self.failure = answer.plan, ""
        elif isinstance(answer, Failure):
            self.plan, self.failure = None, answer.message
        self.changed.emit()

    def _on_news(self, news: Interim) -> None:
        if isinstance(news, WordsProgress) and (self.learning or self.deciding):
            self.progressed.emit(news)

    def _on_learned(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, LearnWordsAnswer):
            self.trial = answer.trial
            self.learned.emit()
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.failure = answer.message
        if self._discarding:
            self.decide(keep=False)
            return
        self.changed.emit()
        if self.trial is None and not self.failure:
            self.ask()

    def _on_decided(self, answer: Answer) -> None:
        self.deciding = self._discarding = False
        if isinstance(answer, DecideWordsAnswer):
            self.trial = self.plan = None
            self._library.ask()
            self.decided.emit(answer.kept)
            self.ask()
        elif isinstance(answer, Failure):
            self.failure = answer.message
        self.changed.emit()
