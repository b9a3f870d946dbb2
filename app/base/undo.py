"""What the user did -> what takes it back, and does it again.

Whoever did something tells it with record(); undo() and redo() call what was told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

MAX_STEPS = 200  # steps that are kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """words : what was done, as in "Undo: rating of 3 photos"."""

    words: str
    undo: Callable[[], object]
    redo: Callable[[], object]


class UndoStack(QObject):
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def last(self) -> Step | None:
        """What undo() would take back."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Step | None:
        """What redo() would do again."""
        return self._undone[-1] if self._undone else None

    def record(self, step: Step) -> None:
        """Take note of something that was done just now."""
        self._done = [*self._done[-MAX_STEPS + 1 :], step]
        self._undone.clear()
        self.changed.emit()

    def revise(self, step: Step) -> None:
        """Put a step in the place of the last one, which went on."""
        self._done.pop()
        self.record(step)

    def undo(self) -> None:
        if self._done:
            step = self._done.pop()
            self._undone.append(step)
            step.undo()
            self.changed.emit()

    def redo(self) -> None:
        if self._undone:
            step = self._undone.pop()
            self._done.append(step)
            step.redo()
            self.changed.emit()


def labelled(step: Step | None, verb: str) -> str:
    """Return the words of a menu's entry, such as "Undo: rating of 3 photos"."""
    if step is None:
        return verb
    words = step.words.replace("&", "&&")  # one alone would mark a key
    return f"{verb}: {words}"
