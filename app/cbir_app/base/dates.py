"""Dates as they stand in the catalog -> as a person reads them."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt, QTime


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
    parts = [locale.toString(date, _with_whole_year(locale.dateFormat(short)))]
    parts += [locale.toString(time, short)] if time.isValid() else []
    return " ".join(parts)


def _with_whole_year(form: str) -> str:
    """Return a format for dates whose year is not cut to two digits, which look like a day or a month."""
    return form if "yyyy" in form else form.replace("yy", "yyyy")


def day(taken_at: str | None) -> str:
    """Return the day that a photo was taken on, empty where none is known."""
    return written(taken_at[:10]) if taken_at else ""


def moment(when: QDateTime) -> str:
    """Return a date and time in the user's own way of writing them."""
    return written(when.toString(Qt.DateFormat.ISODate))
