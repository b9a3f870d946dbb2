"""Filters -> the words that stand for them, and what is left when one is taken away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.base.language import QT_TR_NOOP, short_number, tr
from cbir.base.types import Filters

NO_FILTERS = Filters()
Counts = Mapping[str, int]
"""How many photos each value of a facet has."""

_DATE = re.compile(r"\d{4}(-(0?[1-9]|1[0-2])(-(0?[1-9]|[12]\d|3[01]))?)?")


ORIENTATIONS = {
    "landscape": QT_TR_NOOP("Landscape"),
    "portrait": QT_TR_NOOP("Portrait"),
    "square": QT_TR_NOOP("Square"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetCounts:
    """Counts by facet and value over the hits of a query; a facet that is missing was not counted.

    hits : that were counted. more : there may be more of them
    """

    hits: int
    more: bool
    counts: Mapping[str, Counts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FilterChip:
    words: str
    rest: Filters  # without this one


def is_date(text: str) -> bool:
    """Whether a text has the form of a year, a month or a day; the day need not exist."""
    return _DATE.fullmatch(text) is not None


def filter_chips(filters: Filters) -> list[FilterChip]:
    """Return a chip for each filter that is set, in the order of the panel."""
    chips = []
    for folder in filters.folders:
        rest = tuple(one for one in filters.folders if one != folder)
        chips.append(
            FilterChip(tr("In {folder}", folder=Path(folder).name or folder), replace(filters, folders=rest))
        )
    if filters.taken_from is not None:
        chips.append(
            FilterChip(tr("Taken from {date}", date=filters.taken_from), replace(filters, taken_from=None))
        )
    if filters.taken_to is not None:
        chips.append(
            FilterChip(tr("Taken until {date}", date=filters.taken_to), replace(filters, taken_to=None))
        )
    for camera in filters.cameras:
        rest = tuple(one for one in filters.cameras if one != camera)
        chips.append(FilterChip(camera, replace(filters, cameras=rest)))
    for word in filters.keywords:
        rest = tuple(one for one in filters.keywords if one != word)
        chips.append(FilterChip(tr("Keyword {word}", word=word), replace(filters, keywords=rest)))
    if filters.min_rating is not None:
        chips.append(FilterChip(least_stars(filters.min_rating), replace(filters, min_rating=None)))
    for name in filters.formats:
        rest = tuple(one for one in filters.formats if one != name)
        chips.append(FilterChip(format_name(name), replace(filters, formats=rest)))
    if filters.orientation is not None:
        chips.append(FilterChip(orientation_name(filters.orientation), replace(filters, orientation=None)))
    if filters.min_megapixels is not None:
        words = tr("{size} megapixels or more", size=short_number(filters.min_megapixels))
        chips.append(FilterChip(words, replace(filters, min_megapixels=None)))
    return chips


def stars(rating: int) -> str:
    return "★" * rating if rating > 0 else tr("No star") if rating == 0 else tr("Rejected")


def least_stars(rating: int) -> str:
    return tr("{stars} or more", stars=stars(rating))


def orientation_name(orientation: str) -> str:
    return tr(ORIENTATIONS.get(orientation, orientation))


def format_name(name: str) -> str:
    return name if name[:1].isupper() else name.upper()
