"""The question about the architecture of imported weights. The file does not contain it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QVBoxLayout, QWidget

from cbir_app.base.language import tr
from cbir_app.base.page import button, button_row, label


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
        remark = tr("The name that open_clip has for it. Whoever published the weights says it.")
        layout.addWidget(label(remark, "dim", wrap=True))
        layout.addSpacing(6)
        layout.addLayout(button_row(button(tr("Cancel"), self.reject), self.accept_button))

    def _accept(self) -> None:
        name = self.box.currentText().strip()
        if name:
            self.chosen.emit(name)
            self.accept()
