"""A question before something that cannot be taken back with a key: a verb, or Cancel, which Enter chooses."""

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
    told: str,
    verb: str,
    act: Callable[[], object],
) -> QMessageBox:
    """Open a question over a window. All of its words are plain text.

    name : of the object. told : the sentences below the question. act : is called where the verb is chosen
    """
    box = QMessageBox(parent)
    box.setObjectName(name)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(told)
    chosen = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    chosen.clicked.connect(lambda _checked=False: act())
    box.finished.connect(box.deleteLater)
    box.open()
    return box
