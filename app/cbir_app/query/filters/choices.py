"""A list of choices for a filter, each with its number of photos, and a field for a date."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from cbir_app.base.language import number, tr
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.sessions import is_date

Choice = tuple[str, object, int | None]  # wording, value (None: any), number of photos (None: not counted)

FIND_FROM = 12  # number of choices above which a text field filters them
SHOWN_ROWS = 9


class _Rows(QListWidget):
    taken = Signal()  # by a click or Enter

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("choices")
        self.setAccessibleName(name)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUniformItemSizes(True)
        self.itemClicked.connect(lambda _item: self.taken.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.taken.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        rows = max(2, min(SHOWN_ROWS, self.count()))
        return QSize(240, rows * max(20, self.sizeHintForRow(0)) + 2 * self.frameWidth())


class Chooser(QWidget):
    """A choice of one value or none. A value without photos is kept while it is set.

    free : returns the wording for a typed value that is not offered; None: only offered values can be chosen
    """

    chosen = Signal()  # by a person

    def __init__(
        self, name: str, none: str, *, free: Callable[[str], str] | None = None, hint: str = ""
    ) -> None:
        super().__init__()
        self._none, self._free, self._words = none, free, ""
        self._choices: tuple[Choice, ...] = ()
        self._value: object = None
        self.rows = _Rows(name)
        self.rows.taken.connect(self._take)
        self.finder = QLineEdit()
        self.finder.setPlaceholderText(hint or tr("Find"))
        self.finder.setAccessibleName(tr("Find: {name}", name=name))
        self.finder.textEdited.connect(lambda _text: self._show())
        self.finder.returnPressed.connect(self._take)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.finder)
        layout.addWidget(self.rows)
        self.setFocusProxy(self.rows)
        self._show()

    def offer(self, choices: Iterable[Choice]) -> None:
        """Set the choices; the current row stays while the list has the focus."""
        self._choices = tuple(choices)
        self._show(self.rows.currentRow() if self.rows.hasFocus() else -1)

    @property
    def value(self) -> object:
        return self._value

    @property
    def texts(self) -> list[str]:
        """The texts of the rows."""
        return [self.rows.item(at).text() for at in range(self.rows.count())]

    def set_value(self, value: object, words: str = "") -> None:
        """Choose without a signal. words : wording for a value that is not offered any more"""
        self._value, self._words = value, words
        self._show()

    def choose(self, value: object) -> None:
        """Choose as a click would."""
        self._value = value
        self.chosen.emit()

    def open(self) -> None:
        """Show all choices, and go to the chosen one."""
        self.finder.clear()
        self._show()
        (self.finder if self.finder.isVisibleTo(self) else self.rows).setFocus(
            Qt.FocusReason.PopupFocusReason
        )

    def _take(self) -> None:
        if (row := self.rows.currentItem()) is not None:
            self.choose(row.data(Qt.ItemDataRole.UserRole))

    def _show(self, before: int = -1) -> None:
        pattern = self.finder.text().strip().casefold()
        self.finder.setVisible(self._free is not None or len(self._choices) > FIND_FROM)
        with QSignalBlocker(self.rows):
            self.rows.clear()
            self._add(self._none, None)
            for words, value, photos in self._choices:
                if pattern in words.casefold():
                    self._add(
                        words if photos is None else f"{words} ({number(photos)})", value, faint=photos == 0
                    )
            if self._free is not None and pattern and self.rows.count() == 1:
                typed = self.finder.text().strip()
                self._add(self._free(typed), typed)
            at = next((row for row in range(self.rows.count()) if _same(self._at(row), self._value)), -1)
            if at < 0 and not pattern:
                self._add(self._words or str(self._value), self._value)
                at = self.rows.count() - 1
            if pattern:
                at = 1 if self.rows.count() > 1 else 0
            elif 0 <= before < self.rows.count():
                at = before
            self.rows.setCurrentRow(at)
        self.rows.updateGeometry()

    def _at(self, row: int) -> object:
        return self.rows.item(row).data(Qt.ItemDataRole.UserRole)

    def _add(self, text: str, value: object, *, faint: bool = False) -> None:
        row = QListWidgetItem(text)
        row.setData(Qt.ItemDataRole.UserRole, value)
        row.setToolTip(plain_tooltip(text))
        if faint:
            row.setForeground(self.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text))
        if value is not None and _same(value, self._value):
            font = row.font()
            font.setBold(True)
            row.setFont(font)
        self.rows.addItem(row)


class DateField(QLineEdit):
    """A year, a month or a day, or nothing."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText("2019-07")
        self.setMaxLength(10)
        self.setMinimumWidth(40)
        self.setToolTip(tr("A year, a month or a day: 2019, 2019-07 or 2019-07-14"))
        self.setClearButtonEnabled(False)
        self.textEdited.connect(lambda _text: self._mark())

    @property
    def valid(self) -> bool:
        return not self.text().strip() or is_date(self.text().strip())

    @property
    def value(self) -> str | None:
        text = self.text().strip()
        return text if text and self.valid else None

    def set_value(self, value: str | None) -> None:
        if value != self.value or self.valid:
            self.setText(value or "")
        self._mark()

    def _mark(self) -> None:
        self.setProperty("wrong", not self.valid)
        self.setAccessibleDescription(
            "" if self.valid else tr("Not a date. Write 2019, 2019-07 or 2019-07-14.")
        )
        self.style().unpolish(self)
        self.style().polish(self)


def _same(value: object, other: object) -> bool:
    """Return True if two values make the same choice: texts such as a format or a camera regardless of case."""
    texts = isinstance(value, str) and isinstance(other, str)
    return str(value).casefold() == str(other).casefold() if texts else value == other
