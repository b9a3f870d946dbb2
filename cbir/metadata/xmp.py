"""An XMP packet -> the values that are used. ISO 16684-1 (XMP part 1), sections 6 to 8.

The XML is parsed by defusedxml, which refuses entities and document types, and only once: nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, ParseError

from cbir.base.types import Metadata, distinct_keywords, keyword_key
from cbir.metadata.exif import exif_date, stars, stars_of_percent
from cbir.metadata.texts import clean
from cbir.metadata.xmp_fields import (
    CATEGORIES,
    FLAT_KEYWORDS,
    LEVELLED_KEYWORDS,
    PERCENT_RATING,
    PREFIXES,
    RDF,
    STARS,
    TREE,
    TREE_NAME,
    levels_of,
    read_categories,
)

MAX_XMP_BYTES = 2 << 20  # parsed; parsing takes some fifty times that. Larger packets carry depth maps

_RDF = f"{{{RDF}}}"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_LISTS = (f"{_RDF}Bag", f"{_RDF}Seq", f"{_RDF}Alt")
_MAX_VALUES = 2000  # of one list
_DATE = re.compile(
    r"(\d{4})(?![\d:])(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s*(Z|[+-]\d\d:?\d\d)?)?)?)?"
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
        rating = stars_of_percent(_number(first(PERCENT_RATING)))
    if rating is None:
        rating = stars(_number(first(STARS)))
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


def xmp_shot_at(packet: bytes) -> str | None:
    """When the picture was taken, as ISO 8601; not when it was digitised or written."""
    values = _properties(packet)
    names = ("exif:DateTimeOriginal", "photoshop:DateCreated")
    return next((date for name in names if (date := xmp_date(next(iter(values.get(name, ())), None)))), None)


def sidecar_extension(packet: bytes) -> str | None:
    """The extension of the one file that a sidecar is for (`DNG`), where it names one, as Adobe's programs do."""
    if b"SidecarForExtension" not in as_utf8(packet):
        return None
    return next(iter(_properties(packet).get("photoshop:SidecarForExtension", ())), None)


def xmp_date(text: str | None) -> str | None:
    """XMP's ISO 8601, which may stop after the year, the month or the day (XMP part 1, 8.2.1.2)."""
    found = _DATE.match((text or "").strip())
    if found is None:
        return exif_date(text)  # some write EXIF's own form
    year, month, day, clock, fraction, offset = found.groups()
    whole = exif_date(f"{year}:{month or '01'}:{day or '01'} {clock or ''}", offset, fraction)
    if whole is None:
        return None
    if clock is None:
        return "-".join(part for part in (year, month, day) if part)
    return whole


def _keywords(values: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The keywords that any field states, each level of a path among them."""
    subjects = values.get("dc:subject", ())
    words = [*subjects, *(word for name in FLAT_KEYWORDS for word in values.get(name, ()))]
    whole = {keyword_key(word) for word in words}
    for name, separator in LEVELLED_KEYWORDS.items():
        for path in values.get(name, ()):
            words += levels_of(path, separator, whole)
    return distinct_keywords([*words, *values.get(TREE, ()), *values.get(CATEGORIES, ())][:_MAX_VALUES])


def _properties(packet: bytes) -> dict[str, list[str]]:
    """Texts by `prefix:name`, of all descriptions in the packet; the first that says something counts."""
    root = _parse(packet)
    found: dict[str, list[str]] = {}
    if root is None:
        return found
    for description in _descriptions(root):
        for name, text in description.attrib.items():
            _keep(found, name, _items(name, text))
        for child in description:
            _keep(found, child.tag, _texts(child))
    return found


def _descriptions(root: Element) -> Iterator[Element]:
    """The descriptions of the picture itself: one within a property is of another, such as of what it was made from."""
    roots = list(root.iter(f"{_RDF}RDF"))
    if not roots:
        yield from root.iter(f"{_RDF}Description")
    for rdf in roots:
        yield from rdf.findall(f"{_RDF}Description")


def _keep(found: dict[str, list[str]], name: str, texts: list[str]) -> None:
    known = _known(name)
    kept = [text for raw in texts[:_MAX_VALUES] if (text := clean(raw))]
    if known is not None and kept:
        found.setdefault(known, kept)


def _known(name: str) -> str | None:
    """`prefix:name` of a property that is read."""
    namespace, _, local = name.removeprefix("{").rpartition("}")
    prefix = PREFIXES.get(namespace)
    return None if prefix is None else f"{prefix}:{local}"


def _texts(element: Element) -> list[str]:
    """The text of a simple property, or the items of a list, its default language first."""
    if _known(element.tag) == TREE:
        return [text for node in element.iter() for text in _tree_names(node)]
    for child in element:
        if child.tag in _LISTS:
            items = list(child)[:_MAX_VALUES]
            items.sort(key=lambda item: item.get(_LANGUAGE, "x-default") != "x-default")
            return [item.text or item.get(f"{_RDF}value") or "" for item in items]
    return _items(element.tag, element.text or "")


def _items(name: str, text: str) -> list[str]:
    if _known(name) == CATEGORIES:
        return [word for category in read_categories(text) for word in category.names()]
    return [text]


def _tree_names(node: Element) -> Iterator[str]:
    if _known(node.tag) == TREE_NAME:
        yield node.text or ""
    yield from (text for name, text in node.attrib.items() if _known(name) == TREE_NAME)


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
