"""IIM records -> the IPTC values that are used.

IPTC-NAA Information Interchange Model 4.2, chapters 5 and 6.
"""

from __future__ import annotations

from cbir.base.types import Metadata
from cbir.metadata.containers import clean, decode
from cbir.metadata.dates import iso_date

_MAX_DATASETS = 10_000
_TITLE, _KEYWORD, _DATE, _TIME, _BYLINE, _CITY, _SUBLOCATION, _REGION, _COUNTRY = (
    5,
    25,
    55,
    60,
    80,
    90,
    92,
    95,
    101,
)
_HEADLINE, _COPYRIGHT, _CAPTION = 105, 116, 120
_UTF8 = b"\x1b%G"  # ISO 2022's escape sequence for UTF-8, in dataset 1:90


def read_iptc(data: bytes) -> Metadata:
    """Read the datasets up to the first invalid one. The places are sublocation, city, region and country."""
    values: dict[int, list[bytes]] = {}
    charset = b""
    at = 0
    for _ in range(_MAX_DATASETS):
        if data[at : at + 1] != b"\x1c" or at + 5 > len(data):
            break
        record, dataset = data[at + 1], data[at + 2]
        length = int.from_bytes(data[at + 3 : at + 5], "big")
        at += 5
        if length & 0x8000:  # the length of the length
            wide = length & 0x7FFF
            length = int.from_bytes(data[at : at + min(wide, 8)], "big")
            at += wide
        body = data[at : at + length]
        at += length
        if (record, dataset) == (1, 90):
            charset = body
        elif record == 2:
            values.setdefault(dataset, []).append(body)

    def texts(dataset: int) -> tuple[str, ...]:
        raw = values.get(dataset, ())
        decoded = (body.decode("utf-8", "replace") if charset == _UTF8 else decode(body) for body in raw)
        return tuple(text for part in decoded if (text := clean(part)))

    def first(dataset: int) -> str | None:
        return next(iter(texts(dataset)), None)

    places = tuple(
        text for dataset in (_SUBLOCATION, _CITY, _REGION, _COUNTRY) for text in texts(dataset)[:1]
    )
    return Metadata(
        taken_at=_when(first(_DATE), first(_TIME)),
        title=first(_TITLE),
        headline=first(_HEADLINE),
        caption=first(_CAPTION),
        creator="; ".join(texts(_BYLINE)) or None,
        copyright=first(_COPYRIGHT),
        keywords=texts(_KEYWORD),
        places=places,
    )


def _when(date: str | None, clock: str | None) -> str | None:
    """`20190714` and `123005+0200` -> ISO 8601."""
    if date is None or len(date) < 8:
        return None
    clock = (clock or "").replace(":", "")
    time = f" {clock[:2]}:{clock[2:4]}:{clock[4:6]}" if len(clock) >= 6 else ""
    return iso_date(f"{date[:4]}:{date[4:6]}:{date[6:8]}{time}", clock[6:])
