"""The settings: few, and each is in force as soon as it is changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.page import button, label, rule
from app.preferences import Scheme
from app.wording import breakable, megabytes
from cbir.types import LibraryInfo

SCHEMES: tuple[tuple[Scheme, str], ...] = (("system", "As the system"), ("light", "Light"), ("dark", "Dark"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A setting that is on or off."""

    words: str
    remark: str
    on: bool
    change: Callable[[bool], object]


def follow(on: bool, change: Callable[[bool], object]) -> Switch:
    remark = "New, changed and moved photos are noticed while this library's window is open."
    return Switch(words="Follow changes by itself", remark=remark, on=on, change=change)


def match_lines(on: bool, change: Callable[[bool], object]) -> Switch:
    remark = "Where a photo is compared with the query. The key L does the same there."
    return Switch(words="Show the lines between matching points", remark=remark, on=on, change=change)


class SettingsDialog(QDialog):
    def __init__(
        self,
        scheme: Scheme,
        on_scheme: Callable[[Scheme], object],
        switches: tuple[Switch, ...],
        info: LibraryInfo | None,
        on_folder: Callable[[Path], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Settings")
        self.setMinimumWidth(480)
        self._on_scheme = on_scheme
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(22, 18, 22, 16)
        self._layout.setSpacing(10)
        self.schemes = QButtonGroup(self)
        self._add_schemes(scheme)
        self.boxes = [self._add_switch(switch) for switch in switches]
        if info is not None:
            self._add_library(info, on_folder)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(button("Close", self.close, primary=True))
        self._layout.addSpacing(8)
        self._layout.addLayout(buttons)

    def _add_schemes(self, scheme: Scheme) -> None:
        self._layout.addWidget(label("Appearance", "section"))
        row = QHBoxLayout()
        for at, (name, words) in enumerate(SCHEMES):
            choice = QRadioButton(words)
            choice.setChecked(name == scheme)
            self.schemes.addButton(choice, at)
            row.addWidget(choice)
        row.addStretch(1)
        self.schemes.idToggled.connect(lambda at, on: self._on_scheme(SCHEMES[at][0]) if on else None)
        self._layout.addLayout(row)
        self._layout.addWidget(rule())

    def _add_switch(self, switch: Switch) -> QCheckBox:
        box = QCheckBox(switch.words)
        box.setChecked(switch.on)
        box.setAccessibleDescription(switch.remark)
        box.clicked.connect(lambda on: switch.change(cast(bool, on)))
        remark = label(switch.remark, "dim", wrap=True)
        remark.setContentsMargins(24, 0, 0, 0)
        self._layout.addWidget(box)
        self._layout.addWidget(remark)
        return box

    def _add_library(self, info: LibraryInfo, on_folder: Callable[[Path], object]) -> None:
        self._layout.addWidget(rule())
        self._layout.addWidget(label("This library", "section"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(
            (
                ("Folder", str(info.folder)),
                ("Index", megabytes(info.bytes)),
                ("Small pictures", megabytes(info.thumbnail_bytes)),
            )
        ):
            text = label(breakable(value), wrap=True)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(label(name, "dim"), row, 0)
            grid.addWidget(text, row, 1)
        grid.addWidget(button("Show", lambda: on_folder(info.folder), flat=True), 0, 2)
        self._layout.addLayout(grid)
