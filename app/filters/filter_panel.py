"""What photos must satisfy beside the query: a choice for each facet, with how many photos each has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from app.base.language import number, short_number, tr
from app.base.page import button, label
from app.base.tooltips import plain_tooltip
from app.filters.filters import NO_FILTERS, FacetCounts, format_name, is_date, least_stars, orientation_name
from cbir.base.types import FacetCount, Facets, Filters, Orientation

MEGAPIXELS = (1, 2, 5, 8, 12, 20, 40)
Choice = tuple[str, object, int | None]  # words, value, photos or None for not counted; the value None: any


class Chooser(QComboBox):
    """A choice of one value or none. A value that has no photo any more is kept while it is set."""

    def __init__(self, name: str, none: str) -> None:
        super().__init__()
        self._none = none
        self._choices: tuple[Choice, ...] = ()
        self._words = ""
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.addItem(none, None)

    def offer(self, choices: Iterable[Choice]) -> None:
        """Set what can be chosen; an open list stays as it is until it closes."""
        self._choices = tuple(choices)
        if not self.view().isVisible():
            self.set_value(self.value, self._words)

    def hidePopup(self) -> None:
        super().hidePopup()
        # Later, since the signal about what was chosen in the list is still to come.
        QTimer.singleShot(0, self, lambda: self.set_value(self.value, self._words))

    @property
    def value(self) -> object:
        return self.currentData()

    def set_value(self, value: object, words: str = "") -> None:
        """Choose without a signal. words : for a value that is not offered any more"""
        self._words = words
        with QSignalBlocker(self):
            self.clear()
            self.addItem(self._none, None)
            for words_alone, data, found in self._choices:
                text = words_alone if found is None else f"{words_alone} ({number(found)})"
                self.addItem(text, data)
                self.setItemData(self.count() - 1, plain_tooltip(text), Qt.ItemDataRole.ToolTipRole)
                if found == 0:
                    faint = self.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
                    self.setItemData(self.count() - 1, faint, Qt.ItemDataRole.ForegroundRole)
            at = next((at for at in range(self.count()) if _same(self.itemData(at), value)), -1)
            if at < 0:
                self.addItem(words or str(value), value)
                at = self.count() - 1
            self.setCurrentIndex(at)
        self.setToolTip(plain_tooltip(self.currentText()) if at else "")


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


class FilterPanel(QWidget):
    changed = Signal(object)  # Filters

    def __init__(self) -> None:
        super().__init__()
        self._filters = NO_FILTERS
        self._facets = Facets()
        self._counts: FacetCounts | None = None
        self.folder = Chooser(tr("Folder"), tr("Any folder"))
        self.year = Chooser(tr("Year"), tr("Any year"))
        self.taken_from = DateField(tr("Taken from"))
        self.taken_to = DateField(tr("Taken until"))
        self.camera = Chooser(tr("Camera"), tr("Any camera"))
        self.rating = Chooser(tr("Rating"), tr("Any rating"))
        self.format = Chooser(tr("Format"), tr("Any format"))
        self.orientation = Chooser(tr("Orientation"), tr("Any orientation"))
        self.megapixels = Chooser(tr("Size"), tr("Any size"))
        self.megapixels.offer((_least_size(n), float(n), None) for n in MEGAPIXELS)
        self.scope = label("", "dim", wrap=True)
        self.clear_button: QPushButton = button(tr("Clear all filters"), self.clear, flat=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(2, 0, 2, 4)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for row, (name, control) in enumerate(
            (
                *((tr("Folder"), self.folder), (tr("Year"), self.year)),
                *((tr("From"), self.taken_from), (tr("Until"), self.taken_to)),
                *((tr("Camera"), self.camera), (tr("Rating"), self.rating), (tr("Format"), self.format)),
                *((tr("Shape"), self.orientation), (tr("Size"), self.megapixels)),
            )
        ):
            title: QLabel = label(name, "dim")
            title.setBuddy(control)
            grid.addWidget(title, row, 0)
            grid.addWidget(control, row, 1)
        grid.addWidget(self.scope, 9, 0, 1, 2)
        grid.addWidget(self.clear_button, 10, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        for chooser in (
            self.folder,
            self.camera,
            self.rating,
            self.format,
            self.orientation,
            self.megapixels,
        ):
            chooser.currentIndexChanged.connect(lambda _at: self._read())
        self.year.currentIndexChanged.connect(lambda _at: self._read_year())
        for date in (self.taken_from, self.taken_to):
            date.editingFinished.connect(self._read)
        self.show_filters(NO_FILTERS)

    def show_facets(self, facets: Facets) -> None:
        """Set what can be chosen: all that the library has."""
        self._facets = facets
        if facets.years:
            self.taken_from.setToolTip(
                tr(
                    "A year, a month or a day. The photos are from {first} to {last}.",
                    first=facets.years[-1].value,
                    last=facets.years[0].value,
                )
            )
        self._offer()

    def show_counts(self, counts: FacetCounts | None) -> None:
        """Count over the hits of a query. None: over the library"""
        self._counts = counts
        if counts is None:
            self.scope.setText("")
        elif counts.more:
            self.scope.setText(tr("Counted over the first %Ln photo(s) found.", "", counts.hits))
        else:
            self.scope.setText(tr("Counted over the %Ln photo(s) found.", "", counts.hits))
        self.scope.setVisible(counts is not None)
        self._offer()

    def _offer(self) -> None:
        facets = self._facets
        folders = [one.value for one in facets.folders]
        self.folder.offer(self._choices("folders", facets.folders, lambda path: _below(path, folders)))
        self.year.offer(self._choices("years", facets.years, str))
        self.camera.offer(self._choices("cameras", facets.cameras, str))
        self.rating.offer(self._ratings(facets.ratings))
        self.format.offer(self._choices("formats", facets.formats, format_name))
        self.orientation.offer(self._choices("orientations", facets.orientations, orientation_name))

    def _count(self, facet: str, one: FacetCount) -> int | None:
        """Count a choice over what was found; None where that is not known, the library's own without a query."""
        if self._counts is None:
            return one.photos
        found = self._counts.counts.get(facet)
        return None if found is None else found.get(one.value, 0)

    def _choices(
        self, facet: str, all_of_it: Iterable[FacetCount], words: Callable[[str], str]
    ) -> list[Choice]:
        return [(words(one.value), one.value, self._count(facet, one)) for one in all_of_it]

    def _ratings(self, all_of_it: Iterable[FacetCount]) -> list[Choice]:
        """Return each number of stars with all that have as many or more."""
        known = [(int(one.value), one.photos, self._count("ratings", one)) for one in all_of_it]
        choices: list[Choice] = []
        for least in range(5, 0, -1):
            there = [found for rating, _, found in known if rating >= least]
            if there:
                found = None if None in there else sum(one or 0 for one in there)
                choices.append((least_stars(least), least, found))
        return choices

    def show_filters(self, filters: Filters) -> None:
        self._filters = filters
        folder = next(iter(filters.folders), None)
        self.folder.set_value(folder, _below(folder or "", []))
        year = filters.taken_from if filters.taken_from == filters.taken_to else None
        self.year.set_value(year if year is None or len(year) == 4 else None)
        self.taken_from.set_value(filters.taken_from)
        self.taken_to.set_value(filters.taken_to)
        self.camera.set_value(next(iter(filters.cameras), None))
        least = filters.min_rating
        self.rating.set_value(least, "" if least is None else least_stars(least))
        name = next(iter(filters.formats), None)
        self.format.set_value(name, "" if name is None else format_name(name))
        self.orientation.set_value(filters.orientation, orientation_name(filters.orientation or ""))
        size = filters.min_megapixels
        self.megapixels.set_value(size, "" if size is None else _least_size(size))
        self.clear_button.setEnabled(filters != NO_FILTERS)

    def clear(self) -> None:
        for date in (self.taken_from, self.taken_to):
            date.clear()
        self.changed.emit(NO_FILTERS)

    def _read_year(self) -> None:
        """Take a year as both ends of the span, or clear both."""
        year = cast("str | None", self.year.value)
        for date in (self.taken_from, self.taken_to):
            date.set_value(year)
        self._read()

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


def _below(path: str, folders: list[str]) -> str:
    """Return a folder's name, under the name of the root that it is in."""
    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path
    parent = path.replace("\\", "/").rstrip("/").rpartition("/")[0]
    inside = any(one.replace("\\", "/") == parent for one in folders)
    return f"{parent.rpartition('/')[2]} / {name}" if inside else name


def _least_size(megapixels: float) -> str:
    return tr("{size} MP or more", size=short_number(megapixels))
