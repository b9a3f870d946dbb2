"""Searches to begin with, above all photos: examples from the library's own names, and the latest searches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.language import tr
from cbir_app.base.page import button, label
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.sessions import Query

MAX_LETTERS = 32


class StartRow(QWidget):
    chosen = Signal(object)  # Query

    def __init__(self) -> None:
        super().__init__()
        self._layout = FlowLayout(self, spacing=4)
        self._layout.setContentsMargins(12, 0, 12, 4)
        self.empty = True
        self.hide()

    def show_searches(self, examples: Sequence[Query], recent: Sequence[Query]) -> None:
        """Show a button for each search."""
        while (item := self._layout.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for title, queries in ((tr("Try"), examples), (tr("Again"), recent)):
            if queries:
                self._layout.addWidget(label(title, "dim"))
            for query in queries:
                words = query.label
                short = words if len(words) <= MAX_LETTERS else f"{words[: MAX_LETTERS - 1]}…"
                search = button(short.replace("&", "&&"), partial(self.chosen.emit, query), flat=True)
                search.setAccessibleName(tr("Search for {words}", words=words))
                search.setToolTip(plain_tooltip(words))
                self._layout.addWidget(search)
                search.show()
        self.empty = not (examples or recent)
        self.updateGeometry()
