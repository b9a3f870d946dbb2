"""Dates of the catalog in the user's own format."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt, QTime


@lru_cache(4096)
def written(text: str) -> str:
    """Return an ISO 8601 date in the user's own format. Cached, because lists paint it at each frame."""
    date = QDate.fromString(text[:10], "yyyy-MM-dd")
    if not date.isValid():
        return text[:7]
    time = QTime.fromString(text[11:16], "hh:mm")
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # no person's format
        return f"{text[:10]} {text[11:16]}".strip()
    short = QLocale.FormatType.ShortFormat
    parts = [locale.toString(date, _with_whole_year(locale.dateFormat(short)))]
    parts += [locale.toString(time, short)] if time.isValid() else []
    return " ".join(parts)


def _with_whole_year(form: str) -> str:
    """Return a date format with a four-digit year. Two digits look like a day or a month."""
    return form if "yyyy" in form else form.replace("yy", "yyyy")


def day(taken_at: str | None) -> str:
    """Return the day on which a photo was taken, or an empty text if it has no date."""
    return written(taken_at[:10]) if taken_at else ""


def moment(when: QDateTime) -> str:
    """Return a date and time in the user's own format."""
    return written(when.toString(Qt.DateFormat.ISODate))
