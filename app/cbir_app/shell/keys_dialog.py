"""All keyboard shortcuts on one page. Most of them are taken from the menus, so that the list is always right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label

Rows = list[tuple[str, str]]  # wording, key

IN_THE_RESULTS: Rows = [
    (QT_TR_NOOP("Move between photos"), QT_TR_NOOP("Arrows")),
    (QT_TR_NOOP("Select more"), QT_TR_NOOP("Shift+Arrows")),
    (QT_TR_NOOP("Show your picture beside the photo"), QT_TR_NOOP("Enter")),
    (QT_TR_NOOP("Show the photo large"), QT_TR_NOOP("Space")),
    (QT_TR_NOOP("Rate the selected photos"), QT_TR_NOOP("0 to 5")),
    (QT_TR_NOOP("To the section before, after"), QT_TR_NOOP("Ctrl+PgUp, Ctrl+PgDown")),
    (QT_TR_NOOP("Larger, smaller pictures"), QT_TR_NOOP("Ctrl++, Ctrl+−")),
]
IN_THE_QUERY: Rows = [
    (QT_TR_NOOP("To the chips, and between them"), QT_TR_NOOP("Left, Right")),
    (QT_TR_NOOP("What can be done with it"), QT_TR_NOOP("Space")),
    (QT_TR_NOOP("With it or without it"), "+   −"),
    (QT_TR_NOOP("More or less weight"), QT_TR_NOOP("Up, Down")),
    (QT_TR_NOOP("Frame it, or change its words"), QT_TR_NOOP("Enter")),
    (QT_TR_NOOP("Remove it"), QT_TR_NOOP("Del")),
]
IN_WORDS: Rows = [
    (QT_TR_NOOP("One or the other"), "cat OR dog"),
    (QT_TR_NOOP("Just these words, in this order"), '"red boat"'),
    (QT_TR_NOOP("Without it"), "-scan"),
    (QT_TR_NOOP("When it was taken"), "taken:2019   after:2019-06"),
    (QT_TR_NOOP("Where it was taken"), "near:Lisbon   near:38.7,-9.1~5km"),
    (QT_TR_NOOP("With what, and where it is"), "camera:fuji   folder:scans"),
    (QT_TR_NOOP("How many stars"), "rating:>=4"),
    (QT_TR_NOOP("What kind of picture"), "format:raw   mp:>=12"),
]
IN_A_PICTURE: Rows = [
    (QT_TR_NOOP("Zoom in, out, fit, actual size"), "+   −   F   Z"),
    (QT_TR_NOOP("Rate the photo"), QT_TR_NOOP("0 to 5")),
    (QT_TR_NOOP("The photo before, after"), QT_TR_NOOP("PgUp, PgDown, arrows")),
    (QT_TR_NOOP("Lines between matching points"), "L"),
    (QT_TR_NOOP("Lay your picture over the photo"), "O"),
    (QT_TR_NOOP("Details that photos are compared by"), "P"),
    (QT_TR_NOOP("Visual words that both share"), "W"),
    (QT_TR_NOOP("Where your words were found"), "H"),
    (QT_TR_NOOP("Less, more of your picture on it"), "[   ]"),
    (QT_TR_NOOP("Switch between photo and your picture"), QT_TR_NOOP("Space")),
    (QT_TR_NOOP("About the photo"), "I"),
    (QT_TR_NOOP("Move or size the frame"), QT_TR_NOOP("Arrows, Shift+Arrows")),
    (QT_TR_NOOP("Back to the results"), QT_TR_NOOP("Esc")),
]


TITLES = (
    *(QT_TR_NOOP("Search"), QT_TR_NOOP("Edit"), QT_TR_NOOP("Library"), QT_TR_NOOP("Photo")),
    *(QT_TR_NOOP("View"), QT_TR_NOOP("Help")),
)
"""The menu titles, for translators. The dialog takes them from the menu bar."""


class KeysDialog(QDialog):
    def __init__(self, groups: Mapping[str, Sequence[QAction]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        menus = {title: _rows(actions) for title, actions in groups.items()}
        view = [*menus.pop("View", []), *menus.pop("Help", [])]
        typed = (QT_TR_NOOP("In words"), _translated(IN_WORDS))
        columns = (
            (
                ("Search", menus.pop("Search", [])),
                (QT_TR_NOOP("In the search bar"), _translated(IN_THE_QUERY)),
            ),
            (
                ("Photo", menus.pop("Photo", [])),
                (QT_TR_NOOP("In the results"), _translated(IN_THE_RESULTS)),
                typed,
            ),
            (("View", view), (QT_TR_NOOP("In a picture"), _translated(IN_A_PICTURE)), *menus.items()),
        )
        body = QWidget()
        across = QHBoxLayout(body)
        across.setContentsMargins(0, 0, 8, 0)
        across.setSpacing(30)
        for column in columns:
            across.addLayout(_column(column))
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        scroll.setAccessibleName(tr("Keyboard shortcuts"))
        close = button(tr("Close"), self.close, primary=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(14)
        layout.addWidget(scroll, 1)
        layout.addLayout(button_row(close))
        content = body.sizeHint()
        screen = self.screen().availableSize()
        self.resize(
            min(content.width() + 64, screen.width()), min(content.height() + 90, screen.height() - 60)
        )
        close.setFocus()


def _translated(rows: Rows) -> Rows:
    return [(tr(words), tr(key)) for words, key in rows]


def _rows(actions: Sequence[QAction], menu: str = "") -> Rows:
    """Return the actions that have a key, without the variable part of their texts, such as the step after "Undo".

    menu : prefix for the actions of a submenu. Actions with a digit as their key are listed elsewhere.
    """
    rows = []
    for action in actions:
        words = action.text().replace("&", "").partition(":")[0].rstrip("…")
        if isinstance(inner := action.menu(), QMenu):
            rows += _rows(inner.actions(), f"{words} › ")
        elif (key := _keys(action)) and not key.isdigit():
            rows.append((menu + words, key))
    return rows


def _keys(action: QAction) -> str:
    """Return the key of an action, with its other keys that are single characters."""
    first, *others = [
        keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts()
    ] or [""]
    return "   ".join([first, *(key for key in others if len(key) == 1)])


def _column(groups: Sequence[tuple[str, Rows]]) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(8)
    for title, rows in groups:
        column.addWidget(label(tr(title), "section"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for at, (words, key) in enumerate(rows):
            keycap = label(key, "keycap")
            grid.addWidget(keycap, at, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label(words), at, 1)
        column.addLayout(grid)
        column.addSpacing(10)
    column.addStretch(1)
    return column
