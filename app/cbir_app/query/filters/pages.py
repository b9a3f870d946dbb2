"""The pages of the popover of filters, one for each kind: what can be chosen, and what is."""

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
    done = Signal()  # nothing more is to be chosen

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
        """Show the page of one kind alone."""
        for one, page in self.of_kind.items():
            page.setVisible(one == kind)

    def offer(self, facets: Facets, keywords: Iterable[FacetCount], counts: FacetCounts | None) -> None:
        """List what can be chosen: all that the library has.

        counts : over the hits of a query; None: over the library
        """
        self._counts = counts
        folders = {one.value.replace("\\", "/") for one in facets.folders}
        self.folder.offer(self._choices("folders", facets.folders, lambda path: _below(path, folders)))
        self.dates.year.offer(self._choices("years", facets.years, str))
        self.dates.newest = max((int(str(one.value)) for one in facets.years), default=None)
        self.place.offer(self._choices("towns", facets.towns, str))
        self.camera.offer(self._choices("cameras", facets.cameras, str))
        self.rating.offer(self._ratings(facets.ratings))
        self.keyword.offer((one.value, one.value, one.photos if counts is None else None) for one in keywords)
        self.format.offer(self._choices("formats", facets.formats, format_name))
        self.orientation.offer(self._choices("orientations", facets.orientations, orientation_name))

    def show_filters(self, filters: Filters) -> None:
        """Choose what the filters say, without a signal."""
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
        """Return what is chosen. before : the filters that were shown"""
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


def _several(before: tuple[str, ...], chooser: Chooser) -> tuple[str, ...]:
    """Keep several values, as a saved search may have, while the chooser shows the first of them."""
    value = chooser.value
    if value is None:
        return ()
    return before if before and before[0] == value else (str(value),)


def _below(path: str, folders: Collection[str]) -> str:
    """Return a folder's name, under the name of the root that it is in. folders : all there are, written with /"""
    parent, _, name = path.replace("\\", "/").rstrip("/").rpartition("/")
    return f"{parent.rpartition('/')[2]} / {name}" if parent in folders else name or path


def _least_size(megapixels: float) -> str:
    return tr("{size} MP or more", size=short_number(megapixels))
