"""Pages of the filter popover: lists of choices, a date, and a time span."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import cast

from PySide6.QtCore import QDate, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPalette, QPen, QPixmap, QTextCharFormat
from PySide6.QtWidgets import (
    QCalendarWidget,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from cbir.base.folding import fold
from cbir.base.types import COLORS, LABEL_COLORS, Color, FacetCount, Facets, Filters, Flag, Orientation
from cbir_app.base.language import number, short_number, tr
from cbir_app.base.mark_signs import label_name
from cbir_app.base.page import label
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.sessions import (
    ExposureKind,
    FacetCounts,
    Kind,
    color_name,
    exposure_words,
    flag_name,
    format_name,
    is_date,
    least_stars,
    near,
    orientation_name,
)

Choice = tuple[str, object, int | None]  # wording, value (None: any), number of photos (None: not counted)

FLAGS: tuple[Flag, ...] = ("pick", "reject")
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
        self.itemClicked.connect(
            lambda item: self.taken.emit() if item.flags() & Qt.ItemFlag.ItemIsEnabled else None
        )

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
        pattern = fold(self.finder.text().strip())
        self.finder.setVisible(self._free is not None or len(self._choices) > FIND_FROM)
        with QSignalBlocker(self.rows):
            self.rows.clear()
            self._add(self._none, None)
            for words, value, photos in self._choices:
                if pattern in fold(words):
                    self._add(
                        words if photos is None else f"{words} ({number(photos)})", value, faint=photos == 0
                    )
            if not self._choices and self._free is None and self._value is None:
                self._add_remark(tr("None in your photos"))
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

    def _add_remark(self, text: str) -> None:
        """Add a row that cannot be chosen: an empty list says why it is empty."""
        row = QListWidgetItem(text)
        row.setFlags(Qt.ItemFlag.NoItemFlags)
        self.rows.addItem(row)

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


SWATCHES: dict[Color, str] = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#8a8a8a",
    "red": "#d32020",
    "orange": "#f08018",
    "yellow": "#f5d415",
    "green": "#2f9a3a",
    "blue": "#2667d0",
    "purple": "#7a3fae",
    "pink": "#f08cb4",
    "brown": "#7b4a24",
}
SWATCH_PX = 26
SWATCHES_A_ROW = 4


class Palette(QWidget):
    """A choice of colours: photos must show all of them."""

    chosen = Signal()  # by a person

    def __init__(self) -> None:
        super().__init__()
        self.swatches: dict[Color, QToolButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        for at, color in enumerate(COLORS):
            swatch = QToolButton()
            swatch.setObjectName("menuButton")
            swatch.setCheckable(True)
            swatch.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            swatch.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            swatch.setIcon(_swatch(SWATCHES[color]))
            swatch.setIconSize(QSize(SWATCH_PX, SWATCH_PX))
            swatch.setText(color_name(color))
            swatch.setMinimumWidth(3 * SWATCH_PX)
            swatch.clicked.connect(lambda _checked: self.chosen.emit())
            self.swatches[color] = swatch
            grid.addWidget(swatch, *divmod(at, SWATCHES_A_ROW))
        self.setFocusProxy(self.swatches[COLORS[0]])

    @property
    def value(self) -> tuple[Color, ...]:
        return tuple(color for color, swatch in self.swatches.items() if swatch.isChecked())

    def set_value(self, colors: Collection[Color]) -> None:
        for color, swatch in self.swatches.items():
            swatch.setChecked(color in colors)

    def offer(self, choices: Iterable[Choice]) -> None:
        """Show the number of photos of each colour; a colour without photos can be chosen, too."""
        photos = {value: count for _, value, count in choices}
        for color, swatch in self.swatches.items():
            count = photos.get(color, 0)
            name = color_name(color)
            counted = name if count is None else f"{name} ({number(count)})"
            swatch.setToolTip(plain_tooltip(counted))
            swatch.setAccessibleName(counted)

    def open(self) -> None:
        first = next(iter(self.value), COLORS[0])
        self.swatches[first].setFocus(Qt.FocusReason.PopupFocusReason)


def _swatch(color: str) -> QIcon:
    pixmap = QPixmap(2 * SWATCH_PX, 2 * SWATCH_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#808080"), 2))  # visible around white and black in both schemes
    painter.setBrush(QColor(color))
    painter.drawRoundedRect(2, 2, 2 * SWATCH_PX - 4, 2 * SWATCH_PX - 4, 10, 10)
    painter.end()
    return QIcon(pixmap)


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


MEGAPIXELS = (1, 2, 5, 8, 12, 20, 40)


class FilterPages(QWidget):
    chosen = Signal()  # by a person
    done = Signal()  # the choice is complete

    def __init__(self) -> None:
        super().__init__()
        self._counts: FacetCounts | None = None
        self.dates = DatePage()
        self.place = Chooser(tr("Place"), tr("Any place"), free=near, hint=tr("A town, or 38.7,-9.1~5km"))
        self.folder = Chooser(tr("Folder"), tr("Any folder"))
        self.camera = Chooser(tr("Camera"), tr("Any camera"))
        self.lens = Chooser(tr("Lens"), tr("Any lens"))
        self.iso = _exposure("iso", tr("ISO"), tr("Any ISO"), tr("A value or a range: 800 or 100..400"))
        self.aperture = _exposure(
            "aperture", tr("Aperture"), tr("Any aperture"), tr("A value or a range: 2.8 or <4")
        )
        self.shutter = _exposure(
            "shutter", tr("Exposure time"), tr("Any exposure time"), tr("A value or a range: 1/250 or >1/60")
        )
        self.focal = _exposure(
            "focal", tr("Focal length"), tr("Any focal length"), tr("A value or a range: 50 or 24..70")
        )
        self.rating = Chooser(tr("Rating"), tr("Any rating"))
        self.flag = Chooser(tr("Flag"), tr("Any flag"))
        self.label = Chooser(tr("Label"), tr("Any label"))
        self.color = Palette()
        self.keyword = Chooser(tr("Keyword"), tr("Any keyword"))
        self.format = Chooser(tr("Format"), tr("Any format"))
        self.orientation = Chooser(tr("Orientation"), tr("Any orientation"))
        self.megapixels = Chooser(tr("Size"), tr("Any size"))
        self.megapixels.offer((_least_size(n), float(n), None) for n in MEGAPIXELS)
        self.of_kind: dict[Kind, DatePage | Chooser | Palette] = {
            "date": self.dates,
            "place": self.place,
            "folder": self.folder,
            "camera": self.camera,
            "lens": self.lens,
            "iso": self.iso,
            "aperture": self.aperture,
            "shutter": self.shutter,
            "focal": self.focal,
            "rating": self.rating,
            "flag": self.flag,
            "label": self.label,
            "color": self.color,
            "keyword": self.keyword,
            "format": self.format,
            "orientation": self.orientation,
            "megapixels": self.megapixels,
        }
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for page in self.of_kind.values():
            layout.addWidget(page)
            page.hide()
            page.chosen.connect(self.chosen)
            if isinstance(page, Chooser):
                page.chosen.connect(self.done)
        for chosen in (self.dates.year.chosen, self.dates.done):
            chosen.connect(self.done)

    def show_kind(self, kind: Kind) -> None:
        """Show the page of one kind, and hide the others."""
        for other, page in self.of_kind.items():
            page.setVisible(other == kind)

    def offer(self, facets: Facets, keywords: Iterable[FacetCount], counts: FacetCounts | None) -> None:
        """List the choices: all values in the library.

        counts : counts over the hits of a query; None: over the library
        """
        self._counts = counts
        folders = {count.value.replace("\\", "/") for count in facets.folders}
        self.folder.offer(self._choices("folders", facets.folders, lambda path: _below(path, folders)))
        self.dates.year.offer(self._choices("years", facets.years, str))
        self.dates.newest = max((int(str(count.value)) for count in facets.years), default=None)
        self.place.offer(self._choices("towns", facets.towns, str))
        self.camera.offer(self._choices("cameras", facets.cameras, str))
        self.lens.offer(self._choices("lenses", facets.lenses, str))
        for page, facet, counted in (
            (self.iso, "isos", facets.isos),
            (self.aperture, "apertures", facets.apertures),
            (self.shutter, "shutters", facets.shutters),
            (self.focal, "focals", facets.focals),
        ):
            page.offer(self._choices(facet, counted, partial(exposure_words, _KIND_OF_FACET[facet])))
        self.color.offer(self._choices("colors", facets.colors, str))
        self.rating.offer(self._ratings(facets.ratings))
        self.flag.offer(self._choices("flags", _each(FLAGS, facets.flags), flag_name))
        self.label.offer(self._choices("labels", _each(LABEL_COLORS, facets.labels), label_name))
        self.keyword.offer(
            (count.value, count.value, count.photos if counts is None else None) for count in keywords
        )
        self.format.offer(self._choices("formats", facets.formats, format_name))
        self.orientation.offer(self._choices("orientations", facets.orientations, orientation_name))

    def show_filters(self, filters: Filters) -> None:
        """Show the values of the filters, without a signal."""
        self.dates.set_span(filters.taken_from, filters.taken_to)
        folder = next(iter(filters.folders), None)
        self.folder.set_value(folder, _below(folder or "", []))
        place = next(iter(filters.places), None)
        self.place.set_value(place, "" if place is None else near(place))
        self.camera.set_value(next(iter(filters.cameras), None))
        self.lens.set_value(next(iter(filters.lenses), None))
        for page, kind, value in (
            (self.iso, _KIND_OF_FACET["isos"], filters.iso),
            (self.aperture, _KIND_OF_FACET["apertures"], filters.aperture),
            (self.shutter, _KIND_OF_FACET["shutters"], filters.shutter),
            (self.focal, _KIND_OF_FACET["focals"], filters.focal),
        ):
            page.set_value(value, "" if value is None else exposure_words(kind, value))
        self.color.set_value(filters.colors)
        self.keyword.set_value(next(iter(filters.keywords), None))
        least = filters.min_rating
        self.rating.set_value(least, "" if least is None else least_stars(least))
        self.flag.set_value(filters.flag, "" if filters.flag is None else flag_name(filters.flag))
        self.label.set_value(filters.label, "" if filters.label is None else label_name(filters.label))
        name = next(iter(filters.formats), None)
        self.format.set_value(name, "" if name is None else format_name(name))
        self.orientation.set_value(filters.orientation, orientation_name(filters.orientation or ""))
        size = filters.min_megapixels
        self.megapixels.set_value(size, "" if size is None else _least_size(size))

    def read(self, before: Filters) -> Filters:
        """Return the chosen filters. before : the filters that were shown"""
        return Filters(
            folders=_several(before.folders, self.folder),
            taken_from=self.dates.taken_from.value,
            taken_to=self.dates.taken_to.value,
            places=_several(before.places, self.place),
            cameras=_several(before.cameras, self.camera),
            lenses=_several(before.lenses, self.lens),
            iso=cast("str | None", self.iso.value),
            aperture=cast("str | None", self.aperture.value),
            shutter=cast("str | None", self.shutter.value),
            focal=cast("str | None", self.focal.value),
            colors=self.color.value,
            keywords=_several(before.keywords, self.keyword),
            min_rating=cast("int | None", self.rating.value),
            flag=cast("Flag | None", self.flag.value),
            label=cast("str | None", self.label.value),
            formats=_several(before.formats, self.format),
            orientation=cast("Orientation | None", self.orientation.value),
            min_megapixels=cast("float | None", self.megapixels.value),
        )

    def _count(self, facet: str, choice: FacetCount) -> int | None:
        """Return the count of a choice over the hits, None if not counted; over the library without a query."""
        if self._counts is None:
            return choice.photos
        counts = self._counts.counts.get(facet)
        return None if counts is None else counts.get(choice.value, 0)

    def _choices(self, facet: str, counts: Iterable[FacetCount], words: Callable[[str], str]) -> list[Choice]:
        return [(words(choice.value), choice.value, self._count(facet, choice)) for choice in counts]

    def _ratings(self, ratings: Iterable[FacetCount]) -> list[Choice]:
        """Return each number of stars, counting the photos that have as many or more; without a rating, it is 0."""
        counted = [(int(choice.value), self._count("ratings", choice)) for choice in ratings]
        choices: list[Choice] = []
        rejected = any(rating < 0 for rating, _ in counted)
        for least in range(5, -1 if rejected else 0, -1):
            photos = [count for rating, count in counted if rating >= least]
            total = None if None in photos else sum(count or 0 for count in photos)
            choices.append((least_stars(least), least, total))
        return choices


def _each(values: Iterable[str], counts: Iterable[FacetCount]) -> list[FacetCount]:
    """Counts of values that are always offered, also without a photo, and then of the others."""
    photos = {count.value: count.photos for count in counts}
    return [
        FacetCount(value=value, photos=photos.get(value, 0)) for value in dict.fromkeys((*values, *photos))
    ]


def _several(before: tuple[str, ...], chooser: Chooser) -> tuple[str, ...]:
    """Return the chosen value, or all values of a saved search while the chooser shows its first value."""
    value = chooser.value
    if value is None:
        return ()
    return before if before and before[0] == value else (str(value),)


def _below(path: str, folders: Collection[str]) -> str:
    """Return a folder's name, prefixed with its parent's name if that is a folder too. folders : all, with slashes"""
    parent, _, name = path.replace("\\", "/").rstrip("/").rpartition("/")
    return f"{parent.rpartition('/')[2]} / {name}" if parent in folders else name or path


_KIND_OF_FACET: dict[str, ExposureKind] = {
    "isos": "iso",
    "apertures": "aperture",
    "shutters": "shutter",
    "focals": "focal",
}


def _exposure(kind: ExposureKind, name: str, none: str, hint: str) -> Chooser:
    return Chooser(name, none, free=partial(exposure_words, kind), hint=hint)


def _least_size(megapixels: float) -> str:
    return tr("{size} MP or more", size=short_number(megapixels))
