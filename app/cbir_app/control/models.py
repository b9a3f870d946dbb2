"""Offers, installs and removes models on behalf of the query and the settings; the engine does the work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from cbir.base.types import NOT_UNDERSTOOD, ModelInfo, ModelOffer, SearchResult
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.notice import Notice
from cbir_app.base.preferences import Preferences
from cbir_app.base.question import ask
from cbir_app.base.wording import file_size
from cbir_app.panels.models import ModelBar
from cbir_app.sessions import LibrarySession, ModelSession, Query, SearchSession

if TYPE_CHECKING:
    from cbir_app.panels.models import ModelsPage

PUBLISHED = "open_clip_model.safetensors"
DISMISSED = "model offer dismissed"
WEIGHTS = QT_TR_NOOP("Weights (*.safetensors *.pt *.pth *.bin)")


class ModelControl(QObject):
    def __init__(
        self,
        window: QWidget,
        models: ModelSession,
        bar: ModelBar,
        search: SearchSession,
        library: LibrarySession,
        preferences: Preferences,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._models, self._bar, self._search = window, models, bar, search
        self._library, self._preferences, self._notice = library, preferences, notice
        bar.install_asked.connect(models.install)
        bar.pause_asked.connect(models.pause)
        bar.cancel_asked.connect(models.cancel)
        bar.discard_asked.connect(self._discard)
        bar.dismissed.connect(self._dismiss)
        search.finished.connect(self._on_finished)
        search.query_changed.connect(self._on_query)
        models.changed.connect(self._on_changed)
        models.progressed.connect(lambda: bar.show_work(models))
        models.failed.connect(self._on_failed)
        models.used.connect(self._on_used)
        models.parts_switched.connect(self._on_parts)
        self._working = False
        self._offered_state: tuple[str, int] | None = None  # name and bytes of the download last offered

    # ---- the offer

    def first_offer(self) -> ModelOffer | None:
        """Return the default offer if the user has only the built-in model and no download."""
        models = self._models
        own = any(not model.built_in for model in models.installed)
        return None if models.busy or own or models.arrived else models.proposed

    def offer(self) -> None:
        """Show the default offer at the user's request."""
        if self._models.proposed is not None and not self._models.busy:
            self._bar.offer(self._models.proposed, larger=self._models.current is not None)

    def _on_finished(self, result: SearchResult) -> None:
        if not (self._may_offer() and wants_semantic_search(self._search.answered, result)):
            return
        small = self._models.current is not None
        if small and any(hit.strong for hit in result.hits):
            return  # the built-in model has good hits
        offer = self._models.proposed
        if any(note.template == tr(NOT_UNDERSTOOD.template) for note in result.notes):
            offer = next((other for other in self._models.offers if reads_many_scripts(other)), None)
        if offer is not None:
            self._bar.offer(offer, larger=small)

    def _on_query(self, query: Query) -> None:
        """Hide the offer when the query has no text: models serve text."""
        if self._bar.offering and not query.has_words:
            self._bar.hide()

    def _may_offer(self) -> bool:
        models = self._models
        free = models.answered and not models.busy and not models.has_own
        return free and not self._preferences.flag(DISMISSED, False) and not self._bar.isVisible()

    def _dismiss(self) -> None:
        if not self._models.has_own:
            self._preferences.set_flag(DISMISSED, True)

    def _on_changed(self) -> None:
        if self._models.busy:
            self._working = True
            self._bar.show_work(self._models)
        elif self._working:
            self._working = False
            self._bar.hide()  # cancelled; an installation or failure is reported next
        elif not self._show_paused() and self._models.has_own:
            self._bar.hide()

    def _show_paused(self) -> bool:
        """Offer to continue a download, once for each number of bytes reached. Returns True if a download is paused."""
        offer = self._models.paused
        if offer is None:
            return False
        state = (offer.name, self._models.arrived[offer.name])
        if state != self._offered_state and not self._bar.isVisible():
            self._bar.show_paused(self._models, offer)
        self._offered_state = state
        return True

    def _discard(self, offer: ModelOffer) -> None:
        self._bar.hide()
        self._models.discard(offer)

    def _on_failed(self, message: str) -> None:
        if self._bar.isVisible() or self._window.isActiveWindow():
            self._bar.show_failure(message)
        else:
            self._notice.say(message, tone="warning", topic="models")

    def _on_used(self) -> None:
        """Index the photos with the new model, and repeat the search if it has text."""
        if self._models.current is None:
            return
        if self._library.photos:
            self._bar.show_done(
                tr(
                    "The model is installed and now reads your photos. Each can be found as soon "
                    "as it is read."
                )
            )
            self._library.update_all()
        else:
            self._bar.show_done(tr("The model is installed. Add a folder, and type what its photos show."))
            self._library.started.connect(self._on_first_run, Qt.ConnectionType.SingleShotConnection)
        if self._search.query.has_words:
            self._search.again()

    def _on_parts(self, keep: bool) -> None:
        """Index the parts of photos, or remove them, after the user switches the search of parts on or off."""
        if not self._library.photos:
            return
        text = tr(
            "The parts of your photos are being read now. Each photo can be found by them as soon as "
            "it is read."
        )
        self._notice.say(text if keep else tr("Only whole photos are searched from now on."), topic="models")
        self._library.update_all()

    def _on_first_run(self) -> None:
        if not self._models.busy:
            self._bar.hide()

    # ---- the settings

    def serve(self, page: ModelsPage, dialog: QWidget) -> None:
        """Connect the signals of a page of models. Questions to the user appear over `dialog`."""
        page.install_asked.connect(lambda offer: self.ask_install(offer, dialog))
        page.remove_asked.connect(lambda model: self.ask_remove(model, dialog))
        page.file_asked.connect(lambda: self.choose_file(dialog))
        page.folder_asked.connect(lambda: self.choose_folder(dialog))

    def ask_remove(self, model: ModelInfo, parent: QWidget) -> None:
        details = tr(
            "It frees {size}. Sentences no longer find photos by what they show, unless another model is in "
            "use. You can install it again later.",
            size=file_size(model.bytes, digits=0),
        )
        ask(
            *(parent, "remove model"),
            title=tr("Remove a model"),
            text=tr("Remove {model}?", model=tr(model.title)),
            details=details,
            verb=tr("Remove"),
            act=lambda: self._models.remove(model.name),
        )

    def ask_install(self, offer: ModelOffer, parent: QWidget) -> None:
        """Install a model; ask first if its licence forbids some uses."""
        if not offer.research_only:
            self._models.install(offer)
            return
        ask(
            *(parent, "research only"),
            title=tr("Install a model"),
            text=tr("{model} may be used for research only.", model=offer.title),
            details=tr(
                "Its licence is {licence}. Install it if your use is research.", licence=offer.licence
            ),
            verb=tr("Install"),
            act=lambda: self._models.install(offer),
        )

    def choose_file(self, parent: QWidget) -> None:
        dialog = QFileDialog(parent, tr("Choose a weights file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([tr(WEIGHTS), tr("All files (*)")])
        dialog.fileSelected.connect(lambda name: self._ask_architecture(Path(name), parent))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def choose_folder(self, parent: QWidget) -> None:
        dialog = QFileDialog(parent, tr("Choose a folder with a ready model"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self._import_folder(Path(name), parent))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _import_folder(self, path: Path, parent: QWidget) -> None:
        """Import ready towers, or published weights. For weights, the user names the architecture."""
        published = path / PUBLISHED
        if published.is_file():
            self._ask_architecture(published, parent)
        else:
            self._models.import_model(path)

    def _ask_architecture(self, path: Path, parent: QWidget) -> None:
        architectures = tuple(dict.fromkeys(offer.architecture for offer in self._models.offers))
        from cbir_app.panels.models import ArchitectureDialog

        dialog = ArchitectureDialog(path, architectures, parent)
        dialog.chosen.connect(lambda architecture: self._models.import_model(path, architecture))
        dialog.open()


def reads_many_scripts(offer: ModelOffer) -> bool:
    """True for a multilingual model whose licence allows every use."""
    return offer.languages != "English" and not offer.research_only


def wants_semantic_search(query: Query, result: SearchResult) -> bool:
    """True if a query describes what photos show: several words in a row, or a single word without hits."""
    for term in query.terms:
        words = (term.text or "").replace('"', " ").split()
        if term.text is None or term.sign < 0 or any(":" in word for word in words):
            continue
        if len(words) > 1 or (words and not result.hits):
            return True
    return False
