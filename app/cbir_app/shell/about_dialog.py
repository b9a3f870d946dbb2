"""Purpose, version and licence of the program, and a test of all its parts on this computer."""

from __future__ import annotations

from importlib.metadata import version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QVBoxLayout, QWidget

from cbir.base.types import Finding
from cbir.service import Answer, Failure, SelfTestAnswer, SelfTestRequest
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label
from cbir_app.engine import Engine, in_user_words

_WORDS = {True: QT_TR_NOOP("works"), None: QT_TR_NOOP("absent"), False: QT_TR_NOOP("does not work")}
_NAMES = (
    *(QT_TR_NOOP("Compiled loops"), QT_TR_NOOP("Camera raw"), QT_TR_NOOP("Visual words")),
    *(QT_TR_NOOP("Built-in model (ONNX Runtime)"), QT_TR_NOOP("Translations"), QT_TR_NOOP("Window (Qt)")),
    QT_TR_NOOP("Graphics card"),
)
"""The engine's names of the parts, for translators. All other parts are named after libraries and formats."""


class AboutDialog(QDialog):
    def __init__(self, engine: Engine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About cbir"))
        self._engine = engine
        self._ticket: int | None = None
        self._findings = QGridLayout()
        self._findings.setHorizontalSpacing(14)
        self._findings.setVerticalSpacing(5)
        self._findings.setColumnStretch(2, 1)
        self.test = button(tr("Test this installation"), self._ask)
        close = button(tr("Close"), self.close, primary=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(10)
        layout.addWidget(label("cbir", "title"))
        layout.addWidget(label(tr("Version {version}", version=version("cbir")), "dim"))
        layout.addWidget(
            label(tr("Find photos by a picture or by words. Everything happens on this computer."), wrap=True)
        )
        layout.addWidget(label(tr("Apache License 2.0. Qt and PySide6 are under the LGPL 3."), "dim"))
        layout.addWidget(label(tr("Names of towns: GeoNames (geonames.org), CC BY 4.0."), "dim"))
        layout.addLayout(self._findings)
        layout.addStretch(1)
        layout.addLayout(button_row(close, before=[self.test]))
        self.setMinimumWidth(620)
        self.finished.connect(self._leave)
        close.setFocus()

    def _ask(self) -> None:
        self.test.setEnabled(False)
        self.test.setText(tr("Testing…"))
        self._ticket = self._engine.request(SelfTestRequest(), self._on_answer)

    def _leave(self) -> None:
        if self._ticket is not None:
            self._engine.cancel(self._ticket)

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        self.test.hide()
        if isinstance(answer, Failure):
            self._findings.addWidget(label(answer.message, wrap=True), 0, 0, 1, 3)
        elif isinstance(answer, SelfTestAnswer):
            for row, finding in enumerate(answer.findings):
                self._show(row, finding)

    def _show(self, row: int, finding: Finding) -> None:
        top = Qt.AlignmentFlag.AlignTop
        self._findings.addWidget(label(tr(finding.name)), row, 0, top)
        self._findings.addWidget(label(tr(_WORDS[finding.works]), "dim"), row, 1, top)
        self._findings.addWidget(label(in_user_words(finding.words), wrap=True), row, 2)
