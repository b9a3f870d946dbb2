"""Words from outside the program, such as the names of files -> tooltips and menus that show them as they are."""

from __future__ import annotations

from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import QMenu


def plain_tooltip(text: str) -> str:
    """Return a tooltip that shows any text literally.

    Qt renders a tooltip that looks like HTML, and loads the pictures it names, even from a server. The name of a file,
    a camera or a keyword can look like that.
    """
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text


def add_named(menu: QMenu, name: str) -> QAction:
    """Add an entry that is called by a name from outside, without a key for any of its letters."""
    action = menu.addAction("")
    name_action(action, name)
    return action


def name_action(action: QAction, name: str, before: str = "") -> None:
    """Call an action by a name from outside. before : our own words, which may mark a key

    An action without a tooltip of its own has its words as one.
    """
    action.setText(before + name.replace("&", "&&"))
    action.setToolTip(plain_tooltip(before.replace("&", "") + name))
