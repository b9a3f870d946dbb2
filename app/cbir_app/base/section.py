"""A part of the side column under a heading that folds it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from cbir_app.base.language import tr
from cbir_app.base.theme import Theme


class Section(QWidget):
    folded = Signal(bool)  # by the user's hand

    def __init__(self, theme: Theme, title: str, body: QWidget, *tools: QWidget) -> None:
        super().__init__()
        self._theme, self._title, self.body = theme, title, body
        self.heading = QToolButton()
        self.heading.setObjectName("heading")
        self.heading.setText(title)
        self.heading.setCheckable(True)
        self.heading.setChecked(True)
        self.heading.setAutoRaise(True)
        self.heading.setIconSize(QSize(14, 14))
        self.heading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.heading.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.heading.toggled.connect(self._show)
        self.heading.clicked.connect(lambda on: self.folded.emit(not on))
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(self.heading, 1)
        for tool in tools:
            top.addWidget(tool)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(body)
        theme.changed.connect(self._paint)
        self._show(True)

    @property
    def open(self) -> bool:
        return self.heading.isChecked()

    def set_open(self, on: bool) -> None:
        self.heading.setChecked(on)

    def _show(self, on: bool) -> None:
        self.body.setVisible(on)
        fold = tr("{section}: fold away") if on else tr("{section}: unfold")
        self.heading.setAccessibleName(fold.format(section=self._title))
        self._paint()

    def _paint(self) -> None:
        name = "chevron-down" if self.open else "chevron-right"
        self.heading.setIcon(self._theme.icon(name, self._theme.colours.dim, side_px=14))
