"""Facts of a photo beside their names, and a line of numbers above their captions. Unknown facts take no line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.language import tr
from cbir_app.base.page import label
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import breakable
from cbir_app.viewer.reasons import Figure

LONG = frozenset(("File", "Folder", "Title", "Caption", "Lens", "Place", "Keywords"))
"""Facts below their names: beside them, they would break after every word or two."""


class FactGrid(QWidget):
    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values: dict[str, QLabel] = {name: label("", wrap=True) for name in names}
        self._names = {name: label(tr(name), "dim") for name in names}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        for at, (name, value) in enumerate(self.values.items()):
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setAccessibleName(tr(name))
            if name in LONG:
                grid.addWidget(self._names[name], 2 * at, 0, 1, 2)
                grid.addWidget(value, 2 * at + 1, 0, 1, 2)
            else:
                grid.addWidget(self._names[name], 2 * at, 0, Qt.AlignmentFlag.AlignTop)
                grid.addWidget(value, 2 * at, 1)

    def show_fact(self, name: str, value: str) -> None:
        self.values[name].setText(breakable(value))
        self.values[name].setToolTip(plain_tooltip(value))
        for part in (self._names[name], self.values[name]):
            part.setVisible(bool(value))


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
            block = _block(figure)
            self._flow.addWidget(block)
            block.show()  # a layout would show it one turn of the event loop later
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
