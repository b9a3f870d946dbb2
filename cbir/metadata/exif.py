"""A TIFF structure -> the EXIF values that are used.

TIFF 6.0, section 2; Exif 2.32, sections 4.6.3 to 4.6.6. Nothing is raised: a value outside the structure
or without sense counts as absent.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

from cbir.base.types import Metadata
from cbir.metadata.containers import clean, decode, photoshop_iptc

_MAX_ENTRIES = 2000  # of a directory: the largest real ones have some hundred
_MAX_VALUE_BYTES = 4 << 20

_FORMATS = {
    1: "B",
    2: "s",
    3: "H",
    4: "I",
    5: "II",
    6: "b",
    7: "s",
    8: "h",
    9: "i",
    10: "ii",
    11: "f",
    12: "d",
    13: "I",
}

_DESCRIPTION, _MAKE, _MODEL, _ORIENTATION, _CHANGED = 0x010E, 0x010F, 0x0110, 0x0112, 0x0132
_XMP, _IPTC, _PHOTOSHOP = 0x02BC, 0x83BB, 0x8649
_BLOCKS = (_XMP, _IPTC, _PHOTOSHOP)  # bytes, whatever their declared type
_RATING, _RATING_PERCENT = 0x4746, 0x4749
_EXIF_DIRECTORY, _GPS_DIRECTORY = 0x8769, 0x8825
_XP_TITLE, _XP_COMMENT, _XP_KEYWORDS = 0x9C9B, 0x9C9C, 0x9C9E
_TAKEN, _DIGITIZED = 0x9003, 0x9004
_OFFSET, _OFFSET_TAKEN, _OFFSET_DIGITIZED = 0x9010, 0x9011, 0x9012
_FRACTION_TAKEN, _FRACTION_DIGITIZED = 0x9291, 0x9292  # of a second
_USER_COMMENT, _LENS_MODEL = 0x9286, 0xA434

# Texts that cameras write into every picture are no captions.
_NOT_CAPTIONS = (
    "olympus digital camera",
    "minolta digital camera",
    "konica minolta digital camera",
    "pentax digital camera",
    "sony dsc",
    "samsung",
    "samsung camera pictures",
    "samsung digital camera",
    "digital still camera",
    "default",
    "exif_jpeg_picture",
    "exif jpeg",
    "jpeg",
    "dav",
    "edf",
    "sdc",
    "hdr",
    "dig",
    "untitled",
    "(null)",
)
_NOT_CAPTIONS_BEGIN = ("dcim\\", "file written by adobe")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exif(Metadata):
    """EXIF values of a picture.

    shot_at : time of the shot by the camera. changed_at : time of the last write by a program
    xmp, iptc : further blocks in a TIFF file's directory
    """

    shot_at: str | None = None
    changed_at: str | None = None
    xmp: tuple[bytes, ...] = field(default=(), repr=False)
    iptc: tuple[bytes, ...] = field(default=(), repr=False)


def read_exif(data: bytes) -> Exif:
    """Read the first directory of a TIFF structure, its EXIF and its GPS directory."""
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None or len(data) < 8:
        return Exif()
    main = _directory(data, order, int.from_bytes(data[4:8], "little" if order == "<" else "big"))
    # Canon's CR3 has each directory in its own structure, and some TIFF files have all tags in one directory.
    exif = _directory(data, order, _integer(main.get(_EXIF_DIRECTORY)) or 0) or main
    gps = _directory(data, order, _integer(main.get(_GPS_DIRECTORY)) or 0) or main
    latitude = _degrees(gps.get(2), gps.get(1), "S", 90)
    longitude = _degrees(gps.get(4), gps.get(3), "W", 180)
    located = latitude is not None and longitude is not None
    orientation = _integer(main.get(_ORIENTATION))
    packet = _bytes(main.get(_XMP))
    resources = _bytes(main.get(_PHOTOSHOP))
    return Exif(
        taken_at=_when(exif, _TAKEN, _FRACTION_TAKEN, _OFFSET_TAKEN)
        or _when(exif, _DIGITIZED, _FRACTION_DIGITIZED, _OFFSET_DIGITIZED),
        shot_at=_when(exif, _TAKEN, _FRACTION_TAKEN, _OFFSET_TAKEN),
        changed_at=exif_date(_text(main.get(_CHANGED)), _text(exif.get(_OFFSET))),
        make=_text(main.get(_MAKE)),
        model=_text(main.get(_MODEL)),
        lens=_text(exif.get(_LENS_MODEL)),
        latitude=latitude if located else None,
        longitude=longitude if located else None,
        rating=_rating(main),
        keywords=split_keywords(_wide(main.get(_XP_KEYWORDS)) or ""),
        title=_wide(main.get(_XP_TITLE)),
        caption=_caption(_text(main.get(_DESCRIPTION)))
        or _wide(main.get(_XP_COMMENT))
        or _caption(_comment(exif.get(_USER_COMMENT), order)),
        orientation=orientation if orientation is not None and 1 <= orientation <= 8 else None,
        xmp=(packet,) if packet else (),
        iptc=(*_iptc(main), *(photoshop_iptc(resources) if resources else ())),
    )


def exif_date(text: str | None, offset: str | None = None, fraction: str | None = None) -> str | None:
    """Turn `2019:07:14 12:30:05` and an offset such as `+02:00` into ISO 8601; None if it is no date.

    fraction : digits of a second, such as `43`; zeros are ignored
    """
    if text is None:
        return None
    digits = text.replace("T", " ").replace("/", ":").replace("-", ":").replace(".", ":")
    date, _, clock = digits.partition(" ")
    try:
        year, month, day = (int(part) for part in date.split(":")[:3])
        hour, minute, second = ([int(part) for part in clock.split(":")[:3] if part.strip()] + [0, 0, 0])[:3]
    except ValueError:
        return None
    if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    if not (0 <= hour <= 24 and 0 <= minute <= 59 and 0 <= second <= 60):
        return None
    digits = (fraction or "").strip()
    part = f".{digits[:6]}" if digits.isascii() and digits.isdigit() and int(digits[:6]) else ""
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{part}{iso_offset(offset)}"


def iso_offset(text: str | None) -> str:
    """`+02:00`, `+0200` or `Z` -> `+02:00`; an empty text if it is no offset from UTC."""
    text = (text or "").strip()
    if text.upper() == "Z":
        return "+00:00"
    digits = text[1:].replace(":", "")
    if text[:1] not in ("+", "-") or len(digits) != 4 or not digits.isascii() or not digits.isdigit():
        return ""
    if int(digits[:2]) > 14 or int(digits[2:]) > 59:
        return ""
    return f"{text[0]}{digits[:2]}:{digits[2:]}"


def stars(value: float | None) -> int | None:
    """A rating as a whole number from -1 (rejected) to 5; None if it is no rating."""
    if value is None or not -1 <= value <= 5:
        return None
    return int(value)


def stars_of_percent(percent: float | None) -> int | None:
    """Windows' percentages 1, 25, 50, 75 and 99 -> 1 to 5 stars."""
    if percent is None or not 0 <= percent <= 100:
        return None
    return 0 if percent == 0 else 1 + int(percent // 25) if percent < 99 else 5


def split_keywords(text: str) -> tuple[str, ...]:
    return tuple(word for part in text.split(";") if (word := part.strip()))


def _directory(data: bytes, order: str, at: int) -> dict[int, Any]:
    """Values by tag: str or bytes for text, else a tuple of numbers. The first of equal tags counts."""
    if not 8 <= at <= len(data) - 2:
        return {}
    (count,) = struct.unpack_from(order + "H", data, at)
    values: dict[int, Any] = {}
    for entry in range(at + 2, min(at + 2 + 12 * min(count, _MAX_ENTRIES), len(data) - 11), 12):
        tag, kind, number = struct.unpack_from(order + "HHI", data, entry)
        form = _FORMATS.get(kind)
        if form is None or not number or tag in values:
            continue
        size = struct.calcsize(order + form) * number
        if size > _MAX_VALUE_BYTES:
            continue
        start = entry + 8
        if size > 4:
            (start,) = struct.unpack_from(order + "I", data, start)
        if start + size > len(data):
            if form != "s":
                continue
            size = max(0, len(data) - start)  # the beginning of a truncated text
        if form == "s" or tag in _BLOCKS or (kind == 1 and number > 8):
            values[tag] = data[start : start + size]
        else:
            values[tag] = struct.unpack_from(order + form * min(number, 64), data, start)
    return values


def _when(exif: dict[int, Any], date: int, fraction: int, offset: int) -> str | None:
    return exif_date(_text(exif.get(date)), _text(exif.get(offset)), _text(exif.get(fraction)))


def _integer(value: Any) -> int | None:
    return int(value[0]) if isinstance(value, tuple) and value and isinstance(value[0], int) else None


def _bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    return bytes(part & 0xFF for part in value if isinstance(part, int)) if isinstance(value, tuple) else b""


def _text(value: Any) -> str | None:
    return clean(decode(value.partition(b"\0")[0])) if isinstance(value, bytes) else None


def _wide(value: Any) -> str | None:
    """The text of one of Windows' tags: UTF-16 little-endian in bytes, whatever the byte order of the structure."""
    raw = _bytes(value)
    return clean(raw.decode("utf-16-le", "replace").partition("\0")[0]) if raw else None


def _comment(value: Any, order: str) -> str | None:
    """The text of a comment, whose first 8 bytes name its charset. Exif 2.32, 4.6.5, table 9."""
    if not isinstance(value, bytes) or len(value) <= 8:
        return None
    charset, raw = value[:8], value[8:]
    if charset == b"UNICODE\0":
        swapped = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        little = raw[:2] == b"\xff\xfe" if swapped else order == "<"
        # some programs write UTF-16 in the other order: the zero bytes of Western text show which
        if not swapped and len(raw) >= 4 and (raw[1::2].count(0) < raw[0::2].count(0)) == little:
            little = not little
        text = raw[2 if swapped else 0 :].decode("utf-16-le" if little else "utf-16-be", "replace")
        return clean(text.partition("\0")[0])
    if charset.startswith(b"JIS"):
        return clean(raw.decode("iso2022_jp", "replace").partition("\0")[0])
    if charset.rstrip(b"\0 ") in (b"ASCII", b""):
        return clean(decode(raw.partition(b"\0")[0]))
    return None  # a maker's binary data


def _caption(text: str | None) -> str | None:
    if text is None or text.lower().startswith(_NOT_CAPTIONS_BEGIN) or text.lower() in _NOT_CAPTIONS:
        return None
    return text


def _degrees(value: Any, reference: Any, negative: str, limit: int) -> float | None:
    """Three rationals -> decimal degrees."""
    if not isinstance(value, tuple) or len(value) < 2:
        return None
    pairs = [(value[i], value[i + 1]) for i in range(0, min(len(value), 6) - 1, 2)]
    if pairs[0][1] == 0 or any(denominator == 0 and numerator != 0 for numerator, denominator in pairs):
        return None
    degrees = sum(
        numerator / denominator / 60**place
        for place, (numerator, denominator) in enumerate(pairs)
        if denominator
    )
    if (_text(reference) or "").upper().startswith(negative):
        degrees = -degrees
    return degrees if abs(degrees) <= limit else None


def _rating(main: dict[int, Any]) -> int | None:
    rating = stars(_integer(main.get(_RATING)))
    return rating if rating is not None else stars_of_percent(_integer(main.get(_RATING_PERCENT)))


def _iptc(main: dict[int, Any]) -> tuple[bytes, ...]:
    raw = _bytes(main.get(_IPTC))
    return (raw,) if raw else ()
