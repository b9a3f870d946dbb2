"""Wordings of filters, and the filters that remain when one is removed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from cbir.base.types import Color, Filters
from cbir_app.base.language import QT_TR_NOOP, short_number, tr
from cbir_app.base.mark_signs import label_name
from cbir_app.base.wording import MAX_STARS, stars

NO_FILTERS = Filters()
Counts = Mapping[str, int]
"""Number of photos by value of a facet."""

_DATE = re.compile(r"\d{4}(-(0?[1-9]|1[0-2])(-(0?[1-9]|[12]\d|3[01]))?)?")


Kind = Literal[
    "date",
    "place",
    "folder",
    "camera",
    "lens",
    "iso",
    "aperture",
    "shutter",
    "focal",
    "rating",
    "flag",
    "label",
    "color",
    "keyword",
    "format",
    "orientation",
    "megapixels",
]
KINDS: dict[Kind, str] = {
    "date": QT_TR_NOOP("Date"),
    "place": QT_TR_NOOP("Place"),
    "folder": QT_TR_NOOP("Folder"),
    "camera": QT_TR_NOOP("Camera"),
    "lens": QT_TR_NOOP("Lens"),
    "iso": QT_TR_NOOP("ISO"),
    "aperture": QT_TR_NOOP("Aperture"),
    "shutter": QT_TR_NOOP("Exposure time"),
    "focal": QT_TR_NOOP("Focal length"),
    "rating": QT_TR_NOOP("Stars"),
    "flag": QT_TR_NOOP("Flag"),
    "label": QT_TR_NOOP("Label"),
    "color": QT_TR_NOOP("Color"),
    "keyword": QT_TR_NOOP("Keyword"),
    "format": QT_TR_NOOP("Format"),
    "orientation": QT_TR_NOOP("Shape"),
    "megapixels": QT_TR_NOOP("Size"),
}
"""Kinds of filters with their titles, in the order of the menu and of the chips."""

COLOR_NAMES: dict[Color, str] = {
    "black": QT_TR_NOOP("black"),
    "white": QT_TR_NOOP("white"),
    "grey": QT_TR_NOOP("gray"),
    "red": QT_TR_NOOP("red"),
    "orange": QT_TR_NOOP("orange"),
    "yellow": QT_TR_NOOP("yellow"),
    "green": QT_TR_NOOP("green"),
    "blue": QT_TR_NOOP("blue"),
    "purple": QT_TR_NOOP("purple"),
    "pink": QT_TR_NOOP("pink"),
    "brown": QT_TR_NOOP("brown"),
}

ORIENTATIONS = {
    "landscape": QT_TR_NOOP("Landscape"),
    "portrait": QT_TR_NOOP("Portrait"),
    "square": QT_TR_NOOP("Square"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetCounts:
    """Counts by facet and value over the hits of a query. A missing facet was not counted.

    hits : number of hits that were counted. more : True if there may be more hits
    """

    hits: int
    more: bool
    counts: Mapping[str, Counts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FilterChip:
    """fact : it stands for this phrase of the typed text, which limits the hits as a filter does"""

    kind: Kind
    words: str
    rest: Filters  # all filters but this one
    fact: str = ""


def is_date(text: str) -> bool:
    """True if a text has the form of a year, a month or a day; the day need not exist."""
    return _DATE.fullmatch(text) is not None


def filter_chips(filters: Filters) -> list[FilterChip]:
    """Return a chip for each filter that is set; a span of time has one chip."""
    chips: list[tuple[Kind, str, Filters]] = []
    if filters.taken_from is not None or filters.taken_to is not None:
        when = span(filters.taken_from, filters.taken_to)
        chips.append(("date", when, replace(filters, taken_from=None, taken_to=None)))
    chips += [
        ("place", near(place), replace(filters, places=_without(filters.places, place)))
        for place in filters.places
    ]
    chips += [
        (
            "folder",
            tr("In {folder}", folder=Path(folder).name or folder),
            replace(filters, folders=_without(filters.folders, folder)),
        )
        for folder in filters.folders
    ]
    chips += [
        ("camera", camera, replace(filters, cameras=_without(filters.cameras, camera)))
        for camera in filters.cameras
    ]
    chips += [
        ("lens", lens, replace(filters, lenses=_without(filters.lenses, lens))) for lens in filters.lenses
    ]
    if filters.iso is not None:
        chips.append(("iso", exposure_words("iso", filters.iso), replace(filters, iso=None)))
    if filters.aperture is not None:
        words = exposure_words("aperture", filters.aperture)
        chips.append(("aperture", words, replace(filters, aperture=None)))
    if filters.shutter is not None:
        chips.append(("shutter", exposure_words("shutter", filters.shutter), replace(filters, shutter=None)))
    if filters.focal is not None:
        chips.append(("focal", exposure_words("focal", filters.focal), replace(filters, focal=None)))
    if filters.min_rating is not None:
        chips.append(("rating", least_stars(filters.min_rating), replace(filters, min_rating=None)))
    if filters.flag is not None:
        chips.append(("flag", flag_name(filters.flag), replace(filters, flag=None)))
    if filters.label is not None:
        words = tr("Label: {label}", label=label_name(filters.label))
        chips.append(("label", words, replace(filters, label=None)))
    chips += [
        (
            "color",
            tr("Color: {color}", color=color_name(color)),
            replace(filters, colors=tuple(other for other in filters.colors if other != color)),
        )
        for color in filters.colors
    ]
    chips += [
        (
            "keyword",
            tr("Keyword {word}", word=word),
            replace(filters, keywords=_without(filters.keywords, word)),
        )
        for word in filters.keywords
    ]
    chips += [
        ("format", format_name(name), replace(filters, formats=_without(filters.formats, name)))
        for name in filters.formats
    ]
    if filters.orientation is not None:
        chips.append(
            ("orientation", orientation_name(filters.orientation), replace(filters, orientation=None))
        )
    if filters.min_megapixels is not None:
        words = tr("{size} megapixels or more", size=short_number(filters.min_megapixels))
        chips.append(("megapixels", words, replace(filters, min_megapixels=None)))
    return [FilterChip(*chip) for chip in chips]


def span(first: str | None, last: str | None) -> str:
    """Return the wording for a span of time, which may be open at one end."""
    if first is None:
        return tr("Taken until {date}", date=last or "")
    if last is None:
        return tr("Taken from {date}", date=first)
    return (
        tr("Taken in {date}", date=first)
        if first == last
        else tr("Taken {first} – {last}", first=first, last=last)
    )


_DISTANCE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(km|mi|m|)", re.IGNORECASE)
_DEGREES = re.compile(r"(-?\d+\.\d+),\s*(-?\d+\.\d+)")


def near(place: str) -> str:
    """Return the wording for a typed place: a town or coordinates, and optionally a distance after ~.

    Degrees are shown to a hundredth, a kilometer: those of a circle on the map have more digits.
    """
    name, _, distance = (part.strip() for part in place.partition("~"))
    if (degrees := _DEGREES.fullmatch(name)) is not None:
        name = ",".join(f"{float(value):.2f}".rstrip("0").rstrip(".") for value in degrees.groups())
    if not distance:
        return tr("Near {place}", place=name)
    if (read := _DISTANCE.fullmatch(distance)) is not None:
        distance = f"{short_number(float(read[1]))} {read[2] or 'km'}"
    return tr("Within {distance} of {place}", distance=distance, place=name)


def _without(values: tuple[str, ...], removed: str) -> tuple[str, ...]:
    return tuple(value for value in values if value != removed)


ExposureKind = Literal["iso", "aperture", "shutter", "focal"]
_OF_EXPOSURE: dict[ExposureKind, str] = {
    "iso": QT_TR_NOOP("ISO {value}"),
    "aperture": QT_TR_NOOP("f/{value}"),
    "shutter": QT_TR_NOOP("{value} s"),
    "focal": QT_TR_NOOP("{value} mm"),
}
_COMPARED: dict[str, str] = {
    "<": QT_TR_NOOP("Below {value}"),
    "<=": QT_TR_NOOP("Up to {value}"),
    ">": QT_TR_NOOP("Above {value}"),
    ">=": QT_TR_NOOP("From {value}"),
}
_COMPARED_TIMES: dict[str, str] = {
    "<": QT_TR_NOOP("Shorter than {value}"),
    "<=": QT_TR_NOOP("Up to {value}"),
    ">": QT_TR_NOOP("Longer than {value}"),
    ">=": QT_TR_NOOP("From {value}"),
}
_ENDS = {  # ends of the offered ranges, as they are shown: a lens of 24.99 mm is one of 25
    **{"2.81": "2.8", "4.01": "4", "5.61": "5.6", "8.01": "8"},
    **{"1/251": "1/250", "1/61": "1/60", "1/16": "1/15"},
    **{"24.99": "25", "35.99": "36", "50.99": "51", "85.99": "86", "135.99": "136"},
}


def exposure_words(kind: ExposureKind, value: str) -> str:
    """Return the wording for a value of an exposure filter, such as `<=800` or `24..70`."""
    match = re.match(r"(<=|>=|<|>|=)?\s*(.*)", value.strip(), re.DOTALL)
    assert match is not None  # the pattern matches any text
    low, dots, high = match[2].partition("..")
    low, high = _ENDS.get(low, low), _ENDS.get(high, high)
    measured = tr(_OF_EXPOSURE[kind]).format(value=f"{low} – {high}" if dots else low)
    compared = (_COMPARED_TIMES if kind == "shutter" else _COMPARED).get(match[1] or "")
    return measured if compared is None else tr(compared).format(value=measured)


def least_stars(rating: int) -> str:
    if rating == 0:  # photos without a rating count as 0 stars
        return tr("Not rejected")
    return stars(rating) if rating == MAX_STARS else tr("{stars} or more", stars=stars(rating))


def flag_name(flag: str) -> str:
    return tr("Picked") if flag == "pick" else tr("Rejected")


def color_name(color: Color) -> str:
    return tr(COLOR_NAMES[color])


def orientation_name(orientation: str) -> str:
    return tr(ORIENTATIONS.get(orientation, orientation))


def format_name(name: str) -> str:
    return name if name[:1].isupper() else name.upper()
