"""All keys on one page, taken from the menus themselves so that the list cannot be wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.page import button, label

Rows = list[tuple[str, str]]  # what is done, and by which key

IN_THE_RESULTS: Rows = [
    ("Move between photos", "Arrows"),
    ("Select more", "Shift+Arrows"),
    ("Show the query beside the photo", "Enter"),
    ("Show the photo large", "Space"),
    ("Rate the selected photos", "0 to 5"),
    ("To the section before, after", "Ctrl+PgUp, Ctrl+PgDown"),
    ("Larger, smaller pictures", "Ctrl++, Ctrl+−"),
]
IN_THE_QUERY: Rows = [
    ("To the chips, and between them", "Left, Right"),
    ("Look for it, or leave it out", "Space, +, −"),
    ("More or less weight", "Up, Down"),
    ("Frame it, or change its words", "Enter"),
    ("Remove it", "Del"),
]
IN_A_PICTURE: Rows = [
    ("Zoom in, out, fit, actual size", "+   −   0   1"),
    ("The photo before, after", "PgUp, PgDown, arrows"),
    ("Lines between matching points", "L"),
    ("Lay the query over the photo", "O"),
    ("Less, more of the query on it", "[   ]"),
    ("Flip between photo and query", "Space"),
    ("What is known of the photo", "I"),
    ("Move or size the frame", "Arrows, Shift+Arrows"),
    ("Back to the results", "Esc"),
]


class KeysDialog(QDialog):
    def __init__(self, groups: Mapping[str, Sequence[QAction]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keyboard shortcuts")
        menus = {title: _rows(actions) for title, actions in groups.items()}
        view = [*menus.pop("View", []), *menus.pop("Help", [])]
        columns = (
            (("Search", menus.pop("Search", [])), ("In the query", IN_THE_QUERY)),
            (("Photo", menus.pop("Photo", [])), ("In the results", IN_THE_RESULTS)),
            (("View", view), ("In a picture", IN_A_PICTURE), *menus.items()),
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
        scroll.setAccessibleName("Keyboard shortcuts")
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        close = button("Close", self.close, primary=True)
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(14)
        layout.addWidget(scroll, 1)
        layout.addLayout(buttons)
        wanted = body.sizeHint()
        screen = self.screen().availableSize()
        self.resize(min(wanted.width() + 64, screen.width()), min(wanted.height() + 90, screen.height() - 60))
        close.setFocus()


def _rows(actions: Sequence[QAction]) -> Rows:
    """Return what has a key, without what an entry says of the moment, such as what undo would undo."""
    native = QKeySequence.SequenceFormat.NativeText
    return [
        (action.text().replace("&", "").partition(":")[0].rstrip("…"), action.shortcut().toString(native))
        for action in actions
        if not action.shortcut().isEmpty()
    ]


def _column(groups: Sequence[tuple[str, Rows]]) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(8)
    for title, rows in groups:
        column.addWidget(label(title, "section"))
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
