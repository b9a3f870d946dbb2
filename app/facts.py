"""Metadata -> what a person reads: dates, places, stars."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt, QTime

from app.filters import stars
from app.language import QT_TR_NOOP, number, tr
from cbir.types import Metadata

METADATA = (
    QT_TR_NOOP("Title"),
    QT_TR_NOOP("Caption"),
    QT_TR_NOOP("Taken"),
    QT_TR_NOOP("Camera"),
    QT_TR_NOOP("Lens"),
    QT_TR_NOOP("Place"),
    QT_TR_NOOP("Rating"),
    QT_TR_NOOP("Keywords"),
)
"""The names of what `facts` knows."""


def taken(metadata: Metadata) -> str:
    """Return when a photo was taken, in the user's own way of writing dates, as far as it is known."""
    return written(metadata.taken_at or "")


@lru_cache(4096)
def written(text: str) -> str:
    """Return a date of ISO 8601 in the user's own way of writing dates; kept, for lists paint it at each frame."""
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


def day(taken_at: str | None) -> str:
    """Return the day that a photo was taken on, empty where none is known."""
    return written(taken_at[:10]) if taken_at else ""


def moment(when: QDateTime) -> str:
    """Return a date and time in the user's own way of writing them."""
    return written(when.toString(Qt.DateFormat.ISODate))


def place(metadata: Metadata) -> str:
    if metadata.places:
        return ", ".join(metadata.places)
    if metadata.latitude is None or metadata.longitude is None:
        return ""
    north, east = number(abs(metadata.latitude), 4), number(abs(metadata.longitude), 4)
    latitude = tr("{degrees}° N") if metadata.latitude >= 0 else tr("{degrees}° S")
    longitude = tr("{degrees}° E") if metadata.longitude >= 0 else tr("{degrees}° W")
    return f"{latitude.format(degrees=north)}, {longitude.format(degrees=east)}"


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
