"""A TIFF structure -> the EXIF values that are used.

TIFF 6.0, section 2; Exif 2.32, sections 4.6.3 to 4.6.6. Nothing is raised: a value outside the structure
or without sense counts as absent.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from typing import Any

from cbir.base.types import Metadata
from cbir.metadata.containers import clean, decode, photoshop_blocks
from cbir.metadata.dates import iso_date
from cbir.metadata.exposure import (
    aperture_of_apex,
    lens_of_specification,
    rounded_aperture,
    rounded_focal,
    time_of_apex,
    usable_time,
    whole,
)

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
    16: "Q",
    17: "q",
    18: "Q",
}

_DESCRIPTION, _MAKE, _MODEL, _ORIENTATION, _CHANGED = 0x010E, 0x010F, 0x0110, 0x0112, 0x0132
_XMP, _IPTC, _PHOTOSHOP = 0x02BC, 0x83BB, 0x8649
_BLOCKS = (_XMP, _IPTC, _PHOTOSHOP)  # bytes, whatever their declared type
_PREVIEW = 0x002E  # exiftool, PanasonicRaw.pm: JpgFromRaw
_RATING, _RATING_PERCENT = 0x4746, 0x4749
_EXIF_DIRECTORY, _GPS_DIRECTORY = 0x8769, 0x8825
_XP_TITLE, _XP_COMMENT, _XP_AUTHOR, _XP_KEYWORDS, _XP_SUBJECT = 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F
_ARTIST, _COPYRIGHT = 0x013B, 0x8298
_TAKEN, _DIGITIZED = 0x9003, 0x9004
_OFFSET, _OFFSET_TAKEN, _OFFSET_DIGITIZED = 0x9010, 0x9011, 0x9012
_FRACTION, _FRACTION_TAKEN, _FRACTION_DIGITIZED = 0x9290, 0x9291, 0x9292  # of a second
_MAKER_NOTE, _USER_COMMENT, _LENS, _LENS_MODEL = 0x927C, 0x9286, 0xA432, 0xA434
_NIKON, _NIKON_LENS = b"Nikon\0\x02", 0x0084  # exiftool, Nikon.pm: a TIFF structure after 10 bytes
_TIME, _TIME_APEX, _F_NUMBER, _APERTURE_APEX = 0x829A, 0x9201, 0x829D, 0x9202
_FOCAL, _FOCAL_35MM, _FLASH = 0x920A, 0xA405, 0x9209
_ISO = (0x8827, 0x8833, 0x8832, 0x8831)  # sensitivity; ISO speed, recommended index, standard output
_ISO_ELSEWHERE = 65535  # the largest number of the old tag: larger ones are in the others. Exif 2.32, 4.6.5

# Texts that cameras write into every picture are no captions.
_NOT_CAPTIONS = (
    "sony dsc",
    "samsung",
    "samsung camera pictures",
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
    previews : JPEGs with blocks of their own, as in Panasonic's raw files
    """

    shot_at: str | None = None
    changed_at: str | None = None
    xmp: tuple[bytes, ...] = field(default=(), repr=False)
    iptc: tuple[bytes, ...] = field(default=(), repr=False)
    previews: tuple[bytes, ...] = field(default=(), repr=False)


def read_exif(data: bytes) -> Exif:
    """Read the first directory of a TIFF structure, its EXIF and its GPS directory."""
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None or len(data) < 8:
        return Exif()
    wide = data[2:4] in (b"+\0", b"\0+")
    first = slice(8, 16) if wide else slice(4, 8)
    main = _directory(data, order, int.from_bytes(data[first], "little" if order == "<" else "big"), wide)
    # Canon's CR3 has each directory in its own structure, and some TIFF files have all tags in one directory.
    exif = main | _directory(data, order, _integer(main.get(_EXIF_DIRECTORY)) or 0, wide)
    gps = _directory(data, order, _integer(main.get(_GPS_DIRECTORY)) or 0, wide) or main
    latitude = _degrees(gps.get(2), gps.get(1), "S", 90)
    longitude = _degrees(gps.get(4), gps.get(3), "W", 180)
    located = is_place(latitude, longitude)
    orientation = _integer(main.get(_ORIENTATION))
    packet = _bytes(main.get(_XMP))
    resources = photoshop_blocks(_bytes(main.get(_PHOTOSHOP)))
    return Exif(
        taken_at=_when(exif, _TAKEN, _FRACTION_TAKEN, _OFFSET_TAKEN)
        or _when(exif, _DIGITIZED, _FRACTION_DIGITIZED, _OFFSET_DIGITIZED),
        shot_at=_when(exif, _TAKEN, _FRACTION_TAKEN, _OFFSET_TAKEN),
        changed_at=iso_date(_text(main.get(_CHANGED)), _text(exif.get(_OFFSET)), _text(exif.get(_FRACTION))),
        make=_text(main.get(_MAKE)),
        model=_text(main.get(_MODEL)),
        lens=_lens_name(exif)
        or lens_of_specification(_numbers(exif.get(_LENS)))
        or lens_of_specification(_numbers(_nikon(exif.get(_MAKER_NOTE)).get(_NIKON_LENS))),
        iso=_iso(exif),
        aperture=rounded_aperture(_rational(exif.get(_F_NUMBER)))
        or aperture_of_apex(_rational(exif.get(_APERTURE_APEX))),
        exposure_s=usable_time(_rational(exif.get(_TIME)))
        or time_of_apex(_rational(exif.get(_TIME_APEX), signed=True)),
        focal_mm=rounded_focal(_rational(exif.get(_FOCAL))),
        focal_35mm=whole(_integer(exif.get(_FOCAL_35MM))),
        flash=_flash(_integer(exif.get(_FLASH))),
        latitude=latitude if located else None,
        longitude=longitude if located else None,
        rating=_rating(main),
        keywords=split_keywords(_wide(main.get(_XP_KEYWORDS)) or ""),
        title=_wide(main.get(_XP_TITLE)),
        creator=_caption(_text(main.get(_ARTIST))) or _wide(main.get(_XP_AUTHOR)),
        copyright=_copyright(main.get(_COPYRIGHT)),
        caption=_caption(_text(main.get(_DESCRIPTION)))
        or _wide(main.get(_XP_COMMENT))
        or _wide(main.get(_XP_SUBJECT))
        or _caption(_comment(exif.get(_USER_COMMENT), order)),
        orientation=orientation if orientation is not None and 1 <= orientation <= 8 else None,
        xmp=(*((packet,) if packet else ()), *resources.xmp),
        iptc=(*_iptc(main), *resources.iptc),
        previews=(preview,) if (preview := _bytes(main.get(_PREVIEW)))[:2] == b"\xff\xd8" else (),
    )


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


def _directory(data: bytes, order: str, at: int, wide: bool = False) -> dict[int, Any]:
    """Values by tag: str or bytes for text, else a tuple of numbers. The first of equal tags counts.

    wide : as in BigTIFF, whose numbers and positions have 8 bytes. BigTIFF Design, Aware Systems, 2011
    """
    head, entry_bytes, inline = ("Q", 20, 8) if wide else ("H", 12, 4)
    first = at + struct.calcsize(order + head)
    if not 8 <= at <= len(data) - (first - at):
        return {}
    (count,) = struct.unpack_from(order + head, data, at)
    values: dict[int, Any] = {}
    end = min(first + entry_bytes * min(count, _MAX_ENTRIES), len(data) - entry_bytes + 1)
    for entry in range(first, end, entry_bytes):
        tag, kind, number = struct.unpack_from(order + ("HHQ" if wide else "HHI"), data, entry)
        form = _FORMATS.get(kind)
        if form is None or not number or tag in values:
            continue
        size = struct.calcsize(order + form) * number
        if size > _MAX_VALUE_BYTES:
            continue
        start = entry + entry_bytes - inline
        if size > inline:
            (start,) = struct.unpack_from(order + ("Q" if wide else "I"), data, start)
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
    return iso_date(_text(exif.get(date)), _text(exif.get(offset)), _text(exif.get(fraction)))


def _integer(value: Any) -> int | None:
    return int(value[0]) if isinstance(value, tuple) and value and isinstance(value[0], int) else None


def _lens_name(exif: dict[int, Any]) -> str | None:
    """The name of the lens; some cameras fill the field with signs where they know none."""
    name = _text(exif.get(_LENS_MODEL))
    return name if name is not None and any(char.isalnum() for char in name) else None


def _nikon(note: Any) -> dict[int, Any]:
    """The directory of a maker note of Nikon's cameras before LensModel was common; empty for any other."""
    data = _bytes(note)[10:] if _bytes(note).startswith(_NIKON) else b""
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None or len(data) < 8:
        return {}
    return _directory(data, order, int.from_bytes(data[4:8], "little" if order == "<" else "big"))


def _numbers(value: Any) -> tuple[float | None, ...]:
    """Rationals as numbers; None for one without a denominator."""
    if not isinstance(value, tuple):
        return ()
    return tuple(value[at] / value[at + 1] if value[at + 1] else None for at in range(0, len(value) - 1, 2))


def _rational(value: Any, *, signed: bool = False) -> float | None:
    """A rational, or a number of another kind, as some programs write it.

    signed : some programs declare a signed rational as unsigned
    """
    if not isinstance(value, tuple) or not value:
        return None
    if len(value) == 1 or isinstance(value[0], float):
        return float(value[0]) if math.isfinite(value[0]) else None
    above, below = value[0], value[1]
    if signed and above > 1 << 31:
        above -= 1 << 32
    return above / below if below else None


def _iso(exif: dict[int, Any]) -> int | None:
    values = (whole(_integer(exif.get(tag))) for tag in _ISO)
    return next((value for value in values if value is not None and value != _ISO_ELSEWHERE), None)


def _flash(value: int | None) -> bool | None:
    """True if it fired: bit 0. Exif 2.32, 4.6.5, Flash. Without a flash function (bit 5) there is nothing to say."""
    return None if value is None or value & 0x20 else bool(value & 1)


def _copyright(value: Any) -> str | None:
    """The photographer's copyright, and the editor's after a zero byte. Exif 2.32, 4.6.4."""
    if not isinstance(value, bytes):
        return None
    parts = [text for part in value.split(b"\0") if (text := clean(decode(part)))]
    return ", ".join(dict.fromkeys(parts[:2])) or None


def is_place(latitude: float | None, longitude: float | None) -> bool:
    """True if both coordinates are given. Programs write 0, 0 for an unknown position."""
    if latitude is None or longitude is None:
        return False
    return max(abs(latitude), abs(longitude)) >= _NO_PLACE


_NO_PLACE = 1e-6  # degrees: a tenth of a metre


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
    if (
        text is None
        or text.lower().startswith(_NOT_CAPTIONS_BEGIN)
        or text.lower() in _NOT_CAPTIONS
        or text.lower().endswith(" digital camera")
    ):
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
