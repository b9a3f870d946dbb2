"""The fields of the query syntax: their names, and the meaning of their values."""

from __future__ import annotations

import calendar
import math
import re
from dataclasses import dataclass
from typing import Literal

from cbir.base.errors import QueryUnusable
from cbir.catalog.places import read_circle

Operator = Literal["=", "<", "<=", ">", ">="]
Value = str | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A photo's facet compared with a value. field : a name of FIELDS' values. high : the end of a range"""

    field: str
    operator: Operator
    value: Value
    high: Value | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of the query syntax.

    name : as stored. full_text : its words count for the order of the hits; otherwise it only filters
    needs_value : it is not an ordinary word, so that without a value it is a typing error
    """

    name: str
    full_text: bool = False
    needs_value: bool = False


FIELDS: dict[str, Field] = {
    "name": Field(name="name", full_text=True),
    "file": Field(name="name", full_text=True),
    "title": Field(name="title", full_text=True),
    "caption": Field(name="title", full_text=True),
    "keyword": Field(name="keywords", full_text=True),
    "keywords": Field(name="keywords", full_text=True),
    "tag": Field(name="keywords", full_text=True),
    "written": Field(name="written", full_text=True),
    "folder": Field(name="folder"),
    "in": Field(name="in"),
    "camera": Field(name="camera"),
    "lens": Field(name="lens"),
    "date": Field(name="taken"),
    "taken": Field(name="taken"),
    "year": Field(name="taken"),
    "after": Field(name="after"),
    "from": Field(name="after"),
    "before": Field(name="before"),
    "to": Field(name="to"),
    "until": Field(name="to"),
    "near": Field(name="near", needs_value=True),
    "rating": Field(name="rating"),
    "stars": Field(name="rating"),
    "format": Field(name="format"),
    "type": Field(name="format"),
    "orientation": Field(name="orientation"),
    "megapixels": Field(name="megapixels"),
    "mp": Field(name="megapixels"),
}
"""Fields by typed name, in lower case."""

FIELDS_TO_OFFER = tuple({field.name: f"{name}:" for name, field in reversed(FIELDS.items())}.values())[::-1]
"""The first typed name of each field."""

_COMPARED = re.compile(r"(<=|>=|<|>|=)?\s*(.*)", re.DOTALL)
_FORMATS = {
    "jpg": "jpeg",
    "jpe": "jpeg",
    "jfif": "jpeg",
    "tif": "tiff",
    "heic": "heif",
    "hif": "heif",
    **dict.fromkeys(("jp2", "j2k", "j2c", "jpf", "jpx", "jpeg2000"), "jpeg 2000"),
    "psd": "photoshop",
    "pgm": "ppm",
    "pbm": "ppm",
    "pnm": "ppm",
    **dict.fromkeys(("raw", "dng", "cr2", "cr3", "nef", "arw", "orf", "rw2", "raf", "pef"), "camera raw"),
}


def read_value(name: str, text: str) -> Comparison:
    """Read the typed value of a filtering field. Raises QueryUnusable if the field cannot have it."""
    field = FIELDS[name].name
    compared = _COMPARED.fullmatch(text)
    assert compared is not None  # the pattern matches any text
    operator: Operator = compared[1] or "="  # type: ignore[assignment]
    value = compared[2].strip()
    if field == "near":
        read_circle(value)  # raises for a wrong value
    elif not value:
        raise QueryUnusable(f"{name}: needs a value behind it.")
    match field:
        case "rating" | "megapixels":
            return _number(name, field, operator, value)
        case "taken" | "after" | "before" | "to":
            return _date(name, field, operator, value)
        case "orientation":
            value = _choice(name, value, ("portrait", "landscape", "square"))
        case "format":
            value = _FORMATS.get(value.lower().lstrip("."), value.lower().lstrip("."))
    return Comparison(field=field, operator="=", value=value)


def plain(text: str) -> str:
    """Text that SQLite and FTS5 accept: a NUL would end a statement, and half a surrogate pair is no text."""
    return "".join(char if char.isprintable() or char.isspace() else " " for char in text)


def read_date(text: str) -> str:
    """`2019`, `2019-7` or `2019/07/14` -> `2019`, `2019-07` or `2019-07-14`. Raises QueryUnusable."""
    parts = re.split(r"[-/.]", text.strip())
    wrong = QueryUnusable(f"{text} is not a date. Write it as 2019, 2019-07 or 2019-07-14.")
    if not 1 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise wrong
    if len(parts[0]) != 4 or any(len(part) > 2 for part in parts[1:]) or parts[0] == "0000":
        raise wrong
    if len(parts) > 1 and not 1 <= int(parts[1]) <= 12:
        raise wrong
    if len(parts) > 2 and not 1 <= int(parts[2]) <= calendar.monthrange(int(parts[0]), int(parts[1]))[1]:
        raise wrong
    return "-".join([parts[0], *(part.zfill(2) for part in parts[1:])])


def _number(name: str, field: str, operator: Operator, text: str) -> Comparison:
    low, dots, high = text.partition("..")
    try:
        first = float(low)
        last = float(high) if dots else None
    except ValueError:
        example = ">=3" if field == "rating" else ">=12"
        raise QueryUnusable(f"{name}:{text} is not a number. Write {name}:{example}, for example.") from None
    if math.isnan(first) or (last is not None and math.isnan(last)):
        raise QueryUnusable(f"{name}:{text} is not a number.")
    return Comparison(field=field, operator=operator, value=first, high=last)


def _date(name: str, field: str, operator: Operator, text: str) -> Comparison:
    """Compare a date as a span: `taken:<=2019` includes all of that year, `after:2019` begins with it."""
    low, dots, high = text.partition("..")
    first = read_date(low)
    if field == "taken":
        return Comparison(
            field="taken", operator=operator, value=first, high=read_date(high) if dots else None
        )
    span: dict[str, Operator] = {"after": ">=", "before": "<", "to": "<="}
    return Comparison(field="taken", operator=span[field], value=first)


def _choice(name: str, text: str, choices: tuple[str, ...]) -> str:
    matches = [choice for choice in choices if choice.startswith(text.lower())]
    if len(matches) != 1:
        raise QueryUnusable(
            f"{name}:{text} is not known. It can be {', '.join(choices[:-1])} or {choices[-1]}."
        )
    return matches[0]
