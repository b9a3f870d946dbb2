"""The active filters in a line under the query: each can be read, and taken away."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.base.flow_layout import FlowLayout
from app.base.language import tr
from app.base.page import label
from app.base.theme import Theme
from app.filters.filters import NO_FILTERS, FilterChip, filter_chips
from cbir.base.types import Filters


class FilterChips(QWidget):
    changed = Signal(object)  # Filters

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._filters = NO_FILTERS
        self.buttons: list[QPushButton] = []
        self._flow = FlowLayout(self, spacing=6)
        self._flow.setContentsMargins(4, 0, 0, 0)
        self._flow.addWidget(label(tr("Only"), "dim"))
        theme.changed.connect(self._paint)
        self.hide()

    def show_filters(self, filters: Filters) -> None:
        if filters == self._filters:
            return
        self._filters = filters
        for old in self.buttons:
            self._flow.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.buttons = [self._make(chip) for chip in filter_chips(filters)]
        self.setVisible(bool(self.buttons))
        self._paint()

    def _make(self, chip: FilterChip) -> QPushButton:
        made = QPushButton(chip.words, self)
        made.setObjectName("filterChip")
        made.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        made.setIconSize(QSize(12, 12))
        made.setAutoDefault(True)
        made.setToolTip(tr("Remove this filter"))
        made.setAccessibleName(tr("Filter: {filter}. Remove it", filter=chip.words))
        made.clicked.connect(lambda _checked=False: self.changed.emit(chip.rest))
        self._flow.addWidget(made)
        made.show()
        return made

    def _paint(self) -> None:
        icon = self._theme.icon("close", self._theme.colours.dim, side_px=12)
        for made in self.buttons:
            made.setIcon(icon)
