"""Metadata of a photo -> an EXIF block and an XMP packet for a copy of it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from cbir.base.types import Metadata, Received, keyword_key
from cbir.metadata.xmp import PICKED
from cbir.metadata.xmp_editing import Property, edit_xmp

# EXIF 2.32, tables 4 to 8, and Microsoft's Rating; positions: table 15
_DESCRIPTION, _MAKE, _MODEL, _ORIENTATION = 0x010E, 0x010F, 0x0110, 0x0112
_ARTIST, _COPYRIGHT, _RATING, _EXIF_IFD, _GPS_IFD = 0x013B, 0x8298, 0x4746, 0x8769, 0x8825
_EXPOSURE_TIME, _F_NUMBER, _ISO, _VERSION, _TAKEN, _OFFSET = 0x829A, 0x829D, 0x8827, 0x9000, 0x9003, 0x9011
_FLASH, _FOCAL, _SUBSECOND, _FOCAL_35MM, _LENS = 0x9209, 0x920A, 0x9291, 0xA405, 0xA434
_UPRIGHT = 1
if TYPE_CHECKING:
    from PIL.TiffImagePlugin import IFDRational

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([+-]\d\d:\d\d|Z)?")


def exif_of(metadata: Metadata, *, positions: bool = True) -> bytes:
    """Encode metadata as EXIF, for an upright picture. positions : include the place where it was taken"""
    from PIL import Image

    exif = Image.Exif()
    exif[_ORIENTATION] = _UPRIGHT
    for tag, text in (
        (_DESCRIPTION, metadata.caption or metadata.title),
        (_MAKE, metadata.make),
        (_MODEL, metadata.model),
        (_ARTIST, metadata.creator),
        (_COPYRIGHT, metadata.copyright),
    ):
        if text:
            exif[tag] = text.encode()  # UTF-8, as other programs write and read it
    if metadata.rating is not None and metadata.rating >= 0:
        exif[_RATING] = metadata.rating
    shot = exif.get_ifd(_EXIF_IFD)
    shot[_VERSION] = b"0232"
    if (date := _DATE.match(metadata.taken_at or "")) is not None:
        year, month, day, hour, minute, second, fraction, offset = date.groups()
        shot[_TAKEN] = f"{year}:{month}:{day} {hour}:{minute}:{second}"
        if fraction:
            shot[_SUBSECOND] = fraction
        if offset:
            shot[_OFFSET] = "+00:00" if offset == "Z" else offset
    if metadata.exposure_s:
        shot[_EXPOSURE_TIME] = _rational(metadata.exposure_s)
    if metadata.aperture:
        shot[_F_NUMBER] = _rational(metadata.aperture)
    if metadata.iso:
        shot[_ISO] = min(metadata.iso, 65535)
    if metadata.focal_mm:
        shot[_FOCAL] = _rational(metadata.focal_mm)
    if metadata.focal_35mm:
        shot[_FOCAL_35MM] = metadata.focal_35mm
    if metadata.flash is not None:
        shot[_FLASH] = int(metadata.flash)
    if metadata.lens:
        shot[_LENS] = metadata.lens  # ASCII: Pillow knows no other text here
    if positions and metadata.latitude is not None and metadata.longitude is not None:
        exif.get_ifd(_GPS_IFD).update(
            {
                0: b"\x02\x03\x00\x00",
                1: "N" if metadata.latitude >= 0 else "S",
                2: _angle(metadata.latitude),
                3: "E" if metadata.longitude >= 0 else "W",
                4: _angle(metadata.longitude),
            }
        )
    return exif.tobytes()


_TEXTS: dict[Property, str] = {
    "dc:title": "title",
    "dc:description": "caption",
    "photoshop:Headline": "headline",
    "dc:creator": "creator",
    "dc:rights": "copyright",
    "xmp:Label": "label",
}


def xmp_of(metadata: Metadata, *, positions: bool = True) -> bytes:
    """Encode metadata as XMP. positions : include the place where it was taken, also its name"""
    values: dict[Property, tuple[str, ...]] = {
        **{name: _one(getattr(metadata, text)) for name, text in _TEXTS.items()},
        "dc:subject": metadata.keywords,
        "Iptc4xmpExt:PersonInImage": metadata.people,
        "digiKam:PickLabel": PICKED if metadata.flag == "pick" else (),
        "xmp:Rating": () if metadata.rating is None else (str(metadata.rating),),
        "exif:DateTimeOriginal": _one(metadata.taken_at),
    }
    if positions:
        if metadata.latitude is not None and metadata.longitude is not None:
            values["exif:GPSLatitude"] = (xmp_degrees(metadata.latitude, "NS"),)
            values["exif:GPSLongitude"] = (xmp_degrees(metadata.longitude, "EW"),)
        values["Iptc4xmpCore:Location"] = _one(", ".join(metadata.places))
    return edit_xmp(None, {name: texts for name, texts in values.items() if texts})


def without_people(metadata: Metadata, names: Collection[str] = ()) -> Metadata:
    """Metadata without the names of people, also where they are keywords. names : of other people to leave out

    Titles and captions stay as they are.
    """
    keys = {keyword_key(name) for name in (*metadata.people, *names)}
    keywords = tuple(word for word in metadata.keywords if keyword_key(word) not in keys)
    return replace(metadata, people=(), keywords=keywords)


def received_values(received: Received, metadata: Metadata) -> dict[Property, tuple[str, ...]]:
    """Sidecar values for metadata received from a copy, as they count in the catalog."""
    values: dict[Property, tuple[str, ...]] = {}
    for name, text in _TEXTS.items():
        if getattr(received, text):
            values[name] = (getattr(metadata, text) or getattr(received, text),)
    if received.people:
        values["Iptc4xmpExt:PersonInImage"] = metadata.people
    if received.keywords:
        values["dc:subject"] = metadata.keywords
    if received.rating is not None and metadata.rating is not None:
        values["xmp:Rating"] = (str(metadata.rating),)
    if received.pick:
        values["digiKam:PickLabel"] = PICKED
    if received.taken_at and metadata.taken_at == received.taken_at:
        values["exif:DateTimeOriginal"] = (received.taken_at,)
    if received.latitude is not None and received.longitude is not None:
        values["exif:GPSLatitude"] = (xmp_degrees(received.latitude, "NS"),)
        values["exif:GPSLongitude"] = (xmp_degrees(received.longitude, "EW"),)
    if received.places:
        values["Iptc4xmpCore:Location"] = (", ".join(received.places),)
    return values


def xmp_degrees(value: float, signs: str) -> str:
    """`38,42.5N`. XMP part 2, 2.6: GPSCoordinate"""
    whole, part = divmod(abs(value) * 60, 60)
    return f"{whole:.0f},{part:.8f}{signs[value < 0]}"


def _angle(degrees: float) -> tuple[IFDRational, IFDRational, IFDRational]:
    """Degrees, minutes and seconds; a thousandth of a second is 3 cm."""
    from PIL.TiffImagePlugin import IFDRational

    thousandths = round(abs(degrees) * 3_600_000)
    whole, rest = divmod(thousandths, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return IFDRational(whole), IFDRational(minutes), IFDRational(rest, 1000)


def _rational(value: float) -> IFDRational:
    from PIL.TiffImagePlugin import IFDRational

    fraction = Fraction(value).limit_denominator(100_000)
    return IFDRational(fraction.numerator, fraction.denominator)


def _one(text: str | None) -> tuple[str, ...]:
    return (text,) if text else ()
