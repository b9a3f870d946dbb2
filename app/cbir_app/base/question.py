"""A question before something that no key can undo: a verb, or Cancel, which is the default."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def ask(
    parent: QWidget,
    name: str,
    *,
    title: str,
    text: str,
    details: str,
    verb: str,
    act: Callable[[], object],
) -> QMessageBox:
    """Open a question over a window. All of its texts are plain.

    name : of the object. details : the sentences below the question. act : called if the verb is chosen
    """
    box = QMessageBox(parent)
    box.setObjectName(name)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(details)
    chosen = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    chosen.clicked.connect(lambda _checked=False: act())
    box.finished.connect(box.deleteLater)
    box.open()
    return box
