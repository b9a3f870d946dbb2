"""The setting of the graphics card: whether it is used, and what runs where now."""

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
    """Shows what the engine was told, and what it does. info : of the library that is open, if any is yet"""

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
        said = self._said()
        self.remark.setText(said)
        self.choices.setAccessibleDescription(said)

    def _said(self) -> str:
        far = self._info is not None and bool(self._info.service)
        self.setEnabled(not far)
        if far:
            return tr(ON_ANOTHER_COMPUTER)
        device = self._engine.device
        if self._engine.outdated:
            return f"{tr(WHERE[device])} {tr(LATER)}"
        now = self._now() if device == "auto" else ""
        return " ".join(part for part in (tr(WHERE[device]), now) if part)

    def _now(self) -> str:
        """What searches by content run on, where the library's model searches at all."""
        coverage = () if self._info is None else self._info.coverage
        on = next((one.device for one in coverage if one.engine == "semantic"), "")
        if not on:
            return ""
        return tr(ON_THE_PROCESSOR if on == "the processor" else ON_THE_CARD)
