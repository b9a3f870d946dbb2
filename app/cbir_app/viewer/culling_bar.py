"""The bar under a large photo: its stars and keywords, and the photos around it. All viewers share it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from cbir.base.types import Hit
from cbir_app.base.language import tr
from cbir_app.base.theme import Theme
from cbir_app.engine import Details, Thumbnails
from cbir_app.panels.marks import MarksPanel
from cbir_app.viewer.filmstrip import Filmstrip

MARKS_PX = 236


class CullingBar(QFrame):
    def __init__(self, details: Details, thumbnails: Thumbnails, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("cullingBar")
        self._details = details
        self.marks = MarksPanel(details, theme)
        self.strip = Filmstrip(thumbnails, theme, details.rating)
        self.strip.seen.connect(details.ask)
        details.arrived.connect(self.strip.update)
        inside = QWidget()
        column = QHBoxLayout(inside)
        column.setContentsMargins(12, 6, 8, 6)
        column.addWidget(self.marks, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("marksPane")
        self._scroll.setAccessibleName(tr("Stars and keywords"))
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._scroll.setFixedWidth(MARKS_PX)
        self._scroll.setFixedHeight(self.strip.height())
        self._scroll.setWidget(inside)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll)
        layout.addWidget(self.strip, 1)

    def show_hits(self, hits: Sequence[Hit], row: int) -> None:
        self.strip.show_hits(hits, row)

    def write_keyword(self) -> None:
        self.marks.keywords.field.setFocus()
        self._scroll.ensureWidgetVisible(self.marks.keywords.field)
