"""Facts of a photo: short values beside their names, long ones below. Unknown facts take no line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from cbir_app.base.language import tr
from cbir_app.base.page import label
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import breakable

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
