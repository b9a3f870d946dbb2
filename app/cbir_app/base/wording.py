"""Functions that word numbers and facts for the window, and sentences that several places show."""

from __future__ import annotations

import sys

from cbir.base.types import Received
from cbir_app.base.language import QT_TR_NOOP, number, tr

TRASH = {"win32": QT_TR_NOOP("Recycle Bin"), "darwin": QT_TR_NOOP("Bin")}.get(
    sys.platform, QT_TR_NOOP("trash")
)
"""The system's name for the trash."""
MAX_STARS = 5
REJECTED = -1  # the rating of a rejected photo: XMP part 2, 2.2
PART = QT_TR_NOOP("A part of it fits better than the whole photo.")


def photos(n: int) -> str:
    return tr("%Ln photo(s)", "", n)


def stars(rating: int) -> str:
    return "★" * rating if rating > 0 else tr("No star") if rating == 0 else tr("Rejected")


def spoken_stars(rating: int) -> str:
    """Return a rating for a screen reader."""
    return tr("Rejected") if rating < 0 else tr("%Ln star(s)", "", rating)


def points_agree(n: int) -> str:
    return tr("%Ln point(s) agree", "", n)


def file_size(size: int, *, digits: int = 1) -> str:
    """Return a number of bytes with its unit. digits : decimals of megabytes; gigabytes have one more"""
    if size < 1000:
        return tr("%Ln byte(s)", "", size)
    if size < 0.95e6:
        return tr("{size} KB", size=number(size / 1000))
    if size < 1e9:
        return tr("{size} MB", size=number(size / 1e6, digits))
    return tr("{size} GB", size=number(size / 1e9, digits + 1))


def seconds(ms: float) -> str:
    if ms < 1000:
        return tr("{time} ms", time=number(round(ms)))
    return tr("{time} s", time=number(ms / 1000, 1))


def time_left(seconds: float) -> str:
    """Return the remaining time in words."""
    if seconds < 60:
        return tr("less than a minute left")
    if seconds < 90 * 60:
        return tr("%Ln minute(s) left", "", round(seconds / 60))
    return tr("about %Ln hour(s) left", "", round(seconds / 3600))


def score(value: float) -> str:
    return number(value, 3) if value >= 0.0005 else tr("below {least}", least=number(0.001, 3))


OFFLINE = QT_TR_NOOP("Its drive is not connected.")
GONE = QT_TR_NOOP("The file has moved, or its drive is disconnected.")


ON_ANOTHER_COMPUTER = QT_TR_NOOP("The library is on another computer. Its administrator can do this.")
ONLY_READING = QT_TR_NOOP("Your token or the service is read-only.")
NO_ORIGINALS = QT_TR_NOOP("This service doesn’t send original files.")


def megapixels(size: tuple[int, int]) -> str:
    return tr("{width} × {height} px", width=number(size[0]), height=number(size[1]))


def breakable(text: str) -> str:
    """Let a long path break after each folder."""
    return text.replace("/", "/\u200b").replace("\\", "\\\u200b").replace("_", "_\u200b")


_RECEIVED = {
    "title": QT_TR_NOOP("title"),
    "headline": QT_TR_NOOP("headline"),
    "caption": QT_TR_NOOP("caption"),
    "creator": QT_TR_NOOP("creator"),
    "copyright": QT_TR_NOOP("copyright"),
    "label": QT_TR_NOOP("label"),
    "people": QT_TR_NOOP("people"),
    "keywords": QT_TR_NOOP("keywords"),
    "taken_at": QT_TR_NOOP("date"),
    "latitude": QT_TR_NOOP("position"),
    "places": QT_TR_NOOP("place"),
    "rating": QT_TR_NOOP("stars"),
    "pick": QT_TR_NOOP("pick flag"),
    "albums": QT_TR_NOOP("albums"),
    "judgements": QT_TR_NOOP("judgements"),
}


def received_values(values: Received) -> str:
    """List the kinds of values that a photo received from another one, such as "title, keywords"."""
    return ", ".join(
        tr(name) for field, name in _RECEIVED.items() if getattr(values, field) not in (None, (), 0)
    )
