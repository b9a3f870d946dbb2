"""File name -> the date of its picture, if the name contains it.

Cameras, phones, screenshots and messengers write the date into the name: IMG_20190704_101530.jpg,
PXL_20210704_081530123.jpg, Screenshot_2019-07-04-10-15-30.png, IMG-20190704-WA0001.jpg.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import PurePosixPath

from cbir.base.types import moment_of

_FIRST_YEAR = 1900
_FIRST_COMPACT_YEAR = 1990  # eight digits in a row are either the date of a digital picture or a number

# Digits separated by -, _ or . are a date after any letters. Digits in a row are a date only between word boundaries,
# so that neither a longer number nor a checksum is taken for one.
_PARTED = re.compile(r"(?<!\d)(?P<year>\d{4})(?P<sep>[-_.])(?P<month>\d\d)(?P=sep)(?P<day>\d\d)(?!\d)")
_COMPACT = re.compile(
    r"(?:^|[^0-9A-Za-z])[A-Za-z]*(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)(?=$|[^0-9A-Za-z]|T?\d{6}(?!\d))"
)
# After the day: 101530, 10.15.30, 10-15-30 or 101530123, perhaps after "at", "um" or "alle" and before PM.
_TIME = re.compile(
    r"(?:[-_.T ]|[ _][A-Za-z]{1,4}[ _]|, )?"
    r"(?P<hour>\d\d|\d(?=[-_.:]))(?P<sep>[-_.:]?)(?P<minute>\d\d)(?P=sep)(?P<second>\d\d)(?:\d{3})?(?!\d)"
    r"(?:[\s_]?(?P<half>[AaPp])[Mm]\b)?"
)


def date_in_name(path: str) -> str | None:
    """The date of the picture at a path, by the name of its file only; None if the name has none.

    A moment has the date in its video's name. Returns ISO 8601, with the time of day if present; the zone is unknown.
    The first of several dates counts.
    """
    folder, _, name = path.rpartition("/")
    if moment_of(PurePosixPath(name)) is not None:
        name = folder.rpartition("/")[2]
    for form, since in ((_PARTED, _FIRST_YEAR), (_COMPACT, _FIRST_COMPACT_YEAR)):
        for match in form.finditer(name):
            day = _moment(*(int(match[part]) for part in ("year", "month", "day")))
            if day is not None and since <= day.year <= datetime.now().year:
                return _with_time(day, name[match.end() :])
    return None


def _with_time(day: datetime, rest: str) -> str:
    if (match := _TIME.match(rest)) is not None:
        hour, minute, second = (int(match[part]) for part in ("hour", "minute", "second"))
        if (half := match["half"]) is not None:
            hour = hour % 12 + 12 * (half in "Pp")
        moment = _moment(day.year, day.month, day.day, hour, minute, second)
        if moment is not None:
            return moment.isoformat()
    return day.date().isoformat()


def _moment(*parts: int) -> datetime | None:
    try:
        return datetime(*parts)  # type: ignore[arg-type]  # year, month, day and so on, no zone
    except ValueError:
        return None
