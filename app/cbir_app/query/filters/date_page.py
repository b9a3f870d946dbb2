"""Filter by date: a year at a click, or a span of time, typed or chosen in a calendar."""

from __future__ import annotations

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QIcon, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QGridLayout, QLabel, QToolButton, QWidget

from cbir_app.base.language import tr
from cbir_app.base.page import label
from cbir_app.query.filters.choices import Chooser, DateField

ROOM_PX = 40  # added to the width of a year: margins and the scroll bar


class DatePage(QWidget):
    chosen = Signal()
    done = Signal()  # Enter in the last field

    def __init__(self) -> None:
        super().__init__()
        self.year = Chooser(tr("Year"), tr("Any year"))
        self.taken_from = DateField(tr("Taken from"))
        self.taken_to = DateField(tr("Taken until"))
        self.calendar = QCalendarWidget()
        self.calendar.setAccessibleName(tr("Calendar"))
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.calendar.setWeekdayTextFormat(day, QTextCharFormat())  # not in red
        for name, arrow in (("prev", Qt.ArrowType.LeftArrow), ("next", Qt.ArrowType.RightArrow)):
            step = self.calendar.findChild(QToolButton, f"qt_calendar_{name}month")
            if step is not None:
                step.setIcon(QIcon())  # its icon is black in the dark scheme too
                step.setArrowType(arrow)
        self._to_set = self.taken_from
        self.newest: int | None = None  # the last year that has photos
        widest = self.fontMetrics().horizontalAdvance(tr("Any year"))
        self.year.rows.setFixedWidth(max(110, widest + ROOM_PX))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.addWidget(self.year, 0, 0, 2, 1)
        for column, (name, field) in enumerate(((tr("From"), self.taken_from), (tr("Until"), self.taken_to))):
            title: QLabel = label(name, "dim")
            title.setBuddy(field)
            grid.addWidget(title, 0, 1 + 2 * column)
            grid.addWidget(field, 0, 2 + 2 * column)
            field.editingFinished.connect(self._on_written)
            field.selectionChanged.connect(lambda field=field: self._turn_to(field))
            field.textEdited.connect(lambda _text, field=field: self._turn_to(field))
            field.textChanged.connect(lambda _text: self._show_mistake())
        self.wrong = label("", "dim")  # always takes its space, so that nothing moves during typing
        grid.addWidget(self.calendar, 1, 1, 1, 4)
        grid.addWidget(self.wrong, 2, 0, 1, 5)
        self.taken_from.returnPressed.connect(self.taken_to.setFocus)
        self.taken_to.returnPressed.connect(self._on_return)
        self.year.chosen.connect(self._on_year)
        self.calendar.clicked.connect(self._on_day)
        self.calendar.activated.connect(self._on_day)

    def set_span(self, first: str | None, last: str | None) -> None:
        """Show a span of time; a whole year is also selected in the list of years."""
        year = first if first == last else None
        self.year.set_value(year if year is None or len(year) == 4 else None)
        self.taken_from.set_value(first)
        self.taken_to.set_value(last)

    def open(self) -> None:
        self._to_set = self.taken_from
        written = self.taken_from.value or self.taken_to.value
        year, month, day_of_month = ([*map(int, written.split("-")), 1, 1] if written else [0, 0, 0])[:3]
        day = QDate(year, month, day_of_month)
        if day.isValid():
            self.calendar.setSelectedDate(day)
        elif self.newest is not None and self.newest < QDate.currentDate().year():
            self.calendar.setCurrentPage(self.newest, 12)  # there are no later photos
        self.taken_from.setFocus(Qt.FocusReason.PopupFocusReason)

    def _show_mistake(self) -> None:
        fields = (self.taken_from, self.taken_to)
        self.wrong.setText(next((field.accessibleDescription() for field in fields if not field.valid), ""))

    def _turn_to(self, field: DateField) -> None:
        if field.hasFocus():
            self._to_set = field

    def _on_year(self) -> None:
        """Set both ends of the span to a year, or clear both."""
        year = None if self.year.value is None else str(self.year.value)
        for field in (self.taken_from, self.taken_to):
            field.set_value(year)
        self.chosen.emit()

    def _on_written(self) -> None:
        if self.taken_from.valid and self.taken_to.valid:
            self.chosen.emit()

    def _on_return(self) -> None:
        if self.taken_from.valid and self.taken_to.valid:  # otherwise the page stays open and says why
            self.done.emit()

    def _on_day(self, day: QDate) -> None:
        """Set the field that had the focus last to a day; the day after "from" sets "until"."""
        field = self._to_set
        field.set_value(day.toString("yyyy-MM-dd"))
        if field is self.taken_from:
            last = self.taken_to.value
            if last is not None and last < day.toString("yyyy-MM-dd")[: len(last)]:
                self.taken_to.set_value(None)
            self._to_set = self.taken_to
        self.chosen.emit()
