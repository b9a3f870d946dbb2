"""Models that understand sentences: offered, installed and in use, with one installation at a time. No widgets.

Only install() uses the network, and only a button calls it.
"""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from cbir.base.types import InstallProgress, ModelInfo, ModelOffer
from cbir.service import (
    Answer,
    DiscardDownloadRequest,
    Failure,
    ImportModelRequest,
    InstallModelRequest,
    InstallProgressed,
    Interim,
    LearnKeywordsRequest,
    ModelsAnswer,
    ModelsRequest,
    PartsAnswer,
    PartsRequest,
    RemoveModelRequest,
    Request,
    UseModelRequest,
)
from cbir_app.engine import Engine

_PACE_S = (
    8.0  # a download's pace is measured over this span: long enough to be steady, short enough to be recent
)


class Pace:
    """Speed of a download, from the bytes present at given times."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def see(self, done: int, now_s: float) -> None:
        """Record the number of bytes present."""
        if self._seen and done < self._seen[-1][1]:
            self._seen.clear()  # another step or file began
        self._seen.append((now_s, done))
        while now_s - self._seen[0][0] > _PACE_S:
            self._seen.popleft()

    @property
    def per_second(self) -> float:
        """Bytes per second; 0 while there is too little data."""
        if not self._seen or (span := self._seen[-1][0] - self._seen[0][0]) < 1:
            return 0.0
        return (self._seen[-1][1] - self._seen[0][1]) / span


class ModelSession(QObject):
    changed = Signal()  # the offers, the installed models, the model in use or the installation
    progressed = Signal()
    used = Signal()  # another model is in use: photos must be indexed for it
    parts_changed = Signal()  # parts of photos are searched or not, or the cost of it is estimated
    parts_switched = Signal(bool)  # the user switched the search of parts on or off
    failed = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._ticket: int | None = None
        self.answered = False  # True once the engine has answered
        self.offers: tuple[ModelOffer, ...] = ()
        self.installed: tuple[ModelInfo, ...] = ()
        self.current: str | None = None
        self.doing = ""  # the title of the model that is being installed or imported
        self.progress: InstallProgress | None = None
        self.pace = Pace()
        self.cancelling = False
        self.learned: tuple[str, ...] = ()  # keywords of the library
        self.arrived: dict[str, int] = {}  # bytes of unfinished downloads, by the model's name
        self.parts: PartsAnswer | None = None
        self._downloading: ModelOffer | None = None
        self._discards = False
        engine.ready.connect(lambda _info: self._ask(ModelsRequest()))

    @property
    def busy(self) -> bool:
        return bool(self.doing)

    @property
    def proposed(self) -> ModelOffer | None:
        """The default offer."""
        return next((offer for offer in self.offers if offer.default), None)

    @property
    def has_own(self) -> bool:
        """True if a model other than the built-in one is in use."""
        built_in = {model.name for model in self.installed if model.built_in}
        return self.current is not None and self.current not in built_in

    def is_installed(self, name: str) -> bool:
        return any(model.name == name for model in self.installed)

    def install(self, offer: ModelOffer) -> None:
        """Download a model and install it."""
        if not self.busy:
            self._downloading = offer
        self._work(InstallModelRequest(name=offer.name), offer.title)

    def import_model(self, path: Path, architecture: str | None = None) -> None:
        """Install a model from a file, or from a folder."""
        self._work(ImportModelRequest(path=path, architecture=architecture), path.name)

    def remove(self, name: str) -> None:
        self._ask(RemoveModelRequest(name=name))

    def use(self, name: str) -> None:
        self._ask(UseModelRequest(name=name))

    def learn_keywords(self) -> None:
        """Learn the library's keywords: a sentence with one then finds photos like those with that keyword."""
        self._ask(LearnKeywordsRequest())

    def forget_keywords(self) -> None:
        self._ask(LearnKeywordsRequest(forget=True))

    def ask_parts(self) -> None:
        """Ask for the cost of searching parts of photos too. The engine measures it briefly."""
        self._engine.request(PartsRequest(), self._on_parts)

    def keep_parts(self, keep: bool) -> None:
        """Search parts of photos too, or no longer."""
        self._engine.request(PartsRequest(keep=keep), self._on_parts)

    def _on_parts(self, answer: Answer) -> None:
        if isinstance(answer, PartsAnswer):
            earlier, self.parts = self.parts, answer
            self.parts_changed.emit()
            if earlier is not None and earlier.keeps != answer.keeps:
                self.parts_switched.emit(answer.keeps)
        else:
            self.parts_changed.emit()
            self._on_answer(answer)

    @property
    def pausable(self) -> bool:
        """True during a download: it can continue later from where it stopped."""
        return self._downloading is not None and not self.cancelling

    @property
    def paused(self) -> ModelOffer | None:
        """The first offer with an unfinished download."""
        return next((offer for offer in self.offers if self.arrived.get(offer.name)), None)

    def pause(self) -> None:
        """Stop the installation; the downloaded part is kept for the next time."""
        if self._ticket is not None and not self.cancelling:
            self.cancelling = True
            self._engine.stop(self._ticket)
            self.changed.emit()

    def cancel(self) -> None:
        """Stop the installation; the downloaded part is deleted."""
        self._discards = self._downloading is not None
        self.pause()

    def discard(self, offer: ModelOffer) -> None:
        """Delete the downloaded part of a model."""
        self._ask(DiscardDownloadRequest(name=offer.name))

    def _work(self, request: InstallModelRequest | ImportModelRequest, title: str) -> None:
        if self.busy:
            return
        self.doing, self.progress, self.cancelling = title, None, False
        self.pace, self._discards = Pace(), False
        self._ticket = self._engine.request(request, self._on_worked, self._on_progress)
        self.changed.emit()

    def _ask(self, request: Request) -> None:
        self._engine.request(request, self._on_answer)

    def _on_progress(self, news: Interim) -> None:
        if isinstance(news, InstallProgressed):
            self.progress = news.progress
            self.pace.see(news.progress.done, time.monotonic())
            self.progressed.emit()

    def _on_worked(self, answer: Answer) -> None:
        self._ticket = None
        self.doing, self.progress, self.cancelling = "", None, False
        offer, self._downloading = self._downloading, None
        if offer is not None and self._discards:
            self.discard(offer)
        elif not isinstance(answer, ModelsAnswer):
            self._ask(ModelsRequest())  # for the bytes of the unfinished download
        self._on_answer(answer)

    def _on_answer(self, answer: Answer) -> None:
        if isinstance(answer, ModelsAnswer):
            before, first = self.current, not self.answered
            self.answered = True
            self.offers, self.installed, self.current = answer.offers, answer.installed, answer.current
            self.arrived, self.learned = dict(answer.arrived), answer.learned
            self.changed.emit()
            if self.current != before and not first:
                self.used.emit()
            return
        self.changed.emit()
        if isinstance(answer, Failure) and not answer.cancelled:
            self.failed.emit(answer.message)
