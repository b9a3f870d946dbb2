"""The bar under the query: offers a model for typed sentences, and shows the progress of its installation."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QWidget

from cbir.base.types import ModelOffer
from cbir_app.base.language import tr
from cbir_app.base.page import IconButton, button, label
from cbir_app.base.theme import Theme
from cbir_app.panels.models.model_words import costs, how_far, partly
from cbir_app.sessions import ModelSession


class ModelBar(QFrame):
    install_asked = Signal(object)  # ModelOffer
    others_asked = Signal()
    pause_asked = Signal()
    cancel_asked = Signal()
    discard_asked = Signal(object)  # ModelOffer
    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAccessibleName(tr("Model for sentences"))
        self._theme = theme
        self._offer: ModelOffer | None = None
        self._discards = False
        self._icon = QLabel()
        self.text = label("", wrap=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(190)
        self.bar.setAccessibleName(tr("Progress of the installation"))
        self.install = button(tr("Install"), self._install, primary=True)
        self.others = button(tr("Other models…"), self.others_asked.emit, flat=True)
        self.pause = button(tr("Pause"), self.pause_asked.emit)
        self.pause.setToolTip(tr("The downloaded part is kept, even if you close the program."))
        self.cancel = button(tr("Cancel"), self._cancel)
        self.cancel.setToolTip(tr("The downloaded part is deleted."))
        self.close_button = IconButton(theme, "close", tr("Not now"), self._dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 7, 10, 7)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self.text, 1)
        for part in (
            self.bar,
            self.install,
            self.others,
            self.pause,
            self.cancel,
            self.close_button,
        ):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.hide()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @property
    def offering(self) -> bool:
        """True if the bar is visible with its install button."""
        return not self.isHidden() and not self.install.isHidden()

    def offer(self, offer: ModelOffer, *, larger: bool = False) -> None:
        """Offer a model with its cost. larger : than the model in use"""
        self._offer = offer
        sentences = [
            tr("A larger model knows more than the built-in one. Install {model}:", model=offer.title)
            if larger
            else tr("To find photos by what they show, install {model}:", model=offer.title),
            f"{costs(offer)}.",
            *([tr("For research only.")] if offer.research_only else []),
            tr("It runs on this computer, and your photos stay here."),
        ]
        self._show(" ".join(sentences), install=tr("Install"))

    def show_paused(self, models: ModelSession, offer: ModelOffer) -> None:
        """Offer to resume a partial download."""
        self._offer = offer
        progress_text = tr(
            "{model} is paused: {progress}.",
            model=offer.title,
            progress=partly(models.arrived[offer.name], offer),
        )
        self._show(progress_text, install=tr("Resume"), discards=True)

    def show_work(self, models: ModelSession) -> None:
        """Show the progress of an installation."""
        progress = models.progress
        total = None if progress is None else progress.total
        step = max(1, (total or 0) >> 20)  # in megabytes: a progress bar counts to 2 147 483 647
        self.bar.setRange(0, 0 if not total else step)
        self.bar.setValue(0 if progress is None or not total else min(step, progress.done >> 20))
        text = tr("Stopping…") if models.cancelling else how_far(progress, models.pace.per_second)
        text = " ".join((tr("Installing {model}.", model=models.doing), text))
        self._show(text, working=True, pauses=models.pausable)
        self.cancel.setEnabled(not models.cancelling)

    def show_failure(self, message: str) -> None:
        self._show(message, install=tr("Try again") if self._offer is not None else "")

    def show_done(self, text: str) -> None:
        self._show(text)

    def _show(
        self,
        text: str,
        *,
        install: str = "",
        working: bool = False,
        pauses: bool = False,
        discards: bool = False,
    ) -> None:
        if self.text.text() != text:
            self.text.setText(text)
            self.text.setAccessibleName(text)
        self.install.setText(install)
        self.install.setVisible(bool(install))
        self.others.setVisible(bool(install) and not discards)
        self.bar.setVisible(working)
        self.pause.setVisible(pauses)
        self.cancel.setVisible(working or discards)
        self.cancel.setEnabled(True)
        self._discards = discards
        self.close_button.setVisible(not working)
        self.show()

    def _install(self) -> None:
        if self._offer is not None:
            self.install_asked.emit(self._offer)

    def _cancel(self) -> None:
        if self._discards:
            self.discard_asked.emit(self._offer)
        else:
            self.cancel_asked.emit()

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()

    def _paint_icon(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap("download", 18, self._theme.colours.text, ratio))
