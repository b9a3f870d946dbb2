"""The setting of the graphics card, and the device in use."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from cbir.base.types import Device, LibraryInfo
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import label
from cbir_app.base.wording import ON_ANOTHER_COMPUTER
from cbir_app.engine import Engine

CHOICES: tuple[tuple[Device, str], ...] = (("auto", QT_TR_NOOP("Automatic")), ("cpu", QT_TR_NOOP("Off")))
WHERE: dict[Device, str] = {
    "auto": QT_TR_NOOP("If there is one, it indexes photos and searches large libraries by content."),
    "cpu": QT_TR_NOOP("Everything runs on the processor."),
}
ON_THE_CARD = QT_TR_NOOP("Searches by content now run on the graphics card.")
ON_THE_PROCESSOR = QT_TR_NOOP("Searches by content now run on the processor.")
LATER = QT_TR_NOOP("Takes effect when the current task ends.")


class GraphicsCard(QWidget):
    """Shows the chosen device and its current use. info : of the open library, if it is known already"""

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
        return tr(ON_THE_PROCESSOR if device == "the processor" else ON_THE_CARD)
