"""A field of one line in a window that can undo, too."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit


class LineEdit(QLineEdit):
    """Leaves undo and redo to the window where it has nothing of its own to undo or redo: Qt's field keeps the keys."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            undone = event.matches(keys.Undo) and not self.isUndoAvailable()
            redone = event.matches(keys.Redo) and not self.isRedoAvailable()
            if undone or redone:
                event.ignore()
                return False
        return super().event(event)
