"""Metadata -> what a person reads: dates, places, stars. And the orders that hits can be shown in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from PySide6.QtCore import QDate, QLocale, QTime

from app.filters import stars
from cbir.types import Hit, Metadata

Order = Literal["best", "name", "taken", "camera", "rating", "size", "folder"]
ORDERS: dict[Order, str] = {
    "best": "Best first",
    "name": "Name",
    "taken": "Newest first",
    "camera": "Camera",
    "rating": "Rating",
    "size": "Largest first",
    "folder": "Folder",
}
OF_METADATA: frozenset[Order] = frozenset({"taken", "camera", "rating"})


def taken(metadata: Metadata) -> str:
    """Return when a photo was taken, in the user's own way of writing dates, as far as it is known."""
    text = metadata.taken_at or ""
    date = QDate.fromString(text[:10], "yyyy-MM-dd")
    if not date.isValid():
        return text[:7]
    time = QTime.fromString(text[11:16], "hh:mm")
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # nobody's way of writing
        return f"{text[:10]} {text[11:16]}".strip()
    short = QLocale.FormatType.ShortFormat
    parts = [locale.toString(date, short)]
    parts += [locale.toString(time, short)] if time.isValid() else []
    return " ".join(parts)


def place(metadata: Metadata) -> str:
    if metadata.places:
        return ", ".join(metadata.places)
    if metadata.latitude is None or metadata.longitude is None:
        return ""
    north = "N" if metadata.latitude >= 0 else "S"
    east = "E" if metadata.longitude >= 0 else "W"
    return f"{abs(metadata.latitude):.4f}° {north}, {abs(metadata.longitude):.4f}° {east}"


def facts(metadata: Metadata) -> tuple[tuple[str, str], ...]:
    """Return name and value of all that is known, in the order in which one asks for it."""
    rated = metadata.rating is not None and metadata.rating != 0
    every = (
        ("Title", metadata.title or ""),
        ("Caption", metadata.caption or ""),
        ("Taken", taken(metadata)),
        ("Camera", metadata.camera),
        ("Lens", metadata.lens or ""),
        ("Place", place(metadata)),
        ("Rating", stars(metadata.rating) if rated and metadata.rating is not None else ""),
        ("Keywords", ", ".join(metadata.keywords)),
    )
    return tuple((name, value) for name, value in every if value)


def arrange(hits: tuple[Hit, ...], order: Order, get: Callable[[Hit], Metadata | None]) -> tuple[Hit, ...]:
    """Return hits in an order; equal ones stay as they were. Whatever is not known comes last."""
    if order == "best":
        return hits

    def known(hit: Hit) -> Metadata:
        return get(hit) or Metadata()

    keys: dict[Order, Callable[[Hit], Any]] = {
        "name": lambda hit: hit.path.name.casefold(),
        "folder": lambda hit: (str(hit.path.parent).casefold(), hit.path.name.casefold()),
        "size": lambda hit: -hit.size[0] * hit.size[1],
        "camera": lambda hit: (not known(hit).camera, known(hit).camera.casefold()),
        "rating": lambda hit: -(known(hit).rating or 0),
    }
    if order == "taken":
        return tuple(sorted(hits, key=lambda hit: known(hit).taken_at or "", reverse=True))
    return tuple(sorted(hits, key=keys[order]))
