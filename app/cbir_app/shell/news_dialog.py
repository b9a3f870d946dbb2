"""News in a few sentences and in the user's language. The changelog has the whole list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label, scrolled

NEWS = (
    (
        QT_TR_NOOP("Rate and sort out"),
        QT_TR_NOOP(
            "Stars, keywords and the trash work on a large photo too, with a strip of its neighbours. Undo brings "
            "photos back from the trash."
        ),
    ),
    (
        QT_TR_NOOP("Compare"),
        QT_TR_NOOP(
            "Two to four photos stand side by side and zoom together. Your picture can be wiped over a match."
        ),
    ),
    (
        QT_TR_NOOP("Places"),
        QT_TR_NOOP(
            "Type near:Lisbon, or filter by place. By date, photos stand under the towns where they were taken. "
            "Nothing is looked up on the internet."
        ),
    ),
    (
        QT_TR_NOOP("More like this, fewer like this"),
        QT_TR_NOOP("Mark photos that are right or wrong, and the search learns what you are looking for."),
    ),
    (
        QT_TR_NOOP("Duplicates"),
        QT_TR_NOOP(
            "Copies are found with their cause. Judge them pair by pair, and move those that you choose to the trash."
        ),
    ),
    (
        QT_TR_NOOP("Export"),
        QT_TR_NOOP("Choose size, format and names, and a folder, a ZIP file or the clipboard."),
    ),
    (
        QT_TR_NOOP("Four languages"),
        QT_TR_NOOP("English, German, French and Italian: choose yours in the settings."),
    ),
)
WIDTH_PX, HEIGHT_PX = 560, 520


class NewsDialog(QDialog):
    """Dialog with the news. on_all : shows the changelog"""

    def __init__(self, on_all: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What’s new"))
        self._on_all = on_all
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        for title, text in NEWS:
            column.addWidget(label(tr(title), "section"))
            column.addWidget(label(tr(text), wrap=True))
            column.addSpacing(10)
        column.addStretch(1)
        close = button(tr("Close"), self.close, primary=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(14)
        layout.addWidget(scrolled(body), 1)
        layout.addLayout(button_row(close, before=[button(tr("All changes"), self._show_all, flat=True)]))
        self.resize(WIDTH_PX, HEIGHT_PX)
        close.setFocus()

    def _show_all(self) -> None:
        self.close()
        self._on_all()
