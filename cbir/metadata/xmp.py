"""An XMP packet -> the values that are used. ISO 16684-1 (XMP part 1), sections 6 to 8.

The XML is parsed by defusedxml, which refuses entities and document types, and only once: nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, ParseError

from cbir.base.types import Metadata
from cbir.metadata.exif import exif_date, iso_offset, stars, stars_of_percent
from cbir.metadata.texts import clean

MAX_XMP_BYTES = 2 << 20  # parsed; parsing takes some fifty times that. Larger packets carry depth maps

_PREFIXES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/exif/1.0/": "exif",
    "http://cipa.jp/exif/1.0/": "exifEX",
    "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
    "http://ns.microsoft.com/photo/1.0": "MicrosoftPhoto",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
}
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_LISTS = (f"{_RDF}Bag", f"{_RDF}Seq", f"{_RDF}Alt")
_MAX_VALUES = 2000  # of one list
_DATE = re.compile(
    r"(\d{4})(?![\d:])(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?)?)?"
)
_COORDINATE = re.compile(r"(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(\d+(?:\.\d+)?))?\s*([NSEWnsew])")
_DECLARATION = re.compile(rb"\A<\?xml[^>]*\?>")
_RDF_BEGINS, _RDF_ENDS = b"<rdf:RDF", b"</rdf:RDF>"


def read_xmp(packet: bytes) -> Metadata:
    """Read a packet or a whole sidecar file. What is no XML, or no XMP, holds nothing.

    The places are location, city, region and country, as far as given.
    """
    values = _properties(packet)

    def first(*names: str) -> str | None:
        return next((text for name in names for text in values.get(name, ())), None)

    latitude, longitude = _degrees(first("exif:GPSLatitude"), 90), _degrees(first("exif:GPSLongitude"), 180)
    located = latitude is not None and longitude is not None
    orientation = _number(first("tiff:Orientation"))
    places = ("Iptc4xmpCore:Location", "photoshop:City", "photoshop:State", "photoshop:Country")
    dates = ("exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate")
    rating = stars(_number(first("xmp:Rating")))
    if rating is None:
        rating = stars_of_percent(_number(first("MicrosoftPhoto:Rating")))
    return Metadata(
        taken_at=next((date for name in dates if (date := xmp_date(first(name)))), None),
        make=first("tiff:Make"),
        model=first("tiff:Model"),
        lens=first("exifEX:LensModel", "aux:Lens", "exif:LensModel"),
        latitude=latitude if located else None,
        longitude=longitude if located else None,
        rating=rating,
        keywords=_keywords(values),
        title=first("dc:title"),
        caption=first("dc:description"),
        places=tuple(text for name in places if (text := first(name))),
        orientation=int(orientation) if orientation is not None and 1 <= orientation <= 8 else None,
    )


def xmp_date(text: str | None) -> str | None:
    """XMP's ISO 8601, which may stop after the year, the month or the day (XMP part 1, 8.2.1.2)."""
    found = _DATE.match((text or "").strip())
    if found is None:
        return exif_date(text)  # some write EXIF's own form
    year, month, day, clock, offset = found.groups()
    whole = exif_date(f"{year}:{month or '01'}:{day or '01'} {clock or ''}")
    if whole is None:
        return None
    if clock is None:
        return "-".join(part for part in (year, month, day) if part)
    return whole + iso_offset(offset)


def _keywords(values: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    flat = values.get("dc:subject") or values.get("MicrosoftPhoto:LastKeywordXMP")
    if flat:
        return tuple(flat)
    levels = [text.split("|") for text in values.get("lr:hierarchicalSubject", ())]
    levels = levels or [text.split("/") for text in values.get("digiKam:TagsList", ())]
    return tuple(word for path in levels for part in path if (word := part.strip()))


def _properties(packet: bytes) -> dict[str, list[str]]:
    """Texts by `prefix:name`, of all descriptions in the packet; the first that says something counts."""
    root = _parse(packet)
    found: dict[str, list[str]] = {}
    if root is None:
        return found
    for description in root.iter(f"{_RDF}Description"):
        for name, text in description.attrib.items():
            _keep(found, name, [text])
        for child in description:
            _keep(found, child.tag, _texts(child))
    return found


def _keep(found: dict[str, list[str]], name: str, texts: list[str]) -> None:
    namespace, _, local = name.removeprefix("{").rpartition("}")
    prefix = _PREFIXES.get(namespace)
    kept = [text for raw in texts[:_MAX_VALUES] if (text := clean(raw))]
    if prefix is not None and kept:
        found.setdefault(f"{prefix}:{local}", kept)


def _texts(element: Element) -> list[str]:
    """The text of a simple property, or the items of a list, its default language first."""
    for child in element:
        if child.tag in _LISTS:
            items = list(child)[:_MAX_VALUES]
            items.sort(key=lambda item: item.get(_LANGUAGE, "x-default") != "x-default")
            return [item.text or item.get(f"{_RDF}value") or "" for item in items]
    return [element.text or ""]


def _parse(packet: bytes) -> Element | None:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if len(packet) > MAX_XMP_BYTES:
        return None
    packet = as_utf8(packet)
    for cut in (_whole, _inner):
        text = cut(packet)
        if text is None:
            continue
        try:
            root: Element = fromstring(text)
        except (ParseError, DefusedXmlException, ValueError, LookupError, UnicodeError):
            continue
        return root
    return None


def _whole(packet: bytes) -> bytes | None:
    return packet


def _inner(packet: bytes) -> bytes | None:
    """The RDF element alone: what surrounds it may be cut off, or not XML."""
    first, last = packet.find(_RDF_BEGINS), packet.rfind(_RDF_ENDS)
    return packet[first : last + len(_RDF_ENDS)] if 0 <= first < last else None


def as_utf8(packet: bytes) -> bytes:
    """UTF-16 is allowed too; the padding around a packet is not XML."""
    wide = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(
        packet[:2]
    )
    if wide is not None:
        text = packet.decode(wide, "replace").encode("utf-8")
        packet = _DECLARATION.sub(b"", text, count=1)  # the charset that it names is no longer true
    return packet.removeprefix(b"\xef\xbb\xbf").strip(b"\0 \r\n\t")


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _degrees(text: str | None, limit: int) -> float | None:
    """`38,42.5N` or `38,42,30N` -> decimal degrees (XMP part 2, 2.6: GPSCoordinate)."""
    found = _COORDINATE.fullmatch((text or "").strip())
    if found is None:
        return None
    degrees = sum(float(part or 0) / 60**place for place, part in enumerate(found.groups()[:3]))
    degrees = -degrees if found[4] in "SWsw" else degrees
    return degrees if abs(degrees) <= limit else None
