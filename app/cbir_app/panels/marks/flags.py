"""A row of buttons that show and set the flag and the colour label of photos."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QPointF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from cbir.base.types import Flag
from cbir_app.base.language import tr
from cbir_app.base.mark_signs import LABELS, LabelColor, label_of, paint_dot
from cbir_app.base.page import IconButton, with_key
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip


class LabelButton(QToolButton):
    """A switch in the colour of a label."""

    def __init__(self, theme: Theme, label: LabelColor) -> None:
        super().__init__()
        self._theme, self._label = theme, label
        words = tr("Label: {label}", label=tr(label.name))
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(plain_tooltip(with_key(words, label.key)))
        self.setAccessibleName(words)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(24, 28)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_dot(painter, QPointF(self.rect().center()) + QPointF(0.5, 0.5), self._label, self._rim)
        painter.end()

    @property
    def _rim(self) -> str:
        return self._theme.colours.text if self.isChecked() else self._theme.colours.line


class Flags(QWidget):
    """Shows the marks that all selected photos share. Clicking a switch that is on removes its mark."""

    flagged = Signal(str)  # pick, reject or none
    labelled = Signal(str)  # name of the label; empty for no label

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.flags: dict[Flag, IconButton] = {
            "pick": IconButton(theme, "flag"),
            "reject": IconButton(theme, "reject"),
        }
        self.labels = {name: LabelButton(theme, label) for name, label in LABELS.items()}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for flag, button in self.flags.items():
            button.setCheckable(True)
            button.clicked.connect(partial(self._flag, flag))
            layout.addWidget(button)
        layout.addSpacing(8)
        for name, switch in self.labels.items():
            switch.clicked.connect(partial(self._label, name))
            layout.addWidget(switch)
        layout.addStretch(1)

    def show_marks(self, flags: Collection[Flag | None], labels: Collection[str | None]) -> None:
        """Show the common marks of photos without emitting a signal. flags, labels : all that occur among them"""
        flag = next(iter(flags)) if len(flags) == 1 else None
        label = label_of(next(iter(labels))) if len(labels) == 1 else None
        for name, button in self.flags.items():
            with QSignalBlocker(button):
                button.setChecked(name == flag)
        for text, switch in self.labels.items():
            with QSignalBlocker(switch):
                switch.setChecked(LABELS[text] is label)
            switch.update()

    def _flag(self, flag: Flag, _checked: bool = False) -> None:
        self.flagged.emit(flag if self.flags[flag].isChecked() else "none")

    def _label(self, name: str, _checked: bool = False) -> None:
        self.labelled.emit(name if self.labels[name].isChecked() else "")
