"""The command palette: every action that can be done now, and the fields of the search text, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from cbir_app.base.language import tr
from cbir_app.base.page import label
from cbir_app.shell.help_dialogs import IN_WORDS

SIZE_PX = (620, 460)
_AMONG_ROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ROW = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the palette. words : with its menu before it. key : its shortcut, or an example of a field"""

    words: str
    key: str
    run: Callable[[], object]


def commands_of(menus: Mapping[str, Sequence[QAction]], table: Iterable[QAction]) -> list[Command]:
    """Return the actions of the menu bar that can be done now. table : the actions to offer"""
    offered = set(table)
    commands: list[Command] = []

    def collect(path: str, actions: Sequence[QAction]) -> None:
        for action in actions:
            words = f"{path} › {action.text().replace('&', '')}"
            if isinstance(inner := action.menu(), QMenu):
                if action.isEnabled():
                    collect(words, inner.actions())
            elif action in offered and action.isEnabled():
                key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                commands.append(Command(f"✓ {words}" if action.isChecked() else words, key, action.trigger))

    for title, actions in menus.items():
        collect(tr(title), actions)
    return commands


def fields(write: Callable[[str], object]) -> list[Command]:
    """Return the fields of the search text, each with an example. write : puts a text into the search bar"""
    return [
        Command(f"{tr('In the text')} › {tr(words)}", example, partial(write, _start(example)))
        for words, examples in IN_WORDS
        for example in examples.split("   ")
    ]


def _start(example: str) -> str:
    """Return the part of an example to type first: `taken:` of `taken:2019`, else all of it."""
    field, colon, _ = example.partition(":")
    return field + colon if colon else example


def matching(commands: Sequence[Command], typed: str) -> list[Command]:
    """Return the commands that contain every typed word; those whose words begin with them come first."""
    parts = typed.casefold().split()

    def text_of(command: Command) -> str:
        return f" {command.words} {command.key}".casefold()

    hits = [command for command in commands if all(part in text_of(command) for part in parts)]
    return sorted(hits, key=lambda command: sum(f" {part}" not in text_of(command) for part in parts))


class PaletteDialog(QDialog):
    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("palette")
        self.setWindowTitle(tr("Find a command"))
        self._commands = tuple(commands)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Type what you want to do"))
        self.field.setAccessibleName(tr("Find a command"))
        self.field.setClearButtonEnabled(True)
        self.rows = QTreeWidget()
        self.rows.setObjectName("roots")
        self.rows.setAccessibleName(tr("Commands"))
        self.rows.setColumnCount(2)
        self.rows.setHeaderHidden(True)
        self.rows.setRootIsDecorated(False)
        self.rows.setUniformRowHeights(True)
        self.rows.setAllColumnsShowFocus(True)
        self.rows.header().setStretchLastSection(False)
        self.rows.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.rows.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.nothing = label(tr("No command fits."), "dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        for part in (self.field, self.nothing):
            layout.addWidget(part)
        layout.addWidget(self.rows, 1)
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self._run_current)
        self.field.installEventFilter(self)
        self.rows.itemActivated.connect(lambda row, _column: self._run(row))
        self.rows.itemClicked.connect(lambda row, _column: self._run(row))
        self.resize(*SIZE_PX)
        self._fill("")
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys move among the rows while the field keeps the focus."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in _AMONG_ROWS
        ):
            self.rows.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def _fill(self, typed: str) -> None:
        self.rows.clear()
        for command in matching(self._commands, typed):
            row = QTreeWidgetItem([command.words, command.key])
            row.setData(0, _ROW, self._commands.index(command))
            row.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{command.words}, {command.key}".rstrip(", "))
            row.setToolTip(0, command.words)
            row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.rows.addTopLevelItem(row)
        first = self.rows.topLevelItem(0)
        if first is not None:
            self.rows.setCurrentItem(first)
        self.nothing.setVisible(first is None)

    def _run_current(self) -> None:
        if (row := self.rows.currentItem()) is not None:
            self._run(row)

    def _run(self, row: QTreeWidgetItem) -> None:
        """Close the palette, then run the command: it may open a dialog of its own."""
        command = self._commands[row.data(0, _ROW)]
        self.accept()
        command.run()
