"""Words that come from photos -> a tool tip that shows them as they are."""

from __future__ import annotations

from PySide6.QtGui import Qt


def tip(text: str) -> str:
    """Return a tool tip of any words.

    Qt takes what looks like HTML for HTML, and reads the pictures that it names, from a server too. A file, a camera
    or a keyword can be called so.
    """
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
