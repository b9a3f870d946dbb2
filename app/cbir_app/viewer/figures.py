"""A line of numbers, each above its caption."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.page import label
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.viewer.reasons import Figure


class Figures(QFrame):
    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("figures")
        self.setAccessibleName(name)
        self._flow = FlowLayout(self, spacing=26)
        self._flow.setContentsMargins(18, 8, 18, 9)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.shown: tuple[Figure, ...] = ()

    def show_figures(self, figures: Sequence[Figure]) -> None:
        while (entry := self._flow.takeAt(0)) is not None:
            if (old := entry.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.shown = tuple(figures)
        for figure in figures:
            made = _block(figure)
            self._flow.addWidget(made)
            made.show()  # a layout would show it one turn of the event loop later
        self.setAccessibleDescription(". ".join(f"{figure.value} {figure.caption}" for figure in figures))
        self.setVisible(bool(figures))
        self.updateGeometry()


def _block(figure: Figure) -> QWidget:
    block = QWidget()
    block.setToolTip(plain_tooltip(figure.tooltip))
    block.setAccessibleName(f"{figure.value} {figure.caption}. {figure.tooltip}")
    inside = QVBoxLayout(block)
    inside.setContentsMargins(0, 0, 0, 0)
    inside.setSpacing(0)
    for text, name in ((figure.value, "figure"), (figure.caption, "dim")):
        words = label(text, name)
        words.setAlignment(Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(words)
    return block
