"""The user's steps, and how to undo and redo them.

The author of a change records it as a Step. A field that undoes its own typing leaves the keys to the window if it has
nothing to undo.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

MAX_STEPS = 200  # in memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A change and its reverse. words : the change's name, as in "Undo: rating of 3 photos"."""

    words: str
    undo: Callable[[], object]
    redo: Callable[[], object]


class UndoStack(QObject):
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self._due = 0  # changes under way, whose steps are recorded when the library has answered
        self._presses: list[Callable[[], None]] = []  # undo and redo that wait for these steps

    @property
    def last(self) -> Step | None:
        """The step that undo() reverses."""
        return self.done[-1] if self.done else None

    @property
    def next(self) -> Step | None:
        """The step that redo() repeats."""
        return self.undone[-1] if self.undone else None

    @property
    def waits(self) -> bool:
        """True while a change is under way: undo then waits for its step."""
        return self._due > 0

    def expect(self) -> None:
        """Announce a change. Its step follows, if it changes anything, and then settle()."""
        self._due += 1
        self.changed.emit()

    def settle(self) -> None:
        """End an announced change, and do what was pressed while it was under way."""
        self._due -= 1
        while self._presses and not self._due:
            self._presses.pop(0)()
        self.changed.emit()

    def record(self, step: Step) -> None:
        """Add a step that was just done."""
        self.done = [*self.done[-MAX_STEPS + 1 :], step]
        self.undone.clear()
        self.changed.emit()

    def revise(self, step: Step) -> None:
        """Replace the last step, which has continued."""
        self.done.pop()
        self.record(step)

    def forget(self, steps: Container[Step]) -> None:
        """Drop steps that can no longer be undone or redone."""
        self.done, self.undone = (
            [step for step in stack if step not in steps] for stack in (self.done, self.undone)
        )
        self.changed.emit()

    def undo(self) -> None:
        if self._due:
            self._presses.append(self.undo)
        elif self.done:
            step = self.done.pop()
            self.undone.append(step)
            step.undo()
            self.changed.emit()

    def redo(self) -> None:
        if self._due:
            self._presses.append(self.redo)
        elif self.undone:
            step = self.undone.pop()
            self.done.append(step)
            step.redo()
            self.changed.emit()


class LineEdit(QLineEdit):
    """A field that leaves undo and redo to the window if it has none itself. Qt's line edit keeps the keys."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            undone = event.matches(keys.Undo) and not self.isUndoAvailable()
            redone = event.matches(keys.Redo) and not self.isRedoAvailable()
            if undone or redone:
                event.ignore()
                return False
        return super().event(event)
