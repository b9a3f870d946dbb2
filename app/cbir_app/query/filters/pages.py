"""The pages of the popover of filters, one for each kind, with the choices and the chosen values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from cbir.base.types import FacetCount, Facets, Filters, Orientation
from cbir_app.base.language import short_number, tr
from cbir_app.query.filters.choices import Choice, Chooser
from cbir_app.query.filters.date_page import DatePage
from cbir_app.sessions import FacetCounts, Kind, format_name, least_stars, near, orientation_name

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
        self.rating = Chooser(tr("Rating"), tr("Any rating"))
        self.keyword = Chooser(tr("Keyword"), tr("Any keyword"))
        self.format = Chooser(tr("Format"), tr("Any format"))
        self.orientation = Chooser(tr("Orientation"), tr("Any orientation"))
        self.megapixels = Chooser(tr("Size"), tr("Any size"))
        self.megapixels.offer((_least_size(n), float(n), None) for n in MEGAPIXELS)
        self.of_kind: dict[Kind, DatePage | Chooser] = {
            "date": self.dates,
            "place": self.place,
            "folder": self.folder,
            "camera": self.camera,
            "rating": self.rating,
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
        self.rating.offer(self._ratings(facets.ratings))
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
        self.keyword.set_value(next(iter(filters.keywords), None))
        least = filters.min_rating
        self.rating.set_value(least, "" if least is None else least_stars(least))
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
            keywords=_several(before.keywords, self.keyword),
            min_rating=cast("int | None", self.rating.value),
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
        """Return each number of stars, counting the photos that have as many or more."""
        counted = [(int(choice.value), self._count("ratings", choice)) for choice in ratings]
        choices: list[Choice] = []
        for least in range(5, 0, -1):
            photos = [count for rating, count in counted if rating >= least]
            if photos:
                total = None if None in photos else sum(count or 0 for count in photos)
                choices.append((least_stars(least), least, total))
        return choices


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


def _least_size(megapixels: float) -> str:
    return tr("{size} MP or more", size=short_number(megapixels))
