"""Words that come from photos -> a tooltip that shows them as they are."""

from __future__ import annotations

from PySide6.QtGui import Qt


def plain_tooltip(text: str) -> str:
    """Return a tooltip that shows any text literally.

    Qt renders a tooltip that looks like HTML, and loads the pictures it names, even from a server. The name of a file,
    a camera or a keyword can look like that.
    """
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
