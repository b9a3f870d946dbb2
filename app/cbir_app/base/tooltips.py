"""Tooltips and menu entries that show text from outside the program, such as file names, literally."""

from __future__ import annotations

from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import QMenu


def plain_tooltip(text: str) -> str:
    """Return a tooltip that shows any text literally.

    Qt renders a tooltip that looks like HTML, and loads the pictures it names, even from a server. The name of a file,
    a camera or a keyword can look like that.
    """
    return Qt.convertFromPlainText(text) if "<" in text or Qt.mightBeRichText(text) else text


def add_named(menu: QMenu, name: str) -> QAction:
    """Add a menu entry named by text from outside, without a mnemonic for any of its letters."""
    action = menu.addAction("")
    name_action(action, name)
    return action


def name_action(action: QAction, name: str, before: str = "") -> None:
    """Name an action by text from outside. before : our own text, which may contain a mnemonic

    An action without a tooltip of its own has its text as one.
    """
    action.setText(before + name.replace("&", "&&"))
    action.setToolTip(plain_tooltip(before.replace("&", "") + name))
