"""What photos must satisfy beside the query: a choice for each facet, with how many photos each has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from app.filters import format_name, is_date, stars
from app.page import button, label
from app.query import NO_FILTERS
from cbir.types import FacetCount, Facets, Filters, Orientation

MEGAPIXELS = (1, 2, 5, 8, 12, 20, 40)
Choice = tuple[str, object]  # words, value; the value None asks for nothing


class Chooser(QComboBox):
    """A choice of one value or none. A value that has no photo any more is kept while it is set."""

    def __init__(self, name: str, none: str) -> None:
        super().__init__()
        self._none = none
        self._choices: tuple[Choice, ...] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.addItem(none, None)

    def offer(self, choices: Iterable[Choice]) -> None:
        self._choices = tuple(choices)
        self.set_value(self.value)

    @property
    def value(self) -> object:
        return self.currentData()

    def set_value(self, value: object, words: str = "") -> None:
        with QSignalBlocker(self):
            self.clear()
            self.addItem(self._none, None)
            for text, data in self._choices:
                self.addItem(text, data)
                self.setItemData(self.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
            at = next((at for at in range(self.count()) if _same(self.itemData(at), value)), -1)
            if at < 0:
                self.addItem(words or str(value), value)
                at = self.count() - 1
            self.setCurrentIndex(at)
        self.setToolTip(self.currentText() if at else "")


class DateField(QLineEdit):
    """A year, a month or a day, or nothing."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText("2019-07")
        self.setMaxLength(10)
        self.setMinimumWidth(40)
        self.setToolTip("A year, a month or a day: 2019, 2019-07 or 2019-07-14")
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
        self.setAccessibleDescription("" if self.valid else "Not a date. Write 2019, 2019-07 or 2019-07-14.")
        self.style().unpolish(self)
        self.style().polish(self)


class FilterPanel(QWidget):
    changed = Signal(object)  # Filters

    def __init__(self) -> None:
        super().__init__()
        self._filters = NO_FILTERS
        self.folder = Chooser("Folder", "Any folder")
        self.taken_from = DateField("Taken from")
        self.taken_to = DateField("Taken until")
        self.camera = Chooser("Camera", "Any camera")
        self.rating = Chooser("Rating", "Any rating")
        self.format = Chooser("Format", "Any format")
        self.orientation = Chooser("Orientation", "Any orientation")
        self.megapixels = Chooser("Size", "Any size")
        self.megapixels.offer((f"{n} MP or more", float(n)) for n in MEGAPIXELS)
        self.clear_button: QPushButton = button("Clear all filters", self.clear, flat=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(2, 0, 2, 4)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for row, (name, control) in enumerate(
            (
                *(("Folder", self.folder), ("From", self.taken_from), ("Until", self.taken_to)),
                *(("Camera", self.camera), ("Rating", self.rating), ("Format", self.format)),
                *(("Shape", self.orientation), ("Size", self.megapixels)),
            )
        ):
            title: QLabel = label(name, "dim")
            title.setBuddy(control)
            grid.addWidget(title, row, 0)
            grid.addWidget(control, row, 1)
        grid.addWidget(self.clear_button, 8, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        for chooser in (
            self.folder,
            self.camera,
            self.rating,
            self.format,
            self.orientation,
            self.megapixels,
        ):
            chooser.currentIndexChanged.connect(lambda _at: self._read())
        for date in (self.taken_from, self.taken_to):
            date.editingFinished.connect(self._read)
        self.show_filters(NO_FILTERS)

    def show_facets(self, facets: Facets) -> None:
        folders = [one.value for one in facets.folders]
        self.folder.offer(_choices(facets.folders, lambda path: _below(path, folders)))
        self.camera.offer(_choices(facets.cameras, str))
        self.rating.offer(_ratings(facets.ratings))
        self.format.offer(_choices(facets.formats, format_name))
        self.orientation.offer(_choices(facets.orientations, str.capitalize))
        if facets.years:
            span = f"{facets.years[-1].value} to {facets.years[0].value}"
            self.taken_from.setToolTip(f"A year, a month or a day. The photos are from {span}.")

    def show_filters(self, filters: Filters) -> None:
        self._filters = filters
        folder = next(iter(filters.folders), None)
        self.folder.set_value(folder, _below(folder or "", []))
        self.taken_from.set_value(filters.taken_from)
        self.taken_to.set_value(filters.taken_to)
        self.camera.set_value(next(iter(filters.cameras), None))
        least = filters.min_rating
        self.rating.set_value(least, "" if least is None else f"{stars(least)} or more")
        name = next(iter(filters.formats), None)
        self.format.set_value(name, "" if name is None else format_name(name))
        self.orientation.set_value(filters.orientation)
        size = filters.min_megapixels
        self.megapixels.set_value(size, "" if size is None else f"{size:g} MP or more")
        self.clear_button.setEnabled(filters != NO_FILTERS)

    def clear(self) -> None:
        for date in (self.taken_from, self.taken_to):
            date.clear()
        self.changed.emit(NO_FILTERS)

    def _read(self) -> None:
        filters = Filters(
            folders=self._several(self._filters.folders, self.folder),
            taken_from=self.taken_from.value,
            taken_to=self.taken_to.value,
            cameras=self._several(self._filters.cameras, self.camera),
            min_rating=cast("int | None", self.rating.value),
            formats=self._several(self._filters.formats, self.format),
            orientation=cast("Orientation | None", self.orientation.value),
            min_megapixels=cast("float | None", self.megapixels.value),
        )
        if filters != self._filters:
            self._filters = filters
            self.changed.emit(filters)

    @staticmethod
    def _several(before: tuple[str, ...], chooser: Chooser) -> tuple[str, ...]:
        """Keep several values, as a saved search may have, while the chooser shows the first of them."""
        value = chooser.value
        if value is None:
            return ()
        return before if before and before[0] == value else (str(value),)


def _same(one: object, other: object) -> bool:
    """Whether two values choose the same: a format and a camera in whatever case."""
    texts = isinstance(one, str) and isinstance(other, str)
    return str(one).casefold() == str(other).casefold() if texts else one == other


def _choices(counts: Iterable[FacetCount], words: Callable[[str], str]) -> list[Choice]:
    return [(f"{words(one.value)} ({one.photos:,})", one.value) for one in counts]


def _ratings(counts: Iterable[FacetCount]) -> list[Choice]:
    """Return each number of stars with all that have as many or more."""
    known = {int(one.value): one.photos for one in counts}
    return [
        (f"{stars(least)} or more ({more:,})", least)
        for least in range(5, 0, -1)
        if (more := sum(photos for rating, photos in known.items() if rating >= least))
    ]


def _below(path: str, folders: list[str]) -> str:
    """Return a folder's name, under the name of the root that it is in."""
    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path
    parent = path.replace("\\", "/").rstrip("/").rpartition("/")[0]
    inside = any(one.replace("\\", "/") == parent for one in folders)
    return f"{parent.rpartition('/')[2]} / {name}" if inside else name
