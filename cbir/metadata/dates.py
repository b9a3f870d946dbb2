"""The dates of EXIF, IPTC, XMP and PNG -> ISO 8601 with the offset from UTC, as far as a text has them.

Exif 2.32, 4.6.5 (DateTime); XMP part 1, 8.2.1.2; IIM 4.2, 2:55 and 2:60; RFC 5322, 3.3 (PNG's Creation Time).
Only days that exist are dates. An impossible clock, such as 24:00 or a 61st second, leaves the day alone.
"""

from __future__ import annotations

import calendar
import datetime
import functools
import re
import zoneinfo
from email.utils import parsedate_tz

_DATE = re.compile(r"(\d{4})\s*[-:/.]\s*(\d{1,2})\s*[-:/.]\s*(\d{1,2})(?!\d)(.*)", re.ASCII | re.DOTALL)
_BASIC = re.compile(r"(\d{4})(\d\d)(\d\d)(?!\d)(.*)", re.ASCII | re.DOTALL)  # ISO 8601 without separators
_SHORT = re.compile(r"(\d{4})(?:-(\d\d))?", re.ASCII)
_CLOCK = re.compile(
    r"[T ,]*(\d{1,2})[:.](\d{1,2})(?:[:.]\s*(\d{1,2})(?!\d)(?:[.,](\d+))?)?(.*)", re.ASCII | re.DOTALL
)
_BASIC_CLOCK = re.compile(r"[T ]?(\d\d)(\d\d)(\d\d)?(?!\d)(?:[.,](\d+))?(.*)", re.ASCII | re.DOTALL)
_HALF_OF_DAY = re.compile(r"\s*([AaPp])\.?[Mm]\.?(?![A-Za-z])(.*)", re.DOTALL)
_OFFSET = re.compile(
    r"(?:UTC|GMT|UT)?\s*([+-])\s*(?:(\d\d):?(\d\d)|(\d{1,2})(?::(\d\d))?)(?!\d)", re.ASCII | re.IGNORECASE
)
_EAST_ASIAN = str.maketrans(
    {**dict.fromkeys("年년月월", "-"), **dict.fromkeys("時时시分분", ":"), **dict.fromkeys("日일秒초", " ")}
)
"""Units behind the numbers of a Chinese, Japanese or Korean date: `2019年06月15日 12時30分`."""
_EAST_ASIAN_DAY = re.compile(r"\s*\d{4}\s*[年년]")
_EAST_ASIAN_HALF = re.compile(r"(?:([午上오][前午전])|[午下오][後后午후])\s*(\d{1,2}:\d{1,2}(?::\d{1,2})?)")
_MAX_OFFSET_H = 14  # Line Islands
_NAMED_ZONE = re.compile(r"(?:[+-]\d{4}|\d\s+[A-Z]{1,4})\s*(?:\([^)]*\))?$")
_MAX_NAME = 60  # characters of the name of a time zone

# Hours from UTC of abbreviations that mean one zone. IST, for one, means three.
_ZONES = {
    **dict.fromkeys(("Z", "UT", "UTC", "GMT", "WET"), 0.0),
    **dict.fromkeys(("CET", "MET", "MEZ", "WEST", "BST"), 1.0),
    **dict.fromkeys(("CEST", "MEST", "MESZ", "EET", "SAST"), 2.0),
    **dict.fromkeys(("EEST", "MSK"), 3.0),
    **dict.fromkeys(("JST", "KST"), 9.0),
    **{"AWST": 8.0, "ACST": 9.5, "ACDT": 10.5, "AEST": 10.0, "AEDT": 11.0, "NZST": 12.0, "NZDT": 13.0},
    **{
        "NST": -3.5,
        "NDT": -2.5,
        "AST": -4.0,
        "ADT": -3.0,
        "EST": -5.0,
        "EDT": -4.0,
        "CST": -6.0,
        "CDT": -5.0,
    },
    **{"MST": -7.0, "MDT": -6.0, "PST": -8.0, "PDT": -7.0, "AKST": -9.0, "AKDT": -8.0, "HST": -10.0},
}


def iso_date(text: str | None, offset: str | None = None, fraction: str | None = None) -> str | None:
    """Turn `2019:07:14 12:30:05` or another form of a day and a time into ISO 8601; None if it is no date.

    offset : such as `+02:00`, from a field of its own. It counts before one in the text
    fraction : digits of a second, such as `43`, from a field of its own; zeros are ignored
    """
    text = (text or "").strip()
    if _EAST_ASIAN_DAY.match(text):
        text = _from_east_asian(text)
    match = _DATE.match(text) or _BASIC.match(text)
    if match is None:
        return _named_day(text)
    year, month, day = (int(part) for part in match.groups()[:3])
    if not is_day(year, month, day):
        return None
    date, rest = f"{year:04}-{month:02}-{day:02}", match[4]
    clock = _CLOCK.match(rest) or (_BASIC_CLOCK.match(rest) if match.re is _BASIC else None)
    if clock is None:
        return date if not rest[:1].isalpha() or rest[:1] == "T" else None
    hour, minute, second = (int(part or 0) for part in clock.groups()[:3])
    rest = clock[5]
    if half := _HALF_OF_DAY.match(rest):
        hour = hour % 12 + (12 if half[1] in "Pp" else 0) if hour <= 12 else hour
        rest = half[2]
    if hour > 23 or minute > 59 or second > 59:
        return date
    digits = (fraction or "").strip() or clock[4] or ""
    part = f".{digits[:6]}" if digits.isascii() and digits.isdigit() and int(digits[:6]) else ""
    when = datetime.datetime(year, month, day, hour, minute, second)
    zone = iso_offset(offset, when) or iso_offset(rest, when)
    return f"{date}T{hour:02}:{minute:02}:{second:02}{part}{zone}"


def _from_east_asian(text: str) -> str:
    """`2019年06月15日 下午3時30分` -> `2019-06-15 3:30 PM`."""
    text = text.translate(_EAST_ASIAN).replace(": ", ":").replace("- ", "-")
    return _EAST_ASIAN_HALF.sub(lambda half: f"{half[2]} {'AM' if half[1] else 'PM'}", text)


def short_date(text: str | None) -> str | None:
    """A year or a month, as XMP may give it: `2019` or `2019-07`."""
    match = _SHORT.fullmatch((text or "").strip())
    if match is None or not is_day(int(match[1]), int(match[2] or 1), 1):
        return None
    return match[0]


def is_day(year: int, month: int, day: int) -> bool:
    return 1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


def iso_offset(text: str | None, when: datetime.datetime | None = None) -> str:
    """`+02:00`, `+0200`, `UTC+2`, `Z`, `CEST` or `Europe/Berlin` -> `+02:00`; an empty text if it is no offset.

    when : local time, for zones whose clocks change
    """
    text = (text or "").strip().strip("()[]").strip()
    if match := _OFFSET.match(text):
        hours, minutes = int(match[2] or match[4]), int(match[3] or match[5] or 0)
        if hours * 60 + minutes > _MAX_OFFSET_H * 60 or minutes > 59:
            return ""
        return f"{match[1]}{hours:02}:{minutes:02}"
    name = text.partition(" ")[0].rstrip(".,")
    if (zone := _ZONES.get(name.upper())) is not None:
        return _offset_of(int(zone * 60))
    if when is None or "/" not in name or len(name) > _MAX_NAME:
        return ""
    region = _region(name)
    shift = None if region is None else when.replace(tzinfo=region).utcoffset()
    return "" if shift is None else _offset_of(round(shift.total_seconds() / 60))


@functools.lru_cache(64)
def _region(name: str) -> zoneinfo.ZoneInfo | None:
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):  # Windows has no zones without tzdata
        return None


def _offset_of(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _named_day(text: str) -> str | None:
    """`Sun, 14 Jul 2019 12:30:05 +0200` or `Sun Jul 14 12:30:05 2019` -> ISO 8601."""
    if not any(char.isalpha() for char in text) or len(text) > _MAX_NAME:
        return None
    try:
        parsed = parsedate_tz(text)
    except (ValueError, IndexError, TypeError):
        return None
    if parsed is None or not re.search(r"\d{4}", text) or not is_day(*parsed[:3]):
        return None
    year, month, day, hour, minute, second, *_, shift = parsed
    clock = f" {hour}:{minute}:{second}" if re.search(r"\d:\d", text) else ""
    zone = _offset_of(int(shift or 0) // 60) if _NAMED_ZONE.search(text) else ""
    return iso_date(f"{year:04}-{month:02}-{day:02}{clock}", zone)
