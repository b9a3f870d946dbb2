"""What the user did -> what takes it back, and does it again. The trash's work is not in here: the system has it.

Whoever did something tells it with record(); undo() and redo() call what was told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.language import QT_TR_NOOP, tr
from app.query import Query
from app.search_session import SearchSession

MOST = 200  # steps that are kept
QUERY = QT_TR_NOOP("change of the query")


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
        self._done = [*self._done[-MOST + 1 :], step]
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


class QuerySteps(QObject):
    """Records every change of the query; typing and weighing are one step as long as they go on."""

    def __init__(self, undo: UndoStack, search: SearchSession) -> None:
        super().__init__(undo)
        self._undo, self._search = undo, search
        self._step: Step | None = None
        self._from, self._to = Query(), Query()
        self._travelling = False
        search.replaced.connect(self._on_replaced)

    def _on_replaced(self, before: Query, after: Query) -> None:
        if self._travelling:
            return
        goes_on = self._step is not None and self._step is self._undo.last and before == self._to
        goes_on = goes_on and not before.empty and after.refines(before)
        self._from, self._to = self._from if goes_on else before, after
        origin = self._from
        self._step = Step(words=tr(QUERY), undo=lambda: self._go(origin), redo=lambda: self._go(after))
        (self._undo.revise if goes_on else self._undo.record)(self._step)

    def _go(self, query: Query) -> None:
        self._travelling = True
        try:
            self._search.set_query(query)
        finally:
            self._travelling = False


def labelled(step: Step | None, verb: str) -> str:
    """Return the words of a menu's entry, such as "Undo: rating of 3 photos"."""
    if step is None:
        return verb
    words = step.words.replace("&", "&&")  # one alone would mark a key
    return f"{verb}: {words}"
