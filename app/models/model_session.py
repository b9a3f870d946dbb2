"""Models that read sentences: which can be installed and which are, and one installation at a time. No widget here.

Nothing is asked of the network but what install() asks for, and nobody calls that but a button.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.engine import Engine
from cbir.base.types import InstallProgress, ModelInfo, ModelOffer
from cbir.service import (
    Answer,
    Failure,
    ImportModelRequest,
    InstallModelRequest,
    InstallProgressed,
    Interim,
    ModelsAnswer,
    ModelsRequest,
    RemoveModelRequest,
    Request,
    UseModelRequest,
)


class ModelSession(QObject):
    changed = Signal()  # what is offered, installed, in use or going on
    progressed = Signal()
    used = Signal()  # another model is in use: photos must be read for it
    failed = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._ticket: int | None = None
        self.known = False  # whether the engine has said what there is
        self.offers: tuple[ModelOffer, ...] = ()
        self.installed: tuple[ModelInfo, ...] = ()
        self.current: str | None = None
        self.doing = ""  # the title of the model that is being installed or imported
        self.progress: InstallProgress | None = None
        self.cancelling = False
        engine.ready.connect(lambda _info: self._ask(ModelsRequest()))

    @property
    def busy(self) -> bool:
        return bool(self.doing)

    @property
    def proposed(self) -> ModelOffer | None:
        """The offer to begin with."""
        return next((offer for offer in self.offers if offer.default), None)

    def is_installed(self, name: str) -> bool:
        return any(model.name == name for model in self.installed)

    def install(self, offer: ModelOffer) -> None:
        """Download a model and install it."""
        self._work(InstallModelRequest(name=offer.name), offer.title)

    def import_model(self, path: Path, architecture: str | None = None) -> None:
        """Install a model from a file, or from a folder."""
        self._work(ImportModelRequest(path=path, architecture=architecture), path.name)

    def remove(self, name: str) -> None:
        self._ask(RemoveModelRequest(name=name))

    def use(self, name: str) -> None:
        self._ask(UseModelRequest(name=name))

    def cancel(self) -> None:
        """Stop the installation; what has come is kept for the next time."""
        if self._ticket is not None and not self.cancelling:
            self.cancelling = True
            self._engine.stop(self._ticket)
            self.changed.emit()

    def _work(self, request: InstallModelRequest | ImportModelRequest, title: str) -> None:
        if self.busy:
            return
        self.doing, self.progress, self.cancelling = title, None, False
        self._ticket = self._engine.request(request, self._on_worked, self._on_progress)
        self.changed.emit()

    def _ask(self, request: Request) -> None:
        self._engine.request(request, self._on_answer)

    def _on_progress(self, news: Interim) -> None:
        if isinstance(news, InstallProgressed):
            self.progress = news.progress
            self.progressed.emit()

    def _on_worked(self, answer: Answer) -> None:
        self._ticket = None
        self.doing, self.progress, self.cancelling = "", None, False
        self._on_answer(answer)

    def _on_answer(self, answer: Answer) -> None:
        if isinstance(answer, ModelsAnswer):
            before, first = self.current, not self.known
            self.known = True
            self.offers, self.installed, self.current = answer.offers, answer.installed, answer.current
            self.changed.emit()
            if self.current != before and not first:
                self.used.emit()
            return
        self.changed.emit()
        if isinstance(answer, Failure) and not answer.cancelled:
            self.failed.emit(answer.message)
