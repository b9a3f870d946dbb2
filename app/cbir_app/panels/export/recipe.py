"""Options of an export: file format, size, names and target. No widget here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cbir.base.types import Hit
from cbir_app.base.language import QT_TR_NOOP

Format = Literal["", "jpg", "png", "webp"]
Target = Literal["folder", "zip", "clipboard"]
FORMATS: dict[Format, str] = {
    "": QT_TR_NOOP("As they are"),
    "jpg": "JPEG",
    "png": "PNG",
    "webp": "WebP",
}
SIZES = (0, 3840, 2560, 2048, 1600, 1200, 800)
"""The longer side in pixels; 0 is the photo's own."""

PLACES = ("name", "date", "number", "folder")
"""Names that a pattern may have in braces."""

_PLACE = re.compile(r"\{(\w+)\}")
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]')  # in names, on any system that a copy may go to


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The choices of an export. format : "" copies files unchanged. side_px : see SIZES; only with another format"""

    format: Format = ""
    side_px: int = 0
    pattern: str = "{name}"
    target: Target = "folder"


def wrong_place(pattern: str) -> str | None:
    """Return the first unknown name in a pattern's braces."""
    return next((place for place in _PLACE.findall(pattern) if place not in PLACES), None)


def name_of(hit: Hit, at: int, total: int, recipe: Recipe) -> str:
    """Return the name of a copy. Separators that an empty place leaves at either end are removed.

    at : index of the copy, from 0
    """
    values = {
        "name": hit.path.stem,
        "date": (hit.taken_at or "")[:10].replace(":", "-"),
        "number": str(at + 1).zfill(len(str(total))),
        "folder": hit.path.parent.name,
    }
    filled = _PLACE.sub(lambda match: match[0] if values.get(match[1], match[0]) else "", recipe.pattern)
    stem = _PLACE.sub(lambda match: values.get(match[1], match[0]), filled.strip(" ._-")) or hit.path.stem
    return _FORBIDDEN.sub("_", stem + (f".{recipe.format}" if recipe.format else hit.path.suffix))


def numbered(name: str, at: int) -> str:
    """Return the name of a copy whose own name is taken. at : from 2"""
    path = Path(name)
    return f"{path.stem} ({at}){path.suffix}"
