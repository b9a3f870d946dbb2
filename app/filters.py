"""Filters -> the words that stand for them, and what is left when one is taken away."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from cbir.types import Filters

_DATE = re.compile(r"\d{4}(-(0?[1-9]|1[0-2])(-(0?[1-9]|[12]\d|3[01]))?)?")


@dataclass(frozen=True, slots=True)
class FilterChip:
    words: str
    rest: Filters  # without this one


def is_date(text: str) -> bool:
    """Whether it is a year, a month or a day as filters write them; whether there is such a day, no."""
    return _DATE.fullmatch(text) is not None


def filter_chips(filters: Filters) -> list[FilterChip]:
    """Return a chip for each filter that is set, in the order of the panel."""
    chips = []
    for folder in filters.folders:
        rest = tuple(one for one in filters.folders if one != folder)
        chips.append(FilterChip(f"In {Path(folder).name or folder}", replace(filters, folders=rest)))
    if filters.taken_from is not None:
        chips.append(FilterChip(f"Taken from {filters.taken_from}", replace(filters, taken_from=None)))
    if filters.taken_to is not None:
        chips.append(FilterChip(f"Taken until {filters.taken_to}", replace(filters, taken_to=None)))
    for camera in filters.cameras:
        rest = tuple(one for one in filters.cameras if one != camera)
        chips.append(FilterChip(camera, replace(filters, cameras=rest)))
    if filters.min_rating is not None:
        chips.append(FilterChip(f"{stars(filters.min_rating)} or more", replace(filters, min_rating=None)))
    for name in filters.formats:
        rest = tuple(one for one in filters.formats if one != name)
        chips.append(FilterChip(format_name(name), replace(filters, formats=rest)))
    if filters.orientation is not None:
        chips.append(FilterChip(filters.orientation.capitalize(), replace(filters, orientation=None)))
    if filters.min_megapixels is not None:
        words = f"{filters.min_megapixels:g} megapixels or more"
        chips.append(FilterChip(words, replace(filters, min_megapixels=None)))
    return chips


def stars(rating: int) -> str:
    return "★" * rating if rating > 0 else "No star" if rating == 0 else "Rejected"


def format_name(name: str) -> str:
    return name if name[:1].isupper() else name.upper()
