"""Changes of the query -> steps on the undo stack."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.base.language import QT_TR_NOOP, tr
from app.base.undo import Step, UndoStack
from app.query import Query, SearchSession

QUERY = QT_TR_NOOP("change of the query")


class QuerySteps(QObject):
    """Records every change of the query; uninterrupted typing or weighing is one step."""

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
