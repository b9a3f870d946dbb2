"""An XMP packet -> the values that are used, and the fields for keywords and stars. ISO 16684-1, sections 6 to 8.

Programs write several of these fields at once, digiKam up to seven. Reading unites them, and an edit changes all.
ExifTool's tables (XMP.pm, MWG.pm) name the fields; digiKam, "Metadata settings", names the programs of each.

The XML is parsed by defusedxml, which refuses entities and document types, so that nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from cbir.base.types import Metadata, distinct_keywords, keyword_key
from cbir.metadata.containers import clean
from cbir.metadata.exif import exif_date, stars, stars_of_percent

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
PREFIXES = {
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
    "http://ns.iview-multimedia.com/mediapro/1.0/": "mediapro",
    "http://ns.microsoft.com/expressionmedia/1.0/": "expressionmedia",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
}

FLAT_KEYWORDS = ("lr:weightedFlatSubject", "acdsee:keywords")
"""Lists of keywords in addition to dc:subject."""

LEVELLED_KEYWORDS = {
    "lr:hierarchicalSubject": "|",
    "digiKam:TagsList": "/",
    "MicrosoftPhoto:LastKeywordXMP": "/",
    "MicrosoftPhoto:LastKeywordIPTC": "/",
    "mediapro:CatalogSets": "|",
    "expressionmedia:CatalogSets": "|",
}
"""Lists of paths such as `animals|birds|robin`, and the separator of their levels. Each level is a keyword."""

TREE = "mwg-kw:Keywords"
"""A tree of structures. Metadata Working Group, "Guidelines for handling image metadata" 2.0, 5.8."""
TREE_NAME = "mwg-kw:Keyword"

CATEGORIES = "acdsee:categories"
"""A tree as XML inside a text."""

PERCENT_RATING = "MicrosoftPhoto:Rating"
STARS = "acdsee:rating"
"""The ratings in addition to xmp:Rating."""


def levels_of(path: str, separator: str, whole: Collection[str]) -> list[str]:
    """The keywords of a path. whole : keys of keywords that are not split, even if they contain a separator (`24/7`)"""
    if keyword_key(path.strip()) in whole:
        return [path.strip()]
    return [level for part in path.split(separator) if (level := part.strip())]


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A keyword of a tree as XML, with those below it. assigned : the program's mark"""

    name: str
    assigned: str
    below: tuple[Category, ...] = ()

    def names(self) -> Iterator[str]:
        if self.name:
            yield self.name
        for category in self.below:
            yield from category.names()

    def without(self, is_removed: Callable[[str], bool]) -> tuple[Category, ...]:
        """The tree without removed names; the keywords below them move up."""
        below = tuple(remaining for category in self.below for remaining in category.without(is_removed))
        if is_removed(self.name):
            return below
        return (Category(name=self.name, assigned=self.assigned, below=below),)

    def xml(self) -> str:
        below = "".join(category.xml() for category in self.below)
        return f'<Category Assigned="{escape(self.assigned)}">{escape(self.name)}{below}</Category>'


def read_categories(text: str) -> tuple[Category, ...]:
    """The trees in ACDSee's text; none if it is not in ACDSee's form."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(text)
        return tuple(map(_category, root)) if root.tag == "Categories" else ()
    except (ParseError, DefusedXmlException, ValueError, RecursionError):
        return ()


def categories_xml(categories: Collection[Category]) -> str:
    return f"<Categories>{''.join(category.xml() for category in categories)}</Categories>"


def _category(element: Element) -> Category:
    return Category(
        name=(element.text or "").strip(),
        assigned=element.get("Assigned", "1"),
        below=tuple(map(_category, element)),
    )


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


MAX_XMP_BYTES = 2 << 20  # parsing takes some fifty times as much memory. Larger packets have depth maps

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
    """Read a packet or a whole sidecar file. A text that is no XML, or no XMP, has no values.

    The places are location, city, region and country, if given.
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
    """Time of the picture's shot as ISO 8601, not of its digitisation or writing."""
    values = _properties(packet)
    names = ("exif:DateTimeOriginal", "photoshop:DateCreated")
    return next((date for name in names if (date := xmp_date(next(iter(values.get(name, ())), None)))), None)


def sidecar_extension(packet: bytes) -> str | None:
    """The extension of the file that a sidecar belongs to (`DNG`), if it names one, as Adobe's programs do."""
    if b"SidecarForExtension" not in as_utf8(packet):
        return None
    return next(iter(_properties(packet).get("photoshop:SidecarForExtension", ())), None)


def xmp_date(text: str | None) -> str | None:
    """Read XMP's ISO 8601, which may end after the year, the month or the day (XMP part 1, 8.2.1.2)."""
    match = _DATE.match((text or "").strip())
    if match is None:
        return exif_date(text)  # some programs write EXIF's form
    year, month, day, clock, fraction, offset = match.groups()
    whole = exif_date(f"{year}:{month or '01'}:{day or '01'} {clock or ''}", offset, fraction)
    if whole is None:
        return None
    if clock is None:
        return "-".join(part for part in (year, month, day) if part)
    return whole


def _keywords(values: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The keywords of all fields, including each level of a path."""
    subjects = values.get("dc:subject", ())
    words = [*subjects, *(word for name in FLAT_KEYWORDS for word in values.get(name, ()))]
    whole = {keyword_key(word) for word in words}
    for name, separator in LEVELLED_KEYWORDS.items():
        for path in values.get(name, ()):
            words += levels_of(path, separator, whole)
    return distinct_keywords([*words, *values.get(TREE, ()), *values.get(CATEGORIES, ())][:_MAX_VALUES])


def _properties(packet: bytes) -> dict[str, list[str]]:
    """Texts by `prefix:name`, from all descriptions in the packet; the first non-empty one counts."""
    root = _parse(packet)
    properties: dict[str, list[str]] = {}
    if root is None:
        return properties
    for description in _descriptions(root):
        for name, text in description.attrib.items():
            _keep(properties, name, _items(name, text))
        for child in description:
            _keep(properties, child.tag, _texts(child))
    return properties


def _descriptions(root: Element) -> Iterator[Element]:
    """The picture's own descriptions. One nested in a property describes something else, such as its source."""
    roots = list(root.iter(f"{_RDF}RDF"))
    if not roots:
        yield from root.iter(f"{_RDF}Description")
    for rdf in roots:
        yield from rdf.findall(f"{_RDF}Description")


def _keep(properties: dict[str, list[str]], name: str, texts: list[str]) -> None:
    qualified_name = _qualified_name(name)
    cleaned = [text for raw in texts[:_MAX_VALUES] if (text := clean(raw))]
    if qualified_name is not None and cleaned:
        properties.setdefault(qualified_name, cleaned)


def _qualified_name(name: str) -> str | None:
    """The `prefix:name` of a property; None if its namespace is not used."""
    namespace, _, local = name.removeprefix("{").rpartition("}")
    prefix = PREFIXES.get(namespace)
    return None if prefix is None else f"{prefix}:{local}"


def _texts(element: Element) -> list[str]:
    """The text of a simple property, or the items of a list, the default language first."""
    if _qualified_name(element.tag) == TREE:
        return [text for node in element.iter() for text in _tree_names(node)]
    for child in element:
        if child.tag in _LISTS:
            items = list(child)[:_MAX_VALUES]
            items.sort(key=lambda entry: entry.get(_LANGUAGE, "x-default") != "x-default")
            return [entry.text or entry.get(f"{_RDF}value") or "" for entry in items]
    return _items(element.tag, element.text or "")


def _items(name: str, text: str) -> list[str]:
    if _qualified_name(name) == CATEGORIES:
        return [word for category in read_categories(text) for word in category.names()]
    return [text]


def _tree_names(node: Element) -> Iterator[str]:
    if _qualified_name(node.tag) == TREE_NAME:
        yield node.text or ""
    yield from (text for name, text in node.attrib.items() if _qualified_name(name) == TREE_NAME)


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
    """Only the RDF element, as its surroundings may be cut off, or not XML."""
    first, last = packet.find(_RDF_BEGINS), packet.rfind(_RDF_ENDS)
    return packet[first : last + len(_RDF_ENDS)] if 0 <= first < last else None


def as_utf8(packet: bytes) -> bytes:
    """Convert a packet to UTF-8, as UTF-16 is allowed, too, and remove the padding around it, which is not XML."""
    wide = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(
        packet[:2]
    )
    if wide is not None:
        text = packet.decode(wide, "replace").encode("utf-8")
        packet = _DECLARATION.sub(b"", text, count=1)  # its charset is no longer true
    return packet.removeprefix(b"\xef\xbb\xbf").strip(b"\0 \r\n\t")


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _degrees(text: str | None, limit: int) -> float | None:
    """`38,42.5N` or `38,42,30N` -> decimal degrees (XMP part 2, 2.6: GPSCoordinate)."""
    match = _COORDINATE.fullmatch((text or "").strip())
    if match is None:
        return None
    degrees = sum(float(part or 0) / 60**place for place, part in enumerate(match.groups()[:3]))
    degrees = -degrees if match[4] in "SWsw" else degrees
    return degrees if abs(degrees) <= limit else None
