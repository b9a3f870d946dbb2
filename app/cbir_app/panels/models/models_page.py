"""The settings' page of models: installed and available ones, the import of weights, and the graphics card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import PROCESSOR, Device, LibraryInfo, ModelInfo, ModelOffer
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label, rule, scrolled
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import ON_ANOTHER_COMPUTER
from cbir_app.engine import Engine, in_user_words
from cbir_app.panels.models.model_words import (
    BUILT_IN,
    DEMO,
    RESEARCH_ONLY,
    about,
    about_offer,
    about_parts,
    figures,
    how_far,
    partly,
    spoken_offer,
)
from cbir_app.sessions import ModelSession

CHOICES: tuple[tuple[Device, str], ...] = (("auto", QT_TR_NOOP("Automatic")), ("cpu", QT_TR_NOOP("Off")))
WHERE: dict[Device, str] = {
    "auto": QT_TR_NOOP("If there is one, it indexes photos and searches large libraries by content."),
    "cpu": QT_TR_NOOP("Everything runs on the processor."),
}
ON_THE_CARD = QT_TR_NOOP("Searches by content now run on the graphics card.")
ON_THE_PROCESSOR = QT_TR_NOOP("Searches by content now run on the processor.")
LATER = QT_TR_NOOP("Takes effect when the current task ends.")


class GraphicsCard(QWidget):
    """Shows the chosen device and its current use. info : of the open library; None until it is known"""

    chosen = Signal(str)  # Device

    def __init__(self, engine: Engine, info: LibraryInfo | None) -> None:
        super().__init__()
        self._engine, self._info = engine, info
        self.choices = QComboBox()
        self.choices.setAccessibleName(tr("Graphics card"))
        for device, words in CHOICES:
            self.choices.addItem(tr(words), device)
        self.choices.setCurrentIndex(max(0, self.choices.findData(engine.device)))
        self.remark = label("", "dim", wrap=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(label(tr("Graphics card")))
        layout.addWidget(self.choices)
        layout.addWidget(self.remark, 1)
        self.choices.activated.connect(self._choose)
        engine.ready.connect(self._on_ready)
        self._show()

    def _choose(self) -> None:
        if self.choices.currentData() != self._engine.device:
            self.chosen.emit(self.choices.currentData())
            self._show()

    def _on_ready(self, info: LibraryInfo) -> None:
        self._info = info
        self._show()

    def _show(self) -> None:
        text = self._remark()
        self.remark.setText(text)
        self.choices.setAccessibleDescription(text)

    def _remark(self) -> str:
        is_remote = self._info is not None and bool(self._info.service)
        self.setEnabled(not is_remote)
        if is_remote:
            return tr(ON_ANOTHER_COMPUTER)
        device = self._engine.device
        if self._engine.outdated:
            return f"{tr(WHERE[device])} {tr(LATER)}"
        current = self._device_sentence() if device == "auto" else ""
        return " ".join(part for part in (tr(WHERE[device]), current) if part)

    def _device_sentence(self) -> str:
        """The device of searches by content; empty without a model."""
        coverage = () if self._info is None else self._info.coverage
        device = next((part.device for part in coverage if part.engine == "semantic"), "")
        if not device:
            return ""
        return tr(ON_THE_PROCESSOR if device == PROCESSOR else ON_THE_CARD)


class ArchitectureDialog(QDialog):
    chosen = Signal(str)

    def __init__(self, path: Path, architectures: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Import a model"))
        self.setMinimumWidth(440)
        self.box = QComboBox()
        self.box.setEditable(True)
        self.box.addItems(architectures)
        self.box.setAccessibleName(tr("Architecture"))
        self.accept_button = button(tr("Import"), self._accept, primary=True)
        self.accept_button.setEnabled(bool(self.box.currentText().strip()))
        self.box.editTextChanged.connect(lambda text: self.accept_button.setEnabled(bool(text.strip())))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        question = tr("Which architecture are the weights in “{file}” for?", file=path.name)
        layout.addWidget(label(question, wrap=True))
        layout.addWidget(self.box)
        remark = tr("Its name in open_clip, which the publisher of the weights gives.")
        layout.addWidget(label(remark, "dim", wrap=True))
        layout.addSpacing(6)
        layout.addLayout(button_row(button(tr("Cancel"), self.reject), self.accept_button))

    def _accept(self) -> None:
        name = self.box.currentText().strip()
        if name:
            self.chosen.emit(name)
            self.accept()


WHAT_FOR = QT_TR_NOOP(
    "A model lets you type what a photo shows, such as “a red boat at dusk”. It runs on this computer, and no "
    "photo leaves it. Nothing is downloaded unless you ask for it here."
)
OWN_KEYWORDS = QT_TR_NOOP(
    "A model can learn your people, pets and places by name, from the photos that have them as keywords."
)
PARTS = QT_TR_NOOP(
    "Also looks at nine parts of each photo, so you can find small things in it. The model then "
    "takes ten times as long to index."
)
_NAMED = 8  # keywords listed by name


class ModelRow(QWidget):
    """A model: its name and state, cost and licence, and its buttons."""

    def __init__(self, title: str, state: str, remark: str, warning: str) -> None:
        super().__init__()
        self.title = label(title, "value")
        self.state = label(state, "dim")
        self.buttons: dict[str, QPushButton] = {}
        words = QVBoxLayout()
        words.setSpacing(2)
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.title)
        first.addWidget(self.state)
        first.addStretch(1)
        words.addLayout(first)
        self.remark = label(remark, "dim", wrap=True)
        words.addWidget(self.remark)
        if warning:
            words.addWidget(label(warning, "dim", wrap=True))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 6, 6, 6)
        self._layout.setSpacing(6)
        self._layout.addLayout(words, 1)

    def add(self, words: str, spoken: str, act: Callable[[], object], *, enabled: bool = True) -> None:
        new_button = button(words, act)
        new_button.setAccessibleName(spoken)
        new_button.setEnabled(enabled)
        self.buttons[words] = new_button
        self._layout.addWidget(new_button, 0, Qt.AlignmentFlag.AlignTop)


class ModelsPage(QWidget):
    install_asked = Signal(object)  # ModelOffer
    remove_asked = Signal(object)  # ModelInfo
    file_asked = Signal()
    folder_asked = Signal()

    def __init__(self, models: ModelSession, card: QWidget) -> None:
        super().__init__()
        self._models = models
        self.rows: dict[str, ModelRow] = {}
        self.failure: QLabel = label("", wrap=True)
        self.failure.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
        )  # it may name an address
        self.failure.hide()
        self.doing = label("", "dim")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the installation"))
        self.pause = button(tr("Pause"), models.pause)
        self.cancel = button(tr("Cancel"), models.cancel)
        self._work = QWidget()
        work = QHBoxLayout(self._work)
        work.setContentsMargins(0, 0, 0, 0)
        work.setSpacing(10)
        work.addWidget(self.doing)
        work.addWidget(self.bar, 1)
        work.addWidget(self.pause)
        work.addWidget(self.cancel)
        self._list = QWidget()
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(2)
        scroll = _scrolled(self._list)
        self.from_file = button(tr("Import a file…"), self.file_asked.emit)
        self.from_file.setToolTip(tr("Weights on this computer, for use without a network"))
        self.from_folder = button(tr("Import a folder…"), self.folder_asked.emit)
        self.from_folder.setToolTip(tr("A folder with ready ONNX towers and their tokenizer"))
        imports = QHBoxLayout()
        imports.addWidget(self.from_file)
        imports.addWidget(self.from_folder)
        imports.addStretch(1)
        self.learned = label("", "dim", wrap=True)
        self.learn = button(tr("Learn my keywords"), models.learn_keywords)
        self.forget = button(tr("Forget my keywords"), models.forget_keywords)
        keywords = QHBoxLayout()
        keywords.setSpacing(10)
        keywords.addWidget(self.learned, 1)
        keywords.addWidget(self.learn)
        keywords.addWidget(self.forget)
        self.parts = QCheckBox(tr("Search parts of photos"))
        self.parts.setToolTip(tr(PARTS))
        self.parts.setAccessibleDescription(tr(PARTS))
        self.parts.clicked.connect(models.keep_parts)
        self.parts_cost = label("", "dim", wrap=True)
        parts = QHBoxLayout()
        parts.setSpacing(10)
        parts.addWidget(self.parts)
        parts.addWidget(self.parts_cost, 1)
        what_for = label(tr(WHAT_FOR), "dim", wrap=True)
        what_for.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(what_for)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.failure)
        layout.addWidget(self._work)
        layout.addLayout(imports)
        layout.addLayout(keywords)
        layout.addLayout(parts)
        layout.addWidget(card)
        models.changed.connect(self._show)
        models.progressed.connect(self._show_work)
        models.failed.connect(self._on_failed)
        models.parts_changed.connect(self._show_parts)
        self._show()
        self._show_parts()

    def _show(self) -> None:
        models = self._models
        while (entry := self._rows.takeAt(0)) is not None:
            if (old := entry.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.rows = {}
        offers = {offer.name: offer for offer in models.offers}
        for model in models.installed:
            self._add(model.name, self._installed(model, offers.get(model.name)))
        for offer in models.offers:
            if not models.is_installed(offer.name):
                self._add(offer.name, self._offered(offer))
        if not self.rows:
            text = tr("No models available.") if models.answered else tr("Loading the list of models…")
            self._rows.addWidget(label(text, "dim"))
        self._rows.addStretch(1)
        for import_button in (self.from_file, self.from_folder):
            import_button.setEnabled(models.answered and not models.busy)
        self._show_learned()
        if models.busy:
            self.failure.hide()
        self._show_work()

    def _add(self, name: str, row: ModelRow) -> None:
        if self.rows:
            self._rows.addWidget(rule())
        self.rows[name] = row
        self._rows.addWidget(row)

    def _installed(self, model: ModelInfo, offer: ModelOffer | None) -> ModelRow:
        current = model.name == self._models.current
        research = tr(RESEARCH_ONLY) if offer is not None and offer.research_only else ""
        warning = " ".join(
            (
                *([tr(DEMO)] if model.demo else ()),
                *([tr(BUILT_IN)] if model.built_in else ()),
                *([research] if research else ()),
                *map(in_user_words, model.notes),
            )
        )
        row = ModelRow(tr(model.title), tr("in use") if current else tr("installed"), about(model), warning)
        if not current:
            row.add(
                tr("Use", "a model"),
                tr("Use {model}", model=tr(model.title)),
                lambda: self._models.use(model.name),
            )
        if not (model.demo or model.built_in):
            free = not self._models.busy
            row.add(
                *(
                    tr("Remove…"),
                    tr("Remove {model}", model=tr(model.title)),
                    lambda: self.remove_asked.emit(model),
                ),
                enabled=free,
            )
        return row

    def _offered(self, offer: ModelOffer) -> ModelRow:
        arrived = offer.name in self._models.arrived and not self._models.busy
        state = tr("recommended") if offer.default else ""
        if arrived:
            state = partly(self._models.arrived[offer.name], offer)
        warning = tr(RESEARCH_ONLY) if offer.research_only else ""
        row = ModelRow(offer.title, state, about_offer(offer), warning)
        row.remark.setToolTip(plain_tooltip(figures(offer)))
        row.remark.setAccessibleName(spoken_offer(offer))
        free = not self._models.busy
        words = (tr("Install"), tr("Install {model}", model=offer.title))
        if arrived:
            words = (tr("Resume"), tr("Resume the download of {model}", model=offer.title))
        row.add(*words, lambda: self.install_asked.emit(offer), enabled=free)
        if arrived:
            row.add(
                tr("Discard"),
                tr("Delete what was downloaded of {model}", model=offer.title),
                lambda: self._models.discard(offer),
            )
        return row

    def _show_work(self) -> None:
        models, progress = self._models, self._models.progress
        self._work.setVisible(models.busy)
        total = None if progress is None else progress.total
        step = max(1, (total or 0) >> 20)
        self.bar.setRange(0, 0 if not total else step)
        self.bar.setValue(0 if progress is None or not total else min(step, progress.done >> 20))
        self.doing.setText(
            tr("Stopping…")
            if models.cancelling
            else f"{models.doing}. {how_far(progress, models.pace.per_second)}"
        )
        self.pause.setVisible(models.pausable)
        self.cancel.setEnabled(not models.cancelling)

    def _show_learned(self) -> None:
        words = self._models.learned
        self.forget.setVisible(bool(words))
        if not words:
            self.learned.setText(tr(OWN_KEYWORDS))
            return
        named = ", ".join(words[:_NAMED]) + (" …" if len(words) > _NAMED else "")
        self.learned.setText(tr("Learned from your photos: {keywords}.", keywords=named))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._models.ask_parts()

    def _show_parts(self) -> None:
        parts = self._models.parts
        self.parts.setEnabled(parts is not None and (parts.cost is not None or parts.keeps))
        self.parts.setChecked(parts is not None and parts.keeps)
        self.parts_cost.setText(about_parts(parts))

    def _on_failed(self, message: str) -> None:
        self.failure.setText(message)
        self.failure.show()


def _scrolled(inside: QWidget) -> QScrollArea:
    scroll = scrolled(inside)
    scroll.setAccessibleName(tr("Models"))
    scroll.setMinimumHeight(260)
    return scroll
