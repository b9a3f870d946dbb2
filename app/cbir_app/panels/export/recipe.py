"""How photos are exported: as which files, how large, under which names, and where to. No widget here."""

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
"""What a pattern may have in braces."""

_PLACE = re.compile(r"\{(\w+)\}")
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]')  # in names, by some system that a copy may go to


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """format : "" copies the files as they are. side_px : see SIZES; only where the format is another one"""

    format: Format = ""
    side_px: int = 0
    pattern: str = "{name}"
    target: Target = "folder"


def wrong_place(pattern: str) -> str | None:
    """Return the first place in a pattern that is not known."""
    return next((found for found in _PLACE.findall(pattern) if found not in PLACES), None)


def name_of(hit: Hit, at: int, total: int, recipe: Recipe) -> str:
    """Return the name of a copy. Separators that the pattern leaves at either end are removed.

    at : its place among the copies, from 0
    """
    values = {
        "name": hit.path.stem,
        "date": (hit.taken_at or "")[:10].replace(":", "-"),
        "number": str(at + 1).zfill(len(str(total))),
        "folder": hit.path.parent.name,
    }
    filled = _PLACE.sub(lambda found: found[0] if values.get(found[1], found[0]) else "", recipe.pattern)
    stem = _PLACE.sub(lambda found: values.get(found[1], found[0]), filled.strip(" ._-")) or hit.path.stem
    return _FORBIDDEN.sub("_", stem + (f".{recipe.format}" if recipe.format else hit.path.suffix))


def numbered(name: str, at: int) -> str:
    """Return a name for the copy that finds its own taken; at : from 2"""
    path = Path(name)
    return f"{path.stem} ({at}){path.suffix}"
