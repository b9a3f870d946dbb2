"""Chips for the filters that are set, beside the chips of the query, to read, change and remove them."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from cbir.base.types import Filters
from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.language import tr
from cbir_app.base.page import IconButton, label
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.sessions import NO_FILTERS, FilterChip, filter_chips

LABEL_PX = 210


class FilterTerm(QFrame):
    """By keyboard: Enter or Space changes the filter, Delete removes it."""

    open_asked = Signal()
    remove_asked = Signal()
    step_asked = Signal(int)  # move to the chip before or after

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setProperty("filter", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.words = label("")
        self.remove_button = IconButton(theme, "close", tr("Remove this filter"), self.remove_asked.emit)
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the chip's own keys do the same
        self.remove_button.setIconSize(QSize(16, 16))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 3, 3, 3)
        layout.setSpacing(2)
        layout.addWidget(self.words)
        layout.addWidget(self.remove_button)

    def show_chip(self, chip: FilterChip) -> None:
        self.words.setText(self.fontMetrics().elidedText(chip.words, Qt.TextElideMode.ElideMiddle, LABEL_PX))
        self.setAccessibleName(tr("Filter: {filter}", filter=chip.words))
        keys = tr("Enter: change. Delete: remove.")
        self.setToolTip(plain_tooltip(f"{chip.words}\n{keys}"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        match event.key():
            case keys.Key_Return | keys.Key_Enter | keys.Key_Space | keys.Key_Down:
                self.open_asked.emit()
            case keys.Key_Delete | keys.Key_Backspace:
                self.remove_asked.emit()
            case keys.Key_Left | keys.Key_Right:
                self.step_asked.emit(1 if event.key() == keys.Key_Right else -1)
            case _:
                super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.open_asked.emit()


class FilterChips(QObject):
    """Inserts the chips of filters into a field's flow of chips, before its last widget."""

    changed = Signal(object)  # Filters
    open_asked = Signal(str, QWidget)  # the kind of filter, its chip
    step_asked = Signal(QWidget, int)  # from a chip to its neighbour before or after
    fact_removed = Signal(str)  # a phrase of the typed text

    def __init__(self, theme: Theme, field: QWidget, flow: FlowLayout, last: QWidget) -> None:
        super().__init__(field)
        self._theme, self._field, self.flow, self.last_stop = theme, field, flow, last
        self._filters = NO_FILTERS
        self._facts: tuple[str, ...] = ()
        self._shown: list[FilterChip] = []
        self.terms: list[FilterTerm] = []

    @property
    def texts(self) -> list[str]:
        return [chip.words for chip in self._shown]

    def show_filters(self, filters: Filters, facts: tuple[str, ...] = ()) -> None:
        """Show the chips of filters, and of phrases of the typed text that limit the hits."""
        if (filters, facts) == (self._filters, self._facts):
            return
        self._filters, self._facts = filters, facts
        of_facts = (FilterChip("date", fact, filters, fact) for fact in facts)
        self._shown = [*filter_chips(filters), *of_facts]
        had_focus = next((at for at, term in enumerate(self.terms) if term.hasFocus()), None)
        while len(self.terms) > len(self._shown):
            removed_chip = self.terms.pop()
            self.flow.removeWidget(removed_chip)
            removed_chip.hide()
            removed_chip.deleteLater()
        while len(self.terms) < len(self._shown):
            self._add()
        for term, chip in zip(self.terms, self._shown, strict=True):
            term.show_chip(chip)
        if had_focus is not None and had_focus >= len(self.terms):
            left: QWidget = self.terms[-1] if self.terms else self.last_stop
            left.setFocus(Qt.FocusReason.TabFocusReason)
        self.flow.invalidate()

    def _add(self) -> None:
        at, term = len(self.terms), FilterTerm(self._theme, self._field)
        term.open_asked.connect(lambda: self._open(at))
        term.remove_asked.connect(lambda: self._remove(at))
        term.step_asked.connect(lambda step: self.step_asked.emit(term, step))
        self.terms.append(term)
        self.flow.insert(self.flow.count() - 1, term)
        term.show()
        QWidget.setTabOrder(term, self.last_stop)

    def _open(self, at: int) -> None:
        if self._shown[at].fact:
            self.last_stop.setFocus(Qt.FocusReason.OtherFocusReason)  # the text that it comes from
        else:
            self.open_asked.emit(self._shown[at].kind, self.terms[at])

    def _remove(self, at: int) -> None:
        chip = self._shown[at]
        if chip.fact:
            self.fact_removed.emit(chip.fact)
        else:
            self.changed.emit(chip.rest)
