"""Suggestions above the listing of all photos: drop a picture, try an example search, repeat an earlier one.

Searches share a line, which breaks in a narrow window: the photos below need the height.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.language import tr
from cbir_app.base.page import ElidedLabel, button, label
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.sessions import Query

MAX_LETTERS = 32
ICON_PX = 16


class StartRow(QWidget):
    chosen = Signal(object)  # Query

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._icon = QLabel()
        self.drop = ElidedLabel("dim")
        self.drop.setText(
            tr(
                "Drop or paste a picture to find its photos, or type what they show. Nothing leaves this computer."
            )
        )
        first = QHBoxLayout()
        first.setContentsMargins(0, 0, 0, 0)
        first.setSpacing(6)
        first.addWidget(self._icon)
        first.addWidget(self.drop, 1)
        self._line = QWidget()
        self._flow = FlowLayout(self._line, spacing=4)
        self._flow.setContentsMargins(0, 0, 0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 4)
        layout.setSpacing(0)
        layout.addLayout(first)
        layout.addWidget(self._line)
        self.empty = True
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.hide()

    def show_searches(
        self, examples: Sequence[tuple[str, Query]], again: Sequence[tuple[str, Query]]
    ) -> None:
        """Show a button for each search, with its name. again : albums and earlier searches"""
        _clear(self._flow)
        for title, searches in ((tr("Try"), examples), (tr("Again"), again)):
            if searches:
                self._flow.addWidget(label(title, "dim"))
            for words, query in searches:
                search = _search_button(words, partial(self.chosen.emit, query))
                self._flow.addWidget(search)
                search.show()
        self._line.setVisible(bool(examples or again))
        self._line.updateGeometry()
        self.empty = not (examples or again)
        self.updateGeometry()

    def _paint_icon(self) -> None:
        self._icon.setPixmap(
            self._theme.pixmap("drop", ICON_PX, self._theme.colours.dim, self.devicePixelRatioF())
        )


def _search_button(words: str, act: Callable[[], object]) -> QPushButton:
    short = words if len(words) <= MAX_LETTERS else f"{words[: MAX_LETTERS - 1]}…"
    search = button(short.replace("&", "&&"), act, flat=True)
    search.setAccessibleName(tr("Search for {words}", words=words))
    search.setToolTip(plain_tooltip(words))
    return search


def _clear(flow: FlowLayout) -> None:
    while (item := flow.takeAt(0)) is not None:
        if (old := item.widget()) is not None:
            old.hide()
            old.deleteLater()
